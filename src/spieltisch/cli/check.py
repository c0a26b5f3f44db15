"""`check`: is a room whole, and can it keep a secret?"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from typing import Any

from spieltisch import game_keys
from spieltisch.words import Words


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    check = commands.add_parser("check", help=words("help.check"))
    check.add_argument("game", metavar="GAME", choices=game_keys(), help=", ".join(game_keys()))
    check.set_defaults(run=run_check)


def run_check(args: argparse.Namespace, words: Words) -> int:
    """Look the room over in a process of its own, which compiles nothing."""
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-m", "spieltisch.checking", args.game], env=plain, check=False)
    if done.returncode == 0:
        print(words("check.whole", game=args.game))
    return done.returncode
