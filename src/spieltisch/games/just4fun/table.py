"""Everything there is at a table of Just 4 Fun, and who may see it: hands are secret until the end, and what had to pass for good (D9)."""

from __future__ import annotations

from spieltisch.table import (
    ALL,
    NOBODY,
    OWNER,
    WHEN_OVER,
    derived,
    each,
    gap,
    marks,
    moves,
    multiset,
    number,
    outcomes,
    own_form,
    seat,
    sparse,
    table,
    values,
    word,
)

from .notation import CARDS, has_covered, is_shuffled, read_board, write_board, write_cards
from .rules import DECK, FIELDS, HAND, HIGHEST_CARD, OVER, PHASES, SIDE, STONES

TABLE = table(
    start=seat(seen_by=ALL),
    turn=seat(seen_by=ALL),
    phase=word(PHASES, seen_by=ALL),
    stones=sparse(1, FIELDS, number(0, STONES), seen_by=ALL),  # by seat, and by a field's number
    locked=marks(1, FIELDS, seen_by=ALL),
    supply=each(number(0, STONES), seen_by=ALL),
    board=own_form(write_board, read_board, shaped=(SIDE, SIDE), ts="number[]", chosen=is_shuffled, seen_by=ALL),  # the field at a row and column
    cards=each(number(0, HAND), position=None, seen_by=ALL),  # how many a seat holds
    hands=each(values(1, HIGHEST_CARD, HAND, count="cards"), of="pile", own="hand", seen_by=OWNER | WHEN_OVER),  # ascending
    pile_size=number(0, DECK, view="pile", position=None, seen_by=ALL),
    pile=multiset(1, HIGHEST_CARD, DECK, size="pile_size", view=None, position=None, seen_by=NOBODY),
    discard=multiset(1, HIGHEST_CARD, DECK, of="pile", seen_by=ALL),
    covered=each(multiset(1, HIGHEST_CARD, DECK), part_of="discard", of="pile", own="covered_own", when=has_covered, seen_by=OWNER),
    winner=derived(number(-1, 3), seen_by=ALL),  # the seat whose line won, or -1
    laid=derived(number(0, FIELDS), seen_by=ALL),  # how many fields of the board lie already
    row=derived(values(0, SIDE - 1, FIELDS + 1), seen_by=ALL),  # where on the board a field lies
    column=derived(values(0, SIDE - 1, FIELDS + 1), seen_by=ALL),
    position="start turn phase stones locked supply hands discard covered board",
    over=OVER,
)

# Which cards were played is seen by the discards; which of the hand's places they had is nobody else's business.
MOVES = moves(("pass", OWNER), ("play {cards}", OWNER), cards=gap((1 << HAND) - 1, write_cards, CARDS, "1", "3+5", "5+3", "19+19", "1+2+3+4"))
OUTCOMES = outcomes((f"draw {{card:1-{HIGHEST_CARD}}}", OWNER), (f"lay {{field:1-{FIELDS}}}", ALL), first=1)
