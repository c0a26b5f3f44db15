"""What a seat cannot see, dealt anew."""

from spieltisch.rule import rule


@rule
def deal_anew(state, seat, words):
    """Nothing is hidden."""
