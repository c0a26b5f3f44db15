"""`play`: a game in the terminal, with people at this keyboard and bots. Ctrl-C leaves; the log is enough to go on."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from spieltisch import CHANCE, OVER, Game, Refused, Seat, game, game_keys
from spieltisch.bots import LEVELS, bot
from spieltisch.chance import Fair, Source, as_luck, fair, seeded
from spieltisch.log import Match, dump, read_log
from spieltisch.words import Words

from .logs import outcome

MOST_LISTED = 24  # moves told at once; the rest on request


class Leaving(Exception):
    """Somebody wants to stop for now."""


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("play", help=words("help.play"))
    command.add_argument("game", nargs="?", choices=game_keys(), metavar="GAME", help=", ".join(game_keys()))
    command.add_argument("--seats", metavar="me,strong", help=words("help.seats", levels=list(LEVELS)))
    command.add_argument("--start", type=int, help=words("help.start"))
    command.add_argument("--seed", type=int, help=words("help.seed"))
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=words("help.option"))
    command.add_argument("--log", type=Path, metavar="FILE", help=words("help.log"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace, words: Words) -> int:
    """Set the table, or go on with one, and play."""
    path: Path = args.log or default_log()
    try:
        if args.log and args.log.exists() and args.log.stat().st_size:
            table = Table.resumed(args.log, words)
        else:
            table = Table.opened(args, path, words)
    except (Leaving, KeyboardInterrupt):
        print("\n" + words("goodbye"))
        return 0
    try:
        table.play()
    except (Leaving, KeyboardInterrupt):
        print("\n" + words("left", command=f"spieltisch play --log {table.path}"))
    return 0


def default_log() -> Path:
    """Where a game is kept when nobody says."""
    base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "spieltisch"
    return base / time.strftime("%Y-%m-%d-%H%M%S.jsonl")


# ---------------------------------------------------------------- asking


def ask(prompt: str) -> str:
    """A line from the keyboard; its end means leaving."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Leaving from None


def pick(prompt: str, choices: list[str], told: list[str]) -> str:
    """One of a few, by its number or its word."""
    for number, text in enumerate(told, start=1):
        print(f"  {number}  {text}")
    while True:
        answer = ask(prompt)
        if answer in choices:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(told):
            return choices[int(answer) - 1]


def ask_seats(words: Words) -> list[str]:
    """How many, and who sits where."""
    kinds = ["me", *LEVELS]
    told = [
        words("kinds_of_seat.me"),
        *(words("kinds_of_seat.bot", level=words(f"levels.{level}")) for level in LEVELS),
    ]
    count = int(pick(words("ask.count"), ["2", "3", "4"], []))
    return [pick(words("ask.seat", number=number), kinds, told) for number in range(1, count + 1)]


def seat_of(told: str) -> dict[str, str]:
    """A seat from `me`, `me:Ada` or a bot's level."""
    kind, _, name = told.strip().partition(":")
    named = {"name": name.encode("utf-8", "replace").decode()[:40]} if name else {}
    if kind != "me":
        bot(kind)
        named["bot"] = kind
    return named


def read_options(told: list[str]) -> dict[str, Any]:
    """House rules from KEY=VALUE; a value that ends in .toml is a file of one's own."""
    options: dict[str, Any] = {}
    for item in told:
        key, equals, value = item.partition("=")
        if not equals:
            raise Refused("missing_key", key=f"option {item[:40]}")
        options[key] = {"true": True, "false": False}.get(value, Path(value) if value.endswith(".toml") else value)
    return options


# ---------------------------------------------------------------- the table


class Table:
    """A match in the terminal: its log on disk, its people at the keyboard."""

    def __init__(self, match: Match, source: Source, path: Path, words: Words) -> None:
        self.match = match
        self.source = source
        self.path = path
        self.words = words
        self.game: Game = match.game
        self.own = match.game.words(words.lang, match.names, match.header["options"])
        self.luck = as_luck(match.header["seed"]) if "seed" in match.header else as_luck(None)
        self.people = [seat for seat, told in enumerate(match.header["seats"]) if "bot" not in told]
        self.told = "", 0
        self.at_keyboard: Seat | None = self.people[0] if len(self.people) == 1 else None

    @classmethod
    def opened(cls, args: argparse.Namespace, path: Path, words: Words) -> Table:
        """A new table; what was not told is asked."""
        key = args.game or pick(
            words("ask.game"), list(game_keys()), [game(key).name(words.lang) for key in game_keys()]
        )
        told = args.seats.split(",") if args.seats else ask_seats(words)
        seats = [seat_of(seat) for seat in told]
        name = secrets.token_hex(8)
        source = seeded(args.seed) if args.seed is not None else fair(name, [secrets.token_hex(8)])
        by_lot = args.start is None
        start = source.below(max(len(seats), 1)) if by_lot else args.start
        more = {"seed": args.seed} if args.seed is not None else committed(source, by_lot)
        match = Match.new(game(key), seats, start, read_options(args.option), id=name, **more)
        table = cls(match, source, path, words)
        table.keep_secret()
        table.write(match.header, new=True)
        return table

    @classmethod
    def resumed(cls, path: Path, words: Words) -> Table:
        """A table from its log, where it was left."""
        match = read_log(path)
        source = seeded(match.header["seed"]) if "seed" in match.header else kept_secret(path, match)
        for action, state in zip(match.actions, match.states, strict=False):
            if action.by is CHANCE:
                source.skip(match.game, state)
        print(words("resumed", lines=len(match.lines) - 1))
        return cls(match, source, path, words)

    # ------------------------------------------------ the log on disk

    def write(self, line: dict[str, Any], new: bool = False) -> None:
        """Append a line, so that leaving at any moment loses nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("w" if new else "a", encoding="utf-8") as file:
            file.write(dump(line) + "\n")

    def keep_secret(self) -> None:
        """A fair game's secret waits beside the log until the end, for whoever goes on."""
        if isinstance(self.source, Fair) and "commit" in self.match.header:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(secret_path(self.path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.write(file, self.source.secret.hex().encode())
            os.close(file)

    # ------------------------------------------------ playing

    def play(self) -> None:
        """Until the end."""
        if "commit" in self.match.header:
            print(self.words("committed", commit=self.match.header["commit"]))
        for seat, told in enumerate(self.match.header["seats"]):
            kind = (
                self.words("kinds_of_seat.bot", level=self.words(f"levels.{told['bot']}"))
                if "bot" in told
                else self.words("kinds_of_seat.me")
            )
            print(f"{self.own.seat(seat)}: {kind}")
        print(self.words("starts", name=self.own.seat(self.match.header["start"])))
        while self.match.result is None:
            acting = self.game.to_act(self.match.state)
            if acting is OVER:
                self.finish()
            elif acting is CHANCE:
                self.do(CHANCE, self.source.draw(self.game, self.match.state))
            else:
                assert isinstance(acting, frozenset)
                bots = sorted(acting - set(self.people))
                self.let_bot_play(bots[0]) if bots else self.let_person_play(min(acting))
        print(self.words("kept", log=self.path))

    def do(self, actor: Any, text: str, ms: int | None = None) -> None:
        """One action: played, written down, told."""
        index = len(self.match.actions)
        self.write(self.match.play(actor, text, ms))
        for event in self.match.events(index):
            if self.at_keyboard in event.audience:
                self.tell(self.own("events." + event.kind, **event.details))

    def tell(self, sentence: str) -> None:
        """One line of what happens; the same again and again is told once, with a count."""
        if sentence == self.told[0]:
            self.told = sentence, self.told[1] + 1
            return
        self.hush()
        self.told = sentence, 1

    def hush(self) -> None:
        """Nothing more to tell for now."""
        sentence, times = self.told
        if times:
            print(f"· {sentence}" + (f" ({times} ×)" if times > 1 else ""))
        self.told = "", 0

    def let_bot_play(self, seat: Seat) -> None:
        """A bot answers from its view."""
        state = self.match.state
        level = self.match.header["seats"][seat]["bot"]
        self.do(seat, bot(level)(self.game, self.game.view(state, seat), self.game.legal(state, seat), self.luck))

    def finish(self) -> None:
        """The end: picture, account, result."""
        fair_game = isinstance(self.source, Fair) and "commit" in self.match.header
        self.write(self.match.end(self.source.secret.hex() if fair_game else None))  # type: ignore[attr-defined]
        secret_path(self.path).unlink(missing_ok=True)
        self.hush()
        view = self.game.view(self.match.state, self.at_keyboard)
        print(
            "\n".join(
                [
                    "",
                    self.game.picture(view, self.own),
                    "",
                    self.game.account(view, self.own),
                    "",
                    outcome(self.match, self.own),
                ]
            )
        )

    # ------------------------------------------------ a person's turn

    def let_person_play(self, seat: Seat) -> None:
        """Show the table and ask until something is done."""
        self.hush()
        if len(self.people) > 1:
            self.pass_device(seat)
        view = self.game.view(self.match.state, seat)
        moves = self.game.legal(self.match.state, seat)
        print("\n" + self.game.picture(view, self.own) + "\n")
        self.list_moves(moves, MOST_LISTED)
        began = time.monotonic()
        while True:
            answer = ask(self.words("ask.move", name=self.own.seat(seat)))
            if self.answered(seat, answer, moves, int((time.monotonic() - began) * 1000)):
                return

    def answered(self, seat: Seat, answer: str, moves: list[str], ms: int) -> bool:
        """Do what was typed; True when the table has changed."""
        if answer in ("q", "quit", "ende"):
            raise Leaving
        if answer == "?":
            print(self.game.rule_text(self.words.lang))
        elif answer in ("", "m"):
            self.list_moves(moves, len(moves))
        elif answer in ("log", "l"):
            self.tell_log(seat)
        else:
            return self.changed(seat, answer, moves, ms)
        return False

    def changed(self, seat: Seat, answer: str, moves: list[str], ms: int) -> bool:
        """A move by number or notation, or a take-back; a refusal is told."""
        try:
            if answer in ("undo", "u"):
                self.write(self.match.undo(seat))
            else:
                number = int(answer) if answer.isascii() and answer.isdigit() else 0
                self.do(seat, moves[number - 1] if 1 <= number <= len(moves) else answer.lower(), ms)
        except Refused as refused:
            print(refused.text(self.words.lang, self.match.names))
            return False
        return True

    def list_moves(self, moves: list[str], most: int) -> None:
        """The legal moves, numbered, in notation and in words."""
        for number, text in enumerate(moves[:most], start=1):
            print(f"  {number:>3}  {text:<30} {self.game.notation.move_words(text, self.own)}")
        if len(moves) > most:
            print(self.words("more_moves", count=len(moves) - most))
        print(self.words("commands"))

    def tell_log(self, seat: Seat) -> None:
        """The game so far, as this seat may know it."""
        for index in range(len(self.match.actions)):
            for event in self.match.events(index):
                if seat in event.audience:
                    print("  " + self.own("events." + event.kind, **event.details))

    def pass_device(self, seat: Seat) -> None:
        """Several people, one keyboard: nobody sees another's cards."""
        if self.at_keyboard == seat:
            return
        if sys.stdout.isatty():
            print("\033[2J\033[H", end="")
        ask(self.words("ask.pass", name=self.own.seat(seat)))
        self.at_keyboard = seat


def committed(source: Fair, by_lot: bool) -> dict[str, Any]:
    """What the header says of fair chance."""
    return {"commit": source.commitment, "entropy": source.entropies, "lot": "start" if by_lot else None}


def secret_path(log: Path) -> Path:
    """Where the secret of a running fair game is kept."""
    return log.with_name(log.name + ".secret")


def kept_secret(path: Path, match: Match) -> Fair:
    """The fair chance of an interrupted game."""
    try:
        secret = bytes.fromhex(secret_path(path).read_text())
    except (OSError, ValueError):
        if match.result is not None:
            return fair(match.header.get("id", ""))
        raise Refused("secret_lost", key="log", file=secret_path(path).name) from None
    source = Fair(secret, match.header.get("id", ""), match.header.get("entropy", []))
    if source.commitment != match.header.get("commit"):
        raise Refused("secret_lost", key="log", file=secret_path(path).name)
    return source
