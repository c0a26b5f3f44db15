"""What a seat can think about its moves: from its view alone, with guesses for what it cannot see."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.door import Game, Luck
from spieltisch.furniture import SEEDS

from .looks import Looks, guessed_ways
from .wanted import go_on

GUESSES = 24  # worlds, each as the unseen may lie, for a look one move ahead
DEEP_GUESSES = 96  # and before a search, which then takes a new one for every look
TRIED = 6  # deals that show whether anything is hidden
LOOKS = 3000  # how often a search follows a move
SECONDS = 0.85  # and how long it takes at most
CANDIDATES = 10  # moves worth following
FIRST_LOOK = 60  # what the look one move ahead counts beside the moves followed: the value is good, luck is not
DEPTH = 2  # how many moves of each seat are followed
AT_ONCE = 8  # guesses looked at before asking whether the thought is still wanted

Rows = list[list[float]]


class Thought:
    """A seat's moves and what they are worth: rows of chances of all seats, and behind them of their points."""

    def __init__(self, game: Game, view: Mapping[str, Any], moves: Sequence[str], chance: Luck, guesses: int) -> None:
        self.seat, self.moves, self.chance = int(view["seat"]), list(moves), chance
        guessed, ways = guessed_ways(game, view, chance, TRIED)
        self.guesses = guesses if ways > 1 else 1  # one is enough where nothing is hidden
        self.seats = guessed.seats
        codes = game.moves(guessed, self.seat)
        self.looks = Looks(game, guessed, [codes[move] for move in self.moves])
        self.worth: Rows = []
        self.finalists = list(range(len(self.moves)))

    def look(self) -> Rows:
        """One move ahead, in so many worlds as the seat may be in."""
        self.looks.clear()
        seed = self.chance.below(SEEDS)
        for first in range(0, self.guesses, AT_ONCE):
            self._explore(range(len(self.moves)), 0, seed, first, min(first + AT_ONCE, self.guesses))
        self.worth = [[part / self.guesses for part in row] for row in self.looks.sums()]
        self.finalists = self._best_first(range(len(self.moves)))
        return self.worth

    def search(self, looks: int = LOOKS, seconds: float | None = SECONDS, depth: int = DEPTH) -> Rows:
        """Some moves ahead, look after look; after each round the better half of the moves stays in the running.

        The rounds share the time, so that none goes without; with no time told they share the looks alone."""
        begun = time.monotonic()
        first = self.look()
        running, followed, done = self.finalists[:CANDIDATES], [0] * len(self.moves), 0
        rounds = next(number for number in range(1, 9) if 1 << number >= len(running))
        seed = self.chance.below(SEEDS)
        self.looks.clear()
        for number in range(1, rounds + 1):
            if len(running) < 2:
                break
            until = math.inf if seconds is None else begun + seconds * number / rounds
            last = done + max(1, looks // (rounds * len(running)))
            done = self._follow(running, depth, seed, done, last, until, followed)
            self.worth = joined(first, self.looks.sums(), followed)
            running = self._best_first(running)
            self.finalists = running
            running = running[: (len(running) + 1) // 2] if len(running) > 2 else running[:1]
        return self.worth

    def _follow(self, running: Sequence[int], depth: int, seed: int, done: int, last: int, until: float, followed: list[int]) -> int:
        """Looks from `done` to `last`, or until the time is over, but one at least; how many were done in all."""
        while done < last:
            self._explore(running, depth * self.seats, seed, done, done + 1)
            for index in running:
                followed[index] += 1
            done += 1
            if time.monotonic() >= until:
                break
        return done

    def _explore(self, running: Sequence[int], depth: int, seed: int, first: int, last: int) -> None:
        go_on()
        alive = [0] * len(self.moves)
        for index in running:
            alive[index] = 1
        self.looks.add(self.seat, self.seat, alive, depth, 1, seed, first, last)

    def _best_first(self, moves: Sequence[int]) -> list[int]:
        """Moves in the order of what they are worth to the seat."""
        return sorted(moves, key=lambda index: -self.worth[index][self.seat])

    def best(self) -> int:
        """The move that came out best."""
        return self.finalists[0]


def joined(first: Rows, added: Rows, followed: Sequence[int]) -> Rows:
    """What moves are worth by the first look and by those that followed them."""
    return [
        [(FIRST_LOOK * one + more) / (FIRST_LOOK + times) for one, more in zip(row, rest, strict=True)]
        for row, rest, times in zip(first, added, followed, strict=True)
    ]
