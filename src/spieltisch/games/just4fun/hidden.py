"""What a seat cannot see, dealt anew: the others' hands and what they laid down covered, from the unseen cards of the pile."""

from __future__ import annotations

from spieltisch.rule import below, rule

from .rules import HIGHEST_CARD


@rule
def deal_anew(record, seat, luck):
    """Every other seat gets as many cards as it holds, and as many covered discards, by lot."""
    for other in range(record.seats):
        if other != seat:
            if record.cards[other] and record.hands[other, 0] == 0:
                deal_hand(record, other, luck)
            deal_covered(record, other, luck)


@rule
def from_pile(record, luck):
    """Any card that nobody sees."""
    unseen = 0
    for value in range(1, HIGHEST_CARD + 1):
        unseen += record.pile[value]
    ticket = below(luck, unseen)
    value = 0
    while ticket >= 0:
        value += 1
        ticket -= record.pile[value]
    record.pile[value] -= 1
    return value


@rule
def deal_hand(record, seat, luck):
    """A hand of the same size, ascending."""
    for count in range(record.cards[seat]):
        value = from_pile(record, luck)
        slot = count
        while slot > 0 and record.hands[seat, slot - 1] > value:
            record.hands[seat, slot] = record.hands[seat, slot - 1]
            slot -= 1
        record.hands[seat, slot] = value


@rule
def deal_covered(record, seat, luck):
    """As many covered discards as lie there."""
    while record.covered[seat, 0] > 0:
        value = from_pile(record, luck)
        record.covered[seat, 0] -= 1
        record.covered[seat, value] += 1
        record.discard[0] -= 1
        record.discard[value] += 1
