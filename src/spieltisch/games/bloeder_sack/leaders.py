"""Who leads which card, and why: what players lose track of first."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.door import State
from spieltisch.rule import brief, rule

from .trays import (
    FACES,
    KINDS,
    LAST,
    MOST,
    NO_CARD,
    NOBODY,
    SAME,
    TRAYS,
    fitting,
    strength,
    winner,
)

LEADER, AMOUNT, LEVEL, VALUE, SPACE = range(5)  # what is found out about a tray


@rule
def weigh_trays(state, found):
    """Who would win each tray now, by how much, whether level with another (R11), and the value and space that count."""
    for tray in range(TRAYS):
        found[tray, LEADER] = NOBODY
        if state.card[tray] == NO_CARD or state.count[tray] == 0:
            continue
        leader = winner(state, tray)
        found[tray, LEADER] = leader
        if leader == NOBODY:
            continue
        amount = strength(state, tray, leader)
        found[tray, AMOUNT] = amount
        found[tray, LEVEL] = 0
        for other in range(state.seats):
            found[tray, LEVEL] += other != leader and strength(state, tray, other) == amount
        for value in range(1, FACES + 1):
            if fitting(state, tray, leader, 1 << value) == amount:
                found[tray, VALUE] = value
        if state.kind[state.card[tray]] == LAST:
            for space in range(state.count[tray]):
                if state.owner[tray, space] == leader and lies_last(state, tray, space, amount):
                    found[tray, VALUE] = state.value[tray, space]
                    found[tray, SPACE] = space + 1


@brief
def weigh(cell, found):
    """The same, as Python calls it."""
    weigh_trays(cell[0], found)


@rule
def lies_last(state, tray, space, latest):
    """Is the die on this space the one that lies so late?"""
    return latest == (state.order[tray, space] if state.newest else space + 1)


def leaders(state: State) -> list[dict[str, Any]]:
    """For each tray: the sacks above it, who would win them now, and why."""
    found = np.zeros((TRAYS, 5), np.int16)
    weigh(state.cell, found)
    return [leading(state, card, told) for card, told in zip(state.plain.card, found.tolist(), strict=True)]


def leading(state: State, card: int, told: list[int]) -> dict[str, Any]:
    """The sacks above a tray, and who leads there by which measure and how much of it."""
    plain = state.plain
    if card == NO_CARD or told[LEADER] == NOBODY:
        return {"sacks": 0 if card == NO_CARD else plain.sacks[card], "leader": None, "reason": None}
    kind = plain.kind[card]
    reason: dict[str, Any] = {
        "measure": "count" if kind == MOST else KINDS[kind],
        "amount": 1 if kind == LAST else told[AMOUNT],
        "tie": told[LEVEL] > 0,
    }
    if kind == MOST and plain.values[card].bit_count() == 1:
        reason["value"] = plain.values[card].bit_length() - 1
    if kind in (SAME, LAST):
        reason["value"] = told[VALUE]
    if kind == LAST:
        reason["space"] = told[SPACE]
    return {"sacks": plain.sacks[card], "leader": told[LEADER], "reason": reason}
