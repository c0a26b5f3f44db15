"""Many games in step, for learning and search: states × actions → states, legal masks, rewards. On the processor here, on a card in `gpu`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from spieltisch.door import Game, Seat
from spieltisch.rule import blanks, stir


class Batch:
    """`count` games side by side. A finished one pays its rewards and begins anew at once.

    masks[i, m] says whether move m is legal for the seat to act in game i (the lowest, where several are);
    rewards[i] is who shares first place; told[i] is 1 for finished, 0 for going on, -1 for an illegal action (nothing happens)."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int = 2,
        start: Seat = 0,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ):
        self.game = game
        self.loops = game.for_room("spieltisch.lab.loops")
        self.fresh = blanks(game.layout, 1)
        self.fresh[0] = game.begin(seats, start, options).record
        self.states = blanks(game.layout, count)
        self.luck = streams(seed, count)
        self.masks = np.zeros((count, game.rules.MOVES), np.int8)
        self.rewards = np.zeros((count, 4), np.float32)
        self.told = np.zeros(count, np.int8)
        self.actions = np.zeros(count, np.int16)
        self.loops.start_all(self.states, self.fresh, self.luck, self.masks)

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """One action in each game; the masks, rewards and answers after it."""
        chosen = np.ascontiguousarray(actions, np.int16)
        if chosen.shape != self.actions.shape:
            raise ValueError(f"a batch of {len(self.actions)} games needs as many actions, not {chosen.shape}")
        self.loops.step_all(self.states, self.fresh, chosen, self.luck, self.masks, self.rewards, self.told)
        return self.masks, self.rewards, self.told

    def random_actions(self) -> Any:
        """A legal action for each game, at random."""
        self.loops.choose_all(self.masks, self.luck, self.actions)
        return self.actions


def streams(seed: int, count: int) -> Any:
    """A generator for each game."""
    words = np.zeros((count, 4), np.int64)
    for index in range(count):
        stir(words[index], seed, index)
    return words
