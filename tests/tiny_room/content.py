"""The track's length, as printed or as the table likes."""

import tomllib
from pathlib import Path

from spieltisch.door import table, whole
from spieltisch.rule import blank

from .rules import STATE

PRINTED = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))


def house_rules():
    """What a table may choose, as printed first."""
    return {"track": [PRINTED["track"], 20]}


def settle(options):
    """The house rules of a table, checked."""
    given = table(options, "options", ["track"])
    return {key: whole(value, f"options.{key}", 5, 100) for key, value in given.items() if value != PRINTED[key]}


def laid_out(options):
    """A new record with the track laid out."""
    record = blank(STATE)
    record.track = options.get("track", PRINTED["track"])
    return record


def own_words(options, lang):
    """Nothing of one's own needs words."""
    return {}
