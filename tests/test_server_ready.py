"""The first start on a machine: the server answers at once and compiles behind it; whoever needs rules is told how far they are."""

import asyncio
import re
import subprocess
import sys
import threading

import aiohttp
import pytest
import walk
from table_clients import Client, Server, get, open_table, post, server_here, until, with_session

from spieltisch import Refused
from spieltisch.rule import COMPILED
from spieltisch.server import ready
from spieltisch.server.api import LOBBY
from spieltisch.server.ready import Readiness

KEY, OTHER = walk.KEYS[:2]
SEATS = [{"kind": "me"}, {"kind": "open"}]


def test_the_share_only_grows_and_ends_at_one():
    async def act():
        readiness = Readiness([KEY, OTHER])
        seen = [readiness.share]
        for key, share in [(KEY, 0.5), (KEY, 0.2), (OTHER, 0.4), (KEY, 1.0), (KEY, 0.3), (OTHER, 1.0)]:
            readiness.told(key, share)
            seen.append(readiness.share)
        assert seen == pytest.approx([0, 0.25, 0.25, 0.45, 0.7, 0.7, 1.0])
        await asyncio.wait_for(readiness.whole(), 5)

    asyncio.run(act())


def test_only_games_that_are_missing_are_refused():
    readiness = Readiness([KEY])
    readiness.told(KEY, 0.42)
    readiness.check(OTHER)
    with pytest.raises(Refused) as refused:
        readiness.check(KEY)
    assert refused.value.reason == "getting_ready" and "42 %" in refused.value.text("de")
    readiness.told(KEY, 1.0)
    readiness.check(KEY)


def test_tables_wait_for_their_rules_and_everybody_is_told_how_far_they_are(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, tokens = await open_table(session, base, KEY, 2)
        readiness = Readiness([KEY])
        async with server_here(tmp_path, ready=readiness) as (base, app, session):
            readiness.told(KEY, 0.6)
            assert (await get(session, f"{base}/healthz"))["ready"] == 0.6
            assert "spieltisch_ready 0.6\n" in await get(session, f"{base}/metrics")
            for url, body in [(f"{base}/api/tables?lang=en", {"game": KEY, "seats": SEATS}), (f"{base}/api/tables/{table}/begin?lang=en", {})]:
                told = (await post(session, url, body, tokens[0], expect=(503,)))["refused"]
                assert told["reason"] == "getting_ready" and "60 %" in told["text"]
            await post(session, f"{base}/api/tables", {"game": OTHER, "seats": SEATS})
            early = await Client(session, base, table, tokens[0]).connect()
            assert (await early.receive())["refused"]["reason"] == "getting_ready"
            with pytest.raises(ConnectionError):
                await early.receive()
            assert early.ws.close_code == aiohttp.WSCloseCode.TRY_AGAIN_LATER
            assert table not in app[LOBBY].tables
            readiness.told(KEY, 1.0)
            assert "ready" not in await get(session, f"{base}/healthz")
            late = await Client(session, base, table, tokens[0]).connect()
            assert (await late.receive())["table"]["id"] == table
            await post(session, f"{base}/api/tables", {"game": KEY, "seats": SEATS})

    asyncio.run(act())


def test_tables_that_go_on_by_themselves_do_so_once_there_are_rules(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            bots = {"game": KEY, "seats": [{"kind": "bot", "level": "random"}] * 2}
            table = (await post(session, f"{base}/api/tables", bots))["table"]
            at = app[LOBBY].tables[table].at
        readiness = Readiness([KEY])
        async with server_here(tmp_path, ready=readiness) as (base, app, session):
            assert table not in app[LOBBY].tables
            readiness.told(KEY, 1.0)
            await until(lambda: table in app[LOBBY].tables and app[LOBBY].tables[table].at > at, 30)

    asyncio.run(act())


def test_games_become_ready_one_by_one_beside_the_event_loop(monkeypatch):
    """What is compiled already is loaded first; the loop hears of every step and never does the work itself."""
    done, threads = [], set()

    def compiled(key, told, _children):
        done.append(("compiled", key))
        told(0.5)

    def played(key):
        done.append(("played", key))
        threads.add(threading.current_thread())

    monkeypatch.setattr(ready, "is_ready", lambda key: key == OTHER)
    monkeypatch.setattr(ready, "compile_apart", compiled)
    monkeypatch.setattr(ready, "play_once", played)

    async def act():
        readiness = Readiness(walk.KEYS)
        await ready.get_ready_behind(readiness)
        await asyncio.wait_for(readiness.whole(), 5)

    asyncio.run(act())
    assert sorted(done) == sorted([("played", key) for key in walk.KEYS] + [("compiled", key) for key in walk.KEYS if key != OTHER])
    assert next(key for what, key in done if what == "played") == OTHER
    assert all(done.index(("compiled", key)) < done.index(("played", key)) for key in walk.KEYS if key != OTHER)
    assert threads and threading.main_thread() not in threads


def test_a_compiler_that_fails_is_no_quiet_matter(monkeypatch):
    monkeypatch.setattr(ready, "is_ready", lambda _key: False)
    monkeypatch.setattr(ready, "play_once", lambda _key: None)
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def act():
        readiness = Readiness(walk.KEYS)
        with pytest.raises(subprocess.CalledProcessError):
            await ready.get_ready_behind(readiness)
        with pytest.raises(Refused):
            readiness.check(KEY)

    asyncio.run(act())


def listed(*which):
    """The processes that are running, those that only wait to be buried left out."""
    found = subprocess.run(["ps", *which, "-o", "pid=,stat="], capture_output=True, text=True).stdout
    return [line.split()[0] for line in found.splitlines() if "Z" not in line]


@pytest.mark.skipif(not COMPILED, reason="compiling is switched off")
def test_with_an_empty_cache_the_page_is_there_at_once_and_nothing_is_left_running(tmp_path, monkeypatch):
    monkeypatch.setenv("SPIELTISCH_CACHE", str(tmp_path / "cache"))

    async def act(session):
        assert 0 <= (await get(session, f"{server.base}/healthz"))["ready"] < 1
        async with session.get(f"{server.base}/") as answer:
            assert answer.status == 200
        assert [game["key"] for game in await get(session, f"{server.base}/api/games")] == list(walk.KEYS)
        told = await post(session, f"{server.base}/api/tables?lang=en", {"game": KEY, "seats": SEATS}, expect=(503,))
        assert re.search(r"\d+ %", told["refused"]["text"])

    with Server(tmp_path / "data", waits=False) as server:
        with_session(act)
        compiling = listed("--ppid", str(server.process.pid))
        assert compiling
        assert server.stop() == 0
        assert listed("--pid", ",".join(compiling)) == []
