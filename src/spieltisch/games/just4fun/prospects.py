"""What may happen in Just 4 Fun before a seat acts again: who comes first, who could stop it, what it may draw."""

from __future__ import annotations

import math

from spieltisch.rule import rule

from .lines import WIDE, count, sums_of
from .rules import DRAW, HAND, HIGHEST_CARD, may_place


@rule
def first_to_act(record):
    """The seat that decides next: after a draw the one behind the drawer."""
    return record.turn + 1 if record.phase == DRAW else int(record.turn)


@rule
def waits(record, seat):
    """How many others act before a seat does."""
    others = 0
    for step in range(record.seats):
        other = (first_to_act(record) + step) % record.seats
        if other == seat:
            break
        others += record.supply[other] > 0
    return others


@rule
def is_stopped(record, seat, stopping):
    """Does somebody who acts before the seat hold cards for one of these places, and may place there?"""
    for step in range(record.seats):
        other = (first_to_act(record) + step) % record.seats
        if other == seat:
            return False
        if record.supply[other] == 0:
            continue
        sums = sums_of(record, other)
        places = stopping
        while places:
            place = count((places & -places) - 1)
            field = int(record.board[place // WIDE, place % WIDE])
            if sums >> field & 1 and may_place(record, other, field):
                return True
            places &= places - 1
    return False


@rule
def hope(record, seat, sums, fields):
    """About the chance that a hand makes one of these fields once it is filled up; more than two cards count as pairs."""
    size = max(int(record.pile_size), 1)
    missing = HAND - int(record.cards[seat])
    sums |= 1
    if missing == 1:
        return hits(record, sums, fields) / size
    missed = 0
    for value in range(1, HIGHEST_CARD + 1):
        if record.pile[value] and not sums << value & fields:
            missed += int(record.pile[value]) * (size - hits(record, sums | sums << value, fields))
    none = 1.0
    for _ in range(missing):
        none *= math.sqrt(missed / (size * size))
    return 1.0 - none


@rule
def hits(record, sums, fields):
    """How many cards of the pile make one of these fields, added to one of these sums."""
    cards = 0
    for value in range(1, HIGHEST_CARD + 1):
        if sums << value & fields:
            cards += int(record.pile[value])
    return cards
