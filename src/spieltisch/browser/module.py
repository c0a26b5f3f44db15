"""One WebAssembly module for each room: the compiled rules with views, events, guesses and bots, and beside it what the loader must know.

`<key>.wasm`, `<key>.json`, and for each number of seats the learned weights, `<key>-<seats>.bin`: 16 bits a number, arrays as in `net.Net`."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import types

import spieltisch
from spieltisch.bots.net import STORED, Net
from spieltisch.door import Game
from spieltisch.rule import KEPT_CACHES, PACKAGE, cache_root

from . import link, lower
from .exports import LENGTH, Array, exports_of, kinds_of, nets_of

HOUSE = ("", "bots", "lab", "browser")  # folders whose code is in every module
IN_USE = 3600.0  # seconds since a module was last asked for


def make_all(out: Path) -> Iterator[str]:
    """Make the modules of all rooms beside each other; says what was made."""
    out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for key, folder in zip(spieltisch.game_keys(), workers.map(made, spieltisch.game_keys()), strict=True):
            for file in sorted(folder.iterdir()):
                shutil.copyfile(file, out / file.name)
            yield f"{key}: {', '.join(size_of(out / file.name) for file in sorted(folder.iterdir()))}"


def size_of(file: Path) -> str:
    """A file's name, its size, and its size when compressed, in thousands of bytes."""
    content = file.read_bytes()
    return f"{file.name} {len(content) / 1000:.0f} kB ({len(zlib.compress(content, 9)) / 1000:.0f})"


def made(key: str) -> Path:
    """The folder with what was made for a room; from the cache if nothing has changed."""
    game = spieltisch.game(key)
    folder = cache_root() / f"browser-{game.folder.name}-{fingerprint(game)}"
    if folder.exists():
        os.utime(folder)  # the oldest are forgotten first
        return folder
    coming = folder.with_suffix(f".{os.getpid()}")
    coming.mkdir(parents=True, exist_ok=True)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", __name__, key, str(coming)]
    subprocess.run(command, check=True, env={**plain, "PYTHONHASHSEED": "0"})
    complete(game, coming)
    _forget_old(folder)
    if not folder.exists():
        coming.rename(folder)
    return folder


def fingerprint(game: Game) -> str:
    """Names all that a module is made of."""
    sources = [path for folder in HOUSE for path in sorted((PACKAGE / folder).glob("*.py"))]
    sources += [path for path in sorted(game.folder.iterdir()) if path.suffix in (".py", ".npz") or path.name == "content.toml"]
    digest = hashlib.sha256(f"numba {numba.__version__} llvmlite {llvmlite.__version__}".encode())
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def _forget_old(coming: Path) -> None:
    """Keep the latest, and whatever somebody may still be reading."""
    kin = {folder: folder.stat().st_mtime for folder in coming.parent.glob(f"{coming.name.rpartition('-')[0]}-*")}
    for stale in sorted(kin, key=kin.__getitem__)[: max(0, len(kin) - KEPT_CACHES)]:
        if time.time() - kin[stale] > IN_USE:
            shutil.rmtree(stale, ignore_errors=True)


# ---------------------------------------------------------------- in a process of its own: the module


def compile_into(key: str, folder: Path) -> None:
    """Write a room's module, and the calls it takes."""
    game = spieltisch.game(key)
    kinds, exports = kinds_of(game), exports_of(game)
    lower.gather()
    content, answers = lower.compiled_object(exports, kinds)
    outside = {lower.OUTSIDE + name: name for name in (*answers, lower.WHERE)}
    (folder / f"{key}.wasm").write_bytes(link.linked(content, outside))
    calls = {export.name: {"arguments": export.arguments, "answers": answers[export.name]} for export in exports}
    write_json(folder / f"{key}.json", {"exports": calls})


# ---------------------------------------------------------------- what the loader must know


def complete(game: Game, folder: Path) -> None:
    """Add to a room's module what only running rules can tell, and the weights."""
    file = folder / f"{game.key}.json"
    write_json(file, facts(game) | json.loads(file.read_text()))
    for seats, net in nets_of(game).items():
        parts = [part.astype(STORED).tobytes() for part in net]
        (folder / f"{game.key}-{seats}.bin").write_bytes(b"".join(parts))


def facts(game: Game) -> dict[str, Any]:
    """A room's record, a fresh one, and the sizes of everything that is handed over."""
    nets = nets_of(game)
    return {
        "key": game.key,
        "itemsize": game.layout.itemsize,
        "fields": {name: field(game.layout, name) for name in game.layout.names},
        "fresh": base64.b64encode(game.room.laid_out({}).tobytes()).decode(),
        "constants": {"MOVES": game.rules.MOVES, "OUTCOMES": game.rules.OUTCOMES},
        "secrets": game.room.has_secrets,
        "kinds": {name: described(kind) for name, kind in kinds_of(game).items()},
        "net": {name: list(part.shape) for net in nets.values() for name, part in net._asdict().items()},
        "seats": list(nets),
    }


def field(layout: Any, name: str) -> dict[str, Any]:
    """Where a field of the record lies, and what it is."""
    kind, offset = layout.fields[name][:2]
    return {"offset": offset, "type": kind.base.name, "shape": list(kind.shape)}


def described(kind: Any) -> dict[str, Any] | None:
    """An argument that is handed over by its place: how much room it takes. A length that is told with the call counts as one."""
    if isinstance(kind, Array):
        shape = [1 if length == LENGTH else length for length in kind.shape]
        name = "record" if isinstance(kind.type, types.Record) else kind.type.name
        return {"type": name, "shape": shape, "bytes": kind.bytes}
    if isinstance(kind, Net):
        return {"type": "float32", "shape": [], "bytes": sum(part.bytes for part in kind)}
    return None


def write_json(file: Path, content: dict[str, Any]) -> None:
    file.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    compile_into(sys.argv[1], Path(sys.argv[2]))
