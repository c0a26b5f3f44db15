"""THE door. Everyone outside a room knows a game by what stands here, and by nothing else.

A room gives modules of the same names (docs/adding-a-game.md); `Game` is the same for all."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypedDict

import numpy as np

from .chance import Luck, as_luck
from .checks import Refused, one_of, sequence, short, table, toml_file, whole, yes_or_no
from .modules import folder_of, module_of
from .room import NO_MOVES, Moves, Room, decode
from .rule import BY_CHANCE, CHANCE_ACTS, GAME_OVER, for_room, room_of
from .state import SEATS, Seat, State
from .words import Words

__all__ = [
    "CHANCE", "OVER", "Actor", "Event", "Game", "Luck", "Refused", "Result", "Seat", "State", "Words", "one_of", "sequence",
    "short", "table", "toml_file", "whole", "yes_or_no",
]  # fmt: skip


class _Special(enum.Enum):
    CHANCE = "chance"
    OVER = "over"

    def __repr__(self) -> str:
        return self.name


CHANCE = _Special.CHANCE
OVER = _Special.OVER
Actor = Seat | _Special
Audience = frozenset[Seat | None]  # None among them: onlookers too

MOST_TEXT = 100  # no move or outcome is longer


class Result(TypedDict):
    """How a game ended, one entry per seat."""

    places: list[int]
    points: list[int]
    why: str


class Event(NamedTuple):
    """Something that happened, and the seats that may know it."""

    kind: str
    audience: Audience
    details: Mapping[str, Any] = MappingProxyType({})

    def as_json(self) -> dict[str, Any]:
        return {"event": self.kind, **self.details}


class _Speaking:
    """Lets a refusal know whose room it comes from, so that it can say its sentence."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, problem: Any, trace: Any) -> None:
        if isinstance(problem, Refused) and problem.folder is None:
            problem.folder = self.folder


class Game:
    """A room, from outside."""

    seats = range(2, 5)

    def __init__(self, package: str) -> None:
        self.package = package
        self.folder = folder_of(package)
        self.key = (room_of(package) or package).replace("_", "-")
        self._speaking = _Speaking(self.folder)
        self._openings: dict[str, State] = {}  # of games without house rules: states never change

    def __repr__(self) -> str:
        return f"<game {self.key}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from . import game

        return game, (self.key,)

    # ------------------------------------------------ the furniture, brought in when first used

    def _module(self, name: str) -> Any:
        return module_of(f"{self.package}.{name}")

    @cached_property
    def rules(self) -> Any:
        return self._module("rules")

    @cached_property
    def content(self) -> Any:
        return self._module("content")

    @cached_property
    def notation(self) -> Room:
        """The furniture, of which others ask `move_words`."""
        return self.room

    @cached_property
    def room(self) -> Room:
        """The furniture."""
        return Room(self, self.package)

    @cached_property
    def layout(self) -> Any:
        """How the record of a state lies in memory."""
        return self.room.layout

    @cached_property
    def features(self) -> Any:
        return self._module("features")

    @cached_property
    def adds_up(self) -> str:
        """What counts over several games: `points`, or `places` where a room says that points do not decide a game."""
        return str(getattr(self.content, "ADDS_UP", "points"))

    @cached_property
    def record_type(self) -> Any:
        """The record's type, as a record whose fields are attributes."""
        return np.dtype((np.record, self.layout))

    @cached_property
    def turn(self) -> Any:
        """The compiled rules, as the door calls them."""
        return for_room("spieltisch.turn", self.rules)

    def for_room(self, module: str) -> Any:
        """A house module of compiled loops, made for this room (see `rule.for_room`)."""
        return for_room(module, self.rules, features=self.features, hidden=self.room.hidden, table=self.room.made)

    # ------------------------------------------------ words

    def words(self, lang: str, names: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Words:
        """The texts of this room; those of a table's own cards or board with them."""
        return Words(lang, self.folder, names=names, extra=self.content.own_words(options or {}, lang))

    def name(self, lang: str) -> str:
        return self.words(lang)("name")

    def house_rules(self) -> dict[str, list[Any]]:
        """What a table may choose by name: option → its values, as printed first."""
        return dict(self.content.house_rules())

    def rule_text(self, lang: str) -> str:
        """The rules for players."""
        return (self.folder / f"rules.{Words(lang).lang}.md").read_text(encoding="utf-8")

    def picture(self, view: Mapping[str, Any], words: Words) -> str:
        """What a view shows, as plain text that can also be read aloud."""
        return str(self._module("picture").picture(view, words))

    def account(self, view: Mapping[str, Any], words: Words) -> str:
        """How the points of a finished game came about, as text."""
        return str(self._module("picture").account(view, words))

    def reason(self, state: State, seat: Seat, text: str, after: State) -> tuple[str, Mapping[str, Any]] | None:
        """Why a move may be good, as the key of a sentence among `reasons` and its details; None: nothing striking."""
        found: tuple[str, Mapping[str, Any]] | None = self.room.reason(state, seat, text, after)
        return found

    # ------------------------------------------------ playing

    def begin(self, seats: int, start: Seat = 0, options: Mapping[str, Any] | None = None) -> State:
        """A new game; house rules and content by name."""
        with self._speaking:
            whole(seats, "seats", self.seats[0], self.seats[-1])
            whole(start, "start", 0, seats - 1)
            settled = self.content.settle({} if options is None else options)
            if settled:
                return self._opening(seats, start, settled)
            opening = f"{seats} {start}"
            if opening not in self._openings:
                self._openings[opening] = self._opening(seats, start, settled)
            return self._openings[opening]

    def _opening(self, seats: int, start: Seat, settled: Mapping[str, Any]) -> State:
        record = self.room.laid_out(settled)
        self.rules.begin(record, seats, start)
        return State(self, record, settled)

    def to_act(self, state: State) -> frozenset[Seat] | _Special:
        """The seats whose move it is, or CHANCE, or OVER."""
        acting = state.acting
        if acting == GAME_OVER:
            return OVER
        if acting == CHANCE_ACTS:
            return CHANCE
        return SEATS[acting]

    def legal(self, state: State, seat: Seat) -> list[str]:
        """The moves open to a seat, in a fixed order; none when it is not asked."""
        self._check_seat(state, seat)
        return list(self.moves(state, seat))

    def moves(self, state: State, seat: Seat) -> Moves:
        """The moves open to a seat and the small integers they are inside."""
        found: Moves = state.once(seat, lambda state: self._find_moves(state, seat))
        return found

    def _find_moves(self, state: State, seat: Seat) -> Moves:
        acting = state.acting
        if acting <= 0 or not acting >> seat & 1:
            return NO_MOVES
        return self.room.moves(state, seat)

    def chances(self, state: State) -> dict[str, int]:
        """What chance may bring now, with weights; empty when chance is not to act."""
        if state.acting != CHANCE_ACTS:
            return {}
        return {self.room.outcome_text(state, code): weight for code, weight in self.room.weights(state)}

    def lottery(self, state: State) -> tuple[str, Seat | None, int]:
        """What chance is about to bring: its kind (`roll`, `draw` …), for which seat, and among how many tickets."""
        if state.acting != CHANCE_ACTS:
            raise self._refusal("no_chance_now")
        seat, total, first = state.lottery
        kind = self.room.outcome_text(state, first).partition(" ")[0]
        return kind, seat if seat >= 0 else None, total

    def drawn(self, state: State, ticket: int) -> str:
        """The outcome on a ticket; tickets are numbered through `chances` in order, as many for each as its weight."""
        if state.acting != CHANCE_ACTS:
            raise self._refusal("no_chance_now")
        if isinstance(ticket, bool) or not isinstance(ticket, int) or not 0 <= ticket < state.lottery[1]:
            raise self._refusal("out_of_range", key="ticket", low=0, high=state.lottery[1] - 1, value=short(ticket))
        after = state.copy()
        code, (acting, lottery) = self.turn.drawn(state.cell, after, ticket)
        text: str = self.room.outcome_text(state, code)
        state.drawn = text, State(self, after, state.options, state, acting, lottery, (CHANCE, text, code))
        return text

    def play(self, state: State, actor: Actor, text: str) -> State:
        """The state after a move or an outcome; a text that is not legal is refused with the reason."""
        drawn = state.drawn
        if drawn is not None and actor is CHANCE and drawn[0] == text:  # what was just read from a ticket
            state.drawn = None
            return drawn[1]
        code = self._code(state, actor, text)
        after = state.copy()
        if actor is CHANCE:
            acting, lottery = self.turn.happen(state.cell, after, code)
        else:
            acting, lottery = self.turn.play(state.cell, after, actor, code)
        return State(self, after, state.options, state, acting, lottery, (actor, text, code))

    def events(self, state: State, actor: Actor, text: str, after: State | None = None) -> list[Event]:
        """What that play makes happen, and who may see it; `after`, where the caller has played it already."""
        told = self.told(state, actor, text, self.play(state, actor, text) if after is None else after)
        details = [(audience, decode(event)) for audience, event in told]
        return [Event(event.pop("event"), audience, event) for audience, event in details]

    def told(self, state: State, actor: Actor, text: str, after: State) -> list[tuple[Audience, bytes]]:
        """The same as JSON, each event with those who may see it."""
        if after.came is not None and after.came[:2] == (actor, text):
            code = after.came[2]
        else:
            code = self._code(state, actor, text)
        return self.room.told(state, after, actor if isinstance(actor, int) else BY_CHANCE, code)

    def shows_something(self, state: State, seat: Seat, text: str, after: State) -> bool:
        """Did a move show its own seat what it could not foresee from its view?"""
        if not self.room.has_secrets:
            return False
        return bool(after.once("shows", lambda after: self.room.shows_something(state, seat, self.moves(state, seat)[text], after)))

    def result(self, state: State) -> Result:
        """Places, points and the reason, once the game is over."""
        with self._speaking:
            if state.acting != GAME_OVER:
                raise Refused("not_over")
        places, points = self.room.scored(state)
        return {"places": places, "points": points, "why": self.room.why(state, points)}

    def _check_seat(self, state: State, seat: Any) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < state.seats:
            raise self._refusal("no_such_seat", seat=short(seat), seats=state.seats)

    def _refusal(self, reason: str, **details: Any) -> Refused:
        refused = Refused(reason, **details)
        refused.folder = self.folder
        return refused

    def _code(self, state: State, actor: Any, text: Any) -> int:
        """The small integer that a move or an outcome is inside; what is not legal is refused with the reason."""
        if not isinstance(text, str):
            raise self._refusal("wrong_type", key="do", wanted="str", value=short(text))
        if len(text) > MOST_TEXT:
            raise self._refusal("unreadable_move", text=short(text))
        acting = state.acting
        if actor is CHANCE:
            return self._outcome_code(state, acting, text)
        self._check_seat(state, actor)
        if acting == GAME_OVER:
            raise self._refusal("over")
        if acting == CHANCE_ACTS:
            raise self._refusal("chance_first")
        if not acting >> actor & 1:
            turn = [seat for seat in range(state.seats) if acting >> seat & 1]
            raise self._refusal("not_your_turn", seat=actor, turn=turn)
        code = self.moves(state, actor).get(text)
        if code is None:
            self._say_why_not(state, actor, text)
        return code

    def _outcome_code(self, state: State, acting: int, text: str) -> int:
        if acting != CHANCE_ACTS:
            raise self._refusal("no_chance_now")
        code = self.room.outcome_code(state, text)
        if code is None or not self.turn.may_happen(state.cell, code):
            raise self._refusal("impossible_outcome", text=short(text))
        return int(code)

    def _say_why_not(self, state: State, seat: Seat, text: str) -> NoReturn:
        with self._speaking:
            self.room.refuse(state, seat, text)
            raise Refused("unreadable_move", text=short(text))

    # ------------------------------------------------ seeing, guessing, writing down

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """All that this seat may know; None is an onlooker."""
        known: dict[str, Any] = decode(self.view_text(state, seat))
        return known

    def view_text(self, state: State, seat: Seat | None) -> bytes:
        """The same as JSON, as it goes over the wire."""
        if seat is not None:
            self._check_seat(state, seat)
        return self.room.view(state, seat)

    def guess(self, view: Mapping[str, Any], chance: Any) -> State:
        """A full state that such a view allows; what the seat cannot see is dealt anew."""
        with self._speaking:
            known = table(view, "view")
            if known.pop("game", None) != self.key:
                raise Refused("wrong_game", key="game", wanted=self.key)
            return self.room.guess(known, as_luck(chance))

    def position(self, position: Mapping[str, Any]) -> State:
        """A full position from JSON; anything inconsistent is refused with the key at fault."""
        with self._speaking:
            given = table(position, "")
            if given.pop("game", None) != self.key:
                raise Refused("wrong_game", key="game", wanted=self.key)
            if "seats" not in given:
                raise Refused("missing_key", key="seats")
            seats = whole(given.pop("seats"), "seats", self.seats[0], self.seats[-1])
            settled = self.content.settle(given.pop("options", {}))
            record = self.room.laid_out(settled)
            record.seats = seats
            self.room.read_position(given, record, settled)
            return State(self, record, settled)

    def describe(self, state: State) -> dict[str, Any]:
        """A full position as JSON."""
        described = {"game": self.key, "seats": state.seats, **self.room.write_position(state)}
        return {**described, "options": dict(state.options)}
