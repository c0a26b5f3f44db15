"""A room's value learned from nothing: a network plays against itself, learns what it should have said, and plays again.

Afterstates with TD(lambda): dice give the exploring for free, and the value of a table right after a move is all a bot needs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from spieltisch.bots.net import Net, untaught
from spieltisch.door import Game
from spieltisch.rule import blanks, for_room, luck

from .learn import Learner

LANES = 16  # games are played in so many streams, whatever the machine: the same seed gives the same weights
PRINTED = 6  # how often the printed rules stand beside each house rule
ROUND = 400  # games between two lessons
BATCH = 512  # tables in one step of learning
KEPT = 6  # rounds whose tables are learned from
TRUST = (0.7, 1.0)  # lambda, first and last: the network's own word early on, what really came in the end
FULL_TRUST = 0.7  # when lambda has risen to its last value, as a share of the whole training
PACE = (2e-3, 5e-5)  # learning rate, first and last
STRAY = 15  # of a thousand moves by lot
MOST_TABLES = 600  # noted in one game, on average


class Tables(NamedTuple):
    """What was seen in some games, and what should have been said."""

    own: Any
    table: Any
    shares: Any
    points: Any
    chances: Any
    ends: Any


@dataclass
class Course:
    """How a training went: games played so far, what was missed, and the weights on the way."""

    games: list[int] = field(default_factory=list)
    missed: list[float] = field(default_factory=list)
    milestones: list[tuple[int, Net]] = field(default_factory=list)


def openings(game: Game, seats: int) -> Any:
    """Tables to start from: every start seat, the printed rules often, each house rule now and then."""
    wishes: list[Mapping[str, Any]] = [{}] * PRINTED
    wishes += [{name: wish} for name, values in game.house_rules().items() for wish in values[1:]]
    fresh = blanks(game.layout, len(wishes) * seats)
    for index, options in enumerate(wishes):
        for start in range(seats):
            fresh[index * seats + start] = game.begin(seats, start, options).record
    return fresh


def compiled(game: Game) -> Any:
    """The loops of self-play for a room."""
    return for_room("spieltisch.lab.selfplay", game.rules, features=game.features, value=game.for_room("spieltisch.bots.value"))  # fmt: skip


def in_lanes(work: Callable[[int], Any]) -> list[Any]:
    """Do a piece of work for every lane, on as many cores as there are."""
    with ThreadPoolExecutor(min(LANES, os.cpu_count() or 1)) as pool:
        return list(pool.map(work, range(LANES)))


class Nursery:
    """Where a network of a room and a number of seats plays against itself."""

    round, batch = ROUND, BATCH

    def __init__(self, game: Game, seats: int, seed: int, fresh: Any = None) -> None:
        self.game, self.seats = game, seats
        self.loops = compiled(game)
        self.fresh = openings(game, seats) if fresh is None else fresh
        self.luck = [luck(seed, 1000 * seats + lane) for lane in range(LANES)]
        self._dice = np.random.default_rng(seed)

    def take(self, net: Net) -> Net:
        """A network brought to where the games are."""
        return net

    def back(self, net: Net) -> Net:
        """And a copy fetched from there."""
        return Net(*(part.copy() for part in net))

    def bring(self, array: Any) -> Any:
        """An array brought to where the tables are."""
        return array

    def fetched(self, array: Any) -> Any:
        """An array of tables, for NumPy."""
        return array

    def play(self, net: Net, games: int, stray: int, trust: float) -> Tables:
        """So many games, all lanes together."""
        each = max(1, games // LANES)
        starts = [self.fresh[self._dice.permutation(len(self.fresh))] for _ in range(LANES)]
        parts = in_lanes(lambda lane: self._play_lane(net, each, starts[lane], lane, stray, trust))
        ends, before = [], 0
        for part in parts:
            ends.append(part.ends + before)
            before += len(part.own)
        own, table, shares, points, chances = (np.concatenate(pieces) for pieces in list(zip(*parts, strict=True))[:-1])
        return Tables(own, table, shares, points, chances, np.concatenate(ends))

    def _play_lane(self, net: Net, games: int, fresh: Any, lane: int, stray: int, trust: float) -> Tables:
        features = self.game.features
        most = games * MOST_TABLES
        own = np.zeros((most, self.seats, features.OWN), np.float32)
        table = np.zeros((most, features.TABLE), np.float32)
        chances, hoped, shares, points = (np.zeros((most, self.seats), np.float32) for _ in range(4))
        ends = np.zeros(games, np.int64)
        noted = self.loops.play_and_learn(
            fresh, games, net, self.loops.value.work_room(net), self.luck[lane], stray, trust, own, table, chances, hoped, shares, points, ends,
        )  # fmt: skip
        own, table, shares, points, chances = (part[:noted].copy() for part in (own, table, shares, points, chances))
        return Tables(own, table, shares, points, chances, ends)

    def share_won(self, net: Net, rival: Net, games: int) -> float:
        """How often a network comes first against another with which it shares the seats."""
        each = max(1, games // LANES)
        seated = np.array([[index % 2 == seat % 2 for seat in range(self.seats)] for index in range(each)])
        sets = (seated << np.arange(self.seats)).sum(1).astype(np.int64)
        won = np.zeros((LANES, each))
        fresh = self.fresh[: self.seats]
        starts = np.repeat(fresh, 2)

        def lane(number: int) -> None:
            self.loops.play_match(
                starts, each, net, rival, self.loops.value.work_room(net), self.luck[number], sets, won[number]
            )

        in_lanes(lane)
        return float(won.mean())


def train(
    game: Game, seats: int, games: int, seed: int = 1, before: Net | None = None,
    told: Callable[[int, float], None] | None = None, nursery: Any = None,
) -> tuple[Net, Course]:  # fmt: skip
    """A network for a room and a number of seats, from nothing or from what was learned with fewer seats.

    `told` hears how many games are done and what was missed. `nursery`: where to play, here unless told otherwise."""
    nursery = Nursery(game, seats, seed) if nursery is None else nursery
    first = untaught(game.features.OWN, game.features.TABLE, seed) if before is None else before
    learner = Learner(nursery.take(first))
    dice = np.random.default_rng(seed)
    course = Course()
    kept: list[Tables] = []
    rounds = max(20, games // nursery.round)
    for number in range(rounds):
        done = number / rounds
        trust = TRUST[0] + (TRUST[1] - TRUST[0]) * min(1.0, done / FULL_TRUST)
        seen = nursery.play(learner.average if number else learner.net, games // rounds, STRAY, trust)
        kept = [*kept, seen][-KEPT:]
        pace = PACE[0] * (PACE[1] / PACE[0]) ** done
        missed = study(learner, kept, 2 * len(seen.own), nursery.batch, pace, dice, nursery.bring)
        course.games.append((number + 1) * (games // rounds))
        course.missed.append(missed)
        if number % max(1, rounds // 10) == 0:
            course.milestones.append((course.games[-1], nursery.back(learner.average)))
        if told is not None:
            told(course.games[-1], missed)
    return nursery.back(learner.average), course


def study(learner: Learner, kept: list[Tables], tables: int, batch: int, rate: float, dice: Any, bring: Any) -> float:
    """Steps on so many tables of the last rounds, drawn by lot and brought to them; what was missed on average."""
    own, table, shares, points = (
        np.concatenate([getattr(tables, name) for tables in kept]) for name in Tables._fields[:4]
    )
    missed, steps = 0.0, max(1, tables // batch)
    for some in bring(dice.integers(len(own), size=(steps, batch))):
        missed += learner.learn(own[some], table[some], shares[some], points[some], rate)
    return float(missed) / steps
