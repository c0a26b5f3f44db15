"""What a bot looks at in Sailorman Dice."""

from __future__ import annotations

from spieltisch.rule import rule

from .chart import (
    BOXES,
    COLUMNS,
    CROSS,
    EMPTY,
    FIRST_AREA,
    FIRST_COLUMN,
    ROWS,
    area_points,
    box_points,
    column_points,
    groups,
    row_points,
    shell_points,
)  # fmt: skip

HOPE = 0.25  # how much of an empty cell will match the most frequent number
SURE = 0.85  # how much of an unfinished line is believed
ROOM = 0.2  # worth of a number that still fits somewhere in a row
GROUP = 0.7  # worth of a cell in the two largest groups before the end


@rule
def outlook(state, seat):
    """How good a state looks for a seat, in points, against the best of the others."""
    best = -1.0e9
    for other in range(state.seats):
        if other != seat:
            best = max(best, standing(state, other))
    return standing(state, seat) - best


@rule
def standing(state, seat):
    """A seat's points so far, what its unfinished lines and sub-areas promise, and the room left in its rows."""
    largest, second = groups(state, seat)
    worth = box_points(state, seat, 0, BOXES) + shell_points(state, seat) + GROUP * (largest + second)
    for row in range(ROWS):
        worth += promise(row_points(state, seat, row), state.missing[seat, row], COLUMNS)
        worth += ROOM * room(state, seat, row)
    for column in range(COLUMNS):
        worth += promise(column_points(state, seat, column), state.missing[seat, FIRST_COLUMN + column], ROWS)
    for area in range(BOXES - FIRST_AREA):
        worth += promise(area_points(state, seat, area, area), state.missing[seat, FIRST_AREA + area], 7)
    for box in range(BOXES):
        worth += shell_hope(state, seat, box)
    return worth


@rule
def promise(points, missing, size):
    """What an unfinished line may bring: more the less is missing."""
    if missing == 0:
        return 0.0
    done = max(0.0, 1.0 - missing / size)
    return SURE * (points + HOPE * missing) * done * done


@rule
def room(state, seat, row):
    """How many different numbers still fit somewhere into a row."""
    count = 0
    lowest = 1  # the highest number so far: nothing smaller fits further right
    gap = False
    for column in range(COLUMNS):
        value = int(state.cells[seat, row, column])
        if value == EMPTY:
            gap = True
        elif value < CROSS:
            if gap:
                count += value - lowest + 1
            lowest = value
            gap = False
    return count + CROSS - lowest if gap else count


@rule
def shell_hope(state, seat, box):
    """Shells that nobody has got yet: certain for a filled box, a hope for one that is nearly full."""
    if state.shells[box] == 0 or state.takers[box] != 0:
        return 0.0
    if state.boxes[seat, box] >= 0:
        return float(state.shells[box])
    missing = int(state.missing[seat, box])
    if box >= FIRST_AREA:
        missing = region_missing(state, seat, box)
    return state.shells[box] / (2.0 + missing)


@rule
def region_missing(state, seat, box):
    """Empty cells before a region's box is filled: the fuller sub-area for the left one, both for the right one."""
    area = (box - FIRST_AREA) & ~1
    first = int(state.missing[seat, FIRST_AREA + area])
    second = int(state.missing[seat, FIRST_AREA + area + 1])
    return min(first, second) if box == FIRST_AREA + area else first + second
