"""Why an entry on a chart of Sailorman Dice may be good: the most telling reason, from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from spieltisch.door import Seat, State

from .chart import CROSS, EMPTY, ENOUGH_BOXES, FIRST_COLUMN, RIVER, SYMBOLS, groups, ready
from .content import BOX_NAMES
from .features import distance
from .notation import parsed
from .position import before_throw

Reason = tuple[str, dict[str, Any]]
Move = tuple[str, str, int, str, int]  # as `parsed` tells it

MANY = 3  # equal numbers in a line
TIGHT = 1  # numbers that fit into a cell which is well crossed
WIDE = 4  # numbers that fit into a row which is still open


class Entry:
    """A number or a cross that a seat enters: the table before and after, and the cell."""

    def __init__(self, state: State, seat: Seat, move: Move, after: State) -> None:
        verb, row, column, self.symbol, self.number = move
        self.state, self.seat, self.after = state, seat, after
        self.writes = verb == "write"
        self.row, self.column = SYMBOLS.index(row), column - 1

    def filled(self) -> list[int]:
        """The boxes that the entry fills."""
        before, now = (state.plain.boxes[self.seat] for state in (self.state, self.after))
        return [box for box, points in enumerate(now) if before[box] < 0 <= points]

    def points(self, box: int) -> int:
        """What a filled box brings."""
        return int(self.after.plain.boxes[self.seat][box])

    def shells(self, box: int) -> int:
        """R10: the shells of a box that nobody had before this throw."""
        return 0 if self.state.plain.takers[box] else int(self.state.plain.shells[box])


def reason(state: State, seat: Seat, text: str, after: State) -> Reason | None:
    """The most telling reason for a move, or None where nothing is striking."""
    move = parsed(text)
    if move is None:
        return None
    entry = Entry(state, seat, move, after)
    return next((found for find in REASONS for found in find(entry)), None)


# ---------------------------------------------------------------- boxes


def last_round(entry: Entry) -> Iterator[Reason]:
    """R11: the eighth box, while nobody else has as many."""
    boxes = sum(points >= 0 for points in entry.after.plain.boxes[entry.seat])
    if boxes >= ENOUGH_BOXES and entry.filled() and not ready(before_throw(entry.state.record)):
        if sum(points >= 0 for points in entry.state.plain.boxes[entry.seat]) < ENOUGH_BOXES:
            yield "last_round", {"boxes": boxes}


def several_boxes(entry: Entry) -> Iterator[Reason]:
    """Two or three boxes by one entry."""
    boxes = entry.filled()
    if len(boxes) > 1:
        total = sum(entry.points(box) + entry.shells(box) for box in boxes)
        yield "several_boxes", {"boxes": [BOX_NAMES[box] for box in boxes], "points": total}


def box_and_shells(entry: Entry) -> Iterator[Reason]:
    """A box whose shells nobody has got yet."""
    for box in entry.filled():
        if entry.shells(box):
            points, shells = entry.points(box), entry.shells(box)
            yield "box_and_shells", {"box": BOX_NAMES[box], "points": points, "shells": shells}


def box(entry: Entry) -> Iterator[Reason]:
    """A box."""
    for box in entry.filled():
        yield "box", {"box": BOX_NAMES[box], "points": entry.points(box)}


def last_cells(entry: Entry) -> list[int]:
    """The boxes that now miss one cell only, and missed more before."""
    before, now = entry.state.record, entry.after.record
    boxes = range(len(BOX_NAMES))
    return [box for box in boxes if distance(now, entry.seat, box) == 1 < distance(before, entry.seat, box)]


def near_shells(entry: Entry) -> Iterator[Reason]:
    """One cell before a box whose shells nobody has got yet."""
    boxes = [box for box in last_cells(entry) if entry.shells(box)]
    if boxes:
        best = max(boxes, key=entry.shells)
        yield "near_shells", {"box": BOX_NAMES[best], "shells": entry.shells(best)}


def near_box(entry: Entry) -> Iterator[Reason]:
    """One cell before a box."""
    for box in last_cells(entry):
        yield "near_box", {"box": BOX_NAMES[box]}


# ---------------------------------------------------------------- cells


def second_pair(entry: Entry) -> Iterator[Reason]:
    """R5: the second pair can be entered too, where another first entry would lose it."""
    state, seat = entry.state, entry.seat
    if state.plain.left[seat] == 2 and entry.after.plain.left[seat] == 1:
        others = (state.game.play(state, seat, move) for move in state.game.legal(state, seat) if move != "skip")
        if any(other.plain.left[seat] == 0 for other in others):
            yield "second_pair", {}


def larger_group(entry: Entry) -> Iterator[Reason]:
    """R12: one of the two groups that count grows to something."""
    before, now = (groups(state.record, entry.seat) for state in (entry.state, entry.after))
    for kind, old, new in zip(("largest_group", "second_group"), before, now, strict=True):
        if new > max(old, MANY - 1):
            yield kind, {"cells": int(new)}


def equal_numbers(entry: Entry) -> Iterator[Reason]:
    """R8: many equal numbers in a row or column that is not full."""
    chart = entry.after.plain.cells[entry.seat]
    column = [row[entry.column] for row in chart]
    lines = {entry.row: chart[entry.row], FIRST_COLUMN + entry.column: column}
    counts = {box: line.count(entry.number) for box, line in lines.items() if EMPTY in line}
    if entry.writes and counts:
        best = max(counts, key=lambda box: counts[box])
        if counts[best] >= MANY:
            yield "equal_numbers", {"number": entry.number, "count": counts[best], "box": BOX_NAMES[best]}


def in_river(entry: Entry) -> Iterator[Reason]:
    """R6: a number in the river of its row that was not there before."""
    areas = entry.state.plain.area[entry.row]
    row = entry.state.plain.cells[entry.seat][entry.row]
    stood = any(area >> 1 == RIVER and value == entry.number for area, value in zip(areas, row, strict=True))
    if entry.writes and areas[entry.column] >> 1 == RIVER and not stood:
        yield "in_river", {"symbol": entry.symbol, "number": entry.number}


def fitting(row: list[int], column: int) -> range:
    """R4: the numbers that fit into an empty cell."""
    left = [value for value in row[:column] if EMPTY < value < CROSS]
    right = [value for value in row[column + 1 :] if EMPTY < value < CROSS]
    return range(max(left, default=1), min(right, default=CROSS - 1) + 1)


def tight_cell(entry: Entry) -> Iterator[Reason]:
    """R7: a cross where hardly any number fits."""
    row = entry.state.plain.cells[entry.seat][entry.row]
    if not entry.writes and len(fitting(row, entry.column)) <= TIGHT:
        yield "tight_cell", {}


def room_with(row: list[int], column: int, number: int) -> int:
    """R4: how many numbers still fit into a row once this one is written."""
    written = [*row[:column], number, *row[column + 1 :]]
    return len({other for place, value in enumerate(written) if value == EMPTY for other in fitting(written, place)})


def open_row(entry: Entry) -> Iterator[Reason]:
    """R4: of the places for a number one that leaves room for many others in its row."""
    row = entry.state.plain.cells[entry.seat][entry.row]
    places = [place for place, value in enumerate(row) if value == EMPTY and entry.number in fitting(row, place)]
    if entry.writes:
        rooms = {place: room_with(row, place, entry.number) for place in places}
        now = rooms[entry.column]
        if now >= WIDE and now == max(rooms.values()) > min(rooms.values()):
            yield "open_row", {"row": SYMBOLS[entry.row], "count": now}


REASONS: tuple[Callable[[Entry], Iterator[Reason]], ...] = (
    last_round, several_boxes, box_and_shells, box, near_shells, second_pair, near_box, larger_group, equal_numbers, in_river,
    tight_cell, open_row,
)  # fmt: skip
