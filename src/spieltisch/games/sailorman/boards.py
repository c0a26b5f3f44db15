"""A chart of Sailorman Dice as boards of bits, a cell each: lines, groups and the room for a number in a few steps."""

from __future__ import annotations

from spieltisch.rule import rule

from .chart import BOXES, COLUMNS, CROSS, EMPTY, FIRST_AREA, FIRST_COLUMN, RIVER, ROW_BITS, ROWS, group_at, size

NUMBERS = CROSS - 1
ROW = (1 << COLUMNS) - 1
COLUMN = sum(1 << ROW_BITS * row for row in range(ROWS))
WHOLE = ROW * COLUMN
LIKELY = 0.35  # how much of a cell where a number fits counts towards its line
BELIEVED = 0.85  # how much of what a nearly full line promises is believed
LEFT_BY_2, LEFT_BY_4, LEFT_BY_8 = (COLUMN * (ROW >> steps) for steps in (2, 4, 8))
RIGHT_BY_2, RIGHT_BY_4, RIGHT_BY_8 = (COLUMN * (ROW >> steps << steps) for steps in (2, 4, 8))


@rule
def chart_planes(record, seat):
    """The values of a chart, bit by bit: three boards."""
    low = middle = high = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            value = int(record.cells[seat, row, column])
            place = row * ROW_BITS + column
            low |= (value & 1) << place
            middle |= (value >> 1 & 1) << place
            high |= (value >> 2) << place
    return low, middle, high


@rule
def area_planes(record):
    """The sub-areas of the chart, bit by bit: three boards."""
    low = middle = high = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            area = int(record.area[row, column])
            place = row * ROW_BITS + column
            low |= (area & 1) << place
            middle |= (area >> 1 & 1) << place
            high |= (area >> 2) << place
    return low, middle, high


@rule
def cells_with(planes, value):
    """The cells of one value."""
    low, middle, high = planes
    low ^= (value & 1) - 1
    middle ^= (value >> 1 & 1) - 1
    high ^= (value >> 2) - 1
    return low & middle & high & WHOLE


@rule
def river_of(areas):
    """The cells of the river, both sub-areas."""
    return cells_with(areas, 2 * RIVER) | cells_with(areas, 2 * RIVER + 1)


@rule
def number_boards(planes):
    """The cells of each number."""
    return (
        cells_with(planes, 1),
        cells_with(planes, 2),
        cells_with(planes, 3),
        cells_with(planes, 4),
        cells_with(planes, 5),
        cells_with(planes, 6),
    )


@rule
def and_left(cells):
    """These cells and all that lie left of them in their rows."""
    cells |= cells >> 1 & WHOLE
    cells |= cells >> 2 & LEFT_BY_2
    cells |= cells >> 4 & LEFT_BY_4
    return cells | cells >> 8 & LEFT_BY_8


@rule
def and_right(cells):
    """These cells and all that lie right of them in their rows."""
    cells |= cells << 1 & WHOLE
    cells |= cells << 2 & RIGHT_BY_2
    cells |= cells << 4 & RIGHT_BY_4
    return cells | cells << 8 & RIGHT_BY_8


@rule
def room_for(numbers, empty, number):
    """R4: the empty cells that a number may be written into."""
    lower = higher = 0
    for other in range(1, CROSS):
        if other < number:
            lower |= numbers[other - 1]
        elif other > number:
            higher |= numbers[other - 1]
    return empty & ~and_left(lower) & ~and_right(higher)


@rule
def room_boards(numbers, empty):
    """R4: the empty cells for each number."""
    return (
        room_for(numbers, empty, 1),
        room_for(numbers, empty, 2),
        room_for(numbers, empty, 3),
        room_for(numbers, empty, 4),
        room_for(numbers, empty, 5),
        room_for(numbers, empty, 6),
    )


@rule
def line_of(box, empty, areas):
    """The cells that a box needs: of two sub-areas the fuller one for the left box, both for the right one."""
    if box < FIRST_COLUMN:
        return ROW << ROW_BITS * box
    if box < FIRST_AREA:
        return COLUMN << box - FIRST_COLUMN
    area = (box - FIRST_AREA) & ~1
    first = cells_with(areas, area)
    second = cells_with(areas, area + 1)
    if box != FIRST_AREA + area:
        return first | second
    return first if size(first & empty) <= size(second & empty) else second


@rule
def most_of(line, numbers):
    """The count of a line's most frequent number."""
    most = 0
    for number in range(NUMBERS):
        most = max(most, size(numbers[number] & line))
    return most


@rule
def likely_points(line, numbers, room):
    """What a line may come to score: cells of a number, and some of those that it still fits into."""
    best = 0.0
    for number in range(NUMBERS):
        best = max(best, size(numbers[number] & line) + LIKELY * size(room[number] & line))
    return best


@rule
def openness(line, room):
    """How many numbers fit into the empty cells of a line, all cells together."""
    count = 0
    for number in range(NUMBERS):
        count += size(room[number] & line)
    return count


@rule
def two_groups(numbers):
    """R12: the largest and the second-largest group, each as its cells and its number's place."""
    largest = second = 0
    largest_size = second_size = 0
    largest_number = second_number = 0
    for number in range(NUMBERS):
        rest = numbers[number]
        while rest:
            group = group_at(rest, rest & -rest)
            rest &= ~group
            count = size(group)
            if count > largest_size:
                second, second_size, second_number = largest, largest_size, largest_number
                largest, largest_size, largest_number = group, count, number
            elif count > second_size:
                second, second_size, second_number = group, count, number
    return largest, largest_number, second, second_number


# ---------------------------------------------------------------- what a chart is worth


@rule
def sure_points(record, seat, numbers):
    """What a chart brings if nothing more happens: boxes, shells, also those of the running throw, and groups."""
    largest, _, second, _ = two_groups(numbers)
    points = size(largest) + size(second)
    for box in range(BOXES):
        if record.boxes[seat, box] >= 0:
            points += int(record.boxes[seat, box])
            if record.takers[box] == 0 or record.takers[box] >> seat & 1:
                points += int(record.shells[box])
    return points


@rule
def hoped_points(record, seat, numbers, room, empty, areas):
    """What unfinished lines and free shells promise: more the less is missing."""
    points = 0.0
    for box in range(BOXES):
        if record.boxes[seat, box] < 0:
            line = line_of(box, empty, areas)
            missing = size(line & empty)
            done = 1.0 - missing / size(line)
            points += BELIEVED * likely_points(line, numbers, room) * done * done
            if record.takers[box] == 0:
                points += int(record.shells[box]) / (2.0 + missing)
    return points


@rule
def weighed(record, seat, areas):
    """A seat's sure points, with its numbers in the river behind the dot to break ties; and with all it may hope for."""
    planes = chart_planes(record, seat)
    empty = cells_with(planes, EMPTY)
    numbers = number_boards(planes)
    room = room_boards(numbers, empty)
    river = size(river_of(areas) & ~empty & ~cells_with(planes, CROSS))
    sure = sure_points(record, seat, numbers) + river / 64.0
    return sure, sure + hoped_points(record, seat, numbers, room, empty, areas)
