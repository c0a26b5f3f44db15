"""`load`: many tables at once, played by sockets from this process; what the server on the other core makes of it."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spieltisch import Refused, game_keys
from spieltisch.words import Words


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("load", help=words("help.load"))
    command.add_argument("--url", help=words("help.url"))
    command.add_argument("--game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    command.add_argument("--tables", type=int, default=200, help=words("help.tables"))
    command.add_argument("--seats", type=int, default=2, help=words("help.seat_count"))
    command.add_argument("--seconds", type=float, default=10.0, help=words("help.load_seconds"))
    command.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help=words("help.think"))
    command.add_argument("--json", action="store_true", help=words("help.json"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace, words: Words) -> None:
    """Play, measure, print."""
    import uvloop

    from spieltisch.server.load import measure

    games = [args.game] if args.game else list(game_keys())
    with contextlib.ExitStack() as stack:
        url = args.url or stack.enter_context(own_server())
        figures = uvloop.run(measure(url.rstrip("/"), games, args.tables, args.seats, args.seconds, args.think))
    print(json.dumps(figures, indent=2) if args.json else words("loaded", **figures))


@contextlib.contextmanager
def own_server() -> Iterator[str]:
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
            if len(cores) > 1:
                for thread in Path(f"/proc/{process.pid}/task").iterdir():
                    os.sched_setaffinity(int(thread.name), {cores[0]})
                os.sched_setaffinity(0, set(cores[1:]))
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)
