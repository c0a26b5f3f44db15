"""What a room's `table.py` is written with: everything there is at the table, what kind of thing it is, and who may see it.

From that one declaration the house derives the record and the veil, views and texts (`derive.py`), their readers and positions
(`positions.py`), JSON Schema and TypeScript (`schema.py`). A field that does not say who may see it is refused when the room is loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from .kinds import Kind, Misdeclared, Seen, each, flag, marks, multiset, number, own_form, seat, sparse, values, word
from .patterns import Actions, gap, moves, outcomes
from .rule import layout

__all__ = [
    "ALL", "NOBODY", "OWNER", "WHEN_OVER", "Actions", "Misdeclared", "Table", "derived", "each", "flag", "gap", "marks", "moves", "multiset",
    "number", "outcomes", "own_form", "printed", "seat", "sparse", "table", "values", "within", "word",
]  # fmt: skip

ALL, OWNER, NOBODY, WHEN_OVER = Seen.ALL, Seen.OWNER, Seen.NOBODY, Seen.WHEN_OVER
K = TypeVar("K", bound=Kind)


def derived(kind: K, seen_by: Seen) -> K:
    """Kept by the rules for speed and told by nobody; the room's `complete` makes it again when a position or a view is read."""
    kind.seen_by, kind.view, kind.position = seen_by, None, None
    return kind


def within(kind: K, seen_by: Seen) -> K:
    """Told as a part of another field that has a form of its own."""
    return derived(kind, seen_by)


def printed(kind: K) -> K:
    """Laid out from the content and the house rules, which everybody at the table knows; in no view and no position."""
    return derived(kind, ALL)


@dataclass
class Table:
    """All that one room declares."""

    fields: dict[str, Kind]
    keys: tuple[str, ...] | None  # of a position, in order
    veil: Callable[..., Any] | None  # what no field alone can say is hidden: a compiled function (record, watcher)
    over: int | None  # the phase in which a game has ended
    uncovers: Callable[..., Any] | None  # compiled, (record, after): does this play bring to light what was hidden before it?
    record: np.dtype[Any] = field(init=False)

    def __post_init__(self) -> None:
        kept = [thing for thing in self.fields.values() if thing.type]
        self.record = layout(("seats", "i1"), *((thing.name, thing.type, thing.shape()) for thing in kept))

    @property
    def has_secrets(self) -> bool:
        """Does anybody see less than another?"""
        return self.veil is not None or any(thing.is_hidden for thing in self.fields.values())

    def told(self) -> list[Kind]:
        """The fields that a position tells, in its order."""
        found = {thing.position: thing for thing in self.fields.values() if thing.position}
        return [found[key] for key in self.keys or found]


def table(*, position: str = "", veil: Callable[..., Any] | None = None, over: int | None = None,
          uncovers: Callable[..., Any] | None = None, **fields: Kind) -> Table:  # fmt: skip
    """Everything at a table, in the order in which views tell it; `position` names the keys of a position in theirs."""
    file = sys._getframe(1).f_code.co_filename
    for name, thing in fields.items():
        if not isinstance(thing, Kind):
            raise Misdeclared(f"{file}: the field {name} is no kind of thing: number(…), word(…), each(…) and so on.")
        if thing.seen_by is None:
            raise Misdeclared(f"{file}: the field {name} does not say who may see it: seen_by=ALL, OWNER, WHEN_OVER or NOBODY.")
        thing.name = name
        thing.view = name if thing.view == "" else thing.view
        thing.position = name if thing.position == "" else thing.position
    faults = list(_faults(fields, tuple(position.split()), veil, over))
    if faults:
        raise Misdeclared(f"{file}: {faults[0]}")
    return Table(fields, tuple(position.split()) or None, veil, over, uncovers)


def _faults(fields: dict[str, Kind], keys: tuple[str, ...], veil: Any, over: int | None) -> Any:
    """What is wrong with a declaration, in sentences."""
    for name, thing in fields.items():
        for other in (thing.part_of, thing.of, thing.size, thing.owner, *thing.needs()):
            if other is not None and other not in fields:
                yield f"the field {name} speaks of {other}, and there is no such field."
        assert thing.seen_by is not None
        if Seen.WHEN_OVER in thing.seen_by and (over is None or "phase" not in fields):
            yield f"the field {name} is seen when the game is over: the table needs over=… and a field phase."
        if Seen.OWNER in thing.seen_by and not isinstance(thing, each) and thing.owner is None and veil is None:
            yield f"the field {name} is seen by its owner: make it each(…), or say owner=…."
        inside = thing.inside if isinstance(thing, (each, sparse)) else thing
        if isinstance(inside, (number, values, multiset)) and inside.low < 0 and (thing.view or thing.own):
            yield f"the field {name} may be negative, which views cannot tell: count from 0, or give it a form of its own."
        if thing.is_hidden and isinstance(thing, own_form) and thing.shaped is None and veil is None:
            yield f"the field {name} has a form of its own and is hidden: the table needs veil=… to blank it."
    told = {thing.position for thing in fields.values() if thing.position}
    if keys and set(keys) != told:
        yield f"position=… and the fields differ in {', '.join(sorted(set(keys) ^ told))}."
