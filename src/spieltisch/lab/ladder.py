"""Every level against every other: the same dice for both sides, seats swapped, and how sure one can be of the outcome."""

from __future__ import annotations

import math
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import spieltisch
from spieltisch.bots import LEVELS, Bot, bot
from spieltisch.chance import as_luck, seeded
from spieltisch.door import CHANCE, OVER, Game, Seat

PLAIN = "plain"  # the search without a learned value, as a yardstick
SURE = 1.96  # standard errors to either side of 95 %


class Duel(NamedTuple):
    """How two levels fared: the share of first places of the first one, with its 95 % interval."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float

    @property
    def elo(self) -> float:
        """The difference in Elo that such a share means."""
        share = min(max(self.share, 0.001), 0.999)
        return 400 * math.log10(share / (1 - share))


def player(name: str, effort: float, seconds: float) -> Bot:
    """A level by its name, or the plain search with so much time."""
    if name == PLAIN:
        from .plain import choose_plain

        return partial(choose_plain, seconds)
    return bot(name, effort)


def first_of(acting: Any) -> Seat:
    """The first of the seats that are asked."""
    return int(min(acting))


def play_game(game: Game, players: Sequence[Bot], seed: int) -> list[float]:
    """One game through the door, each player with its own view alone; who came first, shared where shared."""
    source, luck = seeded(seed), as_luck(seed)
    state = game.begin(len(players), seed % len(players))
    while (acting := game.to_act(state)) is not OVER:
        if acting is CHANCE:
            state = game.play(state, CHANCE, source.draw(game, state))
            continue
        seat = first_of(acting)
        state = game.play(state, seat, players[seat](game, game.view(state, seat), game.legal(state, seat), luck))
    places = game.result(state)["places"]
    return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]


def duplicate(key: str, one: str, other: str, seats: int, seed: int, effort: float, seconds: float) -> float:
    """Two games with the same dice, the sides changed between them; the first side's share, a half if both are equal."""
    game = spieltisch.game(key)
    sides = [player(one, effort, seconds), player(other, effort, seconds)]
    won = 0.0
    for swapped in (0, 1):
        seated = [(seat + swapped) % 2 for seat in range(seats)]
        won += sum(
            share
            for side, share in zip(seated, play_game(game, [sides[side] for side in seated], seed), strict=True)
            if side == 0
        )
    return won / 2


def duel(one: str, other: str, shares: Sequence[float]) -> Duel:
    """What the pairs of games say."""
    count = len(shares)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) / max(1, count - 1)
    error = SURE * math.sqrt(max(spread, 0.25 / count) / count)
    return Duel(one, other, 2 * count, mean, max(0.0, mean - error), min(1.0, mean + error))


def ladder(
    key: str, seats: int, games: int, names: Sequence[tuple[str, str]] | None = None, seed: int = 1, effort: float = 1.0,
    seconds: float = 0.2, jobs: int | None = None, told: Callable[[int, int], None] | None = None,
) -> Iterator[Duel]:  # fmt: skip
    """All duels, neighbours first, their games all in one pool; `told` hears how many pairs of games are done, of how many."""
    wanted = list(names) if names is not None else pairings()
    pairs = max(1, games // 2)
    seeds = range(seed * 1_000_003, seed * 1_000_003 + pairs)
    every = [(one, other, number) for one, other in wanted for number in seeds]
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1, multiprocessing.get_context("spawn")) as pool:
        shares = []
        for done, share in enumerate(pool.map(partial(_duplicate, key, seats, effort, seconds), every), 1):
            shares.append(share)
            if told is not None:
                told(done, len(every))
            if done % pairs == 0:
                one, other, _ = every[done - 1]
                yield duel(one, other, shares)
                shares = []


def _duplicate(key: str, seats: int, effort: float, seconds: float, pair: tuple[str, str, int]) -> float:
    one, other, seed = pair
    return duplicate(key, one, other, seats, seed, effort, seconds)


def pairings() -> list[tuple[str, str]]:
    """Every level with every lower one, the nearest first."""
    levels = list(LEVELS)
    found = [(levels[high], levels[low]) for high in range(len(levels)) for low in range(high)]
    return sorted(found, key=lambda pair: levels.index(pair[0]) - levels.index(pair[1]))


def ratings(duels: Sequence[Duel]) -> dict[str, float]:
    """Elo for each name, the best fit to all duels; the lowest level stands at 0."""
    names = sorted({name for one in duels for name in (one.one, one.other)}, key=[*LEVELS, PLAIN].index)
    rating = dict.fromkeys(names, 0.0)
    for _ in range(2000):
        for name in names[1:]:
            slope = weight = 0.0
            for one in duels:
                if name in (one.one, one.other):
                    gap = rating[one.one] - rating[one.other]
                    expected = 1 / (1 + 10 ** (-gap / 400))
                    missing = (one.share - expected) * one.games
                    slope += missing if name == one.one else -missing
                    weight += one.games * max(0.02, expected * (1 - expected)) * math.log(10) / 400
            rating[name] += min(50.0, max(-50.0, 0.5 * slope / weight)) if weight else 0.0
    return {name: rating[name] - rating[names[0]] for name in names}
