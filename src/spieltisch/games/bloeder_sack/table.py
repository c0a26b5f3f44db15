"""Everything there is at a table of Blöder Sack. Nothing is hidden (D9); the order of the pile is in nobody's knowledge."""

from __future__ import annotations

from typing import Any

from spieltisch.table import (
    ALL,
    each,
    gap,
    moves,
    number,
    outcomes,
    own_form,
    printed,
    seat,
    table,
    values,
    within,
    word,
)

from .notation import (
    has_discards,
    is_drawing,
    write_card_id,
    write_discarded,
    write_sacks,
    write_spaces,
    write_trays,
    write_value_there,
    write_won,
)
from .position import read_discarded, read_trays, read_won
from .rules import DRAW, END, PHASES, PLACE, ROLL
from .trays import DICE, DISCARD, FACES, LARGEST_DECK, LATEST, SPACES, TRAYS, WON

REASON = '{ measure: "count" | "same" | "different" | "last" | "sum"; amount: number; tie: boolean; value?: number; space?: number }'
TRAY = f"{{ card: string | null; dice: string[]; sacks: number; leader: number | null; reason: {REASON} | null }}"


def is_told_then(record: Any, options: Any) -> bool:
    """Does a position say what follows?"""
    return bool(record.phase == DRAW)


def is_told_discarded(record: Any, options: Any) -> bool:
    """Does a position name cards that have left the game?"""
    return DISCARD in record.lies[: record.deck_size]


TABLE = table(
    start=seat(seen_by=ALL),
    turn=seat(seen_by=ALL),
    phase=word(PHASES, seen_by=ALL),
    then=word({"roll": ROLL, "place": PLACE, "end": END}, when=is_told_then, shown_if=is_drawing, seen_by=ALL),  # what follows a draw
    dice=values(1, FACES, 2, seen_by=ALL),  # in hand, ascending
    trays=own_form(write_trays, read_trays, parts=("card", "dice"), ts=f"({TRAY})[]", seen_by=ALL),
    spaces=own_form(write_spaces, position=None, ts="number", seen_by=ALL),
    supply=each(number(0, DICE), position=None, seen_by=ALL),
    won=each(number(0, LARGEST_DECK), view="cards", position=None, seen_by=ALL),  # how many cards a seat has won
    cards_won=own_form(write_won, read_won, view="won", position="won", ts="string[][]", seen_by=ALL),
    sacks_won=own_form(write_sacks, view="sacks", position=None, ts="number[]", seen_by=ALL),
    pile_size=number(0, LARGEST_DECK, view="pile", position=None, seen_by=ALL),
    discarded=own_form(write_discarded, read_discarded, when=is_told_discarded, shown_if=has_discards, ts="string[]", seen_by=ALL),
    card=within(values(-1, LARGEST_DECK, TRAYS), seen_by=ALL),  # above a tray
    count=within(values(0, SPACES, TRAYS), seen_by=ALL),  # how many dice lie on a tray
    owner=within(values(0, 3, (TRAYS, SPACES)), seen_by=ALL),
    value=within(values(1, FACES, (TRAYS, SPACES)), seen_by=ALL),
    order=within(values(1, LATEST, (TRAYS, SPACES)), seen_by=ALL),  # of placing, kept only under the house rule `newest`
    lies=within(values(0, WON + 3, LARGEST_DECK), seen_by=ALL),  # where each card of the deck lies
    newest=printed(number(0, 1)),  # house rule: a replacing die counts as the newest (D1)
    discards=printed(number(0, 1)),  # house rule: a card that nobody wins leaves the game (D3)
    deck_size=printed(number(0, LARGEST_DECK)),
    kind=printed(values(0, 4, LARGEST_DECK)),
    values=printed(values(0, 127, LARGEST_DECK)),  # the set of values that fit
    parity=printed(values(0, 2, LARGEST_DECK)),
    limit=printed(values(0, 127, LARGEST_DECK)),  # the sum must stay below it; 0 = no limit
    sacks=printed(values(0, 9, LARGEST_DECK)),
    position="start turn phase dice trays won discarded then",
)

MOVES = moves(
    (f"score {{tray:1-{TRAYS}/9}}", ALL),
    ("decline", ALL),
    (f"place {{value:1-{FACES}}} on {{tray:1-{TRAYS}/9}}", ALL),
    (f"swap {{value}} at {{tray:1-{TRAYS}/9}}.{{space:1-{SPACES}}}", ALL),
    value=gap(1, write_value_there, f"[1-{FACES}]", "2", "3"),
)
OUTCOMES = outcomes(
    (f"roll {{dice:2 of 1-{FACES}}}", ALL),
    ("draw {card}", ALL),
    card=gap(LARGEST_DECK, write_card_id, "[a-z0-9_]+", "sum", "most_4"),
)
