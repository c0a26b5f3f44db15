"""The learned weights of a room: one small network per number of seats, kept as `value.npz` beside the rules."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FIRST = 64  # cells of the first hidden layer
SECOND = 32  # and of the second
STORED = np.float16  # what weights are stored as, here and for the browser: both sides widen the same numbers


class Net(NamedTuple):
    """A seat's numbers are seen by itself (`self`) and by the whole table (`all`), the table's own by everybody."""

    self: Any  # (OWN, FIRST)
    all: Any  # (OWN, FIRST)
    table: Any  # (TABLE, FIRST)
    bias: Any  # (FIRST,)
    second: Any  # (FIRST, SECOND)
    second_bias: Any  # (SECOND,)
    last: Any  # (SECOND, 2): how a seat stands to win, and its points
    last_bias: Any  # (2,)


def untaught(own: int, table: int, seed: int) -> Net:
    """A network that knows nothing yet."""
    dice = np.random.default_rng(seed)

    def spread(rows: int, columns: int, share: float = 1.0) -> Any:
        return (dice.standard_normal((rows, columns)) * share * np.sqrt(2.0 / rows)).astype(np.float32)

    def zeros(count: int) -> Any:
        return np.zeros(count, np.float32)

    return Net(
        spread(own, FIRST), spread(own, FIRST, 0.5), spread(table, FIRST, 0.5), zeros(FIRST),
        spread(FIRST, SECOND), zeros(SECOND), spread(SECOND, 2, 0.1), zeros(2),
    )  # fmt: skip


def save(file: Path, nets: dict[int, Net], facts: dict[int, dict[str, float]]) -> None:
    """All seat counts of a room in one file, 16 bits a number; `facts` are numbers measured about each."""
    kept: dict[str, Any] = {
        f"{name}_{seats}": part.astype(STORED) for seats, net in nets.items() for name, part in net._asdict().items()
    }
    kept |= {f"fact_{name}_{seats}": np.float64(value) for seats, own in facts.items() for name, value in own.items()}
    np.savez(file, **kept)


class Learned(NamedTuple):
    """What a room has learned."""

    nets: dict[int, Net]
    facts: dict[int, dict[str, float]]
    mark: str  # names this very file


@cache
def learned(file: Path) -> Learned:
    """The weights from a file."""
    nets: dict[int, Net] = {}
    facts: dict[int, dict[str, float]] = {}
    with np.load(file, allow_pickle=False) as kept:
        for seats in range(2, 5):
            if f"bias_{seats}" in kept:
                parts = [np.ascontiguousarray(kept[f"{name}_{seats}"], np.float32) for name in Net._fields]
                nets[seats] = Net(*parts)
            facts[seats] = {
                name.removeprefix("fact_").removesuffix(f"_{seats}"): float(kept[name])
                for name in kept.files
                if name.startswith("fact_") and name.endswith(f"_{seats}")
            }
    return Learned(nets, facts, hashlib.sha256(file.read_bytes()).hexdigest()[:12])
