"""What every rule is made with: `@rule` turns a plain function over a state record into compiled code, and nothing else changes.

With NUMBA_DISABLE_JIT=1 the same functions run as ordinary Python; a kernel for a graphics card may call them as they are."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba import njit, types
from numba.core import caching
from numba.core import config as _config
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

F = TypeVar("F", bound=Callable[..., Any])
config: Any = _config  # its switches are made when Numba starts

PACKAGE = Path(__file__).parent
CHANCE_ACTS = 0  # what a room's `to_act` answers besides a set of seats (bit s = seat s)
GAME_OVER = -1
BY_CHANCE = -1  # instead of the seat that acted

COMPILED: bool = not config.DISABLE_JIT
KEPT_CACHES = 6


# ---------------------------------------------------------------- the compile cache

on_compile: Callable[[str], None] | None = None  # told the name of each rule that has to be compiled anew
is_kept = True  # what is compiled for another machine than this one is not


def cache_root() -> Path:
    """Where compiled rules are kept: SPIELTISCH_CACHE, else the user's cache folder, else a temporary one."""
    wanted = os.environ.get("SPIELTISCH_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    for base in (Path(wanted).expanduser(), Path(tempfile.gettempdir())):
        folder = base / "spieltisch"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    raise OSError("no folder for the compiled rules can be written; set SPIELTISCH_CACHE")


def sources_of(room: str) -> list[Path]:
    """The files that a room's compiled code is made of: the house's and its own."""
    house = [path for folder in (PACKAGE, PACKAGE / "bots", PACKAGE / "lab") for path in folder.glob("*.py")]
    sources = [path for path in house if is_compiled(path)] + [PACKAGE / "kinds.py", PACKAGE / "patterns.py"]
    if room:
        sources += [*compiled_from(PACKAGE / "games" / room), *(PACKAGE / "games" / room).glob("content.toml")]
    return sources


@cache
def cache_folder(room: str) -> Path:
    """One folder per text of the rules: a changed rule or a changed card never meets code compiled from the old one."""
    made = f"numba {numba.__version__} opt {int(config.OPT)} boundscheck {config.BOUNDSCHECK}"
    digest = hashlib.sha256(made.encode())
    for path in sorted(sources_of(room)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    folder = cache_root() / f"{room or 'house'}-{digest.hexdigest()[:20]}"
    if not folder.exists():
        _forget_old_caches(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_compiled(path: Path) -> bool:
    """Are there compiled rules in a file, or the text of some?"""
    return b"@rule" in path.read_bytes()


def compiled_from(folder: Path) -> set[Path]:
    """The files of a room that its compiled code is made of: those with rules and the declaration, and whatever these import."""
    found: set[Path] = set()
    waiting = [path for path in folder.glob("*.py") if path.name == "table.py" or is_compiled(path)]
    while waiting:
        path = waiting.pop()
        if path not in found and path.exists():
            found.add(path)
            names = re.findall(r"^\s*from \.(\w+) import", path.read_text(encoding="utf-8"), re.MULTILINE)
            waiting += [folder / f"{name}.py" for name in names]
    return found


def _forget_old_caches(coming: Path) -> None:
    kin = sorted(coming.parent.glob(f"{coming.name.rpartition('-')[0]}-*"), key=lambda folder: folder.stat().st_mtime)
    for stale in kin[: max(0, len(kin) - KEPT_CACHES + 1)]:
        shutil.rmtree(stale, ignore_errors=True)


class _Locator(caching._CacheLocator):
    """Tells Numba to keep a rule in its room's cache folder; the folder's name already says which sources it is made of."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._folder = cache_folder(room_of(py_func.__module__))
        self._lineno = py_func.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 (Numba's own protocol)


class _RuleCache(caching.FunctionCache):
    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not is_kept:
            return None
        found = super().load_overload(sig, target_context)
        if found is None and on_compile is not None:
            on_compile(self._name)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if is_kept:
            super().save_overload(sig, data)


def room_of(module: str) -> str:
    """The folder of the room a module belongs to, or "" for the house's own."""
    parts = module.split(".")
    if "games" in parts:
        return parts[parts.index("games") + 1]
    return module.partition("@")[2]


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, quick: bool) -> Callable[[F], F]: ...
def rule(function: Any = None, *, quick: bool = False) -> Any:
    """Compile a rule when first called; cached on disk; plain Python when compiling is switched off.

    quick: called from Python and over in a microsecond, it keeps the interpreter's lock, which costs more to get back."""
    if function is None:
        return partial(rule, quick=quick)
    compiled: Any = njit(nogil=not quick, error_model="numpy")(function)
    if COMPILED:
        compiled._cache = _RuleCache(function)
    return compiled


# ---------------------------------------------------------------- a module for each room


@cache
def for_room(module: str, rules: ModuleType, **more: Any) -> ModuleType:
    """A copy of a house module whose global `room` is these rules.

    Loops that are the same for every game (play a random game, look one move ahead) are written once against
    `room.legal`, `room.play` …; each room gets a copy of its own, so that compiled code is cached per room."""
    room = room_of(rules.__name__)
    name = f"{module}@{room}"
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    own = importlib.util.spec_from_file_location(name, spec.origin)
    assert own is not None and own.loader is not None
    instance = importlib.util.module_from_spec(own)
    instance.__dict__.update(room=rules, **more)
    sys.modules[name] = instance
    own.loader.exec_module(instance)
    return instance


# ---------------------------------------------------------------- records


def layout(*fields: Any) -> np.dtype[Any]:
    """How a room's record lies in memory: the widest fields first and no gaps, so that records are equal where their bytes are.

    A graphics card reads a number only where its size divides its address; the last field fills records up to that."""
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    widest = np.dtype(ordered[0][1]).itemsize
    short = -np.dtype(ordered).itemsize % widest
    return np.dtype([*ordered, ("filler", "i1", (short,))] if short else ordered)


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zero."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def blanks(dtype: np.dtype[Any], count: int) -> Any:
    """Many new records."""
    return np.zeros(count, dtype).view(np.recarray)


def one_cell(dtype: np.dtype[Any]) -> Any:
    """Room for one record."""
    return some_cells(dtype, 1)


def some_cells(dtype: np.dtype[Any], count: int) -> Any:
    """Room for records. Plain Python needs an array that knows attributes, compiled rules take the plain one faster."""
    cells = np.zeros(count, dtype)
    return cells if COMPILED else cells.view(np.recarray)


def copied(record: Any) -> Any:
    """A record of its own with the same content."""
    twin = np.empty(1, record.dtype).view(np.recarray)
    twin[0] = record
    return twin[0]


# ---------------------------------------------------------------- room to work in


@intrinsic
def _on_stack(typing, count, dtype):
    """An array in the frame of the function that asks for it: nothing is allocated, nothing counted, and it ends with the function."""
    array = types.Array(dtype.dtype, 1, "C")

    def put(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        length = context.cast(builder, arguments[0], signature.args[0], types.intp)
        cell = context.get_data_type(array.dtype)
        size = context.get_abi_sizeof(cell)
        found = make_array(array)(context, builder)
        data = builder.alloca(cell, length)
        populate_array(found, data=data, shape=(length,), strides=(context.get_constant(types.intp, size),), itemsize=size, meminfo=None)
        return found._getvalue()

    return array(count, dtype), put


def _in_plain_python(count: int, dtype: Any) -> Any:
    return np.empty(count, dtype)


# scratch(count, dtype): numbers to work with, at the beginning of a rule that never hands them out.
scratch: Any = _on_stack if COMPILED else _in_plain_python


# ---------------------------------------------------------------- chance inside compiled loops

WORD = 0xFFFFFFFF


def luck(seed: int, stream: int = 0) -> Any:
    """A generator for simulations: four words (sfc32), well mixed. Never used for a table's dice."""
    words = np.zeros(4, np.int64)
    stir(words, seed, stream)
    return words


@rule(quick=True)
def stir(luck, seed, stream):
    """Start a generator from a seed and the number of its stream."""
    luck[0] = seed & WORD
    luck[1] = (seed >> 32) & WORD
    luck[2] = stream & WORD
    luck[3] = 1
    for _ in range(12):
        next_word(luck)


@rule
def next_word(luck):
    """The next 32 random bits."""
    fresh = (luck[0] + luck[1] + luck[3]) & WORD
    luck[3] = (luck[3] + 1) & WORD
    luck[0] = luck[1] ^ (luck[1] >> 9)
    luck[1] = (luck[2] + (luck[2] << 3)) & WORD
    luck[2] = ((((luck[2] << 21) | (luck[2] >> 11)) & WORD) + fresh) & WORD
    return fresh


@rule
def below(luck, count):
    """A number from 0 to count - 1 (multiply and shift: off by less than count in 2**32)."""
    return (next_word(luck) * count) >> 32


# ---------------------------------------------------------------- audiences

ONLOOKERS = 16  # in an audience, beside a bit for each seat


@rule
def all_of(seats):
    """Everybody at the table and the onlookers, as an audience."""
    return (1 << seats) - 1 | ONLOOKERS
