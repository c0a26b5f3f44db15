"""Many people at many tables, in one process: how many moves a second, and how long until every seat sees a move.

The sockets are plain protocols: the load has to cost less than what it measures."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec

from spieltisch.checks import Refused

from .frames import CLOSE, PING, PONG, TEXT, FrameReader, client_frame

MOST_MESSAGE = 1 << 20  # bytes


class Ask(msgspec.Struct):
    n: int
    moves: list[str]


class Part(msgspec.Struct):
    state: str


class Message(msgspec.Struct):
    """As much of a message as a random player needs."""

    at: int = 0
    ask: Ask | int | None = None
    table: Part | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """What is measured."""

    moves: int = 0
    games: int = 0
    refused: int = 0
    begun: int = 0
    waits: list[float] = field(default_factory=list)
    is_counting: bool = False


class Seat(asyncio.Protocol):
    """One person's socket, for one game."""

    transport: asyncio.Transport

    def __init__(self, table: LoadTable, number: int) -> None:
        self.table, self.number = table, number
        self.seen = 0  # the log's length in the latest message
        self.answered = -1  # the question answered last
        self.sent: float | None = None  # when, until the answer has been seen
        self.gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._frames = FrameReader(MOST_MESSAGE, are_masked=False)
        self._unread = b""  # of the handshake
        self._is_open = False
        self._is_over = False

    # ------------------------------------------------ the socket

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.transport.write(
            f"GET /ws/tables/{self.table.id} HTTP/1.1\r\nHost: {self.table.address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWx0aXNjaC1sb2FkLg==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._unread += data
            _, end, data = self._unread.partition(b"\r\n\r\n")
            if not end:
                return
            self._is_open = True
            self._send(TEXT, b'{"token":"%s"}' % self.table.tokens[self.number].encode())
        for kind, content in self._frames.read(data):
            if kind == TEXT:
                self._hear(decode(content))
            elif kind == PING:
                self._send(PONG, content)
            elif kind == CLOSE:
                self.transport.close()

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(self._is_over)

    def _send(self, kind: int, content: bytes) -> None:
        self.transport.write(client_frame(kind, content))

    # ------------------------------------------------ the player

    def _hear(self, told: Message) -> None:
        """Note what is seen; leave at the end, think when asked."""
        if told.table is None:
            self.table.figures.refused += 1
            return
        asked = told.ask if isinstance(told.ask, Ask) else None
        self.seen = told.at
        if self.sent is not None and (asked is None or asked.n != self.answered):
            self.table.waiting.append((told.at, self.sent))
            self.sent = None
        self.table.count()
        if told.table.state == "over":
            self._is_over = True
            self._send(CLOSE, b"")
        elif asked is not None and asked.n > self.answered:
            self.answered = asked.n
            if self.table.think:
                seconds = random.uniform(0.5, 1.5) * self.table.think
                asyncio.get_running_loop().call_later(seconds, self._answer, asked)
            else:
                self._answer(asked)

    def _answer(self, asked: Ask) -> None:
        """A move by lot."""
        self.sent = time.perf_counter()
        self._send(TEXT, msgspec.json.encode({"do": random.choice(asked.moves), "ask": asked.n}))


class LoadTable:
    """One table, its people played by lot; game after game with the same people."""

    def __init__(
        self, base: str, session: aiohttp.ClientSession, game: str, seats: int, think: float, figures: Figures
    ) -> None:
        self.base, self.session, self.game, self.think, self.figures = base, session, game, think, figures
        self.address = urlsplit(base)
        self.id = ""
        self.tokens = [""] * seats
        self.seats: list[Seat] = []
        self.waiting: list[tuple[int, float]] = []  # the log's length that all seats have yet to see, and since when

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.tokens[0]}"} if self.tokens[0] else {}
        async with self.session.post(self.base + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def run(self) -> None:
        """Game after game, until cancelled."""
        others = range(1, len(self.tokens))
        made = await self._post(
            "/api/tables", {"game": self.game, "seats": [{"kind": "me"}, *({"kind": "open"} for _ in others)]}
        )
        self.id, self.tokens[0] = made["table"], made["token"]
        for seat in others:
            self.tokens[seat] = (await self._post(f"/api/tables/{self.id}/join", {}))["token"]
        await self._sit_down()
        self.figures.begun += 1
        while True:
            if not all(await asyncio.gather(*(seat.gone for seat in self.seats))):
                raise ConnectionError("a socket was lost in the middle of a game")
            self.figures.games += self.figures.is_counting
            self.id = (await self._post(f"/api/tables/{self.id}/rematch", {}))["table"]
            await self._sit_down()

    async def _sit_down(self) -> None:
        """All seats connect."""
        loop = asyncio.get_running_loop()
        self.waiting = []
        self.seats = [Seat(self, number) for number in range(len(self.tokens))]
        port = self.address.port or {"http": 80, "https": 443}[self.address.scheme]
        ssl = self.address.scheme == "https" or None
        await asyncio.gather(
            *(
                loop.create_connection(lambda seat=seat: seat, self.address.hostname or "", port, ssl=ssl)
                for seat in self.seats
            )
        )

    def count(self) -> None:
        """The moves that every seat has now seen."""
        if self.waiting:
            now, least = time.perf_counter(), min(seat.seen for seat in self.seats)
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
        try:
            await metrics(session, base)
        except (aiohttp.ClientError, OSError, ValueError):
            raise Refused("no_server", url=base) from None
        running = []
        for number in range(tables):
            table = LoadTable(base, session, games[number % len(games)], seats, think, figures)
            running.append(asyncio.create_task(table.run()))
            await asyncio.sleep(0.004 if not think else think / tables)
        while figures.begun < tables and not any(task.done() for task in running):
            await asyncio.sleep(0.1)
        await asyncio.sleep(min(2.0, seconds))
        before, began, cpu = await metrics(session, base), time.perf_counter(), time.process_time()
        figures.is_counting = True
        await asyncio.sleep(seconds)
        figures.is_counting = False
        took, own_cpu = time.perf_counter() - began, time.process_time() - cpu
        after = await metrics(session, base)
        failed = [task for task in running if task.done()]
        for task in running:
            task.cancel()
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
