"""How far a Tiny Race is."""

from spieltisch.rule import rule


@rule
def progress(state):
    """By whoever has come furthest."""
    most = 0
    for seat in range(state.seats):
        most = max(most, int(state.at[seat]))
    return min(1.0, most / state.track)
