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
def begin(state, seats, start):
    """R1: the start player is the captain and throws first; every chart is empty."""
    state.seats = seats
    state.captain = start
    state.thrower = start
    state.phase = THROW
    state.rest = NOTHING
    for seat in range(4):
        clear_chart(state, seat)


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(state):
    """R3: everybody with an entry open, at the same time; chance while the dice are to be thrown."""
    if state.phase != ENTER:
        return GAME_OVER if state.phase == OVER else CHANCE_ACTS
    acting = 0
    for seat in range(state.seats):
        if state.left[seat] > 0:
            acting |= 1 << seat
    return acting


@rule
def legal(state, seat, moves):
    """D2: while any number can be written one may not skip; D3: where only crosses are possible, one may."""
    count = 0
    for pair in range(PAIRS):
        if is_open(state, seat, pair):
            count = list_writes(state, seat, pair, moves, count)
    writes = count
    for pair in range(PAIRS):
        if is_open(state, seat, pair) and may_cross(state, seat, pair):
            count = list_crosses(state, seat, pair, moves, count)
    if writes == 0:
        moves[count] = SKIP
        count += 1
    return count


# ---------------------------------------------------------------- playing


@rule
def play(state, seat, move):
    """One entry; when nobody has another one open, the throw is complete."""
    if move == SKIP:
        note(state, seat, SKIPPED)
        state.left[seat] = 0  # D3: a thrower who skips before the first entry gives up both
    elif move < FIRST_CROSS:
        pair = move // COLUMNS
        enter(state, seat, pair, entered_cell(state, move), number_of(state, pair))
    else:
        enter(state, seat, (move - FIRST_CROSS) // CELLS, entered_cell(state, move), CROSS)
    if seat == state.thrower and state.left[seat] == 0:
        state.rest = NOTHING
    if to_act(state) == 0:
        end_throw(state)


@rule
def entered_cell(state, move):
    """The cell that a move fills."""
    if move < FIRST_CROSS:
        return symbol_of(state, move // COLUMNS) * COLUMNS + move % COLUMNS
    return (move - FIRST_CROSS) % CELLS


@rule
def note(state, seat, cell):
    """Keep what a seat did in the running throw: nobody else sees it before all have finished."""
    state.entered[seat, 0 if state.entered[seat, 0] == NOTHING else 1] = cell


@rule
def enter(state, seat, pair, cell, value):
    """R2: the thrower's first pair leaves the other symbol with the other number for the second, R5: if that fits."""
    note(state, seat, cell)
    fill(state, seat, cell, value)
    state.left[seat] -= 1
    if state.left[seat] > 0:
        state.rest = known_as(state, PAIRS - 1 - pair)
        lose_what_cannot_be_entered(state, seat)


@rule
def lose_what_cannot_be_entered(state, seat):
    """R5, D3: where neither a number nor a cross is possible nobody is asked."""
    if state.left[seat] > 0 and not may_enter(state, seat):
        state.left[seat] = 0


@rule
def end_throw(state):
    """D10: the shells are awarded, the next player throws; R11: unless the round ends and somebody has eight boxes."""
    award_shells(state)
    for seat in range(state.seats):
        for entry in range(2):
            state.entered[seat, entry] = NOTHING
    for die in range(2):
        state.symbols[die] = 0
        state.numbers[die] = 0
    state.rest = NOTHING
    state.thrower = (state.thrower + 1) % state.seats
    state.phase = OVER if is_finished(state) else THROW


@rule
def award_shells(state):
    """R10: whoever first fills a box gets its shells, and everyone who does so on the same throw."""
    for box in range(BOXES):
        if state.shells[box] > 0 and state.takers[box] == 0:
            for seat in range(state.seats):
                if state.boxes[seat, box] >= 0:
                    state.takers[box] |= 1 << seat


@rule
def is_finished(state):
    """R11: somebody has at least eight boxes filled, and all have thrown equally often."""
    return state.thrower == state.captain and ready(state) != 0


# ---------------------------------------------------------------- chance


@rule
def chance_for(state):
    """R2: the thrower rolls all four dice."""
    return int(state.thrower)


@rule
def tickets(state):
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
def outcome(state, ticket):
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
def happen(state, outcome):
    """R2: the dice fall; two entries for the thrower, R3: one for every other player."""
    state.symbols[0], state.symbols[1] = lower_and_upper(outcome // DICE_PAIRS)
    lower, upper = lower_and_upper(outcome % DICE_PAIRS)
    state.numbers[0] = lower + 1
    state.numbers[1] = upper + 1
    state.phase = ENTER
    for seat in range(state.seats):
        state.left[seat] = 2 if seat == state.thrower else 1
        lose_what_cannot_be_entered(state, seat)
    if to_act(state) == 0:
        end_throw(state)


# ---------------------------------------------------------------- the end


@rule
def score(state, places, points):
    """R13: boxes, shells and the two final boxes; a tie goes to more numbers in the river, else the rank is shared."""
    for seat in range(state.seats):
        largest, second = groups(state, seat)
        points[seat] = box_points(state, seat, 0, BOXES) + shell_points(state, seat) + largest + second
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            places[seat] += is_ahead(state, other, seat, points)


@rule
def is_ahead(state, seat, other, points):
    """R13: more points, or as many and more numbers in the river."""
    if points[seat] == points[other]:
        return river_numbers(state, seat) > river_numbers(state, other)
    return points[seat] > points[other]
