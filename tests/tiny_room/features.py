"""What a bot looks at."""

from spieltisch.rule import rule

from .rules import HIGHEST, worth

OWN = 2
TABLE = 1
POINTS = 10.0


@rule
def look(record, seat, seen):
    """How good a seat's card is, and whether it is its turn."""
    seen[0] = worth(record, seat) / HIGHEST
    seen[1] = record.turn == seat


@rule
def look_around(record, seen):
    """How many have acted."""
    seen[0] = (record.turn - record.start) % record.seats / 4.0
