"""WebSocket messages (RFC 6455, chapters 5, 7 and 8), read from bytes and written as bytes; nothing here waits or sends.

The library reads single frames. Here they become messages, none of which is large, in steps, none of which is long."""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterator
from typing import Any

from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Close, Frame, apply_mask  # type: ignore[attr-defined]  # compiled, where there is a compiled one
from websockets.streams import StreamReader

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, MASKED, LENGTH = 0x80, 0x80, 0x7F  # bits of the first two bytes
MOST_CONTROL = 125  # bytes in a frame about the line itself
MOST_PARTS = 128  # of a message
SHORT = 6  # bytes before the content of a short masked frame
NO_MASK = bytes(4)  # a key of zeros leaves everything as it is

PROTOCOL_ERROR, NOT_TEXT, TOO_BIG = 1002, 1007, 1009

Message = tuple[int, Any]  # its kind and its content: of TEXT a string, else bytes
text_decoder = codecs.getincrementaldecoder("utf-8")


class BadFrame(Exception):
    """Bytes that are no frames, or too many; the code says why the line is closed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class FrameReader:
    """The messages in what one side sends: those of a client are masked, those of a server are not."""

    def __init__(self, most: int, are_masked: bool) -> None:
        self._most = most
        self._are_masked = are_masked
        self._bytes = StreamReader()
        self._begun: Generator[None, None, Frame] | None = None  # a frame that is not yet here as a whole
        self._kind = CONTINUED  # of a message in parts
        self._parts: list[Any] = []
        self._size = 0  # bytes of these parts
        self._most_short = min(most, MOST_CONTROL) if are_masked else -1
        self._decoder = text_decoder()
        self.is_ready = False  # for another step

    @property
    def unread(self) -> int:
        """Bytes that wait."""
        return len(self._bytes.buffer)

    def feed(self, data: bytes) -> None:
        """More bytes."""
        self._bytes.feed_data(data)
        self.is_ready = True

    def step(self) -> Message | None:
        """Read one frame, if it is here as a whole; the message that it completes."""
        try:
            text = self._short_text()
            if text is not None:
                return TEXT, text
            frame = self._frame()
            if frame is None:
                self.is_ready = False
                return None
            self.is_ready = len(self._bytes.buffer) > 0
            return self._message(frame.opcode, frame.data, frame.fin)
        except ProtocolError:
            raise BadFrame(PROTOCOL_ERROR) from None
        except UnicodeDecodeError:
            raise BadFrame(NOT_TEXT) from None
        except PayloadTooBig:
            raise BadFrame(TOO_BIG) from None

    def read(self, data: bytes) -> Iterator[Message]:
        """The messages that these bytes complete."""
        self.feed(data)
        while self.is_ready:
            message = self.step()
            if message is not None:
                yield message

    def _short_text(self) -> str | None:
        """A client's short text that is here as a whole, in one frame: nearly all are. Everything else is left to the library."""
        here = self._bytes.buffer
        if len(here) < SHORT or here[0] != FINAL | TEXT or self._parts or self._begun is not None:
            return None
        length = here[1] - MASKED
        if not 0 <= length <= self._most_short or len(here) < SHORT + length:
            return None
        content = apply_mask(here[SHORT : SHORT + length], here[2:SHORT])
        del here[: SHORT + length]
        self.is_ready = len(here) > 0
        return content.decode()

    def _frame(self) -> Frame | None:
        """The next frame; where it is not here yet, what is here of it is not looked at again."""
        if self._begun is None:
            if not has_length(self._bytes.buffer):
                return None
            self._begun = Frame.parse(self._bytes.read_exact, mask=self._are_masked, max_size=self._most)
        try:
            next(self._begun)
        except StopIteration as done:
            self._begun = None
            return done.value
        return None

    def _message(self, kind: int, content: Any, is_final: bool) -> Message | None:
        """The message that a frame completes."""
        if kind >= CLOSE:
            return int(kind), bytes(content)
        if (kind == CONTINUED) != bool(self._parts):
            raise BadFrame(PROTOCOL_ERROR)
        if is_final and kind:  # nearly all come in one piece
            return int(kind), content.decode() if kind == TEXT else bytes(content)
        self._kind = int(kind) or self._kind
        self._size += len(content)
        self._parts.append(self._decoder.decode(content, is_final) if self._kind == TEXT else bytes(content))
        if self._size > self._most or len(self._parts) > MOST_PARTS:
            raise BadFrame(TOO_BIG)
        return self._whole() if is_final else None

    def _whole(self) -> Message:
        nothing: Any = "" if self._kind == TEXT else b""
        whole = nothing.join(self._parts)
        self._parts, self._size = [], 0
        return self._kind, whole


def has_length(head: bytearray) -> bool:
    """Is a frame's length here? It has to be told in the shortest way (5.2), which the library leaves to us."""
    short = head[1] & LENGTH if len(head) > 1 else LENGTH
    if short <= MOST_CONTROL:
        return True
    end, least = (4, MOST_CONTROL + 1) if short == LENGTH - 1 else (10, 1 << 16)
    if len(head) < end:
        return False
    if int.from_bytes(head[2:end], "big") < least:
        raise BadFrame(PROTOCOL_ERROR)
    return True


def goodbye_to(farewell: bytes) -> bytes:
    """The answer to a goodbye: its code, if it has one that may be said (7.4)."""
    try:
        Close.parse(farewell)
    except ProtocolError:
        raise BadFrame(PROTOCOL_ERROR) from None
    except UnicodeDecodeError:
        raise BadFrame(NOT_TEXT) from None
    return farewell[:2]


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
