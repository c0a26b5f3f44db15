"""How far the luckiest moments that reviews tell are off, by games played out from both sides of them: `python -m spieltisch.lab.told GAME`."""

from __future__ import annotations

import argparse

import numpy as np

import spieltisch
from spieltisch.bots import bot

from .calibration import played
from .chances import FULL, Chances, Effort
from .review import moments

ELSEWHERE = 1 << 40  # other luck than the review's own games had


def missed(key: str, seats: int, seed: int, outs: int, effort: Effort = FULL) -> tuple[float, float] | None:
    """The largest lucky jump that the review of a fresh game tells, less the one that games played out show, and its own variance."""
    match = played(spieltisch.game(key), seats, 900_000 + seed, bot("medium"))
    chances = Chances(match, effort)
    chances.draw(lambda _: None)
    lucky = [one for one in moments(chances) if one["kind"] == "luck"]
    if not lucky:
        return None
    one = max(lucky, key=lambda told: abs(told["to"] - told["from"]))
    chances.seed += ELSEWHERE
    (before, first), (after, second) = (chances._won(point, outs) for point in (one["action"], one["action"] + 1))
    return (one["to"] - one["from"]) / 100 - (after[one["seat"]] - before[one["seat"]]), first + second


def main() -> None:
    """Measure a room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--outs", type=int, default=2000, help="games played out from each side of a moment")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for seats in args.seats:
        seeds = range(args.seed, args.seed + args.games)
        found = [told for seed in seeds if (told := missed(args.game, seats, seed, args.outs))]
        off = np.mean([miss * miss - own for miss, own in found]) if found else 0.0
        print(f"{args.game}, {seats} seats: {np.sqrt(max(0.0, off)):.3f} in {len(found)} moments", flush=True)


if __name__ == "__main__":
    main()
