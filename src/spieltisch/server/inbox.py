"""One message at a time: what is put into an inbox is done in order, by one task."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from spieltisch.checks import Refused

Act = Callable[..., Awaitable[Any]]


class Inbox:
    """A task that takes one message after the other; whatever goes wrong with one, the next is taken."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[Act, tuple[Any, ...], asyncio.Future[Any] | None]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._is_busy = False

    def post(self, act: Act, *arguments: Any) -> None:
        """Put something into the inbox."""
        self._queue.put_nowait((act, arguments, None))

    async def call(self, act: Act, *arguments: Any) -> Any:
        """Put something into the inbox and wait for what comes of it."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((act, arguments, answer))
        return await answer

    def open(self) -> None:
        """Begin to take messages."""
        self._task = asyncio.create_task(self._run())

    @property
    def is_idle(self) -> bool:
        """Nothing is being done, nothing waits."""
        return not self._is_busy and self._queue.empty()

    def close(self) -> None:
        """Take no more; those who still wait are told to try again."""
        if self._task is not None:
            self._task.cancel()
        while not self._queue.empty():
            _tell(self._queue.get_nowait()[2], Refused("try_again"))

    async def recover(self, problem: Exception) -> None:
        """Something of ours went wrong while a message was being dealt with."""

    async def _run(self) -> None:
        while True:
            self._is_busy = False
            act, arguments, answer = await self._queue.get()
            self._is_busy = True
            try:
                result = await act(*arguments)
            except Refused as refused:
                _tell(answer, refused)
            except asyncio.CancelledError:
                _tell(answer, Refused("try_again"))
                raise
            except Exception as problem:
                _tell(answer, Refused("try_again"))
                await self.recover(problem)
            else:
                _tell(answer, None, result)


def _tell(answer: asyncio.Future[Any] | None, refused: Refused | None, result: Any = None) -> None:
    """Tell whoever waits, if somebody does."""
    if answer is not None and not answer.done():
        if refused is not None:
            answer.set_exception(refused)
        else:
            answer.set_result(result)
