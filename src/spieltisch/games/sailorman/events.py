"""What a throw and an entry make happen. An entry is known to its seat at once, to all when the throw is complete."""

from __future__ import annotations

from typing import Any

from spieltisch.door import State
from spieltisch.rule import BY_CHANCE, all_of, brief, rule
from spieltisch.write import begin_event, end_event, write_field, write_text

from .chart import (
    BOXES,
    COLUMNS,
    CROSS,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    NOTHING,
    OVER,
    SKIPPED,
    area_tally,
    column_tally,
    count_in,
    groups,
    ready,
    row_tally,
)  # fmt: skip
from .position import hide_entries, hide_entry
from .rules import DICE_PAIRS, SKIP, entered_cell, lower_and_upper
from .writing import BOX, SYMBOL, write_name, write_seats


def write_events(state: State, after: State, actor: int, code: int, page: Any, story: Any) -> None:
    """What a move or a throw makes happen."""
    if actor == BY_CHANCE:
        tell_throw(state.cell, after.cell, state.copy(), code, page, story)
    else:
        tell_move(state.cell, after.cell, state.copy(), state.copy(), actor, code, page, story)


@brief
def tell_throw(cell, after, scratch, outcome, page, story):
    """The dice, and whose entries are lost because nothing fits (R5); perhaps the end of the throw with that."""
    everyone = all_of(cell[0].seats)
    symbols = lower_and_upper(outcome // DICE_PAIRS)
    numbers = lower_and_upper(outcome % DICE_PAIRS)
    at = write_field(page, begin_event(page, story, b"thrown"), b',"seat":', cell[0].thrower)
    at = write_name(page, at, b',"symbols":[', SYMBOL[symbols[0]])
    at = write_name(page, at, b",", SYMBOL[symbols[1]])
    at = write_field(page, at, b'],"numbers":[', numbers[0] + 1)
    end_event(page, story, write_text(page, write_field(page, at, b",", numbers[1] + 1), b"]"), everyone)
    for seat in range(cell[0].seats):
        if after[0].left[seat] == 0:
            tell_of(b"lost", seat, page, story, everyone)
    if after[0].phase != ENTER:
        tell_ending(cell, after, scratch, page, story)


@brief
def tell_move(cell, after, earlier, later, actor, move, page, story):
    """An entry, told to its seat; the one that completes the throw is told to all, and with it what was kept before.

    earlier, later: scratch."""
    seats = cell[0].seats
    if after[0].phase == ENTER:
        tell_latest(cell, after, actor, move, page, story, 1 << actor)
        return
    for step in range(seats):
        seat = (cell[0].thrower + step) % seats
        tell_kept(cell, earlier, later, seat, page, story, all_of(seats) & ~(1 << seat))
        if seat == actor:
            tell_latest(cell, after, actor, move, page, story, all_of(seats))
    tell_ending(cell, after, earlier, page, story)


@rule
def tell_of(kind, seat, page, story, audience):
    """Something about a seat of which there is no more to say."""
    end_event(page, story, write_field(page, begin_event(page, story, kind), b',"seat":', seat), audience)


# ---------------------------------------------------------------- entries


@rule
def tell_latest(cell, after, seat, move, page, story, audience):
    """What a seat has just entered, what that fills, and whether the thrower's second entry is lost."""
    if move == SKIP:
        tell_of(b"skipped", seat, page, story, audience)
        return
    tell_cell(cell[0], after[0], seat, entered_cell(cell[0], move), page, story, audience)
    if cell[0].left[seat] == 2 and after[0].left[seat] == 0:
        tell_of(b"lost", seat, page, story, audience)


@rule
def tell_kept(cell, earlier, later, seat, page, story, audience):
    """What a seat entered earlier in the running throw, and nobody else knows yet."""
    entered = cell[0].entered[seat]
    count = int(entered[0] != NOTHING) + int(entered[1] != NOTHING)
    for entry in range(count):
        if entered[entry] == SKIPPED:
            tell_of(b"skipped", seat, page, story, audience)
        else:
            go_back(cell, earlier, seat, count - entry)
            go_back(cell, later, seat, count - entry - 1)
            tell_cell(earlier[0], later[0], seat, int(entered[entry]), page, story, audience)
    if seat == cell[0].thrower and cell[0].left[seat] == 0 and count == 1 and entered[0] != SKIPPED:
        tell_of(b"lost", seat, page, story, audience)


@rule
def go_back(cell, earlier, seat, entries):
    """The table without a seat's latest entries of the running throw."""
    earlier[0] = cell[0]
    for _ in range(entries):
        hide_entry(earlier, seat)


@rule
def tell_cell(before, after, seat, cell, page, story, audience):
    """A number or a cross in a cell, and the boxes that it fills."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    value = after.cells[seat, row, column]
    at = begin_event(page, story, b"crossed" if value == CROSS else b"wrote")
    at = write_name(page, write_field(page, at, b',"seat":', seat), b',"row":', SYMBOL[row])
    at = write_field(page, at, b',"column":', column + 1)
    end_event(page, story, at if value == CROSS else write_field(page, at, b',"number":', value), audience)
    for box in range(BOXES):
        points = int(after.boxes[seat, box])
        if before.boxes[seat, box] < 0 <= points:
            at = write_field(page, begin_event(page, story, b"box"), b',"seat":', seat)
            at = write_field(page, write_name(page, at, b',"box":', BOX[box]), b',"points":', points)
            tally = tally_of(after, seat, box, row, column)
            at = write_most_frequent(tally, points, page, write_text(page, at, b',"numbers":['))
            end_event(page, story, at, audience)


@rule
def tally_of(state, seat, box, row, column):
    """The numbers that a box counts, which a cell has filled."""
    if box < FIRST_COLUMN:
        return row_tally(state, seat, row)
    if box < FIRST_AREA:
        return column_tally(state, seat, column)
    area = int(state.area[row, column])
    if (box - FIRST_AREA) & 1:
        return area_tally(state, seat, area & ~1, area | 1)
    return area_tally(state, seat, area, area)


@rule
def write_most_frequent(tally, points, page, at):
    """The numbers for which a box has its points; several where they are equally frequent, none in a box full of crosses."""
    first = at
    for number in range(1, CROSS):
        if points > 0 and count_in(tally, number) == points:
            at = write_field(page, at, b"" if at == first else b",", number)
    return write_text(page, at, b"]")


# ---------------------------------------------------------------- the end of a throw


@rule
def tell_ending(cell, after, scratch, page, story):
    """Shells and who gets them, the last round, the end."""
    now = after[0]
    everyone = all_of(now.seats)
    for box in range(BOXES):
        if cell[0].takers[box] != now.takers[box]:
            at = write_name(page, begin_event(page, story, b"shell"), b',"box":', BOX[box])
            at = write_seats(now.takers[box], page, write_text(page, at, b',"seats":'))
            end_event(page, story, write_field(page, at, b',"shells":', now.shells[box]), everyone)
    if now.phase == OVER:
        end_event(page, story, begin_event(page, story, b"ended"), everyone)
        for seat in range(now.seats):
            largest, second = groups(now, seat)
            at = write_field(page, begin_event(page, story, b"groups"), b',"seat":', seat)
            at = write_field(page, write_field(page, at, b',"largest":', largest), b',"second":', second)
            end_event(page, story, at, everyone)
    elif ready(now) and not was_ready(cell, scratch):
        at = write_text(page, begin_event(page, story, b"last_round"), b',"seats":')
        end_event(page, story, write_seats(ready(now), page, at), everyone)


@rule
def was_ready(cell, before):
    """Had anybody eight boxes filled before the throw?"""
    before[0] = cell[0]
    hide_entries(before, -1)
    return ready(before[0]) != 0
