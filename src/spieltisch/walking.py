"""Games at random, for checks that know no game."""

from __future__ import annotations

import random
from typing import Any

from .door import CHANCE, OVER, Game
from .state import State

MOST = 5000  # actions of a game


def some_options(game: Game) -> list[dict[str, Any]]:
    """The house rules as usual, and each other choice by itself."""
    return [{}, *({name: value} for name, values in game.house_rules().items() for value in values[1:])]


def step(game: Game, state: State, luck: random.Random) -> tuple[Any, str]:
    """One random action: who, and what."""
    acting = game.to_act(state)
    if acting is CHANCE:
        return CHANCE, game.drawn(state, luck.randrange(game.lottery(state)[2]))
    seat = luck.choice(sorted(acting))  # type: ignore[arg-type]
    return seat, luck.choice(game.legal(state, seat))


def a_game(game: Game, seats: int, options: dict[str, Any], luck: random.Random) -> list[tuple[State, Any, str]]:
    """A whole game: each state with what was done there; OVER at the last."""
    state = game.begin(seats, luck.randrange(seats), options)
    plays: list[tuple[State, Any, str]] = []
    while game.to_act(state) is not OVER and len(plays) < MOST:
        actor, text = step(game, state, luck)
        plays.append((state, actor, text))
        state = game.play(state, actor, text)
    return [*plays, (state, OVER, "")]
