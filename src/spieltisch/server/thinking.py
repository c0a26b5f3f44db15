"""Bots at a table: they get the very message a person in that seat gets, and answer off the event loop.

A bot that fails or is too slow is replaced by a legal move by lot, and the log says so."""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import ThreadPoolExecutor

import msgspec

from spieltisch.bots import bot
from spieltisch.chance import as_luck
from spieltisch.door import Game

from .report import Report

PAUSE = (0.4, 0.9)  # seconds, so that people can follow
SIT_IN = "medium"  # who moves for somebody who is away
CLOCK = "clock"  # the log's note where the clock ran out and a bot moved


class Thinkers:
    """The threads in which bots think."""

    def __init__(self, report: Report, seconds: float = 10.0) -> None:
        self.report = report
        self.seconds = seconds
        self._pool = self._new_pool()

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max(2, os.cpu_count() or 1), "bot")

    async def answer(self, game: Game, level: str, message: bytes, pause: bool) -> tuple[str, str | None]:
        """A move for the seat that this message asks, and a note for the log where the bot did not find it itself."""
        if pause:
            await asyncio.sleep(PAUSE[0] + (PAUSE[1] - PAUSE[0]) * secrets.randbelow(1000) / 1000)
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(
                loop.run_in_executor(self._pool, choose, game, level, message), self.seconds
            ), None
        except TimeoutError:
            self.report.tell("bot_too_slow", level=level, seconds=self.seconds)
            self.report.counts["bots_too_slow"] += 1
            stuck, self._pool = self._pool, self._new_pool()
            stuck.shutdown(wait=False)
            note = "bot too slow"
        except Exception as problem:
            self.report.problem("bot_failed", problem, level=level)
            self.report.counts["bots_failed"] += 1
            note = "bot failed"
        moves = msgspec.json.decode(message)["ask"]["moves"]
        return moves[secrets.randbelow(len(moves))], note

    def close(self) -> None:
        """No more thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def choose(game: Game, level: str, message: bytes) -> str:
    """What a bot answers to a message."""
    told = msgspec.json.decode(message)
    moves = told["ask"]["moves"]
    chosen = bot(level)(game, told["view"], moves, as_luck(None))
    if chosen not in moves:
        raise ValueError("a bot chose what is not legal")
    return chosen
