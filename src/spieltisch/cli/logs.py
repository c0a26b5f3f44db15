"""`replay` and `verify`: a finished or interrupted game from its log."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spieltisch import OVER, legs
from spieltisch.checks import short
from spieltisch.log import Match, read_log, verify
from spieltisch.words import Words

from .looking import whose_turn


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    again = commands.add_parser("replay", help=words("help.replay"))
    again.add_argument("log", metavar="LOG", type=Path)
    again.add_argument("--to", type=int, metavar="LINE", help=words("help.to"))
    again.add_argument("--seat", type=int, help=words("help.view_of"))
    again.set_defaults(run=run_replay)
    check = commands.add_parser("verify", help=words("help.verify"))
    check.add_argument("log", metavar="LOG", type=Path)
    check.set_defaults(run=run_verify)


def run_replay(args: argparse.Namespace, words: Words) -> None:
    """Tell a game from its log, up to a line; then show the table."""
    match = read_log(args.log)
    if args.to is not None:
        match = match.until(min(max(args.to - 1, 0), len(match.lines) - 1))
    own = match.game.words(words.lang, match.names, match.header["options"])
    if args.seat is not None:
        match.game.view(match.state, args.seat)
    tell_known_dice(match, own)
    if "legs" in match.header:
        print(noted(own, legs.note(match.header["legs"], match.header["start"], match.game.adds_up)))
    for index, action in enumerate(match.actions):
        for event in match.events(index):
            if args.seat in event.audience:
                print(f"{action.line + 1:>4}  {own('events.' + event.kind, **event.details)}")
    print()
    print(match.game.picture(match.game.view(match.state, args.seat), own))
    if match.game.to_act(match.state) is OVER:
        print(match.game.account(match.game.view(match.state, args.seat), own))
        print(outcome(match, own))
        if match.both is not None:
            print(noted(own, legs.last_note(match.both)))
    else:
        print(whose_turn(match.game, match.state, own, words))


def noted(own: Words, note: dict[str, Any]) -> str:
    """What the house says to a game of two that belong together."""
    return own(f"notes.{note['event']}", **note)


def outcome(match: Match, own: Words) -> str:
    """Who won and why, and everyone's place and points."""
    result = match.game.result(match.state)
    seats = sorted(range(match.state.seats), key=lambda seat: result["places"][seat])
    winners = [own.seat(seat) for seat in seats if result["places"][seat] == 1]
    rows = [
        f"{result['places'][seat]}. {own('points.row', seat=seat, points=result['points'][seat])}" for seat in seats
    ]
    why = own(f"why.{result['why']}", winner=seats[0] if len(winners) == 1 else ", ".join(winners))
    return "\n".join([why, *rows])


def run_verify(args: argparse.Namespace, words: Words) -> None:
    """Were all dice and cards as committed before the game?"""
    match = read_log(args.log)
    print(words("verified", count=verify(match), commit=match.header["commit"]))
    own = match.game.words(words.lang, match.names, match.header["options"])
    if "lot" in match.header:
        print(own("notes.lot", name=own.seat(match.header["start"])))
    tell_known_dice(match, own)


def tell_known_dice(match: Match, own: Words) -> None:
    """Say of a duplicate that its dice and cards had been seen before."""
    if "chance" in match.header:
        print(own("notes.duplicate", chance=short(match.header["chance"])))
