"""The plain Python of the house and of its rooms as JavaScript modules for the page: `write(folder)` makes all of them.

    house/*.js             what is the same for every game, and the house's texts
    rooms/<room>/*.js      a room's own modules, its texts, and ways into its compiled code"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spieltisch import game_keys
from spieltisch.bots.net import learned
from spieltisch.rule import PACKAGE

from .sources import Bound, Program, source_of
from .translate import compiled_module, translate

HOUSE = (
    "checks", "words", "kinds", "patterns", "table", "positions", "furniture", "door", "legs", "log", "sums",
    "bots", "bots.thought", "bots.odds", "bots.advice", "lab.chances", "lab.review", "lab.moments", "lab.verdict", "lab.telling",
)  # fmt: skip
ROOM = ("content", "notation", "position", "events", "reasons", "moments", "table")  # of which a room may have any
COMPILED = ("rules", "features", "progress")  # of which constants and functions are asked for
BROUGHT = {
    "spieltisch": "modules", "spieltisch.modules": "modules", "spieltisch.rule": "rule", "spieltisch.state": "state", "spieltisch.room": "room",
    "spieltisch.chance": "chance", "spieltisch.arithmetic": "arithmetic", "spieltisch.bots.looks": "looks", "spieltisch.bots.wanted": "wanted",
    "spieltisch.lab.imagined": "imagined",
}  # fmt: skip
DOOR_OF_HOUSE, DOOR_OF_ROOM = "../../door", "../../../door"  # from where a module lies
BY_ATTRIBUTE = ("positions", "legs", "lab.moments")  # modules of the house that others have as such
ROOTS = {
    "spieltisch.door": "Game CHANCE OVER Event", "spieltisch.furniture": "Furniture", "spieltisch.log": "Match replay dump in_lines",
    "spieltisch.checks": "Refused", "spieltisch.words": "Words", "spieltisch.bots": "bot LEVELS", "spieltisch.bots.advice": "advise",
    "spieltisch.lab.chances": "FULL QUICK", "spieltisch.lab.review": "account_of", "spieltisch.lab.telling": "in_words whole_evening reckoned_with",
}  # fmt: skip
ASKED = (
    "begin to_act legal chances lottery drawn play events view result position describe guess new undo undoable end told text until forget names "
    "happened better ending shows_something words house_rules printed names_of NAMES POINTS MOVES OUTCOMES"
)  # what JavaScript asks of things by these names


def rooms() -> list[str]:
    """The folders of all rooms."""
    return [key.replace("-", "_") for key in game_keys()]


def modules_of(room: str, names: Iterable[str]) -> list[str]:
    """Those of some modules that a room has."""
    return [name for name in names if (PACKAGE / "games" / room / f"{name}.py").exists()]


def program() -> Program:
    """All modules for the page, with what is wanted of them marked."""
    sources = {f"spieltisch.{name}": source_of(f"spieltisch.{name}") for name in HOUSE}
    asked = {f"spieltisch.{name}" for name in BY_ATTRIBUTE}
    for room in rooms():
        for name in modules_of(room, ROOM):
            sources[f"spieltisch.games.{room}.{name}"] = source_of(f"spieltisch.games.{room}.{name}")
        asked |= {f"spieltisch.games.{room}.{name}" for name in modules_of(room, (*ROOM, *COMPILED))}
    found = Program(sources, asked, BROUGHT)
    found.want(ROOTS, set(ASKED.split()))
    return found


def write(folder: Path) -> set[Bound]:
    """Write all of it; the compiled functions that plain code calls."""
    made = program()
    called: set[Bound] = set()
    modules = {module for module, _ in made.wanted if module not in BROUGHT and module.startswith("spieltisch.")}
    for module in sorted(modules):
        place = place_of(folder, module)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(module_text(made, module, called), encoding="utf-8")
    for room in rooms():
        own = sorted(module.rpartition(".")[2] for module in modules if module.startswith(f"spieltisch.games.{room}."))
        place = folder / "rooms" / room
        (place / "compiled.js").write_text(f'import {{ Compiled }} from "{DOOR_OF_ROOM}/rule.ts";\n\nexport const $rules = new Compiled("{room}");\n')
        (place / "index.js").write_text(room_index(room, own), encoding="utf-8")
    (folder / "rooms" / "index.js").write_text(rooms_index(), encoding="utf-8")
    (folder / "house" / "files.js").write_text(files_text([PACKAGE, PACKAGE / "lab"]), encoding="utf-8")
    return called


def place_of(folder: Path, module: str) -> Path:
    """The file of a module."""
    parts = module.split(".")[1:]
    return folder / "rooms" / parts[1] / f"{parts[2]}.js" if parts[0] == "games" else folder / "house" / f"{'_'.join(parts)}.js"


def module_text(made: Program, module: str, called: set[Bound]) -> str:
    """One module, with its imports."""
    is_room = module.startswith("spieltisch.games.")
    up = DOOR_OF_ROOM if is_room else DOOR_OF_HOUSE
    head = [f"/* Made from {module}: do not edit. */", f'import * as py from "{up}/python.ts";']
    if module in made.sources:
        text, used, compiled = translate(made, made.sources[module])
        called |= compiled
        head += [import_line(module, name, bound, up) for name, bound in sorted(used.items())]
    else:
        text = compiled_module(made, module)
    if "$rules.of(" in text:
        head.append('import { $rules } from "./compiled.js";' + ("" if module in made.sources else "\nexport { $rules };"))
    return "\n".join([*head, "", text, ""])


def import_line(module: str, name: str, bound: Bound, up: str) -> str:
    """How a module gets a name of another."""
    if bound.module in BROUGHT:
        place = f"{up}/{BROUGHT[bound.module]}.ts"
    else:
        here, there = place_of(Path(), module), place_of(Path(), bound.module)
        place = f"./{there.name}" if here.parent == there.parent else f"../../{there.as_posix()}"
    what = f"* as {name}" if bound.name is None else f"{{ {bound.name} as {name} }}" if bound.name != name else f"{{ {name} }}"
    return f'import {what} from "{place}";'


def rooms_index() -> str:
    """All rooms by their keys, each loaded when it is asked for."""
    lines = [f'  {json.dumps(room.replace("_", "-"))}: () => import("./{room}/index.js"),' for room in rooms()]
    return "\n".join(["/* Made: do not edit. */", "export const rooms = {", *lines, "};", ""])


def room_index(room: str, modules: list[str]) -> str:
    """All that a room brings: modules, texts, ways into its compiled code."""
    folder = PACKAGE / "games" / room
    mark = learned(folder / "value.npz").mark if (folder / "value.npz").exists() else ""
    imports = [f'import * as {name} from "./{name}.js";' for name in modules]
    return "\n".join(
        [*imports, 'export { $rules as rules } from "./compiled.js";', f"export const folder = {json.dumps(room)};",
         f"export const modules = {{ {', '.join(modules)} }};", f"export const mark = {json.dumps(mark)};", files_text([folder, folder / "luck"])]
    )  # fmt: skip


def files_text(folders: list[Path]) -> str:
    """The TOML files of some folders, read."""
    found: dict[str, Any] = {}
    for folder in folders:
        for file in sorted(folder.glob("*.toml")):
            found[file.relative_to(PACKAGE.parent).as_posix()] = tomllib.loads(file.read_text("utf-8"))
    return f"export const files = {json.dumps(found, ensure_ascii=False)};\n"
