"""Reading a position of Sailorman Dice. All of it is hostile until checked; what is left out follows from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Refused, Seat, one_of, sequence, short, table, whole
from spieltisch.rule import brief, copied

from .chart import (
    CELLS,
    COLUMNS,
    CROSS,
    EMPTY,
    ENTER,
    FIRST_AREA,
    NOTHING,
    PHASES,
    ROWS,
    SKIPPED,
    SYMBOLS,
    THROW,
    area_tally,
    clear_chart,
    fill,
    most_frequent,
    take_back,
)  # fmt: skip
from .content import BOX_NAMES
from .entering import PAIRS, known_as, may_cross, number_of, symbol_of
from .rules import end_throw, is_finished, lose_what_cannot_be_entered, to_act

KEYS = ["captain", "thrower", "phase", "throw", "charts", "left", "rest", "boxes", "shells", "entered"]
MARKS = ".123456X"  # an empty cell, a number, a cross


def read_position(given: dict[str, Any], record: Any, options: Mapping[str, Any]) -> None:
    """Fill a laid-out record from JSON; anything inconsistent is refused with its key."""
    table(given, "", KEYS)
    seats = int(record.seats)
    record.captain = whole(given.get("captain", 0), "captain", 0, seats - 1)
    record.thrower = whole(given.get("thrower", int(record.captain)), "thrower", 0, seats - 1)
    record.rest = NOTHING
    for seat in range(4):
        clear_chart(record, seat)
    read_charts(given, record)
    read_boxes(given, record)
    read_phase(given, record)
    if record.phase == ENTER:
        read_throw(given, record)
        read_entered(given, record)
        read_left(given, record)
        check_entered(record)
    else:
        check_no_throw(given, record)
    read_shells(given, record)
    if record.phase == ENTER and to_act(record) == 0:
        end_throw(record)


def per_seat(given: dict[str, Any], key: str, record: Any) -> list[Any]:
    """One entry per seat; null, or all of it left out, means nothing told."""
    seats = int(record.seats)
    return sequence(given[key], key, seats, seats) if given.get(key) is not None else [None] * seats


# ---------------------------------------------------------------- charts and boxes


def read_charts(given: dict[str, Any], record: Any) -> None:
    """Six strings of nine for each seat. Capital letters' sub-areas count as completed first."""
    for seat, chart in enumerate(per_seat(given, "charts", record)):
        if chart is None:
            continue
        rows = sequence(chart, "charts", ROWS, ROWS)
        values = [value for row in range(ROWS) for value in read_row(rows[row], seat, SYMBOLS[row])]
        for cell in sorted(range(CELLS), key=lambda cell: int(record.area[cell // COLUMNS, cell % COLUMNS]) & 1):
            if values[cell] != EMPTY:
                fill(record, seat, cell, values[cell])


def read_row(row: Any, seat: Seat, symbol: str) -> list[int]:
    """Nine of digits, X and dots, whose numbers never fall."""
    if not isinstance(row, str):
        raise Refused("wrong_type", key="charts", wanted="str", value=short(row))
    if len(row) != COLUMNS:
        raise Refused("wrong_length", key="charts", count=len(row), low=COLUMNS, high=COLUMNS)
    values = [MARKS.index(one_of(mark, "charts", list(MARKS))) for mark in row]
    numbers = [value for value in values if EMPTY < value < CROSS]
    if numbers != sorted(numbers):
        raise Refused("row_falls", key="charts", seat=seat, symbol=symbol)
    return values


def read_boxes(given: dict[str, Any], record: Any) -> None:
    """Boxes as told must be those that the charts fill; a left box may hold either of two full sub-areas."""
    for seat, told in enumerate(per_seat(given, "boxes", record)):
        if told is None:
            continue
        points = table(told, "boxes", BOX_NAMES)
        for box, name in enumerate(BOX_NAMES):
            expected = possible_points(record, seat, box)
            if name not in points and expected:
                raise Refused("box_is_full", key="boxes", seat=seat, box=name)
            if name in points:
                if whole(points[name], "boxes", 0, CELLS) not in expected:
                    raise Refused("wrong_box", key="boxes", seat=seat, box=name)
                record.boxes[seat, box] = points[name]


def possible_points(record: Any, seat: Seat, box: int) -> list[int]:
    """What may stand in a box of this chart; nothing while it is not full."""
    if record.boxes[seat, box] < 0:
        return []
    area = box - FIRST_AREA
    if area < 0 or area & 1:
        return [int(record.boxes[seat, box])]
    full = [half for half in (area, area + 1) if record.missing[seat, FIRST_AREA + half] == 0]
    return [int(most_frequent(area_tally(record, seat, half, half))) for half in full]


def read_shells(given: dict[str, Any], record: Any) -> None:
    """Who got the shells of each box; if not told, all who had filled it before the running throw."""
    seats = int(record.seats)
    before = before_throw(record)
    told = given.get("shells")
    taken = None if told is None else table(told, "shells", BOX_NAMES)
    for box, name in enumerate(BOX_NAMES):
        owners = [seat for seat in range(seats) if before.boxes[seat, box] >= 0 and record.shells[box] > 0]
        takers = owners if taken is None else sequence(taken.get(name, []), "shells", 0, seats)
        for seat in takers:
            if whole(seat, "shells", 0, seats - 1) not in owners:
                raise Refused("shell_without_box", key="shells", seat=seat, box=name)
            record.takers[box] |= 1 << seat
        if owners and not takers and record.phase == THROW:
            raise Refused("shell_not_taken", key="shells", box=name)


def before_throw(record: Any) -> Any:
    """The record as it was at the start of the running throw, as far as charts and boxes go."""
    twin = copied(record)
    for seat in range(int(record.seats)):
        take_back(twin, seat)
        take_back(twin, seat)
    return twin


@brief
def hide_entries(cell, seat):
    """Take back what all seats but this one (-1: all) have entered in the running throw."""
    for other in range(cell[0].seats):
        if other != seat:
            take_back(cell[0], other)
            take_back(cell[0], other)


@brief
def hide_entry(cell, seat):
    """Take back what a seat entered last."""
    take_back(cell[0], seat)


# ---------------------------------------------------------------- the throw


def read_phase(given: dict[str, Any], record: Any) -> None:
    """The phase, as told or as it follows from the rest."""
    ended = bool(is_finished(record))
    natural = "enter" if given.get("throw") is not None else "over" if ended else "throw"
    record.phase = PHASES.index(one_of(given.get("phase", natural), "phase", PHASES))
    if record.phase == THROW and ended:
        raise Refused("already_over", key="phase")


def read_throw(given: dict[str, Any], record: Any) -> None:
    """Two symbols, then two numbers."""
    if given.get("throw") is None:
        raise Refused("missing_key", key="throw")
    dice = sequence(given["throw"], "throw", 4, 4)
    record.symbols = sorted(SYMBOLS.index(one_of(symbol, "throw", SYMBOLS)) for symbol in dice[:2])
    record.numbers = sorted(whole(number, "throw", 1, 6) for number in dice[2:])


def check_no_throw(given: dict[str, Any], record: Any) -> None:
    """Between throws there are no dice, no entries open and none hidden."""
    for key in ("throw", "rest"):
        if given.get(key) is not None:
            raise Refused("no_throw_now", key=key)
    for left in per_seat(given, "left", record):
        whole(0 if left is None else left, "left", 0, 0)
    for entries in per_seat(given, "entered", record):
        sequence([] if entries is None else entries, "entered", 0, 0)


def quota(record: Any, seat: Seat) -> int:
    """Two entries for the thrower, one for every other player."""
    return 2 if seat == record.thrower else 1


def read_left(given: dict[str, Any], record: Any) -> None:
    """Entries open, and the thrower's second pair; R5: what cannot be entered is lost."""
    thrower = int(record.thrower)
    if given.get("rest") is not None:
        record.rest = read_rest(given["rest"], record)
    for seat, told in enumerate(per_seat(given, "left", record)):
        open_to = quota(record, seat) if record.entered[seat, 0] == NOTHING else 0
        usual = 1 if seat == thrower and record.rest != NOTHING else open_to
        record.left[seat] = whole(usual if told is None else told, "left", 0, quota(record, seat))
    if (record.rest != NOTHING) != (record.left[thrower] == 1):
        raise Refused("rest_is_second", key="rest")
    for seat in range(int(record.seats)):
        lose_what_cannot_be_entered(record, seat)
    if record.left[thrower] == 0:
        record.rest = NOTHING


def read_rest(given: Any, record: Any) -> int:
    """A pair of the throw: ["boat", 5]."""
    symbol, number = sequence(given, "rest", 2, 2)
    row = SYMBOLS.index(one_of(symbol, "rest", SYMBOLS))
    whole(number, "rest", 1, 6)
    for pair in range(PAIRS):
        if (symbol_of(record, pair), number_of(record, pair)) == (row, number):
            return int(known_as(record, pair))
    raise Refused("not_of_this_throw", key="rest")


# ---------------------------------------------------------------- entries of the running throw


def read_entered(given: dict[str, Any], record: Any) -> None:
    """The cells each seat has entered in this throw, in order; `skip` where it skipped."""
    for seat, entries in enumerate(per_seat(given, "entered", record)):
        told = sequence([] if entries is None else entries, "entered", 0, quota(record, seat))
        for place, entry in enumerate(told):
            cell = SKIPPED if entry == "skip" else read_cell(entry)
            if cell == SKIPPED and place != len(told) - 1:
                raise Refused("entered_after_skip", key="entered", seat=seat)
            if cell in record.entered[seat] or (cell != SKIPPED and record.cells[seat].ravel()[cell] == EMPTY):
                raise Refused("not_entered", key="entered", seat=seat)
            record.entered[seat, place] = cell


def read_cell(entry: Any) -> int:
    """A cell of the chart: ["bell", 4]."""
    symbol, column = sequence(entry, "entered", 2, 2)
    return SYMBOLS.index(one_of(symbol, "entered", SYMBOLS)) * COLUMNS + whole(column, "entered", 1, COLUMNS) - 1


def check_entered(record: Any) -> None:
    """Entries must be such as this throw allows, and leave the second pair that is told."""
    for seat in range(int(record.seats)):
        done = [cell for cell in record.entered[seat].tolist() if cell != NOTHING]
        cells = [cell for cell in done if cell != SKIPPED]
        if len(done) + int(record.left[seat]) > quota(record, seat) or (len(cells) < len(done) and record.left[seat]):
            raise Refused("too_many_entries", key="entered", seat=seat)
        ways = [pairs_for(record, seat, cell) for cell in cells]
        seconds = {int(known_as(record, PAIRS - 1 - pair)) for pair in ways[0]} if ways else set(range(PAIRS))
        if len(ways) == 2:
            seconds &= ways[1]
        elif seat == record.thrower and record.left[seat] == 1:
            seconds &= {int(record.rest)}
        if not all(ways) or not seconds:
            raise Refused("not_entered", key="entered", seat=seat)


def pairs_for(record: Any, seat: Seat, cell: int) -> set[int]:
    """The pairs of the throw that may have filled a cell as it is."""
    row, column = divmod(cell, COLUMNS)
    value = int(record.cells[seat, row, column])
    pairs = {int(known_as(record, pair)) for pair in range(PAIRS)}
    if value == CROSS:
        return {pair for pair in pairs if may_cross(record, seat, pair)}
    return {pair for pair in pairs if symbol_of(record, pair) == row and number_of(record, pair) == value}
