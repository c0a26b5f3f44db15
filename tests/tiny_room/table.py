"""Everything there is at a table of Tiny Trade, and who may see it."""

from spieltisch.table import (
    ALL,
    NOBODY,
    OWNER,
    WHEN_OVER,
    each,
    moves,
    multiset,
    number,
    outcomes,
    printed,
    seat,
    table,
    values,
    word,
)

from .rules import DECK, HIGHEST, OVER, PHASES

TABLE = table(
    start=seat(seen_by=ALL),
    turn=seat(seen_by=ALL),
    phase=word(PHASES, seen_by=ALL),
    cards=each(number(0, 1), position=None, seen_by=ALL),  # how many a seat holds
    hands=each(values(1, HIGHEST, 1, count="cards"), of="pile", own="hand", seen_by=OWNER | WHEN_OVER),
    pile_size=number(0, DECK, view="pile", position=None, seen_by=ALL),
    pile=multiset(1, HIGHEST, DECK, size="pile_size", view=None, position=None, seen_by=NOBODY),
    lowest=printed(number(0, 1)),  # house rule: the lowest card wins
    over=OVER,
)
MOVES = moves(("keep", ALL), ("trade", ALL))
OUTCOMES = outcomes((f"deal {{card:1-{HIGHEST}}}", OWNER), first=1)
