"""The furniture of a room that does not declare its table yet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from .room import Room
from .rule import rule
from .state import AUDIENCES, Seat, State
from .words import Words


@rule
def veil(record, watcher):
    """Nothing is veiled: `deal_anew` of such a room works on whole records."""


class OldRoom(Room):
    """A room with `view`, `notation` and `anew` written by hand."""

    @property
    def layout(self) -> Any:
        return self.module("rules").STATE

    @cached_property
    def made(self) -> Any:
        module = ModuleType(f"spieltisch.table@{self.game.folder.name}")
        module.veil = veil  # type: ignore[attr-defined]
        return module

    @property
    def hidden(self) -> Any:
        return self.module("anew")

    def laid_out(self, options: Mapping[str, Any]) -> Any:
        return self.module("content").laid_out(options)

    def printed(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self.module("view").printed(options))

    def view(self, state: State, seat: Seat | None) -> bytes:
        return self.desk.out[: self.module("view").write_view(state, -1 if seat is None else seat, self.desk.out)].tobytes()

    def told(self, state: State, after: State, actor: int, code: int) -> list[tuple[Any, bytes]]:
        out, story = self.desk.out, self.desk.story
        story[0, 0] = 0
        self.module("view").write_events(state, after, actor, code, out, story)
        return [(AUDIENCES[audience], out[begin:end].tobytes()) for audience, end, begin in story[1 : story.item(0) + 1].tolist()]

    def shows_something(self, state: State, seat: Seat, code: int, after: State) -> bool:
        return False

    def moves(self, state: State, seat: Seat) -> dict[str, int]:
        codes = np.empty(self.module("rules").MOVES, np.int16)
        found = codes[: self.game.turn.legal(state.cell, seat, codes)].tolist()
        return dict(zip(self.module("notation").move_texts(state, seat, found), found, strict=True))

    def outcome_text(self, state: State, code: int) -> str:
        return str(self.module("notation").outcome_text(state, code))

    def outcome_code(self, state: State, text: str) -> int | None:
        code: int | None = self.module("notation").outcome_code(state, text)
        return code

    def refuse(self, state: State, seat: Seat, text: str) -> None:
        self.module("notation").refuse(state, seat, text)

    def move_words(self, text: str, words: Words) -> str:
        return str(self.module("notation").move_words(text, words))

    def reason(self, state: State, seat: Seat, text: str, after: State) -> Any:
        return self.module("reasons").reason(state, seat, text, after)

    def why(self, state: State, points: list[int]) -> str:
        return str(self.module("view").why(state, points))

    def read_position(self, given: dict[str, Any], record: Any, options: Mapping[str, Any]) -> None:
        self.module("notation").read_position(given, record, options)

    def write_position(self, state: State) -> dict[str, Any]:
        return dict(self.module("notation").write_position(state))

    def guess(self, known: dict[str, Any], chance: Any) -> State:
        state: State = self.module("view").guess(self.game, known, chance)
        return state
