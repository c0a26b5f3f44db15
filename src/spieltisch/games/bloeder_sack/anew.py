"""What a seat cannot see, dealt anew: in Blöder Sack everything lies open, and the pile has no order."""

from __future__ import annotations

from spieltisch.rule import rule


@rule
def deal_anew(state, seat, words):
    """Nothing is hidden from anybody."""
