"""Who may think next. Thinking time is shared by address, and within an address by table: whoever has used least goes first.

What somebody has used fades with time; so one number says it all: the moment by which it will have faded."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from enum import IntEnum
from heapq import heappop, heappush, heapreplace
from itertools import count
from typing import Generic, TypeVar

FADES = 0.2  # seconds of thinking that fade in a second,
TABLE_FADES = 0.02  # and of a table's: among those of one address the quiet ones go first for longer
BUDGET = 60.0  # seconds; an address that has used more goes behind everybody else
MOST_ADDRESSES = 10_000  # that are remembered

W = TypeVar("W")


class Rank(IntEnum):
    """What is thought about, and for whom."""

    TIP = 0  # for a person
    DEEP = 1  # a bot that searches, at a table with a person
    QUICK = 2  # a bot that needs milliseconds, at a table with a person
    QUICK_ALONE = 3  # the same where no person is
    DEEP_ALONE = 4
    OPENING = 5  # a table that is brought back from the store
    LOOKING_BACK = 6  # at a log
    REVIEW = 7  # of a finished game


class Account:
    """The thinking time of an address or a table."""

    __slots__ = ("clear_at", "fades")

    def __init__(self, fades: float = FADES) -> None:
        self.fades = fades
        self.clear_at = 0.0

    def charge(self, seconds: float, now: float | None = None) -> None:
        """So much has been used."""
        self.clear_at = max(self.clear_at, time.monotonic() if now is None else now) + seconds / self.fades

    def used(self, now: float | None = None) -> float:
        """Seconds that have not yet faded."""
        return max(0.0, self.clear_at - (time.monotonic() if now is None else now)) * self.fades

    def is_spent(self, now: float | None = None) -> bool:
        """Has more been used than the budget allows?"""
        return self.used(now) > BUDGET


Path = Sequence[Account]  # an address's, then a table's


class Accounts:
    """The accounts of addresses: in memory only, and no more than can be kept in mind."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Account] = OrderedDict()

    def of(self, address: str | None, table: Account | None = None) -> Path:
        """Who pays: an address and a table; a table whose address nobody remembers stands for itself."""
        tables = [] if table is None else [table]
        if not address:
            return tables or [self._find("")]
        return [self._find(address), *tables]

    def _find(self, address: str) -> Account:
        account = self._of.get(address)
        if account is None:
            account = self._of[address] = Account()
            if len(self._of) > MOST_ADDRESSES:
                self._forget()
        self._of.move_to_end(address)
        return account

    def _forget(self) -> None:
        """Those whose time has faded; if everybody's has not, whoever has been away longest."""
        now = time.monotonic()
        *known, newest = self._of
        for address in [address for address in known if self._of[address].clear_at <= now] or known[:1]:
            if address != newest:
                del self._of[address]


class Line(Generic[W]):
    """Those who wait: in the order in which they came, or in lines of their own, of which the one that has used least is first."""

    def __init__(self, account: Account | None = None) -> None:
        self._account = account or Account()
        self._waiting: dict[W, None] = {}
        self._lines: dict[Account, Line[W]] = {}
        self._order: list[tuple[float, int, Line[W]]] = []
        self._number = count()

    def add(self, one: W, path: Path, now: float | None = None) -> None:
        """Stand in line. Those who owe nothing are served as they come."""
        if not path:
            self._waiting[one] = None
            return
        line = self._lines.get(path[0])
        if line is None:
            line = self._lines[path[0]] = Line(path[0])
            place = max(path[0].clear_at, time.monotonic() if now is None else now)
            heappush(self._order, (place, next(self._number), line))
        line.add(one, path[1:], now)

    def remove(self, one: W, path: Path) -> None:
        """Wait no more; a line that is empty goes when it comes up."""
        if not path:
            self._waiting.pop(one, None)
        elif path[0] in self._lines:
            self._lines[path[0]].remove(one, path[1:])

    def first(self) -> W | None:
        """Whose turn it is."""
        for one in self._waiting:
            return one
        while self._order:
            place, number, line = self._order[0]
            if place < line._account.clear_at:  # it has used time since it took this place
                heapreplace(self._order, (line._account.clear_at, number, line))
            elif (found := line.first()) is not None:
                return found
            else:
                heappop(self._order)
                del self._lines[line._account]
        return None
