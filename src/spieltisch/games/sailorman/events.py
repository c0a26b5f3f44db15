"""What a throw and an entry make happen. An entry is known to its seat at once, to all when the throw is complete."""

from __future__ import annotations

from typing import Any

from spieltisch.door import CHANCE, Actor, Event, Seat, State

from .chart import (
    COLUMNS,
    CROSS,
    ENOUGH_BOXES,
    ENTER,
    FIRST_AREA,
    NOTHING,
    OVER,
    ROWS,
    SKIPPED,
    SYMBOLS,
    groups,
)  # fmt: skip
from .content import BOX_NAMES
from .notation import parsed
from .position import hide_entries, hide_entry

NO_POINTS = -1  # in a box that is not filled

Fact = tuple[str, dict[str, Any]]  # an event whose audience is still open


def events(state: State, actor: Actor, text: str, after: State) -> list[Event]:
    """What a move or a throw makes happen."""
    everyone = state.everyone()
    complete = after.only("phase") != ENTER
    if actor is CHANCE:
        told = [Event(kind, everyone, details) for kind, details in throw_facts(state, text, after)]
        return told + (ending(state, after) if complete else [])
    assert isinstance(actor, int)
    latest = entry_facts(state, actor, text, after)
    if not complete:
        return [Event(kind, frozenset([actor]), details) for kind, details in latest]
    told = []
    for step in range(state.seats):
        seat = (state.plain.thrower + step) % state.seats
        told += [Event(kind, everyone - {seat}, details) for kind, details in kept_facts(state, seat)]
        if seat == actor:
            told += [Event(kind, everyone, details) for kind, details in latest]
    return told + ending(state, after)


# ---------------------------------------------------------------- facts


def throw_facts(state: State, text: str, after: State) -> list[Fact]:
    """The dice, and whose entries are lost because nothing fits (R5)."""
    words = text.split()
    thrown = {"seat": state.only("thrower"), "symbols": words[1:3], "numbers": [int(words[3]), int(words[4])]}
    lost = [seat for seat, left in enumerate(after.only("left")[: state.seats]) if left == 0]
    return [("thrown", thrown), *(("lost", {"seat": seat}) for seat in lost)]


def entry_facts(state: State, seat: Seat, text: str, after: State) -> list[Fact]:
    """What a seat has just entered, what that fills, and whether the thrower's second entry is lost."""
    move = parsed(text)
    if move is None:
        return [("skipped", {"seat": seat})]
    facts = cell_facts(state, after, seat, SYMBOLS.index(move[1]) * COLUMNS + move[2] - 1)
    if state.plain.left[seat] == 2 and after.plain.left[seat] == 0:
        facts.append(("lost", {"seat": seat}))
    return facts


def kept_facts(state: State, seat: Seat) -> list[Fact]:
    """What a seat entered earlier in the running throw, and nobody else knows yet."""
    facts: list[Fact] = []
    now = state
    done = [cell for cell in state.plain.entered[seat] if cell != NOTHING]
    for cell in reversed(done):
        before = now.twin(hide_entry, seat)
        facts = ([("skipped", {"seat": seat})] if cell == SKIPPED else cell_facts(before, now, seat, cell)) + facts
        now = before
    if seat == state.plain.thrower and state.plain.left[seat] == 0 and len(done) == 1 and SKIPPED not in done:
        facts.append(("lost", {"seat": seat}))
    return facts


def cell_facts(before: State, after: State, seat: Seat, cell: int) -> list[Fact]:
    """A number or a cross in a cell, and the boxes that it fills."""
    row, column = divmod(cell, COLUMNS)
    value = after.plain.cells[seat][row][column]
    place = {"seat": seat, "row": SYMBOLS[row], "column": column + 1}
    facts: list[Fact] = [("crossed", place) if value == CROSS else ("wrote", {**place, "number": value})]
    for box, (old, points) in enumerate(zip(before.plain.boxes[seat], after.plain.boxes[seat], strict=True)):
        if old < 0 <= points:
            numbers = most_frequent_numbers(after, seat, box, cell, points)
            facts.append(("box", {"seat": seat, "box": BOX_NAMES[box], "points": points, "numbers": numbers}))
    return facts


def most_frequent_numbers(state: State, seat: Seat, box: int, cell: int, points: int) -> list[int]:
    """The numbers that a box counts; several where they are equally frequent, none in a box full of crosses."""
    row, column = divmod(cell, COLUMNS)
    chart, areas = state.plain.cells[seat], state.plain.area
    area = areas[row][column]
    if box < ROWS:
        counted = chart[row]
    elif box < FIRST_AREA:
        counted = [values[column] for values in chart]
    else:
        both = (box - FIRST_AREA) & 1
        cells = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
        counted = [chart[r][c] for r, c in cells if (areas[r][c] >> 1 == area >> 1 if both else areas[r][c] == area)]
    return [number for number in range(1, CROSS) if points and counted.count(number) == points]


# ---------------------------------------------------------------- the end of a throw


def ending(state: State, after: State) -> list[Event]:
    """Shells and who gets them, the last round, the end."""
    everyone = state.everyone()
    happened = []
    for box, (old, new) in enumerate(zip(state.plain.takers, after.plain.takers, strict=True)):
        if old != new:
            seats = [seat for seat in range(state.seats) if new >> seat & 1]
            happened.append(
                Event("shell", everyone, {"box": BOX_NAMES[box], "seats": seats, "shells": after.plain.shells[box]})
            )
    ready = ready_seats(after)
    if after.plain.phase == OVER:
        happened.append(Event("ended", everyone, {}))
        for seat in range(state.seats):
            largest, second = groups(after.record, seat)
            happened.append(Event("groups", everyone, {"seat": seat, "largest": int(largest), "second": int(second)}))
    elif ready and not ready_seats(state.twin(hide_entries, -1)):
        happened.append(Event("last_round", everyone, {"seats": ready}))
    return happened


def ready_seats(state: State) -> list[Seat]:
    """R11: who has eight boxes filled?"""
    boxes = state.plain.boxes[: state.seats]
    return [seat for seat, points in enumerate(boxes) if len(points) - points.count(NO_POINTS) >= ENOUGH_BOXES]
