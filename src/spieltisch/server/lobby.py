"""All tables by their ids: how they are made, found, brought back after a restart, and closed when nobody comes any more."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence, Set
from functools import partial
from typing import Any

import msgspec

from spieltisch import game as find_game
from spieltisch.chance import fresh_secret
from spieltisch.checks import Refused
from spieltisch.door import Seat
from spieltisch.legs import FIRST, RETURN

from .history import Lines, lines_of
from .house import House
from .limits import check_options
from .seating import begin_when_full, info, keep, seated
from .seats import Chair, Setup, Tokens, chairs_for, hashed, new_id, new_token, today, who_is_missing
from .store import Damaged, Kept, StoreFailed
from .table import Table
from .wire import Deleting, Legs, NewDuplicate, NewTable, Seated, TableInfo

TICK_SECONDS = 5.0
MOST_DELETED = 200  # old tables in one sweep,
DELETED_AT_ONCE = 20  # of them in one transaction: moves wait for the writer, and its pages may lie anywhere in the file
TICKS_A_SWEEP = 12
MOST_OF_AN_EVENING = 30  # games at one table
TICKS_A_COLLECTION = 720


class Lobby:
    """The tables in memory, and the way to all others."""

    def __init__(self, house: House, idle_seconds: float = 14 * 24 * 3600.0, keep_seconds: float = 0.0) -> None:
        self.house = house
        self.idle_seconds = idle_seconds
        self.keep_seconds = keep_seconds  # of finished and closed tables; 0 is for ever
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | Refused]] = {}

    # ------------------------------------------------ finding

    async def find(self, table_id: str, address: str = "") -> Table:
        """A table by its id; brought from the store where it is not in memory, at the expense of the address that wants it.

        One that cannot be read is refused."""
        if table_id in self.house.aside:
            raise Refused("table_damaged")
        table = self.tables.get(table_id)
        if table is not None:
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id, address))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        found = await asyncio.shield(loading)
        if isinstance(found, Refused):
            raise Refused(found.reason)
        return found

    async def _load(self, table_id: str, address: str) -> Table | Refused:
        """A table from the store, or why not: raised in this task, a refusal would hold the task and the task the refusal."""
        try:
            kept = await self.house.store.find(table_id)
            if kept is None:
                return Refused("no_such_table")
            table = Table(self.house, kept, [])
            await table.load(address)
        except Refused as refused:
            return Refused(refused.reason)
        except Damaged as damage:
            self.house.set_aside(table_id, damage)
            return Refused("table_damaged")
        except StoreFailed as problem:
            self.house.report.problem("store_failed", problem, why=str(problem))
            return Refused("cannot_keep")
        self._add(table)
        await table.call(begin_when_full, table)
        return table

    def _add(self, table: Table) -> None:
        self.tables[table.id] = table

    async def public(self, address: str) -> list[TableInfo]:
        """Public tables with an open seat, and with dice and cards that nobody can know."""
        infos = []
        for table_id in await self.house.store.tables(["open"], public=True):
            with contextlib.suppress(Refused):
                table = await self.find(table_id, address)
                if table.state == "open" and table.setup.open_seats() and not table.setup.is_duplicate:
                    infos.append(await table.call(info, table))
        return infos

    async def mine(self, tokens: Sequence[str], address: str) -> list[TableInfo]:
        """The tables at which these tokens hold seats."""
        infos = []
        hashes = {hashed(token) for token in tokens}
        for table_id in await self.house.store.held_by(list(hashes)) if hashes else []:
            with contextlib.suppress(Refused):
                table = await self.find(table_id, address)
                infos.append(await table.call(info, table, held_here(table, hashes)))
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
        setup.legs = None if new.legs is None else Legs(FIRST, new.legs)
        return await self._seat_opener(setup, own, new, fresh_secret(), address)

    async def duplicate(self, original: Table, new: NewDuplicate, address: str = "") -> Seated:
        """The same dice and cards for another group, once the first has ended; never for strangers, who could not know it."""
        if new.public:
            raise Refused("duplicate_public")
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
            original.setup.game, original.setup.options, chairs, original.setup.start, new.clock, new.pace, new.begin,
            hints=new.hints,  # a start by lot falls as it did: from the same secret and entropies
        )  # fmt: skip
        setup.chance = original.setup.chance or original.id
        setup.entropies, setup.shifted = match.header["entropy"], original.setup.shifted
        return await self._seat_opener(setup, own, new, original.kept.secret, address)

    async def _seat_opener(
        self, setup: Setup, own: list[Seat], new: NewTable | NewDuplicate, secret: bytes, address: str
    ) -> Seated:
        token = new_token()
        setup.seen = {str(seat): today() for seat in own[:1]}
        table = await self._make(setup, secret, new.public, [(hashed(token), own)], address)
        await table.call(begin_when_full, table)
        return seated(table, own[0] if own else None, token, own)

    async def rematch(self, old: Table, address: str = "") -> str:
        """The same people again; the start seat moves on. Their tokens hold their seats there too. For the old table's inbox."""
        if old.match is None or old.match.result is None:
            raise Refused("not_over")
        if old.setup.next is None:
            chairs = [Chair(chair.kind, chair.name, chair.level, chair.holder) for chair in old.setup.chairs]
            start = (old.match.header["start"] + 1) % len(chairs)
            setup = Setup(
                old.setup.game, old.setup.options, chairs, start, old.setup.clock, old.setup.pace, "full", hints=old.setup.hints,
                devices=dict(old.setup.devices),
                previous=old.id,
            )  # fmt: skip
            table = await self._make(setup, secret_of_next(old, setup), False, list(old.tokens), address)
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

    # ------------------------------------------------ deleting

    async def delete(self, table: Table, seats: list[Seat]) -> Deleting:
        """Somebody wants this table gone for good: it is, once all agree who sit here and have not left. For its inbox."""
        setup = table.setup
        if seats and seats[0] not in setup.agreed:
            setup.agreed = sorted([*setup.agreed, seats[0]])
        missing = who_is_missing(setup, table.kept.touched)
        if missing:
            await keep(table)
            table.changed()
            table.tell_all(events=False)
        else:
            await self.house.store.delete([table.id])
            self.tables.pop(table.id, None)
            table.dismiss(Refused("no_such_table"))
            self.house.report.counts["tables_deleted"] += 1
        return Deleting(not missing, setup.agreed, missing)

    # ------------------------------------------------ keeping order

    async def wake(self) -> None:
        """After a restart: tables at which a bot or a clock may be due go on by themselves. Whatever is wrong with one stops no other."""
        for table_id in await self.house.store.tables(["running", "open"], most=1_000_000):
            try:
                if await self._needs_nobody(table_id):
                    await self.find(table_id)
            except Refused:
                continue
            except StoreFailed:
                raise
            except Exception as problem:
                self.house.report.problem("table_failed", problem, table=table_id[:6])

    async def _needs_nobody(self, table_id: str) -> bool:
        """The same of a table in the store; one that cannot be read is set aside."""
        try:
            kept = await self.house.store.find(table_id)
            return kept is not None and needs_nobody(kept)
        except Exception as problem:
            if not isinstance(problem, StoreFailed) or isinstance(problem, Damaged):
                self.house.set_aside(table_id, problem)
                return False
            raise

    async def sweep(self) -> None:
        """Let go of what nobody looks at, close what nobody has touched for long, delete what has been kept for long enough."""
        for table in list(self.tables.values()):
            self.let_go(table)
        for step in (self._touch, self._close_idle, self._delete_old):
            try:
                await step()
            except Exception as problem:
                self.house.report.problem("sweep_failed", problem, step=step.__name__)

    async def _touch(self) -> None:
        """Write down when something last happened at a table; while somebody is connected to a game, that is now."""
        now = time.time()
        for table in self.tables.values():
            if table.sockets and table.state in ("open", "running"):
                table.touched = now
        moved = {table.id: table.touched for table in self.tables.values() if table.touched > table.kept.touched}
        if moved:
            await self.house.store.touch(moved)
            for table_id, touched in moved.items():
                if table_id in self.tables:
                    self.tables[table_id].kept.touched = touched

    async def _close_idle(self) -> None:
        """Tables in memory are closed by themselves, if nobody is connected; all others in the store."""
        before = time.time() - self.idle_seconds
        for table in self.tables.values():
            if table.touched < before and table.state in ("open", "running"):
                table.post(_close, table, before)
        await self.house.store.close_idle(before, self._in_memory())

    async def _delete_old(self) -> None:
        """What ended long ago leaves the store, if the host has said how long it is to be kept."""
        if not self.keep_seconds:
            return
        before = time.time() - self.keep_seconds
        count = 0
        for _ in range(MOST_DELETED // DELETED_AT_ONCE):
            gone = await self.house.store.delete_old(before, self._in_memory(), DELETED_AT_ONCE)
            count += len(gone)
            if len(gone) < DELETED_AT_ONCE:
                break
        if count:
            self.house.report.counts["tables_deleted"] += count
            self.house.report.tell("tables_deleted", count=count)

    def _in_memory(self) -> list[str]:
        return [*self.tables, *self._loading]

    def let_go(self, table: Table) -> None:
        """A table at which nothing is going on leaves memory."""
        if self.tables.get(table.id) is table and (table.is_resting or table.id in self.house.aside):
            del self.tables[table.id]
            table.close()
            table.match = None  # the bulk of it: not to wait for the search for lost cycles

    async def keep_order(self) -> None:
        """Wake what has to go on; then sweep again and again, and more often look after the sockets."""
        is_awake = False
        for tick in itertools.count():
            try:
                if not is_awake:
                    await self.wake()
                    is_awake = True
                self.check_sockets()
                if tick % TICKS_A_SWEEP == TICKS_A_SWEEP - 1:
                    await self.sweep()
                if tick % TICKS_A_COLLECTION == TICKS_A_COLLECTION - 1:
                    gc.collect()  # everything stands still for that long
            except Exception as problem:
                self.house.report.problem("sweep_failed", problem)
            await asyncio.sleep(TICK_SECONDS)

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


def secret_of_next(old: Table, setup: Setup) -> bytes:
    """The dice of a rematch: fresh ones, but for the return of two games that are to have the same. After both comes a new pair."""
    legs, match = old.setup.legs, old.match
    if legs is None or match is None or match.result is None:
        return fresh_secret()
    if legs.leg == RETURN:
        setup.legs = Legs(FIRST, legs.dice)
        return fresh_secret()
    setup.legs = Legs(RETURN, legs.dice, old.id, match.result["places"], match.result["points"])
    if legs.dice == "fresh":
        return fresh_secret()
    setup.chance, setup.entropies = old.id, match.header["entropy"]
    setup.shifted = ((setup.start or 0) - match.header["start"]) % len(setup.chairs)
    return old.kept.secret


def needs_nobody(kept: Kept) -> bool:
    """May something be due at this table although nobody is connected?"""
    setup: dict[str, Any] = kept.setup
    seats: list[dict[str, Any]] = setup["chairs"]
    kinds = [chair["kind"] for chair in seats]
    if kept.state == "open":
        return "open" not in kinds and setup["begin"] == "full"
    return setup["clock"] is not None or "bot" in kinds or any(chair["sat_in"] for chair in seats)


def held_here(table: Table, hashes: Set[bytes]) -> list[Seat]:
    """The seats that the tokens of these hashes hold at a table."""
    return sorted({seat for kept, seats in table.tokens if kept in hashes for seat in seats})


async def _close(table: Table, before: float) -> None:
    """A table at which nothing has happened since, unless somebody has come meanwhile. For its inbox."""
    if table.touched < before and not table.sockets and table.state in ("open", "running"):
        table.kept.state = "closed"
        await keep(table)
        table.changed()
