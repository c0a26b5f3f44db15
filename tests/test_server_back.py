"""What is taken back: a seat from the bot that sat in, for good and for all to see; and a move, as often as is fair."""

import asyncio
import json

import pytest
import walk
from table_clients import Client, Server, get, open_table, seated, server_here, with_session

from spieltisch.log import Match, dump, replay
from spieltisch.server import taking_back
from spieltisch.server.api import LOBBY

KEY = walk.KEYS[0]


def is_sat_in(frame, seat=0):
    return frame["table"]["seats"][seat]["sat_in"]


async def until_back(client):
    """Play, until the first seat is its person's again."""
    while is_sat_in(client.state):
        ask = client.state["ask"]
        if ask and ask["n"] not in client.asked:
            client.asked.add(ask["n"])
            await client.answer(client.state)
        await client.receive()


async def sit_in_and_back(session, base, way):
    """A bot sits in for the first seat, until its person is back in this way; all have been told so."""
    table, tokens = await open_table(session, base, KEY, 2, pace="human", start=0)
    mine, other = await seated(session, base, table, tokens)
    await mine.say(sit_in=0)
    for client in (mine, other):
        await client.until(lambda frame: "view" in frame and is_sat_in(frame))
    if way == "another device":
        mine = await Client(session, base, table, tokens[0]).connect()
        assert not is_sat_in(await mine.receive())
        await other.until(lambda frame: "view" in frame and not is_sat_in(frame))
    else:  # quicker than the bot, which pauses
        async with asyncio.timeout(30):
            await asyncio.gather(until_back(mine), until_back(other))
    return table, tokens


@pytest.mark.parametrize("way", ["a move", "another device"])
def test_a_seat_taken_back_stays_so_though_the_server_is_killed(tmp_path, way):
    async def before(session):
        table, tokens = await sit_in_and_back(session, server.base, way)
        assert not (await get(session, f"{server.base}/api/tables/{table}"))["seats"][0]["sat_in"]
        return table, tokens

    async def after(session):
        info = await get(session, f"{server.base}/api/tables/{table}")
        assert not info["seats"][0]["sat_in"]
        other = await Client(session, server.base, table, tokens[1]).connect()
        frame = await other.receive()
        while 0 not in frame["table"]["to_act"]:  # until it is the first seat's turn
            if frame["ask"] and frame["ask"]["n"] not in other.asked:
                other.asked.add(frame["ask"]["n"])
                await other.answer(frame)
            frame = await other.receive()
        with pytest.raises(TimeoutError):  # no bot plays it
            while True:
                frame = await other.receive(2)
                assert 0 in frame["table"]["to_act"] and not is_sat_in(frame)

    with Server(tmp_path / "data") as server:
        table, tokens = with_session(before)
        server.kill()
        server.start()
        with_session(after)
        assert server.stop() == 0


def test_whoever_takes_back_a_move_has_the_seat_back_too(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 60.0  # nobody is told of mere presence in between
            table, mine = await able_to_undo(session, base)
            await mine.say(sit_in=0)
            await mine.until(lambda frame: "view" in frame and is_sat_in(frame))
            await mine.say(undo=1, ask=mine.state["at"])
            back = await mine.until(lambda frame: "view" in frame and not is_sat_in(frame))
            assert back["ask"]
            kept = await app[LOBBY].house.store.find(table)
            assert kept.setup["chairs"][0]["sat_in"] is False

    asyncio.run(act())


# ---------------------------------------------------------------- moves


async def able_to_undo(session, base):
    """A table at which the first seat has moved, may take that back, and is asked nothing else."""
    for key in walk.KEYS:
        table, tokens = await open_table(session, base, key, 2, start=1)
        mine, _other = await seated(session, base, table, tokens)
        if mine.state["ask"]:
            await mine.answer(mine.state)
            frame = await mine.receive()
            if frame["table"].get("undo") and not frame["ask"]:
                return table, mine
    raise AssertionError("nobody can take back anything")


def test_a_seat_takes_back_so_often_and_no_more(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 60.0  # nobody is told of mere presence in between
            table, mine = await able_to_undo(session, base)
            undone = 0
            while mine.state["table"].get("undo"):
                assert undone <= taking_back.MOST
                await mine.say(undo=1, ask=mine.state["at"])
                frame = await mine.receive()
                undone += 1
                await mine.say(do=frame["ask"]["moves"][0], ask=frame["ask"]["n"])
                assert "refused" not in await mine.receive()
            assert undone == taking_back.MOST
            await mine.say(undo=1, ask=mine.state["at"])
            refused = await mine.receive()
            assert refused["refused"]["reason"] == "undone_enough" and str(taking_back.MOST) in refused["refused"]["text"]
            lines = app[LOBBY].tables[table].match.lines
            assert sum("undo" in line for line in lines) == undone
            app[LOBBY].tables[table].close()
            del app[LOBBY].tables[table]  # back from the store, the bound is the same
            again = await Client(session, base, table, mine.token).connect()
            assert not (await again.receive())["table"].get("undo")
            await again.say(undo=1, ask=again.state["at"])
            assert (await again.receive())["refused"]["reason"] == "undone_enough"

    asyncio.run(act())


@pytest.mark.parametrize("key", walk.KEYS)
def test_the_bound_begins_anew_with_the_next_turn_and_older_logs_are_still_read(key):
    import random

    import spieltisch

    room, luck = spieltisch.game(key), random.Random(3)
    match = Match.new(room, [{"name": "A"}, {"name": "B"}])
    turns = 0
    while turns < 3:
        actor, text = walk.step(room, match.state, luck)
        match.play(actor, text)
        if actor is spieltisch.CHANCE or match.undoable(actor) is None:
            continue
        assert taking_back.undoable(match, actor)
        for _ in range(3 * taking_back.MOST):  # as one could in earlier days
            match.undo(actor)
            match.play(actor, text)
        assert match.undoable(actor) is not None and not taking_back.undoable(match, actor)
        with pytest.raises(spieltisch.Refused):
            taking_back.check(match, actor)
        while room.to_act(match.state) is not spieltisch.CHANCE:
            match.play(*walk.step(room, match.state, luck))
        turns += 1
    assert json.loads(dump(replay(map(dump, match.lines)).lines[-1])) == match.lines[-1]
