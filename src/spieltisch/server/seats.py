"""Who sits at a table, and by which token. Of a token only its SHA-256 is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, field

from spieltisch import game as find_game
from spieltisch.bots import bot
from spieltisch.checks import Refused
from spieltisch.door import Seat
from spieltisch.log import Match

from .limits import clean_name
from .store import Damaged, Kept
from .wire import Legs, SeatInfo, SeatWish

Tokens = list[tuple[bytes, list[int]]]
STATES = ("open", "running", "over", "closed")
DAY = 24 * 3600
GONE_DAYS = 30  # whoever was not at a table for so long has left it


class Chair(Struct):
    """One seat: a person's, a bot's, or open. `holder` is the first seat of the token that holds it."""

    kind: str
    name: str = ""
    level: str | None = None
    holder: int | None = None
    sat_in: bool = False
    hints: int = 0  # tips asked for

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.sat_in

    def as_header(self, entropy_by_server: bool) -> dict[str, Any]:
        """The seat as the log names it."""
        if self.kind == "bot":
            return {"bot": self.level, **({"name": self.name} if self.name else {})}
        return {"name": self.name, **({"entropy": "server"} if entropy_by_server else {})}


class Device(Struct):
    """What is known of a token: what kind of device keeps it, and when it was last seen."""

    kind: str = ""
    seen: float = 0.0


class Setup(Struct):
    """All about a table that does not stand in its log."""

    game: str
    options: dict[str, Any]
    chairs: list[Chair]
    start: int | None = None
    clock: int | None = None
    pace: str = "human"
    begin: str = "full"
    entropy: dict[str, str] = field(default_factory=dict)  # first seat of a token → what its client sent
    chance: str | None = None  # the table whose dice and cards these are
    entropies: list[str] | None = None  # that table's
    next: str | None = None
    previous: str | None = None  # the table of which this is the rematch
    hints: bool = True  # may tips be asked for?
    seen: dict[str, int] = field(default_factory=dict)  # first seat of a token → the day on which it was last here
    agreed: list[int] = field(default_factory=list)  # first seats of those who want the table deleted
    devices: dict[str, Device] = field(default_factory=dict)  # by `device_id`
    legs: Legs | None = None  # where two games belong together
    shifted: int = 0  # by how many seats known dice go round

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def holders(self) -> list[Seat]:
        """The first seat of each token, in order."""
        return sorted({chair.holder for chair in self.chairs if chair.holder is not None})

    @property
    def is_duplicate(self) -> bool:
        """Have these dice and cards been seen before?"""
        return self.chance is not None

    def open_seats(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def info(self, present: set[Seat], begun: Sequence[Mapping[str, Any]] = (), is_over: bool = False) -> list[SeatInfo]:
        """The seats, as everybody may know them; once it has begun also for whom the server added entropy, after it who asked for tips."""
        return [
            SeatInfo(
                chair.kind, chair.name, chair.level, seat in present or chair.kind == "bot", chair.sat_in,  # type: ignore[arg-type]
                chair.hints if is_over else UNSET, begun[seat].get("entropy", UNSET) if begun else UNSET,
            )
            for seat, chair in enumerate(self.chairs)
        ]  # fmt: skip


def understood(kept: Kept) -> Setup:
    """What is kept of a table, read strictly: nothing that makes no sense gets any further."""
    try:
        setup = msgspec.convert(kept.setup, Setup)
        if kept.state not in STATES or not isinstance(kept.secret, bytes) or not isinstance(kept.touched, float):
            raise TypeError("not a table")
        find_game(setup.game).begin(len(setup.chairs), setup.start or 0, setup.options)
    except Exception as problem:
        raise Damaged("the table's row makes no sense") from problem
    return setup


def check_sense(kept: Kept, setup: Setup, match: Match | None) -> None:
    """Do the table and its log belong together?"""
    stage = "open" if match is None else "running" if match.result is None else "over"
    if kept.state not in (stage, "closed"):
        raise ValueError("the state does not go with the log")
    if match is not None and (match.header["game"], len(match.header["seats"])) != (setup.game, len(setup.chairs)):
        raise ValueError("the log is another table's")


def today() -> int:
    """Which day it is, counted from 1970."""
    return int(time.time() // DAY)


def who_is_missing(setup: Setup, touched: float) -> list[Seat]:
    """The first seats of those who have to agree before the table is deleted; whoever was not here for long is not waited for."""
    last = {holder: setup.seen.get(str(holder), int(touched // DAY)) for holder in setup.holders}
    return [holder for holder in setup.holders if holder not in setup.agreed and today() - last[holder] <= GONE_DAYS]


def chairs_for(wishes: Sequence[SeatWish]) -> tuple[list[Chair], list[Seat]]:
    """The seats of a new table, and those that its opener holds."""
    own = [seat for seat, wish in enumerate(wishes) if wish.kind in ("me", "local")]
    chairs = []
    for wish in wishes:
        name = clean_name(wish.name)
        if wish.kind == "bot":
            bot(wish.level)
            chairs.append(Chair("bot", name, wish.level))
        elif wish.kind == "open":
            chairs.append(Chair("open", name))
        else:
            chairs.append(Chair("person", name, holder=own[0]))
    return chairs, own


def sit_down(setup: Setup, name: str, wanted: Seat | None) -> Seat:
    """Give somebody an open seat: the wanted one, else the first."""
    free = setup.open_seats()
    if wanted is not None and wanted >= len(setup.chairs):
        raise Refused("no_such_seat", seat=wanted, seats=len(setup.chairs))
    if not free or (wanted is not None and wanted not in free):
        raise Refused("seat_taken")
    seat = free[0] if wanted is None else wanted
    chair = setup.chairs[seat]
    setup.chairs[seat] = Chair("person", clean_name(name) or chair.name, holder=seat)
    return seat


# ---------------------------------------------------------------- tokens


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a table; whoever knows it may look on, and take an open seat."""
    return secrets.token_hex(8)


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def device_id(kept: bytes) -> str:
    """What a token is called where it must not be told."""
    return kept.hex()[:12]


def seats_held(tokens: Tokens, token: str) -> list[Seat]:
    """The seats that a token holds here; an unknown one is refused. All are compared, each in constant time."""
    wanted = hashed(token)
    found: list[int] | None = None
    for kept, seats in tokens:
        if hmac.compare_digest(kept, wanted):
            found = seats
    if found is None:
        raise Refused("wrong_token")
    return found
