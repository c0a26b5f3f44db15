"""Tips during a game and the account of luck and skill after it: both are thought out off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.bots.advice import advise
from spieltisch.checks import Refused
from spieltisch.door import Game, Seat
from spieltisch.lab.review import in_words, review
from spieltisch.log import dump, replay

from .history import Lines
from .report import Report
from .seating import keep
from .store import Store
from .wire import Hint, Hinted, HintMove, encode

if TYPE_CHECKING:
    from .sockets import Socket
    from .table import Table

MOST_MOVES = 3  # in a tip
MOST_REVIEWS = 50  # that may wait to be made


@dataclass
class Job:
    """A review that is being made."""

    progress: float = 0.0
    has_failed: bool = False


class Advisers:
    """Those who think about tips, and one who goes through finished games."""

    def __init__(self, store: Store, report: Report) -> None:
        self.store, self.report = store, report
        self.jobs: dict[str, Job] = {}
        self._tips = ThreadPoolExecutor(2, "tip")
        self._reviews = ThreadPoolExecutor(1, "review")
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------ tips

    async def tip(self, table: Table, socket: Socket, seat: Seat, ask: int | None) -> None:
        """Somebody wants a tip: it is counted, thought about, and told to this socket alone. For the table's inbox."""
        if not table.setup.hints:
            raise Refused("no_hints")
        if table.state != "running":
            raise Refused("not_begun" if table.state == "open" else "over")
        table.asks.check(seat, ask)
        if seat in table.advised:
            raise Refused("hint_busy")
        table.setup.chairs[seat].hints += 1
        await keep(table)
        table.advised.add(seat)
        view = msgspec.json.decode(table.messages.of(seat))["view"]
        self._start(self._think(table, socket, seat, ask, view))

    async def _think(self, table: Table, socket: Socket, seat: Seat, ask: int | None, view: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        try:
            moves = await loop.run_in_executor(
                self._tips, best_moves, table.game, view, socket.lang, table.setup.names, table.setup.options
            )
            socket.tell(seat, encode(Hinted(Hint(ask or 0, moves), ask)))
        except Exception as problem:
            self.report.problem("tip_failed", problem)
            socket.refuse(Refused("try_again"), ask, seat)
        finally:
            table.advised.discard(seat)

    # ------------------------------------------------ reviews

    async def account(self, table: str, lines: Lines, lang: str) -> dict[str, Any] | float:
        """The review of a finished game with sentences, made once and kept; or how far it is."""
        kept = await self.store.review(table)
        if kept is not None:
            return await asyncio.to_thread(_told, kept, lines, lang)
        if table not in self.jobs:
            if sum(not job.has_failed for job in self.jobs.values()) >= MOST_REVIEWS:
                raise Refused("try_again")
            self.jobs[table] = Job()
            self._start(self._go_through(table, lines))
        if self.jobs[table].has_failed:
            raise Refused("no_review")
        return self.jobs[table].progress

    async def _go_through(self, table: str, lines: Lines) -> None:
        job = self.jobs[table]
        loop = asyncio.get_running_loop()
        try:
            made = await loop.run_in_executor(self._reviews, _reviewed, lines, job)
            await self.store.keep_review(table, made)
            self.report.counts["reviews"] += 1
            del self.jobs[table]
        except Exception as problem:
            self.report.problem("review_failed", problem, table=table[:6])
            job.has_failed = True

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """No more thinking."""
        for task in self._tasks:
            task.cancel()
        for pool in (self._tips, self._reviews):
            pool.shutdown(wait=False, cancel_futures=True)


def best_moves(
    game: Game, view: dict[str, Any], lang: str, names: Sequence[str], options: dict[str, Any]
) -> list[HintMove]:
    """The best few moves of whoever has this view, in words."""
    words = game.words(lang, names, options)
    return [
        HintMove(one.move, round(one.chance, 3), one.why(words), game.notation.move_words(one.move, words))
        for one in advise(game, view)[:MOST_MOVES]
    ]


def _reviewed(lines: Lines, job: Job) -> str:
    """A review as JSON, without sentences: those depend on the reader."""

    def told(done: float) -> None:
        job.progress = done

    return msgspec.json.encode(review(replay(map(dump, lines)), told)).decode()


def _told(kept: str, lines: Lines, lang: str) -> dict[str, Any]:
    return in_words(msgspec.json.decode(kept), replay(map(dump, lines)), lang)
