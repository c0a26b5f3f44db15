"""`hint` and `review`: good advice for a position, and luck and skill of a finished game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from spieltisch import Refused
from spieltisch.words import Words

from .learning import bar
from .looking import read_position

MOST_MOVES = 8


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    hint = commands.add_parser("hint", help=words("help.hint"))
    hint.add_argument("position", metavar="POSITION.json", help=words("help.position"))
    hint.add_argument("--seat", type=int, help=words("help.hint_seat"))
    hint.add_argument("--json", action="store_true", help=words("help.json"))
    hint.set_defaults(run=run_hint)
    review = commands.add_parser("review", help=words("help.review"))
    review.add_argument("log", type=Path, metavar="LOG", help=words("help.finished_log"))
    review.add_argument("--svg", type=Path, metavar="FILE", help=words("help.svg"))
    review.add_argument("--json", action="store_true", help=words("help.json"))
    review.set_defaults(run=run_review)


def run_hint(args: argparse.Namespace, words: Words) -> None:
    """A seat's moves, the best first."""
    from spieltisch.bots.advice import advise

    room, state = read_position(args.position)
    asked = room.to_act(state)
    seat = args.seat if args.seat is not None else min(asked) if isinstance(asked, frozenset) else 0
    if not room.legal(state, seat):
        raise Refused("nothing_to_advise", seat=seat)
    own = room.words(words.lang, options=state.options)
    found = advise(room, room.view(state, seat))
    if args.json:
        told = [{"do": one.move, "chance": round(one.chance, 4), "reason": one.why(own)} for one in found]
        print(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for one in found[:MOST_MOVES]:
        print(f"{100 * one.chance:5.1f} %  {one.move:<26} {one.why(own) or ''}".rstrip())
    if len(found) > MOST_MOVES:
        print(words("more_advice", count=len(found) - MOST_MOVES))


def run_review(args: argparse.Namespace, words: Words) -> None:
    """The account of a game: as a report, as JSON, as a picture."""
    from spieltisch.lab.review import review
    from spieltisch.lab.telling import in_words
    from spieltisch.log import read_log

    match = read_log(args.log)
    told = in_words(review(match, lambda done: bar(done, words("reviewing"))), match, words.lang)
    own = match.game.words(words.lang, match.names)
    names = [own.seat(seat) for seat in range(match.state.seats)]
    if args.svg:
        from spieltisch.lab.pictures import curve

        args.svg.write_text(curve(told, names, words), "utf-8")
    if args.json:
        print(json.dumps(told, indent=1, ensure_ascii=False))
        return
    print(report(told, names, words))


def report(told: dict[str, Any], names: list[str], words: Words) -> str:
    """A review to read."""
    said = told["words"]
    lines = [" ".join(part for part in (said["verdict"]["head"], said["verdict"]["rest"]) if part), ""]
    width = max(len(name) for name in names)
    lines.append(f"{'':<{width}}  {words('report.columns')}")
    for name, seat in zip(names, told["seats"], strict=True):
        lines.append(
            f"{name:<{width}}  {seat['start']:>6}  {seat['luck']:>+6}  {seat['moves']:>+6}  {seat['result']:>8}"
        )
    for number, moment in enumerate(told["moments"], 1):
        change = f"{moment['whose']} {moment['from']} → {moment['to']}"
        lines += ["", f"{number}  {moment['title']} ({moment['when']})", f"   {moment['text']} {change}."]
        if moment["better_text"]:
            lines.append(f"   {words('report.better')} {moment['better_text']}")
    notes = [
        said["skill"],
        said["turned"] or (said["fair"] if told["said"]["fair"] == "hidden" else ""),
        said["begins"],
        said["legs"],
        said["how"],
    ]
    return "\n".join([*lines, "", *(note for note in notes if note)])
