"""What a seat cannot see, chosen anew: what the others have entered in the running throw."""

from __future__ import annotations

import numpy as np

from spieltisch.rule import below, rule, scratch

from .chart import ENTER, NOTHING, hide_entries, take_back
from .rules import MOVES, legal, lose_what_cannot_be_entered, play


@rule
def hide(record, watcher):
    """What the others have entered in the running throw is not on their charts yet; of who has entries open, only that."""
    if record.phase != ENTER:
        return
    hide_entries(record, watcher)
    for seat in range(record.seats):
        if seat != watcher:
            record.left[seat] = record.left[seat] > 0


@rule
def completes_throw(record, after):
    """D10: with the last entry of a throw everybody's entries come to light."""
    return after.phase != ENTER


@rule
def deal_anew(record, seat, luck):
    """Every other seat enters by lot: all it can if it has finished, else perhaps the first of two."""
    if record.phase != ENTER:
        return
    moves = scratch(MOVES, np.int16)
    for other in range(record.seats):
        if other != seat and (other == record.thrower or record.left[other] == 0):
            enter_anew(record, other, moves, luck)


@rule
def enter_anew(record, seat, moves, luck):
    """A seat's entries of this throw, by lot."""
    has_finished = record.left[seat] == 0
    record.left[seat] = 2 if seat == record.thrower else 1
    lose_what_cannot_be_entered(record, seat)
    while has_finished and record.left[seat] > 0:
        play(record, seat, moves[below(luck, legal(record, seat, moves))])
    if not has_finished and below(luck, 2):
        enter_one_of_two(record, seat, moves, luck)


@rule
def enter_one_of_two(record, seat, moves, luck):
    """One pair by lot, if the other can still be entered after it."""
    other = (seat + 1) % record.seats
    left = record.left[other]
    record.left[other] = 1  # somebody is still thinking: the throw must not end over a trial
    play(record, seat, moves[below(luck, legal(record, seat, moves))])
    record.left[other] = left
    if record.left[seat] == 0:
        while record.entered[seat, 0] != NOTHING:
            take_back(record, seat)
        record.left[seat] = 2
        record.rest = NOTHING
