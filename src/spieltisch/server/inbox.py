"""One thing at a time: what is asked of a table is done in order, by whoever asks, when its turn has come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from spieltisch.checks import Refused

Act = Callable[..., Awaitable[Any]]


class Inbox:
    """A queue for one; whatever goes wrong with one act, the next is done, after things have been put right."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._asked = 0
        self._posted: set[asyncio.Task[None]] = set()
        self._problem: BaseException | None = None
        self._is_closed = False

    async def call(self, act: Act, *arguments: Any) -> Any:
        """Do something when its turn has come and all before it is settled; what comes of it."""
        self._asked += 1
        try:
            async with self._turn:
                if self._problem is not None:
                    await self.recover(self._problem)
                    self._problem = None
                if self._is_closed:
                    raise Refused("try_again")
                try:
                    await self.settle()
                    return await act(*arguments)
                except Refused:
                    raise
                except Exception as problem:
                    self.fail(problem)
                    raise self.excuse(problem) from None
                except BaseException as problem:  # cut short
                    self._problem = problem
                    raise
        finally:
            self._asked -= 1

    @property
    def is_free(self) -> bool:
        """Is nothing being done that takes its time? Then something that does not may be done at once, without a turn."""
        return self._problem is None and not self._is_closed and not self._turn.locked()

    def fail(self, problem: BaseException) -> None:
        """Something of ours went wrong: the next turn begins with putting things right."""
        self._problem = problem
        self.post(nothing)

    def excuse(self, problem: BaseException) -> Refused:
        """What those are told for whom it was to be done."""
        return Refused("try_again")

    async def do(self, act: Act, *arguments: Any) -> None:
        """The same for those who are told by other ways what comes of it."""
        try:
            await self.call(act, *arguments)
        except Refused:
            return

    def post(self, act: Act, *arguments: Any) -> None:
        """The same without waiting."""
        task = asyncio.create_task(self.do(act, *arguments))
        self._posted.add(task)
        task.add_done_callback(self._posted.discard)

    @property
    def is_idle(self) -> bool:
        """Nothing is being done, nothing waits."""
        return not self._asked and not self._posted

    def close(self) -> None:
        """Do no more; those who still wait are told to try again."""
        self._is_closed = True

    async def settle(self) -> None:
        """Wait until what has been done so far is done for good."""

    async def recover(self, problem: BaseException) -> None:
        """Put things right before anything else is done; a refusal where that cannot be."""


async def nothing() -> None:
    """Only what has to be put right first."""
