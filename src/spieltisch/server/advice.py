"""Tips during a game and the account of luck and skill after it: both are thought out off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.bots.advice import advise
from spieltisch.bots.wanted import go_on
from spieltisch.checks import Refused
from spieltisch.door import Game, Seat
from spieltisch.lab.review import VERSION, review
from spieltisch.lab.telling import in_words, reckoned_with, whole_evening
from spieltisch.log import dump, replay

from .history import Lines
from .report import Report
from .seating import keep
from .sharing import Rank
from .store import Store
from .wire import Hint, Hinted, HintMove, encode
from .workers import Workers

if TYPE_CHECKING:
    from .sockets import Socket
    from .table import Table

MOST_MOVES = 3  # in a tip
TIP_SECONDS = 10.0  # of thinking; it takes half a second
REVIEW_SECONDS = 300.0
MOST_REVIEWS = 200  # that may wait to be made,
MOST_OF_ONE = 50  # and of one address


Earlier = Sequence[tuple[str, Callable[[], Awaitable[Lines]]]]


@dataclass
class Job:
    """A review that is being made."""

    address: str
    progress: float = 0.0
    has_failed: bool = False


class Advisers:
    """Those who think about tips, and one who goes through finished games."""

    def __init__(self, workers: Workers, store: Store, report: Report) -> None:
        self.workers, self.store, self.report = workers, store, report
        self.jobs: dict[str, Job] = {}
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
        view = msgspec.json.decode(table.messages.of(seat))["view"]
        self._let_think(table, socket, seat, ask or 0, view)

    def _let_think(self, table: Table, socket: Socket, seat: Seat, ask: int, view: dict[str, Any]) -> None:
        """A tip goes with its question and with whoever asked; where the question is gone, it is an empty one."""
        thought = self._start(self._think(table, socket, seat, ask, view))

        def end(_: asyncio.Future[None]) -> None:
            thought.cancel()

        def ended(_: asyncio.Task[None]) -> None:
            del table.advised[seat]
            socket.gone.remove_done_callback(end)
            if thought.cancelled():
                socket.tell(seat, encode(Hinted(Hint(ask, []), ask)))

        table.advised[seat] = ask, thought
        socket.gone.add_done_callback(end)
        thought.add_done_callback(ended)

    async def _think(self, table: Table, socket: Socket, seat: Seat, ask: int, view: dict[str, Any]) -> None:
        whose = self.workers.accounts.of(socket.address, table.account)
        told = view, socket.lang, table.setup.names, table.setup.options, levels_at(table)
        try:
            moves = await self.workers.do(Rank.TIP, whose, best_moves, table.game, *told, seconds=TIP_SECONDS)
            socket.tell(seat, encode(Hinted(Hint(ask, moves, note_for(table, socket.lang)), ask)))
        except Exception as problem:
            self.report.problem("tip_failed", problem)
            socket.refuse(Refused("try_again"), ask, seat)

    # ------------------------------------------------ reviews

    async def account(
        self, table: str, lines: Lines, lang: str, address: str = "", reader: Seat | None = None, earlier: Earlier = ()
    ) -> dict[str, Any] | float:
        """The review of a finished game with sentences, made once and kept; or how far it is.

        `earlier`: the games that the same people played at this table before, and how to get their lines."""
        made = [await self._kept(table, address, lines)]
        for other, its_lines in earlier:
            made.append(await self._kept(other, address, its_lines))
        missing = [part for part in made if isinstance(part, float)]
        if missing:
            return min(missing)
        whose = self.workers.accounts.of(address)
        return await self.workers.do(Rank.LOOKING_BACK, whose, _told, made[::-1], lines, lang, reader)

    async def _kept(self, table: str, address: str, lines: Lines | Callable[[], Awaitable[Lines]]) -> str | float:
        """A review as it is kept, or how far it is; one of an earlier form is made anew."""
        kept = await self.store.review(table)
        if kept is not None and kept.startswith(f'{{"version":{VERSION},'):
            return kept
        if table not in self.jobs:
            waiting = [job.address for job in self.jobs.values() if not job.has_failed]
            if len(waiting) >= MOST_REVIEWS or waiting.count(address) >= MOST_OF_ONE:
                raise Refused("try_again")
            self.jobs[table] = Job(address)
            self._start(self._go_through(table, lines))
        if self.jobs[table].has_failed:
            raise Refused("no_review")
        return self.jobs[table].progress

    async def _go_through(self, table: str, lines: Lines | Callable[[], Awaitable[Lines]]) -> None:
        job = self.jobs[table]
        whose = self.workers.accounts.of(job.address)
        try:
            known = await lines() if callable(lines) else lines
            made = await self.workers.do(Rank.REVIEW, whose, _reviewed, known, job, seconds=REVIEW_SECONDS)
            await self.store.keep_review(table, made)
            self.report.counts["reviews"] += 1
            del self.jobs[table]
        except Exception as problem:
            self.report.problem("review_failed", problem, table=table[:6])
            job.has_failed = True

    def _start(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        """No more thinking."""
        for task in self._tasks:
            task.cancel()


def best_moves(
    game: Game, view: dict[str, Any], lang: str, names: Sequence[str], options: dict[str, Any], levels: list[str | None]
) -> list[HintMove]:
    """The best few moves of whoever has this view, in words."""
    words = game.words(lang, names, options)
    return [
        HintMove(one.move, round(one.chance, 3), one.why(words), game.notation.move_words(one.move, words))
        for one in advise(game, view, levels=levels)[:MOST_MOVES]
    ]


def levels_at(table: Table) -> list[str | None]:
    """The levels of the computers at a table; None is a person."""
    return [chair.level if chair.kind == "bot" else None for chair in table.setup.chairs]


def note_for(table: Table, lang: str) -> str:
    """What the chances of a tip are reckoned with."""
    assert table.match is not None
    return reckoned_with(table.match, lang)


def _reviewed(lines: Lines, job: Job) -> str:
    """A review as JSON, without sentences: those depend on the reader."""

    def told(done: float) -> None:
        go_on()
        job.progress = done

    return msgspec.json.encode(review(replay(map(dump, lines)), told)).decode()


def _told(kept: Sequence[str], lines: Lines, lang: str, reader: Seat | None) -> dict[str, Any]:
    """The last of these reviews in words, and all of them as an evening."""
    match = replay(map(dump, lines))
    accounts = [msgspec.json.decode(one) for one in kept]
    return in_words(accounts[-1], match, lang, reader, whole_evening(match, accounts))
