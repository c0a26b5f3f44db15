"""Bots at a table: they get the very message a person in that seat gets, and answer off the event loop.

A bot that fails or is too slow is replaced by a legal move by lot, and the log says so. Waiting for its turn is not slowness."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import msgspec

from spieltisch.bots import bot, is_quick
from spieltisch.chance import as_luck
from spieltisch.door import Game, Seat

from .report import Report
from .sharing import Path, Rank
from .workers import Workers

if TYPE_CHECKING:
    from .table import Table

PAUSE = (0.4, 0.9)  # seconds, so that people can follow
LEISURE = (1.0, 2.0)  # where nobody looks
SIT_IN = "medium"  # who moves for somebody who is away


class Company(IntEnum):
    """Who is connected to a table."""

    NOBODY = 0
    ONLOOKERS = 1
    PEOPLE = 2  # who sit there


class Thinkers:
    """Those who play for the bots."""

    def __init__(self, workers: Workers, report: Report, seconds: float = 10.0) -> None:
        self.workers, self.report = workers, report
        self.seconds = seconds
        for fault in ("bots_too_slow", "bots_failed"):
            report.counts[fault] = 0

    async def pause(self, pace: str, company: Company) -> None:
        """As long as people need to follow; where nobody is, there is no hurry, whatever was wished for."""
        if company is Company.NOBODY or pace == "human":
            shortest, longest = LEISURE if company is Company.NOBODY else PAUSE
            await asyncio.sleep(shortest + (longest - shortest) * secrets.randbelow(1000) / 1000)

    async def answer(
        self, game: Game, level: str, message: bytes, company: Company, whose: Path
    ) -> tuple[str, str | None]:
        """A move for the seat that this message asks, and a note for the log where the bot did not find it itself."""
        try:
            rank = rank_of(level, company)
            return await self.workers.do(rank, whose, choose, game, level, message, seconds=self.seconds), None
        except TimeoutError:
            self.report.seldom("bot_too_slow", level, seconds=self.seconds)
            self.report.counts["bots_too_slow"] += 1
            note = "bot too slow"
        except Exception as problem:
            self.report.problem("bot_failed", problem, level=level)
            self.report.counts["bots_failed"] += 1
            note = "bot failed"
        moves = msgspec.json.decode(message)["ask"]["moves"]
        return moves[secrets.randbelow(len(moves))], note


def rank_of(level: str, company: Company) -> Rank:
    """People's tables come before those where only bots play."""
    if is_quick(level):
        return Rank.QUICK if company is Company.PEOPLE else Rank.QUICK_ALONE
    return Rank.DEEP if company is Company.PEOPLE else Rank.DEEP_ALONE


def choose(game: Game, level: str, message: bytes) -> str:
    """What a bot answers to a message."""
    told = msgspec.json.decode(message)
    moves = told["ask"]["moves"]
    chosen = bot(level)(game, told["view"], moves, as_luck(None))
    if chosen not in moves:
        raise ValueError("a bot chose what is not legal")
    return chosen


# ---------------------------------------------------------------- at one table


@dataclass
class Thinking:
    """A bot that thinks about a question, and the company in which it began."""

    ask: int
    note: str | None
    company: Company
    task: asyncio.Task[None]

    @property
    def is_forced(self) -> bool:
        """Does it move for a person whose time is up?"""
        return self.note == "clock"


class Bots:
    """The bots of a table, those included that sit in for somebody."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: dict[Seat, Thinking] = {}

    @property
    def company(self) -> Company:
        """Who is connected to the table?"""
        if self.table.present():
            return Company.PEOPLE
        return Company.ONLOOKERS if self.table.sockets else Company.NOBODY

    def look_up(self) -> None:
        """Something has changed: thoughts that nobody waits for any more are ended, new questions thought about."""
        for seat, thought in list(self.thinking.items()):
            if not self._is_wanted(seat, thought):
                self._end(seat)
        if self.table.state == "running":
            for seat, n in self.table.asks.open.items():
                chair = self.table.setup.chairs[seat]
                if chair.is_played_by_bot:
                    self.think(seat, n, "sat in" if chair.sat_in else None)

    def hurry(self) -> None:
        """Somebody has come: whoever took their time, or waited behind people's tables, begins anew."""
        self.look_up()
        company = self.company
        for seat, thought in list(self.thinking.items()):
            if thought.company < company and not thought.task.done():
                self._end(seat)
                self.think(seat, thought.ask, thought.note)

    def think(self, seat: Seat, n: int, note: str | None) -> None:
        """Let a bot answer a seat's question n; the log will have the note."""
        under_way = self.thinking.get(seat)
        if under_way is None or under_way.ask != n:
            company = self.company
            task = asyncio.create_task(self._think(seat, n, self.table.messages.of(seat), note, company))
            self.thinking[seat] = Thinking(n, note, company, task)

    async def _think(self, seat: Seat, n: int, message: bytes, note: str | None, company: Company) -> None:
        table, thinkers = self.table, self.table.house.thinkers
        if note != "clock":
            await thinkers.pause(table.setup.pace, company)
        level = table.setup.chairs[seat].level or SIT_IN
        text, problem = await thinkers.answer(table.game, level, message, company, table.whose)
        table.post(self._move, seat, n, text, problem or note)

    async def _move(self, seat: Seat, n: int, text: str, note: str | None) -> None:
        thought = self.thinking.get(seat)
        if thought is None or thought.ask != n:
            return
        del self.thinking[seat]
        if self._is_wanted(seat, thought):
            done = self.table.move(seat, text, n, note)
            if done is not None:
                await done

    def _is_wanted(self, seat: Seat, thought: Thinking) -> bool:
        table = self.table
        is_open = table.asks.open.get(seat) == thought.ask and table.state == "running"
        return is_open and (thought.is_forced or table.setup.chairs[seat].is_played_by_bot)

    def _end(self, seat: Seat) -> None:
        self.thinking.pop(seat).task.cancel()

    def close(self) -> None:
        """No more thinking here."""
        for seat in list(self.thinking):
            self._end(seat)
