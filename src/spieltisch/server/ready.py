"""Rules ready before the first guest: every game is played once, so that nobody waits for a compiler while the event loop stands still.

What has to be compiled is compiled in processes of their own, one for each game, whose memory is gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from spieltisch import CHANCE, OVER, game, game_keys
from spieltisch.bots import LEVELS, bot, levels_of
from spieltisch.chance import as_luck, seeded
from spieltisch.lab.chances import QUICK
from spieltisch.lab.review import review
from spieltisch.log import Match, dump, replay
from spieltisch.rule import COMPILED, cache_folder

MARK = "ready"
EFFORT = 0.005  # of a master: just enough to have its search compiled
THOUGHT_ABOUT = 2 * len(LEVELS)  # moves by the levels in turn; the rest by lot, which is quicker


def make_ready() -> None:
    """All rules in memory, from the cache; filled first, where it is not."""
    missing = [key for key in game_keys() if not is_ready(key)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in [pool.submit(compile_apart, key) for key in missing]:
            done.result()
    for key in game_keys():
        play_once(key)


def compile_apart(key: str) -> None:
    """Fill the cache for a game in another process."""
    subprocess.run([sys.executable, "-c", f"from {__name__} import play_once; play_once({key!r})"], check=True)


def is_ready(key: str) -> bool:
    """Is there nothing to compile?"""
    return not COMPILED or mark(key).exists()


def play_once(key: str) -> None:
    """One game, with every level of bot; and read back from its log."""
    room = game(key)
    luck, source = as_luck(1), seeded(1)
    match = Match.new(room, [{}, {}, {}])
    levels, moves = levels_of(room), 0
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            room.chances(match.state)
            match.play(CHANCE, source.draw(room, match.state))
            match.told(len(match.actions) - 1)
            continue
        assert isinstance(acting, frozenset)
        seat = min(acting)
        level = levels[moves % len(levels)] if moves < THOUGHT_ABOUT else "random"
        match.play(seat, bot(level, EFFORT)(room, room.view(match.state, seat), room.legal(match.state, seat), luck))
        match.told(len(match.actions) - 1)
        match.undoable(seat)
        room.room.veiled(match.state, seat)
        moves += 1
    match.end()
    replay(map(dump, match.lines[:20]))
    if len(levels) > 1 and not mark(key).exists():  # later it is found in the cache, when somebody wants it
        review(match, effort=QUICK)
    mark(key).touch()


def mark(key: str) -> Path:
    """A sign in the cache that these rules are compiled."""
    return cache_folder(key.replace("-", "_")) / MARK
