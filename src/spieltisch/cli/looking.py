"""`games`, `legal`, `show`: what there is, and what a position says."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from spieltisch import CHANCE, OVER, Game, Refused, State, game, game_keys
from spieltisch.words import Words

MOST_POSITION = 1_000_000  # bytes


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    games = commands.add_parser("games", help=words("help.games"))
    games.set_defaults(run=run_games)
    legal = commands.add_parser("legal", help=words("help.legal"))
    legal.add_argument("position", metavar="POSITION.json", help=words("help.position"))
    legal.add_argument("--seat", type=int, help=words("help.seat"))
    legal.set_defaults(run=run_legal)
    show = commands.add_parser("show", help=words("help.show"))
    show.add_argument("position", metavar="POSITION.json", help=words("help.position"))
    show.add_argument("--seat", type=int, help=words("help.view_of"))
    show.set_defaults(run=run_show)


def read_position(name: str) -> tuple[Game, State]:
    """A position from a file, or from standard input for `-`."""
    try:
        content = sys.stdin.buffer.read(MOST_POSITION) if name == "-" else Path(name).read_bytes()[:MOST_POSITION]
        position = json.loads(content)
    except OSError as problem:
        raise Refused("unreadable_file", key="position", file=name, problem=problem.strerror or "?") from None
    except (ValueError, RecursionError) as problem:
        raise Refused("unreadable_file", key="position", file=name, problem=str(problem)[:80]) from None
    if not isinstance(position, dict):
        raise Refused("wrong_type", key="position", wanted="dict", value=str(position)[:60])
    room = game(position.get("game", ""))
    return room, room.position(position)


def run_games(args: argparse.Namespace, words: Words) -> None:
    """List the rooms."""
    for key in game_keys():
        own = game(key).words(words.lang)
        print(f"{key:<14} {own('name')}: {own('tagline')} {own('credit')}")


def run_legal(args: argparse.Namespace, words: Words) -> None:
    """Every move open in a position, or what chance may bring, one a line."""
    room, state = read_position(args.position)
    acting = room.to_act(state)
    if acting is OVER:
        print(json.dumps(room.result(state)))
    elif acting is CHANCE:
        for text, weight in room.chances(state).items():
            print(f"chance  {text}  {weight}")
    else:
        assert isinstance(acting, frozenset)
        for seat in sorted(acting) if args.seat is None else [args.seat]:
            for text in room.legal(state, seat):
                print(f"{seat}  {text}")


def run_show(args: argparse.Namespace, words: Words) -> None:
    """A position as a picture in text, as a seat sees it."""
    room, state = read_position(args.position)
    view = room.view(state, args.seat)
    print(room.picture(view, room.words(words.lang, options=state.options)))
    print(whose_turn(room, state, room.words(words.lang), words))


def whose_turn(room: Game, state: State, own: Words, words: Words) -> str:
    """Who is to act, as a sentence."""
    acting = room.to_act(state)
    if acting is OVER:
        return words("turn.over")
    if acting is CHANCE:
        return words("turn.chance")
    assert isinstance(acting, frozenset)
    return words("turn.seats", names=", ".join(own.seat(seat) for seat in sorted(acting)))
