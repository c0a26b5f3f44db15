"""WebSocket frames: read as they come, in pieces or together; what breaks the protocol ends the line with the code it deserves."""

import json
import os
import socket

import pytest
import walk
from hypothesis import given, settings
from hypothesis import strategies as st
from table_clients import open_table, with_session

from spieltisch.server.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    BadFrame,
    FrameReader,
    client_frame,
    frame,
)

MOST = 200


def masked(first, content, key=b"\x9a\x01\xfe\x55"):
    """A client's frame, byte by byte as the protocol describes it."""
    size = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
    return bytes([first]) + size + key + bytes(byte ^ key[place % 4] for place, byte in enumerate(content))


def heard(data, are_masked=True):
    return list(FrameReader(MOST, are_masked).read(data))


@given(
    st.lists(st.tuples(st.sampled_from([TEXT, BINARY, PING, PONG, CLOSE]), st.binary(max_size=MOST)), max_size=6),
    st.binary(min_size=4, max_size=4),
    st.lists(st.integers(0, 1500), max_size=8),
)
def test_messages_arrive_whole_however_they_are_cut(messages, key, cuts):
    messages = [(kind, content if kind in (TEXT, BINARY) else content[:125]) for kind, content in messages]
    for line, are_masked in (
        (b"".join(masked(0x80 | kind, content, key) for kind, content in messages), True),
        (b"".join(client_frame(kind, content) for kind, content in messages), True),
        (b"".join(frame(kind, content) for kind, content in messages), False),
    ):
        ends = sorted(min(cut, len(line)) for cut in cuts)
        reader = FrameReader(MOST, are_masked)
        pieces = [line[start:end] for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]
        assert [message for piece in pieces for message in reader.read(piece)] == messages


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=5), st.binary(max_size=20))
def test_a_message_in_parts_with_a_ping_between(parts, asked):
    line = b""
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        line += masked((0x80 if is_last else 0) | (CONTINUED if number else TEXT), part)
        line += b"" if is_last else masked(0x80 | PING, asked)
    assert heard(line) == [(PING, asked)] * (len(parts) - 1) + [(TEXT, b"".join(parts))]


BAD = {
    "reserved bit": (masked(0xC1, b"x"), 1002),
    "unknown kind": (masked(0x83, b"x"), 1002),
    "unknown control": (masked(0x8B, b"x"), 1002),
    "a ping in parts": (masked(PING, b"x"), 1002),
    "a long ping": (masked(0x80 | PING, b"x" * 126), 1002),
    "goes on with nothing": (masked(0x80, b"x"), 1002),
    "begins anew": (masked(TEXT, b"x") + masked(0x81, b"x"), 1002),
    "not masked": (frame(TEXT, b"x"), 1002),
    "too big": (masked(0x81, b"x" * (MOST + 1)), 1009),
    "far too big": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too big in parts": (masked(TEXT, b"x" * MOST) + masked(0x80, b"x"), 1009),
    "too many parts": (masked(TEXT, b"") + masked(0, b"") * MOST, 1009),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_frame_has_a_code(name):
    line, code = BAD[name]
    with pytest.raises(BadFrame) as caught:
        heard(masked(0x81, b"before") + line)
    assert caught.value.code == code


@pytest.mark.parametrize("name", BAD)
def test_nothing_of_a_bad_frame_is_kept(name):
    """However much comes behind it: whoever does not stop sending takes no memory."""
    reader = FrameReader(MOST, are_masked=True)
    with pytest.raises(BadFrame):
        list(reader.read(BAD[name][0] + b"x" * 1000))
    assert list(reader.read(masked(0x80 | CLOSE, b""))) == [(CLOSE, b"")]


def test_what_came_before_a_bad_frame_is_heard():
    messages = FrameReader(MOST, are_masked=True).read(masked(0x81, b"before") + masked(0x83, b"x"))
    assert next(messages) == (TEXT, b"before")
    with pytest.raises(BadFrame):
        next(messages)


@given(st.binary(max_size=60))
def test_any_bytes_are_frames_or_refused(data):
    try:
        heard(data)
    except BadFrame as bad:
        assert bad.code in (1002, 1009)


# ---------------------------------------------------------------- on a real line


class Line:
    """A plain connection that shakes hands and then sends what it likes."""

    def __init__(self, server, table, early=b"", plain=None):
        self.plain = plain or socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.plain.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            + early
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.plain.recv(1)
        assert head.startswith(b"HTTP/1.1 101 ") and b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
        self.reader = FrameReader(1 << 20, are_masked=False)
        self.messages = []

    def say(self, data):
        self.plain.sendall(data)
        return self

    def hear(self):
        while not self.messages:
            data = self.plain.recv(1 << 16)
            assert data, "the line was cut"
            self.messages += self.reader.read(data)
        return self.messages.pop(0)

    def is_cut(self):
        return self.plain.recv(1 << 16) == b""


@pytest.fixture(scope="module")
def table(server):
    return with_session(lambda session: open_table(session, server.base, walk.KEYS[0], 2))[0]


def greeted(server, table):
    line = Line(server, table).say(masked(0x81, b'{"lang":"en"}'))
    assert line.hear()[0] == TEXT
    return line


@pytest.mark.parametrize("name", [*BAD, "not text"])
def test_a_bad_frame_ends_the_line_with_its_code(server, table, name):
    data, code = BAD[name] if name in BAD else (masked(0x81, b"\xff"), 1007)
    if code == 1009:
        data = masked(0x81, b"x" * 9000) if name == "too big" else masked(TEXT, b"x" * 8000) + masked(0x80, b"x" * 8000)
    line = greeted(server, table).say(data)
    assert line.hear() == (CLOSE, code.to_bytes(2, "big"))
    line.say(masked(0x80 | CLOSE, b""))
    assert line.is_cut()


def test_pings_parts_and_goodbyes_on_a_line(server, table):
    line = greeted(server, table)
    line.say(masked(TEXT, b'{"lang"') + masked(0x80 | PING, b"there?") + masked(0x80, b':"de"}'))
    assert line.hear() == (PONG, b"there?")
    kind, content = line.hear()
    assert kind == TEXT and json.loads(content)["table"]["id"] == table
    line.say(masked(0x80 | PONG, b"unasked") + masked(0x80 | CLOSE, b"\x03\xe9bye"))
    assert line.hear() == (CLOSE, b"\x03\xe9") and line.is_cut()


def test_what_comes_right_behind_the_handshake_is_heard(server, table):
    line = Line(server, table, early=masked(0x81, b"{}") + masked(0x80 | PING, b""))
    assert line.hear()[0] == TEXT and line.hear() == (PONG, b"")


def test_a_line_that_has_carried_requests_before_becomes_a_socket_too(server, table):
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    for _ in range(2):  # as proxies do that keep their lines
        plain.sendall(f"GET /api/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        head, _, body = plain.recv(1 << 16).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200") and json.loads(body)["id"] == table
    line = Line(server, table, plain=plain).say(masked(0x81, b"{}"))
    assert json.loads(line.hear()[1])["table"]["id"] == table


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=1, max_size=200))
def test_noise_on_a_line_harms_nobody(server, table, noise):
    line = greeted(server, table).say(noise)
    line.plain.shutdown(socket.SHUT_WR)
    while line.plain.recv(1 << 16):
        pass
    greeted(server, table).plain.close()


def test_many_messages_at_once_are_all_answered_in_their_order(server, table):
    names = [os.urandom(4).hex().encode() for _ in range(900)]
    line = greeted(server, table).say(b"".join(masked(0x80 | PING, name) for name in names))
    heard = []
    while len(heard) < len(names):
        kind, content = line.hear()
        if kind != TEXT:  # somebody else at the table comes or goes
            heard.append((kind, content))
    assert heard == [(PONG, name) for name in names]


@pytest.mark.parametrize(
    "wrong",
    [
        {"Upgrade": "h2c"}, {"Connection": "keep-alive"}, {"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Key": ""},
        {"Sec-WebSocket-Key": "c2hvcnQ="}, {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==AAAA"}, {},
    ],
)  # fmt: skip
def test_whoever_does_not_shake_hands_gets_a_sentence(server, table, wrong):
    right = {
        "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }  # fmt: skip

    async def act(session):
        headers = {**right, **wrong} if wrong else {}
        async with session.get(f"{server.base}/ws/tables/{table}", headers=headers) as answer:
            assert answer.status == 400
            assert (await answer.json())["refused"]["reason"] == "no_socket"
        if wrong:
            async with session.get(f"{server.base}/ws/tables/{table}", headers=right) as answer:
                assert answer.status == 101

    with_session(act)


def test_a_handshake_with_bytes_that_are_no_text_is_refused_as_well(server, table):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
        plain.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".encode()
            + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \xff\xfeAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert plain.recv(1 << 16).startswith(b"HTTP/1.1 400 ")
