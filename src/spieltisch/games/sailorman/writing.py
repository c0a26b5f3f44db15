"""Throws, charts and boxes of Sailorman Dice as JSON, written by compiled code: for views, events and positions."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from spieltisch.door import State
from spieltisch.rule import brief, rule
from spieltisch.write import ENOUGH, write_field, write_numbers, write_text

from .chart import BOXES, COLUMNS, ENTER, NOTHING, PHASES, ROWS, SKIPPED, SYMBOLS
from .content import BOX_NAMES
from .position import MARKS

PHASE = tuple(name.encode() for name in PHASES)
SYMBOL = tuple(name.encode() for name in SYMBOLS)
BOX = tuple(name.encode() for name in BOX_NAMES)
MARK = MARKS.encode()


def write_position(state: State) -> dict[str, Any]:
    """The whole state as JSON."""
    page = np.empty(ENOUGH, np.uint8)
    position: dict[str, Any] = json.loads(page[: write_all(state.cell, page)].tobytes())
    if not any(position["entered"]):
        del position["entered"]
    return position


@brief
def write_all(cell, page):
    """The same, compiled; what was entered in the running throw is told even where it is nothing."""
    state = cell[0]
    at = write_open(state, page, write_text(page, 0, b"{"))
    at = write_numbers(page, write_text(page, at, b',"left":'), state.left, state.seats)
    at = write_pair(state, state.rest, page, write_text(page, at, b',"rest":'))
    for seat in range(state.seats):
        at = write_entered(state, seat, page, write_text(page, at, b"," if seat else b',"entered":['))
    return write_text(page, at, b"]}")


@rule
def write_open(state, page, at):
    """What lies open on the table, from a place on."""
    at = write_field(page, at, b'"captain":', state.captain)
    at = write_field(page, at, b',"thrower":', state.thrower)
    at = write_text(page, write_text(page, at, b',"phase":"'), PHASE[state.phase])
    at = write_throw(state, page, write_text(page, at, b'","throw":'))
    at = write_text(page, at, b',"charts":')
    for seat in range(state.seats):
        at = write_chart(state, seat, page, write_text(page, at, b"," if seat else b"["))
    at = write_text(page, at, b'],"boxes":')
    for seat in range(state.seats):
        at = write_boxes(state, seat, page, write_text(page, at, b"," if seat else b"["))
    return write_shells(state, page, write_text(page, at, b'],"shells":'))


@rule
def write_name(page, at, before, name):
    """A name in quotation marks, behind whatever comes before it."""
    return write_text(page, write_text(page, write_text(page, write_text(page, at, before), b'"'), name), b'"')


@rule
def write_throw(state, page, at):
    """The four dice, or null between throws."""
    if state.phase != ENTER:
        return write_text(page, at, b"null")
    at = write_name(page, at, b"[", SYMBOL[state.symbols[0]])
    at = write_name(page, at, b",", SYMBOL[state.symbols[1]])
    at = write_field(page, at, b",", state.numbers[0])
    return write_text(page, write_field(page, at, b",", state.numbers[1]), b"]")


@rule
def write_chart(state, seat, page, at):
    """Six strings of nine."""
    for row in range(ROWS):
        at = write_text(page, at, b',"' if row else b'["')
        for column in range(COLUMNS):
            page[at + column] = MARK[state.cells[seat, row, column]]
        at = write_text(page, at + COLUMNS, b'"')
    return write_text(page, at, b"]")


@rule
def write_boxes(state, seat, page, at):
    """Box → points, for every box that is filled."""
    at = write_text(page, at, b"{")
    first = at
    for box in range(BOXES):
        if state.boxes[seat, box] >= 0:
            at = write_name(page, at, b"" if at == first else b",", BOX[box])
            at = write_field(page, at, b":", state.boxes[seat, box])
    return write_text(page, at, b"}")


@rule
def write_seats(seats, page, at):
    """A set of seats as a list."""
    at = write_text(page, at, b"[")
    first = at
    for seat in range(4):
        if seats >> seat & 1:
            at = write_field(page, at, b"" if at == first else b",", seat)
    return write_text(page, at, b"]")


@rule
def write_shells(state, page, at):
    """Box → the seats that got its shells."""
    at = write_text(page, at, b"{")
    first = at
    for box in range(BOXES):
        if state.takers[box]:
            at = write_name(page, at, b"" if at == first else b",", BOX[box])
            at = write_seats(state.takers[box], page, write_text(page, at, b":"))
    return write_text(page, at, b"}")


@rule
def write_pair(state, pair, page, at):
    """A pair: ["boat", 5]; or null."""
    if pair == NOTHING:
        return write_text(page, at, b"null")
    at = write_name(page, at, b"[", SYMBOL[state.symbols[pair >> 1]])
    return write_text(page, write_field(page, at, b",", state.numbers[pair & 1]), b"]")


@rule
def write_entered(state, seat, page, at):
    """What a seat did in the running throw, in order: cells such as ["bell", 4], and "skip"."""
    at = write_text(page, at, b"[")
    for entry in range(2):
        cell = int(state.entered[seat, entry])
        if cell != NOTHING:
            at = write_text(page, at, b"," if entry else b"")
            if cell == SKIPPED:
                at = write_name(page, at, b"", b"skip")
            else:
                at = write_name(page, at, b"[", SYMBOL[cell // COLUMNS])
                at = write_text(page, write_field(page, at, b",", cell % COLUMNS + 1), b"]")
    return write_text(page, at, b"]")
