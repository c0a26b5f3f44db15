"""What a bot looks at in Just 4 Fun."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import FIELDS, LINE, SIDE, has_majority, may_place

LINE_WORTH = 200.0  # a whole line, in points


@rule
def outlook(state, seat):
    """How good a state looks for a seat, in points: its fields and chances of a line, less those of the strongest other seat."""
    worst = -1.0e9
    for other in range(state.seats):
        if other != seat:
            worst = max(worst, standing(state, other))
    return standing(state, seat) - worst


@rule
def standing(state, seat):
    """A seat's own points, and what its lines promise."""
    if state.winner == seat:
        return 10 * LINE_WORTH
    worth = 0.0
    for field in range(1, FIELDS + 1):
        if has_majority(state, seat, field):
            worth += field * (1.0 if state.locked[field] else 0.7)
    best = 0.0
    for row in range(SIDE):
        for column in range(SIDE):
            best += line_promise(state, seat, row, column, 0, 1)
            best += line_promise(state, seat, row, column, 1, 0)
            best += line_promise(state, seat, row, column, 1, 1)
            best += line_promise(state, seat, row, column, 1, -1)
    return worth + best


@rule
def line_promise(state, seat, row, column, down, right):
    """The worth of the line of four that starts here: nothing if it leaves the board or is spoilt, much if little is missing."""
    end_row = row + (LINE - 1) * down
    end_column = column + (LINE - 1) * right
    if end_row >= SIDE or end_column >= SIDE or end_column < 0:
        return 0.0
    held = 0
    for step in range(LINE):
        field = state.board[row + step * down, column + step * right]
        if has_majority(state, seat, field):
            held += 1
        elif not may_place(state, seat, field):
            return 0.0
    return (0.0, 0.5, 4.0, 30.0, 200.0)[held]
