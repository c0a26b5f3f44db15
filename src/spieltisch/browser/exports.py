"""What of a room's compiled code the browser can call, and what each call takes.

The house's own calls are listed here; what the room's plain Python asks of its rules is found in its code."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numba.core.dispatcher import Dispatcher

from spieltisch import arithmetic, rule
from spieltisch.bots.net import Net, learned
from spieltisch.door import Game
from spieltisch.kinds import each, own_form
from spieltisch.lab.persons import compiled
from spieltisch.room import NO_NAMES, WATCHERS
from spieltisch.write import ENOUGH, MOST_EVENTS

# Module → function → its arguments, each by its kind (see `kinds_of`).
HOUSE = {
    "rule": {"stir": "luck seed number", "next_word": "luck", "below": "luck number"},
    "arithmetic": {"exp": "real", "log": "real", "cosine": "real", "power": "real real"},
    "rules": {"begin": "record number number", "to_act": "record", "tickets": "record", "outcome": "record number"},
    "turn": {
        "acting": "cell",
        "legal": "cell number moves",
        "play": "cell cell number number",
        "happen": "cell cell number",
        "drawn": "cell cell number",
        "lottery": "cell",
        "may_happen": "cell number",
        "weigh": "cell tickets",
        "score": "cell wholes wholes",
    },
    "table": {
        "veil_cell": "cell number",
        "write_view": "cell cells number names out",
        "write_legal": "cell number names moves out",
        "write_outcome_of": "cell names number out",
    },
    "telling": {
        "tell_all": "cell cell cells number number names out spans",
        "tell_each": "cell cell cells number number names out spans",
        "shows_something": "cell cell cells letters number number luck number",
    },
    "hidden": {"deal_anew": "record number luck"},
    "loops": {"settle": "record luck", "play_out": "record moves luck number"},
    "guesses": {"fill": "cells number cell number luck"},
    "progress": {"progress": "record"},
    "value": {
        "rate": "record net work reals reals",
        "best_move": "cells number number net work moves reals reals",
        "explore": "cells number number options alive net work number number seed number number worth",
    },
    "persons": {
        "chosen": "cells number number person net work moves reals reals luck",
        "play_out": "cells persons net work seed number number reals",
        "imagine": "judged real real number luck tally",
    },
}
RECORDS = {"record", "state", "now", "after", "before"}  # what a room's own rules call them
WRITER = "record number names out number"
LENGTH = "count"  # how long `options`, `alive` and `worth` are: one more argument, behind the others


class Array(NamedTuple):
    """Numbers or records one behind the other; handed over by where they begin. A shape may begin with LENGTH."""

    type: Any
    shape: tuple[Any, ...]
    itemsize: int

    @property
    def numba(self) -> Any:
        return types.Array(self.type, len(self.shape), "C")

    @property
    def bytes(self) -> int:
        """How much room it takes, or one row of it where there are as many as are told."""
        return self.itemsize * int(np.prod([length for length in self.shape if length != LENGTH], dtype=int))


class Export(NamedTuple):
    """A function for the browser."""

    name: str
    function: Any
    arguments: tuple[str, ...]


def kinds_of(game: Game) -> dict[str, Any]:
    """The kinds of arguments: a type of numbers, an Array, or a tuple of Arrays one behind the other."""
    record, size, rules = from_dtype(game.layout), game.layout.itemsize, game.rules
    names = game.room.names({})
    return {
        "number": types.int32,
        "seed": types.int64,
        "real": types.float64,
        "record": record,
        "cell": Array(record, (1,), size),
        "cells": Array(record, (4,), size),
        "moves": Array(types.int16, (rules.MOVES,), 2),
        "tickets": Array(types.int64, (rules.OUTCOMES,), 8),
        "wholes": Array(types.int64, (4,), 8),
        "reals": Array(types.float64, (4,), 8),
        "luck": Array(types.int64, (4,), 8),
        "names": None if isinstance(names, type(NO_NAMES)) else Array(types.uint8, names.shape, 1),
        "out": Array(types.uint8, (ENOUGH * WATCHERS,), 1),
        "spans": Array(types.int32, (MOST_EVENTS * WATCHERS, 3), 4),
        "letters": Array(types.uint8, (2, size), 1),
        "options": Array(types.int16, (LENGTH,), 2),
        "alive": Array(types.int8, (LENGTH,), 1),
        "worth": Array(types.float64, (LENGTH, 8), 8),
        "judged": Array(types.float64, (LENGTH,), 8),
        "tally": Array(types.float64, (LENGTH,), 8),
        "person": Array(types.float64, (3,), 8),
        "persons": Array(types.float64, (4, 3), 8),
        **kinds_of_value(game),
    }


def nets_of(game: Game) -> dict[int, Net]:
    """What a room has learned, by the number of seats; nothing yet, perhaps."""
    file = game.folder / "value.npz"
    return learned(file).nets if file.exists() else {}


def kinds_of_value(game: Game) -> dict[str, Any]:
    """The weights, and room to work with them."""
    for net in nets_of(game).values():
        work = game.for_room("spieltisch.bots.value").work_room(net)
        weights = Net(*(Array(types.float32, part.shape, 4) for part in net))
        return {"work": Array(types.float32, work.shape, 4), "net": weights}
    return {}


def exports_of(game: Game) -> list[Export]:
    """Everything that the browser may call of a room."""
    known = kinds_of(game)
    found = [
        Export(f"{name}.{function}", getattr(module, function), tuple(kinds.split()))
        for name, module in house_modules(game).items()
        for function, kinds in HOUSE[name].items()
        if known.keys() >= set(kinds.split())
    ]
    for name, thing in game.room.declared.TABLE.fields.items():
        if isinstance(thing.inside if isinstance(thing, each) else thing, own_form):
            found.append(Export(f"table.own_{name}", getattr(game.room.made, f"own_{name}"), tuple(WRITER.split())))
    names = {export.name for export in found}
    return found + [export for export in asked_for(game) if export.name not in names]


def house_modules(game: Game) -> dict[str, Any]:
    """The modules of HOUSE, as they are for a room."""
    return {
        "rule": rule,
        "arithmetic": arithmetic,
        "rules": game.rules,
        "turn": game.turn,
        "table": game.room.made,
        "telling": game.room.telling,
        "hidden": game.room.hidden,
        "loops": game.for_room("spieltisch.lab.loops"),
        "guesses": game.for_room("spieltisch.bots.guesses"),
        "progress": game.room.module("progress"),
        "value": game.for_room("spieltisch.bots.value"),
        "persons": compiled(game),
    }


# ---------------------------------------------------------------- what a room's plain Python asks of its rules


def asked_for(game: Game) -> list[Export]:
    """The rules of a room that its plain functions call, by the module they stand in."""
    found: dict[str, Export] = {}
    package = game.rules.__package__
    for info in pkgutil.iter_modules([str(game.folder)]):
        if info.ispkg:
            continue
        for function in called_from(game.room.module(info.name)):
            module = function.py_func.__module__
            if module.startswith(f"{package}."):
                name = f"{module.rpartition('.')[2]}.{function.py_func.__name__}"
                found[name] = Export(name, function, kinds_by_name(function.py_func))
    return [found[name] for name in sorted(found)]


def kinds_by_name(function: FunctionType) -> tuple[str, ...]:
    """A rule's arguments by what they are called: records, else numbers."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    kinds = ["record" if name in RECORDS else "number" for name in names]
    return ("cell", *kinds[1:]) if names[:1] == ("cell",) else tuple(kinds)


def called_from(module: ModuleType) -> Iterator[Any]:
    """The rules that the plain functions and methods of a module mention."""
    for thing in vars(module).values():
        own = getattr(thing, "__module__", None) == module.__name__
        functions = vars(thing).values() if own and isinstance(thing, type) else [thing] if own else []
        for function in functions:
            code = getattr(getattr(function, "__wrapped__", function), "__code__", None)
            if code is not None and not isinstance(function, Dispatcher):
                yield from mentioned(code, vars(module))


def mentioned(code: CodeType, known: dict[str, Any]) -> Iterator[Any]:
    """The rules that some code mentions, by name or as `module.name`."""
    for name in code.co_names:
        thing = known.get(name)
        if isinstance(thing, Dispatcher):
            yield thing
        elif isinstance(thing, ModuleType):
            yield from (rule for other in code.co_names if isinstance(rule := getattr(thing, other, None), Dispatcher))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from mentioned(inner, known)
