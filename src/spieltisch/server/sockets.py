"""A socket at a table. What it says is read strictly; what it is told is never waited for: one that does not drain is dropped."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, web
from msgspec import UNSET

from spieltisch.checks import Refused
from spieltisch.door import Seat

from .frames import BINARY, CLOSE, NOT_TEXT, PING, PONG, TEXT, BadFrame, FrameReader, frame, handshake
from .inbox import Act
from .limits import (
    FAULTS,
    FRAMES,
    HEARTBEAT_SECONDS,
    HELLO_SECONDS,
    MOST_FRAME,
    MOST_LATE,
    MOST_UNSENT,
    SILENT_SECONDS,
    Bucket,
)
from .seating import arrive, leave
from .wire import Hello, NoMove, Said, encode, read, refusal

if TYPE_CHECKING:
    from .table import Table

CLOSE_FOR = {"wrong_token": 4401, "too_many": 4429}
UNKNOWN_TABLE, TOO_MUCH = 4404, 4429
CLOSE_SECONDS = 5.0  # for the other side to say goodbye too


class Socket:
    """One connection of a seat, of several seats on one device, or of an onlooker. It says one thing at a time.

    Reading, hearing and writing are steps of their own, each in the loop's next turn, so that all sockets take them together: what the
    processor has at hand for one it has for the others, and a client that the first write wakes is awake for the second."""

    def __init__(self, table: Table | None, lang: str, transport: asyncio.Transport, address: str = "") -> None:
        self.table = table
        self.lang = lang
        self.address = address
        self.seats: tuple[Seat, ...] = ()
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._transport = transport
        self._frames = FrameReader(MOST_FRAME, are_masked=True)
        self._pace = Bucket(*FRAMES)
        self._faults = Bucket(*FAULTS)
        self._late: deque[tuple[int, bytes]] = deque()  # what has been said and not yet been heard
        self._busy: asyncio.Task[None] | None = None  # with what was said last
        self._is_called = False  # to go on in the next turn
        self._is_resting = False  # after too many at once
        self._has_arrived = False
        self._is_abusive = False
        self._is_closing = False
        self._patience: asyncio.TimerHandle | None = self._loop.call_later(HELLO_SECONDS, self.close, WSCloseCode.OK)
        transport.set_write_buffer_limits(high=2 * MOST_UNSENT)

    # ------------------------------------------------ telling

    def tell(self, seat: Seat | None, message: bytes) -> None:
        """Send a message, soon or never."""
        self.send(message if len(self.seats) < 2 or seat is None else b'{"seat":%d,%s' % (seat, message[1:]))

    def send(self, content: bytes) -> None:
        """The same for what is not of a seat."""
        if not self._is_closing:
            self._loop.call_soon(self.write, frame(TEXT, content))

    def write(self, told: bytes) -> None:
        """Hand a frame to the transport, which never blocks below its limit; beyond ours, the socket is dropped."""
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self.drop()
        else:
            self._transport.write(told)

    def check(self, now: float) -> None:
        """Ask a silent socket whether anybody is still there; one that does not even answer that is dropped."""
        silent = now - self._pace.when
        if silent > SILENT_SECONDS:
            self.drop()
        elif silent > HEARTBEAT_SECONDS:
            self.write(frame(PING))

    def refuse(
        self, refused: Refused, ask: int | None = None, seat: Seat | None = None, names: list[str] | None = None
    ) -> None:
        """No, and why, in this viewer's language."""
        own = UNSET if seat is None or len(self.seats) < 2 else seat
        self.send(encode(NoMove(refusal(refused, self.lang, names or []), ask, own)))
        if not self._faults.take():
            self._is_abusive = True

    def close(self, code: int) -> None:
        """Say goodbye; whoever does not answer that in time is cut off."""
        if not self._is_closing:
            self._is_closing = True
            self._loop.call_soon(self.write, frame(CLOSE, code.to_bytes(2, "big")))
            self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def drop(self) -> None:
        """Cut the connection without ceremony."""
        self._transport.abort()

    # ------------------------------------------------ listening

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Bytes from the other side, as the web server hands them on after the handshake."""
        try:
            for kind, content in self._frames.read(data):
                self._take(kind, content)
        except BadFrame as bad:
            self.close(bad.code)
        return False, b""

    def feed_eof(self) -> None:
        """The connection is gone."""
        self._is_closing = True
        self._end_patience()
        self._late.clear()
        if not self.gone.done():
            self.gone.set_result(None)
            if self._has_arrived:
                self._leave()

    def _take(self, kind: int, content: bytes) -> None:
        """Hear a message when those before it are dealt with, and no faster than is fair."""
        self._late.append((kind, content))
        if len(self._late) == MOST_LATE:
            self._transport.pause_reading()
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        self._is_called = False
        while self._late and not (self._busy or self._is_resting or self._must_rest()):
            self._hear_next()

    def _must_rest(self) -> bool:
        wait = self._pace.wait()
        if wait:
            self._is_resting = True
            self._loop.call_later(wait, self._end_rest)
        return self._is_resting

    def _end_rest(self) -> None:
        self._is_resting = False
        self._hear_next()  # this one has been counted
        self._go_on()

    def _hear_next(self) -> None:
        if not self._late:  # the connection is gone
            return
        if len(self._late) == MOST_LATE and not self._transport.is_closing():
            self._transport.resume_reading()
        self._hear(*self._late.popleft())

    def _hear(self, kind: int, content: bytes) -> None:
        if kind == CLOSE:
            self._part(content)
        elif self._is_closing or kind == PONG:
            return
        elif self._is_abusive:
            self.close(TOO_MUCH)
        elif kind == PING:
            self._loop.call_soon(self.write, frame(PONG, content))
        elif kind == BINARY:
            self.refuse(Refused("unreadable_message", problem="binary"))
        else:
            self._hear_text(content)

    def _part(self, farewell: bytes) -> None:
        """The other side says goodbye, or answers ours."""
        if not self._is_closing:
            self._is_closing = True
            self._loop.call_soon(self.write, frame(CLOSE, farewell[:2]))
        self._loop.call_soon(self._transport.close)  # behind what is still to be sent

    def _hear_text(self, content: bytes) -> None:
        try:
            text = content.decode()
        except UnicodeDecodeError:
            self.close(NOT_TEXT)
            return
        try:
            if self._patience is None:
                self._hear_wish(read(Said, text))
            else:
                hello = read(Hello, text)
                self._end_patience()
                self._let(self._arrive(hello))
        except Refused as refused:
            self.refuse(refused)

    def _end_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _hear_wish(self, said: Said) -> None:
        table = self.table
        assert table is not None
        if said.lang is not None:
            self.lang = said.lang
        wishes = 4 - (said.do, said.undo, said.sit_in, said.hint).count(None)
        if wishes == 0 and said.lang is not None:
            self._let(self._ask(table.tell_again, self))
        elif wishes != 1:
            raise Refused("unreadable_message", problem="do | undo | sit_in | hint")
        elif not table.hear_at_once(self, seat := self._seat_of(said), said):
            self._let(self._ask(table.hear, self, seat, said))

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

    # ------------------------------------------------ at the table

    def _let(self, doing: Coroutine[Any, Any, None]) -> None:
        self._busy = self._loop.create_task(doing)

    async def _ask(self, act: Act, *arguments: Any) -> None:
        """Ask something of the table, which answers by telling."""
        try:
            await self.table.call(act, *arguments)  # type: ignore[union-attr]
        except Refused:
            pass  # the table was in trouble, and tells everybody where it stands
        finally:
            self._busy = None
            self._go_on()

    async def _arrive(self, hello: Hello) -> None:
        """Show the token, or look on."""
        try:
            await self.table.call(arrive, self.table, self, hello)  # type: ignore[union-attr]
            self._has_arrived = True
            if self.gone.done():
                self._leave()
        except Refused as refused:
            self.refuse(refused)
            self.close(CLOSE_FOR.get(refused.reason, WSCloseCode.POLICY_VIOLATION))
        finally:
            self._busy = None
            self._go_on()

    def _leave(self) -> None:
        assert self.table is not None
        self.table.post(leave, self.table, self)


async def serve(request: web.Request, table: Table | None, lang: str, address: str) -> None:
    """A socket from its handshake to its end; at no table it is closed at once, with a code that a page can read."""
    greeting = handshake(request.headers)
    if greeting is None:
        raise Refused("no_socket")
    transport = request.transport
    if transport is None:
        raise ConnectionResetError
    transport.write(greeting)
    socket = Socket(table, lang, transport, address)
    if table is None:
        socket.close(UNKNOWN_TABLE)
    request.protocol.set_parser(socket)  # type: ignore[arg-type]
    request.protocol.keep_alive(False)
    await socket.gone
