"""The table of Sailorman Dice as plain text: a grid for the eye, sentences for the ear."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from spieltisch.door import Words

from .chart import COLUMNS, REGIONS, SYMBOLS

WIDTH = 96


def picture(view: Mapping[str, Any], words: Words) -> str:
    """The charts one below the other, one's own last; then the shells that are still to be had, and the throw."""
    seats = sorted(range(view["seats"]), key=lambda seat: seat == view["seat"])
    parts = [chart(view, words, seat) for seat in seats]
    sentences = [words("picture.legend"), shells(view, words), *throw(view, words)]
    parts.append("\n".join(textwrap.fill(sentence, WIDTH) for sentence in sentences))
    return "\n\n".join(parts)


def chart(view: Mapping[str, Any], words: Words, seat: int) -> str:
    """A chart: each cell is its mark and its region; filled boxes beside the rows and under the columns."""
    width = max(len(words.format_field(symbol, "symbols")) for symbol in SYMBOLS) + 2
    boxes = view["boxes"][seat]
    lines = [title(view, words, seat), " " * width + "".join(f"{column:>4}" for column in range(1, COLUMNS + 1))]
    for symbol, marks, areas in zip(SYMBOLS, view["charts"][seat], view["areas"], strict=True):
        cells = "".join(f"  {mark}{area}" for mark, area in zip(marks, areas, strict=True))
        box = words("picture.box", points=boxes[symbol]) if symbol in boxes else ""
        lines.append(f"{words.format_field(symbol, 'symbols'):<{width}}{cells}   {box}".rstrip())
    columns = [str(boxes.get(f"column {column}", "")) for column in range(1, COLUMNS + 1)]
    if any(columns):
        lines.append(f"{words('picture.columns'):<{width}}" + "".join(f"{points:>4}" for points in columns).rstrip())
    return "\n".join([*lines, regions(boxes, words)])


def title(view: Mapping[str, Any], words: Words, seat: int) -> str:
    """Who it is, how many points as it stands, how many boxes, and what goes on."""
    told = words("picture.person", seat=seat, points=view["points"][seat]["total"], boxes=len(view["boxes"][seat]))
    if seat == view["thrower"] and view["phase"] != "over":
        told += " " + words("picture.throws")
    if view["thinking"][seat]:
        told += " " + words("picture.thinks")
    return told


def regions(boxes: Mapping[str, int], words: Words) -> str:
    """The two boxes of each region, left and right."""
    told = []
    for region in REGIONS:
        left, right = (boxes.get(f"{region} {side}", "–") for side in ("left", "right"))
        told.append(f"{words.format_field(region, 'regions')} {left} / {right}")
    return words("picture.regions", regions=told)


def shells(view: Mapping[str, Any], words: Words) -> str:
    """The shells that nobody has got yet."""
    free = {box: count for box, count in view["shells_for"].items() if box not in view["shells"]}
    told = [f"{words.format_field(box, 'boxes')} {count}" for box, count in free.items()]
    return words("picture.shells", shells=told) if told else words("picture.no_shells")


def throw(view: Mapping[str, Any], words: Words) -> list[str]:
    """The dice, what is left to enter, and the pairs that allow a cross."""
    told = []
    if view["throw"]:
        told.append(words("picture.throw", symbols=view["throw"][:2], numbers=view["throw"][2:]))
    if view["rest"]:
        told.append(words("picture.rest", symbol=view["rest"][0], number=view["rest"][1]))
    for symbol, number in view["crosses_for"]:
        told.append(words("picture.crosses", symbol=symbol, number=number))
    if view["last_round"] and view["phase"] != "over":
        told.append(words("picture.last_round"))
    return told


def account(view: Mapping[str, Any], words: Words) -> str:
    """How the points came about, one line per seat."""
    lines = []
    for seat, parts in enumerate(view["points"]):
        largest, second = parts["groups"]
        told = {key: parts[key] for key in ("rows", "columns", "regions", "shells", "total", "river")}
        lines.append(words("picture.account", seat=seat, largest=largest, second=second, **told))
    return "\n".join(lines)
