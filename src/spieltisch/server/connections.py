"""One connection before anybody has earned it: how long it may take for what, and what it is told that sends no HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import math
import socket
from collections.abc import Iterator
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.http import HttpRequestParser
from aiohttp.web_protocol import RequestHandler
from aiohttp.web_request import BaseRequest

from spieltisch.checks import Refused

from .addresses import network_of
from .answers import Nothing, farewell, refusing_early
from .crowd import Crowd

HEAD_SECONDS = 10.0  # from connecting, or from a request's first byte, to the end of its head
KEEP_SECONDS = 75.0  # between requests
ANSWER_SECONDS = 120.0  # until an answer has been read
STUCK_SECONDS = 20.0  # without anything of it having been read
CLOSE_SECONDS = 5.0  # for what is still to be sent when a connection is closed
SWEEP_SECONDS = 1.0
MOST_HEAD = 32 * 1024  # bytes of a request's head
MOST_AHEAD = 256 * 1024  # bytes behind a request that is being answered; what comes then is not looked at
MOST_AT_ONCE = 32 * 1024  # bytes that the system may have ready for us, about
MOST_A_STEP = 4 * 1024  # bytes that are read before it is asked whether to read on
MOST_WRAPPING = 1024  # bytes around the pieces of a body that comes in pieces: each costs as much as a piece of any size
QUEUE = 2  # requests sent ahead, before no more are read

HEAD, ANSWER, IDLE, SOCKET, CLOSING = "head", "answer", "idle", "socket", "closing"


class Line(RequestHandler):
    """One connection, with a time limit for everything it does."""

    __slots__ = ("address", "body", "crowd", "deadline", "has_counted_seat", "held", "is_deaf", "state", "stuck", "unread", "wire")

    def __init__(self, entry: web.Server, crowd: Crowd, **options: Any) -> None:
        super().__init__(entry, **options)
        self._max_msg_queue_size, self._msg_queue_resume_size = QUEUE, QUEUE - 1
        self._parser = HttpRequestParser(
            self, self._loop, self._read_bufsize, max_line_size=self.max_line_size, max_field_size=self.max_field_size,
            max_headers=self.max_headers, payload_exception=web.RequestPayloadError, auto_decompress=False, max_msg_queue_size=QUEUE,
        )  # fmt: skip
        self.crowd = crowd
        self.address = ""
        self.state = HEAD
        self.deadline = self._loop.time() + HEAD_SECONDS
        self.unread = 0  # bytes since the last request's head
        self.held = b""  # bytes that are read when there is room for another request
        self.body: StreamReader | None = None  # the latest request's, where it comes in pieces
        self.stuck: tuple[int, float] = (0, 0.0)  # unsent bytes, and since when it is so many
        self.is_deaf = False
        self.has_counted_seat = False
        self.wire: asyncio.Transport

    # ------------------------------------------------ coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, if there is room."""
        self.wire = transport  # type: ignore[assignment]
        peer = transport.get_extra_info("peername")
        self.address = network_of(str(peer[0])) if peer else ""
        if not self.crowd.enter(self):
            self.wire.abort()
            return
        with contextlib.suppress(OSError, AttributeError):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MOST_AT_ONCE)
        super().connection_made(transport)

    def connection_lost(self, problem: BaseException | None) -> None:
        """Gone."""
        self.crowd.leave(self)
        super().connection_lost(problem)

    def cut(self) -> None:
        """End it without ceremony."""
        self.force_close()
        self.wire.abort()

    def part(self, last: bytes) -> None:
        """Say why, and end it."""
        self.wire.write(last)
        self.force_close()

    # ------------------------------------------------ requests

    def data_received(self, data: bytes) -> None:
        """Read on, a step at a time, while there is room for another request."""
        if self.state == SOCKET:
            super().data_received(data)
            return
        rest, self.held = self.held + data, b""
        self._read(rest[:MOST_A_STEP])
        while rest := rest[MOST_A_STEP:]:
            if len(self._messages) >= QUEUE and not self._upgraded:
                self.held = rest
                return
            self._read(rest[:MOST_A_STEP])

    def _read(self, data: bytes) -> None:
        """Who begins a request has to end it in time, and not to send too much ahead."""
        if self.is_deaf:
            return
        if self.state == IDLE and data:
            self.state, self.deadline, self.unread = HEAD, self._loop.time() + HEAD_SECONDS, 0
            self.crowd.rest(self)
        before = self._request_count
        super().data_received(data)
        if self._request_count > before:
            self.unread = 0
            message, body = self._messages[-1]
            self.body = body if getattr(message, "chunked", False) else None
            self._owe_answer()
        else:
            self.unread += len(data)
            self._check_length()

    def _check_length(self) -> None:
        if self.state == HEAD and self.unread > MOST_HEAD and not self._force_close:
            self.crowd.report.seldom("bad_request", "head_too_long", address=self.address)
            self.part(farewell(Refused("head_too_long", most=MOST_HEAD)))
        elif self.unread > MOST_AHEAD:
            self.is_deaf = True
        elif self.body is not None and not self.body.is_eof() and self.unread - self.body.total_bytes > MOST_WRAPPING:
            self.crowd.report.seldom("bad_request", "too_many_pieces", address=self.address)
            self.is_deaf = True
            self.body.set_exception(web.RequestPayloadError("too many pieces"))

    def _owe_answer(self) -> None:
        self.state, self.deadline = ANSWER, self._loop.time() + ANSWER_SECONDS
        self.crowd.busy(self)

    @contextlib.contextmanager
    def awaiting(self) -> Iterator[None]:
        """While a request's body is on its way, it is the other side that owes us something."""
        self.crowd.rest(self)
        yield
        self.crowd.busy(self)

    async def finish_response(
        self, request: BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer; afterwards it is the other side's turn, unless its next request is here already."""
        if self.is_deaf:
            resp.force_close()
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            if self._messages:
                self._owe_answer()
            elif self.state == ANSWER:
                self.state, self.deadline = IDLE, self._loop.time() + KEEP_SECONDS
                self.crowd.rest(self)

    def set_parser(self, parser: Any, data_received_cb: Any = None) -> None:
        """From now on it is a socket; its hello has a time limit of its own."""
        self.state, self.deadline = SOCKET, math.inf
        self.crowd.rest(self)
        super().set_parser(parser, data_received_cb)

    @property
    def is_socket(self) -> bool:
        """Is it a socket by now?"""
        return self.state == SOCKET

    @property
    def has_seat(self) -> bool:
        """Does it sit or stand at a table?"""
        return self.state == SOCKET and getattr(self._payload_parser, "has_arrived", True)

    # ------------------------------------------------ time

    def check(self, now: float) -> None:
        """End what takes too long."""
        unsent = self.wire.get_write_buffer_size()
        if unsent != self.stuck[0]:
            self.stuck = unsent, now
        if self.state != CLOSING and self.wire.is_closing():
            self.state, self.deadline = CLOSING, now + CLOSE_SECONDS
        if now > self.deadline or (unsent and self.state != SOCKET and now - self.stuck[1] > STUCK_SECONDS):
            self.expire()
        elif unsent and self.state == ANSWER and now > self.stuck[1]:
            self.crowd.rest(self)  # an answer that nobody reads is owed no more
        elif not self.has_counted_seat and self.has_seat:
            self.crowd.settle(self)

    def expire(self) -> None:
        """The time is over."""
        if self.state != IDLE:
            self.crowd.report.seldom("connections_too_slow", self.state, address=self.address)
        if self.state == HEAD and self.unread:
            self.part(farewell(Refused("too_slow")))
        else:
            self.cut()

    # ------------------------------------------------ what is no HTTP

    def handle_error(
        self, request: BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """What is no HTTP gets our own answer, and the host one line; so does a fault of ours that nobody caught."""
        if request.writer.output_size > 0:
            raise ConnectionError("half an answer has been sent")
        if status >= 500 and exc is not None:
            self.crowd.report.problem("request_failed", exc)
            return refusing_early(request, Refused("our_fault"), is_last=True)
        if exc is not None:
            exc.__traceback__ = None  # it leads back to what holds the problem, and only the collector could tell them apart
        self.crowd.report.counts["bad_requests"] += 1
        if not self.crowd.limits.allows("requests", self.address):
            self.crowd.report.seldom("too_many_requests", "bad_request", address=self.address)
            return Nothing()
        self.crowd.report.seldom("bad_request", type(exc).__name__, address=self.address)
        return refusing_early(request, Refused("bad_request"), is_last=True)

    def log_exception(self, *words: Any, **more: Any) -> None:
        """A line for the host instead of a trace; none about the rest of a body that nobody waits for."""
        problem = more.get("exc_info")
        is_theirs = isinstance(problem, web.RequestPayloadError) or self.transport is None
        if isinstance(problem, Exception) and not is_theirs:
            self.crowd.report.problem("request_failed", problem)
