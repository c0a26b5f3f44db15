"""Good advice: a seat's moves in order, with the chance to win and a reason in words where the room has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spieltisch.chance import as_luck
from spieltisch.door import Game, Refused, short, table

from .odds import far, leveled
from .thought import DEEP_GUESSES, Thought

SECONDS = 0.5
LOOKS = 800


class Advice(NamedTuple):
    """A move, the chance to finish first after it, and why it may be good (None: nothing striking)."""

    move: str
    chance: float
    reason: tuple[str, Mapping[str, Any]] | None

    def why(self, words: Any) -> str | None:
        """The reason as a sentence of the room's `words`."""
        return words(f"reasons.{self.reason[0]}", **self.reason[1]) if self.reason else None


def advise(
    game: Game, view: Mapping[str, Any], chance: Any = None, looks: int = LOOKS, seconds: float = SECONDS,
    levels: Sequence[str | None] = (),
) -> list[Advice]:  # fmt: skip
    """The moves of the seat whose view this is, the best first; empty when it is not asked. `levels`: of the computers at the table."""
    known = table(view, "view")
    if known.get("seat") is None:
        raise Refused("no_such_seat", seat=short(known.get("seat")), seats=short(known.get("seats")))
    luck = as_luck(chance)
    guessed = game.guess(known, luck)
    moves = game.legal(guessed, known["seat"])
    if not moves:
        return []
    thought = Thought(game, known, moves, luck, DEEP_GUESSES)
    searched = [row[: thought.seats] for row in thought.search(looks, seconds)]
    if levels:
        searched = leveled(game, searched, levels, far(game, guessed.record))
    worth = [row[thought.seat] for row in searched]
    return [
        Advice(moves[index], worth[index], reason_for(game, guessed, thought.seat, moves[index]))
        for index in best_first(thought.finalists, worth)
    ]


def best_first(finalists: Sequence[int], worth: Sequence[float]) -> list[int]:
    """Those that were looked at longest in their order, then the others by what they are worth."""
    others = [index for index in range(len(worth)) if index not in finalists]
    return [*finalists, *sorted(others, key=lambda index: -worth[index])]


def reason_for(game: Game, state: Any, seat: int, move: str) -> tuple[str, Mapping[str, Any]] | None:
    """What the room says for a move."""
    return game.reason(state, seat, move, game.play(state, seat, move))
