"""What strangers do to a server on purpose, in small and bounded doses: for `soak`, against a server of one's own.

Every bout is over after some seconds, whatever the server answers; that it is cut off is what an abuser expects."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable

from .frames import CONTINUED, FINAL, MASKED, PING, TEXT, client_frame

HOST = "127.0.0.1"
HOLD_SECONDS = 12.0
ODD_REQUESTS = (
    b"DELETE /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PUT /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
    b'POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"game"',
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /ws/tables/0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n",
)

Bout = Callable[["Stranger"], Awaitable[None]]


class Stranger:
    """Somebody at an address of their own who means no good."""

    def __init__(self, port: int, table: str, address: str, luck: random.Random) -> None:
        self.port, self.table, self.address, self.luck = port, table, address, luck

    @contextlib.asynccontextmanager
    async def line(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection."""
        reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @contextlib.asynccontextmanager
    async def socket(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection that has shaken hands."""
        async with self.line() as (reader, writer):
            writer.write(
                f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: localhost:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWx0aXNjaC1zb2FrLg==\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer


async def odd_requests(stranger: Stranger) -> None:
    """Requests that no route takes, and some that are none."""
    for _ in range(40):
        async with stranger.line() as (reader, writer):
            writer.write(stranger.luck.choice(ODD_REQUESTS))
            await asyncio.wait_for(reader.read(4096), 2)


async def half_requests(stranger: Stranger) -> None:
    """Many lines on which a request never ends."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(24):
            _, writer = await stack.enter_async_context(stranger.line())
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: local")
        await asyncio.sleep(HOLD_SECONDS)


async def silent_sockets(stranger: Stranger) -> None:
    """Sockets that never say who they are."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(12):
            await stack.enter_async_context(stranger.socket())
        await asyncio.sleep(HOLD_SECONDS)


async def fragments(stranger: Stranger) -> None:
    """A message in thousands of empty parts."""
    empty = bytes((CONTINUED, MASKED)) + bytes(4)
    async with stranger.socket() as (reader, writer):
        writer.write(bytes((TEXT, MASKED)) + bytes(4) + empty * 8000)
        await reader.read(1 << 16)


async def pings(stranger: Stranger) -> None:
    """Thousands of questions whether anybody is there."""
    async with stranger.socket() as (reader, writer):
        writer.write(client_frame(TEXT, b"{}") + client_frame(PING, b"?" * 100) * 2000)
        for _ in range(20):
            await reader.read(1 << 16)


async def noise(stranger: Stranger) -> None:
    """Bytes by lot where frames should be, and frames by lot where a wish should be."""
    for _ in range(8):
        async with stranger.socket() as (reader, writer):
            writer.write(os.urandom(stranger.luck.randrange(1, 2000)))
            await reader.read(1 << 16)
    async with stranger.socket() as (reader, writer):
        writer.write(client_frame(TEXT, b"{}"))
        for _ in range(100):
            writer.write(client_frame(TEXT, json.dumps({"do": os.urandom(20).hex(), "ask": 1}).encode()))
        while await reader.read(1 << 16):
            pass


async def deaf_onlookers(stranger: Stranger) -> None:
    """Onlookers who ask for everything again and again and read nothing."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(4):
            _, writer = await stack.enter_async_context(stranger.socket())
            writer.write(client_frame(TEXT, b"{}"))
            for lang in ("de", "en") * 100:
                writer.write(client_frame(TEXT, b'{"lang":"%s"}' % lang.encode()))
        await asyncio.sleep(HOLD_SECONDS / 2)


async def one_byte_at_a_time(stranger: Stranger) -> None:
    """A long frame, byte by byte."""
    async with stranger.socket() as (_, writer):
        for byte in bytes((FINAL | TEXT, MASKED | 126)) + (8000).to_bytes(2, "big") + bytes(2000):
            writer.write(bytes((byte,)))
            await writer.drain()


async def bodies_in_pieces(stranger: Stranger) -> None:
    """Bodies of which every byte comes wrapped by itself."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    for _ in range(20):
        async with stranger.line() as (reader, writer):
            writer.write(head + b"1\r\n \r\n" * 30_000)
            await asyncio.wait_for(reader.read(4096), 5)


async def hang_ups(stranger: Stranger) -> None:
    """Requests with endless paths, for whose answers nobody waits."""
    for _ in range(400):
        async with stranger.line() as (_, writer):
            writer.write(b"GET /" + b"a/" * 4000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await writer.drain()


async def masters(stranger: Stranger) -> None:
    """Tables where nobody sits but bots that think long."""
    seats = [{"kind": "bot", "level": "master"}] * 4
    body = json.dumps({"game": "", "seats": seats, "pace": "instant"}).encode()
    async with stranger.line() as (reader, writer):
        games = await _asked(reader, writer, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for game in json.loads(games):
            told = body.replace(b'"game": ""', b'"game": "%s"' % game["key"].encode())
            head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(told)}\r\n\r\n"
            await _asked(reader, writer, head.encode() + told)


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """The body that a request is answered with."""
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    return await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))


BOUTS: list[Bout] = [
    odd_requests, half_requests, silent_sockets, fragments, pings, noise, deaf_onlookers, one_byte_at_a_time, bodies_in_pieces, hang_ups,
    masters,
]  # fmt: skip


async def misbehave(stranger: Stranger, pause: float) -> None:
    """Bout after bout, in any order, until cancelled."""
    while True:
        bout = stranger.luck.choice(BOUTS)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError, IndexError):
            await asyncio.wait_for(bout(stranger), 2 * HOLD_SECONDS)
        await asyncio.sleep(pause)
