"""What a bot looks at in Blöder Sack."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import OVER
from .trays import NO_CARD, NOBODY, TRAYS, WON, spaces, strength, winner


@rule
def outlook(state, seat):
    """How good a state looks for a seat, in sacks: its own less those of the others, the strongest above all."""
    strongest = -1.0e9
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            worth = standing(state, other)
            strongest = max(strongest, worth)
            total += worth
    lead = standing(state, seat) - 0.5 * strongest - 0.5 * total / (state.seats - 1)
    return 10.0 * lead if state.phase == OVER else lead


@rule
def standing(state, seat):
    """Sacks won, and what the trays promise; a little for each card, for level sacks count cards."""
    worth = 0.1 * state.won[seat]
    for card in range(state.deck_size):
        if state.lies[card] == WON + seat:
            worth += state.sacks[card]
    for tray in range(TRAYS):
        if state.card[tray] != NO_CARD and state.count[tray] > 0:
            worth += promise(state, tray, seat)
    return worth


@rule
def promise(state, tray, seat):
    """A share of the sacks above a tray: most for the leader, the more the fuller it is; little for who is close."""
    leader = winner(state, tray)
    if leader == NOBODY:
        return 0.0
    sacks = float(state.sacks[state.card[tray]])
    own = strength(state, tray, seat)
    if leader != seat:
        return 0.1 * sacks if own > 0 and own + 1 >= strength(state, tray, leader) else 0.0
    second = 0
    for other in range(state.seats):
        if other != seat:
            second = max(second, strength(state, tray, other))
    filled = state.count[tray] / spaces(state)
    return sacks * (0.35 + 0.07 * min(own - second, 3) + 0.3 * filled)
