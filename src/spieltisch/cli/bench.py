"""`bench`: how fast the rules run, on this machine, now."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from spieltisch import game_keys
from spieltisch.lab import bench
from spieltisch.words import Words


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("bench", help=words("help.bench"))
    command.add_argument("--game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    command.add_argument("--gpu", action="store_true", help=words("help.gpu"))
    command.add_argument("--seconds", type=float, default=1.0, help=words("help.seconds"))
    command.add_argument("--json", action="store_true", help=words("help.json"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace, words: Words) -> None:
    """Measure, telling what is being measured; then the figures."""
    seconds = min(max(args.seconds, 0.05), 60.0)
    keys = [args.game] if args.game else list(game_keys())
    figures = bench.measure(keys, seconds, args.gpu, lambda what: print("… " + what, file=sys.stderr, flush=True))
    print(json.dumps(figures, indent=2) if args.json else bench.report(figures))
