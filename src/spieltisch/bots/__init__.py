"""Computer players. A bot is a function of the view of its seat: it never sees the table's state.

`bot("greedy")(game, view, moves, luck)` answers with one of the moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch.door import Game, Luck, Refused
from spieltisch.rule import blanks

Bot = Callable[[Game, Mapping[str, Any], Sequence[str], Luck], str]


def choose_random(game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """Any legal move."""
    return moves[luck.below(len(moves))]


def choose_greedy(game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """The move after which the table looks best; unseen things are guessed, never known."""
    seat = view["seat"]
    guessed = game.guess(view, luck)
    codes = game.moves(guessed, seat)
    states = blanks(game.rules.STATE, 2)
    states[0] = guessed.record
    worth = np.zeros(len(moves))
    game.furnished("spieltisch.bots.look").weigh_moves(
        states, seat, np.array([codes[move] for move in moves], np.int16), worth
    )
    best = np.flatnonzero(worth >= worth.max() - 1e-9)
    return moves[int(best[luck.below(len(best))])]


LEVELS: dict[str, Bot] = {"random": choose_random, "greedy": choose_greedy}


def bot(level: str) -> Bot:
    """The computer player of a level."""
    if level not in LEVELS:
        raise Refused("unknown_word", key="bot", value=str(level)[:60], allowed=list(LEVELS))
    return LEVELS[level]
