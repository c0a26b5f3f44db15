"""What a seat cannot see, dealt anew: the others' cards, from all that may still be in the pile."""

from spieltisch.rule import below, rule

from .rules import HIGHEST


@rule
def deal_anew(record, seat, luck):
    """Every other seat that has a card gets one by lot; a card that can be seen stays."""
    for other in range(record.seats):
        if other != seat and record.cards[other] and record.hands[other, 0] == 0:
            record.hands[other, 0] = from_pile(record, luck)


@rule
def from_pile(record, luck):
    """Any card that nobody sees."""
    unseen = 0
    for value in range(1, HIGHEST + 1):
        unseen += record.pile[value]
    ticket = below(luck, unseen)
    value = 0
    while ticket >= 0:
        value += 1
        ticket -= record.pile[value]
    record.pile[value] -= 1
    return value
