"""How much is too much: names, options, and how often an address or a socket may do what."""

from __future__ import annotations

import json
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from spieltisch.checks import Refused

from .addresses import is_loopback

MOST_NAME = 40  # characters
MOST_OPTIONS = 16_000  # bytes of JSON
MOST_BODY = 64 * 1024
MOST_FRAME = 8 * 1024
MOST_LATE = 64  # pieces of what a socket sends that may wait for the one before
MOST_UNREAD = MOST_FRAME  # bytes of a socket that wait; then no more are taken from the line
MOST_UNSENT = 256 * 1024  # bytes that may wait for a socket before it is dropped
MOST_ONLOOKERS = 100  # sockets of onlookers at a table
MOST_SOCKETS = 16  # sockets of one token at a table
HELLO_SECONDS = 20.0
HEARTBEAT_SECONDS = 25.0  # a socket silent for so long is asked whether it is there
SILENT_SECONDS = 40.0
FRAMES = (200.0, 400.0)  # of any kind and parts of frames, a second and at once; more are read later
MOST_RESTS = 1500  # frames in a row that have to be read later; more end the socket
FAULTS = (2.0, 60.0)  # refused frames a second and at once; more end the socket
LOOPBACK_FACTOR = 500  # the machine itself: tests, load, the host's own browser


def clean_name(name: str) -> str:
    """A name as it is shown: one line, without control or direction characters, bounded."""
    if len(name) > 10 * MOST_NAME:  # nothing so long is worth remembering
        raise Refused("name_too_long", most=MOST_NAME)
    return _cleaned(name)


@lru_cache(10_000)
def _cleaned(name: str) -> str:
    told = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", name))
    told = " ".join("".join(letter for letter in told if unicodedata.category(letter)[0] != "C").split())
    if len(told) > MOST_NAME:
        raise Refused("name_too_long", most=MOST_NAME)
    return told


def check_options(options: Mapping[str, Any]) -> None:
    """House rules travel with every view: they have to be short."""
    if len(json.dumps(options)) > MOST_OPTIONS:
        raise Refused("options_too_long", most=MOST_OPTIONS)


class Bucket:
    """Tokens that refill with time: `rate` a second, at most `size`."""

    __slots__ = ("left", "rate", "size", "when")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.left = size
        self.when = time.monotonic()

    def wait(self, now: float | None = None) -> float:
        """Take one; the seconds until it would have been there."""
        now = time.monotonic() if now is None else now
        self.left = min(self.size, self.left + (now - self.when) * self.rate)
        self.when = now
        self.left -= 1
        return 0.0 if self.left >= 0 else -self.left / self.rate

    def take(self, now: float | None = None) -> bool:
        """Take one if it is there."""
        if self.wait(now) == 0.0:
            return True
        self.left += 1
        return False


@dataclass
class AddressLimits:
    """What one address may do: a second, and at once."""

    tables: tuple[float, float] = (1 / 60, 40)
    joins: tuple[float, float] = (1 / 6, 60)
    requests: tuple[float, float] = (10, 200)
    files: tuple[float, float] = (40, 600)  # the page's: a family of four behind one address loads a hundred and sixty at once
    history: tuple[float, float] = (2, 40)
    codes: tuple[float, float] = (1 / 30, 10)  # for another device, typed
    refusals: tuple[float, float] = (500, 500)  # more are told later; the machine itself has no more of these
    sockets: int = 120
    waiting: int = 200
    own_factor: int = LOOPBACK_FACTOR  # for the machine itself
    _buckets: OrderedDict[tuple[str, str], Bucket] = field(default_factory=OrderedDict)
    _open: dict[str, int] = field(default_factory=dict)

    def check(self, kind: str, address: str) -> None:
        """Count one request of a kind; too many are refused."""
        if not self.allows(kind, address):
            raise Refused("too_many")

    def allows(self, kind: str, address: str) -> bool:
        """Count one request of a kind; is it still within the limit?"""
        return self._bucket(kind, address).take()

    def wait(self, kind: str, address: str) -> float:
        """Count one of a kind; the seconds until it is within the limit."""
        return self._bucket(kind, address).wait()

    def most_waiting(self, address: str) -> int:
        """How many requests may be worked on or wait their turn."""
        return self.waiting * self._factor(address)

    def _factor(self, address: str) -> int:
        return self.own_factor if is_loopback(address) else 1

    def _bucket(self, kind: str, address: str) -> Bucket:
        bucket = self._buckets.get((kind, address))
        if bucket is None:
            rate, size = getattr(self, kind)
            factor = self._factor(address) if kind != "refusals" else 1
            bucket = self._buckets[kind, address] = Bucket(rate * factor, size * factor)
            if len(self._buckets) > 50_000:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((kind, address))
        return bucket

    def connect(self, address: str) -> None:
        """Count an open socket."""
        if self._open.get(address, 0) >= self.sockets * self._factor(address):
            raise Refused("too_many")
        self._open[address] = self._open.get(address, 0) + 1

    def disconnect(self, address: str) -> None:
        """One socket less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
