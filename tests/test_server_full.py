"""A disk on which nothing can be written any more, with a real file on a real port: health says so, nothing is lost, the log stays short."""

import asyncio
import json
import resource
import subprocess
import sys
from functools import partial

import pytest
import walk
from table_clients import Client, Server, get, open_table, post, seated, with_session

from spieltisch.log import replay, verify
from spieltisch.server.store_file import NAME

pytestmark = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")


def fill(server):
    """No file of the server may grow any more, as on a full disk; whatever is written at its end fails."""
    least = min((server.data / f"{NAME}{end}").stat().st_size for end in ("", "-wal"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (least // 2, resource.RLIM_INFINITY))


def clear(server):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def healthy(session, base, status):
    """Wait until /healthz answers with this status; what it says."""
    async with asyncio.timeout(30):
        while True:
            async with session.get(f"{base}/healthz?lang=en") as answer:
                told = await answer.json()
                if answer.status == status:
                    return told
            await asyncio.sleep(0.1)


def test_a_full_disk_is_told_everywhere_and_nothing_is_lost(tmp_path):
    async def act(session):
        base = server.base
        table, tokens = await open_table(session, base, walk.KEYS[0], 2, start=0)
        clients = await seated(session, base, table, tokens)
        bots = await post(session, f"{base}/api/tables", {"game": walk.KEYS[1], "seats": [{"kind": "bot", "level": "random"}] * 2, "pace": "instant"})
        slow = [
            await post(session, f"{base}/api/tables", {"game": key, "seats": [{"kind": "bot", "level": "easy"}] * 3, "pace": "human"})
            for key in walk.KEYS
        ]
        assert (await healthy(session, base, 200))["ok"] is True
        fill(server)
        asked = clients[0]
        before = asked.state
        move = {"do": before["ask"]["moves"][0], "ask": before["ask"]["n"]}
        for _ in range(3):
            await asked.say(**move)
            refused = await asked.until(lambda frame: "refused" in frame)
            assert refused["refused"]["reason"] == "cannot_keep" and refused["ask"] == move["ask"]
            assert "try again" in refused["refused"]["text"]
        told = await healthy(session, base, 503)
        assert told["ok"] is False and told["refused"]["reason"] == "cannot_keep" and "kept" in told["refused"]["text"]
        await post(session, f"{base}/api/tables", {"game": walk.KEYS[0], "seats": [{"kind": "me"}, {"kind": "open"}]}, expect=503)
        info = await get(session, f"{base}/api/tables/{table}")  # reading goes on
        assert info["at"] == before["at"] and info["to_act"] == [0]
        again = await Client(session, base, table, tokens[0], lang="en").connect()  # and so does coming back
        assert (await again.receive())["ask"] == before["ask"]
        await asyncio.sleep(4)  # bots and tables try again and again
        lines = [json.loads(line) for line in server.stderr().splitlines() if line.startswith("{")]
        assert 0 < len(lines) < 15, lines
        assert any("disk" in str(line.get("why")) for line in lines)
        assert "spieltisch_store_failing 1" in await get(session, f"{base}/metrics")
        clear(server)
        await healthy(session, base, 200)
        await asked.say(**move)
        moved = await asked.until(lambda frame: frame.get("at", 0) > before["at"])
        assert moved["table"]["state"] == "running"
        for made in slow:  # they go on by themselves
            watching = await Client(session, base, made["table"]).connect()
            first = await watching.receive()
            await watching.until(lambda frame, first=first: frame["at"] > first["at"])
        for client in clients:
            client.asked.clear()
            client.state = None
            await client.say(lang="en")
        await asyncio.gather(*(client.play() for client in clients))
        assert verify(replay((await get(session, f"{base}/api/tables/{table}/log")).split("\n")[:-1]))
        assert (await get(session, f"{base}/api/tables/{bots['table']}"))["state"] in ("running", "over")

    with Server(tmp_path / "data") as server:
        with_session(act)
        assert server.stop() == 0


def test_whoever_starts_on_a_full_disk_is_told_what_to_do(tmp_path):
    with Server(tmp_path / "data") as server:
        assert server.stop() == 0
    command = [sys.executable, "-m", "spieltisch", "serve", "--port", "0", "--data", str(server.data)]
    for lang, words in (("en", "Is the disk full?"), ("de", "Ist die Platte voll?")):
        limited = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        done = subprocess.run([*command, "--lang", lang], capture_output=True, text=True, timeout=120, preexec_fn=limited)
        assert done.returncode == 1 and words in done.stderr and "Traceback" not in done.stderr, done


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path):
    async def act(session):
        table, tokens = await open_table(session, server.base, walk.KEYS[0], 2, start=0)
        clients = await seated(session, server.base, table, tokens)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))  # standard error is a file too
        await clients[0].answer(clients[0].state)
        assert (await clients[0].receive())["refused"]["reason"] == "cannot_keep"
        await healthy(session, server.base, 503)
        assert (await get(session, f"{server.base}/api/tables/{table}"))["id"] == table
        clear(server)
        await healthy(session, server.base, 200)
        assert "reports_lost_total" in await get(session, f"{server.base}/metrics")

    with Server(tmp_path / "data") as server:
        with_session(act)
        assert server.stop() == 0
