"""What a bot looks at."""

from spieltisch.rule import rule


@rule
def outlook(state, seat):
    """How far a seat is ahead."""
    return float(state.at[seat])
