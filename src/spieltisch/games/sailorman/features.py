"""What a bot looks at in Sailorman Dice."""

from __future__ import annotations

from spieltisch.rule import rule

from .boards import (
    NUMBERS,
    ROW,
    WHOLE,
    area_planes,
    cells_with,
    chart_planes,
    likely_points,
    line_of,
    most_of,
    number_boards,
    openness,
    river_of,
    room_boards,
    two_groups,
    weighed,
)
from .chart import (
    BOXES,
    CELLS,
    EMPTY,
    ENOUGH_BOXES,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    ROW_BITS,
    ROWS,
    filled_boxes,
    group_at,
    size,
)
from .entering import PAIRS, is_open, number_of, symbol_of

POINTS = 45.0
FEW = 4  # a line that misses more cells is far from full
KINDS = 4  # of boxes: rows, columns, left, right
WAITS = 4  # throws before one's own
MOST_ENTRIES = 5  # left to a seat in the last round
AHEAD, LEVEL, BEHIND, RANKS = range(4)
HOPED_STEPS = (-8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0)  # of a lead
SURE_STEPS = (-7.0, -4.0, -2.0, -1.0, 0.0, 0.99, 1.99, 3.99, 6.99)  # what is below 1 only breaks ties
STEPS = len(HOPED_STEPS)
PER_DISTANCE = 3  # numbers told of the boxes of a kind that miss as many cells

OF_CHART = 0
OF_PROMISES = OF_CHART + 10
OF_GROUPS = OF_PROMISES + 2 * KINDS
OF_TIME = OF_GROUPS + 6
OF_ENTRY = OF_TIME + ENOUGH_BOXES + WAITS + 2 + MOST_ENTRIES + 1
OF_LEAD = OF_ENTRY + 5
OF_SHELLS = OF_LEAD + 2 + 2 * STEPS
OF_NEARLY = OF_SHELLS + RANKS * FEW
OWN = OF_NEARLY + PER_DISTANCE * KINDS * FEW
TABLE = 16


@rule
def look(record, seat, seen):
    """What there is to see of a seat: its chart, its lines, the race for shells, its entries, its lead."""
    areas = area_planes(record)
    planes = chart_planes(record, seat)
    empty = cells_with(planes, EMPTY)
    numbers = number_boards(planes)
    room = room_boards(numbers, empty)
    river = river_of(areas)
    look_at_chart(numbers, room, empty, river, seen)
    look_at_groups(numbers, room, seen)
    look_at_time(record, seat, seen)
    entry = cells_for_entry(record, seat, numbers, room, empty, river)
    look_at_boxes(record, seat, numbers, room, empty, areas, entry, seen)
    look_at_shells(record, seat, seen)
    look_at_lead(record, seat, areas, seen)


@rule
def look_at_chart(numbers, room, empty, river, seen):
    """How full a chart is, how many pairs can still be written, how many allow a cross, how many are of no use."""
    writes = crosses = useless = 0
    for row in range(ROWS):
        line = ROW << ROW_BITS * row
        for number in range(NUMBERS):
            fits = room[number] & line != 0
            allows = numbers[number] & line & river != 0
            writes += fits
            crosses += allows
            useless += not (fits or allows)
    written = 0
    for number in range(NUMBERS):
        written |= numbers[number]
    filled = CELLS - size(empty)
    seen[OF_CHART] = filled / 54.0
    seen[OF_CHART + 1] = (filled - size(written)) / 10.0
    seen[OF_CHART + 2] = size(written & river) / 14.0
    seen[OF_CHART + 3] = writes / 36.0
    seen[OF_CHART + 4] = crosses / 18.0
    seen[OF_CHART + 5] = useless / 24.0
    seen[OF_CHART + 6] = openness(WHOLE, room) / (1.0 + NUMBERS * size(empty))


@rule
def look_at_groups(numbers, room, seen):
    """The two groups that count in the end: how large, where they may grow at once, how far they may grow."""
    largest, number, second, other = two_groups(numbers)
    for place in range(2):
        group = second if place else largest
        equal = other if place else number
        around = (group << 1 | group >> 1 | group << ROW_BITS | group >> ROW_BITS) & room[equal]
        at = OF_GROUPS + 3 * place
        seen[at] = size(group) / 10.0
        seen[at + 1] = size(around) / 6.0
        seen[at + 2] = size(group_at(numbers[equal] | room[equal], group)) / 24.0


@rule
def rest_of_round(record):
    """How many throws the round still brings after the running one, none before a new round; and who throws next."""
    thrower = (record.thrower + (record.phase == ENTER)) % record.seats
    return (record.captain - thrower) % record.seats, thrower


@rule
def most_boxes(record):
    """How many boxes the fullest chart has filled."""
    most = 0
    for seat in range(record.seats):
        most = max(most, filled_boxes(record, seat))
    return most


@rule
def look_at_time(record, seat, seen):
    """R11: boxes filled, when this seat throws, and how many entries it still has once the last round has begun."""
    filled = filled_boxes(record, seat)
    most = most_boxes(record)
    throws, thrower = rest_of_round(record)
    wait = (seat - thrower) % record.seats
    for boxes in range(min(filled, ENOUGH_BOXES)):
        seen[OF_TIME + boxes] = 1.0
    at = OF_TIME + ENOUGH_BOXES
    seen[at + wait] = 1.0
    at += WAITS
    seen[at] = wait < throws
    seen[at + 1] = filled == most
    if most >= ENOUGH_BOXES:
        entries = int(record.left[seat]) + throws + (wait < throws)
        seen[at + 2 + min(MOST_ENTRIES, entries)] = 1.0


@rule
def cells_for_entry(record, seat, numbers, room, empty, river):
    """The cells that a seat may fill with its next entry of the running throw."""
    cells = 0
    if record.phase == ENTER and record.left[seat] > 0:
        for pair in range(PAIRS):
            if is_open(record, seat, pair):
                line = ROW << ROW_BITS * symbol_of(record, pair)
                number = number_of(record, pair) - 1
                cells |= empty if numbers[number] & line & river else room[number] & line
    return cells


@rule
def kind_of(box):
    """Row, column, left box or right box."""
    if box < FIRST_AREA:
        return int(box >= FIRST_COLUMN)
    return 2 + (box - FIRST_AREA & 1)


@rule
def look_at_boxes(record, seat, numbers, room, empty, areas, entry, seen):
    """What the boxes of each kind promise that are not filled, how far they are, and what the next entry may fill."""
    gain = last_cells = in_reach = 0
    for box in range(BOXES):
        if record.boxes[seat, box] >= 0:
            continue
        line = line_of(box, empty, areas)
        missing = size(line & empty)
        most = most_of(line, numbers)
        likely = likely_points(line, numbers, room)
        done = 1.0 - missing / size(line)
        kind = kind_of(box)
        seen[OF_PROMISES + kind] += likely * done * done / 12.0
        seen[OF_PROMISES + KINDS + kind] += likely * done * done * done * done / 8.0
        if missing <= FEW:
            near = OF_NEARLY + PER_DISTANCE * (FEW * kind + missing - 1)
            seen[near] += 0.5
            seen[near + 1] += most / 10.0
            seen[near + 2] += openness(line, room) / (12.0 * missing)
        if missing == 1:
            last_cells += 1
            if line & empty & entry:
                in_reach += 1
                gain = max(gain, most + (int(record.shells[box]) if record.takers[box] == 0 else 0))
    seen[OF_CHART + 7] = last_cells * seen[OF_CHART + 4] / 4.0
    if entry:
        seen[OF_ENTRY] = 1.0
        seen[OF_ENTRY + 1] = record.left[seat] > 1
        seen[OF_ENTRY + 2] = size(entry) / 24.0
        seen[OF_ENTRY + 3] = min(gain, 12) / 8.0
        seen[OF_ENTRY + 4] = min(in_reach, 4) / 3.0


@rule
def region_missing(record, seat, box):
    """Empty cells before a region's box is filled: the fuller sub-area for the left one, both for the right one."""
    area = (box - FIRST_AREA) & ~1
    first = int(record.missing[seat, FIRST_AREA + area])
    second = int(record.missing[seat, FIRST_AREA + area + 1])
    return min(first, second) if box == FIRST_AREA + area else first + second


@rule
def distance(record, seat, box):
    """Empty cells before a box is filled."""
    if record.boxes[seat, box] >= 0:
        return 0
    return region_missing(record, seat, box) if box >= FIRST_AREA else int(record.missing[seat, box])


@rule
def look_at_shells(record, seat, seen):
    """R10: shells that nobody has got yet, by how far this seat is from them and whether another is nearer."""
    for box in range(BOXES):
        if record.shells[box] > 0 and record.takers[box] == 0:
            mine = distance(record, seat, box)
            nearest = CELLS
            for other in range(record.seats):
                if other != seat:
                    nearest = min(nearest, distance(record, other, box))
            if mine > 0:
                rank = AHEAD if mine < nearest else LEVEL if mine == nearest else BEHIND
                seen[OF_SHELLS + FEW * rank + min(mine, FEW) - 1] += int(record.shells[box]) / 8.0


@rule
def look_at_lead(record, seat, areas, seen):
    """How far a seat is ahead of the best other in what it may hope for, and, in the last round, in sure points."""
    sure, hoped = weighed(record, seat, areas)
    best_sure = best_hoped = 0.0
    for other in range(record.seats):
        if other != seat:
            others_sure, others_hoped = weighed(record, other, areas)
            best_sure = max(best_sure, others_sure)
            best_hoped = max(best_hoped, others_hoped)
    seen[OF_CHART + 8] = sure / POINTS
    seen[OF_CHART + 9] = hoped / (1.5 * POINTS)
    seen[OF_LEAD] = max(-1.5, min(1.5, (sure - best_sure) / 12.0))
    seen[OF_LEAD + 1] = max(-1.5, min(1.5, (hoped - best_hoped) / 12.0))
    last_round = most_boxes(record) >= ENOUGH_BOXES
    for step in range(STEPS):
        seen[OF_LEAD + 2 + step] = hoped - best_hoped > HOPED_STEPS[step]
        seen[OF_LEAD + 2 + STEPS + step] = last_round and sure - best_sure > SURE_STEPS[step]


@rule
def look_around(record, seen):
    """What there is to see of the table: how near the end is, how much of the round is left, which shells are free."""
    most = most_boxes(record)
    for boxes in range(3, ENOUGH_BOXES + 1):
        seen[boxes - 3] = most >= boxes
    throws, _ = rest_of_round(record)
    seen[6 + throws] = 1.0
    if most >= ENOUGH_BOXES:
        seen[10 + throws] = 1.0
    for box in range(BOXES):
        if record.takers[box] == 0:
            seen[14] += int(record.shells[box]) / 20.0
    seen[15] = record.phase == ENTER
