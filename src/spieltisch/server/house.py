"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .report import Report
from .store import Store
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

    @property
    def workers(self) -> Workers:
        """The threads in which all of them think."""
        return self.thinkers.workers
