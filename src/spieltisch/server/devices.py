"""A seat on several devices: a short code, good once and for five minutes, gives another device a token of its own for the same seats.

Codes live in memory only; a device is a token, and what is known of it stands with the table."""

from __future__ import annotations

import hmac
import secrets
import time
from typing import TYPE_CHECKING

from spieltisch.checks import Refused
from spieltisch.door import Seat

from .seating import keep, seated
from .seats import Device, device_id, hashed, new_token, seats_held
from .wire import DeviceCode, DeviceInfo, Seated

if TYPE_CHECKING:
    from .table import Table

GOOD_FOR = 300.0  # seconds
DIGITS = 8
MOST_CODES = 10_000
MOST_DEVICES = 8  # at one seat
DENIED = 4401


class Codes:
    """The codes that have been told and not been used. Whoever guesses is slowed down by address (`limits`), and has 10⁸ to choose from."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[str, list[Seat], float]] = {}

    def new(self, table_id: str, seats: list[Seat], now: float | None = None) -> DeviceCode:
        """A code for these seats; an older one for them is no longer good."""
        now = time.monotonic() if now is None else now
        self._told = {
            code: told for code, told in self._told.items() if told[2] > now and (told[0], told[1]) != (table_id, seats)
        }
        if len(self._told) >= MOST_CODES:
            raise Refused("too_many")
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._told[code] = table_id, seats, now + GOOD_FOR
        return DeviceCode(code, int(GOOD_FOR))

    def use(self, typed: str, now: float | None = None) -> tuple[str, list[Seat]]:
        """The table and the seats of a code, once."""
        now = time.monotonic() if now is None else now
        wanted = "".join(typed.split())
        found = None
        for code in list(self._told):
            if hmac.compare_digest(code.encode(), wanted.encode("utf-8", "replace")):
                found = self._told.pop(code)
        if found is None or found[2] <= now:
            raise Refused("wrong_code")
        return found[0], found[1]


async def admit(table: Table, seats: list[Seat], kind: str) -> Seated:
    """Another device sits down in seats that somebody holds. For the table's inbox."""
    if sum(held == seats for _, held in table.tokens) >= MOST_DEVICES:
        raise Refused("too_many")
    token = new_token()
    table.setup.devices[device_id(hashed(token))] = Device(kind, time.time())
    await keep(table, (hashed(token), seats))
    return seated(table, seats[0], token, seats)


async def listed(table: Table, token: str) -> list[DeviceInfo]:
    """The devices at the seats of a token, the asking one first. For the table's inbox."""
    mine = seats_held(table.tokens, token)
    here = {socket.device for sockets in table.sockets.values() for socket in sockets}
    told = []
    for kept, seats in table.tokens:
        if seats == mine:
            name = device_id(kept)
            known = table.setup.devices.get(name, Device())
            told.append(DeviceInfo(name, known.kind, known.seen or None, name in here, kept == hashed(token)))
    return sorted(told, key=lambda device: (not device.yours, -(device.seen or 0)))


async def end(table: Table, token: str, name: str) -> list[DeviceInfo]:
    """Take a device's token away; its sockets are closed. For the table's inbox."""
    mine = seats_held(table.tokens, token)
    ended = [kept for kept, seats in table.tokens if seats == mine and device_id(kept) == name]
    if not ended:
        raise Refused("no_such_device")
    await table.house.store.drop_token(table.id, ended[0])
    table.tokens[:] = [(kept, seats) for kept, seats in table.tokens if kept != ended[0]]
    table.setup.devices.pop(name, None)
    for socket in {socket for sockets in table.sockets.values() for socket in sockets}:
        if socket.device == name:
            socket.close(DENIED)
    if hashed(token) == ended[0]:
        return []
    return await listed(table, token)
