"""Many guesses from one, compiled. `anew` is filled in by `rule.furnished`: one copy per room."""

from __future__ import annotations

from typing import Any

from spieltisch.rule import rule

anew: Any


@rule
def fill(states, count, first, seat, words):
    """The first guess, and others in which what the seat cannot see is dealt anew."""
    for index in range(count):
        states[index] = first[0]
        if index > 0:
            anew.deal_anew(states[index], seat, words)
