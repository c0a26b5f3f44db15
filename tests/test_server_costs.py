"""What a stranger can make the server do for little: everything costs him about as much as the server, and nobody else anything.

Measured by the server's own processor time, which does not depend on what else the machine has to do."""

import asyncio
import re
import socket

import pytest
import uvloop
import walk
from lines import ping, quiet_table, request, text
from raw_http import answer, asking, many, told
from table_clients import server_here, until

from spieltisch.server import connections, entry
from spieltisch.server.app import GATE, LIMITS

KEY = walk.KEYS[0]
JSON = {"Content_Type": "application/json"}
IN_PIECES = {"Transfer_Encoding": "chunked", **JSON}
WISH = b'{"game":"%s","seats":[{"kind":"me"},{"kind":"open"}]}' % KEY.encode()


def spent(server):
    """Seconds of processor time so far."""
    heard = told(server.port, asking("GET", "/metrics")).decode()
    return float(re.search(r"^spieltisch_cpu_seconds_total (\S+)", heard, re.MULTILINE)[1])


def cost(server, sent, times):
    """Seconds of processor time for the same request so many times."""
    before = spent(server)
    asyncio.run(many(server.port, sent, times))
    return spent(server) - before


# ---------------------------------------------------------------- paths


def test_a_path_of_thousands_of_parts_costs_no_more_than_any_other(server):
    plain = cost(server, asking("GET", "/no/page"), 200)
    for path in ("/" + "a/" * 4000, "/api/" + "a/" * 4000, "/" + "../" * 2600):
        assert cost(server, asking("GET", path), 200) < 3 * plain + 0.2, path[:20]
    status, _, said = answer(told(server.port, asking("GET", "/" + "a/" * 4000)))
    assert status == 404 and said["refused"]["reason"] == "no_such_page"


# ---------------------------------------------------------------- bodies in pieces


def pieces(*parts):
    """A body of which nobody says how long it is."""
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_body_in_some_pieces_is_a_body(server):
    parts = [WISH[at : at + 5] for at in range(0, len(WISH), 5)]
    for body in (pieces(WISH), pieces(*parts), pieces(b" " * 30000, b" " * 30000, WISH)):
        assert answer(told(server.port, asking("POST", "/api/tables", **IN_PIECES) + body))[0] == 201


@pytest.mark.parametrize(
    "piece", [b"1\r\n \r\n", b"1;" + b"x" * 4000 + b"\r\n \r\n", b"0\r\n" + b"a: b\r\n" * 500], ids=["small", "adorned", "behind the end"]
)
@pytest.mark.parametrize("method, path", [("POST", "/api/tables"), ("GET", "/api/games"), ("PUT", "/")])
def test_a_body_in_thousands_of_pieces_is_not_read(server, method, path, piece):
    before = spent(server)
    for _ in range(12):
        heard = told(server.port, asking(method, path, **IN_PIECES) + piece * (240_000 // len(piece)))
        if heard and method == "POST":
            status, _, said = answer(heard)
            assert status == 400 and said["refused"]["reason"] == "bad_request"
    assert spent(server) - before < 0.5


# ---------------------------------------------------------------- requests sent ahead


def test_of_requests_sent_ahead_few_are_read(tmp_path, monkeypatch):
    waiting = []
    read = connections.Line._read
    monkeypatch.setattr(connections.Line, "_read", lambda line, data: (read(line, data), waiting.append(len(line._messages))))

    async def act():
        async with server_here(tmp_path) as (base, _app, _session):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
            writer.write(asking("GET", "/api/games", **{f"A{number}": "" for number in range(100)}) * 40)
            heard = b""
            while heard.count(b"HTTP/1.1 200 OK") < 40:
                heard += await asyncio.wait_for(reader.read(1 << 16), 20)
            writer.close()

    uvloop.run(act())
    assert max(waiting) <= connections.QUEUE


def test_a_socket_behind_requests_sent_ahead_hears_all_that_was_sent_with_them(server):
    table = quiet_table(server)
    frames = text("{}") + b"".join(ping(bytes([65 + number]) * 120) for number in range(60))
    sent = asking("GET", "/api/games") * 3 + request(table) + frames
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(sent)
        heard = b""
        while bytes([65 + 59]) * 120 not in heard:
            heard += line.recv(1 << 16)
    assert heard.count(b"HTTP/1.1 200 OK") == 3 and heard.count(b"HTTP/1.1 101 ") == 1
    assert all(bytes([65 + number]) * 120 in heard for number in range(60))


# ---------------------------------------------------------------- refusals


def test_whoever_is_refused_and_hangs_up_leaves_little_behind(tmp_path):
    """A flood is told late; those who do not wait for it are not waited for."""

    async def act():
        async with server_here(tmp_path, trust_proxy=1) as (base, app, session):
            app[LIMITS].refusals = (200.0, 10.0)
            port = int(base.rpartition(":")[2])
            asked = asking("GET", "/api/games", X_Forwarded_For="203.0.113.9")
            for _ in range(1000):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(asked)
                await asyncio.sleep(0)
                writer.close()
                assert sum(app[GATE].refusals.values()) <= entry.MOST_REFUSALS
            assert len(asyncio.all_tasks()) < 2 * entry.MOST_REFUSALS + 100  # of a line and its request
            async with session.get(f"{base}/api/games", headers={"X-Forwarded-For": "203.0.113.10"}) as other:
                assert other.status == 200
            await until(lambda: not app[GATE].refusals, 20)
            async with session.get(f"{base}/api/games", headers={"X-Forwarded-For": "203.0.113.9"}) as late:
                assert late.status in (200, 429)

    uvloop.run(act())
