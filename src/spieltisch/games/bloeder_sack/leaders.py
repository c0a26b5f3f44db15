"""Who leads which card, and why: what players lose track of first. Views and the story of a play tell it alike."""

from __future__ import annotations

from spieltisch.rule import rule
from spieltisch.write import write_field, write_text

from .trays import FACES, KINDS, LAST, MOST, NO_CARD, NOBODY, SAME, fitting, strength

MEASURES = tuple(b"count" if kind == "most" else kind.encode() for kind in KINDS)


@rule
def write_lead(state, tray, leader, key, out, at):
    """The sacks above a tray, under this key who would win them now, and why."""
    card = state.card[tray]
    at = write_field(out, at, b',"sacks":', 0 if card == NO_CARD else state.sacks[card])
    at = write_text(out, at, key)
    if leader == NOBODY:
        return write_text(out, at, b'null,"reason":null')
    return write_reason(state, tray, leader, out, write_field(out, at, b"", leader))


@rule
def write_reason(state, tray, leader, out, at):
    """By which measure somebody leads, how much of it there is, and the value and the space that count."""
    kind = state.kind[state.card[tray]]
    amount = strength(state, tray, leader)
    at = write_text(out, write_text(out, at, b',"reason":{"measure":"'), MEASURES[kind])
    at = write_field(out, at, b'","amount":', 1 if kind == LAST else amount)
    at = write_text(out, at, b',"tie":true' if is_tied(state, tray, leader) else b',"tie":false')
    value = telling_value(state, tray, leader, amount)
    if kind == LAST:
        space = space_of(state, tray, amount)
        value = state.value[tray, space]
        at = write_field(out, at, b',"space":', space + 1)
    if value:
        at = write_field(out, at, b',"value":', value)
    return write_text(out, at, b"}")


@rule
def is_tied(state, tray, leader):
    """R11: does somebody else meet the condition just as well?"""
    for other in range(state.seats):
        if other != leader and strength(state, tray, other) == strength(state, tray, leader):
            return True
    return False


@rule
def telling_value(state, tray, leader, amount):
    """The only value that a card counts, or the one of which the leader has most; 0 where there is no such value."""
    card = state.card[tray]
    for value in range(FACES, 0, -1):
        if state.kind[card] == MOST and state.values[card] == 1 << value:
            return value
        if state.kind[card] == SAME and fitting(state, tray, leader, 1 << value) == amount:
            return value
    return 0


@rule
def space_of(state, tray, latest):
    """The space of the die that lies so late; D1: by space, or by order of placing."""
    space = 0
    while latest != (state.order[tray, space] if state.newest else space + 1):
        space += 1
    return space
