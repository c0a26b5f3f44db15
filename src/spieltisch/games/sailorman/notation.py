"""What of Sailorman Dice's texts has a form of its own: throws, charts, boxes, pairs; and why a move is refused."""

from __future__ import annotations

import re

from spieltisch.door import Refused, Seat, State
from spieltisch.rule import rule
from spieltisch.write import write_field, write_number, write_text

from .chart import (
    BOXES,
    COLUMNS,
    EMPTY,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    NOTHING,
    ROWS,
    SKIPPED,
    SYMBOLS,
    box_points,
    groups,
    ready,
    river_numbers,
    shell_points,
)  # fmt: skip
from .content import BOX_NAMES
from .entering import PAIRS, is_open, may_cross, number_of, symbol_of

SYMBOL = tuple(name.encode() for name in SYMBOLS)
BOX = tuple(name.encode() for name in BOX_NAMES)
MARKS = ".123456X"  # an empty cell, a number, a cross
MARK = MARKS.encode()
ONE_SYMBOL = "(" + "|".join(SYMBOLS) + ")"
PAIR = f"(?P<symbol>{'|'.join(SYMBOLS)}) (?P<number>[1-6])"
WRITE = re.compile(rf"write {ONE_SYMBOL} ([1-6]) at ([1-9])")
CROSSING = re.compile(rf"cross {ONE_SYMBOL} ([1-9]) for {ONE_SYMBOL} ([1-6])")

# ---------------------------------------------------------------- parts


@rule
def write_name(out, at, before, name):
    """A name in quotation marks, behind whatever comes before it."""
    return write_text(out, write_text(out, write_text(out, write_text(out, at, before), b'"'), name), b'"')


@rule
def write_seats(seats, out, at):
    """A set of seats as a list."""
    at = write_text(out, at, b"[")
    first = at
    for seat in range(4):
        if seats >> seat & 1:
            at = write_field(out, at, b"" if at == first else b",", seat)
    return write_text(out, at, b"]")


@rule
def write_pair(record, pair, out, at):
    """A pair: ["boat", 5]; or null."""
    if pair == NOTHING:
        return write_text(out, at, b"null")
    at = write_name(out, at, b"[", SYMBOL[record.symbols[pair >> 1]])
    return write_text(out, write_field(out, at, b",", record.numbers[pair & 1]), b"]")


@rule
def write_truth(out, at, is_true):
    """Yes or no."""
    return write_text(out, at, b"true" if is_true else b"false")


@rule
def write_pair_text(record, seat, names, pair, out, at):
    """A pair in the text of a move: boat 5."""
    at = write_text(out, at, SYMBOL[record.symbols[pair >> 1]])
    return write_field(out, at, b" ", record.numbers[pair & 1])


# ---------------------------------------------------------------- views


@rule
def write_throw(record, watcher, names, out, at):
    """The four dice, or null between throws."""
    if record.phase != ENTER:
        return write_text(out, at, b"null")
    at = write_name(out, at, b"[", SYMBOL[record.symbols[0]])
    at = write_name(out, at, b",", SYMBOL[record.symbols[1]])
    at = write_field(out, at, b",", record.numbers[0])
    return write_text(out, write_field(out, at, b",", record.numbers[1]), b"]")


@rule
def write_chart(record, seat, names, out, at):
    """Six strings of nine."""
    for row in range(ROWS):
        at = write_text(out, at, b',"' if row else b'["')
        for column in range(COLUMNS):
            out[at + column] = MARK[record.cells[seat, row, column]]
        at = write_text(out, at + COLUMNS, b'"')
    return write_text(out, at, b"]")


@rule
def write_boxes(record, seat, names, out, at):
    """Box → points, for every box that is filled."""
    at = write_text(out, at, b"{")
    first = at
    for box in range(BOXES):
        if record.boxes[seat, box] >= 0:
            at = write_name(out, at, b"" if at == first else b",", BOX[box])
            at = write_field(out, at, b":", record.boxes[seat, box])
    return write_text(out, at, b"}")


@rule
def write_shells(record, watcher, names, out, at):
    """Box → the seats that got its shells."""
    at = write_text(out, at, b"{")
    first = at
    for box in range(BOXES):
        if record.takers[box]:
            at = write_name(out, at, b"" if at == first else b",", BOX[box])
            at = write_seats(record.takers[box], out, write_text(out, at, b":"))
    return write_text(out, at, b"}")


@rule
def write_entered(record, seat, names, out, at):
    """What a seat did in the running throw, in order: cells such as ["bell", 4], and "skip"."""
    at = write_text(out, at, b"[")
    for entry in range(2):
        cell = int(record.entered[seat, entry]) if seat >= 0 else NOTHING
        if cell != NOTHING:
            at = write_text(out, at, b"," if entry else b"")
            if cell == SKIPPED:
                at = write_name(out, at, b"", b"skip")
            else:
                at = write_name(out, at, b"[", SYMBOL[cell // COLUMNS])
                at = write_text(out, write_field(out, at, b",", cell % COLUMNS + 1), b"]")
    return write_text(out, at, b"]")


@rule
def write_thinking(record, watcher, names, out, at):
    """Who has an entry open."""
    for seat in range(record.seats):
        at = write_truth(out, write_text(out, at, b"," if seat else b"["), record.left[seat] > 0)
    return write_text(out, at, b"]")


@rule
def write_last_round(record, watcher, names, out, at):
    """R11: has somebody eight boxes filled?"""
    return write_truth(out, at, ready(record) != 0)


@rule
def write_left(record, seat, names, out, at):
    """A seat's open entries."""
    return write_number(out, at, record.left[seat] if seat >= 0 else 0)


@rule
def write_rest(record, watcher, names, out, at):
    """The thrower's second pair."""
    return write_pair(record, record.rest, out, at)


@rule
def write_crosses_for(record, watcher, names, out, at):
    """The pairs that a seat may cross a cell for."""
    at = write_text(out, at, b"[")
    first = at
    if watcher >= 0 and record.phase == ENTER and record.left[watcher] > 0:
        for pair in range(PAIRS):
            if is_open(record, watcher, pair) and may_cross(record, watcher, pair):
                at = write_pair(record, pair, out, write_text(out, at, b"" if at == first else b","))
    return write_text(out, at, b"]")


@rule
def write_points(record, watcher, names, out, at):
    """Every seat's points as they stand, by where they come from, and its numbers in the river."""
    for seat in range(record.seats):
        rows = box_points(record, seat, 0, FIRST_COLUMN)
        columns = box_points(record, seat, FIRST_COLUMN, FIRST_AREA)
        regions = box_points(record, seat, FIRST_AREA, BOXES)
        shells = shell_points(record, seat)
        largest, second = groups(record, seat)
        at = write_field(out, write_text(out, at, b"," if seat else b"["), b'{"rows":', rows)
        at = write_field(out, at, b',"columns":', columns)
        at = write_field(out, at, b',"regions":', regions)
        at = write_field(out, at, b',"shells":', shells)
        at = write_field(out, at, b',"groups":[', largest)
        at = write_field(out, at, b",", second)
        at = write_field(out, at, b'],"total":', rows + columns + regions + shells + largest + second)
        at = write_field(out, at, b',"river":', river_numbers(record, seat))
        at = write_text(out, at, b"}")
    return write_text(out, at, b"]")


# ---------------------------------------------------------------- refusals


def pair_words(state: State, pair: int) -> str:
    """A pair as text: boat 5."""
    return f"{SYMBOLS[state.plain.symbols[pair >> 1]]} {state.plain.numbers[pair & 1]}"


def parsed(text: str) -> tuple[str, str, int, str, int] | None:
    """What a move names: the verb, the cell's row and column, the pair's symbol and number."""
    if match := WRITE.fullmatch(text):
        return "write", match[1], int(match[3]), match[1], int(match[2])
    if match := CROSSING.fullmatch(text):
        return "cross", match[1], int(match[2]), match[3], int(match[4])
    return None


def refuse(state: State, seat: Seat, text: str, verb: str) -> None:
    """Say why a text that can be read is not among the legal moves."""
    move = parsed(text)
    if move is None:
        raise Refused("must_write")
    _, row, column, symbol, number = move
    record = state.record
    pairs = {pair_words(state, pair): pair for pair in range(PAIRS) if is_open(record, seat, pair)}
    if f"{symbol} {number}" not in pairs:
        if seat == record.thrower and record.rest != NOTHING:
            rest = int(record.rest)
            raise Refused("rest_only", symbol=SYMBOLS[symbol_of(record, rest)], number=number_of(record, rest))
        raise Refused("not_thrown", symbol=symbol, number=number)
    if record.cells[seat, SYMBOLS.index(row), column - 1] != EMPTY:
        raise Refused("cell_full", row=row, column=column)
    if verb == "cross" and not may_cross(record, seat, pairs[f"{symbol} {number}"]):
        raise Refused("not_in_river", symbol=symbol, number=number)
    raise Refused("would_fall", symbol=symbol, number=number, column=column)
