"""The chart. The house rule `chart` is one of one's own: a dict, or a TOML file like `content.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from spieltisch.door import Refused, one_of, sequence, short, table, toml_file, whole

from .chart import AREAS, BOXES, COLUMNS, FIRST_AREA, NOTHING, REGIONS, ROWS, SYMBOLS, clear_chart

RECONSTRUCTED = "reconstructed"
BOX_NAMES = (
    *SYMBOLS,
    *(f"column {column}" for column in range(1, COLUMNS + 1)),
    *(f"{region} {side}" for region in REGIONS for side in ("left", "right")),
)
SHELL_BOXES = (*BOX_NAMES[:ROWS], *BOX_NAMES[FIRST_AREA:])
MOST_SHELLS = 20


@cache
def printed() -> dict[str, Any]:
    """The content file, checked."""
    text = (Path(__file__).parent / "content.toml").read_text(encoding="utf-8")
    return check_chart(tomllib.loads(text), "content.toml")


def check_chart(chart: Any, key: str) -> dict[str, Any]:
    """Six rows of nine letters in which every sub-area occurs, and shells for rows and regions."""
    given = table(chart, key, ["areas", "shells"])
    if "areas" not in given:
        raise Refused("missing_key", key=f"{key}.areas")
    areas = [check_row(row, f"{key}.areas") for row in sequence(given["areas"], f"{key}.areas", ROWS, ROWS)]
    for letter in AREAS:
        if letter not in "".join(areas):
            raise Refused("area_missing", key=f"{key}.areas", letter=letter)
    shells = table(given["shells"] if "shells" in given else printed()["shells"], f"{key}.shells", SHELL_BOXES)
    told = {box: whole(shells.get(box, 0), f"{key}.shells.{box}", 0, MOST_SHELLS) for box in SHELL_BOXES}
    return {"areas": areas, "shells": told}


def check_row(row: Any, key: str) -> str:
    """Nine letters, each a sub-area's."""
    if not isinstance(row, str):
        raise Refused("wrong_type", key=key, wanted="str", value=short(row))
    if len(row) != COLUMNS:
        raise Refused("wrong_length", key=key, count=len(row), low=COLUMNS, high=COLUMNS)
    for letter in row:
        one_of(letter, key, list(AREAS))
    return row


def house_rules() -> dict[str, list[Any]]:
    """Nothing to choose by name: a chart of one's own comes from a file."""
    return {}


def settle(options: Any) -> dict[str, Any]:
    """The house rules of a table, checked; the usual chart is left out."""
    given = table(options, "options", ["chart"])
    chart = given.get("chart", RECONSTRUCTED)
    if isinstance(chart, Path):
        chart = toml_file(chart, "options.chart")
    if isinstance(chart, str):
        one_of(chart, "options.chart", [RECONSTRUCTED])
        return {}
    checked = check_chart(chart, "options.chart")
    return {} if checked == printed() else {"chart": checked}


def lay_out(record: Any, options: Mapping[str, Any]) -> None:
    """The chart, laid out in a new record; nothing is entered on it."""
    chart = options.get("chart") or printed()
    for row, letters in enumerate(chart["areas"]):
        record.area[row] = [AREAS.index(letter) for letter in letters]
    for box in range(BOXES):
        record.shells[box] = chart["shells"].get(BOX_NAMES[box], 0)
    record.rest = NOTHING
    for seat in range(4):
        clear_chart(record, seat)


def in_views(options: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in every view: the chart and the shells in its boxes."""
    chart = options.get("chart") or printed()
    return {"areas": chart["areas"], "shells_for": {box: shells for box, shells in chart["shells"].items() if shells}}


def own_words(options: Mapping[str, Any], lang: str) -> dict[str, dict[str, str]]:
    """A chart of one's own needs no words."""
    return {}
