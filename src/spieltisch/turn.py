"""The door's way into compiled rules, one copy per room: `room` is filled in by `rule.for_room`.

A state comes as an array of one record: Numba takes that seven times as fast as a record alone."""

from __future__ import annotations

from typing import Any

from spieltisch.rule import CHANCE_ACTS, rule

room: Any


@rule(quick=True)
def acting(cell):
    """Who is to act."""
    return room.to_act(cell[0])


@rule(quick=True)
def legal(cell, seat, moves):
    """The moves of a seat; how many."""
    return room.legal(cell[0], seat, moves)


@rule(quick=True)
def play(cell, after, seat, move):
    """What comes after a move; who acts then, and the lottery if it is chance."""
    after[0] = cell[0]
    room.play(after[0], seat, move)
    return what_follows(after)


@rule(quick=True)
def happen(cell, after, outcome):
    """What comes after an outcome; who acts then, and the lottery if it is chance."""
    after[0] = cell[0]
    room.happen(after[0], outcome)
    return what_follows(after)


@rule(quick=True)
def drawn(cell, after, ticket):
    """What is on a ticket, and what comes after that."""
    outcome = int(room.outcome(cell[0], ticket))
    return outcome, happen(cell, after, outcome)


@rule(quick=True)
def what_follows(cell):
    """Who is to act, and the lottery if it is chance."""
    acting = int(room.to_act(cell[0]))
    return acting, lottery(cell) if acting == CHANCE_ACTS else (-1, 0, 0)


@rule(quick=True)
def lottery(cell):
    """For whom chance acts, among how many tickets, and what is on the first."""
    return int(room.chance_for(cell[0])), int(room.tickets(cell[0])), int(room.outcome(cell[0], 0))


@rule
def first_ticket(record, outcome):
    """The first ticket of this outcome or a later one: they lie in order."""
    low = 0
    high = int(room.tickets(record))
    while low < high:
        middle = (low + high) // 2
        if room.outcome(record, middle) < outcome:
            low = middle + 1
        else:
            high = middle
    return low


@rule(quick=True)
def may_happen(cell, outcome):
    """Is there a ticket for this outcome?"""
    ticket = first_ticket(cell[0], outcome)
    return ticket < room.tickets(cell[0]) and room.outcome(cell[0], ticket) == outcome


@rule
def weigh(cell, weights):
    """How many tickets each outcome has."""
    ticket = 0
    while ticket < room.tickets(cell[0]):
        outcome = int(room.outcome(cell[0], ticket))
        behind = first_ticket(cell[0], outcome + 1)
        weights[outcome] = behind - ticket
        ticket = behind


@rule(quick=True)
def score(cell, places, points):
    """Places and points at the end."""
    room.score(cell[0], places, points)
