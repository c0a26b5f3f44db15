"""What a viewer is sent: the whole view, the events it may know, its question. Each is made once, however many sockets look on."""

from __future__ import annotations

import time
import weakref
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from spieltisch.door import Seat

from .seats import who_is_missing
from .taking_back import undoable
from .wire import Agreement, Legs, SeatInfo, TableInfo, Total, encode

if TYPE_CHECKING:
    from .table import Table


class TablePart(Struct, omit_defaults=True):
    """The part `table` of a message."""

    id: str
    game: str
    state: str
    seats: list[SeatInfo]
    commit: str
    hints: bool
    result: dict[str, Any] | UnsetType = UNSET
    reveal: str | UnsetType = UNSET
    next: str | UnsetType = UNSET
    duplicate: bool = False
    chance: str | UnsetType = UNSET
    delete: Agreement | UnsetType = UNSET
    legs: Legs | UnsetType = UNSET
    moved: int | UnsetType = UNSET


def two_games(table: Table) -> Legs | UnsetType:
    """Where two games belong together: how far they are."""
    legs, match = table.setup.legs, table.match
    if legs is None or match is None:
        return legs or UNSET
    total = UNSET if match.both is None else Total(**match.both)
    return msgspec.structs.replace(legs, start=match.header["start"], total=total)


def agreement(table: Table) -> Agreement | None:
    """Who wants the table deleted, if anybody does."""
    agreed = table.setup.agreed
    return Agreement(agreed, who_is_missing(table.setup, table.kept.touched)) if agreed else None


class Messages:
    """The messages of one table, as it stands."""

    def __init__(self, table: Table) -> None:
        self._weak = weakref.ref(table)  # no cycle: a table leaves memory at once
        self._made: dict[Seat | None, bytes] = {}
        self._part: bytes | None = None
        self._lasting: bytes | None = None

    def forget(self, only_moved: bool = False) -> None:
        """The table has changed; or only the game has."""
        self._made.clear()
        self._part = None
        if not only_moved:
            self._lasting = None

    def _of(self) -> Table:
        table = self._weak()
        assert table is not None
        return table

    def of(self, seat: Seat | None) -> bytes:
        """The message for a seat, or for onlookers."""
        made = self._made.get(seat)
        if made is None:
            made = self._made[seat] = self._make(seat)
        return made

    def _make(self, seat: Seat | None) -> bytes:
        table = self._of()
        match = table.match
        if match is None:
            return b'{"at":0,"events":[],"view":null,"ask":null,"table":{%s}}' % self._table_part(table)
        state = match.state
        ask, undo = b"null", b""
        if seat is not None and table.state == "running":
            number = table.asks.open.get(seat)
            if number is not None:
                ask = b'{"n":%d,"moves":%s}' % (number, table.game.moves(state, seat).told)
            if undoable(match, seat):
                undo = b',"undo":true'
        events = b",".join([told for audience, told in table.events if seat in audience])
        return b'{"at":%d,"events":[%s],"view":%s,"ask":%s,"table":{%s%s}}' % (
            len(match.lines), events, table.game.view_text(state, seat), ask, self._table_part(table), undo,
        )  # fmt: skip

    def _table_part(self, table: Table) -> bytes:
        """What everybody is told of the table."""
        if self._part is None:
            if self._lasting is None:
                self._lasting = encode(self._parts(table))[1:-1]
            clock = b"null" if table.setup.clock is None else encode(self.clock())
            self._part = b'%s,"to_act":%s,"clock":%s' % (self._lasting, encode(sorted(table.asks.open)), clock)
        return self._part

    def _parts(self, table: Table) -> TablePart:
        match = table.match
        result: Any = UNSET
        reveal: Any = UNSET
        if match is not None and match.result is not None:
            result, reveal = match.result, match.lines[-1].get("reveal", UNSET)
        return TablePart(
            table.id, table.game.key, table.state, self._seats(table), table.commitment, table.setup.hints,
            result, reveal, table.setup.next or UNSET, table.setup.is_duplicate, table.setup.chance or UNSET, agreement(table) or UNSET,
            two_games(table), table.setup.moved or UNSET,
        )  # fmt: skip

    def _seats(self, table: Table) -> list[SeatInfo]:
        match = table.match
        if match is None:
            return table.setup.info(table.present())
        return table.setup.info(table.present(), match.header["seats"], match.result is not None)

    def clock(self) -> dict[str, Any] | None:
        """Seconds a turn, and how many those at turn have left."""
        table = self._of()
        if table.setup.clock is None:
            return None
        now = time.monotonic()
        left = {
            str(seat): round(max(0.0, table.setup.clock - (now - put)), 1) for seat, (_, put) in table.asked_at.items()
        }
        return {"seconds": table.setup.clock, "left": left}

    def info(self, yours: list[int] | None = None) -> TableInfo:
        """The table for those who ask by HTTP."""
        table = self._of()
        match, setup = table.match, table.setup
        over = match is not None and match.result is not None
        return TableInfo(
            id=table.id, game=table.game.key, state=table.state, seats=self._seats(table), options=setup.options,  # type: ignore[arg-type]
            public=table.kept.public and not setup.is_duplicate, start=setup.start if match is None else match.header["start"],
            commit=table.commitment, clock=self.clock(), pace=setup.pace, begin=setup.begin, at=table.at,
            to_act=sorted(table.asks.open), hints=setup.hints, result=match.result if match is not None else None,
            reveal=match.lines[-1].get("reveal") if match is not None and over else None,
            duplicate=setup.is_duplicate, chance=setup.chance, next=setup.next, delete=agreement(table),
            yours=UNSET if yours is None else yours, legs=two_games(table), moved=setup.moved or UNSET,
        )  # fmt: skip
