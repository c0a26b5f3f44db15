"""A plain line to a server for tests of the protocol: it shakes hands and then sends whatever bytes it likes."""

import json
import socket

import walk
from table_clients import post, with_session

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KEY, ACCEPTED = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the example of RFC 6455
RIGHT = {
    "Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY,
}  # fmt: skip


def masked(first, content=b"", key=b"\x9a\x01\xfe\x55", size=None):
    """A client's frame, byte by byte as the protocol describes it."""
    length = len(content)
    if size is None and length < 126:
        size = bytes([length])
    elif size is None:
        size = b"\x7e" + length.to_bytes(2, "big") if length < 1 << 16 else b"\x7f" + length.to_bytes(8, "big")
    keys = key * (length // 4 + 1)
    hidden = bytes(a ^ b for a, b in zip(content, keys, strict=False))
    return bytes([first, 0x80 | size[0]]) + size[1:] + key + hidden


def text(content, is_final=True):
    return masked((0x80 if is_final else 0) | TEXT, content.encode() if isinstance(content, str) else content)


def more(content=b"", is_final=False):
    return masked(0x80 if is_final else 0, content)


def ping(content=b""):
    return masked(0x80 | PING, content)


def pong(content=b""):
    return masked(0x80 | PONG, content)


def goodbye(code=None, reason=b""):
    return masked(0x80 | CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


def request(table, headers=RIGHT, first="GET /ws/tables/{} HTTP/1.1"):
    """A request for a socket; `headers` may be a list, to say one twice."""
    lines = headers.items() if isinstance(headers, dict) else headers
    return "".join([first.format(table), "\r\n", *(f"{name}: {value}\r\n" for name, value in lines), "\r\n"]).encode()


def frame_of(data):
    """A server's first frame in these bytes, and the rest; None if it is not here yet."""
    if len(data) < 2:
        return None
    assert data[0] & 0x70 == 0 and data[0] & 0x80 and not data[1] & 0x80, "whole messages, not masked, nothing reserved"
    length, start = data[1], 2
    if length > 125:
        start = 4 if length == 126 else 10
        length = int.from_bytes(data[2:start], "big")
    if len(data) < start + length:
        return None
    return (data[0] & 0x0F, data[start : start + length]), data[start + length :]


class Line:
    """A connection that has become a socket."""

    def __init__(self, server, table, early=b"", plain=None, headers=RIGHT):
        self.plain = plain or socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.plain.sendall(request(table, headers) + early)
        self.unread = b""
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            self.head += self.plain.recv(1)
        assert self.head.startswith(b"HTTP/1.1 101 ") and f"Sec-WebSocket-Accept: {ACCEPTED}".encode() in self.head, self.head

    def say(self, data, piece=None):
        """Send bytes, all at once or in pieces."""
        for start in range(0, len(data), piece or len(data) or 1):
            self.plain.sendall(data[start : start + (piece or len(data))])
        return self

    def hear(self):
        """The next message: its kind and content."""
        while (found := frame_of(self.unread)) is None:
            data = self.plain.recv(1 << 16)
            assert data, "the line was cut"
            self.unread += data
        message, self.unread = found
        return message

    def told(self):
        """The next message in short: STATE, REFUSED, a pong's content, or a close code (None without one)."""
        kind, content = self.hear()
        if kind == TEXT:
            return "refused" if "refused" in json.loads(content) else "state"
        if kind == CLOSE:
            return int.from_bytes(content[:2], "big") if content else None
        assert kind == PONG
        return content

    def is_cut(self):
        """Nothing more comes."""
        try:
            return self.unread == b"" and self.plain.recv(1 << 16) == b""
        except ConnectionResetError:
            return True

    def close(self):
        self.plain.close()


def greeted(server, table):
    """An onlooker's line that has said hello."""
    line = Line(server, table, early=text('{"lang":"en"}'))
    assert line.told() == "state"
    return line


def quiet_table(server):
    """A table at which nothing happens, so that a line hears only what it asked for: nobody ever takes the second seat."""
    body = {"game": walk.KEYS[0], "seats": [{"kind": "me"}, {"kind": "open"}]}
    return with_session(lambda session: post(session, f"{server.base}/api/tables", body))["table"]
