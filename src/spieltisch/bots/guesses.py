"""Many guesses from one, compiled. `hidden` and `table` are filled in by `rule.for_room`: one copy per room."""

from __future__ import annotations

from typing import Any

from spieltisch.rule import rule

hidden: Any
table: Any


@rule
def fill(records, count, first, seat, luck):
    """The first guess, and others in which what the seat cannot see is dealt anew."""
    for index in range(count):
        records[index] = first[0]
        if index > 0:
            table.veil(records[index], seat)
            hidden.deal_anew(records[index], seat, luck)
