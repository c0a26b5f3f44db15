"""A game that was begun in a browser goes on at the server: with its log, its people and its questions, and nothing is believed unchecked."""

import asyncio
import json
import random

import pytest
import walk
from table_clients import Client, get, post, seated, server_here

import spieltisch
from spieltisch import CHANCE, OVER
from spieltisch.chance import seeded
from spieltisch.log import Match, in_lines, replay
from spieltisch.server.api import LOBBY
from spieltisch.server.checkup import look_through
from spieltisch.server.store_file import NAME

KEY = walk.KEYS[0]
ME_AND_LINK = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]


def begun(key, moves=12, seats=2, seed=1, **options):
    """A game after so many moves, as a browser would have written it: nothing is promised about its chance."""
    room, source, luck = spieltisch.game(key), seeded(seed), random.Random(seed)
    match = Match.new(room, [{"name": "Ada"}, *[{"bot": "easy"}] * (seats - 1)], 0, options)
    made = 0
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(room, match.state))
        elif made == moves:
            break
        else:
            seat = min(acting)
            match.play(seat, luck.choice(list(room.legal(match.state, seat))), ms=700)
            made += 1
    return match


def wish(match, seats=ME_AND_LINK, **more):
    return {"log": match.lines, "seats": seats, **more}


@pytest.mark.parametrize("key", walk.KEYS)
def test_a_game_goes_on_where_it_stood_and_everybody_is_told(key, tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            match = begun(key)
            told = await post(session, f"{base}/api/tables/move?lang=en", wish(match, pace="instant"))
            assert told["moved"] == len(match.lines) and told["commit"] == "" and str(len(match.lines)) in told["note"]
            info = await get(session, f"{base}/api/tables/{told['table']}")
            assert (info["state"], info["at"], info["moved"], info["public"]) == ("open", 0, len(match.lines), False)
            friend = await post(session, f"{base}/api/tables/{told['table']}/join?lang=en", {"name": "Bo"})
            assert friend["moved"] == len(match.lines) and "device" in friend["note"]
            clients = await seated(session, base, told["table"], [told["token"], friend["token"]])
            for seat, client in enumerate(clients):
                assert client.state["at"] >= len(match.lines) and client.state["table"]["moved"] == len(match.lines)
                assert client.state["view"] == json.loads(json.dumps(match.game.view(match.state, seat)))
            await asyncio.gather(*(client.play() for client in clients))
            log = await get(session, f"{base}/api/tables/{told['table']}/log")
            whole = replay(in_lines(log))
            assert whole.lines[1 : len(match.lines)] == match.lines[1:] and whole.result is not None
            assert whole.names == ["Ada", "Bo"] and "commit" not in whole.header and "reveal" not in whole.lines[-1]
            await post(session, f"{base}/api/tables/{told['table']}/rematch", {}, told["token"])
            refused = await post(session, f"{base}/api/tables/{told['table']}/duplicate", {"seats": ME_AND_LINK}, told["token"], expect=(409,))
            assert refused["refused"]["reason"] == "duplicate_moved"
            assert app[LOBBY].house.report.counts["games_moved"] == 1

    asyncio.run(act())


def test_it_survives_a_restart_before_and_after_it_goes_on(tmp_path):
    match = begun(KEY)

    async def bring():
        async with server_here(tmp_path) as (base, _app, session):
            return await post(session, f"{base}/api/tables/move", wish(match))

    async def sit_down(told):
        async with server_here(tmp_path) as (base, app, session):
            friend = await post(session, f"{base}/api/tables/{told['table']}/join", {"name": "Bo"})
            clients = await seated(session, base, told["table"], [told["token"], friend["token"]])
            assert app[LOBBY].tables[told["table"]].setup.brought is None
            return friend, [client.state for client in clients]

    async def go_on(told, friend, before):
        async with server_here(tmp_path) as (base, _app, session):
            tokens = [told["token"], friend["token"]]
            clients = [await Client(session, base, told["table"], token).connect() for token in tokens]
            for client, known in zip(clients, before, strict=True):
                again = await client.receive()
                assert [again[key] for key in ("at", "view", "ask")] == [known[key] for key in ("at", "view", "ask")]
            await asyncio.gather(*(client.play() for client in clients))

    told = asyncio.run(bring())
    friend, before = asyncio.run(sit_down(told))
    asyncio.run(go_on(told, friend, before))
    assert list(look_through(tmp_path / NAME, False, lambda *_: None)) == []


def test_bots_and_people_of_one_device_need_nobody_else(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random", "name": "Bot"}]
            told = await post(session, f"{base}/api/tables/move", wish(begun(KEY), seats, pace="instant"))
            client = await Client(session, base, told["table"], told["token"]).connect()
            await client.play()
            assert client.state["table"]["state"] == "over"

    asyncio.run(act())


def broken(match, change):
    lines = json.loads(json.dumps(match.lines))
    change(lines)
    return lines


HEADER = {
    "newer version": lambda lines: lines[0].update(spieltisch=99),
    "unknown game": lambda lines: lines[0].update(game="chess"),
    "no game": lambda lines: lines[0].pop("game"),
    "a game that is no text": lambda lines: lines[0].update(game=[1]),
    "unknown key": lambda lines: lines[0].update(secret="x"),
    "wrong options": lambda lines: lines[0].update(options={"nothing": 1}),
    "long options": lambda lines: lines[0].update(options={"x" * 20_000: 1}),
    "an illegal move": lambda lines: lines[-1].update(do="dance"),
    "a move that is no text": lambda lines: lines[-1].update(do=7),
    "a line of somebody else": lambda lines: lines[-1].update(by=9),
    "a seat that is no number": lambda lines: lines[-1].update(by='0, "undo": 1'),
    "a line that is missing": lambda lines: lines.pop(3),
    "a result that is none": lambda lines: lines.append({"result": {"places": [1, 2]}}),
    "nothing": lambda lines: lines.clear(),
    "no lines": lambda lines: lines.insert(1, {}),
}


@pytest.mark.parametrize("what", HEADER)
def test_a_log_that_is_not_sound_is_refused_with_a_sentence(what, tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            body = {"log": broken(begun(KEY), HEADER[what]), "seats": ME_AND_LINK}
            refused = (await post(session, f"{base}/api/tables/move?lang=en", body, expect=(400,)))["refused"]
            assert refused["text"] and refused["reason"] != "our_fault"
            assert not app[LOBBY].tables and await app[LOBBY].house.store.tables(["open", "running"]) == []
            assert app[LOBBY].house.report.counts["problems"] == 0

    asyncio.run(act())


def test_what_is_over_or_does_not_fit_is_refused(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            url = f"{base}/api/tables/move"
            over = begun(KEY, moves=100_000)
            over.end()
            assert (await post(session, url, wish(over), expect=(409,)))["refused"]["reason"] == "over"
            three = [*ME_AND_LINK, {"kind": "open"}]
            assert (await post(session, url, wish(begun(KEY), three), expect=(400,)))["refused"]["reason"] == "wrong_length"
            odd = [{"kind": "me"}, {"kind": "bot", "level": "god"}]
            await post(session, url, wish(begun(KEY), odd), expect=(400,))
            await post(session, url, wish(begun(KEY), public=True), expect=(400,))
            long = [*begun(KEY).lines[:-1], {**begun(KEY).lines[-1], "note": "x" * 70_000}]
            await post(session, url, {"log": long, "seats": ME_AND_LINK}, expect=(413,))

    asyncio.run(act())
