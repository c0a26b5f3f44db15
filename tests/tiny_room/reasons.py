"""Why a move may be good."""

MIDDLE = 5


def reason(state, seat, text, after):
    """A low card is well traded, a high one well kept; only the seat's own card is asked."""
    card = state.plain.hands[seat][0]
    if text == "trade":
        return ("low_card", {"card": card}) if card < MIDDLE else None
    return ("high_card", {"card": card}) if card > MIDDLE else None
