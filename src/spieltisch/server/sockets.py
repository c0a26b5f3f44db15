"""A socket at a table. What it says is read strictly; what it is told is never waited for: one that does not drain is dropped."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web
from msgspec import UNSET

from spieltisch.checks import Refused
from spieltisch.door import Seat

from .limits import FAULTS, FRAMES, HEARTBEAT_SECONDS, HELLO_SECONDS, MOST_FRAME, MOST_UNSENT, SILENT_SECONDS, Bucket
from .wire import PING, Hello, NoMove, Said, encode, read, refusal, text_frame

if TYPE_CHECKING:
    from .table import Table

GONE = frozenset([WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED])
CLOSE_FOR = {"wrong_token": 4401, "too_many": 4429}


class TooMuch(Exception):
    """This socket is abusive."""


class Socket:
    """One connection of a seat, of several seats on one device, or of an onlooker."""

    def __init__(self, ws: web.WebSocketResponse, lang: str, transport: asyncio.Transport | None) -> None:
        self.ws = ws
        self.lang = lang
        self.seats: tuple[Seat, ...] = ()
        self.entropy: str | None = None
        self.is_dropped = False
        self.is_abusive = False
        self._transport = transport
        self._frames = Bucket(*FRAMES)
        self._faults = Bucket(*FAULTS)
        if transport is not None:
            transport.set_write_buffer_limits(high=2 * MOST_UNSENT)

    # ------------------------------------------------ telling

    def tell(self, seat: Seat | None, message: bytes) -> None:
        """Send a message, now or never."""
        self.send(message if len(self.seats) < 2 or seat is None else b'{"seat":%d,%s' % (seat, message[1:]))

    def send(self, content: bytes) -> None:
        """Hand a message to the transport, which never blocks below its limit; beyond ours, the socket is dropped."""
        self._write(text_frame(content))

    def _write(self, frame: bytes) -> None:
        if self.is_dropped or self._transport is None or self._transport.is_closing() or self.ws.closed:
            return
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self.drop()
            return
        self._transport.write(frame)

    def check(self, now: float) -> None:
        """Ask a silent socket whether anybody is still there; one that does not even answer that is dropped."""
        silent = now - self._frames.when
        if silent > SILENT_SECONDS:
            self.drop()
        elif silent > HEARTBEAT_SECONDS:
            self._write(PING)

    def drop(self) -> None:
        """Cut the connection without ceremony."""
        self.is_dropped = True
        if self._transport is not None:
            self._transport.abort()

    def refuse(
        self, refused: Refused, ask: int | None = None, seat: Seat | None = None, names: list[str] | None = None
    ) -> None:
        """No, and why, in this viewer's language."""
        own = UNSET if seat is None or len(self.seats) < 2 else seat
        self.send(encode(NoMove(refusal(refused, self.lang, names or []), ask, own)))
        if not self._faults.take():
            self.is_abusive = True

    # ------------------------------------------------ listening

    async def hello(self, table: Table) -> Hello | None:
        """The first frame; what is not one is refused, until patience ends."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HELLO_SECONDS):
                while (frame := await self._next()) is not None:
                    try:
                        return read(Hello, frame)
                    except Refused as refused:
                        self.refuse(refused)
        return None

    async def listen(self, table: Table) -> None:
        """Pass on what this socket says, until it is gone."""
        while (frame := await self._next()) is not None:
            try:
                said = read(Said, frame)
                if said.lang is not None:
                    self.lang = said.lang
                await self._pass_on(table, said)
            except Refused as refused:
                self.refuse(refused)

    async def _next(self) -> str | None:
        """The next text frame, as fast as is fair, or None at the end; anything else is a fault."""
        while (message := await self.ws.receive()).type not in GONE:
            if self.is_abusive:
                raise TooMuch
            wait = self._frames.wait()
            if wait:
                await asyncio.sleep(wait)
            if message.type is WSMsgType.TEXT:
                return message.data
            if message.type is WSMsgType.PING:
                await self.ws.pong(message.data)
            elif message.type is WSMsgType.BINARY:
                self.refuse(Refused("unreadable_message", problem="binary"))
        return None

    async def _pass_on(self, table: Table, said: Said) -> None:
        wishes = 4 - (said.do, said.undo, said.sit_in, said.hint).count(None)
        if wishes == 0 and said.lang is not None:
            await table.do(table.tell_again, self)
        elif wishes != 1:
            raise Refused("unreadable_message", problem="do | undo | sit_in | hint")
        else:
            await table.do(table.hear, self, self._seat_of(said), said)

    def _seat_of(self, said: Said) -> Seat:
        """The seat this frame speaks for; with several on one device, the frame says which."""
        if not self.seats:
            raise Refused("onlooker")
        if said.seat is None:
            if len(self.seats) > 1:
                raise Refused("missing_key", key="seat")
            return self.seats[0]
        if said.seat not in self.seats:
            raise Refused("not_your_seat", seat=said.seat)
        return said.seat


async def serve(request: web.Request, table: Table, lang: str, arrive: Any, leave: Any) -> web.WebSocketResponse:
    """A socket from its first frame to its last."""
    ws = web.WebSocketResponse(compress=False, max_msg_size=MOST_FRAME, autoping=False, writer_limit=4 * MOST_UNSENT)
    await ws.prepare(request)
    socket = Socket(ws, lang, request.transport)
    code = WSCloseCode.OK
    arrived = False
    try:
        hello = await socket.hello(table)
        if hello is not None:
            await table.call(arrive, table, socket, hello)
            arrived = True
            await socket.listen(table)
    except TooMuch:
        code = 4429  # type: ignore[assignment]
    except Refused as refused:
        socket.refuse(refused)
        code = CLOSE_FOR.get(refused.reason, WSCloseCode.POLICY_VIOLATION)  # type: ignore[assignment]
    finally:
        if arrived:
            table.post(leave, table, socket)
    if not ws.closed and not socket.is_dropped:
        with contextlib.suppress(TimeoutError, ConnectionError):
            await asyncio.wait_for(ws.close(code=code), 5)
    return ws
