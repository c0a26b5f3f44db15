"""Are the chances true? Fresh games of the network against itself: of all that were given 30 %, do three in ten come first?"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spieltisch.bots import Bot, choose_best
from spieltisch.bots.net import Net
from spieltisch.chance import as_luck, seeded
from spieltisch.door import CHANCE, OVER, Game
from spieltisch.log import Match
from spieltisch.rule import blanks

from .ladder import first_of
from .train import Nursery

BINS = 10


class Calibration(NamedTuple):
    """For each tenth of the scale: the chance told on average, how often it came true, how many; and the sums of it."""

    told: list[float]
    came: list[float]
    tables: list[int]
    brier: float  # squared error of all seats together, 0 is perfect
    guess: float  # the same for somebody who always says that all have equal chances
    error: float  # expected calibration error


def calibration(
    game: Game, net: Net, seats: int, games: int = 2000, seed: int = 987, place: Any = Nursery
) -> Calibration:
    """How true a network's chances are in fresh games by the printed rules; `place`: where they are played."""
    fresh = blanks(game.layout, seats)
    for start in range(seats):
        fresh[start] = game.begin(seats, start).record
    nursery = place(game, seats, seed, fresh)
    tables = nursery.play(net, games, stray=0, trust=1.0)
    told_all, came_all = nursery.fetched(tables.chances), nursery.fetched(tables.shares)
    chances, came = told_all.ravel().astype(float), came_all.ravel().astype(float)
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    count = np.bincount(bins, minlength=BINS)
    told = np.bincount(bins, chances, BINS) / np.maximum(count, 1)
    true = np.bincount(bins, came, BINS) / np.maximum(count, 1)
    return Calibration(
        told.tolist(), true.tolist(), count.tolist(),
        float(((told_all - came_all) ** 2).sum(1).mean()),
        float(((1 / seats - came_all) ** 2).sum(1).mean()),
        float((np.abs(told - true) * count).sum() / count.sum()),
    )  # fmt: skip


def played(game: Game, seats: int, seed: int, think: Bot = choose_best) -> Match:
    """A game among bots that all think alike."""
    match = Match.new(game, [{} for _ in range(seats)], seed % seats)
    source, luck = seeded(seed), as_luck(seed)
    while (acting := game.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(game, match.state))
        else:
            seat, state = first_of(acting), match.state
            match.play(seat, think(game, game.view(state, seat), game.legal(state, seat), luck))
    match.end()
    return match
