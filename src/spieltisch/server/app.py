"""The web server: routes, the rim where refusals become answers, and headers. What happens at a table is not its business."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from spieltisch import __version__
from spieltisch.checks import Refused

from . import api, openapi, sockets
from .addresses import address_of
from .advice import Advisers
from .answers import STATUS, Nothing, add_headers, refusing
from .api import CODES, LOBBY, Handler, answered, lang_of
from .devices import Codes
from .entry import Gate, Runner, expected
from .handshake import handshake
from .hosts import Hosts
from .house import House
from .limits import MOST_BODY, AddressLimits
from .lobby import Lobby
from .report import Report
from .seats import DAY
from .store import SqliteStore, StoreFailed
from .store_file import NAME
from .table import Table
from .thinking import Thinkers
from .wire import language, refusal
from .workers import Workers

PAGE = Path(__file__).parent / "page"
GOODBYE_SECONDS = 0.7  # for sockets to answer when the server stops
LIMITS: web.AppKey[AddressLimits] = web.AppKey("limits", AddressLimits)
STORE: web.AppKey[SqliteStore] = web.AppKey("store", SqliteStore)
GATE: web.AppKey[Gate] = web.AppKey("gate", Gate)
RUNNER: web.AppKey[Runner] = web.AppKey("runner", Runner)


@dataclass
class Settings:
    """What the host chooses."""

    data: Path
    public_url: str = ""
    idle_days: float = 14.0
    trust_proxy: int = 0  # how many proxies stand between us and everybody
    grace: float = 3.0
    host: str = "127.0.0.1"
    allow_hosts: tuple[str, ...] = ()
    keep_days: float = 0.0  # 0: finished tables are kept for ever


SETTINGS: web.AppKey[Settings] = web.AppKey("settings", Settings)
REPORT: web.AppKey[Report] = web.AppKey("report", Report)


def make_app(settings: Settings, report: Report | None = None) -> web.Application:
    """The server, ready to run."""
    app = web.Application(client_max_size=MOST_BODY, middlewares=[rim])
    report = report or Report()
    store = SqliteStore(settings.data / NAME)
    workers = Workers(report)
    thinkers, advisers = Thinkers(workers, report), Advisers(workers, store, report)
    house = House(store, report, thinkers, advisers, grace=settings.grace)
    limits = AddressLimits(own_factor=1) if settings.trust_proxy else AddressLimits()
    hosts = Hosts(settings.public_url, settings.host, settings.allow_hosts)
    app[SETTINGS], app[REPORT], app[STORE], app[LIMITS] = settings, report, store, limits
    app[GATE] = Gate(limits, hosts, report, settings.trust_proxy, urlsplit(settings.public_url).scheme == "https")
    app[LOBBY] = Lobby(house, settings.idle_days * DAY, settings.keep_days * DAY)
    app[CODES] = Codes()
    app[sockets.SOCKETS] = sockets.Sockets()
    add_routes(app)
    app.cleanup_ctx.append(running)
    app.on_shutdown.append(send_home)
    app.on_response_prepare.append(dress)
    return app


def add_routes(app: web.Application) -> None:
    """Every path with all that may be done there. What may not be done is a route too: aiohttp's own refusals can only be found by the
    collector, and anybody can have as many as he likes."""
    routes: list[tuple[str, str, Handler]] = [(method, path, counted(handler, limit)) for method, path, handler, limit in api.ROUTES]
    others = {
        "/api/openapi.json": openapi.description, "/api/docs": openapi.page, "/healthz": health,
        "/metrics": metrics, r"/{path:[\s\S]*}": page,
    }  # fmt: skip
    routes.append(("GET", "/ws/tables/{table}", socket))
    routes += [(method, path, handler) for path, handler in others.items() for method in ("GET", "HEAD")]
    for path in dict.fromkeys(path for _, path, _ in routes):
        resource = app.router.add_resource(path)
        there = {method: handler for method, its_path, handler in routes if its_path == path}
        for method, handler in there.items():
            resource.add_route(method, handler, expect_handler=expected)
        resource.add_route("*", wrong_method(sorted(there)), expect_handler=expected)


def wrong_method(allowed: list[str]) -> Handler:
    """What is done to a path that knows only these."""

    async def refuse(request: web.Request) -> web.StreamResponse:
        answer = refusing(request, Refused("wrong_method"))
        answer.headers["Allow"] = ", ".join(allowed)
        return answer

    return refuse


def make_runner(app: web.Application, most: int | None = None, **options: Any) -> Runner:
    """What lets people in to this server; at most so many connections, else as many as the system allows."""
    app[GATE].hosts.learn()
    runner = app[RUNNER] = Runner(app, app[GATE], most, **options)
    return runner


async def running(app: web.Application) -> AsyncIterator[None]:
    """While the server runs, somebody keeps order in the lobby."""
    order = asyncio.create_task(app[LOBBY].keep_order())
    yield
    order.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await order
    app[LOBBY].close()
    app[LOBBY].house.advisers.close()
    app[LOBBY].house.workers.close()
    await asyncio.to_thread(app[STORE].close)


async def send_home(app: web.Application) -> None:
    """A graceful stop: sockets are told to come back later."""
    await app[sockets.SOCKETS].send_home(GOODBYE_SECONDS)


# ---------------------------------------------------------------- the rim


@web.middleware
async def rim(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Whatever goes wrong becomes a refusal with a sentence; no trace ever leaves."""
    if request.match_info.http_exception is not None:
        return refusing(request, Refused("no_such_page"))
    try:
        return await handler(request)
    except Refused as refused:
        return refusing(request, refused)
    except web.HTTPRequestEntityTooLarge:
        return refusing(request, Refused("too_long", most=MOST_BODY))
    except ConnectionError:
        return Nothing()
    except (web.HTTPException, asyncio.CancelledError):
        raise
    except StoreFailed as problem:
        request.app[REPORT].problem("store_failed", problem, why=str(problem))
        return refusing(request, Refused("cannot_keep"))
    except Exception as fault:
        resource = request.match_info.route.resource
        request.app[REPORT].problem("request_failed", fault, path=resource.canonical if resource is not None else "")
        return refusing(request, Refused("our_fault"))


async def dress(request: web.Request, response: web.StreamResponse) -> None:
    """What every answer carries."""
    add_headers(response, request.path, request.app[GATE].is_tls(request))


def counted(handler: Handler, limit: str | None) -> Handler:
    """A handler with a limit per address, beside the one that counts every request."""

    async def limited(request: web.Request) -> web.StreamResponse:
        if limit is not None and limit != "requests":
            request.app[LIMITS].check(limit, address_of(request))
        return await handler(request)

    return limited


# ---------------------------------------------------------------- sockets


async def socket(request: web.Request) -> web.StreamResponse:
    """A seat or an onlooker connects; an unknown table is told by its close code, which a page can read."""
    limits, address = request.app[LIMITS], address_of(request)
    greeting = handshake(request)
    limits.connect(address)
    report = request.app[REPORT]
    report.counts["sockets_opened"] += 1
    try:
        table = await found(request)
        await sockets.serve(request, greeting, table, language(request.headers.get("Accept-Language", "")), address)
        if not isinstance(table, Refused) and table.state == "over":
            asyncio.get_running_loop().call_later(2.0, request.app[LOBBY].let_go, table)
    finally:
        report.counts["sockets_closed"] += 1
        limits.disconnect(address)
    return Nothing()


async def found(request: web.Request) -> Table | Refused:
    """The table that somebody wants to sit or stand at, or why there is none."""
    try:
        return await request.app[LOBBY].find(request.match_info["table"], address_of(request))
    except Refused as refused:
        return refused


# ---------------------------------------------------------------- for the host, and the page


async def health(request: web.Request) -> web.Response:
    """Alive, and what is moved can be kept; else a sentence that says that it cannot."""
    try:
        await asyncio.wait_for(request.app[STORE].probe(), 10)
    except (StoreFailed, TimeoutError) as problem:
        request.app[REPORT].problem("store_failed", problem, why=str(problem))
        told = refusal(Refused("cannot_keep"), lang_of(request))
        return answered({"ok": False, "version": __version__, "refused": told}, STATUS["cannot_keep"])
    return answered({"ok": True, "version": __version__})


async def metrics(request: web.Request) -> web.Response:
    """Counters for Prometheus."""
    tables = request.app[LOBBY].tables.values()
    store = request.app[STORE]
    gauges = {
        "tables": float(len(tables)),
        "tables_running": float(sum(table.state == "running" for table in tables)),
        "sockets": float(sum(len(here) for table in tables for here in table.sockets.values())),
        "commits_total": float(store.commits),
        "commit_seconds_total": store.commit_seconds,
        "lines_total": float(store.written),
        **request.app[LOBBY].house.workers.gauges(),
        "store_failing": float(store.trouble is not None),
    }
    return web.Response(text=request.app[REPORT].metrics(gauges), content_type="text/plain", charset="utf-8")


def file_of_page(path: str) -> Path | None:
    """A file of the page, and of nothing else."""
    with contextlib.suppress(OSError, ValueError):
        file = (PAGE / path).resolve()
        if path and file.is_relative_to(PAGE.resolve()) and file.is_file():
            return file
    return None


def check_conditions(request: web.Request) -> None:
    """Dates and ranges that cannot be read are refused here, before a file is opened for them."""
    try:
        _ = request.if_modified_since, request.if_unmodified_since, request.if_range, request.http_range
        _ = request.if_match, request.if_none_match
    except (ValueError, OverflowError):
        raise Refused("bad_request") from None


async def page(request: web.Request) -> web.StreamResponse:
    """The page and its files; any other path is the page's own business."""
    path = request.match_info["path"]
    if path.split("/")[0] in ("api", "ws"):
        raise Refused("no_such_page")
    file = file_of_page(path)
    check_conditions(request)
    if file is not None:
        kept = "public, max-age=31536000, immutable" if "assets" in file.parts else "no-cache"
        return web.FileResponse(file, headers={"Cache-Control": kept})
    if (PAGE / "index.html").is_file():
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})
    if path:
        raise Refused("no_such_page")
    return web.Response(text=openapi.plain_page(lang_of(request)), content_type="text/html", charset="utf-8")
