"""One moment of a game: an array of one record, and what has been read from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from .rule import COMPILED, all_of, one_cell

if TYPE_CHECKING:
    from .door import Game

Seat = int
Lottery = tuple[int, int, int]

SEATS = [frozenset(seat for seat in range(4) if acting >> seat & 1) for acting in range(16)]
AUDIENCES: list[frozenset[Seat | None]] = [*SEATS, *(seats | {None} for seats in SEATS)]  # ONLOOKERS is the highest bit


class State:
    """One moment of a game; never changed, only followed by another."""

    __slots__ = ("_acting", "_lottery", "_once", "_plain", "came", "cell", "drawn", "game", "options", "seats", "told")

    def __init__(
        self,
        game: Game,
        record: Any,
        options: Mapping[str, Any],
        before: State | None = None,
        acting: int | None = None,
        lottery: Lottery | None = None,
        came: tuple[Any, str, int] | None = None,
    ) -> None:
        """From a record, which is copied; or from an array of one that came of the state before, which is kept."""
        self.game = game
        self.options = options
        self.came = came  # by whose play, as text and as the number it is inside
        self.told: list[tuple[frozenset[Seat | None], bytes]] | None = None  # what that play made happen, once it has been asked for
        self.drawn: tuple[str, State] | None = None  # the outcome that was read from a ticket, and what comes of it
        self._acting = acting
        self._lottery = lottery
        self._once: dict[Any, Any] | None = None
        self._plain: SimpleNamespace | None = None
        if before is not None:
            self.cell = record
            self.seats: int = before.seats
        else:
            self.cell = one_cell(game.layout)
            self.cell[0] = record
            self.seats = int(record["seats"])

    def copy(self) -> Any:
        """The record in an array of its own, by its bytes: NumPy copies a record field by field, which takes ten times as long."""
        cell = np.frombuffer(bytearray(self.cell.tobytes()), self.cell.dtype)
        return cell if COMPILED else cell.view(np.recarray)

    def twin(self, change: Callable[..., Any], *arguments: Any) -> State:
        """Another state that differs by what a rule does to this one's array."""
        cell = self.copy()
        change(cell, *arguments)
        return State(self.game, cell, self.options, self)

    @property
    def record(self) -> Any:
        """The record itself."""
        return self.once("record", lambda state: state.cell.view(state.game.record_type)[0])

    @property
    def lottery(self) -> Lottery:
        """While chance is to act: for which seat (or -1), among how many tickets, and the outcome on the first."""
        if self._lottery is None:
            self._lottery = self.game.turn.lottery(self.cell)
        return self._lottery

    @property
    def chance_seat(self) -> Seat | None:
        """The seat for which chance is to act, if it is for one."""
        seat = self.lottery[0]
        return seat if seat >= 0 else None

    def once(self, name: Any, make: Callable[[State], Any]) -> Any:
        """Something that is read from a state again and again, such as what all seats may see: made once."""
        if self._once is None:
            self._once = {}
        elif name in self._once:
            return self._once[name]
        made = self._once[name] = make(self)
        return made

    @property
    def acting(self) -> int:
        """Who is to act, as the rules say it: a bit for each seat, CHANCE_ACTS or GAME_OVER."""
        if self._acting is None:
            self._acting = int(self.game.turn.acting(self.cell))
        return self._acting

    @property
    def plain(self) -> Any:
        """The record's fields as Python numbers and lists, read once: quicker than asking the record again and again."""
        if self._plain is None:
            read = [value if isinstance(value, int) else value.tolist() for value in self.cell.tolist()[0]]
            self._plain = SimpleNamespace(**dict(zip(self.cell.dtype.names, read, strict=True)))
        return self._plain

    def everyone(self) -> frozenset[Seat | None]:
        """All seats and the onlookers."""
        return AUDIENCES[all_of(self.seats)]

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
    record = np.frombuffer(bytearray(content), room.layout).view(np.recarray)[0]
    return State(room, record, options)
