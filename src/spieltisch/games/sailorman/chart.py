"""A chart of Sailorman Dice: cells by row and column; 0 is empty, 1 to 6 a number, 7 a cross.

Boxes are numbered like the lines they belong to: six rows, nine columns, then the regions left, right, left, right …"""

from __future__ import annotations

from spieltisch.rule import rule

SYMBOLS = ("anchor", "bell", "starfish", "fish", "boat", "wheel")
REGIONS = ("mountains", "land", "dunes", "river")
AREAS = "MmLlDdRr"  # the sub-areas, two a region

ROWS = 6
COLUMNS = 9
CELLS = ROWS * COLUMNS
EMPTY = 0
CROSS = 7
FIRST_COLUMN = ROWS  # the columns' boxes follow those of the rows
FIRST_AREA = ROWS + COLUMNS  # and the regions' boxes those of the columns
BOXES = FIRST_AREA + len(AREAS)
RIVER = 3
ENOUGH_BOXES = 8

THROW, ENTER, OVER = range(3)
PHASES = ("throw", "enter", "over")

NOTHING = -1
SKIPPED = CELLS  # stands among the entered cells where a seat skipped


# ---------------------------------------------------------------- filling cells


@rule
def clear_chart(record, seat):
    """An empty chart: nothing entered, no box filled."""
    for box in range(BOXES):
        record.boxes[seat, box] = -1
        record.missing[seat, box] = 0
    for cell in range(CELLS):
        record.cells[seat, cell // COLUMNS, cell % COLUMNS] = EMPTY
        count_missing(record, seat, cell, 1)
    for entry in range(2):
        record.entered[seat, entry] = NOTHING


@rule
def count_missing(record, seat, cell, change):
    """A cell becomes empty or full for its row, its column and its sub-area."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    record.missing[seat, row] += change
    record.missing[seat, FIRST_COLUMN + column] += change
    record.missing[seat, FIRST_AREA + record.area[row, column]] += change


# ---------------------------------------------------------------- boxes


@rule
def with_one_more(tally, value):
    """A tally of numbers, eight bits each, with one more of this value."""
    return tally + (1 << 8 * int(value))


@rule
def count_in(tally, number):
    """How many of a number."""
    return tally >> 8 * number & 255


@rule
def most_frequent(tally):
    """The count of the most frequent number; R7, D7: crosses never score."""
    most = 0
    for number in range(1, CROSS):
        most = max(most, count_in(tally, number))
    return most


@rule
def row_tally(record, seat, row):
    """R8: the numbers of a row."""
    tally = 0
    for column in range(COLUMNS):
        tally = with_one_more(tally, record.cells[seat, row, column])
    return tally


@rule
def column_tally(record, seat, column):
    """R8: the numbers of a column."""
    tally = 0
    for row in range(ROWS):
        tally = with_one_more(tally, record.cells[seat, row, column])
    return tally


@rule
def area_tally(record, seat, first, last):
    """R9: the numbers of one sub-area, or of both of a region together."""
    tally = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if first <= record.area[row, column] <= last:
                tally = with_one_more(tally, record.cells[seat, row, column])
    return tally


@rule
def area_points(record, seat, area):
    """R9: what a full sub-area scores by itself."""
    return most_frequent(area_tally(record, seat, area, area))


@rule
def fill(record, seat, cell, value):
    """A number or a cross goes into an empty cell; R8, R9: what it completes scores at once."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    record.cells[seat, row, column] = value
    count_missing(record, seat, cell, -1)
    if record.missing[seat, row] == 0:
        record.boxes[seat, row] = most_frequent(row_tally(record, seat, row))
    if record.missing[seat, FIRST_COLUMN + column] == 0:
        record.boxes[seat, FIRST_COLUMN + column] = most_frequent(column_tally(record, seat, column))
    area = int(record.area[row, column])
    if record.missing[seat, FIRST_AREA + area] == 0:
        fill_region_box(record, seat, area)


@rule
def fill_region_box(record, seat, area):
    """R9: the first completed sub-area of a region fills the left box, the second the right box with both together."""
    region = area & ~1
    if record.boxes[seat, FIRST_AREA + region] < 0:
        record.boxes[seat, FIRST_AREA + region] = most_frequent(area_tally(record, seat, area, area))
    else:
        record.boxes[seat, FIRST_AREA + region + 1] = most_frequent(area_tally(record, seat, region, region + 1))


@rule
def take_back(record, seat):
    """Make a seat's last entry of the running throw undone, and the boxes it filled; its dice stay used."""
    entry = 1 if record.entered[seat, 1] != NOTHING else 0
    cell = int(record.entered[seat, entry])
    record.entered[seat, entry] = NOTHING
    if not 0 <= cell < CELLS:
        return
    row = cell // COLUMNS
    column = cell % COLUMNS
    area = int(record.area[row, column])
    record.boxes[seat, row] = -1
    record.boxes[seat, FIRST_COLUMN + column] = -1
    if record.missing[seat, FIRST_AREA + area] == 0:
        right = FIRST_AREA + (area | 1)
        record.boxes[seat, right if record.boxes[seat, right] >= 0 else right - 1] = -1
    record.cells[seat, row, column] = EMPTY
    count_missing(record, seat, cell, 1)


@rule
def hide_entries(record, seat):
    """Take back what all seats but this one (-1: all) have entered in the running throw."""
    for other in range(record.seats):
        if other != seat:
            take_back(record, other)
            take_back(record, other)


@rule
def filled_boxes(record, seat):
    """R11: how many score boxes a seat has filled; D8: the two final boxes do not count."""
    count = 0
    for box in range(BOXES):
        count += record.boxes[seat, box] >= 0
    return count


@rule
def ready(record):
    """R11: the seats that have eight boxes filled, as a set."""
    seats = 0
    for seat in range(record.seats):
        seats |= int(filled_boxes(record, seat) >= ENOUGH_BOXES) << seat
    return seats


# ---------------------------------------------------------------- what a chart is worth

ROW_BITS = COLUMNS + 1  # a chart as bits, with an empty column between its rows


@rule
def bits_of(record, seat, number):
    """The cells that hold a number, as bits."""
    bits = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if record.cells[seat, row, column] == number:
                bits |= 1 << (row * ROW_BITS + column)
    return bits


@rule
def group_at(bits, group):
    """R12: a group grows along edges, never diagonally, until it is whole."""
    whole = 0
    while group != whole:
        whole = group
        group |= (group << 1 | group >> 1 | group << ROW_BITS | group >> ROW_BITS) & bits
    return whole


@rule
def size(bits):
    """How many cells."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def groups(record, seat):
    """R12: the sizes of the largest and the second-largest group of one number."""
    largest = 0
    second = 0
    for number in range(1, CROSS):
        bits = bits_of(record, seat, number)
        while bits:
            group = group_at(bits, bits & -bits)
            bits &= ~group
            count = size(group)
            second = max(second, min(count, largest))
            largest = max(largest, count)
    return largest, second


@rule
def shell_points(record, seat):
    """R10: the shells a seat has got."""
    points = 0
    for box in range(BOXES):
        if record.takers[box] >> seat & 1:
            points += int(record.shells[box])
    return points


@rule
def box_points(record, seat, first, last):
    """What stands in a seat's boxes, of a part of them."""
    points = 0
    for box in range(first, last):
        points += max(0, int(record.boxes[seat, box]))
    return points


@rule
def river_numbers(record, seat):
    """R13: how many numbers stand in the river; D6: crosses do not count."""
    count = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if record.area[row, column] >> 1 == RIVER and EMPTY < record.cells[seat, row, column] < CROSS:
                count += 1
    return count
