"""Where outcomes come from: fair (committed before the game, checkable after it), seeded (for tests and repeats), scripted."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .checks import Refused, short
from .rule import below, luck, next_word

if TYPE_CHECKING:
    from .door import Game, State


DIGESTS = 2**256  # how many there are
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # of HMAC


class Luck(Protocol):
    """What a guess needs of chance: a whole number from 0 to count - 1."""

    def below(self, count: int) -> int: ...


class _Generator:
    """A seeded generator, or one of the caller's, as luck."""

    def __init__(self, source: Any) -> None:
        self._below = source.integers if isinstance(source, np.random.Generator) else source.randrange

    def below(self, count: int) -> int:
        return int(self._below(count))


class Stream:
    """The generator of simulations as luck: the same numbers from the same seed here and in every browser."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._words = luck(seed, stream)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1; above 2**31 the count must be a multiple of 2**32."""
        if count > 1 << 31:
            return (self.below(count >> 32) << 32) + int(next_word(self._words))
        return int(below(self._words, count))


def as_luck(source: Any) -> Luck:
    """Luck from what callers have at hand: a seed, `random.Random`, a NumPy generator, or luck itself."""
    if isinstance(source, int) and not isinstance(source, bool):
        return _Generator(random.Random(source))
    if source is None:
        return _Generator(random.SystemRandom())
    if isinstance(source, (random.Random, np.random.Generator)):
        return _Generator(source)
    if hasattr(source, "below"):
        return source
    raise Refused("wrong_type", key="chance", wanted="chance", value=short(source))


class Source(Protocol):
    """Brings the outcomes of one game, one after the other."""

    def draw(self, game: Game, state: State) -> str: ...
    def skip(self, game: Game, state: State) -> None: ...


class Fair:
    """Outcomes that are settled when the game begins: the k-th of a kind for a seat follows from the secret and the entropies.

    The secret's hash is shown before the start, every human adds entropy after that, the secret is shown at the end: docs/fairness.md.
    `shifted`: each seat gets what falls to the seat so many places before it."""

    def __init__(self, secret: bytes, table: str, entropies: Sequence[str] = (), shifted: int = 0) -> None:
        self.secret = secret
        self.table = table
        self.entropies = list(entropies)
        self.shifted = shifted
        self._said = json.dumps([self.table, self.entropies], separators=(",", ":"))[:-1] + ","
        key = (secret if len(secret) <= 64 else hashlib.sha256(secret).digest()).ljust(64, b"\0")
        self._inner = hashlib.sha256(key.translate(INNER))  # HMAC, with the key's part done once
        self._outer = hashlib.sha256(key.translate(OUTER))
        self._count: Counter[tuple[str, int | None]] = Counter()

    @cached_property
    def commitment(self) -> str:
        """What is shown before the game."""
        return hashlib.sha256(self.secret).hexdigest()

    def ticket(self, kind: str, seat: int | None, number: int, total: int) -> int:
        """The ticket drawn for the number-th outcome of a kind for a seat, without modulo bias."""
        said = f'{self._said}"{kind}",{"null" if seat is None else seat},{number},'
        for attempt in range(1000):
            drawn = int.from_bytes(self._hmac(f"{said}{attempt}]".encode()), "big")
            if drawn < DIGESTS - DIGESTS % total:
                return drawn % total
        raise AssertionError("a thousand digests in a row beyond the last whole multiple")

    def _hmac(self, said: bytes) -> bytes:
        """HMAC-SHA-256 with the secret."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(said)
        outer.update(inner.digest())
        return outer.digest()

    def draw(self, game: Game, state: State) -> str:
        """The next outcome."""
        kind, seat, total = game.lottery(state)
        number = self._count[kind, seat]
        self._count[kind, seat] = number + 1
        if self.shifted and seat is not None:
            seat = (seat - self.shifted) % state.seats
        return game.drawn(state, self.ticket(kind, seat, number, total))

    def skip(self, game: Game, state: State) -> None:
        """Count an outcome that a log already holds."""
        kind, seat, _ = game.lottery(state)
        self._count[kind, seat] += 1

    def below(self, count: int) -> int:
        """Luck for anything else that has to be repeatable (which seat starts, what a bot guesses)."""
        self._count["luck", None] += 1
        return self.ticket("luck", None, self._count["luck", None], count)


def fresh_secret() -> bytes:
    """Thirty-two bytes that nobody can know."""
    return secrets.token_bytes(32)


def fair(table: str, entropies: Sequence[str] = (), secret: bytes | None = None) -> Fair:
    """Fair chance for a table; the secret comes from the operating system."""
    return Fair(secret if secret is not None else fresh_secret(), table, entropies)


def seeded(seed: int) -> Fair:
    """The same outcomes for the same seed, on every machine."""
    return Fair(hashlib.sha256(f"spieltisch seed {seed}".encode()).digest(), "seeded")


class Scripted:
    """Outcomes as written down beforehand."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        self._rest = list(outcomes)[::-1]

    def draw(self, game: Game, state: State) -> str:
        """The next outcome of the script."""
        if not self._rest:
            raise Refused("script_ended")
        return self._rest.pop()

    def skip(self, game: Game, state: State) -> None:
        """Pass over one outcome."""
        self.draw(game, state)
