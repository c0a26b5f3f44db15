"""A room's furniture as far as it is plain Python: what the room says itself, and how its positions and views are read.

`room.Room` adds what compiled code writes. Whatever is said to a seat here is made from veiled records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import positions
from .checks import table, whole
from .kinds import Kind
from .modules import module_of
from .rule import blank
from .state import Seat, State
from .words import Words

if TYPE_CHECKING:
    from .chance import Luck
    from .door import Game

SEEDS = 1 << 48  # that luck may start from


class Furniture:
    """What a room brings, and what follows from its declaration."""

    def __init__(self, game: Game, package: str) -> None:
        self.game = game
        self._package = package

    def module(self, name: str) -> Any:
        """One of the room's own modules."""
        return module_of(f"{self._package}.{name}")

    @cached_property
    def declared(self) -> Any:
        """The room's `table.py`."""
        return self.module("table")

    @cached_property
    def has_secrets(self) -> bool:
        """Does anybody see less than another?"""
        return bool(self.declared.TABLE.has_secrets)

    @cached_property
    def layout(self) -> Any:
        """How the record lies in memory."""
        return self.declared.TABLE.record

    def laid_out(self, options: Mapping[str, Any]) -> Any:
        """A new record with content and house rules in it."""
        record = blank(self.layout)
        self.module("content").lay_out(record, options)
        return record

    def printed(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What stands in every view of a table."""
        own = getattr(self.module("content"), "in_views", None)
        return {} if own is None else dict(own(options))

    # ------------------------------------------------ what compiled code does: see `room.Room`

    def veiled(self, state: State, seat: Seat | None) -> State:
        """A state in which everything is blank that a seat (None: an onlooker) may not see."""
        raise NotImplementedError

    def outcome_text(self, state: State, code: int) -> str:
        """An outcome as text."""
        raise NotImplementedError

    def own_form(self, state: State, thing: Kind, seat: Seat) -> Any:
        """Something that has a form of its own, of the table (-1) or of a seat, as JSON has it."""
        raise NotImplementedError

    def deal_anew(self, record: Any, seat: Seat, seed: int) -> None:
        """Deal anew what a seat cannot see."""
        raise NotImplementedError

    # ------------------------------------------------ moves and outcomes

    def outcome_code(self, state: State, text: str) -> int | None:
        """The outcome of a text, if it can be read."""
        if text in self._fixed_outcomes:
            return self._fixed_outcomes[text]
        for pattern in self.declared.OUTCOMES.patterns:
            if not pattern.is_fixed and pattern.form.fullmatch(text):
                for code in range(pattern.first, pattern.first + pattern.codes):
                    if self.outcome_text(state, code) == text:
                        return code
        return None

    @cached_property
    def _fixed_outcomes(self) -> dict[str, int]:
        return {text: code for code, text in enumerate(self.declared.OUTCOMES.fixed) if text is not None}

    def refuse(self, state: State, seat: Seat, text: str) -> None:
        """Say why a text is not legal, by what the seat may know; silent if it cannot be read."""
        found = self.declared.MOVES.read(text)
        if found is not None:
            self.module("notation").refuse(self.veiled(state, seat), seat, text, found[0])

    def move_words(self, text: str, words: Words) -> str:
        """A move as a player would say it."""
        verb, details = self.declared.MOVES.read(text) or (text, {})
        own = getattr(self.module("notation"), "move_details", None)
        return words(f"moves.{verb}", **(details if own is None else own(text)))

    def reason(self, state: State, seat: Seat, text: str, after: State) -> Any:
        """Why a move may be good."""
        return self.module("reasons").reason(self.veiled(state, seat), seat, text, self.veiled(after, seat))

    def why(self, state: State, points: list[int]) -> str:
        """What decided the game, by what everybody may know at its end."""
        return str(self.module("events").why(self.veiled(state, None), points))

    # ------------------------------------------------ positions and guesses

    def read_position(self, given: dict[str, Any], record: Any, options: Mapping[str, Any]) -> None:
        """Fill a laid-out record from JSON; anything inconsistent is refused with its key."""
        positions.read_position(self.declared.TABLE, given, record, options)
        own = self.module("position")
        own.complete(record, given)
        own.faults(record, None)

    def write_position(self, state: State) -> dict[str, Any]:
        """All that a position tells."""
        return positions.write_position(self.declared.TABLE, state, lambda thing, seat: self.own_form(state, thing, seat))

    def guess(self, known: dict[str, Any], chance: Luck) -> State:
        """A full state that a view allows: the view read back, checked, and what the watcher cannot see dealt anew."""
        seats = whole(known.get("seats"), "seats", self.game.seats[0], self.game.seats[-1])
        seat = positions.watcher_of(known, seats)
        options = self.module("content").settle(table(known.get("options", {}), "options"))
        record = self.laid_out(options)
        record.seats = seats
        told = positions.read_view(self.declared.TABLE, known, record, seat, options)
        own = self.module("position")
        own.complete(record, told)
        own.faults(record, seat)
        self.deal_anew(record, seat, chance.below(SEEDS))
        return State(self.game, record, options)
