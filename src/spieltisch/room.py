"""A room's furniture, as the door uses it: what the room brings, and what follows from its declaration.

Whatever is told to anybody passes through the veil here: views, events, refusals and reasons are made from veiled records."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from . import positions
from .checks import table, whole
from .derive import made_from
from .kinds import Kind
from .rule import blank, furnished, luck, some_cells, stir
from .state import AUDIENCES, Seat, State
from .words import Words
from .write import ENOUGH, MOST_EVENTS

if TYPE_CHECKING:
    from .chance import Luck
    from .door import Audience, Game

decode = msgspec.json.Decoder().decode
texts_in = msgspec.json.Decoder(list[str]).decode
NO_NAMES = 0
TRIES = 12  # tables on which a move is tried to see whether its result could be foreseen
WATCHERS = 5  # four seats and the onlookers


class Moves(dict[str, int]):
    """The legal moves of a seat: texts and codes; `told` is the list of texts as JSON."""

    __slots__ = ("told",)
    told: bytes


NO_MOVES = Moves()
NO_MOVES.told = b"[]"


class Desk(threading.local):
    """What a thread writes views and events of a room on."""

    def __init__(self, layout: Any, moves: int) -> None:
        self.out = np.empty(ENOUGH * WATCHERS, np.uint8)
        self.story = np.zeros((MOST_EVENTS * WATCHERS, 3), np.int32)
        self.seen = some_cells(layout, 2)  # records that live as long as one call
        self.letters = self.seen.view(np.uint8).reshape(2, -1)  # the same as bytes
        self.codes = np.zeros(moves, np.int16)
        self.luck = luck(0)
        self.all = self.out, self.seen, self.story


class Room:
    """The furniture of one room."""

    def __init__(self, game: Game, package: str) -> None:
        self.game = game
        self._package = package

    def module(self, name: str) -> Any:
        """One of the room's own modules."""
        return importlib.import_module(f"{self._package}.{name}")

    @cached_property
    def declared(self) -> Any:
        """The room's `table.py`."""
        return self.module("table")

    @cached_property
    def made(self) -> Any:
        """The compiled code that follows from it."""
        return made_from(self.declared, self.module("rules"))

    @cached_property
    def has_secrets(self) -> bool:
        """Does anybody see less than another?"""
        return bool(self.declared.TABLE.has_secrets)

    @cached_property
    def write_view(self) -> Any:
        return self.made.write_view

    @cached_property
    def write_legal(self) -> Any:
        return self.made.write_legal

    @cached_property
    def tell_each(self) -> Any:
        return self._telling.tell_each

    @cached_property
    def tell_all(self) -> Any:
        return self._telling.tell_all

    @cached_property
    def _telling(self) -> Any:
        events, hidden = self.module("events"), self.hidden
        return furnished("spieltisch.telling", self.module("rules"), table=self.made, events=events, hidden=hidden)

    @cached_property
    def hidden(self) -> ModuleType:
        """What deals anew what a seat cannot see."""
        return self.module("hidden") if self.has_secrets else importlib.import_module("spieltisch.nothing_hidden")

    @cached_property
    def layout(self) -> Any:
        """How the record lies in memory."""
        return self.declared.TABLE.record

    def laid_out(self, options: Mapping[str, Any]) -> Any:
        """A new record with content and house rules in it."""
        record = blank(self.layout)
        self.module("content").lay_out(record, options)
        return record

    @cached_property
    def names(self) -> Callable[[Mapping[str, Any]], Any]:
        """The names of a table's own things, for compiled code: a row of letters each."""
        return getattr(self.module("content"), "names_of", lambda options: NO_NAMES)

    def printed(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What stands in every view of a table."""
        own = getattr(self.module("content"), "in_views", None)
        return {} if own is None else dict(own(options))

    # ------------------------------------------------ the veil

    @cached_property
    def desk(self) -> Desk:
        return Desk(self.layout, self.module("rules").MOVES)

    def veiled(self, state: State, seat: Seat | None) -> State:
        """A state in which everything is blank that a seat (None: an onlooker) may not see."""
        return state.twin(self.made.veil_cell, -1 if seat is None else seat)

    def view(self, state: State, seat: Seat | None) -> bytes:
        """What a watcher may know, as JSON without the outer braces."""
        out, seen, _ = self.desk.all
        end = self.write_view(state.cell, seen if self.has_secrets else 0, -1 if seat is None else seat, self.names(state.options), out)
        return out[:end].tobytes()

    def told(self, state: State, after: State, actor: int, code: int) -> list[tuple[Audience, bytes]]:
        """The events of a play, each with those who may see it."""
        names, (out, seen, story) = self.names(state.options), self.desk.all
        if self.has_secrets:
            first, count, end = self.tell_each(state.cell, after.cell, seen, actor, code, names, out, story)
        else:
            first, count, end = self.tell_all(state.cell, after.cell, seen, actor, code, names, out, story)
        rows, data = story[first : first + count].tolist(), out[:end].tobytes()
        return [(AUDIENCES[audience], data[begin:end]) for audience, end, begin in rows]

    def shows_something(self, state: State, seat: Seat, code: int, after: State) -> bool:
        """Did a move show its own seat what it could not have known before?"""
        desk = self.desk
        stir(desk.luck, code, 0)
        return bool(self._telling.shows_something(state.cell, after.cell, desk.seen, desk.letters, seat, code, desk.luck, TRIES))

    # ------------------------------------------------ moves and outcomes

    def moves(self, state: State, seat: Seat) -> Moves:
        """The legal moves of a seat."""
        desk = self.desk
        out, codes = desk.out, desk.codes
        count, end = self.write_legal(state.cell, seat, self.names(state.options), codes, out)
        told = out[:end].tobytes()
        found = Moves(zip(texts_in(told), codes[:count].tolist(), strict=True))
        found.told = told
        return found

    def outcome_text(self, state: State, code: int) -> str:
        """An outcome as text."""
        text = self.declared.OUTCOMES.fixed[code]
        if text is not None:
            return str(text)
        end = self.made.write_outcome_of(state.cell, self.names(state.options), code, self.desk.out)
        return self.desk.out[:end].tobytes().decode()

    def outcome_code(self, state: State, text: str) -> int | None:
        """The outcome of a text, if it can be read."""
        outcomes = self.declared.OUTCOMES
        if text in self._fixed_outcomes:
            return self._fixed_outcomes[text]
        for pattern in outcomes.patterns:
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

        names, out = self.names(state.options), self.desk.out

        def written(thing: Kind, seat: Seat) -> Any:
            end = getattr(self.made, f"own_{thing.name}")(state.record, seat, names, out, 0)
            return decode(out[:end].tobytes())

        return positions.write_position(self.declared.TABLE, state, written)

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
        self.hidden.deal_anew(record, seat, luck(chance.below(1 << 62)))
        return State(self.game, record, options)

