"""What a seat cannot see, chosen anew: what the others have entered in the running throw."""

from __future__ import annotations

import numpy as np

from spieltisch.rule import below, rule

from .chart import ENTER, NOTHING, take_back
from .rules import MOVES, legal, lose_what_cannot_be_entered, play


@rule
def deal_anew(state, seat, words):
    """Every other seat takes back what it has entered and enters anew by lot: all if it had finished, else perhaps one pair."""
    if state.phase != ENTER or state.left[seat] == 0:
        return
    moves = np.empty(MOVES, np.int16)
    for other in range(state.seats):
        if other != seat and (other == state.thrower or state.left[other] == 0):
            enter_anew(state, other, moves, words)


@rule
def enter_anew(state, seat, moves, words):
    """A seat's entries of this throw, by lot."""
    has_finished = state.left[seat] == 0
    while state.entered[seat, 0] != NOTHING:
        take_back(state, seat)
    state.left[seat] = 2 if seat == state.thrower else 1
    if seat == state.thrower:
        state.rest = NOTHING
    lose_what_cannot_be_entered(state, seat)
    while has_finished and state.left[seat] > 0:
        play(state, seat, moves[below(words, legal(state, seat, moves))])
    if not has_finished and below(words, 2):
        enter_one_of_two(state, seat, moves, words)


@rule
def enter_one_of_two(state, seat, moves, words):
    """One pair by lot, if the other can still be entered after it."""
    play(state, seat, moves[below(words, legal(state, seat, moves))])
    if state.left[seat] == 0:
        while state.entered[seat, 0] != NOTHING:
            take_back(state, seat)
        state.left[seat] = 2
        state.rest = NOTHING
