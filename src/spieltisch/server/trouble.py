"""What a table does when something of ours goes wrong: a disk that fails, rows that cannot be read, a fault in the code.

Nobody has been told anything that the store does not have, so going back to that is always right."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from spieltisch.checks import Refused

from .inbox import nothing
from .seating import begin_when_full
from .store import Damaged, StoreFailed

if TYPE_CHECKING:
    from .table import Table

MOST_FAILURES = 5  # of ours in a row, then a table is set aside
WAIT = 1.0  # seconds until the disk is tried again


async def recover(table: Table, problem: BaseException) -> None:
    """Back to what the store has. What cannot be read is set aside, for all to know."""
    if table.id in table.house.aside:
        raise Refused("table_damaged")
    is_disk = isinstance(problem, StoreFailed)
    table.house.report.problem("table_failed", problem, table=table.id[:6], **({"why": str(problem)} if is_disk else {}))
    table.failures += 1
    try:
        if table.failures > MOST_FAILURES and not is_disk:
            raise Damaged("nothing can be done here any more") from problem
        await table.load()
        table.tell_all()
        if is_disk and table.state == "open":
            wait_for_disk(table)  # it may have been about to begin
    except Refused:
        raise
    except Exception as again:
        give_up(table, again)


def give_up(table: Table, problem: Exception) -> None:
    """For now, where it is the disk that fails; for good, where it is the table."""
    if isinstance(problem, StoreFailed) and not isinstance(problem, Damaged):
        table.house.report.problem("table_lost", problem, table=table.id[:6], why=str(problem))
        asyncio.get_running_loop().call_later(WAIT, table.post, nothing)
        raise Refused("cannot_keep")
    table.house.set_aside(table.id, problem)
    table.dismiss(Refused("table_damaged"))
    raise Refused("table_damaged")


def wait_for_disk(table: Table) -> None:
    """Bots and clocks rest while nothing can be kept."""
    if "disk" not in table.timers:
        table.timers["disk"] = asyncio.get_running_loop().call_later(WAIT, table.post, go_on, table)


async def go_on(table: Table) -> None:
    """Go on if the disk is back; else wait again. For the table's inbox."""
    table.timers.pop("disk", None)
    with contextlib.suppress(StoreFailed):
        await table.house.store.probe()
    if table.house.store.is_failing:
        wait_for_disk(table)
    else:
        table.changed()
        await begin_when_full(table)
