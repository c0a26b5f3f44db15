"""What of Blöder Sack's texts has a form of its own: trays with their cards and dice, cards by their ids; and why a move is refused."""

from __future__ import annotations

import re

from spieltisch.door import Refused, Seat, State
from spieltisch.rule import rule
from spieltisch.write import write_field, write_number, write_text

from .content import write_id, write_name
from .leaders import write_lead
from .rules import DRAW, PLACE, SHORT, SIX
from .trays import DISCARD, NO_CARD, SPACES, TRAYS, WON, spaces, winner

# ---------------------------------------------------------------- gaps of moves and outcomes


@rule
def write_value_there(record, seat, names, swap, out, at):
    """What the die shows that is to be replaced."""
    return write_number(out, at, record.value[swap // SPACES, swap % SPACES])


@rule
def write_card_id(record, seat, names, card, out, at):
    """A card by its id."""
    return write_id(names, card, out, at)


# ---------------------------------------------------------------- views


@rule
def is_drawing(record):
    """Is a card to be drawn?"""
    return record.phase == DRAW


@rule
def has_discards(record):
    """Have cards left the game?"""
    return sacks_lying(record, DISCARD) > 0


@rule
def write_trays(record, watcher, names, out, at):
    """All trays."""
    for tray in range(TRAYS):
        at = write_tray(record, tray, names, out, write_text(out, at, b"," if tray else b"["))
    return write_text(out, at, b"]")


@rule
def write_spaces(record, watcher, names, out, at):
    """How many dice fill a tray."""
    return write_number(out, at, spaces(record))


@rule
def write_won(record, watcher, names, out, at):
    """The cards that each seat has won."""
    for seat in range(record.seats):
        at = write_cards(record, WON + seat, names, out, write_text(out, at, b"," if seat else b"["))
    return write_text(out, at, b"]")


@rule
def write_sacks(record, watcher, names, out, at):
    """The sacks on them."""
    for seat in range(record.seats):
        at = write_field(out, at, b"," if seat else b"[", sacks_lying(record, WON + seat))
    return write_text(out, at, b"]")


@rule
def write_discarded(record, watcher, names, out, at):
    """The cards that have left the game."""
    return write_cards(record, DISCARD, names, out, at)


@rule
def write_tray(record, tray, names, out, at):
    """The card above a tray, the dice on it in space order, and who leads there."""
    at = write_text(out, at, b'{"card":')
    if record.card[tray] == NO_CARD:
        at = write_text(out, at, b"null")
    else:
        at = write_name(names, record.card[tray], out, at)
    at = write_text(out, at, b',"dice":[')
    for space in range(record.count[tray]):
        at = write_die(record, tray, space, out, write_text(out, at, b"," if space else b""))
    at = write_lead(record, tray, winner(record, tray), b',"leader":', out, write_text(out, at, b"]"))
    return write_text(out, at, b"}")


@rule
def write_die(record, tray, space, out, at):
    """Whose die lies on a space and what it shows; D1, `newest`: the order of placing with it."""
    at = write_field(out, at, b'"', record.owner[tray, space])
    at = write_field(out, at, b":", record.value[tray, space])
    if record.newest:
        at = write_field(out, at, b"#", record.order[tray, space])
    return write_text(out, at, b'"')


@rule
def write_cards(record, where, names, out, at):
    """The cards in one place, in the order of the deck."""
    at = write_text(out, at, b"[")
    first = at
    for card in range(record.deck_size):
        if record.lies[card] == where:
            at = write_name(names, card, out, write_text(out, at, b"" if at == first else b","))
    return write_text(out, at, b"]")


@rule
def sacks_lying(record, where):
    """The sacks of all cards in one place; each has at least one."""
    sacks = 0
    for card in range(record.deck_size):
        if record.lies[card] == where:
            sacks += int(record.sacks[card])
    return sacks


# ---------------------------------------------------------------- refusals


def numbers(text: str) -> list[int]:
    """The numbers in a move: `swap 4 at 2.5` has value, tray and space."""
    return [int(number) for number in re.findall("[0-9]", text)]


def refuse(state: State, seat: Seat, text: str, verb: str) -> None:
    """Say why a text that can be read is not among the legal moves."""
    if verb == "score":
        refuse_scoring(state, *numbers(text))
    elif verb == "decline":
        raise Refused("must_score" if state.record.phase == SHORT else "nothing_to_decline")
    elif verb == "place":
        check_dice(state, *numbers(text))
    else:
        value, tray, space = numbers(text)
        check_dice(state, value, tray)
        refuse_swap(state, seat, value, tray, space)


def refuse_scoring(state: State, tray: int) -> None:
    """Why this card cannot be scored now."""
    check_tray(state, tray)
    if state.record.phase == SHORT:
        raise Refused("not_two_own", tray=tray)
    raise Refused("tray_empty" if state.record.phase == SIX else "no_scoring_now", tray=tray)


def check_tray(state: State, tray: int) -> None:
    """Is there such a tray, with a card?"""
    if tray > TRAYS:
        raise Refused("no_such_tray", tray=tray)
    if state.record.card[tray - 1] == NO_CARD:
        raise Refused("tray_closed", tray=tray)


def check_dice(state: State, value: int, tray: int) -> None:
    """Is it time to place, is there such a die in hand, and is the tray open?"""
    record = state.record
    if record.phase != PLACE:
        raise Refused("must_score" if record.phase == SHORT else "six_first")
    if value not in record.dice:
        raise Refused("not_in_hand", value=value)
    check_tray(state, tray)


def refuse_swap(state: State, seat: Seat, value: int, tray: int, space: int) -> None:
    """Why this die cannot be replaced."""
    record = state.record
    if not record.dice[1]:
        raise Refused("already_placed")
    if space > record.count[tray - 1]:
        raise Refused("space_empty", tray=tray, space=space)
    if record.owner[tray - 1, space - 1] == seat:
        raise Refused("own_die", tray=tray, space=space)
    raise Refused("other_value", tray=tray, space=space, value=int(record.value[tray - 1, space - 1]))
