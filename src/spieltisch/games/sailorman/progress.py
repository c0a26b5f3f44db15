"""How far a game of Sailorman Dice is."""

from __future__ import annotations

from spieltisch.rule import rule

from .chart import CELLS, COLUMNS, EMPTY, ENOUGH_BOXES, filled_boxes

MANY = 36  # cells a seat: about as many are filled in the end


@rule
def progress(record):
    """0 at the start, towards 1 at the end: by the boxes of whoever has most, and by the cells of all."""
    most = filled = 0
    for seat in range(record.seats):
        most = max(most, filled_boxes(record, seat))
        for cell in range(CELLS):
            filled += record.cells[seat, cell // COLUMNS, cell % COLUMNS] != EMPTY
    return min(1.0, (most / ENOUGH_BOXES + filled / (MANY * record.seats)) / 2.0)
