"""Sailorman Dice: throwing, playing, the end. `chart.py` knows the chart, `entering.py` what may be entered on it.

A move is the pair and column of a number, or the pair and cell of a cross, or the skip."""

from __future__ import annotations

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, rule

from .chart import (
    BOXES,
    CELLS,
    COLUMNS,
    CROSS,
    ENTER,
    NOTHING,
    OVER,
    SKIPPED,
    THROW,
    box_points,
    clear_chart,
    fill,
    groups,
    ready,
    river_numbers,
    shell_points,
)
from .entering import (
    FIRST_CROSS,
    PAIRS,
    is_open,
    known_as,
    list_crosses,
    list_writes,
    may_cross,
    may_enter,
    number_of,
    symbol_of,
)

SKIP = FIRST_CROSS + PAIRS * CELLS
MOVES = SKIP + 1

DICE_PAIRS = 21  # two dice that cannot be told apart
OUTCOMES = DICE_PAIRS * DICE_PAIRS


# ---------------------------------------------------------------- setup


@rule
def begin(record, seats, start):
    """R1: the start player is the captain and throws first; every chart is empty."""
    record.seats = seats
    record.captain = start
    record.thrower = start
    record.phase = THROW
    record.rest = NOTHING
    for seat in range(4):
        clear_chart(record, seat)


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(record):
    """R3: everybody with an entry open, at the same time; chance while the dice are to be thrown."""
    if record.phase != ENTER:
        return GAME_OVER if record.phase == OVER else CHANCE_ACTS
    acting = 0
    for seat in range(record.seats):
        if record.left[seat] > 0:
            acting |= 1 << seat
    return acting


@rule
def legal(record, seat, moves):
    """D2: while any number can be written one may not skip; D3: where only crosses are possible, one may."""
    count = 0
    for pair in range(PAIRS):
        if is_open(record, seat, pair):
            count = list_writes(record, seat, pair, moves, count)
    writes = count
    for pair in range(PAIRS):
        if is_open(record, seat, pair) and may_cross(record, seat, pair):
            count = list_crosses(record, seat, pair, moves, count)
    if writes == 0:
        moves[count] = SKIP
        count += 1
    return count


# ---------------------------------------------------------------- playing


@rule
def play(record, seat, move):
    """One entry; when nobody has another one open, the throw is complete."""
    if move == SKIP:
        note(record, seat, SKIPPED)
        record.left[seat] = 0  # D3: a thrower who skips before the first entry gives up both
    elif move < FIRST_CROSS:
        pair = move // COLUMNS
        enter(record, seat, pair, entered_cell(record, move), number_of(record, pair))
    else:
        enter(record, seat, (move - FIRST_CROSS) // CELLS, entered_cell(record, move), CROSS)
    if seat == record.thrower and record.left[seat] == 0:
        record.rest = NOTHING
    if to_act(record) == 0:
        end_throw(record)


@rule
def entered_cell(record, move):
    """The cell that a move fills."""
    if move < FIRST_CROSS:
        return symbol_of(record, move // COLUMNS) * COLUMNS + move % COLUMNS
    return (move - FIRST_CROSS) % CELLS


@rule
def note(record, seat, cell):
    """Keep what a seat did in the running throw: nobody else sees it before all have finished."""
    record.entered[seat, 0 if record.entered[seat, 0] == NOTHING else 1] = cell


@rule
def enter(record, seat, pair, cell, value):
    """R2: the thrower's first pair leaves the other symbol with the other number for the second, R5: if that fits."""
    note(record, seat, cell)
    fill(record, seat, cell, value)
    record.left[seat] -= 1
    if record.left[seat] > 0:
        record.rest = known_as(record, PAIRS - 1 - pair)
        lose_what_cannot_be_entered(record, seat)


@rule
def lose_what_cannot_be_entered(record, seat):
    """R5, D3: where neither a number nor a cross is possible nobody is asked."""
    if record.left[seat] > 0 and not may_enter(record, seat):
        record.left[seat] = 0


@rule
def end_throw(record):
    """D10: the shells are awarded, the next player throws; R11: unless the round ends and somebody has eight boxes."""
    award_shells(record)
    for seat in range(record.seats):
        for entry in range(2):
            record.entered[seat, entry] = NOTHING
    for die in range(2):
        record.symbols[die] = 0
        record.numbers[die] = 0
    record.rest = NOTHING
    record.thrower = (record.thrower + 1) % record.seats
    record.phase = OVER if is_finished(record) else THROW


@rule
def award_shells(record):
    """R10: whoever first fills a box gets its shells, and everyone who does so on the same throw."""
    for box in range(BOXES):
        if record.shells[box] > 0 and record.takers[box] == 0:
            for seat in range(record.seats):
                if record.boxes[seat, box] >= 0:
                    record.takers[box] |= 1 << seat


@rule
def is_finished(record):
    """R11: somebody has at least eight boxes filled, and all have thrown equally often."""
    return record.thrower == record.captain and ready(record) != 0


# ---------------------------------------------------------------- chance


@rule
def chance_for(record):
    """R2: the thrower rolls all four dice."""
    return int(record.thrower)


@rule
def tickets(record):
    """All results of four dice, each told apart."""
    return 6**4


@rule
def dice_on(ticket, share):
    """The two dice on a ticket, counted 11 12 … 16 22 … 66; unequal ones have two shares; and the place within."""
    dice = 0
    for lower in range(6):
        for upper in range(lower, 6):
            weight = 1 if lower == upper else 2
            if ticket < weight * share:
                return dice, ticket // weight
            ticket -= weight * share
            dice += 1
    return 0, 0


@rule
def outcome(record, ticket):
    """The throw on a ticket: first the symbols' share, within it that of the numbers."""
    symbols, within = dice_on(ticket, 36)
    numbers, _ = dice_on(within, 1)
    return symbols * DICE_PAIRS + numbers


@rule
def lower_and_upper(dice):
    """Two dice, each counted from 0."""
    lower = 0
    while dice >= 6 - lower:
        dice -= 6 - lower
        lower += 1
    return lower, lower + dice


@rule
def happen(record, outcome):
    """R2: the dice fall; two entries for the thrower, R3: one for every other player."""
    record.symbols[0], record.symbols[1] = lower_and_upper(outcome // DICE_PAIRS)
    lower, upper = lower_and_upper(outcome % DICE_PAIRS)
    record.numbers[0] = lower + 1
    record.numbers[1] = upper + 1
    record.phase = ENTER
    for seat in range(record.seats):
        record.left[seat] = 2 if seat == record.thrower else 1
        lose_what_cannot_be_entered(record, seat)
    if to_act(record) == 0:
        end_throw(record)


# ---------------------------------------------------------------- the end


@rule
def score(record, places, points):
    """R13: boxes, shells and the two final boxes; a tie goes to more numbers in the river, else the rank is shared."""
    for seat in range(record.seats):
        largest, second = groups(record, seat)
        points[seat] = box_points(record, seat, 0, BOXES) + shell_points(record, seat) + largest + second
    for seat in range(record.seats):
        places[seat] = 1
        for other in range(record.seats):
            places[seat] += is_ahead(record, other, seat, points)


@rule
def is_ahead(record, seat, other, points):
    """R13: more points, or as many and more numbers in the river."""
    if points[seat] == points[other]:
        return river_numbers(record, seat) > river_numbers(record, other)
    return points[seat] > points[other]
