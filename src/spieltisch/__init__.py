"""Spieltisch: three German tabletop games at one table.

`game(key)` is a game's door; see `spieltisch.door`. Rooms are found by walking `games/`: there is no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from .door import CHANCE, OVER, Event, Game, Refused, Result, Seat, State

__version__ = "0.1.0"
__all__ = ["CHANCE", "OVER", "Event", "Game", "Refused", "Result", "Seat", "State", "advise", "game", "game_keys", "review"]


@cache
def game_keys() -> tuple[str, ...]:
    """The keys of all rooms, in alphabetical order."""
    rooms = pkgutil.iter_modules([str(Path(__file__).parent / "games")])
    return tuple(sorted(room.name.replace("_", "-") for room in rooms if room.ispkg))


def game(key: str) -> Game:
    """The door of a game."""
    if not isinstance(key, str) or key not in game_keys():
        raise Refused("unknown_game", key="game", value=str(key)[:60], allowed=list(game_keys()))
    room: Game = importlib.import_module(f"{__name__}.games.{key.replace('-', '_')}").GAME
    return room


def advise(game: Game, view: Any, **more: Any) -> Any:
    """The moves of the seat whose view this is, best first, each with its chance to win and a reason: see `bots.advice`."""
    from .bots.advice import advise as think

    return think(game, view, **more)


def review(log: Any, **more: Any) -> dict[str, Any]:
    """Luck and skill of a finished game, from its log: see `lab.review`."""
    from .lab.review import review as account

    return account(log, **more)
