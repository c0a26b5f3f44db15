"""What a room without secrets has instead of its own `hidden.py`."""

from __future__ import annotations

from .rule import rule


@rule
def deal_anew(record, seat, luck):
    """Nothing is hidden from anybody."""
