"""What the rooms say to a moment. A room that has no `moments` of its own is told from its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import CHANCE, Game
from spieltisch.log import Match
from spieltisch.modules import has_module, module_of

Said = list[list[Any]]  # keys of sentences with their details, the title first


def of_room(game: Game) -> Any:
    """The room's own part, if it has one."""
    name = f"{game.package}.moments"
    return module_of(name) if has_module(name) else None


def happened(match: Match, index: int, seat: int, gains: list[int], least: int) -> Said:
    """What happened in a step and why it mattered; `gains`: what it did to everybody's chance, and at least `least` to that of `seat`."""
    room = of_room(match.game)
    found: Said | None = room.happened(match, index, seat, gains, least) if room else None
    said = found or plainly(match, index, seat, gains)
    by = match.actions[index].by
    if by in (CHANCE, seat):
        return said
    title = "luck.told.helps" if gains[seat] > 0 else "luck.told.hurts"  # whoever moved neither won nor lost much by it
    return [[title, {"seat": seat}], *said[1:]]


def plainly(match: Match, index: int, seat: int, gains: list[int]) -> Said:
    """A title by the kind of step, and what the log says."""
    action = match.actions[index]
    kind, gain = ("luck", gains[seat]) if action.by is CHANCE else ("move", gains[action.seat])
    return [[f"luck.told.{kind}_{'up' if gain > 0 else 'down'}", {}], ["log", {}]]


def better(match: Match, index: int, move: str) -> Said:
    """What lay next to a costly move, and why."""
    room = of_room(match.game)
    found: Said | None = room.better(match, index, move) if room else None
    return found or [["move", {}]]


def ending(match: Match) -> tuple[str, Mapping[str, Any]] | None:
    """How close it was."""
    room = of_room(match.game)
    found: tuple[str, Mapping[str, Any]] | None = room.ending(match) if room else None
    return found
