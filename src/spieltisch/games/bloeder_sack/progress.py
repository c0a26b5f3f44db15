"""How far a game of Blöder Sack is."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import CARDS_TO_END


@rule
def progress(record):
    """0 at the start, towards 1 at the end: by the cards of whoever has most, and by those of all."""
    most = together = 0
    for seat in range(record.seats):
        most = max(most, int(record.won[seat]))
        together += int(record.won[seat])
    return min(1.0, (most / CARDS_TO_END + together / (2.0 + 2.0 * record.seats)) / 2.0)
