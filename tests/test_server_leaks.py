"""The leak audit at the table: two tables that differ only in what a seat may not know give that seat the same bytes."""

import asyncio
import random

import msgspec
import pytest
import walk
from table_clients import Client, open_table, server_here

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.log import Action, Match
from spieltisch.server.asks import Asks
from spieltisch.server.house import House
from spieltisch.server.report import Report
from spieltisch.server.seats import Chair, Setup
from spieltisch.server.store import Kept
from spieltisch.server.table import Table
from spieltisch.server.wire import Said

rooms = pytest.mark.parametrize("key", walk.KEYS)


class Ear:
    """A socket that keeps what it is told."""

    def __init__(self, seat):
        self.seats = (seat,)
        self.told = []

    def tell(self, seat, message):
        self.told.append(message)

    def refuse(self, refused, ask=None, seat=None, names=None):
        self.told.append((refused.reason, refused.text("de", names), ask).__repr__().encode())


class NoStore:
    is_failing = False

    def append(self, *_):
        return asyncio.ensure_future(asyncio.sleep(0))


def table_at(key, states, actions, lines, secret):
    setup = Setup(
        key, {}, [Chair("person", "A", holder=0), Chair("person", "B", holder=1), Chair("person", "C", holder=2)]
    )
    table = Table(
        House(NoStore(), Report(), None, None), Kept("same", "running", False, msgspec.to_builtins(setup), secret, 0.0), []
    )
    table.match = Match.new(spieltisch.game(key), [{"name": name} for name in "ABC"], id="same", commit="", entropy=[])
    table.match.states, table.match.actions, table.match.lines = list(states), list(actions), list(lines)
    table.asks = Asks()
    table.asks.follow(table.game, table.match.state, len(lines))
    table.source.__dict__["commitment"] = "the same"
    return table


@rooms
def test_whatever_is_hidden_the_messages_and_refusals_are_the_same_bytes(key):
    room = spieltisch.game(key)
    luck = random.Random(5)
    checked = 0
    for seed in range(3):
        source = random.Random(seed)
        match = Match.new(room, [{"name": name} for name in "ABC"], id="same", commit="", entropy=[])
        while room.to_act(match.state) is not OVER:
            match.play(*walk.step(room, match.state, source))
            if room.to_act(match.state) is CHANCE or luck.random() < 0.8:
                continue
            for seat in (None, 0, 1, 2):
                guessed = room.guess(room.view(match.state, seat), luck)
                real = table_at(key, match.states, match.actions, match.lines, b"r" * 32)
                other = table_at(key, [*match.states[:-1], guessed], match.actions, match.lines, b"o" * 32)
                assert real.messages.of(seat) == other.messages.of(seat)
                if seat is None:
                    continue
                ears = [Ear(seat), Ear(seat)]
                for text in ("pass", "skip", "play 3", "place 1 on 1", "write bell 3 at 1", "x", ""):
                    if text in room.legal(match.state, seat):
                        continue
                    for table, ear in zip((real, other), ears, strict=True):
                        said = Said(do=text, ask=table.asks.open.get(seat, 3))
                        asyncio.run(table.hear(ear, seat, said))
                assert ears[0].told == ears[1].told and ears[0].told
                checked += 1
    assert checked > 10


@rooms
def test_of_a_hidden_entry_only_that_it_was_made_and_who_still_acts_is_told(key):
    """Whatever a seat enters unseen, all others get the same bytes, as long as the same seats are to act afterwards."""
    room, luck, checked = spieltisch.game(key), random.Random(8), 0
    match = Match.new(room, [{"name": name} for name in "ABC"], id="same", commit="", entropy=[])
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is not CHANCE and len(acting) > 1:
            checked += check_entries(key, match, luck.choice(sorted(acting)))
        match.play(*walk.step(room, match.state, luck))
    assert checked > 50 or key != "sailorman"


def check_entries(key, match, seat):
    """All moves of a seat after which the same seats are to act are the same to the others."""
    room, told = match.game, {}
    for move in room.legal(match.state, seat):
        after = room.play(match.state, seat, move)
        if (acting := room.to_act(after)) is CHANCE or acting is OVER:
            continue  # all are done: now it is told
        table = table_at(key, [*match.states, after], [*match.actions, Action(seat, move, len(match.lines))], [*match.lines, {}], b"s" * 32)
        heard = [
            (table.messages.of(other), [one for audience, one in table.match.told(len(match.actions)) if other in audience])
            for other in (None, 0, 1, 2)
            if other != seat
        ]
        assert told.setdefault(acting, heard) == heard
    return len(told)


@rooms
def test_two_tables_with_the_same_open_chance_tell_a_seat_the_same(key, tmp_path, monkeypatch):
    """Over real sockets: the same dice and cards, the same moves of seat 0, other hidden moves of seat 1 in a simultaneous choice."""
    room = spieltisch.game(key)
    monkeypatch.setattr("spieltisch.server.lobby.fresh_secret", lambda: b"\x07" * 32)
    names = iter(["a" * 16, "b" * 16])
    monkeypatch.setattr("spieltisch.server.lobby.new_id", lambda: next(names))
    monkeypatch.setattr("spieltisch.server.seating.secrets.token_hex", lambda _: "same")

    async def one(session, base, choice):
        table, tokens = await open_table(session, base, key, 2, start=0)
        clients = [await Client(session, base, table, token).connect() for token in tokens]
        frames = [await client.until(lambda frame: frame["view"]) for client in clients]
        if len(frames[0]["table"]["to_act"]) == 2:
            moves = frames[1]["ask"]["moves"]
            await clients[1].say(do=moves[choice % len(moves)], ask=frames[1]["ask"]["n"])
            await clients[0].until(lambda frame: frame["at"] > frames[0]["at"])
        await clients[0].say(do="x", ask=clients[0].state["ask"]["n"] if clients[0].state["ask"] else 1)
        await clients[0].until(lambda frame: "refused" in frame)
        return [text.replace(table, "id") for text in clients[0].texts]

    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            monkeypatch.setattr(
                "spieltisch.server.seating.Fair", lambda secret, table, entropies, shifted: same_fair(secret, entropies)
            )
            monkeypatch.setattr("spieltisch.log.chance_of", lambda match: "same")
            return await one(session, base, 0), await one(session, base, 1)

    from spieltisch.chance import Fair

    def same_fair(secret, entropies):
        return Fair(secret, "same", entropies)

    first, second = asyncio.run(act())
    assert first == second and len(first) >= 3
    assert room.key == key


def test_a_refusal_is_told_to_its_sender_alone(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, tokens = await open_table(session, base, walk.KEYS[0], 2)
            clients = [await Client(session, base, table, token).connect() for token in tokens]
            frames = [await client.until(lambda frame: frame["view"]) for client in clients]
            asked = next(seat for seat in (0, 1) if frames[seat]["ask"])
            await clients[asked].say(do="nonsense", ask=frames[asked]["ask"]["n"])
            assert "refused" in await clients[asked].receive()
            with pytest.raises(TimeoutError):
                await clients[1 - asked].receive(0.3)

    asyncio.run(act())
    assert Refused("stale").reason == "stale"
