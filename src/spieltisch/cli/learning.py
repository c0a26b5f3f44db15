"""`train` and `ladder`: a room's value made anew, and how strong the levels are."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spieltisch import Refused, game, game_keys
from spieltisch.words import Words

FIRST_GAMES = 24_000  # with the fewest seats; more seats begin from there and need fewer
FIRST_GAMES_GPU = 600_000
BAR = 30
CHECKED_GAMES = 1500  # in which the chances are compared with what came
COMPARED_GAMES = 240  # between each milestone and the finished network


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    train = commands.add_parser("train", help=words("help.train"))
    train.add_argument("game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    train.add_argument("--games", type=int, help=words("help.train_games"))
    train.add_argument(
        "--seats", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4], help=words("help.train_seats")
    )
    train.add_argument("--seed", type=int, default=1, help=words("help.train_seed"))
    train.add_argument("--gpu", action="store_true", help=words("help.train_gpu"))
    train.add_argument("--out", type=Path, help=words("help.train_out"))
    train.add_argument("--pictures", type=Path, metavar="FOLDER", help=words("help.pictures"))
    train.set_defaults(run=run_train)
    ladder = commands.add_parser("ladder", help=words("help.ladder"))
    ladder.add_argument("game", choices=game_keys(), metavar="GAME", help=words("help.game"))
    ladder.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help=words("help.seat_count"))
    ladder.add_argument("--games", type=int, default=100, help=words("help.ladder_games"))
    ladder.add_argument("--seed", type=int, default=1, help=words("help.train_seed"))
    ladder.add_argument("--duel", action="append", metavar="ONE:OTHER", help=words("help.duel"))
    ladder.add_argument("--effort", type=float, default=1.0, help=words("help.effort"))
    ladder.add_argument("--plain-seconds", type=float, default=0.2, help=words("help.plain_seconds"))
    ladder.add_argument("--jobs", type=int, help=words("help.jobs"))
    ladder.add_argument("--json", action="store_true", help=words("help.json"))
    ladder.add_argument("--pictures", type=Path, metavar="FOLDER", help=words("help.pictures"))
    ladder.set_defaults(run=run_ladder)


def bar(done: float, said: str) -> None:
    """How far it is: a line that fills up on a terminal, a line for every tenth elsewhere."""
    filled = round(BAR * min(1.0, done))
    picture = f"[{'█' * filled}{'·' * (BAR - filled)}] {said}"
    if sys.stderr.isatty():
        print(f"\r\033[K{picture}", end="" if done < 1.0 else "\n", file=sys.stderr, flush=True)
    elif int(10 * done) != _tenth[0]:
        _tenth[0] = int(10 * done)
        print(picture, file=sys.stderr, flush=True)


_tenth = [-1]


def progress(words: Words, seats: int, games: int) -> Callable[[int, float], None]:
    """Shows how far a training is."""
    return lambda done, missed: bar(done / games, words("training", seats=seats, games=done, missed=f"{missed:.4f}"))


def run_train(args: argparse.Namespace, words: Words) -> None:
    """Learn one number of seats after the other, check what was learned, keep it."""
    from spieltisch.bots.net import Net, learned, save
    from spieltisch.lab.calibration import calibration
    from spieltisch.lab.train import Nursery, train

    place: Any = Nursery
    if args.gpu:
        from spieltisch.lab.side_by_side import SideBySide as place
    room = game(args.game)
    file = args.out or room.folder / "value.npz"
    kept = learned(file) if file.exists() else None
    nets: dict[int, Net] = dict(kept.nets) if kept else {}
    facts = {seats: dict(own) for seats, own in kept.facts.items()} if kept else {}
    curves, checks = {}, {}
    for seats in sorted(set(args.seats)):
        games = args.games or (FIRST_GAMES_GPU if args.gpu else FIRST_GAMES)
        games = games if seats - 1 not in nets else games // 2
        told, nursery = progress(words, seats, games), place(room, seats, args.seed)
        net, course = train(room, seats, games, args.seed, nets.get(seats - 1), told, nursery)
        nets[seats] = net
        nursery = place(room, seats, args.seed + 1)
        compared = nursery.round if args.gpu else COMPARED_GAMES
        curves[seats] = [(done, 1 - nursery.share_won(net, then, compared)) for done, then in course.milestones]
        checked = calibration(room, net, seats, max(compared, CHECKED_GAMES), place=place)
        facts[seats] = {"games": games, "brier": checked.brier, "guess": checked.guess, "error": checked.error}
        save(file, nets, facts)
        learned.cache_clear()
        shown = {name: f"{getattr(checked, name):.3f}" for name in ("brier", "guess", "error")}
        print(words("trained", seats=seats, games=games, **shown))
        checks[seats] = checked
    print(words("kept_in", file=file, size=file.stat().st_size // 1000))
    if args.pictures:
        from spieltisch.lab import pictures

        args.pictures.mkdir(parents=True, exist_ok=True)
        title = room.name(words.lang)
        (args.pictures / f"learning-{room.key}.svg").write_text(pictures.learning(title, curves, words), "utf-8")
        (args.pictures / f"reliability-{room.key}.svg").write_text(pictures.reliability(title, checks, words), "utf-8")


def run_ladder(args: argparse.Namespace, words: Words) -> None:
    """Play the duels, telling each as it ends; then the table with Elo."""
    from spieltisch.bots import LEVELS
    from spieltisch.lab.ladder import PLAIN, ladder, ratings

    names = [tuple(wish.split(":", 1)) for wish in args.duel] if args.duel else None
    for name in (name for pair in names or [] for name in pair):
        if name not in (*LEVELS, PLAIN):
            raise Refused("unknown_word", key="duel", value=name[:60], allowed=[*LEVELS, PLAIN])
    if any(len(pair) != 2 for pair in names or []):
        raise Refused("unknown_word", key="duel", value=str(args.duel)[:60], allowed=["strong:medium"])
    duels = []
    for duel in ladder(
        args.game, args.seats, min(max(2, args.games), 100_000), names, args.seed, args.effort, args.plain_seconds, args.jobs,
        lambda done, total: bar(done / total, f"{2 * done} / {2 * total}"),
    ):  # fmt: skip
        duels.append(duel)
        if not args.json:
            print(f"\r\033[K{row(duel)}" if sys.stderr.isatty() else row(duel), flush=True)
    rated = ratings(duels)
    if args.json:
        told = [{**duel._asdict(), "elo": round(duel.elo)} for duel in duels]
        print(
            json.dumps(
                {"game": args.game, "seats": args.seats, "effort": args.effort, "duels": told, "elo": rated}, indent=1
            )
        )
    else:
        print("\n".join(f"{name:<8} {round(elo):>6} Elo" for name, elo in rated.items()))
    if args.pictures:
        from spieltisch.lab import pictures

        args.pictures.mkdir(parents=True, exist_ok=True)
        title = f"{game(args.game).name(words.lang)}, {words('pictures.seats', seats=args.seats)}"
        picture = pictures.rungs(title, duels[: len(LEVELS) - 1], words)
        (args.pictures / f"ladder-{args.game}-{args.seats}.svg").write_text(picture, "utf-8")


def row(duel: Any) -> str:
    """One duel as a line."""
    share, low, high = (100 * number for number in (duel.share, duel.low, duel.high))
    return f"{duel.one:>8} : {duel.other:<8} {share:5.1f} %  ({low:.1f}–{high:.1f})  {duel.elo:+5.0f} Elo  {duel.games}"
