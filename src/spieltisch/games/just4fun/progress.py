"""How far a game of Just 4 Fun is."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import STONES

MANY = 12  # stones a seat: most games have ended by then


@rule
def progress(record):
    """0 at the start, towards 1 at the end: by the stones that lie."""
    placed = 0
    for seat in range(record.seats):
        placed += STONES - int(record.supply[seat])
    return min(1.0, placed / (MANY * record.seats))
