"""`load` and `soak`: many tables at once, played by sockets from this process; what the server makes of it, now and in the long run."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from spieltisch import Refused, game_keys
from spieltisch.words import Words


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    command = commands.add_parser("load", help=words("help.load"))
    command.add_argument("--url", help=words("help.url"))
    command.add_argument("--game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    command.add_argument("--tables", type=int, default=200, help=words("help.tables"))
    command.add_argument("--seats", type=int, default=2, help=words("help.seat_count"))
    command.add_argument("--seconds", type=float, default=10.0, help=words("help.load_seconds"))
    command.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help=words("help.think"))
    command.add_argument("--json", action="store_true", help=words("help.json"))
    command.set_defaults(run=run_load)
    long = commands.add_parser("soak", help=words("help.soak"))
    long.add_argument("--minutes", type=float, default=60.0, help=words("help.minutes"))
    long.add_argument("--game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    long.add_argument("--seed", type=int, default=1, help=words("help.seed"))
    long.add_argument("--picture", type=Path, metavar="FILE", help=words("help.soak_picture"))
    long.add_argument("--json", action="store_true", help=words("help.json"))
    long.set_defaults(run=run_soak)


def run_load(args: argparse.Namespace, words: Words) -> None:
    """Play, measure, print."""
    import uvloop

    from spieltisch.server.load import measure

    games = [args.game] if args.game else list(game_keys())
    with contextlib.ExitStack() as stack:
        url = args.url or stack.enter_context(own_server()).url
        figures = uvloop.run(measure(url.rstrip("/"), games, args.tables, args.seats, args.seconds, args.think))
    print(json.dumps(figures, indent=2) if args.json else words("loaded", **figures))


def run_soak(args: argparse.Namespace, words: Words) -> int:
    """An evening with everything that happens to a server; 1 if something grew that should not, or went wrong."""
    import uvloop

    from spieltisch.lab.pictures import evening
    from spieltisch.server.soak import Sample, soak

    def progress(now: Sample) -> None:
        if sys.stderr.isatty():
            print("\r\033[K" + words("soaking", **now._asdict()), end="", file=sys.stderr, flush=True)

    games = [args.game] if args.game else list(game_keys())
    with own_server() as server:
        figures = uvloop.run(soak(server.url, server.process, games, max(args.minutes, 0.05), progress, args.seed))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if args.picture is not None:
        args.picture.write_text(evening(figures["samples"], words), encoding="utf-8")
    print(json.dumps(figures, indent=2) if args.json else words("soaked", **soaked_words(figures, words)))
    return 0 if figures["is_flat"] and not figures["faults"] else 1


def soaked_words(figures: dict[str, Any], words: Words) -> dict[str, Any]:
    """The figures as the sentence wants them."""
    grown = {
        f"{name}_{when}": value[when] for name, value in figures["grown"].items() for when in ("before", "after")
    }
    return {**figures, **grown, "verdict": words("soak_flat" if figures["is_flat"] else "soak_grown")}


class OwnServer(NamedTuple):
    """Where it listens, and its process."""

    url: str
    process: int


@contextlib.contextmanager
def own_server() -> Iterator[OwnServer]:
    """A server of one's own on a core of its own, with an empty folder."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-load-") as folder:
        command = [sys.executable, "-m", "spieltisch", "serve", "--port", "0", "--data", str(Path(folder) / "data")]
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise Refused("try_again")
            wait_for_rules(found[0].rstrip("/"))
            if len(cores) > 1:
                for thread in Path(f"/proc/{process.pid}/task").iterdir():
                    os.sched_setaffinity(int(thread.name), {cores[0]})
                os.sched_setaffinity(0, set(cores[1:]))
            yield OwnServer(found[0].rstrip("/"), process.pid)
        finally:
            process.terminate()
            process.wait(20)


def wait_for_rules(url: str) -> None:
    """Until the server has compiled everything; nearly always it has."""
    while True:
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as answer:
            if "ready" not in json.loads(answer.read()):
                return
        time.sleep(0.5)
