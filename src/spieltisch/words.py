"""What people read, in their language: the texts of the house and of a room, from their `de.toml` and `en.toml`.

In a text `{winner:seat}` is the name of whoever sits there, `{card:cards}` looks the value up in the table `cards`,
and `{count:1 Stein|Steine}` counts: `1 Stein`, `5 Steine`; of a list, how many it has."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("de", "en")
HOUSE = Path(__file__).parent


@cache
def load(folder: Path, lang: str) -> dict[str, Any]:
    """The texts of one folder in one language."""
    return tomllib.loads((folder / f"{lang}.toml").read_text("utf-8"))


class Words(string.Formatter):
    """Texts of one language, with the names of those at the table."""

    def __init__(
        self, lang: str, *folders: Path, names: Sequence[str] = (), extra: dict[str, dict[str, str]] | None = None
    ):
        self.lang = lang if lang in LANGUAGES else LANGUAGES[0]
        self.tables: dict[str, Any] = {}
        for folder in (HOUSE, *folders):
            for key, value in load(folder, self.lang).items():
                self.tables[key] = {**self.tables.get(key, {}), **value} if isinstance(value, dict) else value
        for key, more in (extra or {}).items():
            self.tables[key] = {**self.tables.get(key, {}), **more}
        self.names = list(names)

    def _find(self, path: str) -> Any:
        found: Any = self.tables
        for part in path.split("."):
            if not isinstance(found, dict) or part not in found:
                return None
            found = found[part]
        return found

    def __call__(self, path: str, **details: Any) -> str:
        """The text under a path such as `refusals.barred`, filled in."""
        text = self._find(path)
        return self.vformat(text, (), details) if isinstance(text, str) else path

    def seat(self, seat: int) -> str:
        """The name at a seat: a person's, else the seat's colour."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return str(self.tables["colours"][str(seat)])

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Any) -> Any:
        return kwargs.get(key, "…")

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, _, many = spec.partition("|")
            count = len(value) if isinstance(value, (list, tuple)) else value
            return one if count == 1 else f"{count} {many}"
        if spec == "plus" and isinstance(value, (list, tuple)):
            return " + ".join(map(str, value))
        if isinstance(value, (list, tuple)):
            return ", ".join(self.format_field(item, spec) for item in value)
        if spec == "seat":
            return self.seat(value) if isinstance(value, int) else str(value)
        if spec in self.tables:
            return str(self.tables[spec].get(str(value), value))
        return str(value)
