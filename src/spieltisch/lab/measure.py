"""What reviews and tips need to know about a room's value, measured on fresh games: `python -m spieltisch.lab.measure GAME …`.

Prints the room's `measured.toml`: the odds between levels, how far moves stray among equals, how well each level plays, who begins."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np

import spieltisch
from spieltisch.bots import Bot, bot
from spieltisch.bots.looks import weights
from spieltisch.bots.odds import far, measured
from spieltisch.door import CHANCE, OVER, Game, Luck
from spieltisch.rule import blanks

from .calibration import played
from .chances import FULL, NOTHING, Chances
from .persons import compiled, seated
from .review import accounts

LEVELS = ("random", "easy", "medium", "strong", "master")
WORTH_KNOWING = ("easy", "medium", "strong")
AVERAGE = LEVELS.index("medium")
MOST_TABLES = 500
THIRDS = 3
SLOWEST = 0.05  # pace at which what a level is worth fades
MOST_WORTH = 8.0  # on the scale of odds: who never wins could be worth anything below


# ---------------------------------------------------------------- the odds between levels


def watched(key: str, seats: int, games: int, seed: int) -> list[Any]:
    """Games of levels by lot: the chances that the value told among equals, how far it was, who sat there, who came first."""
    game = spieltisch.game(key)
    loops, net = compiled(game), weights(game, seats)
    work, states, dice = loops.value.work_room(net), blanks(game.layout, 3), np.random.default_rng(seed)
    rows: list[Any] = []
    for number in range(games):
        levels = dice.integers(0, len(LEVELS), seats)
        told, progress, came = np.zeros((MOST_TABLES, 4)), np.zeros(MOST_TABLES), np.zeros(4)
        states[0] = game.begin(seats, number % seats).record
        persons = seated([LEVELS[level] for level in levels])
        count = loops.play_watched(states, persons, net, work, seed * 1_000_003 + number, told, progress, came)
        rows += [(told[row, :seats], progress[row], levels, came[:seats]) for row in range(count)]
    return rows


def through_the_door(key: str, seats: int, games: int, seed: int) -> list[Any]:
    """The same of real bots, each with its own view alone; without the master, who takes long."""
    game = spieltisch.game(key)
    dice = np.random.default_rng(seed)
    rows: list[Any] = []
    for number in range(games):
        levels = dice.integers(1, len(WORTH_KNOWING) + 1, seats)
        match = played(
            game, seats, seed * 10_007 + number, partial(as_seated, [bot(LEVELS[level]) for level in levels])
        )
        chances = Chances(match)
        places = game.result(match.state)["places"]
        came = [(place == 1) / places.count(1) for place in places]
        for index, action in enumerate(match.actions):
            state = match.states[index + 1]
            if action.by is not CHANCE and game.to_act(state) is not OVER and index % 3 == 0:
                told = chances._explored(state, NOTHING, [0], 0)[0]
                rows.append((told, far(game, state.record), levels, np.array(came)))
    return rows


def as_seated(bots: list[Bot], game: Game, view: Mapping[str, Any], moves: Sequence[str], luck: Luck) -> str:
    """The move of whichever bot sits there."""
    return bots[view["seat"]](game, view, moves, luck)


def adjusted(told: Any, progress: Any, levels: Any, worth: Any, pace: float) -> Any:
    """Chances among equals as chances among levels (see `odds.leveled`)."""
    raised = np.clip(told, 1e-9, 1) * np.exp(np.take(worth, levels) * ((1 - progress) ** pace)[:, None])
    return raised / raised.sum(1, keepdims=True)


def fitted(told: Any, progress: Any, levels: Any, came: Any) -> tuple[Any, float]:
    """What each level is worth on the scale of odds, and how fast that fades: the likeliest, by steps that grow smaller."""
    free = [level for level in range(len(LEVELS)) if level != AVERAGE]
    found = np.array([-2.0, -1.0, 0.5, 1.0, 0.7])

    def missed(numbers: Any) -> float:
        worth = np.zeros(len(LEVELS))
        worth[free] = numbers[:-1]
        chances = adjusted(told, progress, levels, worth, max(SLOWEST, numbers[-1]))
        return float(-(came * np.log(np.clip(chances, 1e-9, 1))).sum() / len(came))

    step, best = 0.5, missed(found)
    while step > 0.01:
        tries = [found + step * sign * np.eye(len(found))[part] for part in range(len(found)) for sign in (1, -1)]
        misses = [missed(one) for one in tries]
        if min(misses) < best - 1e-7:
            found, best = tries[int(np.argmin(misses))], min(misses)
        else:
            step /= 2
    worth = np.zeros(len(LEVELS))
    worth[free] = np.clip(found[:-1], -MOST_WORTH, MOST_WORTH)
    return worth, max(SLOWEST, float(found[-1]))


def calibration_error(chances: Any, came: Any) -> float:
    """Expected calibration error over tenths of the scale."""
    told, true = chances.ravel(), came.ravel()
    tenth = np.minimum((told * 10).astype(int), 9)
    return float(np.abs(np.bincount(tenth, told, 10) - np.bincount(tenth, true, 10)).sum() / len(told))


# ---------------------------------------------------------------- equals


def reviewed(key: str, seats: int, level: str, seed: int) -> dict[str, Any]:
    """A game among equals: its length, what each seat's moves and luck came to, and the sums of its decisions."""
    match = played(spieltisch.game(key), seats, 500_000 + seed, bot(level))
    chances = Chances(match, FULL if level == "medium" else FULL._replace(played=(1, 1), outcomes=8))
    chances.draw(lambda _: None)
    found = accounts(chances)
    return {
        "actions": len(match.actions), "level": level, "moves": [seat["moves"] for seat in found],
        "luck": [seat["luck"] for seat in found], "sums": [seat["sums"] for seat in found],
    }  # fmt: skip


def begun(key: str, seats: int, games: int, seed: int) -> list[float]:
    """How often each seat comes first among the best, from the one that begins on."""
    game = spieltisch.game(key)
    loops, net, found = compiled(game), weights(game, seats), np.zeros(seats)
    states, best = blanks(game.layout, 3), seated(["master"] * seats)
    for start in range(seats):
        won = np.zeros(4)
        states[0] = game.begin(seats, start).record
        loops.play_out(states, best, net, loops.value.work_room(net), seed, start * games, (start + 1) * games, won)
        found += np.roll(won[:seats], -start)
    return found.tolist()


# ---------------------------------------------------------------- all of it


def facts(key: str, seats: int, pool: Any, games: int) -> dict[str, Any]:
    """All figures of a room with so many seats."""
    parts = 32
    data = pool.map(partial(watched, key, seats, max(1, games // parts)), range(parts))
    fresh = pool.map(partial(watched, key, seats, max(1, games // parts)), range(100, 100 + parts))
    real = pool.map(partial(through_the_door, key, seats, max(1, games // 20 // parts)), range(200, 200 + parts))
    jobs = [(level, number) for level in WORTH_KNOWING for number in range(games // (40 if level == "medium" else 160))]
    accounts_of = pool.map(partial(_reviewed, key, seats), jobs)
    starts = pool.map(partial(begun, key, seats, max(1, games // parts // seats)), range(parts))
    worth, pace = fitted(*_columns(data))
    errors = []
    for rows in (fresh, real):
        told, progress, levels, came = _columns(rows)
        errors.append(calibration_error(adjusted(told, progress, levels, worth, pace), came))
    first = np.sum(list(starts), 0)
    return {
        "levels": {level: round(float(part), 2) for level, part in zip(LEVELS, worth, strict=True)}, "pace": round(pace, 2),
        "level_errors": [round(error, 4) for error in errors], **of_equals(list(accounts_of)),
        "first": [round(100 * float(part), 1) for part in first / first.sum()],
    }  # fmt: skip


def real_errors(key: str, seats: int, pool: Any, games: int, seed: int) -> tuple[float, float]:
    """How far the chances told are off in fresh games of real bots of unequal levels: with what is kept of the levels, and without."""
    kept = measured(spieltisch.game(key), seats)
    worth, parts = [kept["levels"][level] for level in LEVELS], min(games, 32)
    rows = pool.map(partial(through_the_door, key, seats, games // parts), range(seed * 1000, seed * 1000 + parts))
    told, progress, levels, came = _columns(rows)
    shifted = adjusted(told, progress, levels, worth, kept["pace"])
    return calibration_error(shifted, came), calibration_error(told, came)


def _columns(parts: Any) -> list[Any]:
    """What was noted in several pieces, column by column."""
    return [np.array(column) for column in zip(*(row for part in parts for row in part), strict=True)]


def _reviewed(key: str, seats: int, job: tuple[str, int]) -> dict[str, Any]:
    return reviewed(key, seats, *job)


def of_equals(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The spread of moves for short, middling and long games, the mean of luck, and the share of the best play by level."""
    usual = sorted((one for one in found if one["level"] == "medium"), key=lambda one: one["actions"])
    thirds = [usual[len(usual) * part // THIRDS : len(usual) * (part + 1) // THIRDS] for part in range(THIRDS)]
    doubts = [
        [one[-1]["actions"], round(float(np.sqrt(np.mean([m * m for game in one for m in game["moves"]]))))]
        for one in thirds
    ]
    doubts[-1][0] = 1_000_000
    share = {}
    for level in WORTH_KNOWING:
        sums = np.sum([seat for one in found if one["level"] == level for seat in one["sums"]], 0)
        share[level] = round(float(1 - sums[1] / sums[2]), 3)
    return {
        "doubt": doubts, "skill": share, "games": len(usual),
        "luck_of_first_seat": round(float(np.mean([one["luck"][0] for one in usual])), 1),
        "luck_spread": round(float(np.std([part for one in usual for part in one["luck"]])), 1),
    }  # fmt: skip


def section(seats: int, figures: dict[str, Any]) -> str:
    """The figures for a number of seats, as they are kept."""
    lines = ["", f"[{seats}]"]
    for name, value in figures.items():
        text = json.dumps(value)
        if isinstance(value, dict):
            text = "{ " + ", ".join(f"{key} = {part}" for key, part in value.items()) + " }"
        lines.append(f"{name} = {text}")
    return "\n".join(lines)


def main() -> None:
    """Measure a room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--real", type=int, metavar="N", help="only how true the chances are in N games of real bots of unequal levels")
    parser.add_argument("--seed", type=int, default=7, help="of those games")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        if args.real:
            for seats in args.seats:
                with_levels, without = real_errors(args.game, seats, pool, args.real, args.seed)
                print(f"{args.game}, {seats} seats: {with_levels:.3f}, among equals {without:.3f}", flush=True)
            return
        print(f"# Measured by `python -m spieltisch.lab.measure {args.game} --games {args.games}`; see docs/bots.md.")
        for seats in args.seats:
            print(section(seats, facts(args.game, seats, pool, args.games)), flush=True)


if __name__ == "__main__":
    main()
