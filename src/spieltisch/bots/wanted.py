"""Whether anybody still waits for a thought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class GaveUp(Exception):
    """Nobody waits for this thought any more."""


_is_wanted: ContextVar[Callable[[], bool]] = ContextVar("is_wanted", default=lambda: True)


@contextmanager
def while_wanted(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """Whatever is thought in here ends with GaveUp soon after it is no longer wanted."""
    token = _is_wanted.set(is_wanted)
    try:
        yield
    finally:
        _is_wanted.reset(token)


def go_on() -> None:
    """A thought may go on, or it gives up here."""
    if not _is_wanted.get()():
        raise GaveUp
