"""Everything is open in this game."""

from spieltisch.door import CHANCE, Event

from .notation import write_position


def view(state, seat):
    """All of it."""
    return {"options": dict(state.options), "track": int(state.record.track), **write_position(state)}


def guess(game, known, luck):
    """Nothing is hidden: the view is the position."""
    position = {key: known[key] for key in ("start", "turn", "die", "at", "options") if key in known}
    return game.position({"game": game.key, "seats": known.get("seats"), **position})


def events(state, actor, text, after):
    """A die falls; somebody walks."""
    everyone = state.everyone()
    if actor is CHANCE:
        return [Event("rolled", everyone, {"seat": int(state.record.turn), "die": int(after.record.die)})]
    if text == "stay":
        return [Event("stayed", everyone, {"seat": actor})]
    return [Event("walked", everyone, {"seat": actor, "at": int(after.record.at[actor])})]


def why(state, points):
    """Somebody is home."""
    return "first_home"
