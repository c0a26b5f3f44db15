"""How much is too much: names, options, and how often an address or a socket may do what."""

from __future__ import annotations

import ipaddress
import json
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from spieltisch.checks import Refused

MOST_NAME = 40  # characters
MOST_OPTIONS = 16_000  # bytes of JSON
MOST_BODY = 64 * 1024
MOST_FRAME = 8 * 1024
MOST_LATE = 64  # messages of a socket that may wait for the one before
MOST_UNSENT = 256 * 1024  # bytes that may wait for a socket before it is dropped
MOST_ONLOOKERS = 100  # sockets of onlookers at a table
MOST_SOCKETS = 16  # sockets of one token at a table
HELLO_SECONDS = 20.0
HEARTBEAT_SECONDS = 25.0  # a socket silent for so long is asked whether it is there
SILENT_SECONDS = 40.0
FRAMES = (200.0, 400.0)  # a second and at once; more are read later
FAULTS = (2.0, 60.0)  # refused frames a second and at once; more end the socket
LOOPBACK_FACTOR = 500  # the machine itself: tests, load, the host's own browser


@lru_cache(10_000)
def clean_name(name: str) -> str:
    """A name as it is shown: one line, without control or direction characters, bounded."""
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
    history: tuple[float, float] = (2, 40)
    codes: tuple[float, float] = (1 / 30, 10)  # for another device, typed
    sockets: int = 120
    _buckets: OrderedDict[tuple[str, str], Bucket] = field(default_factory=OrderedDict)
    _open: dict[str, int] = field(default_factory=dict)

    def check(self, kind: str, address: str) -> None:
        """Count one request of a kind; too many are refused."""
        bucket = self._buckets.get((kind, address))
        if bucket is None:
            rate, size = getattr(self, kind)
            factor = LOOPBACK_FACTOR if is_loopback(address) else 1
            bucket = self._buckets[kind, address] = Bucket(rate * factor, size * factor)
            if len(self._buckets) > 50_000:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((kind, address))
        if not bucket.take():
            raise Refused("too_many")

    def connect(self, address: str) -> None:
        """Count an open socket."""
        most = self.sockets * (LOOPBACK_FACTOR if is_loopback(address) else 1)
        if self._open.get(address, 0) >= most:
            raise Refused("too_many")
        self._open[address] = self._open.get(address, 0) + 1

    def disconnect(self, address: str) -> None:
        """One socket less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


@lru_cache(10_000)
def is_loopback(address: str) -> bool:
    """Is this the machine itself?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


@lru_cache(10_000)
def network_of(address: str) -> str:
    """An address as limits see it: of IPv6 the network, of which one machine has all addresses."""
    try:
        told = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if told.version == 6 and not told.is_loopback:
        return str(ipaddress.ip_network((told, 64), strict=False))
    return str(told)
