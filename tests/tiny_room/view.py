"""Everything is open in this game."""

from spieltisch.rule import BY_CHANCE, all_of, brief
from spieltisch.write import begin_event, end_event, write_field, write_numbers, write_text

from .rules import STAY


def printed(options):
    """Nothing is printed that could be different."""
    return {}


def write_view(state, seat, page):
    """All of it."""
    return write_track(state.cell, page)


@brief
def write_track(cell, page):
    """The same, compiled."""
    state = cell[0]
    at = write_field(page, 0, b'"track":', state.track)
    at = write_field(page, at, b',"start":', state.start)
    at = write_field(page, at, b',"turn":', state.turn)
    at = write_field(page, at, b',"die":', state.die)
    return write_numbers(page, write_text(page, at, b',"at":'), state.at, state.seats)


def guess(game, known, luck):
    """Nothing is hidden: the view is the position."""
    position = {key: known[key] for key in ("start", "turn", "die", "at", "options") if key in known}
    return game.position({"game": game.key, "seats": known.get("seats"), **position})


def write_events(state, after, actor, code, page, story):
    """A die falls; somebody walks."""
    tell(state.cell, after.cell, actor, code, page, story)


@brief
def tell(cell, after, actor, code, page, story):
    """The same, compiled."""
    if actor == BY_CHANCE:
        at = write_field(page, begin_event(page, story, b"rolled"), b',"seat":', cell[0].turn)
        at = write_field(page, at, b',"die":', after[0].die)
    else:
        at = begin_event(page, story, b"stayed" if code == STAY else b"walked")
        at = write_field(page, at, b',"seat":', actor)
        at = at if code == STAY else write_field(page, at, b',"at":', after[0].at[actor])
    end_event(page, story, at, all_of(cell[0].seats))


def why(state, points):
    """Somebody is home."""
    return "first_home"
