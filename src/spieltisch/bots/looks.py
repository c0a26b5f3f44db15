"""What a seat's options are worth, look after look: compiled code adds up, and whoever thinks gets plain lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch.door import Game, Luck, Refused, State
from spieltisch.furniture import SEEDS
from spieltisch.rule import blanks, luck

from .net import Net, learned


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


def mark_of(game: Game) -> str:
    """Names the very weights of a room."""
    return learned(game.folder / "value.npz").mark


class Looks:
    """A table and some options there, of a seat or of chance: the chances of all seats after each, and behind them their points, added up."""

    def __init__(self, game: Game, state: State, codes: Sequence[int]) -> None:
        self.value = game.for_room("spieltisch.bots.value")
        self.states = blanks(game.layout, self.value.WORLDS)
        self.states[self.value.ROOT] = state.record
        self.net = weights(game, state.seats)
        self.work = self.value.work_room(self.net)
        self.codes = np.array(codes, np.int16)
        self.worth = np.zeros((len(codes), 8))

    def clear(self) -> None:
        """Forget the sums."""
        self.worth[:] = 0

    def add(self, viewer: int, actor: int, alive: Sequence[int], depth: int, draws: int, seed: int, first: int, last: int) -> None:
        """Some looks more at the options that are alive: see `value.explore`."""
        marks = np.array(alive, np.int8)
        self.value.explore(
            self.states, viewer, actor, self.codes, marks, self.net, self.work, depth, draws, seed, first, last, self.worth
        )  # fmt: skip

    def sums(self) -> list[list[float]]:
        """The sums, a row for each option."""
        found: list[list[float]] = self.worth.tolist()
        return found


def guessed_ways(game: Game, view: Mapping[str, Any], chance: Luck, count: int) -> tuple[State, int]:
    """A guess from a view, and in how many ways the unseen may lie: one where nothing is hidden, else as many as were tried."""
    first, states = guessed_states(game, view, chance, count)
    return first, len(states) - 2


def guessed_states(game: Game, view: Mapping[str, Any], chance: Luck, count: int) -> tuple[State, Any]:
    """Ways the unseen may lie, and two states of scratch behind them; a single way where nothing is hidden."""
    first = game.guess(view, chance)
    states = blanks(game.layout, count + 2)
    game.for_room("spieltisch.bots.guesses").fill(states, count, first.cell, int(view["seat"]), luck(chance.below(SEEDS)))
    if all(states[index].tobytes() == states[0].tobytes() for index in range(1, count)):
        states = states[[0, count, count + 1]]
    return first, states
