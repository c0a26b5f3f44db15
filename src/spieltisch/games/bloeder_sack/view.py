"""What a seat of Blöder Sack may know: everything on the table (D9). What a play makes happen is told in `story`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Game, Luck, Seat, State, sequence, table
from spieltisch.rule import brief, rule
from spieltisch.write import write_field, write_numbers, write_text

from .content import deck_of, names_of, write_name
from .leaders import write_lead
from .position import THEN
from .rules import DRAW, END, PHASES
from .story import write_events as write_events
from .story import write_hand
from .trays import DISCARD, NO_CARD, TRAYS, WON, spaces, winner

POSITION: tuple[str, ...] = ("seats", "start", "turn", "phase", "dice", "won", "discarded", "then", "options")
PHASE_NAMES = tuple(phase.encode() for phase in PHASES)
THEN_NAMES = tuple("".join(name for name, then in THEN.items() if then == code).encode() for code in range(END + 1))


def printed(options: Mapping[str, Any]) -> dict[str, Any]:
    """The deck of the table: each card's sacks."""
    return {"deck": {card["id"]: card["sacks"] for card in deck_of(options)}}


def write_view(state: State, seat: Seat, page: Any) -> int:
    """All that a seat may know; nothing is secret, and the order of the pile is in nobody's knowledge."""
    return write_table(state.cell, names_of(state.options), page)


@brief
def write_table(cell, names, page):
    """Everything on the table."""
    state = cell[0]
    at = write_field(page, 0, b'"start":', state.start)
    at = write_field(page, at, b',"turn":', state.turn)
    at = write_text(page, write_text(page, at, b',"phase":"'), PHASE_NAMES[state.phase])
    if state.phase == DRAW:
        at = write_text(page, write_text(page, at, b'","then":"'), THEN_NAMES[state.then])
    at = write_hand(state, page, write_text(page, at, b'","dice":'))
    for tray in range(TRAYS):
        at = write_tray(state, tray, names, page, write_text(page, at, b"," if tray else b',"trays":['))
    at = write_field(page, at, b'],"spaces":', spaces(state))
    at = write_numbers(page, write_text(page, at, b',"supply":'), state.supply, state.seats)
    at = write_numbers(page, write_text(page, at, b',"cards":'), state.won, state.seats)
    for seat in range(state.seats):
        at = write_cards(state, WON + seat, names, page, write_text(page, at, b"," if seat else b',"won":['))
    for seat in range(state.seats):
        at = write_field(page, at, b"," if seat else b'],"sacks":[', sacks_lying(state, WON + seat))
    at = write_field(page, at, b'],"pile":', state.pile_size)
    if sacks_lying(state, DISCARD):
        at = write_cards(state, DISCARD, names, page, write_text(page, at, b',"discarded":'))
    return at


@rule
def write_tray(state, tray, names, page, at):
    """The card above a tray, the dice on it in space order, and who leads there."""
    at = write_text(page, at, b'{"card":')
    if state.card[tray] == NO_CARD:
        at = write_text(page, at, b"null")
    else:
        at = write_name(names, state.card[tray], page, at)
    at = write_text(page, at, b',"dice":[')
    for space in range(state.count[tray]):
        at = write_die(state, tray, space, page, write_text(page, at, b"," if space else b""))
    at = write_lead(state, tray, winner(state, tray), b',"leader":', page, write_text(page, at, b"]"))
    return write_text(page, at, b"}")


@rule
def write_die(state, tray, space, page, at):
    """Whose die lies on a space and what it shows; D1, `newest`: the order of placing with it."""
    at = write_field(page, at, b'"', state.owner[tray, space])
    at = write_field(page, at, b":", state.value[tray, space])
    if state.newest:
        at = write_field(page, at, b"#", state.order[tray, space])
    return write_text(page, at, b'"')


@rule
def write_cards(state, where, names, page, at):
    """The cards in one place, in the order of the deck."""
    at = write_text(page, at, b"[")
    first = at
    for card in range(state.deck_size):
        if state.lies[card] == where:
            at = write_name(names, card, page, write_text(page, at, b"" if at == first else b","))
    return write_text(page, at, b"]")


@rule
def sacks_lying(state, where):
    """The sacks of all cards in one place; each has at least one."""
    sacks = 0
    for card in range(state.deck_size):
        if state.lies[card] == where:
            sacks += int(state.sacks[card])
    return sacks


def guess(game: Game, known: dict[str, Any], luck: Luck) -> State:
    """The state itself: a view tells all of it."""
    position = {key: known[key] for key in POSITION if key in known}
    trays = [table(tray, "trays") for tray in sequence(known.get("trays"), "trays", TRAYS, TRAYS)]
    position["trays"] = [{key: tray[key] for key in ("card", "dice") if key in tray} for tray in trays]
    return game.position({"game": game.key, **position})


def why(state: State, points: list[int]) -> str:
    """What decided the game: sacks, the number of cards, or nothing (shared)."""
    best = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(best) == 1:
        return "sacks"
    cards = sorted(state.plain.won[seat] for seat in best)
    return "cards" if cards[-1] > cards[-2] else "shared"
