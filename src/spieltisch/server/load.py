"""Many people at many tables, in one process: how many moves a second, and how long until every seat sees a move."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec


class Ask(msgspec.Struct):
    n: int
    moves: list[str]


class Part(msgspec.Struct):
    state: str


class Frame(msgspec.Struct):
    """As much of a message as a random player needs."""

    at: int = 0
    ask: Ask | int | None = None
    table: Part | None = None


@dataclass
class Figures:
    """What is measured."""

    moves: int = 0
    games: int = 0
    refused: int = 0
    waits: list[float] = field(default_factory=list)
    is_counting: bool = False


class LoadTable:
    """One table, its people played by lot; game after game with the same people."""

    def __init__(
        self, base: str, session: aiohttp.ClientSession, game: str, seats: int, think: float, figures: Figures
    ) -> None:
        self.base, self.session, self.game, self.seats, self.think = base, session, game, seats, think
        self.figures = figures
        self.table = ""
        self.tokens: list[str] = []
        self.seen = [0] * seats
        self.sent: dict[int, tuple[int, float]] = {}  # seat → the question answered last, and when
        self.waiting: list[tuple[int, float]] = []  # the log's length that all seats have yet to see, and since when
        self.decoder = msgspec.json.Decoder(Frame)

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.tokens[0]}"} if self.tokens else {}
        async with self.session.post(self.base + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def run(self) -> None:
        """Game after game, until cancelled."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in range(self.seats - 1))]
        made = await self._post("/api/tables", {"game": self.game, "seats": seats})
        self.table, self.tokens = made["table"], [made["token"]]
        for _ in range(self.seats - 1):
            self.tokens.append((await self._post(f"/api/tables/{self.table}/join", {}))["token"])
        while True:
            self.seen, self.sent, self.waiting = [0] * self.seats, {}, []
            await asyncio.gather(*(self._sit(seat) for seat in range(self.seats)))
            self.figures.games += self.figures.is_counting
            self.table = (await self._post(f"/api/tables/{self.table}/rematch", {}))["table"]

    async def _sit(self, seat: int) -> None:
        """One seat's socket, for one game."""
        async with self.session.ws_connect(f"{self.base}/ws/tables/{self.table}", compress=0, max_msg_size=0) as ws:
            await ws.send_str(msgspec.json.encode({"token": self.tokens[seat]}).decode())
            async for message in ws:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    return
                frame = self.decoder.decode(message.data)
                if frame.table is None:
                    self.figures.refused += 1
                    continue
                self._see(seat, frame)
                if frame.table.state == "over":
                    return
                if isinstance(frame.ask, Ask) and frame.ask.n > self.sent.get(seat, (-1, 0.0))[0]:
                    if self.think:
                        await asyncio.sleep(random.uniform(0.5, 1.5) * self.think)
                    move = {"do": random.choice(frame.ask.moves), "ask": frame.ask.n}
                    self.sent[seat] = frame.ask.n, time.perf_counter()
                    await ws.send_str(msgspec.json.encode(move).decode())

    def _see(self, seat: int, frame: Frame) -> None:
        """A seat sees a message: the move it sent is in it once its question is closed."""
        self.seen[seat] = frame.at
        now = time.perf_counter()
        sent = self.sent.get(seat)
        if sent is not None and sent[1] and not (isinstance(frame.ask, Ask) and frame.ask.n == sent[0]):
            self.waiting.append((frame.at, sent[1]))
            self.sent[seat] = sent[0], 0.0
        if self.waiting:
            least = min(self.seen)
            for at, since in [one for one in self.waiting if one[0] <= least]:
                self.waiting.remove((at, since))
                if self.figures.is_counting:
                    self.figures.moves += 1
                    self.figures.waits.append(now - since)


async def metrics(session: aiohttp.ClientSession, base: str) -> dict[str, float]:
    """The server's own counters."""
    async with session.get(base + "/metrics") as answer:
        lines = [line.split() for line in (await answer.text()).splitlines() if not line.startswith("#")]
    return {name.removeprefix("spieltisch_"): float(value) for name, value in lines}


async def measure(base: str, games: list[str], tables: int, seats: int, seconds: float, think: float) -> dict[str, Any]:
    """Fill the tables, let them settle, count for a while."""
    figures = Figures()
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=60)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        running = []
        for number in range(tables):
            table = LoadTable(base, session, games[number % len(games)], seats, think, figures)
            running.append(asyncio.create_task(table.run()))
            await asyncio.sleep(0.004 if not think else think / tables)
        await asyncio.sleep(min(2.0, seconds))
        before, began, cpu = await metrics(session, base), time.perf_counter(), time.process_time()
        figures.is_counting = True
        await asyncio.sleep(seconds)
        figures.is_counting = False
        took, own_cpu = time.perf_counter() - began, time.process_time() - cpu
        after = await metrics(session, base)
        failed = [task for task in running if task.done() and not task.cancelled() and task.exception()]
        for task in running:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*running, return_exceptions=True)
    waits = sorted(figures.waits) or [0.0]
    return {
        "tables": tables, "seats": seats, "games": ", ".join(games), "think_s": think, "seconds": round(took, 2),
        "moves": figures.moves, "moves_per_s": round(figures.moves / took),
        **{f"p{share}_ms": round(waits[min(len(waits) - 1, len(waits) * share // 100)] * 1000, 1) for share in (50, 95, 99)},
        "games_ended": figures.games, "refused": figures.refused, "broken": len(failed),
        "commits_per_s": round((after["commits_total"] - before["commits_total"]) / took),
        "lines_per_s": round((after["lines_total"] - before["lines_total"]) / took),
        "memory_mb": round(after["memory_bytes"] / 1e6), "server_cpu": round((after["cpu_seconds_total"] - before["cpu_seconds_total"]) / took, 2),
        "load_cpu": round(own_cpu / took, 2),
    }  # fmt: skip
