"""Computer players. A bot is a function of the view of its seat and of time: it never sees the table's state.

`bot("strong")(game, view, moves, luck)` answers with one of the moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from spieltisch.arithmetic import cosine, log
from spieltisch.door import Game, Luck, Refused
from spieltisch.sums import added, clipped

from .looks import has_learned
from .thought import DEEP_GUESSES, GUESSES, LOOKS, SECONDS, Thought

Bot = Callable[[Game, Mapping[str, Any], Sequence[str], Luck], str]


class Person(NamedTuple):
    """How somebody plays who does not see everything."""

    notices: float  # the share of moves that come to mind
    blur: float  # how far a chance is misjudged, typically, on the scale of odds
    own_points: float  # how much one's own points count beside the chance to win


PEOPLE = {"easy": Person(0.6, 0.9, 0.9), "medium": Person(0.9, 0.45, 0.3), "strong": Person(1.0, 0.2, 0.0)}
FEW_MOVES = 8  # with more of them each is misjudged less: the choice falls on the most overrated, and of many that one would be far off
SURE = 0.999
AVERAGE = "medium"  # what a person at the table is counted as
AIMLESS, BEST = Person(-1.0, 0.0, 0.0), Person(1.0, 0.0, 0.0)


def ways_of(levels: Sequence[str | None]) -> list[Person]:
    """How everybody at a table plays, for all seats that there may be; None is a person."""
    ways = {"random": AIMLESS, **PEOPLE, "master": BEST}
    found = [ways[level or AVERAGE] for level in levels]
    return [*found, *[BEST] * (4 - len(found))]


def choose_random(game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """Any legal move."""
    return moves[luck.below(len(moves))]


def choose_like_a_person(person: Person, game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """Overlooks moves, misjudges what they are worth and minds its own points; a move that wins at once is never missed."""
    thought = Thought(game, view, moves, luck, GUESSES)
    worth = thought.look()
    chances = [row[thought.seat] for row in worth]
    if max(chances) > SURE:
        return moves[chances.index(max(chances))]
    points = [row[4 + thought.seat] / game.features.POINTS for row in worth]
    mean = added(points) / len(points)
    blur = blur_of(person, len(moves))
    judged = [
        odds_of(chance) + person.own_points * 4.0 * (own - mean) + blur * normal(luck)
        for chance, own in zip(chances, points, strict=True)
    ]
    noticed = [index for index in range(len(moves)) if luck.below(1000) < 1000 * person.notices]
    seen = noticed or [luck.below(len(moves))]
    return moves[max(seen, key=lambda index: judged[index])]


def odds_of(chance: float) -> float:
    """A chance on the scale of odds."""
    kept = clipped(chance, 1e-6, 1 - 1e-6)
    return log(kept / (1 - kept))


def blur_of(person: Person, count: int) -> float:
    """How far somebody misjudges each of so many moves."""
    return person.blur * min(1.0, math.sqrt(FEW_MOVES / count))


def normal(luck: Luck) -> float:
    """A normally distributed number."""
    radius = math.sqrt(-2 * log((luck.below(1 << 30) + 1) / (1 << 30)))
    return radius * cosine(luck.below(1 << 30) / (1 << 30))


def choose_best(game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """The best move by the learned value, one move ahead, over many guesses of what it cannot see."""
    thought = Thought(game, view, moves, luck, GUESSES)
    thought.look()
    return moves[thought.best()]


def choose_master(effort: float, game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """The best move by a search with the learned value at its leaves."""
    if len(moves) == 1:
        return moves[0]
    thought = Thought(game, view, moves, luck, DEEP_GUESSES)
    thought.search(int(LOOKS * effort), SECONDS * max(1.0, effort))
    return moves[thought.best()]


LEVELS: dict[str, Bot] = {
    "random": choose_random,
    **{level: partial(choose_like_a_person, person) for level, person in PEOPLE.items()},
    "master": partial(choose_master, 1.0),
}
QUICK = ("random", *PEOPLE)  # levels that answer within milliseconds
OLD_NAMES = {"greedy": "medium"}  # in logs and scripts of earlier days


def levels_of(game: Game) -> list[str]:
    """The levels that can play a game: before anything has been learned only `random`."""
    return list(LEVELS) if has_learned(game) else ["random"]


def is_quick(level: str) -> bool:
    """Does a level look only one move ahead?"""
    return OLD_NAMES.get(level, level) in QUICK


def bot(level: str, effort: float = 1.0) -> Bot:
    """The computer player of a level; `effort` shortens or lengthens a master's search."""
    level = OLD_NAMES.get(level, level)
    if level not in LEVELS:
        raise Refused("unknown_word", key="bot", value=str(level)[:60], allowed=list(LEVELS))
    return partial(choose_master, effort) if level == "master" else LEVELS[level]
