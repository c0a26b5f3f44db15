"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spieltisch.checks import Refused

from .ready import Readiness
from .report import Report
from .store import Store, StoreFailed
from .thinking import Thinkers
from .workers import Workers

if TYPE_CHECKING:
    from .advice import Advisers


@dataclass
class House:
    """The store, the report, the threads and those who think in them, and how long to wait for what."""

    store: Store
    report: Report
    thinkers: Thinkers
    advisers: Advisers
    grace: float = 3.0  # seconds for the people at a full table to send their entropy
    hush: float = 2.0  # seconds before a mere change of presence is told
    ready: Readiness = field(default_factory=Readiness)  # what can be played already
    aside: set[str] = field(default_factory=set)  # tables whose rows cannot be read: left alone until the next start

    @property
    def workers(self) -> Workers:
        """The threads in which all of them think."""
        return self.thinkers.workers

    def set_aside(self, table: str, problem: BaseException) -> None:
        """A table cannot be read: say so once, and let it stop nobody else."""
        if table not in self.aside:
            self.aside.add(table)
            self.report.counts["tables_damaged"] += 1
            self.report.seldom("table_damaged", table[:6], why=reason_of(problem))


def reason_of(problem: BaseException) -> str:
    """What is wrong, without anything of what is kept."""
    cause = problem.__cause__ or problem
    if isinstance(cause, Refused):
        within = cause.details.get("because")
        return f"line {cause.details['line']}: {within.reason}" if isinstance(within, Refused) else cause.reason
    return str(problem) if isinstance(cause, StoreFailed) else type(cause).__name__
