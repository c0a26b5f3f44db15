"""The table as text."""


def picture(view, words):
    """One's own card, and at the end everybody's."""
    if view["hands"]:
        return "\n".join(words("picture.shown", seat=seat, card=hand[0]) for seat, hand in enumerate(view["hands"]))
    return words("picture.hand", card=view["hand"][0]) if view["hand"] else words("picture.waiting")


def account(view, words):
    """The same lines tell how it ended."""
    return picture(view, words)
