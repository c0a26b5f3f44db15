"""What compiled code imagines for a review: what people of some level would do, and how games end that they play on. Plain lists come out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spieltisch.bots import Person
from spieltisch.bots.looks import weights
from spieltisch.door import Game, State
from spieltisch.rule import blanks, luck

from .persons import compiled


def likely(game: Game, judged: Sequence[float], blur: float, notices: float, times: int, seed: int) -> list[float]:
    """How likely somebody is to make each move who judges them like this, misjudges by so much and notices so many."""
    tally = np.zeros(len(judged))
    compiled(game).imagine(np.array(judged, np.float64), blur, notices, times, luck(seed), tally)
    return [count / times for count in tally.tolist()]


def won(game: Game, state: State, persons: Sequence[Person], seed: int, games: int) -> list[float]:
    """How often each seat comes first in so many games from here on; a shared first place is shared."""
    states, net = blanks(game.layout, 4), weights(game, state.seats)
    states[0] = state.record
    work = game.for_room("spieltisch.bots.value").work_room(net)
    found = np.zeros(4)
    compiled(game).play_out(states, np.array(persons, np.float64), net, work, seed, 0, games, found)
    return [count / games for count in found.tolist()[: state.seats]]
