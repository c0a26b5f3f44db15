"""A long evening on fast forward: people, bots and reconnects at many tables, abuse beside them; does anything grow that should not?

Whoever plays well-behaved games sits at addresses of their own, and one table of two is timed all the while."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp

from spieltisch.bots import LEVELS
from spieltisch.log import replay, verify

from .abuse import Stranger, misbehave
from .load import metrics

PEOPLE, INNOCENT, STRANGERS = "127.0.0.1", "127.0.0.2", ("127.0.0.3", "127.0.0.4")
TABLES = 24
THINK = 0.15  # seconds for a move
LEAVE_CHANCE = 0.02  # of dropping the line after a move
REVIEW_CHANCE = 0.1
MOST_SAMPLES = 600
ALLOWED_MEMORY = 1.10, 20.0  # from the second quarter to the last: a factor, and megabytes
ALLOWED_DESCRIPTORS = 1.25, 40.0
ALLOWED_THREADS = 1.0, 4.0


class Sample(NamedTuple):
    """The server at one moment."""

    minutes: float
    memory_mb: float
    descriptors: int
    threads: int
    moves: int
    slowest_ms: float  # of the timed table, since the sample before


class Evening:
    """What everybody shares, and what is counted."""

    def __init__(self, base: str, games: Sequence[str], luck: random.Random) -> None:
        self.base, self.games, self.luck = base, games, luck
        self.games_ended = self.verified = self.reviews = self.reconnects = 0
        self.slowest = 0.0  # seconds, since the latest sample
        self.timed: list[float] = []


class Guest:
    """One person at one table, who sometimes loses the line and comes back."""

    def __init__(self, evening: Evening, session: aiohttp.ClientSession, table: str, token: str, is_timed: bool) -> None:
        self.evening, self.session, self.table, self.token, self.is_timed = evening, session, table, token, is_timed
        self.sent: tuple[int, float] | None = None  # which question was answered, and when

    async def play(self) -> None:
        """Until the game is over, over as many connections as it takes."""
        while not await self._play_on_one_line():
            self.evening.reconnects += 1
            await asyncio.sleep(self.evening.luck.uniform(0.05, 1.0))

    async def _play_on_one_line(self) -> bool:
        try:
            async with self.session.ws_connect(f"{self.evening.base}/ws/tables/{self.table}") as line:
                await line.send_json({"token": self.token, "entropy": os.urandom(8).hex()})
                async for message in line:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        return False
                    told = json.loads(message.data)
                    if told.get("table", {}).get("state") in ("over", "closed"):
                        return True
                    if not await self._answer(line, told):
                        return False
        except (aiohttp.ClientError, OSError):
            pass
        return False

    async def _answer(self, line: aiohttp.ClientWebSocketResponse, told: dict[str, Any]) -> bool:
        """A move by lot for an open question; False: the line is dropped."""
        asked = told.get("ask")
        number = asked["n"] if isinstance(asked, dict) else None
        if self.sent is not None and "table" in told and number != self.sent[0]:
            self._note(time.perf_counter() - self.sent[1])
        if number is None or (self.sent is not None and number == self.sent[0]):
            return True
        luck = self.evening.luck
        if not self.is_timed:
            await asyncio.sleep(luck.uniform(0.5, 1.5) * THINK)
        self.sent = number, time.perf_counter()
        await line.send_json({"do": luck.choice(asked["moves"]), "ask": number})  # type: ignore[index]
        if self.is_timed:
            await asyncio.sleep(THINK / 3)
        elif luck.random() < LEAVE_CHANCE:
            self.sent = None
            line._response.close()  # without a word
            return False
        return True

    def _note(self, seconds: float) -> None:
        self.sent = None
        if self.is_timed:
            self.evening.slowest = max(self.evening.slowest, seconds)
            self.evening.timed.append(seconds)


class Party:
    """The people of one table, game after game."""

    def __init__(self, evening: Evening, session: aiohttp.ClientSession, is_timed: bool = False) -> None:
        self.evening, self.session, self.is_timed = evening, session, is_timed

    async def _asked(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        method = "GET" if body is None else "POST"
        async with self.session.request(method, self.evening.base + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def run(self) -> None:
        """Until cancelled; whatever the server refuses for a while is tried again."""
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await self._sit_down_and_play(2 if self.is_timed else self.evening.luck.randrange(3))
            await asyncio.sleep(1)

    async def _sit_down_and_play(self, rematches: int) -> None:
        luck = self.evening.luck
        count = 2 if self.is_timed else luck.randrange(2, 5)
        people = 2 if self.is_timed else luck.randrange(1, count + 1)
        seats: list[dict[str, str]] = [{"kind": "me", "name": "Ada"}, *({"kind": "open"} for _ in range(people - 1))]
        seats += [{"kind": "bot", "level": luck.choice(list(LEVELS))} for _ in range(count - people)]
        opened = await self._asked("/api/tables", {"game": luck.choice(self.evening.games), "seats": seats, "pace": "instant"})
        table, tokens = opened["table"], [opened["token"]]
        for _ in range(people - 1):
            tokens.append((await self._asked(f"/api/tables/{table}/join", {"name": "Bo"}))["token"])
        for _ in range(1 + rematches):
            await self._play(table, tokens)
            table = (await self._asked(f"/api/tables/{table}/rematch", {}, tokens[0]))["table"]

    async def _play(self, table: str, tokens: list[str]) -> None:
        guests = [Guest(self.evening, self.session, table, token, self.is_timed) for token in tokens]
        await asyncio.gather(*(guest.play() for guest in guests))
        async with self.session.get(f"{self.evening.base}/api/tables/{table}/log") as answer:
            text = await answer.text()
        match = await asyncio.to_thread(lambda: replay(text.rstrip("\n").split("\n")))
        if match.result is not None:
            await asyncio.to_thread(verify, match)
            self.evening.verified += 1
        self.evening.games_ended += 1  # behind the check: the evening may end in the middle of one
        if self.evening.luck.random() < REVIEW_CHANCE:
            await self._asked(f"/api/tables/{table}/review")
            self.evening.reviews += 1


def looked_at(process: int) -> tuple[float, int, int]:
    """Megabytes of memory, open descriptors and threads of a process."""
    folder = Path(f"/proc/{process}")
    pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
    return (
        round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1),
        len(list((folder / "fd").iterdir())),
        len(list((folder / "task").iterdir())),
    )


async def soak(
    base: str, process: int, games: Sequence[str], minutes: float, progress: Callable[[Sample], None], seed: int = 1
) -> dict[str, Any]:
    """Let them all play for so long; the samples and what came of it."""
    evening = Evening(base, games, random.Random(seed))
    port = int(base.rpartition(":")[2])
    samples: list[Sample] = []
    async with contextlib.AsyncExitStack() as stack:
        people = await stack.enter_async_context(session_at(PEOPLE))
        innocent = await stack.enter_async_context(session_at(INNOCENT))
        parties = [Party(evening, people).run() for _ in range(TABLES)]
        watched = await Party(evening, people)._asked(
            "/api/tables", {"game": games[0], "seats": [{"kind": "me"}, {"kind": "open"}]}
        )
        strangers = [
            misbehave(Stranger(port, watched["table"], address, random.Random(seed + number)), 1.0)
            for number, address in enumerate(STRANGERS)
        ]
        running = [start(work) for work in (*parties, *strangers, Party(evening, innocent, is_timed=True).run())]
        try:
            await sample(evening, people, process, minutes, samples, progress)
        finally:
            for task in running:
                task.cancel()
            ended = await asyncio.gather(*running, return_exceptions=True)
        counters = await metrics(people, base)
    faults = [repr(one) for one in ended if isinstance(one, Exception)]
    return {**told(evening, samples, counters), "faults": faults, "samples": [one._asdict() for one in samples]}


def start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Something that goes on beside all else."""
    return asyncio.create_task(work)


def session_at(address: str) -> aiohttp.ClientSession:
    """HTTP from an address of this machine."""
    connector = aiohttp.TCPConnector(limit=0, local_addr=(address, 0))
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=60))


async def sample(
    evening: Evening, session: aiohttp.ClientSession, process: int, minutes: float, samples: list[Sample], progress: Callable[[Sample], None]
) -> None:  # fmt: skip
    """Look at the server again and again."""
    began = time.monotonic()
    every = max(1.0, minutes * 60 / MOST_SAMPLES)
    while (passed := time.monotonic() - began) < minutes * 60:
        await asyncio.sleep(min(every, minutes * 60 - passed))
        slowest, evening.slowest = evening.slowest, 0.0
        moves = (await metrics(session, evening.base)).get("moves_total", 0.0)
        samples.append(Sample(round((time.monotonic() - began) / 60, 2), *looked_at(process), int(moves), round(1000 * slowest, 1)))
        progress(samples[-1])


def told(evening: Evening, samples: Sequence[Sample], counters: dict[str, float]) -> dict[str, Any]:
    """The figures of an evening, and whether anything grew."""
    quarter = max(1, len(samples) // 4)
    early, late = samples[quarter : 2 * quarter] or samples, samples[-quarter:]
    grown = {}
    for name, (factor, more) in (
        ("memory_mb", ALLOWED_MEMORY), ("descriptors", ALLOWED_DESCRIPTORS), ("threads", ALLOWED_THREADS),
    ):  # fmt: skip
        before, after = (sum(getattr(one, name) for one in part) / len(part) for part in (early, late))
        grown[name] = {"before": round(before, 1), "after": round(after, 1), "is_flat": after <= before * factor + more}
    waits = sorted(evening.timed) or [0.0]
    return {
        "minutes": round(samples[-1].minutes, 2), "moves": int(samples[-1].moves), "games": evening.games_ended, "verified": evening.verified,
        "reviews": evening.reviews, "reconnects": evening.reconnects,
        "most_memory_mb": round(max(one.memory_mb for one in samples)), "grown": grown, "is_flat": all(one["is_flat"] for one in grown.values()),
        "timed_moves": len(evening.timed), "timed_p99_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
        "timed_slowest_ms": round(1000 * waits[-1], 1),
        "bots_too_slow": int(counters.get("bots_too_slow_total", 0)), "bots_failed": int(counters.get("bots_failed_total", 0)),
        "problems": int(counters.get("problems_total", 0)),
    }  # fmt: skip
