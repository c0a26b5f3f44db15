"""What a seat can think about its moves: from its view alone, with guesses for what it cannot see."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from spieltisch.door import Game, Luck, Refused, State
from spieltisch.rule import blanks, luck

from .net import Net, learned

GUESSES = 24  # worlds, each as the unseen may lie, for a look one move ahead
DEEP_GUESSES = 96  # and before a search, which then takes a new one for every look
TRIED = 6  # deals that show whether anything is hidden
LOOKS = 3000  # how often a search follows a move
SECONDS = 0.85  # and how long it takes at most
CANDIDATES = 10  # moves worth following
FIRST_LOOK = 60  # what the look one move ahead counts beside the moves followed: the value is good, luck is not
DEPTH = 2  # how many moves of each seat are followed
AT_ONCE = 8  # guesses looked at before asking whether the thought is still wanted


class GaveUp(Exception):
    """Nobody waits for this thought any more."""


_is_wanted: ContextVar[Callable[[], bool]] = ContextVar("is_wanted", default=lambda: True)


@contextmanager
def while_wanted(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """Whatever is thought in here ends with GaveUp soon after it is no longer wanted."""
    token = _is_wanted.set(is_wanted)
    try:
        yield
    finally:
        _is_wanted.reset(token)


def go_on() -> None:
    """A thought may go on, or it gives up here."""
    if not _is_wanted.get()():
        raise GaveUp


def has_learned(game: Game) -> bool:
    """Is there a network of a room for every number of seats?"""
    file = game.folder / "value.npz"
    return file.exists() and set(game.seats) <= set(learned(file).nets)


def weights(game: Game, seats: int) -> Net:
    """The network of a room for a number of seats."""
    file = game.folder / "value.npz"
    if not file.exists() or seats not in learned(file).nets:
        raise Refused("not_learned", game=game.key, seats=seats)
    return learned(file).nets[seats]


class Thought:
    """A seat's moves and what they are worth: rows of chances of all seats, and behind them of their points."""

    def __init__(self, game: Game, view: Mapping[str, Any], moves: Sequence[str], chance: Luck, guesses: int) -> None:
        self.game, self.seat, self.moves, self.chance = game, int(view["seat"]), list(moves), chance
        self.value = game.furnished("spieltisch.bots.value")
        guessed, guessed_ones = guessed_states(game, view, chance, TRIED)
        self.guesses = guesses if len(guessed_ones) > 3 else 1  # one is enough where nothing is hidden
        self.states = blanks(game.layout, self.value.WORLDS)
        self.states[self.value.ROOT] = guessed.record
        self.seats = guessed.seats
        self.net = weights(game, self.seats)
        codes = game.moves(guessed, self.seat)
        self.codes = np.array([codes[move] for move in self.moves], np.int16)
        self.work = self.value.work_room(self.net)
        self.worth = np.zeros((len(self.moves), 8))
        self.finalists = np.arange(len(self.moves))

    def look(self) -> Any:
        """One move ahead, in so many worlds as the seat may be in."""
        every = np.ones(len(self.moves), np.int8)
        self.worth[:] = 0
        seed = self.chance.below(1 << 62)
        for first in range(0, self.guesses, AT_ONCE):
            self._explore(every, 0, seed, first, min(first + AT_ONCE, self.guesses), self.worth)
        self.worth /= self.guesses
        self.finalists = np.argsort(-self.worth[:, self.seat], kind="stable")
        return self.worth

    def search(self, looks: int = LOOKS, seconds: float | None = SECONDS, depth: int = DEPTH) -> Any:
        """Some moves ahead, look after look; after each round the better half of the moves stays in the running.

        The rounds share the time, so that none goes without; with no time told they share the looks alone."""
        begun = time.monotonic()
        first = self.look().copy()
        running = np.argsort(-first[:, self.seat], kind="stable")[:CANDIDATES]
        added, followed = np.zeros_like(first), np.zeros((len(self.moves), 1))
        rounds = max(1, int(np.ceil(np.log2(len(running)))))
        seed, done = self.chance.below(1 << 62), 0
        for number in range(1, rounds + 1):
            if len(running) < 2:
                break
            until = math.inf if seconds is None else begun + seconds * number / rounds
            last = done + max(1, looks // (rounds * len(running)))
            done = self._follow(running, depth, seed, done, last, until, added, followed)
            self.worth = (FIRST_LOOK * first + added) / (FIRST_LOOK + followed)
            running = running[np.argsort(-self.worth[running, self.seat], kind="stable")]
            self.finalists = running
            running = running[: (len(running) + 1) // 2] if len(running) > 2 else running[:1]
        return self.worth

    def _follow(
        self, running: Any, depth: int, seed: int, done: int, last: int, until: float, added: Any, followed: Any
    ) -> int:
        """Looks from `done` to `last`, or until the time is over, but one at least; how many were done in all."""
        alive = np.zeros(len(self.moves), np.int8)
        alive[running] = 1
        while done < last:
            self._explore(alive, depth * self.seats, seed, done, done + 1, added)
            followed[running] += 1
            done += 1
            if time.monotonic() >= until:
                break
        return done

    def _explore(self, alive: Any, depth: int, seed: int, first: int, last: int, worth: Any) -> None:
        go_on()
        self.value.explore(
            self.states,
            self.seat,
            self.seat,
            self.codes,
            alive,
            self.net,
            self.work,
            depth,
            1,
            seed,
            first,
            last,
            worth,
        )

    def best(self) -> int:
        """The move that came out best."""
        return int(self.finalists[0])


def guessed_states(game: Game, view: Mapping[str, Any], chance: Luck, count: int) -> tuple[State, Any]:
    """Ways the unseen may lie, and two states of scratch behind them; a single way where nothing is hidden."""
    first = game.guess(view, chance)
    states = blanks(game.layout, count + 2)
    game.furnished("spieltisch.bots.guesses").fill(states, count, first.cell, int(view["seat"]), luck(chance.below(1 << 62)))
    if all(states[index].tobytes() == states[0].tobytes() for index in range(1, count)):
        states = states[[0, count, count + 1]]
    return first, states
