"""The command `spieltisch`: one module per group of commands, each adding its own to the parser."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from spieltisch import Refused, __version__, rule
from spieltisch.words import LANGUAGES, Words

from . import advising, bench, check, learning, load, logs, looking, play, serve, site, upkeep

FOLDER = Path(__file__).parent


def language() -> str:
    """The reader's language, from the environment: English where it says so, else German."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "en" if told.startswith("en") else "de"


def chosen_language(arguments: list[str]) -> str:
    """`--lang` as given anywhere, else the environment's: help texts need it before parsing."""
    for index, argument in enumerate(arguments):
        value = argument.partition("=")[2] if "=" in argument else "".join(arguments[index + 1 : index + 2])
        if argument.startswith("--lang") and value in LANGUAGES:
            return value
    return language()


def parser(words: Words) -> argparse.ArgumentParser:
    """All commands with their help."""
    top = argparse.ArgumentParser(prog="spieltisch", description=words("help.top"))
    top.add_argument("--version", action="version", version=f"spieltisch {__version__}")
    commands = top.add_subparsers(dest="command", metavar=words("help.command"), required=True)
    for module in (play, serve, site, upkeep, looking, advising, logs, learning, check, load, bench):
        module.add_commands(commands, words)
    for command in commands.choices.values():
        command.add_argument("--lang", choices=LANGUAGES, default=words.lang, help=words("help.lang"))
    return top


def announce_compiling(words: Words) -> None:
    """The first run on a machine compiles the rules: say so, and show that it goes on."""
    state = {"count": 0}

    def told(name: str) -> None:
        state["count"] += 1
        if state["count"] == 1:
            print(words("compiling.first"), file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print(f"\r\033[K  {state['count']:>3}  {name}\r", end="", file=sys.stderr, flush=True)

    rule.on_compile = told


def main(arguments: list[str] | None = None) -> int:
    """Run one command; a refusal is a sentence, never a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    words = Words(chosen_language(given), FOLDER)
    args = parser(words).parse_args(given)
    announce_compiling(words)
    try:
        return int(args.run(args, words) or 0)
    except Refused as refused:
        print(refused.text(words.lang), file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
