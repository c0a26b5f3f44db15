"""RFC 6455 on a real port: who gets a socket, and then every kind of frame, whole, in parts and in pieces, right and wrong.

The tables follow the usual order of such cases: framing, pings, reserved bits, kinds, parts, UTF-8, goodbyes, limits, the rest.
A table server does not echo: `{"lang":"de"}` is answered with the table (STATE), other texts and all binary with a refusal (REFUSED);
a number is the code of the goodbye, bytes are a pong's content."""

import json
import re
import socket

import pytest
import walk
from hypothesis import given, settings
from hypothesis import strategies as st
from lines import (
    ACCEPTED,
    BINARY,
    KEY,
    PING,
    PONG,
    RIGHT,
    TEXT,
    Line,
    goodbye,
    greeted,
    masked,
    more,
    ping,
    pong,
    quiet_table,
    request,
    text,
)
from table_clients import open_table, with_session

STATE, REFUSED = "state", "refused"
ASK = b'{"lang":"de"}'
MOST = 8192
OCTETS = 1  # bytes a piece


@pytest.fixture(scope="module")
def table(server):
    return quiet_table(server)


def padded(size):
    """A question of so many bytes."""
    return ASK + b" " * (size - len(ASK))


def parts(content, size):
    """The same text in parts of a size."""
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    return text(pieces[0], is_final=False) + b"".join(more(piece) for piece in pieces[1:-1]) + more(pieces[-1], is_final=True)


# name: what is sent, in pieces of how many bytes (None: at once), what is answered
CASES = {}
for size in (len(ASK), 125, 126, 127, 128, 1000, MOST):
    CASES[f"1 text of {size}"] = text(padded(size)), None, [STATE]
for size in (0, 125, 126, 127, 128, 1000, MOST):
    CASES[f"1 binary of {size}"] = masked(0x80 | BINARY, b"\xfe" * size), None, [REFUSED]
for piece in (OCTETS, 7, 997, 1460):
    CASES[f"1 text of {MOST} in pieces of {piece}"] = text(padded(MOST)), piece, [STATE]
CASES |= {
    "1 an empty text": (text(b""), None, [REFUSED]),
    "1 a key of zeros": (masked(0x81, ASK, key=bytes(4)), None, [STATE]),
    "1 not masked": (b"\x81\x02{}", None, [1002]),
    "1 a length told in a long way": (masked(0x81, ASK, size=b"\x7e\x00\x0d"), None, [1002]),
    "1 a length told in the longest way": (masked(0x81, padded(126), size=b"\x7f" + bytes(7) + b"\x7e"), None, [1002]),
}

for content in (b"", b"there?", bytes(range(125)), b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff"):
    CASES[f"2 ping of {len(content)}"] = ping(content), None, [content]
    CASES[f"2 ping of {len(content)} in octets"] = ping(content), OCTETS, [content]
CASES |= {
    "2 a ping of 126": (ping(b"x" * 126), None, [1002]),
    "2 a pong of 126": (pong(b"x" * 126), None, [1002]),
    "2 a pong nobody asked for": (pong(), None, []),
    "2 a pong with something in it": (pong(b"here"), None, []),
    "2 pongs and a ping": (pong(b"a") + ping(b"b") + pong(b"c"), None, [b"b"]),
    "2 ten pings": (b"".join(ping(b"%d" % n) for n in range(10)), None, [b"%d" % n for n in range(10)]),
    "2 ten pings in octets": (b"".join(ping(b"%d" % n) for n in range(10)), OCTETS, [b"%d" % n for n in range(10)]),
}

for bits in range(0x10, 0x80, 0x10):
    for kind in (TEXT, BINARY, PING, 8):
        CASES[f"3 reserved {bits >> 4:03b} on {kind}"] = masked(0x80 | bits | kind, ASK), None, [1002]
CASES |= {
    "3 reserved after a text and a ping": (text(ASK) + masked(0xC1, ASK) + ping(b"x"), None, [STATE, 1002]),
    "3 reserved in octets": (text(ASK) + masked(0xC1, ASK) + ping(b"x"), OCTETS, [STATE, 1002]),
    "3 reserved on a later part": (text(ASK[:5], is_final=False) + masked(0xC0, ASK[5:]), None, [1002]),
    "3 reserved with a large text": (masked(0xC1, padded(MOST)), None, [1002]),
}

for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
    CASES[f"4 kind {kind}"] = masked(0x80 | kind), None, [1002]
    CASES[f"4 kind {kind} with something in it"] = masked(0x80 | kind, b"x"), None, [1002]
    CASES[f"4 kind {kind} between texts"] = text(ASK) + masked(0x80 | kind, b"x") + text(ASK) + ping(), None, [STATE, 1002]
    CASES[f"4 kind {kind} in octets"] = text(ASK) + masked(0x80 | kind, b"x") + text(ASK), OCTETS, [STATE, 1002]

FIRST, SECOND = text(ASK[:6], is_final=False), more(ASK[6:], is_final=True)
for piece in (None, OCTETS):
    how = "" if piece is None else " in octets"
    CASES |= {
        f"5 a ping in parts{how}": (masked(PING, b"a") + more(b"b", is_final=True), piece, [1002]),
        f"5 a pong in parts{how}": (masked(PONG, b"a") + more(b"b", is_final=True), piece, [1002]),
        f"5 a text in two parts{how}": (FIRST + SECOND, piece, [STATE]),
        f"5 a ping between parts{how}": (FIRST + ping(b"x") + SECOND, piece, [b"x", STATE]),
        f"5 pings between many parts{how}": (
            FIRST + ping(b"x") + more(ASK[6:8]) + ping(b"y") + more(ASK[8:], is_final=True), piece, [b"x", b"y", STATE],
        ),
        f"5 empty parts{how}": (text(b"", is_final=False) + more() * 3 + more(ASK) + more(is_final=True), piece, [STATE]),
        f"5 only empty parts{how}": (text(b"", is_final=False) + more() + more(is_final=True), piece, [REFUSED]),
        f"5 goes on with nothing, to the end{how}": (more(ASK, is_final=True) + text(ASK), piece, [1002]),
        f"5 goes on with nothing{how}": (more(ASK) + text(ASK), piece, [1002]),
        f"5 goes on after the end{how}": (FIRST + SECOND + more(ASK), piece, [STATE, 1002]),
        f"5 a second text within the first{how}": (FIRST + text(ASK), piece, [1002]),
        f"5 another within an empty part{how}": (text(b"", is_final=False) + text(ASK), piece, [1002]),
        f"5 binary within a text{how}": (FIRST + masked(0x80 | BINARY, b"x"), piece, [1002]),
        f"5 binary in two parts{how}": (masked(BINARY, b"\xff") + more(b"\xff", is_final=True), piece, [REFUSED]),
        f"5 two texts in parts{how}": (FIRST + SECOND + FIRST + SECOND, piece, [STATE, STATE]),
    }  # fmt: skip

GREEK = "ζάρια".encode()
VALID = [
    GREEK, "Würfel für µ, ß und à la carte".encode(), b"\x00", "\x7f\x80\u07ff\u0800\ud7ff\ue000".encode(),
    "\ufffd\ufffe\uffff\U00010000\U0010ffff".encode(), "\ufdd0\ufdef\U0001fffe\U0010fffe".encode(), "\U0001f3b2".encode() * 30,
]  # fmt: skip
INVALID = [
    b"\x80", b"\xbf", b"\x80\xbf\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x80\xaf", b"\xe0\x9f\xbf", b"\xf0\x80\x80\xaf", b"\xf0\x8f\xbf\xbf",
    b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf", b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xed\xa0\x80", b"\xed\xad\xbf",
    b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff",
    b"\xfe\xfe\xff\xff", b"\xc0 ", b"\xdf ", b"\xe0 ", b"\xf0 ", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x8e",
    GREEK + b"\xed\xa0\x80 dice", GREEK + b"\xf4\x90\x80\x80 dice",
]  # fmt: skip
for number, letters in enumerate(VALID):
    CASES[f"6 valid {number}"] = text(letters), None, [REFUSED]
    CASES[f"6 valid {number}, a part an octet"] = parts(letters + b"  ", 1), None, [REFUSED]
    CASES[f"6 valid {number} in pieces of octets"] = text(letters), OCTETS, [REFUSED]
for number, letters in enumerate(INVALID):
    CASES[f"6 invalid {number}"] = text(letters), None, [1007]
    CASES[f"6 invalid {number}, a part an octet"] = parts(letters + b"  ", 1), None, [1007]
    CASES[f"6 invalid {number} after a good text"] = text(ASK) + text(letters), OCTETS, [STATE, 1007]
CASES |= {
    "6 told before the end": (text(GREEK + b"\xf4\x90", is_final=False), None, [1007]),
    "6 told before the end, in the second part": (text(GREEK + b"\xf4", is_final=False) + more(b"\x90"), None, [1007]),
    "6 cut within a letter, with a ping": (text(GREEK[:1], is_final=False) + ping(b"x") + more(GREEK[1:], is_final=True), None, [b"x", REFUSED]),
    "6 ends within a letter": (text(GREEK[:1], is_final=False) + more(is_final=True), None, [1007]),
}

for code in (1000, 1001, 1002, 1003, *range(1007, 1015), 3000, 3999, 4000, 4999):
    CASES[f"7 code {code}"] = goodbye(code), None, [code]
for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 9999, 65535):
    CASES[f"7 wrong code {code}"] = goodbye(code), None, [1002]
    CASES[f"7 wrong code {code} with a reason"] = goodbye(code, b"because"), OCTETS, [1002]
CASES |= {
    "7 nothing said": (goodbye(), None, [None]),
    "7 one byte": (masked(0x88, b"\x03"), None, [1002]),
    "7 a reason": (goodbye(1000, "schön war es".encode()), None, [1000]),
    "7 the longest reason": (goodbye(1000, b"x" * 123), None, [1000]),
    "7 a reason that is too long": (goodbye(1000, b"x" * 124), None, [1002]),
    "7 a reason that is no text": (goodbye(1000, GREEK + b"\xed\xa0\x80"), None, [1007]),
    "7 a goodbye in parts": (masked(8, b"\x03\xe8"), None, [1002]),
    "7 after a text": (text(ASK) + goodbye(1000), None, [STATE, 1000]),
    "7 after a text and a ping": (text(ASK) + ping(b"x") + goodbye(1000), None, [STATE, b"x", 1000]),
    "7 twice": (goodbye(1000) + goodbye(1001), None, [1000]),
    "7 then a ping": (goodbye(1000) + ping(b"x"), None, [1000]),
    "7 then a text": (goodbye(1000) + text(ASK), None, [1000]),
    "7 then a large text": (goodbye(1000) + text(padded(MOST)) * 30, None, [1000]),
    "7 then what is no frame": (goodbye(1000) + masked(0x83), None, [1000]),
    "7 within a message": (FIRST + goodbye(1000) + SECOND, None, [1000]),
    "7 then a ping, after a wrong code": (goodbye(999) + ping(b"x") + text(ASK), None, [1002]),
}

for size in (MOST + 1, 65535, 65536, 128 << 10, 1 << 20):
    CASES[f"9 text of {size}"] = text(padded(size)), None, [1009]
    CASES[f"9 binary of {size}"] = masked(0x80 | BINARY, bytes(size)), None, [1009]
for size in (64, 256, 1000, 4096):
    CASES[f"9 parts of {size}"] = parts(padded(MOST), size), None, [STATE]
    CASES[f"9 one too many in parts of {size}"] = parts(padded(MOST + 1), size), None, [1009]
CASES |= {
    "9 parts of 63": (parts(padded(MOST), 63), None, [1009]),
    "9 empty parts without end": (text(b"", is_final=False) + more() * 500, None, [1009]),
    "9 a length beyond measure": (b"\x81\xff\x7f" + b"\xff" * 7, None, [1009]),
    "9 large in parts and pieces": (parts(padded(MOST), 1000), 64, [STATE]),
    "9 forty at once": (text(ASK) * 40, None, [STATE] * 40),
    "9 a text that is too large after one that is not": (text(ASK) + text(padded(MOST + 1)), None, [STATE, 1009]),
    "10 as programs cut by themselves": (parts(padded(MOST), 1300), None, [STATE]),
}


@pytest.mark.parametrize("name", CASES)
def test_frames(server, table, name):
    sent, piece, answers = CASES[name]
    line = greeted(server, table)
    try:
        line.say(sent, piece)
    except (BrokenPipeError, ConnectionResetError):
        assert isinstance(answers[-1], int), "only a line that was told why is cut"
    assert [line.told() for _ in answers] == answers
    if not answers or not (answers[-1] is None or isinstance(answers[-1], int)):
        assert line.say(goodbye(1000)).told() == 1000, "nothing else was answered, and the line is in order"
    assert line.is_cut(), "nothing follows a goodbye"


def test_a_move_before_a_bad_frame_is_played_and_answered(server):
    """The answer waits for the disk, and the goodbye for the answer."""
    place, tokens = with_session(lambda session: open_table(session, server.base, walk.KEYS[0], 2))
    lines = [Line(server, place, early=text(json.dumps({"token": token}))) for token in tokens]
    for line in lines:
        while not (told := json.loads(line.hear()[1]))["view"]:
            pass
        line.asked, line.at = told["ask"], told["at"]
    asked = next(line for line in lines if line.asked)
    move = json.dumps({"do": asked.asked["moves"][0], "ask": asked.asked["n"]})
    asked.say(text(move) + masked(0x83, b"x"))
    assert json.loads(asked.hear()[1])["at"] > asked.at
    assert asked.told() == 1002 and asked.is_cut()


def test_before_the_hello_the_same_rules_hold(server, table):
    for sent, code in ((masked(0x83), 1002), (text(b"\xff"), 1007), (text(padded(MOST + 1)), 1009), (goodbye(1001), 1001)):
        line = Line(server, table, early=sent)
        assert line.told() == code and line.is_cut()
    line = Line(server, table, early=ping(b"x") + FIRST + ping(b"y") + SECOND)
    assert [line.told() for _ in range(3)] == [b"x", b"y", STATE]


def test_whoever_does_not_hang_up_is_cut_off(server, table):
    line = greeted(server, table).say(masked(0x83))
    assert line.told() == 1002 and line.is_cut(), "our side is closed at once"
    with pytest.raises(ConnectionError):
        while True:
            line.say(ping(b"x" * 100) * 100)


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=1, max_size=200))
def test_noise_on_a_line_harms_nobody(server, table, noise):
    line = greeted(server, table).say(noise)
    line.plain.shutdown(socket.SHUT_WR)
    while line.plain.recv(1 << 16):
        pass
    greeted(server, table).close()


# ---------------------------------------------------------------- the handshake


def changed(**changes):
    """The right headers, some of them different; None leaves one out, a list says it more than once."""
    told = {**RIGHT, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return [(name, one) for name, value in told.items() for one in (value if isinstance(value, list) else [value]) if one is not None]


GET = "GET /ws/tables/{} HTTP/1.1"
HANDSHAKES = {
    "right": (GET, changed(), 101),
    "other letters": (GET, changed(Upgrade="WebSocket", Connection="UPGRADE"), 101),
    "Connection in two lines": (GET, changed(Connection=["keep-alive", "Upgrade"]), 101),
    "Connection with spaces": (GET, changed(Connection="keep-alive ,  Upgrade"), 101),
    "extensions, which we do not take": (GET, changed(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits"), 101),
    "protocols, which we do not take": (GET, changed(Sec_WebSocket_Protocol="chat, superchat"), 101),
    "no Upgrade": (GET, changed(Upgrade=None), 400),
    "another Upgrade": (GET, changed(Upgrade="h2c"), 400),
    "no Connection": (GET, changed(Connection=None), 400),
    "Connection: keep-alive": (GET, changed(Connection="keep-alive"), 400),
    "Connection: notupgraded": (GET, changed(Connection="notupgraded"), 400),
    "Connection: upgrade-insecure": (GET, changed(Connection="keep-alive, upgrade-insecure"), 400),
    "no key": (GET, changed(Sec_WebSocket_Key=None), 400),
    "an empty key": (GET, changed(Sec_WebSocket_Key=""), 400),
    "a short key": (GET, changed(Sec_WebSocket_Key="c2hvcnQ="), 400),
    "a long key": (GET, changed(Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==AAAA"), 400),
    "two keys": (GET, changed(Sec_WebSocket_Key=[KEY, KEY]), 400),
    "no version": (GET, changed(Sec_WebSocket_Version=None), 400),
    "version 8": (GET, changed(Sec_WebSocket_Version="8"), 426),
    "version 14": (GET, changed(Sec_WebSocket_Version="14"), 426),
    "two versions": (GET, changed(Sec_WebSocket_Version=["8", "13"]), 426),
    "a list of versions": (GET, changed(Sec_WebSocket_Version="13, 8"), 426),
    "no version at all": (GET, changed(Sec_WebSocket_Version="x"), 426),
    "HTTP/1.0": ("GET /ws/tables/{} HTTP/1.0", changed(), 400),
    "HEAD": ("HEAD /ws/tables/{} HTTP/1.1", changed(), 405),
    "POST": ("POST /ws/tables/{} HTTP/1.1", changed(), 405),
    "no socket at all": (GET, [("Host", "127.0.0.1")], 400),
}  # fmt: skip


@pytest.mark.parametrize("name", HANDSHAKES)
def test_handshakes(server, table, name):
    first, headers, status = HANDSHAKES[name]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as plain:
        plain.sendall(request(table, headers, first) + (text(b"{}") if status == 101 else b""))
        data = b""
        while b"\r\n\r\n" not in data:
            piece = plain.recv(1 << 16)
            assert piece, data
            data += piece
        head = data.partition(b"\r\n\r\n")[0].decode()
        told = {line.split(":")[0].lower(): line.split(":", 1)[1].strip() for line in head.split("\r\n")[1:]}
        assert head.startswith(f"HTTP/1.{0 if '1.0' in name else 1} {status} "), head
        if status == 101:
            assert told["upgrade"] == "websocket" and told["connection"].lower() == "upgrade" and told["sec-websocket-accept"] == ACCEPTED
            assert "sec-websocket-extensions" not in told and "sec-websocket-protocol" not in told
        assert told.get("sec-websocket-version") == ("13" if status == 426 else None)
        assert ("allow" in told) == (status == 405) and told.get("allow", "GET").split(",")[0] == "GET"


def test_whoever_does_not_shake_hands_gets_a_sentence_and_may_try_again_on_the_same_line(server, table):
    async def act(session):
        url = f"{server.base}/ws/tables/{table}"
        for changes, status, reason in (({"Connection": "keep-alive"}, 400, "no_socket"), ({"Sec-WebSocket-Version": "7"}, 426, "other_socket")):
            async with session.get(url, headers={**RIGHT, **changes}) as answer:
                refused = (await answer.json())["refused"]
                assert answer.status == status and refused["reason"] == reason and refused["text"]
        async with session.get(url, headers=RIGHT) as answer:
            assert answer.status == 101

    with_session(act)


def test_a_handshake_with_bytes_that_are_no_text_is_refused_as_well(server, table):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as plain:
        plain.sendall(request(table, changed(Sec_WebSocket_Key="??AAAAAAAAAAAAAAAAAAAA==")).replace(b"??", b"\xff\xfe"))
        assert plain.recv(1 << 16).startswith(b"HTTP/1.1 400 ")


def test_what_comes_right_behind_the_handshake_is_heard(server, table):
    for headers in (RIGHT, changed(Connection=["keep-alive", "Upgrade"])):
        line = Line(server, table, early=text(b"{}") + ping(b"x"), headers=headers)
        assert [line.told(), line.told()] == [STATE, b"x"]


def test_a_line_that_has_carried_requests_before_becomes_a_socket_too(server, table):
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    for _ in range(2):  # as proxies do that keep their lines
        plain.sendall(f"GET /api/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        with plain.makefile("rb") as answer:
            head = b"".join(iter(answer.readline, b"\r\n"))
            body = answer.read(int(re.search(rb"Content-Length: (\d+)", head)[1]))
        assert head.startswith(b"HTTP/1.1 200") and json.loads(body)["id"] == table
    line = Line(server, table, plain=plain, early=text(b"{}"))
    assert json.loads(line.hear()[1])["table"]["id"] == table
