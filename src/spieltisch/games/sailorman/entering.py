"""What may be entered on a chart of Sailorman Dice: numbers into rows that never fall, crosses by way of the river.

A pair is 2 * (which symbol die) + (which number die); where dice are equal the smallest such number stands for it."""

from __future__ import annotations

from spieltisch.rule import rule

from .chart import CELLS, COLUMNS, CROSS, EMPTY, NOTHING, RIVER, ROWS

PAIRS = 4
FIRST_CROSS = PAIRS * COLUMNS  # moves below: pair and column of a number; from here on: pair and cell of a cross

# ---------------------------------------------------------------- pairs


@rule
def symbol_of(record, pair):
    """The symbol of a pair, which is its row."""
    return int(record.symbols[pair >> 1])


@rule
def number_of(record, pair):
    """The number of a pair."""
    return int(record.numbers[pair & 1])


@rule
def known_as(record, pair):
    """D11: with equal symbols or equal numbers pairs coincide; the smallest number stands for all."""
    if record.symbols[0] == record.symbols[1]:
        pair &= 1
    if record.numbers[0] == record.numbers[1]:
        pair &= 2
    return pair


@rule
def is_open(record, seat, pair):
    """R3, D4: everybody may use any symbol with any number; R2: the thrower's second pair is what the first left."""
    if seat == record.thrower and record.rest != NOTHING:
        return pair == record.rest
    return pair == known_as(record, pair)


# ---------------------------------------------------------------- what may be entered


@rule
def list_writes(record, seat, pair, moves, count):
    """R4: any empty cell of the symbol's row, if its numbers then never fall; R7: crosses are ignored."""
    row = symbol_of(record, pair)
    number = number_of(record, pair)
    before = count
    for column in range(COLUMNS):
        value = record.cells[seat, row, column]
        if value == EMPTY:
            moves[count] = pair * COLUMNS + column
            count += 1
        elif value < number:
            count = before  # nothing left of a smaller number
        elif number < value < CROSS:
            break
    return count


@rule
def may_write(record, seat, pair):
    """R4: is there a cell for this pair?"""
    row = symbol_of(record, pair)
    number = number_of(record, pair)
    found = False
    for column in range(COLUMNS):
        value = record.cells[seat, row, column]
        if value == EMPTY:
            found = True
        elif value < number:
            found = False
        elif number < value < CROSS:
            break
    return found


@rule
def may_cross(record, seat, pair):
    """R6: the pair's number already stands in a river cell of the pair's row on one's own chart."""
    row = symbol_of(record, pair)
    number = number_of(record, pair)
    for column in range(COLUMNS):
        if record.cells[seat, row, column] == number and record.area[row, column] >> 1 == RIVER:
            return True
    return False


@rule
def list_crosses(record, seat, pair, moves, count):
    """R6: any one empty cell anywhere on the chart; D5: for different pairs they are different moves."""
    first = FIRST_CROSS + pair * CELLS
    for row in range(ROWS):
        if record.missing[seat, row] > 0:
            for column in range(COLUMNS):
                if record.cells[seat, row, column] == EMPTY:
                    moves[count] = first + row * COLUMNS + column
                    count += 1
    return count


@rule
def is_full(record, seat):
    """Is there no empty cell left on a chart?"""
    for row in range(ROWS):
        if record.missing[seat, row] > 0:
            return False
    return True


@rule
def may_enter(record, seat):
    """Is there anything that a seat could enter now?"""
    for pair in range(PAIRS):
        if is_open(record, seat, pair) and may_write(record, seat, pair):
            return True
    for pair in range(PAIRS):
        if is_open(record, seat, pair) and may_cross(record, seat, pair):
            return not is_full(record, seat)
    return False
