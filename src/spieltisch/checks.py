"""Reading what comes from outside: every check says which key is at fault. Nothing that fails here reaches a compiled rule."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from .words import Words


class Refused(Exception):
    """No, and why: a reason key with details, and a sentence for it in every language."""

    folder: Path | None = None  # the room that refused, for its own reasons

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The reason as a sentence."""
        words = Words(lang, *([self.folder] if self.folder else []), names=names)
        spoken = {
            key: value.text(lang, names) if isinstance(value, Refused) else value for key, value in self.details.items()
        }
        return words(f"refusals.{self.reason}", **spoken)

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused_again, (self.reason, self.details, self.folder)


def _refused_again(reason: str, details: dict[str, Any], folder: Path | None) -> Refused:
    """A refusal that comes from another process."""
    refused = Refused(reason, **details)
    refused.folder = folder
    return refused


def short(value: Any) -> str:
    """A hostile value, short enough to repeat."""
    text = repr(value) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:59] + "…"


def whole(value: Any, key: str, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("wrong_type", key=key, wanted="int", value=short(value))
    if not low <= value <= high:
        raise Refused("out_of_range", key=key, value=short(value), low=low, high=high)
    return value


def one_of(value: Any, key: str, allowed: Collection[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str):
        raise Refused("wrong_type", key=key, wanted="str", value=short(value))
    if value not in allowed:
        raise Refused("unknown_word", key=key, value=short(value), allowed=list(allowed))
    return value


def yes_or_no(value: Any, key: str) -> bool:
    """True or false, nothing that merely looks like it."""
    if not isinstance(value, bool):
        raise Refused("wrong_type", key=key, wanted="bool", value=short(value))
    return value


def sequence(value: Any, key: str, least: int = 0, most: int = 1000) -> list[Any]:
    """A list of a bounded length."""
    if not isinstance(value, (list, tuple)):
        raise Refused("wrong_type", key=key, wanted="list", value=short(value))
    if not least <= len(value) <= most:
        raise Refused("wrong_length", key=key, count=len(value), low=least, high=most)
    return list(value)


def table(value: Any, key: str, allowed: Collection[str] | None = None) -> dict[str, Any]:
    """A dict with text keys, all of them known."""
    if not isinstance(value, Mapping):
        raise Refused("wrong_type", key=key, wanted="dict", value=short(value))
    for name in value:
        if not isinstance(name, str) or (allowed is not None and name not in allowed):
            raise Refused("unknown_key", key=f"{key}.{short(name)}" if key else short(name))
    return dict(value)


MOST_FILE = 100_000  # bytes; no deck, board or chart needs more


def toml_file(path: Path, key: str) -> dict[str, Any]:
    """A content file of one's own, read; what it says is checked by the room."""
    try:
        if path.stat().st_size > MOST_FILE:
            raise Refused("file_too_large", key=key, file=path.name)
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise Refused("unreadable_file", key=key, file=path.name, problem=short(str(problem))) from None
