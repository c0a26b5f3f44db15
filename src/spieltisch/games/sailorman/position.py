"""Reading a position of Sailorman Dice. All of it is hostile until checked; what is left out follows from the rest."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from spieltisch.door import Refused, Seat, one_of, sequence, short, table, whole, yes_or_no
from spieltisch.rule import copied

from .chart import (
    CELLS,
    COLUMNS,
    CROSS,
    EMPTY,
    ENTER,
    FIRST_AREA,
    NOTHING,
    OVER,
    ROWS,
    SKIPPED,
    SYMBOLS,
    THROW,
    area_points,
    fill,
    hide_entries,
)  # fmt: skip
from .content import BOX_NAMES
from .entering import PAIRS, known_as, may_cross, number_of, symbol_of
from .notation import MARKS
from .rules import end_throw, is_finished, lose_what_cannot_be_entered, to_act

Options = Mapping[str, Any]
NOT_TOLD = -1  # entries open


# ---------------------------------------------------------------- charts and boxes


def read_chart(value: Any, key: str, record: Any, options: Options, seat: Seat) -> None:
    """Six strings of nine. Capital letters' sub-areas count as completed first."""
    rows = sequence(value, key, ROWS, ROWS)
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


def read_boxes(value: Any, key: str, record: Any, options: Options, seat: Seat) -> None:
    """Boxes as told must be those that the charts fill; a left box may hold either of two full sub-areas."""
    points = table(value, key, BOX_NAMES)
    for box, name in enumerate(BOX_NAMES):
        expected = possible_points(record, seat, box)
        if name not in points and expected:
            raise Refused("box_is_full", key=key, seat=seat, box=name)
        if name in points:
            if whole(points[name], key, 0, CELLS) not in expected:
                raise Refused("wrong_box", key=key, seat=seat, box=name)
            record.boxes[seat, box] = points[name]


def possible_points(record: Any, seat: Seat, box: int) -> list[int]:
    """What may stand in a box of this chart; nothing while it is not full."""
    if record.boxes[seat, box] < 0:
        return []
    area = box - FIRST_AREA
    if area < 0 or area & 1:
        return [int(record.boxes[seat, box])]
    full = [half for half in (area, area + 1) if record.missing[seat, FIRST_AREA + half] == 0]
    return [int(area_points(record, seat, half)) for half in full]


def read_shells(value: Any, key: str, record: Any, options: Options) -> None:
    """Box → the seats that got its shells."""
    seats = int(record.seats)
    for name, takers in ({} if value is None else table(value, key, BOX_NAMES)).items():
        for seat in sequence(takers, key, 0, seats):
            record.takers[BOX_NAMES.index(name)] |= 1 << whole(seat, key, 0, seats - 1)


# ---------------------------------------------------------------- the throw and its entries


def read_throw(value: Any, key: str, record: Any, options: Options) -> None:
    """Two symbols, then two numbers."""
    record.left[: record.seats] = NOT_TOLD
    if value is None:
        return
    dice = sequence(value, key, 4, 4)
    record.symbols = sorted(SYMBOLS.index(one_of(symbol, key, SYMBOLS)) for symbol in dice[:2])
    record.numbers = sorted(whole(number, key, 1, 6) for number in dice[2:])


def quota(record: Any, seat: Seat) -> int:
    """Two entries for the thrower, one for every other player."""
    return 2 if seat == record.thrower else 1


def read_left(value: Any, key: str, record: Any, options: Options, seat: Seat) -> None:
    """A seat's open entries; in a view, as `thinking` has told of it already."""
    left = whole(value, key, 0, quota(record, seat))
    if record.numbers[0] and record.left[seat] != NOT_TOLD and (record.left[seat] > 0) != (left > 0):
        raise Refused("cannot_think", key="thinking", seat=seat)
    record.left[seat] = left


def read_thinking(value: Any, key: str, record: Any, options: Options) -> None:
    """Who has an entry open, as views tell it of everybody."""
    for seat, told in enumerate(sequence(value, key, int(record.seats), int(record.seats))):
        record.left[seat] = yes_or_no(told, key)


def read_rest(value: Any, key: str, record: Any, options: Options) -> None:
    """A pair of the throw: ["boat", 5]."""
    if value is None:
        return
    symbol, number = sequence(value, key, 2, 2)
    row = SYMBOLS.index(one_of(symbol, key, SYMBOLS))
    whole(number, key, 1, 6)
    for pair in range(PAIRS):
        if (symbol_of(record, pair), number_of(record, pair)) == (row, number):
            record.rest = known_as(record, pair)
            return
    if record.numbers[0]:
        raise Refused("not_of_this_throw", key=key)
    record.rest = 0  # of no throw: refused with it


def read_entered(value: Any, key: str, record: Any, options: Options, seat: Seat) -> None:
    """The cells a seat has entered in this throw, in order; `skip` where it skipped."""
    told = sequence(value, key, 0, quota(record, seat) if record.numbers[0] or record.phase == ENTER else 0)
    for place, entry in enumerate(told):
        cell = SKIPPED if entry == "skip" else read_cell(entry)
        if cell == SKIPPED and place != len(told) - 1:
            raise Refused("entered_after_skip", key=key, seat=seat)
        if cell in record.entered[seat] or (cell != SKIPPED and record.cells[seat, cell // COLUMNS, cell % COLUMNS] == EMPTY):
            raise Refused("not_entered", key=key, seat=seat)
        record.entered[seat, place] = cell


def read_cell(entry: Any) -> int:
    """A cell of the chart: ["bell", 4]."""
    symbol, column = sequence(entry, "entered", 2, 2)
    return SYMBOLS.index(one_of(symbol, "entered", SYMBOLS)) * COLUMNS + whole(column, "entered", 1, COLUMNS) - 1


# ---------------------------------------------------------------- what follows from the rest


def complete(record: Any, told: Collection[str]) -> None:
    """Fill in what was not told: phase, open entries, shells."""
    if "thrower" not in told:
        record.thrower = record.captain
    if "phase" not in told:
        record.phase = ENTER if record.numbers[0] else OVER if is_finished(record) else THROW
    for seat in range(int(record.seats)):
        if record.left[seat] == NOT_TOLD:
            record.left[seat] = usual_left(record, seat) if record.phase == ENTER else 0
    if "shells" not in told:
        before = before_throw(record)
        for box in range(len(BOX_NAMES)):
            record.takers[box] = sum(1 << seat for seat in owners(record, before, box))


def usual_left(record: Any, seat: Seat) -> int:
    """The entries a seat has open, by what it has entered."""
    if seat == record.thrower and record.rest != NOTHING:
        return 1
    return quota(record, seat) if record.entered[seat, 0] == NOTHING else 0


def before_throw(record: Any) -> Any:
    """The record as it was at the start of the running throw, as far as charts and boxes go."""
    twin = copied(record)
    hide_entries(twin, -1)
    return twin


def owners(record: Any, before: Any, box: int) -> list[Seat]:
    """Who had filled a box with shells in it before the running throw."""
    return [seat for seat in range(int(record.seats)) if before.boxes[seat, box] >= 0 and record.shells[box] > 0]


# ---------------------------------------------------------------- what cannot be


def faults(record: Any, watcher: Seat | None) -> None:
    """Refuse what contradicts itself, with the key at fault; watcher: whose view it is (-1: an onlooker's), None: a whole position."""
    if record.phase == THROW and is_finished(record):
        raise Refused("already_over", key="phase")
    if record.phase != ENTER:
        check_no_throw(record)
    else:
        check_throw(record, watcher)
    check_shells(record)
    if record.phase == ENTER and to_act(record) == 0:
        end_throw(record)


def check_no_throw(record: Any) -> None:
    """Between throws there are no dice, no entries open and none hidden."""
    if record.numbers[0]:
        raise Refused("no_throw_now", key="throw")
    if record.rest != NOTHING:
        raise Refused("no_throw_now", key="rest")
    for seat in range(int(record.seats)):
        whole(int(record.left[seat]), "left", 0, 0)
        sequence([cell for cell in record.entered[seat].tolist() if cell != NOTHING], "entered", 0, 0)


def check_throw(record: Any, watcher: Seat | None) -> None:
    """Entries open and done fit each other and the dice; R5: what cannot be entered is lost."""
    if record.numbers[0] == 0:
        raise Refused("missing_key", key="throw")
    thrower = int(record.thrower)
    if watcher in (None, thrower) and (record.rest != NOTHING) != (record.left[thrower] == 1):
        raise Refused("rest_is_second", key="rest")
    for seat in range(int(record.seats)):
        was_open = record.left[seat] > 0
        lose_what_cannot_be_entered(record, seat)
        if watcher is not None and was_open and record.left[seat] == 0:
            raise Refused("cannot_think", key="thinking", seat=seat)
    if watcher is not None and not record.left.any():
        raise Refused("cannot_think", key="thinking", seat=max(watcher, 0))
    if record.left[thrower] == 0:
        record.rest = NOTHING
    for seat in range(int(record.seats)):
        if watcher in (None, seat):
            check_entered(record, seat)


def check_entered(record: Any, seat: Seat) -> None:
    """Entries must be such as this throw allows, and leave the second pair that is told."""
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


def check_shells(record: Any) -> None:
    """Only who has filled a box has its shells, and between throws somebody has."""
    before = before_throw(record)
    for box, name in enumerate(BOX_NAMES):
        may_have = owners(record, before, box)
        for seat in range(int(record.seats)):
            if record.takers[box] >> seat & 1 and seat not in may_have:
                raise Refused("shell_without_box", key="shells", seat=seat, box=name)
        if may_have and not record.takers[box] and record.phase == THROW:
            raise Refused("shell_not_taken", key="shells", box=name)
