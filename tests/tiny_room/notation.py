"""Why a move is refused. Both moves are always open to whoever is to act, so there is nothing to say beyond what the house says."""


def refuse(state, seat, text, verb):
    """No readable text is illegal."""
