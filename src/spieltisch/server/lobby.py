"""All tables by their ids: how they are made, found, brought back after a restart, and closed when nobody comes any more."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from spieltisch import game as find_game
from spieltisch.chance import fresh_secret
from spieltisch.checks import Refused
from spieltisch.door import Seat

from .history import Lines, lines_of
from .house import House
from .limits import check_options
from .seating import add_entropy, begin_when_full, info, keep
from .seats import Chair, Setup, Tokens, chairs_for, hashed, new_id, new_token, seats_held
from .store import Kept
from .table import Table
from .wire import NewDuplicate, NewTable, Seated, SeatWish, TableInfo

TICK_SECONDS = 5.0
TICKS_A_SWEEP = 12
MOST_OF_AN_EVENING = 30  # games at one table
TICKS_A_COLLECTION = 720


class Lobby:
    """The tables in memory, and the way to all others."""

    def __init__(self, house: House, idle_seconds: float = 14 * 24 * 3600.0) -> None:
        self.house = house
        self.idle_seconds = idle_seconds
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}

    # ------------------------------------------------ finding

    async def find(self, table_id: str) -> Table:
        """A table by its id; brought from the store where it is not in memory."""
        table = self.tables.get(table_id)
        if table is not None:
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table:
        kept = await self.house.store.find(table_id)
        if kept is None:
            raise Refused("no_such_table")
        table = Table(self.house, kept, [])
        await table.load()
        self._add(table)
        await table.call(begin_when_full, table)
        return table

    def _add(self, table: Table) -> None:
        self.tables[table.id] = table

    async def public(self) -> list[TableInfo]:
        """Public tables with an open seat."""
        ids = await self.house.store.tables(["open"], public=True)
        found = [await self.find(table_id) for table_id in ids]
        return [await table.call(info, table) for table in found if table.state == "open" and table.setup.open_seats()]

    async def mine(self, tokens: Sequence[str]) -> list[TableInfo]:
        """The tables at which these tokens hold seats."""
        infos = []
        for table_id in await self.house.store.held_by([hashed(token) for token in tokens]) if tokens else []:
            table = await self.find(table_id)
            held: set[Seat] = set()
            for token in tokens:
                with contextlib.suppress(Refused):
                    held.update(seats_held(table.tokens, token))
            infos.append(await table.call(info, table, sorted(held)))
        return infos

    # ------------------------------------------------ making

    async def create(self, new: NewTable, address: str = "") -> Seated:
        """A new table; its opener holds the seats `me` and `local`."""
        game = find_game(new.game)
        check_options(new.options)
        chairs, own = chairs_for(new.seats)
        settled = dict(game.begin(len(chairs), new.start or 0, new.options).options)
        check_options(settled)
        setup = Setup(new.game, settled, chairs, new.start, new.clock, new.pace, new.begin, hints=new.hints)
        return await self._seat_opener(setup, own, new, fresh_secret(), address)

    async def duplicate(self, original: Table, new: NewDuplicate, address: str = "") -> Seated:
        """The same dice and cards for another group, once the first has ended."""
        match = original.match
        if match is None or match.result is None:
            raise Refused("not_over")
        if len(new.seats) != len(original.setup.chairs):
            raise Refused(
                "wrong_length",
                key="seats",
                count=len(new.seats),
                low=len(original.setup.chairs),
                high=len(original.setup.chairs),
            )
        chairs, own = chairs_for(new.seats)
        setup = Setup(
            original.setup.game, original.setup.options, chairs, match.header["start"], new.clock, new.pace, new.begin,
            hints=new.hints,
        )  # fmt: skip
        setup.chance = original.setup.chance or original.id
        setup.entropies = match.header["entropy"]
        return await self._seat_opener(setup, own, new, original.kept.secret, address)

    async def _seat_opener(
        self, setup: Setup, own: list[Seat], new: NewTable | NewDuplicate, secret: bytes, address: str
    ) -> Seated:
        token = new_token()
        table = await self._make(setup, secret, new.public, [(hashed(token), own)], address)
        if own and add_entropy(table, own[0], new.entropy):
            await table.call(keep, table)
        await table.call(begin_when_full, table)
        return Seated(table.id, own[0] if own else None, token, own, table.source.commitment)

    async def rematch(self, old: Table, address: str = "") -> str:
        """The same people again; the start seat moves on. Their tokens hold their seats there too. For the old table's inbox."""
        if old.match is None or old.match.result is None:
            raise Refused("not_over")
        if old.setup.next is None:
            chairs = [Chair(chair.kind, chair.name, chair.level, chair.holder) for chair in old.setup.chairs]
            start = (old.match.header["start"] + 1) % len(chairs)
            setup = Setup(
                old.setup.game, old.setup.options, chairs, start, old.setup.clock, old.setup.pace, "full", hints=old.setup.hints,
                previous=old.id,
            )  # fmt: skip
            table = await self._make(setup, fresh_secret(), False, list(old.tokens), address)
            old.setup.next = table.id
            await keep(old)
            old.tell_all(events=False)
            await table.call(begin_when_full, table)
        return str(old.setup.next)

    async def before(self, table: Table) -> list[tuple[str, Callable[[], Awaitable[Lines]]]]:
        """The games of which this one is a rematch, the latest first, and how to get their lines."""
        found: list[tuple[str, Callable[[], Awaitable[Lines]]]] = []
        previous = table.setup.previous
        while previous is not None and len(found) < MOST_OF_AN_EVENING:
            kept = await self.house.store.find(previous)
            if kept is None or kept.state != "over":
                break
            found.append((previous, partial(self._lines, previous)))
            previous = kept.setup.get("previous")
        return found

    async def _lines(self, table_id: str) -> Lines:
        table = await self.find(table_id)
        return await table.call(lines_of, table)

    async def _make(self, setup: Setup, secret: bytes, public: bool, tokens: Tokens, address: str) -> Table:
        kept = Kept(new_id(), "open", public, msgspec.to_builtins(setup), secret, time.time())
        await self.house.store.create(kept, tokens)
        table = Table(self.house, kept, list(tokens), address)
        self._add(table)
        self.house.report.counts["tables_opened"] += 1
        return table

    # ------------------------------------------------ keeping order

    async def wake(self) -> None:
        """After a restart: tables at which a bot or a clock may be due go on by themselves."""
        for table_id in await self.house.store.tables(["running", "open"], most=1_000_000):
            kept = await self.house.store.find(table_id)
            if kept is not None and needs_nobody(kept):
                with contextlib.suppress(Refused):
                    await self.find(table_id)

    async def sweep(self) -> None:
        """Close what nobody has touched for long, and let go of what nobody looks at."""
        moved = {table.id: table.touched for table in self.tables.values() if table.touched > table.kept.touched}
        if moved:
            await self.house.store.touch(moved)
            for table_id, touched in moved.items():
                if table_id in self.tables:
                    self.tables[table_id].kept.touched = touched
        for table_id in await self.house.store.close_idle(time.time() - self.idle_seconds):
            if table_id in self.tables:
                await self.tables[table_id].call(_close, self.tables[table_id])
        for table in list(self.tables.values()):
            self.let_go(table)

    def let_go(self, table: Table) -> None:
        """A table at which nothing is going on leaves memory."""
        if table.is_resting and self.tables.get(table.id) is table:
            del self.tables[table.id]
            table.close()
            table.match = None  # the bulk of it: not to wait for the search for lost cycles

    async def keep_order(self) -> None:
        """Sweep again and again, and more often look after the sockets."""
        await self.wake()
        for tick in itertools.count(1):
            await asyncio.sleep(TICK_SECONDS)
            try:
                self.check_sockets()
                if tick % TICKS_A_SWEEP == 0:
                    await self.sweep()
                if tick % TICKS_A_COLLECTION == 0:
                    gc.collect()  # everything stands still for that long
            except Exception as problem:
                self.house.report.problem("sweep_failed", problem)

    def check_sockets(self) -> None:
        """Find those that are gone without a word."""
        now = time.monotonic()
        for table in self.tables.values():
            for sockets in table.sockets.values():
                for socket in sockets:
                    socket.check(now)

    def close(self) -> None:
        """All tables leave memory."""
        for table in self.tables.values():
            table.close()


def needs_nobody(kept: Kept) -> bool:
    """May something be due at this table although nobody is connected?"""
    setup: dict[str, Any] = kept.setup
    seats: list[SeatWish | dict[str, Any]] = setup["chairs"]
    kinds = [chair["kind"] for chair in seats]  # type: ignore[index]
    if kept.state == "open":
        return "open" not in kinds and setup["begin"] == "full"
    return setup["clock"] is not None or "bot" in kinds or any(chair["sat_in"] for chair in seats)  # type: ignore[index]


async def _close(table: Table) -> None:
    table.kept.state = "closed"
    table.changed()
    table.tell_all(events=False)
