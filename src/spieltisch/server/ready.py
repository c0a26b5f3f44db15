"""Rules ready before anybody plays by them: every game is played once, so that nobody waits for a compiler while the event loop stands still.

What has to be compiled is compiled in processes of their own, one for each game, whose memory is gone afterwards. That takes a minute on
a new machine; the server answers meanwhile, and `Readiness` knows how far it is."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from spieltisch import CHANCE, OVER, game, game_keys, rule
from spieltisch.bots import LEVELS, bot, levels_of
from spieltisch.chance import as_luck, seeded
from spieltisch.checks import Refused
from spieltisch.lab.chances import QUICK
from spieltisch.lab.review import review
from spieltisch.log import Match, dump, replay
from spieltisch.rule import COMPILED, cache_folder, sources_of

MARK = "ready"
RULE = re.compile(r"^\s*@rule\b", re.MULTILINE)
NEARLY = 0.95  # what is left is to load them
EFFORT = 0.005  # of a master: just enough to have its search compiled
THOUGHT_ABOUT = 2 * len(LEVELS)  # moves by the levels in turn; the rest by lot, which is quicker


Told = Callable[[str, float], None]


class Readiness:
    """How far the rules of each game are. Without games to wait for, everything is ready."""

    def __init__(self, missing: Iterable[str] = ()) -> None:
        self._shares = dict.fromkeys(missing, 0.0)
        self._all = len(self._shares)
        self._done = asyncio.Event()
        if not self._shares:
            self._done.set()

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return 1.0 - sum(1.0 - share for share in self._shares.values()) / (self._all or 1)

    def told(self, key: str, share: float) -> None:
        """A game has got so far; at 1 it can be played. For the event loop."""
        if share >= 1.0:
            self._shares.pop(key, None)
        elif key in self._shares:
            self._shares[key] = max(self._shares[key], share)
        if not self._shares:
            self._done.set()

    def check(self, key: object) -> None:
        """Whoever needs the rules of a game that is not ready is told how far it is."""
        if key in self._shares:
            raise Refused("getting_ready", percent=min(99, round(100 * self.share)))

    async def whole(self) -> None:
        """Wait until every game can be played."""
        await self._done.wait()


async def get_ready_behind(readiness: Readiness) -> None:
    """Compile and load everything beside the event loop, which goes on meanwhile."""
    loop = asyncio.get_running_loop()
    children: list[subprocess.Popen[bytes]] = []

    def told(key: str, share: float) -> None:
        loop.call_soon_threadsafe(readiness.told, key, share)

    try:
        await asyncio.to_thread(make_ready, told, children)
    finally:
        for child in children:
            child.kill()


def make_ready(told: Told = lambda _key, _share: None, children: list[subprocess.Popen[bytes]] | None = None) -> None:
    """All rules in memory, from the cache; filled first, where it is not. What is compiled already comes first."""
    missing = [key for key in game_keys() if not is_ready(key)]
    started = children if children is not None else []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        compiling = {pool.submit(compile_apart, key, partial(told, key), started): key for key in missing}
        for key in game_keys():
            if key not in missing:
                play_once(key)
                told(key, 1.0)
        for done in as_completed(compiling):
            done.result()
            play_once(compiling[done])
            told(compiling[done], 1.0)


def compile_apart(key: str, told: Callable[[float], None], children: list[subprocess.Popen[bytes]]) -> None:
    """Fill the cache for a game in another process, which says a word for each rule that it has compiled."""
    command = [sys.executable, "-c", f"from {__name__} import play_aloud; play_aloud({key!r})"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    children.append(child)
    assert child.stdout is not None
    expected = count_rules(key)
    with child.stdout as heard:
        for count, _ in enumerate(heard, start=1):
            told(min(count / expected, NEARLY))
    if child.wait():
        raise subprocess.CalledProcessError(child.returncode, command)


def play_aloud(key: str) -> None:
    """The same as `play_once`, with a line for each rule that has to be compiled."""
    rule.on_compile = partial(print, flush=True)
    play_once(key)


def count_rules(key: str) -> int:
    """How many rules a game is made of: about so many have to be compiled."""
    texts = [path.read_text(encoding="utf-8") for path in sources_of(key.replace("-", "_"))]
    return max(1, sum(len(RULE.findall(text)) for text in texts))


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
