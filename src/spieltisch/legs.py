"""Hin- und Rückspiel: two games of the same people. The start moves on, and what both of them brought adds up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .checks import Refused, one_of, sequence, short, table, whole

DICE = ("fresh", "same")  # the second game's: others, or those of the first, which go round with the start
FIRST, RETURN = 1, 2
KEYS = {FIRST: ["leg", "dice"], RETURN: ["leg", "dice", "first", "places", "points"]}


def checked(told: Any, seats: int) -> dict[str, Any]:
    """What a log's header says of two games that belong together."""
    leg = whole(table(told, "legs").get("leg"), "legs.leg", FIRST, RETURN)
    known = table(told, "legs", KEYS[leg])
    for key in KEYS[leg]:
        if key not in known:
            raise Refused("missing_key", key=f"legs.{key}")
    one_of(known["dice"], "legs.dice", DICE)
    if leg == RETURN:
        if not isinstance(known["first"], str):
            raise Refused("wrong_type", key="legs.first", wanted="str", value=short(known["first"]))
        for key, low, high in (("places", 1, seats), ("points", -(10**6), 10**6)):
            for part in sequence(known[key], f"legs.{key}", seats, seats):
                whole(part, f"legs.{key}", low, high)
    return known


def together(adds_up: str, *results: Mapping[str, Any]) -> dict[str, Any]:
    """The points and the places of several games, and who is ahead by what counts; where that is level, by the other."""
    points, places = (
        [sum(parts) for parts in zip(*(result[key] for result in results), strict=True)] for key in ("points", "places")
    )
    worth = [
        (-won, placed) if adds_up == "points" else (placed, -won) for won, placed in zip(points, places, strict=True)
    ]
    ranks = [1 + sum(other < own for other in worth) for own in worth]
    return {"by": adds_up, "points": points, "places": places, "ranks": ranks}


def note(legs: Mapping[str, Any], start: int, adds_up: str) -> dict[str, Any]:
    """What a log begins with: which of the two games this is, who begins, and how the first one ended."""
    if legs["leg"] == FIRST:
        return {"event": "first_leg", "start": start}
    return {"event": f"return_{adds_up}", "start": start, **_standing(together(adds_up, legs))}


def last_note(total: Mapping[str, Any]) -> dict[str, Any]:
    """What a log ends with: who is ahead after both games, or that several are."""
    ahead = [seat for seat, rank in enumerate(total["ranks"]) if rank == 1]
    if len(ahead) > 1:
        return {"event": "both_level", "winners": ahead, **_standing(total)}
    return {"event": f"both_{total['by']}", "winner": ahead[0], **_standing(total)}


def _standing(total: Mapping[str, Any]) -> dict[str, Any]:
    """The seats from the best on, and their points and places in that order, as one says them: 23 : 19."""
    order = sorted(range(len(total["ranks"])), key=lambda seat: (total["ranks"][seat], seat))
    return {"order": order, "points": score(total["points"], order), "places": score(total["places"], order)}


def score(parts: Sequence[int], order: Sequence[int]) -> str:
    """23 : 19."""
    return " : ".join(str(parts[seat]) for seat in order)
