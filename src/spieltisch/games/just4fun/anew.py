"""What a seat cannot see, dealt anew: the others' hands and what they laid down covered, from the cards of the pile."""

from __future__ import annotations

from spieltisch.rule import below, rule

from .rules import HIGHEST_CARD


@rule
def deal_anew(state, seat, words):
    """Every seat but this one gives its hand and its covered discards back to the pile, and gets as many again by lot."""
    for other in range(state.seats):
        if other != seat:
            for slot in range(state.cards[other]):
                into_pile(state, int(state.hands[other, slot]), 1)
            for value in range(1, HIGHEST_CARD + 1):
                into_pile(state, value, int(state.covered[other, value]))
    for other in range(state.seats):
        if other != seat:
            deal_hand(state, other, words)
            deal_covered(state, other, words)


@rule
def into_pile(state, value, count):
    """Cards go back to the pile."""
    state.pile[value] += count
    state.pile_size += count


@rule
def from_pile(state, words):
    """Any card of the pile."""
    ticket = below(words, int(state.pile_size))
    value = 0
    while ticket >= 0:
        value += 1
        ticket -= state.pile[value]
    into_pile(state, value, -1)
    return value


@rule
def deal_hand(state, seat, words):
    """A new hand of the same size, ascending."""
    for count in range(state.cards[seat]):
        value = from_pile(state, words)
        slot = count
        while slot > 0 and state.hands[seat, slot - 1] > value:
            state.hands[seat, slot] = state.hands[seat, slot - 1]
            slot -= 1
        state.hands[seat, slot] = value


@rule
def deal_covered(state, seat, words):
    """As many covered discards as before."""
    count = 0
    for value in range(1, HIGHEST_CARD + 1):
        count += state.covered[seat, value]
        state.discard[value] -= state.covered[seat, value]
        state.covered[seat, value] = 0
    for _ in range(count):
        value = from_pile(state, words)
        state.covered[seat, value] += 1
        state.discard[value] += 1
