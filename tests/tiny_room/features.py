"""What a bot looks at."""

from spieltisch.rule import rule

OWN = 2
TABLE = 1
POINTS = 10.0


@rule
def look(state, seat, seen):
    """How far a seat is, and whether it is its turn."""
    seen[0] = state.at[seat] / 10.0
    seen[1] = state.turn == seat


@rule
def look_around(state, seen):
    """How long the track is."""
    seen[0] = state.track / 10.0
