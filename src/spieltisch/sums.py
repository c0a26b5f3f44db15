"""Sums over lists of numbers, in a fixed order: the same to the last bit wherever they are worked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def added(numbers: Iterable[float]) -> float:
    """All of them, one after the other."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def clipped(number: float, low: float, high: float) -> float:
    """A number, or the nearest that lies between two."""
    return min(high, max(low, number))


def interpolated(at: float, places: Sequence[float], values: Sequence[float]) -> float:
    """The value at a place on straight lines between known ones; beyond the first and the last it stays as there."""
    if at <= places[0]:
        return values[0]
    for number in range(1, len(places)):
        if at <= places[number]:
            low, high = places[number - 1], places[number]
            return values[number - 1] + (values[number] - values[number - 1]) * ((at - low) / (high - low))
    return values[-1]
