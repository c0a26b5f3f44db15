"""A WebSocket's handshake and frames (RFC 6455, chapters 4 and 5), read from bytes and written as bytes; nothing here waits or sends."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, RESERVED, KIND, MASKED, LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F  # bits of the first two bytes
MOST_CONTROL = 125  # bytes in a frame about the line itself
NO_MASK = bytes(4)  # a key of zeros leaves everything as it is

KEY = re.compile("[A-Za-z0-9+/]{22}==")  # sixteen bytes
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # 1.3

PROTOCOL_ERROR, NOT_TEXT, TOO_BIG = 1002, 1007, 1009


def handshake(headers: Mapping[str, str]) -> bytes | None:
    """The answer to a client that asks for a socket; None if it does not."""
    key = headers.get("Sec-WebSocket-Key", "").strip()
    if (
        headers.get("Upgrade", "").strip().lower() != "websocket"
        or "upgrade" not in headers.get("Connection", "").lower()
        or headers.get("Sec-WebSocket-Version", "").strip() != "13"
        or not KEY.fullmatch(key)
    ):
        return None
    accepted = base64.b64encode(hashlib.sha1(key.encode() + GUID).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nServer: spieltisch\r\n"
        b"Sec-WebSocket-Accept: %s\r\n\r\n" % accepted
    )


class BadFrame(Exception):
    """Bytes that are no frames, or too many; the code says why the line is closed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class FrameReader:
    """The messages in what one side sends: those of a client are masked, those of a server are not."""

    def __init__(self, most: int, are_masked: bool) -> None:
        self._most = most
        self._mask = MASKED if are_masked else 0
        self._unread = b""
        self._kind = CONTINUED  # of a message that has begun
        self._parts: list[bytes] = []

    def read(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The messages that these bytes complete, each with its kind."""
        unread = self._unread + data if self._unread else data
        at = 0
        try:
            while (frame := self._frame(unread, at)) is not None:
                first, content, at = frame
                if first == FINAL | TEXT and not self._parts:  # nearly all are
                    yield TEXT, content
                elif (message := self._message(first, content)) is not None:
                    yield message
        except BadFrame:
            at, self._parts = len(unread), []  # nothing of it is kept: there is no telling where it ends
            raise
        finally:
            self._unread = unread[at:]

    def _frame(self, unread: bytes, at: int) -> tuple[int, bytes, int] | None:
        """The frame that begins here, if it is here as a whole: its first byte, its content, where it ends."""
        here = len(unread)
        start = at + 2
        if here < start:
            return None
        second = unread[at + 1]
        length = second & LENGTH
        if length > MOST_CONTROL:
            start += 2 if length == 126 else 8
            if here < start:
                return None
            length = int.from_bytes(unread[at + 2 : start], "big")
        if second & MASKED != self._mask:
            raise BadFrame(PROTOCOL_ERROR)
        if length > self._most:
            raise BadFrame(TOO_BIG)
        if self._mask:
            start += 4
        end = start + length
        if here < end:
            return None
        content = unread[start:end]
        return unread[at], unmasked(content, unread[start - 4 : start]) if self._mask else content, end

    def _message(self, first: int, content: bytes) -> tuple[int, bytes] | None:
        """The message that a frame completes."""
        kind, is_final = first & KIND, first & FINAL
        if first & RESERVED:
            raise BadFrame(PROTOCOL_ERROR)
        if kind in (CLOSE, PING, PONG):
            if not is_final or len(content) > MOST_CONTROL:
                raise BadFrame(PROTOCOL_ERROR)
            return kind, content
        if kind not in (CONTINUED, TEXT, BINARY) or (kind == CONTINUED) != bool(self._parts):
            raise BadFrame(PROTOCOL_ERROR)
        self._kind = kind or self._kind
        self._parts.append(content)
        if sum(map(len, self._parts)) > self._most or len(self._parts) > self._most:
            raise BadFrame(TOO_BIG)
        if not is_final:
            return None
        whole, self._parts = b"".join(self._parts), []
        return self._kind, whole


def unmasked(content: bytes, key: bytes) -> bytes:
    """What a client's frame holds."""
    if key == NO_MASK:
        return content
    length = len(content)
    keys = (key * (length // 4 + 1))[:length]
    return (int.from_bytes(content, "little") ^ int.from_bytes(keys, "little")).to_bytes(length, "little")


def frame(kind: int, content: bytes = b"") -> bytes:
    """A server's frame."""
    length = len(content)
    if length <= MOST_CONTROL:
        return b"%c%c%s" % (FINAL | kind, length, content)
    if length < 1 << 16:
        return b"%c\x7e%s%s" % (FINAL | kind, length.to_bytes(2, "big"), content)
    return b"%c\x7f%s%s" % (FINAL | kind, length.to_bytes(8, "big"), content)


def client_frame(kind: int, content: bytes = b"") -> bytes:
    """A client's frame; it must be masked, and a key of zeros will do between programs."""
    told = frame(kind, content)
    head = len(told) - len(content)
    return b"%c%c%s%s%s" % (told[0], told[1] | MASKED, told[2:head], NO_MASK, content)
