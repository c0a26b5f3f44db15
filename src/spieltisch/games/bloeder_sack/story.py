"""What a move or an outcome of Blöder Sack makes happen, step by step. Everyone may see everything (D9)."""

from __future__ import annotations

from typing import Any

from spieltisch.door import State
from spieltisch.rule import BY_CHANCE, all_of, brief, rule
from spieltisch.write import begin_event, end_event, write_field, write_numbers, write_text

from .content import names_of, write_name
from .leaders import is_tied, write_lead
from .rules import (
    CARDS_TO_END,
    DECLINE,
    DRAWS,
    HIGH,
    LOW,
    NO_TRAY,
    OVER,
    PLACES,
    SHORT,
    SWAPS,
    draw,
    place,
    roll,
    take_card,
)
from .trays import (
    ALL_VALUES,
    DISCARD,
    NO_CARD,
    NOBODY,
    SPACES,
    TRAYS,
    fitting,
    free_place,
    has_open_tray,
    replace,
    winner,
)


def write_events(state: State, after: State, actor: int, code: int, page: Any, story: Any) -> None:
    """The story of one play."""
    tell(state.cell, state.copy(), after.cell, actor, code, names_of(state.options), page, story)


@brief
def tell(cell, own, after, actor, code, names, page, story):
    """The same, compiled: the steps are followed on a table of their own, with the rules' own functions."""
    scored = NO_TRAY
    cause = b"double"
    if actor == BY_CHANCE and code < DRAWS:
        scored = tell_roll(own[0], LOW[code], HIGH[code], page, story)
    elif actor == BY_CHANCE:
        tell_draw(own[0], code - DRAWS, names, page, story)
    elif code < DECLINE:
        scored = code
        cause = tell_choice(own[0], code, page, story)
    elif code == DECLINE:
        end(own[0], page, story, begin(own[0], page, story, b"declined"))
    elif code < SWAPS:
        scored = tell_placing(own[0], actor, (code - PLACES) // TRAYS + 1, (code - PLACES) % TRAYS, page, story)
        cause = b"full"
    else:
        tell_swap(own[0], actor, (code - SWAPS) // SPACES, (code - SWAPS) % SPACES, page, story)
    if scored != NO_TRAY:
        tell_scoring(own[0], scored, cause, names, page, story)
    tell_end(cell[0], own[0], after[0], names, page, story)


# ---------------------------------------------------------------- parts of events


@rule
def begin(now, page, story, kind):
    """Something that the seat at turn does."""
    return write_field(page, begin_event(page, story, kind), b',"seat":', now.turn)


@rule
def begin_on(tray, page, story, kind):
    """Something that happens on a tray."""
    return write_field(page, begin_event(page, story, kind), b',"tray":', tray + 1)


@rule
def end(now, page, story, at):
    """D9: told to everyone."""
    end_event(page, story, at, all_of(now.seats))


@rule
def write_card(names, card, page, at):
    """A card by its id."""
    return write_name(names, card, page, write_text(page, at, b',"card":'))


@rule
def write_hand(state, page, at):
    """The dice still in hand, ascending."""
    return write_numbers(page, at, state.dice, 2 if state.dice[1] else 1 if state.dice[0] else 0)


# ---------------------------------------------------------------- what is done


@rule
def tell_roll(now, low, high, page, story):
    """R4; R5: the tray of a double, if its card is scored."""
    scored = roll(now, low, high)
    at = write_text(page, begin(now, page, story, b"rolled"), b',"dice":')
    end(now, page, story, write_hand(now, page, at))
    return scored


@rule
def tell_draw(now, card, names, page, story):
    """A card for a free place; before any card has left the table, it is dealt."""
    at = begin_on(free_place(now), page, story, b"drew" if has_lost_card(now) else b"dealt")
    at = write_field(page, write_card(names, card, page, at), b',"sacks":', now.sacks[card])
    end(now, page, story, at)
    draw(now, card)


@rule
def has_lost_card(state):
    """Has any card left the table, won or discarded?"""
    for card in range(state.deck_size):
        if state.lies[card] >= DISCARD:
            return True
    return False


@rule
def tell_choice(now, tray, page, story):
    """R3: a card is scored because of too few dice; R6: after a double 6."""
    if now.phase != SHORT:
        return b"six"
    at = begin(now, page, story, b"forced")
    end(now, page, story, write_field(page, at, b',"tray":', tray + 1))
    return b"short"


@rule
def tell_placing(now, seat, value, tray, page, story):
    """R7a; R8: the tray, if it is full and its card is scored."""
    scored = place(now, seat, value, tray)
    at = write_field(page, begin(now, page, story, b"placed"), b',"value":', value)
    at = write_field(page, at, b',"tray":', tray + 1)
    end(now, page, story, write_field(page, at, b',"space":', now.count[tray]))
    return scored


@rule
def tell_swap(now, seat, tray, space, page, story):
    """R7b: one die replaces, the other goes back unused."""
    value = now.value[tray, space]
    at = write_field(page, begin(now, page, story, b"swapped"), b',"owner":', now.owner[tray, space])
    at = write_field(page, at, b',"value":', value)
    at = write_field(page, at, b',"tray":', tray + 1)
    at = write_field(page, at, b',"space":', space + 1)
    unused = now.dice[1] if now.dice[0] == value else now.dice[0]
    end(now, page, story, write_field(page, at, b',"unused":', unused))
    replace(now, seat, tray, space)
    now.dice[0] = 0
    now.dice[1] = 0


# ---------------------------------------------------------------- scoring, and the end of a turn


@rule
def tell_scoring(now, tray, cause, names, page, story):
    """R10-R12: who wins the card and why, and whose dice go home; D3: a card that nobody wins may leave the game."""
    card = now.card[tray]
    leader = winner(now, tray)
    tied = leader != NOBODY and is_tied(now, tray, leader)
    at = begin_on(tray, page, story, b"unclaimed" if leader == NOBODY else b"scored")
    at = write_text(page, write_card(names, card, page, at), b',"cause":"')
    at = write_lead(now, tray, leader, b',"winner":', page, write_text(page, write_text(page, at, cause), b'"'))
    at = write_text(page, at, b',"returned":[')
    for seat in range(now.seats):
        at = write_field(page, at, b"," if seat else b"", fitting(now, tray, seat, ALL_VALUES))
    end(now, page, story, write_text(page, at, b"]"))
    take_card(now, tray)
    if tied:
        at = write_field(page, begin_on(tray, page, story, b"tie"), b',"winner":', leader)
        end(now, page, story, at)
    if leader == NOBODY and now.card[tray] == NO_CARD:
        end(now, page, story, write_card(names, card, page, begin_on(tray, page, story, b"discarded")))


@rule
def tell_end(before, now, after, names, page, story):
    """How the turn ends: dice without a tray (D4), the last round (R13), the last scoring (R14)."""
    if now.dice[0] and not after.dice[0]:
        at = write_text(page, begin(now, page, story, b"returned"), b',"dice":')
        end(now, page, story, write_hand(now, page, at))
    if after.phase == OVER:
        end(now, page, story, begin_event(page, story, b"ended"))
        for tray in range(TRAYS):
            if now.count[tray]:
                tell_scoring(now, tray, b"end", names, page, story)
    elif owner_of_four(after) != NOBODY and owner_of_four(before) == NOBODY:
        at = write_field(page, begin_event(page, story, b"last_round"), b',"seat":', owner_of_four(after))
        end(now, page, story, at)
    elif has_open_tray(before) and not has_open_tray(after):
        end(now, page, story, begin_event(page, story, b"no_cards_left"))


@rule
def owner_of_four(state):
    """R13: the seat that owns four won cards, if there is one."""
    for seat in range(state.seats):
        if state.won[seat] >= CARDS_TO_END:
            return seat
    return NOBODY
