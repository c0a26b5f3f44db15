"""The threads in which everything is worked out that would hold up the event loop: bots, tips, looks back, reviews.

There are few, and never more. Each takes what its ranks allow, whoever has used least first (`sharing`). All of the queue lives on
the loop; a thread only works. What is waited for no longer is ended, wherever it is."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from spieltisch.bots.wanted import while_wanted

from .report import Report
from .sharing import Accounts, Line, Path, Rank

MOST_DEEP = 8  # threads that search: more would fight for the interpreter's lock
GRACE = 1.0  # seconds for a thought that is told to end; a thread that does not hear is left to itself
MOST_LEFT = 4  # threads that may be left to themselves, and be replaced
PATIENCE = 1.0  # seconds for all threads to end when the server stops
SOON = 0.0005  # seconds until whoever thinks in plain Python hands over the interpreter's lock: soon enough for a move
USUAL = sys.getswitchinterval()

DEEP = (Rank.DEEP, Rank.QUICK, Rank.QUICK_ALONE, Rank.DEEP_ALONE)
QUICK = (Rank.QUICK, Rank.QUICK_ALONE)
ONE_EACH = ((Rank.TIP,), QUICK, (Rank.OPENING, Rank.LOOKING_BACK), (Rank.REVIEW,))  # threads of which there is one

T = TypeVar("T")


class Work:
    """Something to be worked out, from the queue to its end."""

    __slots__ = ("act", "asked", "done", "is_waiting", "limit", "path", "rank", "seconds", "wanted")

    def __init__(self, rank: Rank, path: Path, act: Callable[[], Any], seconds: float, done: asyncio.Future[Any]) -> None:
        self.rank, self.path, self.act, self.seconds, self.done = rank, path, act, seconds, done
        self.asked = time.monotonic()
        self.wanted, self.is_waiting = True, False
        self.limit: asyncio.TimerHandle | None = None  # set when it begins

    def is_wanted(self) -> bool:
        return self.wanted


class Worker:
    """A thread and what it is at."""

    def __init__(self, ranks: Sequence[Rank], ended: Callable[..., None]) -> None:
        self.ranks = ranks
        self.work: Work | None = None
        self._ended = ended
        self._inbox: SimpleQueue[Work | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._run, name=f"worker-{ranks[0].name.lower()}", daemon=True)
        self.thread.start()

    def take(self, work: Work) -> None:
        """Begin."""
        self.work = work
        self._inbox.put(work)

    def send_home(self) -> None:
        """No more work after this."""
        self._inbox.put(None)

    def _run(self) -> None:
        while (work := self._inbox.get()) is not None:
            began = time.monotonic()
            result, problem = None, None
            try:
                with while_wanted(work.is_wanted):
                    result = work.act()
            except BaseException as raised:
                problem = raised if fits_a_future(raised) else RuntimeError(type(raised).__name__)
            try:
                self._loop.call_soon_threadsafe(self._ended, self, time.monotonic() - began, result, problem)
            except RuntimeError:  # the loop is closed
                return
            work = result = problem = None  # nothing is kept while there is nothing to do


class Workers:
    """All threads, and all that waits for them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.accounts = Accounts()
        self._lines: dict[Rank, Line[Work]] = {rank: Line() for rank in Rank}
        self._crew: list[Worker] = []
        self._left: set[Worker] = set()
        self._waiting: Counter[Rank] = Counter()
        self._done = 0
        self._waited, self._worked = 0.0, 0.0
        self._is_closed = False

    async def do(self, rank: Rank, path: Path, act: Callable[..., T], *arguments: Any, seconds: float = 60.0) -> T:
        """Work something out when its turn has come. Its time counts from then on: if it is over, TimeoutError."""
        work = Work(rank, path, partial(act, *arguments), seconds, asyncio.get_running_loop().create_future())
        if self._is_closed:
            work.done.cancel()
        else:
            self._stand_in_line(work)
            self._go_on()
        try:
            return await work.done
        finally:
            work.wanted = False  # somebody may have ceased to wait
            self._leave_line(work)
            del work  # or a problem's trace would lead to it and back to the problem, round and round

    # ------------------------------------------------ whose turn it is

    def _stand_in_line(self, work: Work) -> None:
        work.is_waiting = True
        self._waiting[work.rank] += 1
        self._lines[work.rank].add(work, work.path)

    def _leave_line(self, work: Work) -> None:
        if work.is_waiting:
            work.is_waiting = False
            self._waiting[work.rank] -= 1
            self._lines[work.rank].remove(work, work.path)

    def _go_on(self) -> None:
        """Give work to everybody who has none."""
        if not self._crew:
            deep = max(1, min(MOST_DEEP, (os.cpu_count() or 1) - 1))
            self._crew = [Worker(ranks, self._ended) for ranks in (*ONE_EACH, *[DEEP] * deep)]
        for worker in self._crew:
            if worker.work is None and (work := self._next(worker.ranks)) is not None:
                self._begin(worker, work)

    def _next(self, ranks: Sequence[Rank]) -> Work | None:
        """The first of the first rank; whoever has spent the budget comes behind all others."""
        now = time.monotonic()
        late = None
        for rank in ranks:
            work = self._lines[rank].first()
            if work is not None and not work.path[0].is_spent(now):
                return work
            late = late or work
        return late

    def _begin(self, worker: Worker, work: Work) -> None:
        self._leave_line(work)
        self._waited += time.monotonic() - work.asked
        work.limit = asyncio.get_running_loop().call_later(work.seconds, self._too_long, worker, work)
        sys.setswitchinterval(SOON)
        worker.take(work)

    def _ended(self, worker: Worker, seconds: float, result: Any, problem: BaseException | None) -> None:
        work, worker.work = worker.work, None
        assert work is not None and work.limit is not None
        work.limit.cancel()
        self._done += 1
        self._worked += seconds
        self._charge(work.path, seconds)
        if not work.done.done():
            if problem is None:
                work.done.set_result(result)
            else:
                work.done.set_exception(problem)
        if worker in self._left:
            self._left.discard(worker)
            worker.send_home()
        if not self._is_closed:
            self._go_on()
        if all(worker.work is None for worker in (*self._crew, *self._left)):
            sys.setswitchinterval(USUAL)  # nobody thinks: handing over only costs time

    def _charge(self, path: Path, seconds: float) -> None:
        was_spent = path[0].is_spent()
        for account in path:
            account.charge(seconds)
        if path[0].is_spent() and not was_spent:
            self.report.counts["thinking_budgets_spent"] += 1
            self.report.seldom("thinking_budget_spent")

    # ------------------------------------------------ ends

    def _too_long(self, worker: Worker, work: Work) -> None:
        """Its own time is over: it is told to end, and nobody waits for that."""
        work.wanted = False
        if not work.done.done():
            work.done.set_exception(TimeoutError())
        asyncio.get_running_loop().call_later(GRACE, self._leave, worker, work)

    def _leave(self, worker: Worker, work: Work) -> None:
        """A thread that does not hear is left to itself until it comes back; another takes its place."""
        if worker.work is not work or self._is_closed or len(self._left) >= MOST_LEFT:
            return
        self.report.seldom("thread_stuck", work.rank.name.lower())
        self.report.counts["threads_stuck"] += 1
        self._left.add(worker)
        self._crew[self._crew.index(worker)] = Worker(worker.ranks, self._ended)
        self._go_on()

    def close(self) -> None:
        """No more work: whoever still waits is told so, and the threads end."""
        self._is_closed = True
        everybody = [*self._crew, *self._left]
        for worker in everybody:
            if worker.work is not None:
                worker.work.wanted = False
                worker.work.done.cancel()
            worker.send_home()
        for line in self._lines.values():
            while (work := line.first()) is not None:
                self._leave_line(work)
                work.done.cancel()
        sys.setswitchinterval(USUAL)
        until = time.monotonic() + PATIENCE
        for worker in everybody:
            worker.thread.join(max(0.0, until - time.monotonic()))

    def gauges(self) -> dict[str, float]:
        """For the host."""
        at_work = sum(worker.work is not None for worker in self._crew)
        return {
            "thoughts_waiting": float(self._waiting.total()),
            "thoughts_running": float(at_work),
            **{f"waiting_{rank.name.lower()}": float(self._waiting[rank]) for rank in Rank},
            "thoughts_total": float(self._done),
            "thought_wait_seconds_total": self._waited,
            "thought_seconds_total": self._worked,
        }


def fits_a_future(problem: BaseException) -> bool:
    """Those that mean something else to a coroutine, or to the process, stay in their thread."""
    return isinstance(problem, Exception) and not isinstance(problem, (StopIteration, StopAsyncIteration))
