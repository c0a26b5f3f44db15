"""The cards, and a house rule."""

import tomllib
from pathlib import Path

from spieltisch.door import table, yes_or_no

PRINTED = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))


def house_rules():
    """What a table may choose, as usual first."""
    return {"lowest": [False, True]}


def settle(options):
    """The house rules of a table, checked; what is as usual is left out."""
    given = table(options, "options", ["lowest"])
    return {"lowest": True} if yes_or_no(given.get("lowest", False), "options.lowest") else {}


def lay_out(record, options):
    """Cards and house rules, laid out in a new record."""
    for value, count in PRINTED["cards"].items():
        record.pile[int(value)] = count
    record.lowest = options.get("lowest", False)


def own_words(options, lang):
    """Nothing of one's own needs words."""
    return {}
