"""All connections together: how many there may be, of whom, and who has to go when there is no room.

A connection is *weak* while it owes us something: the rest of a request, another request, a socket's hello, the reading of an answer.
When there is no room, the weak ones go, oldest first and from the most crowded address; those who are being answered or sit at a table
stay."""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path
from typing import TYPE_CHECKING

from .addresses import is_loopback
from .limits import AddressLimits
from .report import Report

if TYPE_CHECKING:
    from .connections import Line

MOST_LINES = 10_000
MOST_STRANGERS = 2_000  # connections in all that do not sit at a table: each costs memory, and a little time in every turn of the loop
MOST_OF_ADDRESS = 256
RESERVE = 8  # descriptors for the store and whatever else


def room() -> int:
    """How many connections the system's limit of open files allows; each may have a file of the page open beside it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_LINES + 1000
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return MOST_LINES
    return max(2, min(MOST_LINES, (soft - in_use() - RESERVE) // 2))


def in_use() -> int:
    """Open files of this process."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 32


class Guest:
    """All connections of one address."""

    __slots__ = ("lines", "strangers", "weak")

    def __init__(self) -> None:
        self.lines = 0
        self.strangers = 0  # those that do not sit at a table
        self.weak: dict[Line, None] = {}  # oldest first


class Crowd:
    """All connections: who may come in, and who has to go for that."""

    def __init__(self, report: Report, limits: AddressLimits, most: int, is_behind_proxy: bool) -> None:
        self.report, self.limits, self.most, self.is_behind_proxy = report, limits, most, is_behind_proxy
        self.most_strangers = min(most, MOST_STRANGERS)
        self.lines: dict[Line, None] = {}
        self.guests: dict[str, Guest] = {}
        self.strangers = 0

    def share(self, address: str, most: int) -> int:
        """How many of them one address may have: the machine itself most, a proxy all, since everybody comes by it."""
        if self.is_behind_proxy:
            return most
        return max(1, most * 3 // 4 if is_loopback(address) else min(MOST_OF_ADDRESS, most * 3 // 4))

    def enter(self, line: Line) -> bool:
        """A connection comes in, if there is room or room can be made."""
        guest = self.guests.setdefault(line.address, Guest())
        while self._is_full_for(line.address, guest) or self._is_full():
            crowded = [guest] if self._is_full_for(line.address, guest) else sorted(self.guests.values(), key=lambda one: -one.lines)
            if not any(self._make_room(one) for one in crowded):
                self.report.seldom("connections_refused", address=line.address, of_address=guest.lines, in_all=len(self.lines))
                self._forget(line.address, guest)
                return False
        self.guests[line.address] = guest  # which its last connection may just have left
        self.lines[line] = None
        guest.weak[line] = None
        guest.lines += 1
        guest.strangers += 1
        self.strangers += 1
        return True

    def _is_full_for(self, address: str, guest: Guest) -> bool:
        return guest.lines >= self.share(address, self.most) or guest.strangers >= self.share(address, self.most_strangers)

    def _is_full(self) -> bool:
        return len(self.lines) >= self.most or self.strangers >= self.most_strangers

    def _make_room(self, guest: Guest) -> bool:
        """Close the oldest weak connection of an address, or find that it has meanwhile sat down at a table."""
        line = next(iter(guest.weak), None)
        if line is None:
            return False
        if line.has_seat:
            self.settle(line)
            return True
        self.report.seldom("connections_closed_for_room", address=line.address, of_address=guest.lines, in_all=len(self.lines))
        self.leave(line)
        line.cut()
        return True

    def send_away(self) -> None:
        """The server stops: who owes us something is not waited for; sockets are told goodbye elsewhere."""
        for line in [line for guest in self.guests.values() for line in guest.weak if not line.is_socket]:
            line.cut()

    def rest(self, line: Line) -> None:
        """From now on it owes us something."""
        if line in self.lines:
            weak = self.guests[line.address].weak
            weak.pop(line, None)
            weak[line] = None

    def busy(self, line: Line) -> None:
        """From now on we owe it something."""
        if line in self.lines:
            self.guests[line.address].weak.pop(line, None)

    def settle(self, line: Line) -> None:
        """It sits at a table."""
        guest = self.guests[line.address]
        if line in guest.weak:
            del guest.weak[line]
            guest.strangers -= 1
            self.strangers -= 1
            line.has_counted_seat = True

    def leave(self, line: Line) -> None:
        """A connection is gone."""
        if line not in self.lines:
            return
        del self.lines[line]
        guest = self.guests[line.address]
        guest.lines -= 1
        if not line.has_counted_seat:
            guest.strangers -= 1
            self.strangers -= 1
        guest.weak.pop(line, None)
        self._forget(line.address, guest)

    def _forget(self, address: str, guest: Guest) -> None:
        if not guest.lines:
            self.guests.pop(address, None)
