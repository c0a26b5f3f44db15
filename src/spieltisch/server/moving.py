"""A game that was begun in somebody's browser and goes on here: its log is played again before anything of it is believed.

Until the seats are taken its lines wait with the table's setup; then they become the table's log, and the server's chance goes on from there.
What fell before fell on that device: such a game has no commitment, and everybody who sits down is told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spieltisch.checks import Refused
from spieltisch.log import VERSION, Match, dump, replay

from .asks import reopened
from .limits import check_options
from .seats import Setup, chairs_for
from .sharing import Rank
from .taking_back import LONGEST
from .wire import MovedTable

if TYPE_CHECKING:
    from spieltisch.door import Seat

    from .table import Table


def looked_through(lines: Sequence[Mapping[str, Any]]) -> Match:
    """The game that a log tells, if it is whole, sound and not over."""
    if len(lines) >= LONGEST:
        raise Refused("log_too_long", most=LONGEST)
    match = replay(map(json.dumps, lines))
    if match.result is not None:
        raise Refused("over")
    check_options(match.state.options)
    return match


def setup_for(match: Match, new: MovedTable) -> tuple[Setup, list[Seat]]:
    """A table for this game, and the seats that its opener holds."""
    seats = match.state.seats
    if len(new.seats) != seats:
        raise Refused("wrong_length", key="seats", count=len(new.seats), low=seats, high=seats)
    chairs, own = chairs_for(new.seats)
    header = match.header
    setup = Setup(header["game"], dict(match.state.options), chairs, header["start"], new.clock, new.pace, hints=new.hints)
    setup.moved = len(match.lines)
    setup.brought = [dump(line) for line in match.lines[1:]]
    return setup, own


async def go_on(table: Table) -> None:
    """All seats are taken: the lines that were brought become this table's log. For its inbox."""
    lines = _with_header(table)
    match, asks = await table.house.workers.do(Rank.OPENING, [table.account], reopened, lines)
    table.setup.brought = None
    await table.go_on(match, asks)


def _with_header(table: Table) -> list[str]:
    setup = table.setup
    """Seats and id are this table's; of chance the header says nothing, since nothing was promised."""
    seats = [chair.as_header(False) for chair in setup.chairs]
    told = {"spieltisch": VERSION, "game": setup.game, "seats": seats, "start": setup.start, "options": setup.options}
    return [dump({**told, "id": table.id}), *(setup.brought or [])]
