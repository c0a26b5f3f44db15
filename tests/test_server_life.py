"""Life at a table: coming and going, a bot that sits in, the clock, slow and failing bots, a failing disk, idle tables, slow sockets."""

import asyncio
import json
import time

import pytest
import walk
from table_clients import Client, get, open_table, play_whole, post, seated, server_here, until

import spieltisch
from spieltisch import bots
from spieltisch.log import replay, verify
from spieltisch.server.api import LOBBY
from spieltisch.server.limits import HEARTBEAT_SECONDS, SILENT_SECONDS

KEY = walk.KEYS[0]


def test_presence_and_a_bot_that_sits_in(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 0.05
            table, tokens = await open_table(session, base, KEY, 2, start=1)
            here, away = await seated(session, base, table, tokens)
            await here.say(sit_in=1)
            assert (await here.receive())["refused"]["reason"] == "not_away"
            await away.close()
            gone = await here.until(lambda frame: "view" in frame and not frame["table"]["seats"][1]["present"])
            assert (gone["events"] == [] and gone["at"] == here.frames[0]["at"]) or gone["at"] > 0
            await here.say(sit_in=1)
            sat = await here.until(lambda frame: "view" in frame and frame["table"]["seats"][1]["sat_in"])
            moved = await here.until(lambda frame: "view" in frame and frame["at"] > sat["at"])
            assert moved["table"]["seats"][1]["sat_in"]
            back = await Client(session, base, table, tokens[1]).connect()
            assert not (await back.receive())["table"]["seats"][1]["sat_in"]
            await asyncio.gather(here.play(), back.play())
            match = replay((await get(session, f"{base}/api/tables/{table}/log")).splitlines())
            assert any(line.get("note") == "sat in" and line["by"] == 1 for line in match.lines) and verify(match)

    asyncio.run(act())


def test_phone_and_laptop_see_the_same(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            phone = await Client(session, base, table, tokens[0]).connect()
            assert await phone.receive() == clients[0].state
            await asyncio.gather(
                *(client.play() for client in clients), phone.until(lambda frame: frame["table"]["state"] == "over", 30)
            )
            assert phone.texts[1:] == clients[0].texts[-len(phone.texts) + 1 :]

    asyncio.run(act())


def test_a_silent_socket_is_asked_and_then_dropped(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            [socket] = app[LOBBY].tables[table].sockets[0]
            reading = asyncio.create_task(clients[0].receive(5))
            socket._pace.when = asked = time.monotonic() - HEARTBEAT_SECONDS - 1
            app[LOBBY].check_sockets()
            await until(lambda: socket._pace.when > asked)
            socket._pace.when = time.monotonic() - SILENT_SECONDS - 1
            app[LOBBY].check_sockets()
            with pytest.raises(ConnectionError):
                await reading

    asyncio.run(act())


def test_the_clock_moves_for_those_who_do_not(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2, clock=5)
            client = (await seated(session, base, table, tokens))[0]
            frame = client.state
            assert frame["table"]["clock"]["seconds"] == 5 and 0 < max(frame["table"]["clock"]["left"].values()) <= 5
            running = app[LOBBY].tables[table]
            running.setup.clock = 0
            await running.call(coroutine(running.changed))
            await client.until(lambda told: told["at"] > frame["at"] + 20)
            assert {line["note"] for line in running.match.lines if isinstance(line.get("by"), int)} == {"clock"}

    asyncio.run(act())


def coroutine(function):
    async def run():
        return function()

    return run


def fail(*_):
    raise ValueError("a bot with a hole in its head")


def dawdle(game, view, moves, luck):
    time.sleep(0.5)
    return moves[0]


def cheat(game, view, moves, luck):
    return "win"


@pytest.mark.parametrize("bot, note", [(fail, "bot failed"), (dawdle, "bot too slow"), (cheat, "bot failed")])
def test_a_bot_that_fails_or_dawdles_is_replaced_and_reported(tmp_path, monkeypatch, bot, note):
    monkeypatch.setitem(bots.LEVELS, "odd", bot)

    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.thinkers.seconds = 0.05
            table, tokens = await open_table(session, base, KEY, 1, 1, level="odd")
            client = await Client(session, base, table, tokens[0]).connect()
            await asyncio.wait_for(client.play(30), 20)
            lines = app[LOBBY].tables[table].match.lines
            notes = [line.get("note") for line in lines if line.get("by") == 1]
            assert notes and set(notes) == {note}
            told = [json.loads(line) for line in app[LOBBY].house.report.stream.getvalue().splitlines()]
            assert {line["event"] for line in told} == {note.replace(" ", "_")} and "hole" not in str(told)
            assert "ValueError" in str(told) or note == "bot too slow"

    asyncio.run(act())


def test_a_bot_gets_the_message_of_its_seat_and_nothing_else(tmp_path, monkeypatch):
    seen = []

    def look(game, view, moves, luck):
        seen.append((view, moves))
        return moves[0]

    monkeypatch.setitem(bots.LEVELS, "look", look)

    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, _clients = await play_whole(session, base, walk.KEYS[1], 1, 1, level="look")
            return await get(session, f"{base}/api/tables/{table}/log")

    match = replay(asyncio.run(act()).splitlines())
    states = [state for action, state in zip(match.actions, match.states, strict=False) if action.by == 1]
    assert [view for view, _ in seen] == [json.loads(json.dumps(match.game.view(state, 1))) for state in states]
    assert [moves for _, moves in seen] == [match.game.legal(state, 1) for state in states]


def test_people_can_follow_a_bot(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, tokens = await open_table(session, base, KEY, 1, 1, pace="human", start=1)
            client = await Client(session, base, table, tokens[0]).connect()
            first = await client.until(lambda frame: frame["view"])
            began = time.monotonic()
            await client.until(lambda frame: frame["at"] > first["at"])
            assert time.monotonic() - began > 0.35

    asyncio.run(act())


def test_idle_tables_are_closed_and_stay_readable(tmp_path):
    async def act():
        async with server_here(tmp_path, idle_days=0.0) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            await app[LOBBY].sweep()
            assert (await get(session, f"{base}/api/tables/{table}"))["state"] == "running"  # somebody is here
            for client in clients:
                await client.close()
            await until(lambda: app[LOBBY].tables[table].is_resting)
            await app[LOBBY].sweep()
            assert table not in app[LOBBY].tables
            info = await get(session, f"{base}/api/tables/{table}", tokens[0])
            assert info["state"] == "closed" and info["yours"] == [0]
            assert len(replay((await get(session, f"{base}/api/tables/{table}/log")).splitlines()).lines) == info["at"]
            late = await Client(session, base, table, tokens[0]).connect()
            await late.receive()
            await late.say(do="pass", ask=1)
            assert (await late.receive())["refused"]["reason"] == "table_closed"

    asyncio.run(act())


def test_a_socket_that_does_not_drain_is_dropped_and_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("spieltisch.server.sockets.MOST_UNSENT", 20_000)

    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            host, port = base.removeprefix("http://").split(":")
            import socket as plain

            deaf = plain.socket()
            deaf.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 2048)
            await asyncio.to_thread(deaf.connect, (host, int(port)))
            upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
            deaf.sendall(
                f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}:{port}\r\n{upgrade}\r\n\r\n".encode()
                + b"\x81\x82\0\0\0\0{}"
            )
            running = app[LOBBY].tables[table]
            await until(lambda: None in running.sockets)
            transport = running.sockets[None][0]._transport
            transport.get_extra_info("socket").setsockopt(plain.SOL_SOCKET, plain.SO_SNDBUF, 4096)
            for _ in range(60):
                running.tell_all()
            await until(lambda: None not in running.sockets)
            for client in clients:
                client.asked.clear()
            await asyncio.wait_for(asyncio.gather(*(client.play() for client in clients)), 30)
            deaf.close()

    asyncio.run(act())


def test_a_graceful_stop_tells_sockets_to_come_back(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            from spieltisch.server.app import send_home

            stopping = asyncio.create_task(send_home(app))
            with pytest.raises(ConnectionError):
                await clients[0].receive()
            assert clients[0].ws.close_code == 1012
            with pytest.raises(ConnectionError):
                await clients[1].receive()
            await stopping

    asyncio.run(act())


def test_house_rules_travel_with_the_table(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            for key in walk.KEYS:
                seats = [{"kind": "me"}, {"kind": "bot"}]
                options = own_rules(key)
                made = await post(
                    session, f"{base}/api/tables", {"game": key, "seats": seats, "options": options, "pace": "instant"}
                )
                client = await Client(session, base, made["table"], made["token"]).connect()
                await client.play()
                match = replay((await get(session, f"{base}/api/tables/{made['table']}/log")).splitlines())
                assert verify(match) and match.header["options"] == json.loads(
                    json.dumps(dict(spieltisch.game(key).begin(2, 0, options).options))
                )

    asyncio.run(act())


def own_rules(key):
    """A house rule of a game, found without knowing the game: the first word that its texts offer and its door takes."""
    words = spieltisch.game(key).words("en")
    for option in words.tables.get("options", {}):
        for value in [*words.tables.get("option_values", {}), True]:
            try:
                settled = spieltisch.game(key).begin(2, 0, {option: value}).options
            except spieltisch.Refused:
                continue
            if settled:
                return {option: value}
    return {}
