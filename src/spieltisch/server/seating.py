"""What happens around the game at a table: joining, beginning, coming and going, a bot that sits in, a rematch.

Each of these is put into the table's inbox (`table.call(join, table, …)`)."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.bots import bot
from spieltisch.chance import Fair
from spieltisch.checks import Refused
from spieltisch.door import Seat
from spieltisch.log import Match

from .limits import MOST_ONLOOKERS, MOST_SOCKETS, clean_name
from .moving import go_on
from .seats import Chair, Device, device_id, hashed, new_token, seats_held, sit_down, today
from .wire import Hello, Seated, TableInfo

if TYPE_CHECKING:
    from .sockets import Socket
    from .table import Table


async def keep(table: Table, *tokens: tuple[bytes, list[int]]) -> None:
    """Write down who sits here."""
    table.kept.setup = msgspec.to_builtins(table.setup)
    await table.house.store.change(table.kept, tokens)
    table.tokens.extend(tokens)


async def rename(table: Table, seats: list[Seat], seat: Seat | None, name: str) -> TableInfo:
    """Somebody at the table is called otherwise from now on; a finished game keeps its names."""
    wanted = seats[0] if seat is None else seat
    if wanted not in seats:
        raise Refused("not_your_seat", seat=wanted)
    if table.state not in ("open", "running"):
        raise Refused("over")
    table.setup.chairs[wanted].name = clean_name(name)
    await keep(table)
    table.changed()
    table.tell_all(events=False)
    return await info(table, seats)


async def info(table: Table, yours: list[Seat] | None = None) -> TableInfo:
    """The table, as everybody may know it."""
    return table.messages.info(yours)


# ---------------------------------------------------------------- before the game


async def join(table: Table, name: str, wanted: Seat | None) -> Seated:
    """Somebody with the link takes an open seat."""
    if table.state == "closed":
        raise Refused("table_closed")
    if table.state != "open":
        raise Refused("seat_taken")
    seat = sit_down(table.setup, name, wanted)
    token = new_token()
    table.setup.seen[str(seat)] = today()
    await keep(table, (hashed(token), [seat]))
    table.changed()
    table.tell_all()
    await begin_when_full(table)
    return seated(table, seat, token, [seat])


def seated(table: Table, seat: Seat | None, token: str, seats: list[Seat]) -> Seated:
    """The answer to whoever has got a seat: from here on the commitment has been seen."""
    told = Seated(table.id, seat, token, seats, table.commitment)
    if table.setup.moved:
        told.moved = table.setup.moved
    if table.setup.chance is not None:
        told.duplicate, told.chance = True, table.setup.chance
    return told


def add_entropy(table: Table, holder: Seat, entropy: str | None) -> bool:
    """What a person's client adds to chance; the first word counts, none after the start, and none to dice that have fallen before."""
    if not entropy or table.state != "open" or table.setup.is_duplicate or table.setup.moved or str(holder) in table.setup.entropy:
        return False
    table.setup.entropy[str(holder)] = entropy
    return True


async def begin_when_full(table: Table) -> None:
    """Begin once all seats are taken and everybody has been heard, with or without entropy; nobody is waited for long."""
    setup = table.setup
    if table.state != "open" or setup.begin != "full" or setup.open_seats():
        return
    if all(holder in table.heard or str(holder) in setup.entropy for holder in setup.holders):
        await begin(table)
    elif "begin" not in table.timers:
        loop = asyncio.get_running_loop()
        table.timers["begin"] = loop.call_later(table.house.grace, table.post, begin, table)


async def begin_now(table: Table, fill: str | None) -> None:
    """Begin by hand; bots may take the seats that are still open."""
    if table.state != "open":
        raise Refused("already_begun")
    if table.setup.open_seats() and fill is None:
        raise Refused("seats_open")
    if fill is not None:
        bot(fill)
        for seat in table.setup.open_seats():
            table.setup.chairs[seat] = Chair("bot", table.setup.chairs[seat].name, fill)
        await keep(table)
    await begin(table)


async def begin(table: Table) -> None:
    """All seats are taken: a new game, or one that was brought goes on."""
    timer = table.timers.pop("begin", None)
    if timer is not None:
        timer.cancel()
    if table.state != "open" or table.setup.open_seats():
        return
    if table.setup.brought is not None:
        await go_on(table)
    else:
        await table.begin(new_match(table))


def new_match(table: Table) -> Match:
    """The log's header: from here on nothing about chance can be chosen any more."""
    setup = table.setup
    entropies = setup.entropies
    if entropies is None:
        entropies = [setup.entropy.get(str(holder)) or secrets.token_hex(16) for holder in setup.holders]
    source = Fair(table.kept.secret, setup.chance or table.id, entropies, setup.shifted)
    start, lot = (setup.start, None) if setup.start is not None else (source.below(len(setup.chairs)), "start")
    own = setup.entropies is None
    seats = [chair.as_header(own and str(chair.holder) not in setup.entropy) for chair in setup.chairs]
    more = {"id": table.id, "commit": source.commitment, "entropy": entropies, "chance": setup.chance, "lot": lot,
            "legs": None if setup.legs is None else msgspec.to_builtins(setup.legs), "shifted": setup.shifted or None}  # fmt: skip
    return Match.new(table.game, seats, start, setup.options, **more)


# ---------------------------------------------------------------- coming and going


async def arrive(table: Table, socket: Socket, hello: Hello) -> None:
    """A socket shows its token, or looks on; it is told where the table stands."""
    if hello.lang is not None:
        socket.lang = hello.lang
    seats = [] if hello.token is None else seats_held(table.tokens, hello.token)
    viewers: list[Seat | None] = [*seats] or [None]
    if len(table.sockets.get(viewers[0], [])) >= (MOST_SOCKETS if seats else MOST_ONLOOKERS):
        raise Refused("too_many")
    socket.seats = tuple(seats)
    if hello.token is not None:
        socket.device = device_id(hashed(hello.token))
        table.setup.devices.setdefault(socket.device, Device()).seen = time.time()
    before = table.present()
    is_back = False
    if seats:
        table.heard.add(seats[0])
        is_back = give_back(table, seats)
        if add_entropy(table, seats[0], hello.entropy) | is_back | was_seen(table, seats[0]):
            await keep(table)
    for seat in viewers:
        table.sockets.setdefault(seat, []).append(socket)
    if seats and not table.address:
        table.address = socket.address  # nobody remembers who opened it
    table.bots.hurry()
    begun = table.at
    was_told = table.present() != before and presence_changed(table)
    if is_back:
        table.changed()
        table.tell_all(events=False)
        was_told = True
    if seats:
        await begin_when_full(table)
    if table.at == begun and not was_told:
        table.tell_one(socket)


def give_back(table: Table, seats: Sequence[Seat]) -> bool:
    """Whoever comes back, or moves, gets the seat from the bot that sat in; True where one did: that has to be kept and told."""
    taken = [seat for seat in seats if table.setup.chairs[seat].sat_in]
    for seat in taken:
        table.setup.chairs[seat].sat_in = False
    return bool(taken)


def seat_taken_back(table: Table, seat: Seat) -> dict[str, Any] | None:
    """A person acts: if a bot sat in for the seat, what is now to be kept of the table with the move."""
    if not table.setup.chairs[seat].sat_in:
        return None
    give_back(table, [seat])
    table.kept.setup = msgspec.to_builtins(table.setup)
    return table.kept.setup


def was_seen(table: Table, holder: Seat) -> bool:
    """Keep in mind on which day somebody was last here; that can wait while the disk fails."""
    if table.setup.seen.get(str(holder)) == today() or table.house.store.trouble is not None:
        return False
    table.setup.seen[str(holder)] = today()
    return True


async def leave(table: Table, socket: Socket) -> None:
    """A socket is gone."""
    before = table.present()
    for seat, sockets in list(table.sockets.items()):
        if socket in sockets:
            sockets.remove(socket)
        if not sockets:
            del table.sockets[seat]
    if table.present() != before:
        presence_changed(table)


def presence_changed(table: Table) -> bool:
    """Before the game presence is told at once (True); during it with the next move, or after a while."""
    table.messages.forget()
    if table.match is None:
        table.tell_all()
        return True
    if "presence" not in table.timers:
        loop = asyncio.get_running_loop()
        table.timers["presence"] = loop.call_later(table.house.hush, table.post, tell_presence, table)
    return False


async def tell_presence(table: Table) -> None:
    """Who is here now; nothing else has happened."""
    table.timers.pop("presence", None)
    table.tell_all(events=False)


async def sit_in(table: Table, by: Seat, seat: Seat) -> None:
    """A bot sits in for somebody who is away, or for oneself; until the seat's own person is back."""
    if table.state != "running":
        raise Refused("not_begun" if table.state == "open" else "over")
    if seat >= len(table.setup.chairs):
        raise Refused("no_such_seat", seat=seat, seats=len(table.setup.chairs))
    chair = table.setup.chairs[seat]
    if chair.kind == "bot" or (seat in table.present() and chair.holder != table.setup.chairs[by].holder):
        raise Refused("not_away", seat=seat)
    if not chair.sat_in:
        chair.sat_in = True
        await keep(table)
        table.changed()
        table.tell_all(events=False)
