"""A room's furniture, as the door uses it: what the room brings, and what follows from its declaration.

Whatever is told to anybody passes through the veil here: views, events, refusals and reasons are made from veiled records."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from .derive import made_from
from .furniture import Furniture
from .kinds import Kind
from .rule import for_room, luck, some_cells, stir
from .state import AUDIENCES, Seat, State
from .write import ENOUGH, MOST_EVENTS

if TYPE_CHECKING:
    from .door import Audience

decode = msgspec.json.Decoder().decode
texts_in = msgspec.json.Decoder(list[str]).decode
NO_NAMES = 0
TRIES = 12  # tables on which a move is tried to see whether its result could be foreseen
WATCHERS = 5  # four seats and the onlookers


@lru_cache(64)
def letters(names: tuple[str, ...], most: int, longest: int) -> Any:
    """Names as rows of letters, filled up with zeros, and empty rows up to so many."""
    return np.array([*names, *[""] * (most - len(names))], f"S{longest}").view(np.uint8).reshape(-1, longest)


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
        self.spans = np.zeros((MOST_EVENTS * WATCHERS, 3), np.int32)
        self.seen = some_cells(layout, 2)  # records that live as long as one call
        self.letters = self.seen.view(np.uint8).reshape(2, -1)  # the same as bytes
        self.codes = np.zeros(moves, np.int16)
        self.luck = luck(0)
        self.all = self.out, self.seen, self.spans


class Room(Furniture):
    """The furniture of one room, with what compiled code writes."""

    @cached_property
    def made(self) -> Any:
        """The compiled code that follows from it."""
        return made_from(self.declared, self.module("rules"))

    @cached_property
    def write_view(self) -> Any:
        return self.made.write_view

    @cached_property
    def write_legal(self) -> Any:
        return self.made.write_legal

    @cached_property
    def tell_each(self) -> Any:
        return self.telling.tell_each

    @cached_property
    def tell_all(self) -> Any:
        return self.telling.tell_all

    @cached_property
    def telling(self) -> Any:
        events, hidden = self.module("events"), self.hidden
        return for_room("spieltisch.telling", self.module("rules"), table=self.made, events=events, hidden=hidden)

    @cached_property
    def hidden(self) -> ModuleType:
        """What deals anew what a seat cannot see."""
        return self.module("hidden") if self.has_secrets else importlib.import_module("spieltisch.nothing_hidden")

    def names(self, options: Mapping[str, Any]) -> Any:
        """The names of a table's own things, for compiled code: a row of letters each."""
        return NO_NAMES if self._names_of is None else letters(self._names_of(options), *self.module("content").NAMES)

    @cached_property
    def _names_of(self) -> Callable[[Mapping[str, Any]], tuple[str, ...]] | None:
        return getattr(self.module("content"), "names_of", None)

    # ------------------------------------------------ the veil

    @cached_property
    def desk(self) -> Desk:
        return Desk(self.layout, self.module("rules").MOVES)

    def veiled(self, state: State, seat: Seat | None) -> State:
        """A state in which everything is blank that a seat (None: an onlooker) may not see."""
        return state.twin(self.made.veil_cell, -1 if seat is None else seat)

    def view(self, state: State, seat: Seat | None) -> bytes:
        """What a watcher may know, as JSON."""
        options, (out, seen, _) = state.options, self.desk.all
        end = self.write_view(state.cell, seen if self.has_secrets else 0, -1 if seat is None else seat, self.names(options), out)
        return b'{"game":"%s","seats":%d,"seat":%s,%s,%s}' % (
            self._key, state.seats, b"null" if seat is None else b"%d" % seat, self._fixed(options) if options else self._usual, out[:end].tobytes(),
        )  # fmt: skip

    @cached_property
    def _key(self) -> bytes:
        return self.game.key.encode()

    @cached_property
    def _usual(self) -> bytes:
        return self._fixed({})

    def _fixed(self, options: Mapping[str, Any]) -> bytes:
        """What stands in every view of a table."""
        return msgspec.json.encode({"options": options, **self.printed(options)})[1:-1]

    def told(self, state: State, after: State, actor: int, code: int) -> list[tuple[Audience, bytes]]:
        """The events of a play, each with those who may see it."""
        names, (out, seen, spans) = self.names(state.options), self.desk.all
        if self.has_secrets:
            first, count, end = self.tell_each(state.cell, after.cell, seen, actor, code, names, out, spans)
        else:
            first, count, end = self.tell_all(state.cell, after.cell, seen, actor, code, names, out, spans)
        rows, data = spans[first : first + count].tolist(), out[:end].tobytes()
        return [(AUDIENCES[audience], data[begin:end]) for audience, end, begin in rows]

    def shows_something(self, state: State, seat: Seat, code: int, after: State) -> bool:
        """Did a move show its own seat what it could not have known before?"""
        desk = self.desk
        stir(desk.luck, code, 0)
        return bool(self.telling.shows_something(state.cell, after.cell, desk.seen, desk.letters, seat, code, desk.luck, TRIES))

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

    def weights(self, state: State) -> list[tuple[int, int]]:
        """What chance may bring now: codes and how many tickets each has."""
        weights = np.zeros(self.module("rules").OUTCOMES, np.int64)
        self.game.turn.weigh(state.cell, weights)
        return [(code, int(weights[code])) for code in np.flatnonzero(weights).tolist()]

    def scored(self, state: State) -> tuple[list[int], list[int]]:
        """Places and points of a finished game."""
        places, points = np.zeros(state.seats, np.int64), np.zeros(state.seats, np.int64)
        self.game.turn.score(state.cell, places, points)
        return places.tolist(), points.tolist()

    # ------------------------------------------------ positions and guesses

    def own_form(self, state: State, thing: Kind, seat: Seat) -> Any:
        """Something that has a form of its own, of the table (-1) or of a seat, as JSON has it."""
        out = self.desk.out
        end = getattr(self.made, f"own_{thing.name}")(state.record, seat, self.names(state.options), out, 0)
        return decode(out[:end].tobytes())

    def deal_anew(self, record: Any, seat: Seat, seed: int) -> None:
        """Deal anew what a seat cannot see."""
        self.hidden.deal_anew(record, seat, luck(seed))
