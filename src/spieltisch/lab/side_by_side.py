"""Self-play of many games in step: on a graphics card by numba-cuda and CuPy, or on the processor by NumPy, move for move the same.

`SideBySide` takes the place of `lab.train.Nursery`: whole rounds of thousands of games, whose tables stay where they were made."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype, int64

from spieltisch.bots.net import Net
from spieltisch.door import Game, Refused
from spieltisch.rule import stir

from .gpu import THREADS, card, check_layout
from .learn import forward
from .train import Tables, compiled, openings

ROUND = 4096  # games side by side
BATCH = 2048
MOST_TABLES = 120  # noted in one game, for each seat
SEEN_AT_ONCE = 1 << 19  # tables that a network judges in one go


class OnProcessor:
    """Where the arrays lie and who makes the steps: here NumPy and compiled loops."""

    arrays: Any = np

    def __init__(self, game: Game) -> None:
        self.game, self.steps = game, compiled(game)

    def empty(self, shape: Any, kind: Any) -> Any:
        """An array for steps and networks."""
        return np.zeros(shape, kind)

    def states(self, fresh: Any) -> Any:
        """Records for the steps."""
        return fresh.copy()

    def view(self, array: Any) -> Any:
        """An array as the networks take it."""
        return array

    def back(self, array: Any) -> Any:
        """An array in the processor's memory."""
        return array

    def go_on(self, count: int, *args: Any) -> None:
        """A step of every game."""
        self.steps.go_on_all(*args)

    def try_moves(self, count: int, *args: Any) -> None:
        """A step for every move of every game."""
        self.steps.try_all(*args)

    def decide(self, count: int, *args: Any) -> None:
        """A step of every game."""
        self.steps.decide_all(*args)


@cache
def kernels(game: Game) -> SimpleNamespace:
    """The steps as kernels: one thread makes one game's step, or tries one move."""
    cuda = card()
    check_layout(game)
    steps, state_type = compiled(game), from_dtype(game.layout)

    @cuda.jit
    def go_on(states, luck, moves, asked, counts, noted, own, table, result, scored):
        index = cuda.grid(1)
        if index < counts.shape[0]:
            places = cuda.local.array(4, int64)
            points = cuda.local.array(4, int64)
            steps.go_on(index, states, luck, moves, asked, counts, noted, own, table, result, scored, places, points)

    @cuda.jit
    def try_moves(widest, states, moves, asked, counts, ends, sides, own, table, sure, ours):
        index = cuda.grid(1)
        if index < widest * counts.shape[0]:
            scratch = cuda.local.array(1, state_type, alignment=8)  # Numba takes a record for mere bytes
            places = cuda.local.array(4, int64)
            points = cuda.local.array(4, int64)
            steps.try_move(
                index,
                widest,
                states,
                moves,
                asked,
                counts,
                ends,
                sides,
                scratch,
                own,
                table,
                sure,
                ours,
                places,
                points,
            )

    @cuda.jit
    def decide(states, luck, moves, asked, counts, ends, chances, stray, seen, around, noted, own, table, hoped):
        index = cuda.grid(1)
        if index < counts.shape[0]:
            steps.decide(
                index, states, luck, moves, asked, counts, ends, chances, stray, seen, around, noted, own, table, hoped
            )

    return SimpleNamespace(go_on=go_on, try_moves=try_moves, decide=decide)


class OnCard:
    """The same on a graphics card: numba-cuda makes the steps, CuPy multiplies."""

    def __init__(self, game: Game) -> None:
        self.cuda, self.kernels = card(), kernels(game)
        try:
            import cupy
        except ImportError:
            raise Refused("no_card", problem="CuPy") from None
        self.arrays: Any = cupy

    def empty(self, shape: Any, kind: Any) -> Any:
        """An array for steps and networks."""
        array = self.cuda.device_array(shape, kind)
        self.arrays.asarray(array)[...] = 0
        return array

    def states(self, fresh: Any) -> Any:
        """Records for the steps."""
        return self.cuda.to_device(np.ascontiguousarray(fresh))

    def view(self, array: Any) -> Any:
        """An array as the networks take it."""
        return self.arrays.asarray(array)

    def back(self, array: Any) -> Any:
        """An array in the processor's memory."""
        return self.arrays.asnumpy(array)

    def go_on(self, count: int, *args: Any) -> None:
        """A step of every game."""
        self.kernels.go_on[self._blocks(count), THREADS](*args)

    def try_moves(self, count: int, *args: Any) -> None:
        """A step for every move of every game."""
        self.kernels.try_moves[self._blocks(count), THREADS](*args)

    def decide(self, count: int, *args: Any) -> None:
        """A step of every game."""
        self.kernels.decide[self._blocks(count), THREADS](*args)

    def _blocks(self, count: int) -> int:
        return (count + THREADS - 1) // THREADS


class Games:
    """What is kept of some games that are played side by side."""

    def __init__(self, place: Any, game: Game, seats: int, count: int) -> None:
        features, most = game.features, MOST_TABLES * seats
        self.count = count
        self.luck = place.empty((count, 4), np.int64)
        self.moves = place.empty((count, game.rules.MOVES), np.int16)
        self.asked, self.counts, self.ends, self.noted, self.sides = (place.empty(count, np.int32) for _ in range(5))
        self.own = place.empty((count, most, seats, features.OWN), np.float32)
        self.table = place.empty((count, most, features.TABLE), np.float32)
        self.hoped = place.empty((count, most, seats), np.float32)
        self.result, self.scored = (place.empty((count, seats), np.float32) for _ in range(2))


class Rows:
    """Room for the tables after so many moves."""

    def __init__(self, place: Any, game: Game, seats: int, most: int) -> None:
        self.most = most
        self.own = place.empty((most, seats, game.features.OWN), np.float32)
        self.table = place.empty((most, game.features.TABLE), np.float32)
        self.sure, self.chances = (place.empty((most, seats), np.float32) for _ in range(2))
        self.ours = place.empty(most, np.int8)


class SideBySide:
    """Where a network of a room and a number of seats plays against itself, thousands of games in step."""

    round, batch = ROUND, BATCH

    def __init__(self, game: Game, seats: int, seed: int, fresh: Any = None, place: Any = None) -> None:
        self.game, self.seats, self.seed = game, seats, seed
        self.place = OnCard(game) if place is None else place
        self.fresh = openings(game, seats) if fresh is None else fresh
        self._dice = np.random.default_rng(seed)
        self._games: Games | None = None
        self._rows = Rows(self.place, game, seats, 1)
        self._begun = 0

    def take(self, net: Net) -> Net:
        """A network brought to where the games are."""
        return Net(*(self.place.arrays.asarray(part) for part in net))

    def back(self, net: Net) -> Net:
        """And fetched from there."""
        return Net(*(np.array(self.place.back(part), np.float32) for part in net))

    def bring(self, array: Any) -> Any:
        """An array brought to where the tables are."""
        return self.place.arrays.asarray(array)

    def fetched(self, array: Any) -> Any:
        """An array of tables, for NumPy."""
        return self.place.back(array)

    def play(self, net: Net, games: int, stray: int, trust: float) -> Tables:
        """So many games; what was seen and what should have been said, as TD(lambda) mixes it."""
        xp = self.place.arrays
        net = self.take(net)
        told = self._play_all((net,), np.full(games, -1), self._starts(games), stray)
        noted = self.place.view(told.noted)
        longest = max(1, int(noted.max()))
        kept = xp.flatnonzero((xp.arange(longest)[None, :] < noted[:, None]).ravel())
        at = kept // longest * (MOST_TABLES * self.seats) + kept % longest
        own, table = (self.place.view(array).reshape(-1, *array.shape[2:])[at] for array in (told.own, told.table))
        said = self._judge(net, own, table)
        chances = xp.zeros((games * longest, self.seats), np.float32)
        chances[kept] = said
        hoped = self.place.view(told.hoped)[:, :longest]
        result = self.place.view(told.result)
        shares = taught(xp, chances.reshape(games, longest, self.seats), hoped, noted, result, trust)
        points = self.place.view(told.scored)[kept // longest]
        return Tables(own, table, shares.reshape(-1, self.seats)[kept], points, said, xp.cumsum(noted))

    def share_won(self, net: Net, rival: Net, games: int) -> float:
        """How often a network comes first against another with which it shares the seats."""
        return float(self.shares_won(net, rival, games).mean())

    def shares_won(self, net: Net, rival: Net, games: int) -> Any:
        """The same, game by game: the seats change from game to game, by the printed rules."""
        seated = np.array([[index % 2 == seat % 2 for seat in range(self.seats)] for index in range(games)])
        sides = (seated << np.arange(self.seats)).sum(1)
        starts = np.repeat(self.fresh[: self.seats], 2)
        begun = starts[np.arange(games) % len(starts)]
        told = self._play_all((self.take(net), self.take(rival)), sides, begun, 0)
        return (self.place.back(self.place.view(told.result)) * seated).sum(1)

    def _starts(self, games: int) -> Any:
        """Tables to begin with, all openings equally often, in any order."""
        every = np.resize(np.arange(len(self.fresh)), games)
        return self.fresh[self._dice.permutation(every)]

    def _play_all(self, nets: tuple[Net, ...], sides: Any, starts: Any, stray: int) -> Games:
        """Play games to their end. sides: the seats of the first network, as a set for each game."""
        place, count = self.place, len(starts)
        if self._games is None or self._games.count != count:
            self._games = None
            self._games = Games(place, self.game, self.seats, count)
        all_games = self._games
        luck = np.zeros((count, 4), np.int64)
        for index in range(count):
            stir(luck[index], self.seed, self._begun + index)
        self._begun += count
        place.view(all_games.luck)[...] = place.arrays.asarray(luck)
        place.view(all_games.sides)[...] = place.arrays.asarray(sides.astype(np.int32))
        for array in (all_games.noted, all_games.own, all_games.table, all_games.result, all_games.scored):
            place.view(array)[...] = 0
        place.view(all_games.hoped)[...] = -1
        place.view(all_games.counts)[...] = 1
        states = place.states(starts)
        while self._step(all_games, states, nets, stray):
            pass
        return all_games

    def _step(self, games: Games, states: Any, nets: tuple[Net, ...], stray: int) -> bool:
        """Every game one move further; whether any goes on."""
        place, xp = self.place, self.place.arrays
        place.go_on(
            games.count, states, games.luck, games.moves, games.asked, games.counts,
            games.noted, games.own, games.table, games.result, games.scored,
        )  # fmt: skip
        counts, ends = place.view(games.counts), place.view(games.ends)
        ends[...] = xp.cumsum(counts)
        total, widest = int(ends[-1]), int(counts.max())
        if total == 0:
            return False
        if total > self._rows.most:
            self._rows = Rows(place, self.game, self.seats, 1)
            self._rows = Rows(place, self.game, self.seats, total + total // 4)
        rows = self._rows
        own, table, sure, chances = (
            place.view(array)[:total] for array in (rows.own, rows.table, rows.sure, rows.chances)
        )
        own[...], table[...] = 0, 0
        place.try_moves(
            widest * games.count, widest, states, games.moves, games.asked, games.counts, games.ends, games.sides,
            rows.own, rows.table, rows.sure, rows.ours,
        )  # fmt: skip
        judged = self._judge(nets[0], own, table)
        if len(nets) > 1:
            judged = xp.where(place.view(rows.ours)[:total, None] != 0, judged, self._judge(nets[1], own, table))
        chances[...] = xp.where(sure[:, :1] >= 0, sure, judged)
        place.decide(
            games.count, states, games.luck, games.moves, games.asked, games.counts, games.ends, rows.chances, stray,
            rows.own, rows.table, games.noted, games.own, games.table, games.hoped,
        )  # fmt: skip
        return True

    def _judge(self, net: Net, own: Any, table: Any) -> Any:
        parts = range(0, len(own), SEEN_AT_ONCE)
        judged = [forward(net, own[at : at + SEEN_AT_ONCE], table[at : at + SEEN_AT_ONCE])[2] for at in parts]
        return self.place.arrays.concatenate(judged)


def taught(xp: Any, chances: Any, hoped: Any, noted: Any, result: Any, trust: float) -> Any:
    """What a network should have said: the later tables' chances and in the end the result, mixed as TD(lambda) does.

    A move made by lot tells nothing about the table before it: there the chance that was given away counts."""
    shares = xp.zeros_like(chances)
    target = result
    for at in range(chances.shape[1] - 1, -1, -1):
        shares[:, at] = target
        mixed = (1 - trust) * chances[:, at] + trust * target
        told = xp.where(hoped[:, at, :1] >= 0, hoped[:, at], mixed)
        target = xp.where((at < noted)[:, None], told, target)
    return shares
