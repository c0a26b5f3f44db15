"""How fast the rules run: whole random games, single calls through the door, start-up, a card, and two others of this field.

Machines are noisy: compare ratios within one run, never seconds of two."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import spieltisch
from spieltisch import CHANCE, OVER, Game, State
from spieltisch.chance import Source, seeded
from spieltisch.rule import blanks, luck

from . import peers
from .batch import Batch

Tell = Callable[[str], None]
Figures = dict[str, Any]

FIRST_MOVE = """
import time; began = time.perf_counter()
import spieltisch; from spieltisch.chance import seeded
game = spieltisch.game({key!r}); state = game.begin(2); source = seeded(1)
while game.to_act(state) is spieltisch.CHANCE: state = game.play(state, spieltisch.CHANCE, source.draw(game, state))
seat = min(game.to_act(state)); state = game.play(state, seat, game.legal(state, seat)[0])
print(time.perf_counter() - began)
"""


def measure(keys: Sequence[str], seconds: float, gpu: bool, tell: Tell) -> Figures:
    """All figures asked for, as plain data."""
    figures: Figures = {
        "machine": f"{processor()}, Python {platform.python_version()}, NumPy {np.__version__}",
        "date": time.strftime("%Y-%m-%d"),
        "games": {},
    }
    for key in keys:
        game = spieltisch.game(key)
        own: Figures = {"random": {}}
        for seats in game.seats:
            tell(f"{key}: random games, {seats} seats")
            own["random"][seats] = random_games(game, seats, seconds)
        tell(f"{key}: batch on one core")
        own["batch"] = batched(Batch(game, 4096), seconds)
        tell(f"{key}: one call through the door")
        own["door"] = door_calls(game, seconds)
        tell(f"{key}: cold and cached start")
        own["start"] = starts(key)
        if gpu:
            own["gpu"] = on_card(game, tell)
        figures["games"][key] = own
    figures["peers"] = peers.measure(seconds, tell)
    return figures


def processor() -> str:
    """What this machine calls its processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 (not a file of ours)
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
        return f"{names[0]}, {len(names)} cores" if names else platform.machine()
    except OSError:
        return platform.machine()


def random_games(game: Game, seats: int, seconds: float) -> Figures:
    """Whole random games on one core, compiled."""
    loops = game.for_room("spieltisch.lab.loops")
    fresh = blanks(game.layout, 1)
    fresh[0] = game.begin(seats).record
    words = luck(2024, seats)
    tally = np.zeros(8, np.int64)
    loops.play_many(fresh, 20, words, tally)
    tally[:] = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        loops.play_many(fresh, 200, words, tally)
    return rates(tally, time.perf_counter() - began)


def rates(tally: Any, took: float) -> Figures:
    """Per second, and how long a game is."""
    moves, chances, games = (int(count) for count in tally[:3])
    return {
        "games_per_s": games / took,
        "moves_per_s": moves / took,
        "steps_per_s": (moves + chances) / took,
        "moves_per_game": moves / max(games, 1),
    }


def batched(batch: Any, seconds: float, wait: Callable[[], None] = lambda: None) -> Figures:
    """Batched steps: choose at random among the legal, step, masks and rewards."""
    batch.step(batch.random_actions())
    wait()
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for _ in range(8):
            batch.step(batch.random_actions())
        wait()
        steps += 8 * len(batch.actions)
    return {"count": len(batch.actions), "steps_per_s": steps / (time.perf_counter() - began)}


def door_calls(game: Game, seconds: float) -> Figures:
    """Microseconds for one call, over random games: the median of many."""
    spent: dict[str, list[float]] = {}

    def timed(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
        began = time.perf_counter()
        answer = call(*arguments)
        spent.setdefault(name, []).append((time.perf_counter() - began) * 1e6)
        return answer

    end = time.perf_counter() + seconds
    seed = 0
    while time.perf_counter() < end:
        seed += 1
        state, source = game.begin(2), seeded(seed)
        while (acting := game.to_act(state)) is not OVER:
            if acting is CHANCE:
                state = timed("chance", drawn_and_played, game, state, source)
                continue
            assert isinstance(acting, frozenset)
            seat = min(acting)
            moves = timed("legal", game.legal, state, seat)
            timed("view", game.view, state, seat)
            timed("view_text", game.view_text, state, seat)
            move = moves[source.below(len(moves))]
            after = timed("play", game.play, state, seat, move)
            timed("told", game.told, state, seat, move, after)
            state = after
    return {name: statistics.median(times) for name, times in spent.items()}


def drawn_and_played(game: Game, state: State, source: Source) -> State:
    """What chance brings, and what comes of it."""
    return game.play(state, CHANCE, source.draw(game, state))


def starts(key: str) -> Figures:
    """Seconds from nothing to the first move: compiling, then from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_MOVE.format(key=key)]
        environment = {**os.environ, "SPIELTISCH_CACHE": folder}
        cold, *cached = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
            for _ in range(4)
        )
    return {"cold_s": cold, "cached_s": statistics.median(cached)}


def on_card(game: Game, tell: Tell) -> Figures:
    """Whole games and batched steps on the graphics card."""
    from . import gpu

    cuda = gpu.card()
    name = cuda.get_current_device().name
    own: Figures = {"card": name.decode() if isinstance(name, bytes) else name, "random": {}}
    for seats in game.seats:
        tell(f"{game.key}: random games on the card, {seats} seats")
        gpu.play_games(game, seats, 1024, 1, 1)
        threads, games, took, tally = 1 << 20, 1, 0.0, None
        while took < 0.5:
            games *= 4
            began = time.perf_counter()
            tally = gpu.play_games(game, seats, threads, games, games)
            took = time.perf_counter() - began
        own["random"][seats] = rates(tally, took)
    tell(f"{game.key}: batch on the card")
    own["batch"] = batched(gpu.GpuBatch(game, 1 << 20), 1.0, cuda.synchronize)
    return own


# ---------------------------------------------------------------- as text


def report(figures: Figures) -> str:
    """The figures as tables."""
    lines = [f"{figures['machine']} · {figures['date']}"]
    for key, own in figures["games"].items():
        lines += ["", key]
        lines += [f"  {seats} seats  {told(rate)}" for seats, rate in own["random"].items()]
        lines.append(f"  batch of {own['batch']['count']:,}  {own['batch']['steps_per_s'] / 1e6:.2f} M steps/s")
        lines.append("  door  " + "  ".join(f"{name} {spent:.0f} µs" for name, spent in own["door"].items()))
        lines.append(f"  first move  cold {own['start']['cold_s']:.1f} s  cached {own['start']['cached_s']:.2f} s")
        if "gpu" in own:
            lines += [
                f"  {own['gpu']['card']}, {seats} seats  {told(rate)}" for seats, rate in own["gpu"]["random"].items()
            ]
            batch = own["gpu"]["batch"]
            lines.append(
                f"  {own['gpu']['card']}, batch of {batch['count']:,}  {batch['steps_per_s'] / 1e6:.0f} M steps/s"
            )
    for name, steps in figures["peers"].items():
        lines += ["", f"{name}  {steps / 1e6:.4f} M steps/s" if steps else f"{name}: not installed (extra bench)"]
        if not steps:
            continue
        for key, own in figures["games"].items():
            fastest, batch = own["random"][2]["steps_per_s"], own["batch"]["steps_per_s"]
            lines.append(
                f"  {key}: whole games {fastest / steps:.0f} ×, batch {batch / steps:.1f} ×, door {door_ratio(own, steps):.2f} ×"
            )
    return "\n".join(lines)


def told(rate: Figures) -> str:
    """One row of rates."""
    return (
        f"{rate['games_per_s']:>12,.0f} games/s  {rate['moves_per_s'] / 1e6:>8.2f} M moves/s  "
        f"{rate['steps_per_s'] / 1e6:>8.2f} M steps/s  {rate['moves_per_game']:>6.1f} moves a game"
    )


def door_ratio(own: Figures, steps: float) -> float:
    """Steps a second through the door (legal and play of a move), against another's."""
    return 1e6 / (own["door"]["legal"] + own["door"]["play"]) / steps
