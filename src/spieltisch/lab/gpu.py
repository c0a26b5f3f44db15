"""The same rules on an NVIDIA card, by numba-cuda: whole random games, and batches in step. One thread plays one game.

Needs the extra `gpu`. The rules are not written a second time: kernels call the very functions the processor runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype, int16, int64

from spieltisch.door import Game, Refused, Seat
from spieltisch.rule import GAME_OVER, blanks, stir

THREADS = 128  # per block


def card() -> Any:
    """numba-cuda, or a clear refusal."""
    try:
        from numba import cuda
    except ImportError:
        raise Refused("no_card", problem="numba-cuda") from None
    if not cuda.is_available():
        raise Refused("no_card", problem="CUDA")
    return cuda


def check_layout(game: Game) -> None:
    """numba-cuda refuses a rule that reads a field where the card cannot, and then tries all its callers again and again."""
    state = game.layout
    for name, field in state.fields.items():
        unit = field[0].base.alignment
        if field[1] % unit or state.itemsize % unit:
            raise TypeError(f"{game.key}: a graphics card cannot read the field {name}; see rule.layout")


@cache
def kernels(game: Game) -> SimpleNamespace:
    """The kernels for one room."""
    cuda = card()
    check_layout(game)
    loops, room = game.for_room("spieltisch.lab.loops"), game.rules
    state_type, most_moves = from_dtype(game.layout), room.MOVES

    @cuda.jit
    def play_games(fresh, games, seed, tally):
        """Every thread plays some games to their end and adds up what happened."""
        thread = cuda.grid(1)
        states = cuda.local.array(1, state_type, alignment=8)  # Numba takes a record for mere bytes
        moves = cuda.local.array(most_moves, int16)
        luck = cuda.local.array(4, int64)
        stir(luck, seed, thread)
        moved, chanced, ended = 0, 0, 0
        for _ in range(games):
            states[0] = fresh[0]
            m, c = loops.play_out(states[0], moves, luck, 1_000_000)
            moved += m
            chanced += c
            ended += room.to_act(states[0]) == GAME_OVER
        tally[thread, 0] = moved
        tally[thread, 1] = chanced
        tally[thread, 2] = ended

    @cuda.jit
    def start(states, fresh, luck, seed, masks):
        index = cuda.grid(1)
        if index < masks.shape[0]:
            moves = cuda.local.array(most_moves, int16)
            stir(luck[index], seed, index)
            states[index] = fresh[0]
            loops.settle(states[index], luck[index])
            loops.show_legal(states[index], moves, masks[index])

    @cuda.jit
    def step(states, fresh, actions, luck, masks, rewards, told):
        index = cuda.grid(1)
        if index < actions.shape[0]:
            moves = cuda.local.array(most_moves, int16)
            places = cuda.local.array(4, int64)
            points = cuda.local.array(4, int64)
            told[index] = loops.step_one(
                states, index, fresh, actions[index], luck[index], moves, places, points, masks[index], rewards[index]
            )

    @cuda.jit
    def choose(masks, luck, actions):
        index = cuda.grid(1)
        if index < actions.shape[0]:
            actions[index] = loops.random_legal(masks[index], luck[index])

    return SimpleNamespace(play_games=play_games, start=start, step=step, choose=choose)


def play_games(game: Game, seats: int, threads: int, games: int, seed: int) -> Any:
    """threads × games random games on the card; moves, chance actions and finished games, added up."""
    cuda = card()
    fresh = blanks(game.layout, 1)
    fresh[0] = game.begin(seats).record
    tally = cuda.device_array((threads, 3), np.int64)
    kernels(game).play_games[threads // THREADS, THREADS](cuda.to_device(np.asarray(fresh)), games, seed, tally)
    return tally.copy_to_host().sum(axis=0)


class GpuBatch:
    """`lab.batch.Batch` with everything on the card; masks, rewards, told and actions are device arrays."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int = 2,
        start: Seat = 0,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ):
        cuda = card()
        self.kernels = kernels(game)
        self.grid = (count + THREADS - 1) // THREADS, THREADS
        fresh = blanks(game.layout, 1)
        fresh[0] = game.begin(seats, start, options).record
        self.fresh = cuda.to_device(np.asarray(fresh))
        self.states = cuda.device_array(count, game.layout)
        self.luck = cuda.device_array((count, 4), np.int64)
        self.masks = cuda.device_array((count, game.rules.MOVES), np.int8)
        self.rewards = cuda.device_array((count, 4), np.float32)
        self.told = cuda.device_array(count, np.int8)
        self.actions = cuda.device_array(count, np.int16)
        self.kernels.start[self.grid](self.states, self.fresh, self.luck, seed, self.masks)

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """One action in each game; the masks, rewards and answers after it."""
        self.kernels.step[self.grid](self.states, self.fresh, actions, self.luck, self.masks, self.rewards, self.told)
        return self.masks, self.rewards, self.told

    def random_actions(self) -> Any:
        """A legal action for each game, at random."""
        self.kernels.choose[self.grid](self.masks, self.luck, self.actions)
        return self.actions
