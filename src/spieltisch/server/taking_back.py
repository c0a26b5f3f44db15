"""How often a seat may take back: without end it would only fill the log. Logs from before this bound are still read as they are."""

from __future__ import annotations

from spieltisch.checks import Refused
from spieltisch.door import CHANCE, Seat
from spieltisch.log import Match

MOST = 10  # take-backs of a seat in one turn
LONGEST = 10_000  # lines of a log: several people who take back by turns come to an end here


def undoable(match: Match, seat: Seat) -> bool:
    """May this seat take back now?"""
    index = match.undoable(seat)
    return index is not None and not is_enough(match, seat, index)


def check(match: Match, seat: Seat) -> int:
    """The index of the action that this seat may take back; refused where there is none, or where it has been enough."""
    index = match.undoable(seat)
    if index is None:
        raise Refused("nothing_to_undo")
    if is_enough(match, seat, index):
        raise Refused("undone_enough", most=MOST)
    return index


def is_enough(match: Match, seat: Seat, index: int) -> bool:
    """Has this seat taken back as often as it may, since chance or somebody else last did something that stands and all could see?"""
    if len(match.lines) >= LONGEST:
        return True
    since = 0
    for at in range(index - 1, match.forgotten - 1, -1):
        action = match.actions[at]
        if action.by is CHANCE or (action.by != seat and is_seen(match, at)):
            since = action.line
            break
    if len(match.lines) - since <= MOST:
        return False
    return sum("undo" in line and line["by"] == seat for line in match.lines[since + 1 :]) >= MOST


def is_seen(match: Match, index: int) -> bool:
    """Did anybody else hear of this action?"""
    by = match.actions[index].by
    return any(len(audience) > (by in audience) for audience, _ in match.told(index))
