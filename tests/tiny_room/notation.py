"""`go`, `stay`; `roll 4`; a position is the die and where everybody stands."""

from spieltisch.door import Refused, sequence, table, whole

TEXTS = ("stay", "go")


def move_texts(state, seat, moves):
    """Moves as texts."""
    return [TEXTS[move] for move in moves]


def move_words(text, words):
    """A move as a player would say it."""
    return words(f"moves.{text}")


def refuse(state, seat, text):
    """Why a readable text is not legal."""
    if text == "stay":
        raise Refused("six_goes")


def outcome_text(state, outcome):
    """An outcome as text."""
    return f"roll {outcome}"


def outcome_code(state, text):
    """The outcome of a text, if it can be read."""
    kind, _, side = text.partition(" ")
    return int(side) if kind == "roll" and side in "123456" and len(side) == 1 else None


def write_position(state):
    """The whole state as JSON."""
    record = state.record
    return {
        "start": int(record.start),
        "turn": int(record.turn),
        "die": int(record.die),
        "at": record.at[: state.seats].tolist(),
    }


def read_position(given, record, options):
    """Fill a laid-out record from JSON."""
    table(given, "", ["start", "turn", "die", "at"])
    seats = int(record.seats)
    record.start = whole(given.get("start", 0), "start", 0, seats - 1)
    record.turn = whole(given.get("turn", int(record.start)), "turn", 0, seats - 1)
    record.die = whole(given.get("die", 0), "die", 0, 6)
    for seat, place in enumerate(sequence(given.get("at", [0] * seats), "at", seats, seats)):
        record.at[seat] = whole(place, "at", 0, int(record.track))
