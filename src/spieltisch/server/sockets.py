"""A socket at a table. What it says is read strictly; what it is told is never waited for: one that does not drain is dropped."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, web
from msgspec import UNSET

from spieltisch.checks import Refused
from spieltisch.door import Seat

from .frames import BINARY, CLOSE, PING, PONG, TEXT, BadFrame, FrameReader, frame, goodbye_to
from .inbox import Act, nothing
from .limits import (
    FAULTS,
    FRAMES,
    HEARTBEAT_SECONDS,
    HELLO_SECONDS,
    MOST_FRAME,
    MOST_LATE,
    MOST_RESTS,
    MOST_UNREAD,
    MOST_UNSENT,
    SILENT_SECONDS,
    Bucket,
)
from .seating import arrive, leave
from .wire import Hello, NoMove, Said, encode, read, refusal

if TYPE_CHECKING:
    from .table import Table

CLOSE_FOR = {"wrong_token": 4401, "no_such_table": 4404, "too_many": 4429, "table_damaged": 4500}
CLOSE_FOR |= dict.fromkeys(("cannot_keep", "try_again", "getting_ready"), int(WSCloseCode.TRY_AGAIN_LATER))
TOO_MUCH = 4429
CLOSE_SECONDS = 5.0  # for the other side to say goodbye too
IGNORE_SECONDS = 0.05  # between looks at what still comes then


class Socket:
    """One connection of a seat, of several seats on one device, or of an onlooker. It says one thing at a time.

    Reading, hearing and writing are steps of their own, each in the loop's next turn, so that all sockets take them together: what the
    processor has at hand for one it has for the others, and a client that the first write wakes is awake for the second. No turn reads more
    than one frame of a socket, and every frame counts, whatever is in it: however much one sends, the others have their turn."""

    def __init__(self, table: Table | None, lang: str, transport: asyncio.Transport, address: str = "") -> None:
        self.table = table
        self.lang = lang
        self.address = address
        self.seats: tuple[Seat, ...] = ()
        self.device = ""  # the name of its token
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._transport = transport
        self._frames = FrameReader(MOST_FRAME, are_masked=True)
        self._pace = Bucket(*FRAMES)
        self._faults = Bucket(*FAULTS)
        self._late = 0  # pieces that have come since the last one was read
        self._rests = 0  # since all that had come was read
        self._busy: asyncio.Task[None] | None = None  # with what was said last
        self._is_called = False  # to go on in the next turn
        self._is_resting = False  # after too many at once
        self._is_paused = False  # until what is here has been read
        self.has_arrived = False  # at a table, after its hello
        self._is_abusive = False
        self._is_closing = False
        self._has_parted = False  # nothing can be sent any more
        self._patience: asyncio.TimerHandle | None = self._loop.call_later(HELLO_SECONDS, self.close, WSCloseCode.OK)
        self._end: asyncio.TimerHandle | None = None  # of waiting for the other side's goodbye
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
        if self._has_parted or self._transport.is_closing():
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
        self.excuse(refused, ask, seat, names)
        if not self._faults.take():
            self._is_abusive = True

    def excuse(
        self, refused: Refused, ask: int | None = None, seat: Seat | None = None, names: list[str] | None = None
    ) -> None:
        """The same where the fault is ours."""
        own = UNSET if seat is None or len(self.seats) < 2 else seat
        self.send(encode(NoMove(refusal(refused, self.lang, names or []), ask, own)))

    def dismiss(self, refused: Refused) -> None:
        """There is nothing here for this socket: why, and goodbye. That a table is unknown the close code says by itself."""
        if refused.reason != "no_such_table":
            self.excuse(refused)
        self.close(CLOSE_FOR.get(refused.reason, WSCloseCode.POLICY_VIOLATION))

    def close(self, code: int) -> None:
        """Say goodbye, behind everything that has been told before."""
        self._part(code.to_bytes(2, "big"))

    def _part(self, farewell: bytes) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._end_patience()
            self._loop.call_soon(self._say_goodbye, farewell)

    def _say_goodbye(self, farewell: bytes) -> None:
        """The last that is sent. Who does not hang up then is cut off; to hear that somebody does, reading goes on."""
        self.write(frame(CLOSE, farewell))
        self._has_parted = True
        if not self._transport.is_closing():
            self._transport.write_eof()
            self._listen()
            self._end = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def drop(self) -> None:
        """Cut the connection without ceremony."""
        self._transport.abort()

    # ------------------------------------------------ listening

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Bytes from the other side, as the web server hands them on after the handshake."""
        if self._is_closing:
            self._ignore()
        else:
            self._late += 1
            self._frames.feed(data)
            if self._is_resting or self._late > MOST_LATE or self._frames.unread > MOST_UNREAD:
                self._is_paused = True
                self._transport.pause_reading()
            self._call()
        return False, b""

    def feed_eof(self) -> None:
        """The connection is gone."""
        self._is_closing = self._has_parted = True
        self._end_patience()
        if self._end is not None:
            self._end.cancel()
        if not self.gone.done():
            self.gone.set_result(None)
            if self.has_arrived:
                self._leave()

    def _ignore(self) -> None:
        """What comes behind a goodbye is not even looked at, and let in slowly: only to hear of the end that may come behind it."""
        self._transport.pause_reading()
        self._loop.call_later(IGNORE_SECONDS, self._listen)

    def _listen(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _call(self) -> None:
        """Go on in the next turn."""
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Read a frame if it is time: when what was said before is dealt with, and no faster than is fair."""
        self._is_called = False
        if self._is_closing or self._busy or self._is_resting or not self._frames.is_ready:
            return
        wait = self._pace.wait()
        if wait:
            self._is_resting = True
            self._loop.call_later(wait, self._end_rest)
        else:
            self._read_frame()

    def _end_rest(self) -> None:
        """Go on with the frame that has been counted. Who never stops is not waited for: somebody who has hung up may be behind it all."""
        self._is_resting = False
        self._rests += 1
        if self._rests > MOST_RESTS:
            self.close(TOO_MUCH)
        elif not self._is_closing:
            self._read_frame()

    def _read_frame(self) -> None:
        try:
            message = self._frames.step()
            if message is not None:
                self._hear(*message)
        except BadFrame as bad:
            self._end_with(bad.code.to_bytes(2, "big"))
            return
        self._late = 0
        if self._frames.is_ready:
            self._call()
        else:
            self._rests = 0
        if self._is_paused and self._frames.unread <= MOST_UNREAD:
            self._is_paused = False
            self._listen()

    def _hear(self, kind: int, content: Any) -> None:
        if kind == CLOSE:
            self._end_with(goodbye_to(content))
        elif kind == PONG:
            return
        elif self._is_abusive:
            self.close(TOO_MUCH)
        elif kind == PING:
            self._loop.call_soon(self.write, frame(PONG, content))
        elif kind == BINARY:
            self.refuse(Refused("unreadable_message", problem="binary"))
        else:
            self._hear_text(content)

    def _end_with(self, farewell: bytes) -> None:
        """The line ends, by the other side's wish or fault: after the answers to all that was said on it."""
        if self.table is None or self.table.is_settled:
            self._part(farewell)
        else:
            self._let(self._end_settled(self.table, farewell))

    async def _end_settled(self, table: Table, farewell: bytes) -> None:
        with contextlib.suppress(Refused):
            await table.call(nothing)
        self._busy = None
        self._part(farewell)

    def _hear_text(self, text: str) -> None:
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
            self.has_arrived = True
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


class Sockets(set[Socket]):
    """All sockets of a server, those too that have not said hello."""

    is_stopping = False

    async def send_home(self, seconds: float) -> None:
        """A graceful stop: everybody is told to come back later; whoever does not say goodbye too is cut off."""
        self.is_stopping = True
        for socket in self:
            socket.close(WSCloseCode.SERVICE_RESTART)
        if self:
            await asyncio.wait([socket.gone for socket in self], timeout=seconds)
        for socket in self:
            socket.drop()


SOCKETS: web.AppKey[Sockets] = web.AppKey("sockets", Sockets)


async def serve(request: web.Request, greeting: bytes, table: Table | Refused, lang: str, address: str) -> None:
    """A socket from its handshake to its end; where there is no table it is closed at once, with a code that a page can read."""
    transport = request.transport
    if transport is None:
        raise ConnectionResetError
    transport.write(greeting)
    socket = Socket(None if isinstance(table, Refused) else table, lang, transport, address)
    request.app[SOCKETS].add(socket)
    if request.app[SOCKETS].is_stopping:
        socket.close(WSCloseCode.SERVICE_RESTART)
    elif isinstance(table, Refused):
        socket.dismiss(table)
    request.protocol.set_parser(socket)  # type: ignore[arg-type]
    request.protocol.keep_alive(False)
    try:
        await socket.gone
    finally:
        request.app[SOCKETS].discard(socket)
