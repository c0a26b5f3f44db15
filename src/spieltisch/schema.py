"""A room's views described for others, from its declaration: as JSON Schema, and as types for the page.

`python -m spieltisch.schema GAME` prints the types, `… GAME --json` the schema; `… --types` writes all rooms' types beside their page parts
(and those of rooms elsewhere, by the names of their packages)."""

from __future__ import annotations

import json
import sys
from typing import Any

from . import game as find_game
from . import game_keys
from .door import Game
from .kinds import Kind, Seen, each, multiset

SEAT = {"type": "integer", "minimum": 0, "maximum": 3}


def view_schema(game: Game) -> dict[str, Any]:
    """What every view of a game keeps to."""
    properties: dict[str, Any] = {
        "game": {"const": game.key},
        "seats": {"type": "integer", "minimum": game.seats[0], "maximum": game.seats[-1]},
        "seat": {"anyOf": [SEAT, {"type": "null"}]},
        "options": {"type": "object"},
        **{key: _schema_of(value) for key, value in game.room.printed({}).items()},
    }
    required = [*properties]
    for key, thing, is_own in _told(game):
        properties[key] = _schema(thing, is_own)
        if thing.shown_if is None:
            required.append(key)
    return {"type": "object", "title": f"view of {game.key}", "properties": properties, "required": required, "additionalProperties": False}


def view_types(game: Game) -> str:
    """The same as a TypeScript interface."""
    lines = [f'game: "{game.key}"', "seats: number", "seat: number | null", "options: Record<string, unknown>"]
    lines += [f"{key}: {_type_of(value)}" for key, value in game.room.printed({}).items()]
    for key, thing, is_own in _told(game):
        lines.append(f"{key}{'?' if thing.shown_if else ''}: {_type(thing, is_own)}")
    inside = "".join(f"  {line};\n" for line in lines)
    return f"// Made from the table of {game.key}; do not edit.\nexport interface View {{\n{inside}}}\n"


def _told(game: Game) -> list[tuple[str, Kind, bool]]:
    """The keys of a view in order, each with its field, and whether it is the watcher's own one."""
    fields = game.room.declared.TABLE.fields.values()
    shared = [(thing.view, thing, False) for thing in fields if thing.view]
    return [*shared, *((thing.own, thing, True) for thing in fields if thing.own)]


def _schema_of(value: Any) -> dict[str, Any]:
    """What is printed, by an example."""
    if isinstance(value, (list, tuple)):
        return {"type": "array", "items": _schema_of(value[0]) if value else {}}
    if isinstance(value, dict):
        return {"type": "object", "additionalProperties": _schema_of(next(iter(value.values()))) if value else {}}
    return {"type": "boolean" if isinstance(value, bool) else "integer" if isinstance(value, int) else "string"}


def _type_of(value: Any) -> str:
    """The same in TypeScript."""
    if isinstance(value, (list, tuple)):
        return f"{_type_of(value[0])}[]" if value else "unknown[]"
    if isinstance(value, dict):
        return f"Record<string, {_type_of(next(iter(value.values()))) if value else 'unknown'}>"
    return "boolean" if isinstance(value, bool) else "number" if isinstance(value, int) else "string"


def _is_sizes(thing: Kind) -> bool:
    """Are only the sizes told of what each seat hides?"""
    return thing.is_hidden and isinstance(thing, each) and isinstance(thing.inside, multiset)


def _schema(thing: Kind, is_own: bool) -> dict[str, Any]:
    assert thing.seen_by is not None
    if is_own:
        return thing.inside.schema() if isinstance(thing, each) else thing.schema()
    if _is_sizes(thing):
        return {"type": "array", "items": {"type": "integer", "minimum": 0}}
    return {"anyOf": [thing.schema(), {"type": "null"}]} if Seen.WHEN_OVER in thing.seen_by else thing.schema()


def _type(thing: Kind, is_own: bool) -> str:
    assert thing.seen_by is not None
    if is_own:
        return thing.inside.typescript() if isinstance(thing, each) else thing.typescript()
    if _is_sizes(thing):
        return "number[]"
    return f"{thing.typescript()} | null" if Seen.WHEN_OVER in thing.seen_by else thing.typescript()


def write_types(game: Game) -> None:
    """Lay a room's types beside its page parts, which are checked with them."""
    file = game.folder / "view.made.ts"
    if not file.exists() or file.read_text(encoding="utf-8") != view_types(game):
        file.write_text(view_types(game), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Write all types, or print what is asked for."""
    if arguments[0] == "--types":
        for room in [*map(find_game, game_keys()), *map(Game, arguments[1:])]:
            write_types(room)
        return
    room = find_game(arguments[0])
    print(json.dumps(view_schema(room), indent=1) if "--json" in arguments else view_types(room), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
