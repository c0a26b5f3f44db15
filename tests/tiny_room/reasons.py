"""Why a move may be good."""


def reason(state, seat, text, after):
    """Going on is always good."""
    return ("goes_on", {}) if text == "go" else None
