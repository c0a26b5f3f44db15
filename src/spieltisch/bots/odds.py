"""What was measured about a room's value on fresh games: the odds between levels, how far moves stray among equals, how well
each level plays. `spieltisch.lab.measure` writes it down in the room's `measured.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from spieltisch.arithmetic import exp, power
from spieltisch.bots import AVERAGE, OLD_NAMES
from spieltisch.door import Game
from spieltisch.sums import added, clipped

LEAST = 1e-9


@cache
def _file(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def measured(game: Game, seats: int) -> dict[str, Any]:
    """The figures of a room for a number of seats; empty where nothing was measured."""
    found: dict[str, Any] = _file(game.folder / "measured.toml").get(str(seats), {})
    return found


def known_level(bot: str | None) -> str:
    """The level that a seat is counted as."""
    return AVERAGE if bot is None else OLD_NAMES.get(bot, bot)


def far(game: Game, record: Any) -> float:
    """How far a game is, 0 to 1."""
    return float(game._module("progress").progress(record))


def leveled(game: Game, rows: list[list[float]], levels: Sequence[str | None], progress: float) -> list[list[float]]:
    """Rows of chances among equals as chances among these levels: the odds of each are raised by what its level is worth in the rest."""
    facts = measured(game, len(levels))
    worth = [facts.get("levels", {}).get(known_level(level), 0.0) for level in levels]
    if len(set(worth)) == 1:
        return rows
    rest = power(1.0 - progress, facts["pace"])
    factors = [exp(one * rest) for one in worth]
    raised = [[clipped(chance, LEAST, 1.0) * factor for chance, factor in zip(row, factors, strict=True)] for row in rows]
    return [[one / added(row) for one in row] for row in raised]


def doubt(game: Game, seats: int, actions: int) -> int:
    """How far the moves of equals stray, in points of a hundred (one standard deviation), in games of about this length."""
    for most, points in measured(game, seats).get("doubt", []):
        if actions <= most:
            return int(points)
    return 50
