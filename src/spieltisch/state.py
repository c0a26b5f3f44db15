"""One moment of a game: an array of one record, and what has been read from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .rule import one_cell

if TYPE_CHECKING:
    from .door import Game

Seat = int

EVERYONE: list[frozenset[Seat | None]] = [frozenset([None, *range(seats)]) for seats in range(5)]
SEATS = [frozenset(seat for seat in range(4) if acting >> seat & 1) for acting in range(16)]


class _Plain:
    """A record's fields as Python numbers and lists."""

    def __init__(self, cell: Any) -> None:
        self._cell = cell

    def __getattr__(self, name: str) -> Any:
        if name not in self._cell.dtype.fields:
            raise AttributeError(name)
        value = self._cell[name].tolist()[0]
        setattr(self, name, value)
        return value


class State:
    """One moment of a game; never changed, only followed by another."""

    __slots__ = (
        "_acting",
        "_lot",
        "_moves",
        "_once",
        "_outcomes",
        "_plain",
        "_record",
        "cell",
        "game",
        "options",
        "seats",
    )

    def __init__(
        self,
        game: Game,
        record: Any,
        options: Mapping[str, Any],
        before: State | None = None,
        acting: int | None = None,
    ) -> None:
        """From a record, which is copied; or from an array of one that came of the state before, which is kept."""
        self.game = game
        self.options = options
        self._acting = acting
        self._moves: dict[Seat, dict[str, int]] | None = None
        self._outcomes: dict[str, int] | None = None
        self._once: dict[str, Any] | None = None
        self._lot: tuple[int, int, int] | None = None
        self._plain: _Plain | None = None
        self._record: Any = None
        if before is not None:
            self.cell = record
            self.seats: int = before.seats
        else:
            self.cell = one_cell(game.rules.STATE)
            self.cell[0] = record
            self.seats = int(record["seats"])

    def forget(self) -> None:
        """Let go of all that can be read from the record again."""
        self._lot = self._moves = self._once = self._outcomes = self._plain = self._record = None

    @property
    def record(self) -> Any:
        """The record itself."""
        if self._record is None:
            self._record = self.cell.view(self.game.record_type)[0]
        return self._record

    @property
    def chance_seat(self) -> Seat | None:
        """The seat for which chance is to act, if it is for one."""
        if self._lot is None:
            self._lot = self.game.turn.lot(self.cell)
        return int(self._lot[0]) if self._lot[0] >= 0 else None

    def once(self, name: str, make: Callable[[State], Any]) -> Any:
        """Something that is read from a state again and again, such as what all seats may see: made once."""
        if self._once is None:
            self._once = {}
        if name not in self._once:
            self._once[name] = make(self)
        return self._once[name]

    @property
    def acting(self) -> int:
        """Who is to act, as the rules say it: a bit for each seat, CHANCE_ACTS or GAME_OVER."""
        if self._acting is None:
            self._acting = int(self.game.turn.acting(self.cell))
        return self._acting

    @property
    def plain(self) -> Any:
        """The record's fields as Python numbers and lists, each read once: quicker than asking the record again and again."""
        if self._plain is None:
            self._plain = _Plain(self.cell)
        return self._plain

    def everyone(self) -> frozenset[Seat | None]:
        """All seats and the onlookers."""
        return EVERYONE[self.seats]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and (self.game, self.options) == (other.game, other.options)
            and (self.cell.tobytes() == other.cell.tobytes())
        )

    def __hash__(self) -> int:
        return hash((self.game.key, self.cell.tobytes()))

    def __repr__(self) -> str:
        return f"State({self.game.describe(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_from_bytes, (self.game.key, self.cell.tobytes(), dict(self.options))


def _state_from_bytes(key: str, content: bytes, options: dict[str, Any]) -> State:
    from . import game

    room = game(key)
    record = np.frombuffer(bytearray(content), room.rules.STATE).view(np.recarray)[0]
    return State(room, record, options)
