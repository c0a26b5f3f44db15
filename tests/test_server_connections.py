"""Connections that send half a request, or nothing, or never read: they have their time, and never keep anybody else out."""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import aiohttp
import pytest
import uvloop
import walk
from raw_http import HANDSHAKE, answer, asking, is_whole, told
from table_clients import Server, open_table, play_whole, seated, server_here, until, with_session

from spieltisch.server import connections, entry
from spieltisch.server.app import REPORT, RUNNER

KEY = walk.KEYS[0]
HALF = b"GET /api/games HTTP/1.1\r\nHost: local"


class Narrow(Server):
    """A server that may have only so many files open."""

    files = 64

    def start(self):
        popen, limit = subprocess.Popen, f"--nofile={self.files}:{self.files}"
        subprocess.Popen = lambda command, **more: popen(["prlimit", limit, *command], **more)
        try:
            return super().start()
        finally:
            subprocess.Popen = popen


def held(port, count, sent, address="127.0.0.1"):
    """So many connections that sent something and are kept open."""
    lines = []
    for _ in range(count):
        line = socket.create_connection(("127.0.0.1", port), 20, source_address=(address, 0))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(0.2)
        with contextlib.suppress(ConnectionError, TimeoutError):
            line.sendall(sent)
        line.settimeout(20)
        lines.append(line)
    return lines


def let_go(lines):
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    "name, sent",
    [
        ("half a head", HALF),
        ("nothing", b""),
        ("half a body", asking("POST", "/api/tables", Content_Type="application/json", Content_Length=100) + b"{"),
        ("one request", asking("GET", "/api/games")),
        ("a socket without a hello", HANDSHAKE.format(table="{table}").encode()),
        ("many that nobody reads", asking("GET", "/api/openapi.json") * 200),
    ],
    ids=lambda told: told if isinstance(told, str) else "",
)
def test_a_server_with_64_descriptors_and_80_of_these_still_serves(tmp_path, name, sent):
    with Narrow(tmp_path / "data") as server:

        async def act(session):
            table, _ = await open_table(session, server.base, KEY, 2)
            lines = await asyncio.to_thread(held, server.port, 80, sent.replace(b"{table}", table.encode()))
            try:
                await asyncio.sleep(2.5 if name == "many that nobody reads" else 0.5)
                async with asyncio.timeout(20), aiohttp.ClientSession() as newcomers:
                    await play_whole(newcomers, server.base, KEY, 2)
            finally:
                let_go(lines)

        with_session(act)
        open_files = files_of(server.process.pid)
        told_host = [json.loads(line)["event"] for line in server.stderr().splitlines()]
        assert server.stop() == 0
    assert open_files < 60 and len(told_host) <= 4
    assert {"connections_closed_for_room", "connections_refused"} & set(told_host)


def quick(monkeypatch, **limits):
    for name, value in limits.items():
        monkeypatch.setattr(connections if hasattr(connections, name) else entry, name, value)


def heard_until_closed(line, seconds=10):
    line.settimeout(seconds)
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


def test_everything_has_a_time_limit(tmp_path, monkeypatch):
    """Half a head, half a body, silence before and after a request; each with an answer where one is due."""
    quick(monkeypatch, HEAD_SECONDS=0.5, KEEP_SECONDS=0.7, BODY_SECONDS=0.5, SWEEP_SECONDS=0.1)

    async def act():
        async with server_here(tmp_path / "data") as (base, app, _session):
            port = int(base.rpartition(":")[2])
            half_body = asking("POST", "/api/tables", Content_Type="application/json", Content_Length=100) + b"{"
            cases = {"half": HALF, "silent": b"", "body": half_body, "kept": asking("GET", "/api/games"),
                     "second": asking("GET", "/api/games") + HALF}  # fmt: skip
            lines = {name: (await asyncio.to_thread(held, port, 1, sent))[0] for name, sent in cases.items()}
            heard = {name: await asyncio.to_thread(heard_until_closed, line) for name, line in lines.items()}
            return heard, [json.loads(line) for line in app[REPORT].stream.getvalue().splitlines()]

    heard, report = uvloop.run(act())
    assert answer(heard["half"])[0] == 408 and answer(heard["half"])[2]["refused"]["text"]
    assert answer(heard["body"])[0] == 408 and heard["silent"] == b""
    assert b"200 OK" in heard["kept"] and b"200 OK" in heard["second"]
    assert {line["event"] for line in report} == {"connections_too_slow"}


def test_who_never_reads_is_cut_off(tmp_path, monkeypatch):
    quick(monkeypatch, STUCK_SECONDS=0.5, SWEEP_SECONDS=0.1)

    async def act():
        async with server_here(tmp_path / "data") as (base, _app, session):
            port = int(base.rpartition(":")[2])
            lines = await asyncio.to_thread(held, port, 5, b"")
            sent = asking("GET", "/api/openapi.json") * 400
            for line in lines:
                line.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    line.send(sent)

            async def gone(line):
                while True:
                    with contextlib.suppress(BlockingIOError):
                        line.send(asking("GET", "/api/openapi.json"))
                    await asyncio.sleep(0.05)

            for line in lines:
                with pytest.raises(ConnectionError):
                    async with asyncio.timeout(20):
                        await gone(line)
            let_go(lines)
            async with session.get(f"{base}/api/games") as found:
                assert found.status == 200

    uvloop.run(act())


def test_an_answer_read_slowly_is_still_read_whole(tmp_path, monkeypatch):
    quick(monkeypatch, STUCK_SECONDS=1.5, SWEEP_SECONDS=0.1)

    async def act():
        async with server_here(tmp_path / "data") as (base, _app, session):
            async with session.get(f"{base}/api/openapi.json") as found:
                whole = len(await found.read())
            [line] = await asyncio.to_thread(held, int(base.rpartition(":")[2]), 1, asking("GET", "/api/openapi.json"))
            heard = b""
            while not is_whole(heard):
                heard += await asyncio.to_thread(line.recv, max(4096, whole // 20))
                await asyncio.sleep(0.1)
            line.close()
            assert len(heard.partition(b"\r\n\r\n")[2]) == whole

    uvloop.run(act())


def test_a_flood_of_connections_ends_nobody_elses_game(tmp_path):
    """From another address than the two who play; none of theirs may go, and newcomers of that address get in."""
    with Narrow(tmp_path / "data") as server:

        async def act(session):
            table, tokens = await open_table(session, server.base, KEY, 2)
            clients = await seated(session, server.base, table, tokens)
            lines = await asyncio.to_thread(held, server.port, 100, HALF, "127.0.0.9")
            async with asyncio.timeout(20):
                await asyncio.gather(*(client.play() for client in clients))
            heard = await asyncio.to_thread(told, server.port, asking("GET", "/api/games"), 15, "127.0.0.9")
            assert answer(heard)[0] == 200
            let_go(lines)

        with_session(act)


def test_no_descriptor_left_neither_spins_nor_floods_the_log(tmp_path):
    """Should the system's limit bite all the same."""
    with Narrow(tmp_path / "data") as server:
        pid = server.process.pid
        subprocess.run(["prlimit", f"--pid={pid}", f"--nofile={files_of(pid)}:"], check=True)
        lines = held(server.port, 40, HALF)
        before = cpu(pid)
        time.sleep(1.5)
        assert cpu(pid) - before < 1.0
        let_go(lines)
        subprocess.run(["prlimit", f"--pid={pid}", "--nofile=64:"], check=True)
        assert answer(told(server.port, asking("GET", "/healthz")))[0] == 200
        assert len(server.stderr().splitlines()) < 10 and "Traceback" not in server.stderr()


def cpu(pid):
    """Seconds of processor time."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    return sum(map(int, stat.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def files_of(pid):
    """How many files a process has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def test_requests_of_one_address_wait_their_turn_and_those_sent_ahead_are_bounded(tmp_path):
    async def act():
        async with server_here(tmp_path / "data") as (base, _app, session):
            port = int(base.rpartition(":")[2])
            lines = await asyncio.to_thread(held, port, 20, asking("GET", "/api/games") * 200)
            table, _tokens = await open_table(session, base, KEY, 2)
            heard = await asyncio.to_thread(heard_answers, lines[0], 200)
            assert heard == 200 and table
            let_go(lines)

    uvloop.run(act())


def heard_answers(line, count):
    """How many answers come, in time."""
    line.settimeout(20)
    heard = b""
    while heard.count(b"HTTP/1.1 200 OK") < count and (part := line.recv(65536)):
        heard += part
    return heard.count(b"HTTP/1.1 200 OK")


def test_a_long_name_is_not_remembered(tmp_path):
    """Spaces and invisible characters, cleaned away but kept as long as the cleaned name is."""
    code = (
        "import tracemalloc; from spieltisch.server.limits import clean_name; from spieltisch import Refused; tracemalloc.start()\n"
        "for number in range(300):\n"
        "    try: clean_name(' ' * 60000 + str(number))\n"
        "    except Refused: pass\n"
        "print(tracemalloc.get_traced_memory()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2_000_000


def test_nobody_who_dawdles_delays_the_end(tmp_path):
    with Server(tmp_path / "data") as server:
        half_body = asking("POST", "/api/tables", Content_Type="application/json", Content_Length=100) + b"{"
        lines = [line for sent in (HALF, half_body, b"", asking("GET", "/api/games")) for line in held(server.port, 5, sent)]
        time.sleep(0.3)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 4
        let_go(lines)


def test_the_last_connection_of_an_address_is_forgotten(tmp_path):
    async def act():
        async with server_here(tmp_path / "data") as (base, app, session):
            crowd = app[RUNNER].server.crowd
            port = int(base.rpartition(":")[2])
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            lines = await asyncio.to_thread(held, port, 5, HALF, "127.0.0.7")
            await until(lambda: "127.0.0.7" in crowd.guests and crowd.guests["127.0.0.7"].lines == 5)
            await until(lambda: crowd.guests["127.0.0.1"].lines - crowd.guests["127.0.0.1"].strangers == 2)
            let_go(lines)
            for client in clients:
                await client.close()
            await session.close()
            await until(lambda: not crowd.guests and not crowd.lines and crowd.strangers == 0)

    uvloop.run(act())
