"""Who leads which card, and why: what players lose track of first. Views and the spans of a play tell it alike."""

from __future__ import annotations

from spieltisch.rule import rule
from spieltisch.write import write_field, write_text

from .trays import FACES, KINDS, LAST, MOST, NO_CARD, NOBODY, SAME, fitting, strength

MEASURES = tuple(b"count" if kind == "most" else kind.encode() for kind in KINDS)


@rule
def write_lead(record, tray, leader, key, out, at):
    """The sacks above a tray, under this key who would win them now, and why."""
    card = record.card[tray]
    at = write_field(out, at, b',"sacks":', 0 if card == NO_CARD else record.sacks[card])
    at = write_text(out, at, key)
    if leader == NOBODY:
        return write_text(out, at, b'null,"reason":null')
    return write_reason(record, tray, leader, out, write_field(out, at, b"", leader))


@rule
def write_reason(record, tray, leader, out, at):
    """By which measure somebody leads, how much of it there is, and the value and the space that count."""
    kind = record.kind[record.card[tray]]
    amount = strength(record, tray, leader)
    at = write_text(out, write_text(out, at, b',"reason":{"measure":"'), MEASURES[kind])
    at = write_field(out, at, b'","amount":', 1 if kind == LAST else amount)
    at = write_text(out, at, b',"tie":true' if is_tied(record, tray, leader) else b',"tie":false')
    value = telling_value(record, tray, leader, amount)
    if kind == LAST:
        space = space_of(record, tray, amount)
        value = record.value[tray, space]
        at = write_field(out, at, b',"space":', space + 1)
    if value:
        at = write_field(out, at, b',"value":', value)
    return write_text(out, at, b"}")


@rule
def is_tied(record, tray, leader):
    """R11: does somebody else meet the condition just as well?"""
    for other in range(record.seats):
        if other != leader and strength(record, tray, other) == strength(record, tray, leader):
            return True
    return False


@rule
def telling_value(record, tray, leader, amount):
    """The only value that a card counts, or the one of which the leader has most; 0 where there is no such value."""
    card = record.card[tray]
    for value in range(FACES, 0, -1):
        if record.kind[card] == MOST and record.values[card] == 1 << value:
            return value
        if record.kind[card] == SAME and fitting(record, tray, leader, 1 << value) == amount:
            return value
    return 0


@rule
def space_of(record, tray, latest):
    """The space of the die that lies so late; D1: by space, or by order of placing."""
    space = 0
    while latest != (record.order[tray, space] if record.newest else space + 1):
        space += 1
    return space
