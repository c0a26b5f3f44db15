"""Looking back at a table: the log, the log in words, and the table at any point, each for those who may see it.

All of it is made from lines that are on disk: what a table has only in memory is nobody's business yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spieltisch import legs
from spieltisch.checks import Refused, short, whole
from spieltisch.door import CHANCE, Seat
from spieltisch.log import Match, dump, replay
from spieltisch.words import Words

from .thinking import CLOCK
from .wire import Chance, Moment, Told

if TYPE_CHECKING:
    from .table import Table

Lines = Sequence[Mapping[str, Any]]


async def lines_of(table: Table) -> Lines:
    """The lines of a table's log. For the table's inbox."""
    return list(table.match.lines) if table.match is not None else []


async def whole_log(table: Table) -> str:
    """The log, once it can tell nobody too much. For the table's inbox."""
    if not is_open_to_all(table):
        raise Refused("still_secret")
    return table.match.text() if table.match is not None else ""


def is_open_to_all(table: Table) -> bool:
    """After the end nothing is secret any more."""
    return table.state in ("over", "closed")


def viewer(table: Table, seats: Sequence[Seat] | None, wanted: str | None) -> Seat | None:
    """With whose eyes to look: one's own, an onlooker's; after the end anybody's."""
    if wanted is None or wanted == "":
        return seats[0] if seats else None
    if not wanted.isascii() or not wanted.isdigit() or int(wanted[:9]) >= len(table.setup.chairs):
        raise Refused("no_such_seat", seat=wanted[:9], seats=len(table.setup.chairs))
    seat = int(wanted[:9])
    if not is_open_to_all(table) and seat not in (seats or []):
        raise Refused("not_your_seat", seat=seat)
    return seat


def chances(lines: Lines) -> list[Chance]:
    """For every die and card: its kind, for whom, the how manieth, and what could have come."""
    match = _replayed(lines)
    drawn: Counter[tuple[str, Seat | None]] = Counter()
    told = []
    for action, state in zip(match.actions, match.states, strict=False):
        if action.by is CHANCE:
            kind, seat, _ = match.game.lottery(state)
            told.append(Chance(action.line + 1, kind, seat, drawn[kind, seat], list(match.game.chances(state).items())))
            drawn[kind, seat] += 1
    return told


def in_words(lines: Lines, seat: Seat | None, lang: str) -> list[Told]:
    """What has happened, sentence by sentence; first of all, where the dice and cards had been seen before, that."""
    match = _replayed(lines)
    words = match.game.words(lang, match.names, match.header["options"])
    told = []
    if "chance" in match.header:
        chance = short(match.header["chance"])
        told.append(Told(1, words("notes.duplicate", chance=chance), {"event": "duplicate", "chance": chance}))
    if "legs" in match.header:
        told.append(noted(1, words, legs.note(match.header["legs"], match.header["start"], match.game.adds_up)))
    for index, action in enumerate(match.actions):
        known = [event.as_json() for event in match.events(index) if seat in event.audience]
        if match.lines[action.line].get("note") == CLOCK:
            known.insert(0, time_up(action.by))
        told += [Told(action.line + 1, in_a_sentence(words, event), event) for event in known]
    if match.both is not None:
        told.append(noted(len(match.lines), words, legs.last_note(match.both)))
    return told


def noted(at: int, words: Words, event: Mapping[str, Any]) -> Told:
    """What the house says to a game, in a sentence."""
    return Told(at, in_a_sentence(words, event, "notes"), dict(event))


def time_up(seat: Any) -> dict[str, Any]:
    """The clock ran out for a seat, and a bot moved for it: no event of the game, but of the table."""
    return {"event": "time_up", "seat": seat}


def in_a_sentence(words: Words, event: Mapping[str, Any], among: str = "events") -> str:
    """An event in words."""
    return words(f"{among}.{event['event']}", **{key: value for key, value in event.items() if key != "event"})


def moment(lines: Lines, seat: Seat | None, at: int) -> Moment:
    """The table after that many lines of the log."""
    whole(at, "at", 1, max(len(lines), 1))
    match = _replayed(lines[:at])
    events = []
    if match.actions and match.actions[-1].line == at - 1:
        events = [event.as_json() for event in match.events(len(match.actions) - 1) if seat in event.audience]
    return Moment(at, events, match.game.view(match.state, seat))


def _replayed(lines: Lines) -> Match:
    if not lines:
        raise Refused("not_begun")
    return replay(map(dump, lines))
