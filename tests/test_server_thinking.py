"""Thinking at a real server: other people's tables starve nobody, and what nobody waits for is not thought to its end."""

import asyncio
import json
import os
import sqlite3
import threading
import time
from pathlib import Path

import walk
from table_clients import Client, Server, get, open_table, post, seated, server_here, until, with_session

from spieltisch import bots
from spieltisch.bots.wanted import go_on
from spieltisch.server import advice
from spieltisch.server.api import LOBBY
from spieltisch.server.asks import reopened
from spieltisch.server.thinking import LEISURE

KEY = walk.KEYS[0]
CROWD = 40
MOST_THREADS = 24 + (os.cpu_count() or 1)


async def open_bots(session, base, count, level="master", game=KEY, seats=4):
    """Tables at which only bots sit."""
    wish = {"game": game, "seats": [{"kind": "bot", "level": level}] * seats, "pace": "instant"}
    return [(await post(session, f"{base}/api/tables", wish))["table"] for _ in range(count)]


async def figures(session, base):
    """The host's figures by name."""
    lines = (await get(session, f"{base}/metrics")).splitlines()
    return {line.split()[0].removeprefix("spieltisch_"): float(line.split()[1]) for line in lines if line[0] != "#"}


async def turn_of(client, timeout=30):
    """Wait until this person is asked something new."""
    if isinstance(ask := (client.state or {}).get("ask"), dict) and ask["n"] not in client.asked:
        return client.state
    return await client.until(lambda frame: isinstance(frame.get("ask"), dict) and frame["ask"]["n"] not in client.asked, timeout)


async def bots_take(client, moves, until_at):
    """Play some moves; the longest time until it was this person's turn again."""
    longest = 0.0
    for _ in range(moves):
        frame = await turn_of(client)
        client.asked.add(frame["ask"]["n"])
        began = time.monotonic()
        await client.answer(frame)
        await turn_of(client, until_at)
        longest = max(longest, time.monotonic() - began)
    return longest


def test_a_crowd_of_masters_starves_no_neighbour(tmp_path):
    async def act(session):
        tables = await open_bots(session, server.base, CROWD)
        onlookers = [await Client(session, server.base, table).connect() for table in tables]  # so they play on at once
        await asyncio.sleep(1)
        table, tokens = await open_table(session, server.base, KEY, 1, 1, level="easy", start=0)
        client = await Client(session, server.base, table, tokens[0]).connect()
        await turn_of(client)
        assert await bots_take(client, 5, 30) < 4
        began = time.monotonic()
        await client.say(hint=(await turn_of(client))["ask"]["n"])
        told = await client.until(lambda frame: "hint" in frame, 40)
        assert told["hint"]["moves"] and time.monotonic() - began < 6
        told = await figures(session, server.base)
        assert told["waiting_deep_alone"] > CROWD / 2 and told["waiting_quick"] == told["waiting_tip"] == 0
        assert told["bots_too_slow_total"] == told["bots_failed_total"] == 0
        await asyncio.sleep(11 - min(11, time.monotonic() - started))  # longer than a bot may think
        for onlooker in onlookers:
            await onlooker.close()
        return await figures(session, server.base)

    with Server(tmp_path / "data") as server:
        started = time.monotonic()
        told = with_session(act)
        threads = len(list(Path(f"/proc/{server.process.pid}/task").iterdir()))
        began = time.monotonic()
        assert server.stop() == 0 and time.monotonic() - began < 8
        assert "bot_too_slow" not in server.stderr() and "Traceback" not in server.stderr()
    assert told["bots_too_slow_total"] == told["bots_failed_total"] == 0 and told["moves_total"] > 10
    assert threads < MOST_THREADS
    kept = sqlite3.connect(tmp_path / "data" / "spieltisch.sqlite")
    notes = [line for row in kept.execute("select * from lines") for line in row if "bot too slow" in str(line)]
    kept.close()
    assert not notes


def test_where_nobody_is_bots_take_their_time_until_somebody_comes(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            [table] = await open_bots(session, base, 1, "random", walk.KEYS[1], 2)
            running = app[LOBBY].tables[table]
            await until(lambda: running.state == "running")
            began, first = time.monotonic(), running.at
            await asyncio.sleep(2)
            moved = sum(isinstance(line.get("by"), int) for line in running.match.lines[first:])
            assert moved <= 1 + (time.monotonic() - began) / LEISURE[0]
            began, first = time.monotonic(), running.at
            onlooker = await Client(session, base, table).connect()
            await onlooker.until(lambda frame: frame["at"] > first + 20 or frame["table"]["state"] == "over")
            assert time.monotonic() - began < 8  # at leisure ten moves at the least would take longer

    asyncio.run(act())


def ponder(game, view, moves, luck):
    """A bot that never comes to an end, as long as it is wanted."""
    while True:
        go_on()
        time.sleep(0.001)


def test_a_closed_table_and_a_seat_taken_back_end_their_thoughts(tmp_path, monkeypatch):
    monkeypatch.setitem(bots.LEVELS, "ponder", ponder)

    async def act():
        async with server_here(tmp_path, idle_days=0.0) as (base, app, session):
            house = app[LOBBY].house

            def running():
                return house.workers.gauges()["thoughts_running"]

            table, tokens = await open_table(session, base, KEY, 1, 1, level="ponder", start=1)
            [client] = await seated(session, base, table, tokens)
            await until(lambda: running() == 1)
            await client.close()  # with somebody connected it would not be idle
            await until(lambda: not app[LOBBY].tables[table].sockets)
            await app[LOBBY].sweep()
            assert (await get(session, f"{base}/api/tables/{table}"))["state"] == "closed"
            await until(lambda: running() == 0)
            assert house.report.counts["bots_too_slow"] == 0

            monkeypatch.setattr("spieltisch.server.thinking.SIT_IN", "ponder")
            table, tokens = await open_table(session, base, KEY, 2, start=0)
            clients = await seated(session, base, table, tokens)
            await clients[0].say(sit_in=0)
            await until(lambda: running() == 1)
            again = await Client(session, base, table, tokens[0]).connect()
            await until(lambda: running() == 0)
            asked = await again.until(lambda frame: isinstance(frame.get("ask"), dict))
            await again.answer(asked)
            await clients[1].until(lambda frame: frame["at"] > asked["at"])

    asyncio.run(act())


def test_a_tip_ends_with_its_question_and_with_its_socket(tmp_path, monkeypatch):
    monkeypatch.setattr(advice, "best_moves", lambda *_: ponder(None, None, None, None))

    async def act():
        async with server_here(tmp_path) as (base, app, session):
            def running():
                return app[LOBBY].house.workers.gauges()["thoughts_running"]

            table, tokens = await open_table(session, base, KEY, 2, start=0)
            client, _ = await seated(session, base, table, tokens)
            asked = await turn_of(client)
            await client.say(hint=asked["ask"]["n"])
            await until(lambda: running() == 1)
            await client.say(hint=asked["ask"]["n"])
            assert (await client.until(lambda frame: "refused" in frame))["refused"]["reason"] == "hint_busy"
            await client.answer(asked)
            told = await client.until(lambda frame: "hint" in frame)
            assert (told["hint"]["ask"], told["hint"]["moves"]) == (asked["ask"]["n"], [])
            await until(lambda: running() == 0)
            await client.until(lambda frame: "view" in frame)

            table, tokens = await open_table(session, base, KEY, 2, start=0)
            client, _ = await seated(session, base, table, tokens)
            await client.say(hint=(await turn_of(client))["ask"]["n"])
            await until(lambda: running() == 1)
            await client.close()
            await until(lambda: running() == 0)
            assert not app[LOBBY].tables[table].advised

    asyncio.run(act())


def test_a_table_brought_back_waits_for_nobody_elses_crowd(tmp_path, monkeypatch):
    """Opening is shared by address like all else: thirty that one address wants are not in front of a neighbour's one."""
    opened, go = [], threading.Event()

    def in_time(lines):
        go.wait(60)
        opened.append(json.loads(lines[0])["id"])
        return reopened(lines)

    async def act():
        async with server_here(tmp_path, trust_proxy=1, grace=0.0) as (base, app, session):
            wish = {"game": KEY, "seats": [{"kind": "me"}, {"kind": "local"}]}
            tables = [(await post(session, f"{base}/api/tables", wish))["table"] for _ in range(30)]
            lobby = app[LOBBY]
            await until(lambda: all(table.state == "running" for table in lobby.tables.values()))
            for table in list(lobby.tables.values()):
                await until(lambda: table.is_resting)  # noqa: B023
                lobby.let_go(table)
            monkeypatch.setattr("spieltisch.server.table.reopened", in_time)

            async def look(table, address):
                headers = {"X-Forwarded-For": address}
                async with session.ws_connect(f"{base}/ws/tables/{table}", headers=headers) as ws:
                    await ws.send_str("{}")
                    assert (await ws.receive_json(timeout=30))["at"]

            crowd = [asyncio.create_task(look(table, "203.0.113.1")) for table in tables[1:]]
            await until(lambda: lobby.house.workers.gauges()["waiting_opening"] == 28, 30)  # and one is being opened
            neighbour = asyncio.create_task(look(tables[0], "203.0.113.2"))
            await until(lambda: lobby.house.workers.gauges()["waiting_opening"] == 29, 30)
            go.set()
            await asyncio.gather(neighbour, *crowd)
            assert opened.index(tables[0]) == 1

    asyncio.run(act())
