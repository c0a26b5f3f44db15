"""The kinds of things at a table: how each lies in the record, how views write it, how positions tell and read it, how others describe it.

Rooms get them from `spieltisch.table`. Each kind is a few lines; `derive.py` puts them together."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from .checks import Refused, one_of, sequence, table, whole, yes_or_no

SEATS = 4  # as many as a record has room for


class Seen(enum.Flag):
    """Who may see a thing. They can be joined: `OWNER | WHEN_OVER`."""

    NOBODY = 0
    OWNER = 1
    WHEN_OVER = 2  # everybody, once the game is over
    ALL = 4


class Misdeclared(Exception):
    """A declaration that cannot be: which file, which field, what is wrong with it."""


@dataclass(eq=False)
class Kind:
    """A thing at the table. What every kind may say about itself stands here."""

    _: KW_ONLY
    seen_by: Seen | None = None  # no default: a room that does not say is refused
    view: str | None = ""  # the key in views: as the field is named, unless said otherwise; None: views do not tell it
    position: str | None = ""  # the same in positions
    own: str | None = None  # the key under which a view tells the watcher's own one of several
    part_of: str | None = None  # these things lie among those, too
    of: str | None = None  # the stock they come from; to whoever cannot see them, they may still be there
    size: str | None = None  # the field that counts a stock
    owner: str | None = None  # the field that says whose it is, where there is only one
    when: Callable[..., Any] | None = None  # (record, options): positions tell it only then
    chosen: Callable[..., Any] | None = None  # (options): only with such house rules is it told in positions, and read from views
    blank: int | None = 0  # what stands there for those who may not see it; None: the table's own veil takes care of it
    shown_if: Callable[..., Any] | None = None  # compiled, (record): views tell it only then
    name: str = ""

    type = "i1"

    @property
    def is_hidden(self) -> bool:
        """Is there anybody who may not see it?"""
        return self.seen_by is not None and Seen.ALL not in self.seen_by

    def shape(self) -> tuple[int, ...]:
        """How many numbers the record keeps for it."""
        return ()

    def needs(self) -> list[str]:
        """Other fields that must be there."""
        return []

    def code(self, key: bytes) -> str:
        """The statement that writes it into a view, behind a key."""
        raise NotImplementedError

    def told(self, value: Any, seats: int) -> Any:
        """As positions tell it."""
        raise NotImplementedError

    def read(self, value: Any, key: str, seats: int) -> Any:
        """What the record keeps, from JSON; what cannot be is refused with the key."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """As JSON Schema."""
        raise NotImplementedError

    def typescript(self) -> str:
        """As TypeScript."""
        return "number"


def _range_type(low: int, high: int) -> str:
    return "i1" if low >= -128 and high <= 127 else "i2" if low >= -(1 << 15) and high < 1 << 15 else "i4"


@dataclass(eq=False)
class number(Kind):
    """A whole number in a range."""

    low: int
    high: int

    def __post_init__(self) -> None:
        self.type = _range_type(self.low, self.high)

    def code(self, key: bytes) -> str:
        return f"at = write_field(out, at, {key!r}, record.{self.name})"

    def told(self, value: Any, seats: int) -> Any:
        return value

    def read(self, value: Any, key: str, seats: int) -> Any:
        return whole(value, key, self.low, self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(eq=False)
class seat(number):
    """One of the seats."""

    low: int = 0
    high: int = SEATS - 1

    def read(self, value: Any, key: str, seats: int) -> Any:
        return whole(value, key, 0, seats - 1)


@dataclass(eq=False)
class flag(Kind):
    """Yes or no."""

    def code(self, key: bytes) -> str:
        return f"at = write_text(out, at, {key + b'true'!r} if record.{self.name} else {key + b'false'!r})"

    def told(self, value: Any, seats: int) -> Any:
        return bool(value)

    def read(self, value: Any, key: str, seats: int) -> Any:
        return yes_or_no(value, key)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def typescript(self) -> str:
        return "boolean"


@dataclass(eq=False)
class word(Kind):
    """One of a few words; the record keeps its number: as they come, or as a dict says."""

    words: tuple[str, ...] | dict[str, int]

    def __post_init__(self) -> None:
        self.numbers = self.words if isinstance(self.words, dict) else {one: number for number, one in enumerate(self.words)}
        self.names = {number: one for one, number in self.numbers.items()}

    def code(self, key: bytes) -> str:
        words = tuple(b'"%s"' % self.names.get(number, "").encode() for number in range(max(self.names) + 1))
        return f"at = write_text(out, write_text(out, at, {key!r}), {words!r}[record.{self.name}])"

    def told(self, value: Any, seats: int) -> Any:
        return self.names[value]

    def read(self, value: Any, key: str, seats: int) -> Any:
        return self.numbers[one_of(value, key, tuple(self.words))]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def typescript(self) -> str:
        return " | ".join(f'"{one}"' for one in self.words)


@dataclass(eq=False)
class values(Kind):
    """A list of numbers, at most so many; another field has its length, or the first zero ends it."""

    low: int
    high: int
    most: int | tuple[int, ...]  # several of them: rows, which only a form of its own can tell
    count: str | None = None
    ascending: bool = True

    def __post_init__(self) -> None:
        self.type = _range_type(self.low, self.high)

    def shape(self) -> tuple[int, ...]:
        return (self.most,) if isinstance(self.most, int) else self.most

    def needs(self) -> list[str]:
        return [self.count] if self.count else []

    def length(self, at: str = "") -> str:
        """The text that says how many there are."""
        return f"record.{self.count}{at}" if self.count else f"length(record.{self.name}{at})"

    def code(self, key: bytes) -> str:
        return f"at = write_numbers(out, write_text(out, at, {key!r}), record.{self.name}, {self.length()})"

    def told(self, value: Any, seats: int) -> Any:
        return [one for one in value if one]

    def read(self, value: Any, key: str, seats: int) -> Any:
        most = self.shape()[0]
        numbers = [whole(one, key, self.low, self.high) for one in sequence(value, key, 0, most)]
        return [*(sorted(numbers) if self.ascending else numbers), *[0] * (most - len(numbers))]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": number(self.low, self.high).schema(), "maxItems": self.shape()[0]}

    def typescript(self) -> str:
        return "number[]"


@dataclass(eq=False)
class multiset(Kind):
    """Things of which only the value matters: how many there are of each. Those whose value is not known count as 0."""

    low: int
    high: int
    most: int

    def shape(self) -> tuple[int, ...]:
        return (self.high + 1,)

    def code(self, key: bytes) -> str:
        return f"at = write_multiset(out, write_text(out, at, {key!r}), record.{self.name})"

    def told(self, value: Any, seats: int) -> Any:
        return [one for one, count in enumerate(value) for _ in range(count)]

    def read(self, value: Any, key: str, seats: int) -> Any:
        counts = [0] * (self.high + 1)
        for one in sequence(value, key, 0, self.most):
            counts[whole(one, key, self.low, self.high)] += 1
        return counts

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": number(self.low, self.high).schema(), "maxItems": self.most}

    def typescript(self) -> str:
        return "number[]"


@dataclass(eq=False)
class marks(Kind):
    """The numbers, of a range, that are marked."""

    low: int
    high: int

    def shape(self) -> tuple[int, ...]:
        return (self.high + 1,)

    def code(self, key: bytes) -> str:
        return f"at = write_marks(out, write_text(out, at, {key!r}), record.{self.name})"

    def told(self, value: Any, seats: int) -> Any:
        return [one for one, marked in enumerate(value) if marked]

    def read(self, value: Any, key: str, seats: int) -> Any:
        marked = [whole(one, key, self.low, self.high) for one in sequence(value, key, 0, self.high + 1 - self.low)]
        if len(set(marked)) < len(marked):
            raise Refused("named_twice", key=key)
        return [one in marked for one in range(self.high + 1)]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": number(self.low, self.high).schema(), "uniqueItems": True}

    def typescript(self) -> str:
        return "number[]"


@dataclass(eq=False)
class sparse(Kind):
    """For each number of a range a number per seat; only where one of them is not 0 is it told."""

    low: int
    high: int
    inside: number

    def shape(self) -> tuple[int, ...]:
        return (SEATS, self.high + 1)

    def code(self, key: bytes) -> str:
        return f"at = write_sparse(out, write_text(out, at, {key!r}), record.{self.name}, record.seats)"

    def told(self, value: Any, seats: int) -> Any:
        columns = [[value[one][place] for one in range(seats)] for place in range(self.high + 1)]
        return {str(place): column for place, column in enumerate(columns) if any(column)}

    def read(self, value: Any, key: str, seats: int) -> Any:
        kept = [[0] * (self.high + 1) for _ in range(SEATS)]
        for name, column in table(value, key).items():
            place = f"{key}.{name[:9]}"
            if not re.fullmatch("[0-9]{1,5}", name) or str(int(name)) != name or not self.low <= int(name) <= self.high:
                raise Refused("unknown_key", key=place)
            for one, entry in enumerate(sequence(column, place, seats, seats)):
                kept[one][int(name)] = self.inside.read(entry, place, seats)
        return kept

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": {"type": "array", "items": self.inside.schema()}}

    def typescript(self) -> str:
        return "Record<string, number[]>"


@dataclass(eq=False)
class each(Kind):
    """One for every seat."""

    inside: Kind

    def __post_init__(self) -> None:
        self.type = self.inside.type

    def shape(self) -> tuple[int, ...]:
        return (SEATS, *self.inside.shape())

    def needs(self) -> list[str]:
        return self.inside.needs()

    def code(self, key: bytes) -> str:
        if isinstance(self.inside, number):
            return f"at = write_numbers(out, write_text(out, at, {key!r}), record.{self.name}, record.seats)"
        inner = self.one("seat").replace("\n", "\n    ")
        loop = f"for seat in range(record.seats):\n    at = write_text(out, at, b',' if seat else b'')\n    {inner}"
        return f"at = write_text(out, at, {key + b'['!r})\n{loop}\nat = write_text(out, at, b']')"

    def one(self, seat: str) -> str:
        """The statement that writes one of them."""
        self.inside.name = f"{self.name}[{seat}]"
        if isinstance(self.inside, own_form):
            return f"at = own_{self.name}(record, {seat}, names, out, at)"
        if isinstance(self.inside, values):
            return f"at = write_numbers(out, at, record.{self.name}[{seat}], {self.inside.length(f'[{seat}]')})"
        return self.inside.code(b"")

    def told(self, value: Any, seats: int) -> Any:
        return [self.inside.told(one, seats) for one in value[:seats]]

    def read(self, value: Any, key: str, seats: int) -> Any:
        kept = [self.inside.read(one, key, seats) for one in sequence(value, key, seats, seats)]
        return [*kept, *[self.nothing() for _ in range(SEATS - seats)]]

    def nothing(self) -> Any:
        """What lies where nobody sits."""
        return [0] * self.inside.shape()[0] if self.inside.shape() else 0

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.inside.schema(), "minItems": 2, "maxItems": SEATS}

    def typescript(self) -> str:
        inside = self.inside.typescript()
        return f"({inside})[]" if " " in inside else f"{inside}[]"


@dataclass(eq=False)
class own_form(Kind):
    """A form of its own: a compiled function writes it, and another function reads and stores it.

    `write(record, watcher, names, out, at)`, `reader(value, key, record, options)`; one of each(…) is written for a seat instead of a watcher,
    and its reader is given that seat, too. In a position null means that it is not told."""

    write: Callable[..., Any]
    reader: Callable[..., Any] | None = None
    json: dict[str, Any] | None = None
    ts: str = "unknown"
    shaped: tuple[int, ...] | None = None  # where the record keeps it under the field's own name
    kept_as: str = "i1"
    parts: tuple[str, ...] = ()  # what positions tell of each entry; views may show more, which follows from the rest

    def __post_init__(self) -> None:
        self.type = self.kept_as if self.shaped is not None else ""

    def shape(self) -> tuple[int, ...]:
        return self.shaped or ()

    def code(self, key: bytes) -> str:
        return f"at = own_{self.name}(record, watcher, names, out, write_text(out, at, {key!r}))"

    def kept(self, entries: Any) -> Any:
        """As positions tell it, from what views show."""
        if not self.parts or not isinstance(entries, (list, tuple)):
            return entries
        return [{key: entry[key] for key in self.parts if key in entry} if isinstance(entry, dict) else entry for entry in entries]

    def schema(self) -> dict[str, Any]:
        return self.json or {}

    def typescript(self) -> str:
        return self.ts

