"""The track as text."""


def picture(view, words):
    """One line per seat."""
    return "\n".join(
        words("picture.person", seat=seat, at=at, track=view["track"]) for seat, at in enumerate(view["at"])
    )


def account(view, words):
    """The same lines tell how it ended."""
    return picture(view, words)
