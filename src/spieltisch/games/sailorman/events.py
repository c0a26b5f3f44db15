"""What a throw and an entry make happen. An entry is known to its seat at once, to all when the throw is complete."""

from __future__ import annotations

from spieltisch.door import State
from spieltisch.rule import BY_CHANCE, rule
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
    fill,
    groups,
    hide_entries,
    ready,
    river_numbers,
    row_tally,
    take_back,
)  # fmt: skip
from .notation import BOX, SYMBOL, write_name, write_seats
from .rules import DICE_PAIRS, SKIP, entered_cell, lower_and_upper, note


@rule
def tell(record, after, watcher, actor, code, names, out, spans):
    """The dice; an entry, to its own seat; with the entry that completes the throw, all that was kept until then."""
    if actor == BY_CHANCE:
        tell_throw(record, after, code, out, spans)
    elif after.phase == ENTER:
        if watcher == actor:
            tell_latest(record, after, actor, code, out, spans)
    else:
        tell_all(record, after, watcher, actor, code, out, spans)


@rule
def tell_throw(record, after, outcome, out, spans):
    """The dice, and whose entries are lost because nothing fits (R5); perhaps the end of the throw with that."""
    symbols = lower_and_upper(outcome // DICE_PAIRS)
    numbers = lower_and_upper(outcome % DICE_PAIRS)
    at = write_field(out, begin_event(out, spans, b"thrown"), b',"seat":', record.thrower)
    at = write_name(out, at, b',"symbols":[', SYMBOL[symbols[0]])
    at = write_name(out, at, b",", SYMBOL[symbols[1]])
    at = write_field(out, at, b'],"numbers":[', numbers[0] + 1)
    end_event(out, spans, write_text(out, write_field(out, at, b",", numbers[1] + 1), b"]"))
    for seat in range(record.seats):
        if after.left[seat] == 0:
            tell_of(b"lost", seat, out, spans)
    if after.phase != ENTER:
        tell_ending(record, after, out, spans)


@rule
def tell_all(record, after, watcher, actor, move, out, spans):
    """The throw is complete: what each seat entered, from the thrower on; its own earlier entries it knows already."""
    for step in range(record.seats):
        seat = (record.thrower + step) % record.seats
        if seat != watcher:
            tell_kept(record, seat, out, spans)
        if seat == actor:
            tell_latest(record, after, actor, move, out, spans)
    hide_entries(record, -1)
    tell_ending(record, after, out, spans)


@rule
def tell_of(kind, seat, out, spans):
    """Something about a seat of which there is no more to say."""
    end_event(out, spans, write_field(out, begin_event(out, spans, kind), b',"seat":', seat))


# ---------------------------------------------------------------- entries


@rule
def tell_latest(record, after, seat, move, out, spans):
    """What a seat has just entered, what that fills, and whether the thrower's second entry is lost."""
    if move == SKIP:
        tell_of(b"skipped", seat, out, spans)
        return
    tell_cell(after, seat, entered_cell(record, move), filled(record, seat), out, spans)
    if record.left[seat] == 2 and after.left[seat] == 0:
        tell_of(b"lost", seat, out, spans)


@rule
def tell_kept(record, seat, out, spans):
    """What a seat entered earlier in the running throw, and nobody else knows yet: taken back, and entered again one by one."""
    first = int(record.entered[seat, 0])
    second = int(record.entered[seat, 1])
    one = value_in(record, seat, first)
    other = value_in(record, seat, second)
    take_back(record, seat)
    take_back(record, seat)
    enter_again(record, seat, first, one, out, spans)
    enter_again(record, seat, second, other, out, spans)
    if seat == record.thrower and record.left[seat] == 0 and 0 <= first < SKIPPED and second == NOTHING:
        tell_of(b"lost", seat, out, spans)


@rule
def value_in(record, seat, cell):
    """What stands in a cell that was entered."""
    return int(record.cells[seat, cell // COLUMNS, cell % COLUMNS]) if 0 <= cell < SKIPPED else 0


@rule
def enter_again(record, seat, cell, value, out, spans):
    """One entry, told."""
    if cell == SKIPPED:
        tell_of(b"skipped", seat, out, spans)
    elif cell != NOTHING:
        before = filled(record, seat)
        fill(record, seat, cell, value)
        note(record, seat, cell)
        tell_cell(record, seat, cell, before, out, spans)


@rule
def filled(record, seat):
    """The boxes that a seat has filled, as a set."""
    boxes = 0
    for box in range(BOXES):
        boxes |= int(record.boxes[seat, box] >= 0) << box
    return boxes


@rule
def tell_cell(after, seat, cell, before, out, spans):
    """A number or a cross in a cell, and the boxes that it fills, beside those filled before."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    value = after.cells[seat, row, column]
    at = begin_event(out, spans, b"crossed" if value == CROSS else b"wrote")
    at = write_name(out, write_field(out, at, b',"seat":', seat), b',"row":', SYMBOL[row])
    at = write_field(out, at, b',"column":', column + 1)
    end_event(out, spans, at if value == CROSS else write_field(out, at, b',"number":', value))
    for box in range(BOXES):
        points = int(after.boxes[seat, box])
        if points >= 0 and not before >> box & 1:
            at = write_field(out, begin_event(out, spans, b"box"), b',"seat":', seat)
            at = write_field(out, write_name(out, at, b',"box":', BOX[box]), b',"points":', points)
            tally = tally_of(after, seat, box, row, column)
            at = write_most_frequent(tally, points, out, write_text(out, at, b',"numbers":['))
            end_event(out, spans, at)


@rule
def tally_of(record, seat, box, row, column):
    """The numbers that a box counts, which a cell has filled."""
    if box < FIRST_COLUMN:
        return row_tally(record, seat, row)
    if box < FIRST_AREA:
        return column_tally(record, seat, column)
    area = int(record.area[row, column])
    if (box - FIRST_AREA) & 1:
        return area_tally(record, seat, area & ~1, area | 1)
    return area_tally(record, seat, area, area)


@rule
def write_most_frequent(tally, points, out, at):
    """The numbers for which a box has its points; several where they are equally frequent, none in a box full of crosses."""
    first = at
    for number in range(1, CROSS):
        if points > 0 and count_in(tally, number) == points:
            at = write_field(out, at, b"" if at == first else b",", number)
    return write_text(out, at, b"]")


# ---------------------------------------------------------------- the end of a throw


@rule
def tell_ending(record, now, out, spans):
    """Shells and who gets them, the last round, the end; `record` is as the throw found it."""
    for box in range(BOXES):
        if record.takers[box] != now.takers[box]:
            at = write_name(out, begin_event(out, spans, b"shell"), b',"box":', BOX[box])
            at = write_seats(now.takers[box], out, write_text(out, at, b',"seats":'))
            end_event(out, spans, write_field(out, at, b',"shells":', now.shells[box]))
    if now.phase == OVER:
        end_event(out, spans, begin_event(out, spans, b"ended"))
        for seat in range(now.seats):
            largest, second = groups(now, seat)
            at = write_field(out, begin_event(out, spans, b"groups"), b',"seat":', seat)
            end_event(out, spans, write_field(out, write_field(out, at, b',"largest":', largest), b',"second":', second))
    elif ready(now) and not ready(record):
        at = write_text(out, begin_event(out, spans, b"last_round"), b',"seats":')
        end_event(out, spans, write_seats(ready(now), out, at))


def why(state: State, points: list[int]) -> str:
    """What decided the game: points, numbers in the river, or nothing (shared)."""
    first = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(first) == 1:
        return "points"
    river = [int(river_numbers(state.record, seat)) for seat in first]
    return "river" if river.count(max(river)) == 1 else "shared"
