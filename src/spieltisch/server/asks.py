"""Which question is open for which seat. A question is numbered by the log's length when it was first put, and keeps its number
while others act. All of this follows from the log, so that a retry after a restart is still recognised."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spieltisch.checks import Refused
from spieltisch.door import CHANCE, Game, Seat, State
from spieltisch.log import Match, parsed, replay, take


class Asks:
    """The open questions of a match, and each seat's latest answers."""

    def __init__(self) -> None:
        self.open: dict[Seat, int] = {}
        self.answered: dict[Seat, tuple[int, str]] = {}
        self.latest: dict[
            Seat, tuple[int, bool]
        ] = {}  # the log's length after a seat's latest line; was it a take-back?

    def follow(self, game: Game, state: State, at: int) -> None:
        """Put the question to those who are to act and have none open; withdraw it from the others."""
        acting = game.to_act(state)
        due = acting if isinstance(acting, frozenset) else frozenset()
        self.open = {seat: self.open.get(seat, at) for seat in due}

    def answer(self, seat: Seat, text: str, at: int) -> None:
        """A seat has moved: its question is closed. `at` is the length of the log with that line."""
        self.answered[seat] = self.open.pop(seat), text
        self.latest[seat] = at, False

    def take_back(self, seat: Seat, at: int) -> None:
        """A seat has taken back: it will be asked anew."""
        self.open.pop(seat, None)
        self.answered.pop(seat, None)
        self.latest[seat] = at, True

    def is_repeated_undo(self, seat: Seat, ask: int | None) -> bool:
        """Was this take-back wished before its sender could know that it had been done? Behind a move of one's own it is stale."""
        at, was_undo = self.latest.get(seat, (0, False))
        if ask is None or ask >= at:
            return False
        if not was_undo:
            raise Refused("stale", ask=ask)
        return True

    def is_repeat(self, seat: Seat, ask: int | None, text: str) -> bool:
        """Is this the same answer to the same question again?"""
        return self.answered.get(seat) == (ask, text)

    def check(self, seat: Seat, ask: int | None) -> None:
        """Only an open question can be answered."""
        if ask is None:
            raise Refused("missing_key", key="ask")
        if self.open.get(seat) != ask:
            raise Refused("stale", ask=ask)


def reopened(lines: Iterable[str]) -> tuple[Match, Asks]:
    """A match from its log, with the questions as they were numbered when it was played."""
    match: Match | None = None
    asks = Asks()
    for text in lines:
        if match is None:
            match = replay([text])
            asks.follow(match.game, match.state, len(match.lines))
        else:
            _follow_line(match, asks, text)
    if match is None:
        raise Refused("log_empty")
    return match, asks


def _follow_line(match: Match, asks: Asks, text: str) -> None:
    line: dict[str, Any] = parsed(text)
    take(match, line)
    by = line.get("by")
    if isinstance(by, int):
        if "undo" in line:
            asks.take_back(by, len(match.lines))
        else:
            asks.answer(by, line["do"], len(match.lines))
    if match.result is None and match.game.to_act(match.state) is not CHANCE:
        asks.follow(match.game, match.state, len(match.lines))
