"""The table of Just 4 Fun as plain text: a grid for the eye, sentences for the ear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Words

from .rules import SIDE


def picture(view: Mapping[str, Any], words: Words) -> str:
    """Board, people, hand."""
    parts = [board(view, words), people(view, words)]
    if view["seat"] is not None and view["hand"]:
        parts.append(words("picture.hand", cards=view["hand"]))
    if view["hands"]:
        parts += [words("picture.shown", seat=seat, cards=hand) for seat, hand in enumerate(view["hands"]) if hand]
    return "\n".join(parts)


def board(view: Mapping[str, Any], words: Words) -> str:
    """Six rows of fields: the number, then the stones by the first letter of each seat's name, # for a lock, ! for a closed field."""
    numbers = [*view["board"], *[0] * (SIDE * SIDE - len(view["board"]))]
    rows = []
    for row in range(SIDE):
        cells = [cell(view, words, number) for number in numbers[row * SIDE : (row + 1) * SIDE]]
        rows.append("  ".join(f"{text:<11}" for text in cells).rstrip())
    return "\n".join([*rows, words("picture.legend")])


def cell(view: Mapping[str, Any], words: Words, number: int) -> str:
    """One field: `18 R2 V1`."""
    if not number:
        return " ?"
    stones = view["stones"].get(str(number), [])
    told = "".join(f" {initial(words, seat, view['seats'])}{count}" for seat, count in enumerate(stones) if count)
    mark = "#" if number in view["locked"] else "!" if is_barred(view, stones) else ""
    return f"{number:>2}{mark}{told}"


def initial(words: Words, seat: int, seats: int) -> str:
    """A letter for a seat; when two names begin alike, its number too."""
    letters = [words.seat(other)[:1].upper() for other in range(seats)]
    return letters[seat] if letters.count(letters[seat]) == 1 else f"{letters[seat]}{seat + 1}:"


def is_barred(view: Mapping[str, Any], stones: list[int]) -> bool:
    """Is somebody two stones ahead of the one who looks?"""
    seat = view["seat"]
    return seat is not None and bool(stones) and max(stones) >= stones[seat] + 2


def people(view: Mapping[str, Any], words: Words) -> str:
    """One line per seat: stones left, points as the board stands, cards."""
    lines = []
    for seat in range(view["seats"]):
        lead = [
            int(field) for field, stones in view["stones"].items() if stones[seat] > max(other_stones(stones, seat))
        ]
        lines.append(
            words("picture.person", seat=seat, supply=view["supply"][seat], points=sum(lead), cards=view["cards"][seat])
        )
    return "\n".join(lines)


def other_stones(stones: list[int], seat: int) -> list[int]:
    """Everybody else's stones on a field."""
    return [count for other, count in enumerate(stones) if other != seat]


def account(view: Mapping[str, Any], words: Words) -> str:
    """How the points came about: the fields each seat leads alone."""
    lines = []
    for seat in range(view["seats"]):
        fields = sorted(
            int(field) for field, stones in view["stones"].items() if stones[seat] > max(other_stones(stones, seat))
        )
        lines.append(words("picture.account", seat=seat, fields=fields or "–", points=sum(fields)))
    return "\n".join(lines)
