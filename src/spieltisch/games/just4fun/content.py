"""What is printed, and the house rules: `board` is `original`, `sun`, `shuffled`, or 36 numbers of one's own (a list, or a TOML file)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from spieltisch.door import Refused, one_of, sequence, table, toml_file, whole

from .rules import FIELDS, set_place

SHUFFLED = "shuffled"
ADDS_UP = "places"  # over several games: a line wins, whatever the points


@cache
def printed() -> dict[str, Any]:
    """The content file, checked."""
    content = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
    for name, board in content["boards"].items():
        check_board(board, f"boards.{name}")
    return content


def check_board(board: Any, key: str) -> list[int]:
    """Each number from 1 to 36 exactly once."""
    numbers = [whole(number, key, 1, FIELDS) for number in sequence(board, key, FIELDS, FIELDS)]
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refused("field_twice", key=key, field=number)
    return numbers


def house_rules() -> dict[str, list[Any]]:
    """What a table may choose by name, as printed first."""
    return {"board": [*printed()["boards"], SHUFFLED]}


def settle(options: Any) -> dict[str, Any]:
    """The house rules of a table, checked; what is as printed is left out."""
    given = table(options, "options", ["board"])
    board = given.get("board", "original")
    if isinstance(board, Path):
        board = table(toml_file(board, "options.board"), "options.board", ["board"]).get("board")
    if isinstance(board, str):
        one_of(board, "options.board", house_rules()["board"])
        return {} if board == "original" else {"board": board}
    return {"board": check_board(board, "options.board")}


def lay_out(record: Any, options: Mapping[str, Any]) -> None:
    """Board and cards, laid out in a new record."""
    for value, count in printed()["cards"].items():
        record.pile[int(value)] = count
    board = options.get("board", "original")
    if board != SHUFFLED:
        lay_board(record, printed()["boards"][board] if isinstance(board, str) else board)


def lay_board(record: Any, numbers: list[int]) -> None:
    """Put the fields in their places, in reading order."""
    for place, number in enumerate(numbers):
        set_place(record, number, place)
    record.laid = len(numbers)


def own_words(options: Mapping[str, Any], lang: str) -> dict[str, dict[str, str]]:
    """A board of one's own needs no words."""
    return {}
