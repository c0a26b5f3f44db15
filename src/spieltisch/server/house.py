"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass

from .report import Report
from .store import Store
from .thinking import Thinkers


@dataclass
class House:
    """The store, the report, the bots' threads, and how long to wait for what."""

    store: Store
    report: Report
    thinkers: Thinkers
    grace: float = 3.0  # seconds for the people at a full table to send their entropy
    hush: float = 2.0  # seconds before a mere change of presence is told
