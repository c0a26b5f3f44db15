"""The way in, for every request of whatever kind: whose it is, whether there were too many, whether it means us, and its body; then the route."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from aiohttp import HttpVersion10, HttpVersion11, hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_request import BaseRequest

from spieltisch.checks import Refused

from .addresses import ADDRESS, client_network
from .answers import Nothing, refusing_early
from .connections import KEEP_SECONDS, SWEEP_SECONDS, Line
from .crowd import Crowd, room
from .hosts import Hosts, check_origin, check_type
from .limits import MOST_BODY, AddressLimits
from .report import Report

BODY_SECONDS = 15.0
MOST_PATH = 500  # characters; none of ours is nearly as long, and every part of one costs a look
MOST_REFUSALS = 256  # of one address that wait to be told; more are cut off, since whoever hangs up leaves one behind
LINGER_SECONDS = 2.0  # in which the rest of a refused body is read and forgotten
AT_ONCE = 4  # requests of one address that are worked on at a time; more wait their turn
HISTORY_AT_ONCE = 2  # of those that look back, each of which takes a thread for a while
HISTORY = re.compile("/api/tables/[^/]*/(?:log|chances|story|review|at/.*)")
READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})  # what changes nothing
UNREAD = frozenset({"too_long", "too_slow", "not_json", "wrong_expectation", "bad_request"})  # refusals that leave a body where it is

Handler = Callable[[Any], Awaitable[web.StreamResponse]]


class Turns:
    """At most so many at a time for each address, the others in the order they came: nobody's crowd fills the event loop."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._lines: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}

    def waiting(self, address: str) -> int:
        """How many of this address are at it or wait."""
        return len(self._lines[address][1]) if address in self._lines else 0

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """One's turn, when it comes."""
        found = self._lines.get(address)
        if found is None:
            found = self._lines[address] = asyncio.Semaphore(self.at_once), []
        places, present = found
        present.append(None)
        try:
            async with places:
                yield
        finally:
            present.pop()
            if not present:
                self._lines.pop(address, None)


class Gate:
    """What every request passes before it is routed."""

    def __init__(self, limits: AddressLimits, hosts: Hosts, report: Report, hops: int, is_tls: bool) -> None:
        self.limits, self.hosts, self.report, self.hops, self._is_tls = limits, hosts, report, hops, is_tls
        self.turns, self.history_turns = Turns(AT_ONCE), Turns(HISTORY_AT_ONCE)
        self.refusals: Counter[str] = Counter()  # that wait, by address

    def is_tls(self, request: BaseRequest) -> bool:
        """Does the browser see us by https?"""
        told = request.headers.get("X-Forwarded-Proto", "") if self.hops else ""
        return self._is_tls or told.rpartition(",")[2].strip().lower() == "https"

    async def pass_on(self, request: web.Request, route: Handler) -> web.StreamResponse:
        """From the first look at a request to its answer."""
        address = request[ADDRESS] = client_network(request.remote or "", request.headers, self.hops)
        kind = kind_of(request)
        turns = self.history_turns if HISTORY.fullmatch(request.path) else self.turns
        if not self.limits.allows(kind, address) or turns.waiting(address) >= self.limits.most_waiting(address):
            return await self._refuse_flood(request, kind, address)
        try:
            self._check(request)
            if request.method not in READING:
                await take_body(request)
            if request.path.startswith("/ws/"):
                return await route(request)
            async with turns.turn(address):
                return await route(request) if request.transport is not None else Nothing()
        except Refused as refused:
            if refused.reason == "wrong_host":
                self.report.seldom("wrong_host", address=address)
            return refusing_early(request, refused, self.is_tls(request), is_last=refused.reason in UNREAD)
        except ConnectionError:
            return Nothing()

    async def _refuse_flood(self, request: web.Request, kind: str, address: str) -> web.StreamResponse:
        """Too many: a few are told at once, a flood at its own cost."""
        self.report.counts["limited_requests"] += 1
        self.report.seldom("too_many_requests", kind, address=address)
        if self.refusals[address] >= MOST_REFUSALS:
            return Nothing()
        wait = self.limits.wait("refusals", address)
        if wait:
            await self._wait(address, wait)
        return refusing_early(request, Refused("too_many"), self.is_tls(request))

    async def _wait(self, address: str, seconds: float) -> None:
        self.refusals[address] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self.refusals[address] -= 1
            if not self.refusals[address]:
                del self.refusals[address]

    def _check(self, request: web.Request) -> None:
        """Does it mean us, and does it come from whom it may come?"""
        if request.version < HttpVersion10 or request.method == "CONNECT" or not request.path.startswith("/"):
            raise Refused("bad_request")
        if len(request.path) > MOST_PATH:
            raise Refused("no_such_page")
        host = request.headers.get("Host")
        if host is None:
            if request.version >= HttpVersion11:
                raise Refused("bad_request")
        elif not self.hosts.knows(host):
            raise Refused("wrong_host")
        if request.headers.get("Expect", "100-continue").lower() != "100-continue":
            raise Refused("wrong_expectation")
        if request.method not in READING or request.path.startswith("/ws/"):
            check_origin(self.hosts, request.headers)


def kind_of(request: BaseRequest) -> str:
    """Which limit counts it: the page's files come many at once."""
    return "files" if request.method in ("GET", "HEAD") and not request.path.startswith(("/api", "/ws")) else "requests"


async def take_body(request: web.Request) -> None:
    """The whole body, in time, of a request that changes something."""
    if (request.content_length or 0) > MOST_BODY:
        raise Refused("too_long", most=MOST_BODY)
    check_type(request.headers, request.body_exists)
    if not request.body_exists:
        return
    if request.headers.get(hdrs.EXPECT):
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        if request.content.is_eof():  # nearly always it has come with its head
            await request.read()
        else:
            await read_in_time(request)
    except TimeoutError:
        raise Refused("too_slow") from None
    except web.HTTPRequestEntityTooLarge:
        raise Refused("too_long", most=MOST_BODY) from None
    except (HttpProcessingError, web.RequestPayloadError):
        raise Refused("bad_request") from None


async def read_in_time(request: web.Request) -> None:
    """A body that is still on its way."""
    line = request.protocol
    with line.awaiting() if isinstance(line, Line) else nullcontext():
        async with asyncio.timeout(BODY_SECONDS):
            await request.read()


async def expected(request: web.Request) -> None:
    """Whoever wanted to know whether to send a body has been told when it was read."""


# ---------------------------------------------------------------- aiohttp's server, with our connections


class Entry(web.Server):
    """aiohttp's server, with connections that have limits and requests that pass the gate."""

    def __init__(self, gate: Gate, most: int, app_server: web.Server) -> None:
        async def handle(request: Any) -> web.StreamResponse:
            return await gate.pass_on(request, app_server.request_handler)

        super().__init__(handle, request_factory=app_server.request_factory, loop=app_server._loop, **app_server._kwargs)
        self.crowd = Crowd(gate.report, gate.limits, most, is_behind_proxy=gate.hops > 0)
        self._sweeping = self._loop.call_later(SWEEP_SECONDS, self._sweep)

    def __call__(self) -> Line:
        """A connection comes in."""
        return Line(self, self.crowd, loop=self._loop, **self._kwargs)

    def _sweep(self) -> None:
        self._sweeping = self._loop.call_later(SWEEP_SECONDS, self._sweep)
        now = self._loop.time()
        for line in list(self.crowd.lines):
            line.check(now)

    def pre_shutdown(self) -> None:
        """No more requests."""
        self.crowd.send_away()
        super().pre_shutdown()

    async def shutdown(self, timeout: float | None = None) -> None:
        """All connections end."""
        self._sweeping.cancel()
        await super().shutdown(timeout)


class Runner(web.AppRunner):
    """Runs an application behind a gate."""

    __slots__ = ("_gate", "_most")

    def __init__(self, app: web.Application, gate: Gate, most: int | None = None, **options: Any) -> None:
        super().__init__(
            app, access_log=None, keepalive_timeout=KEEP_SECONDS, lingering_time=LINGER_SECONDS, auto_decompress=False,
            handle_signals=False, tcp_keepalive=False, **options,
        )  # fmt: skip
        self._gate, self._most = gate, most

    async def _make_server(self) -> web.Server:
        return Entry(self._gate, room() if self._most is None else self._most, await super()._make_server())
