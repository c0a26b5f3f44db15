"""The web server: routes, the rim where refusals become answers, and headers. What happens at a table is not its business."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from aiohttp.web_request import BaseRequest

from spieltisch import __version__
from spieltisch.checks import Refused

from . import api, openapi, sockets
from .advice import Advisers
from .api import ADDRESS, LOBBY, Handler, answered, lang_of
from .house import House
from .limits import MOST_BODY, AddressLimits, network_of
from .lobby import Lobby
from .report import Report
from .store import SqliteStore
from .table import Table
from .thinking import Thinkers
from .wire import No, language, refusal
from .workers import Workers

PAGE = Path(__file__).parent / "page"
STATUS = {
    "missing_token": 401, "wrong_token": 403, "not_your_seat": 403, "still_secret": 403, "wrong_origin": 403, "no_such_table": 404,
    "no_such_page": 404, "wrong_method": 405, "seat_taken": 409, "table_closed": 409, "already_begun": 409, "seats_open": 409, "not_begun": 409,
    "not_over": 409, "no_review": 409, "over": 409, "too_long": 413, "too_many": 429, "our_fault": 500, "try_again": 503,
}  # fmt: skip
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LIMITS: web.AppKey[AddressLimits] = web.AppKey("limits", AddressLimits)
STORE: web.AppKey[SqliteStore] = web.AppKey("store", SqliteStore)


@dataclass
class Settings:
    """What the host chooses."""

    data: Path
    public_url: str = ""
    idle_days: float = 14.0
    trust_proxy: bool = False
    grace: float = 3.0


SETTINGS: web.AppKey[Settings] = web.AppKey("settings", Settings)
REPORT: web.AppKey[Report] = web.AppKey("report", Report)


def make_app(settings: Settings, report: Report | None = None) -> web.Application:
    """The server, ready to run."""
    app = web.Application(client_max_size=MOST_BODY, middlewares=[rim])
    report = report or Report()
    store = SqliteStore(settings.data / "spieltisch.sqlite")
    workers = Workers(report)
    thinkers, advisers = Thinkers(workers, report), Advisers(workers, store, report)
    house = House(store, report, thinkers, advisers, grace=settings.grace)
    app[SETTINGS], app[REPORT], app[STORE], app[LIMITS] = settings, report, store, AddressLimits()
    app[LOBBY] = Lobby(house, settings.idle_days * 24 * 3600)
    for method, path, handler, limit in api.ROUTES:
        app.router.add_route(method, path, counted(handler, limit))
    app.router.add_get("/api/openapi.json", openapi.description)
    app.router.add_get("/api/docs", openapi.page)
    app.router.add_get("/ws/tables/{table}", socket)
    app.router.add_get("/healthz", health)
    app.router.add_get("/metrics", metrics)
    app.router.add_get("/{path:.*}", page)
    app.cleanup_ctx.append(running)
    app.on_shutdown.append(send_home)
    app.on_response_prepare.append(add_headers)
    return app


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
    here = {socket for table in app[LOBBY].tables.values() for sockets in table.sockets.values() for socket in sockets}
    for socket in here:
        socket.close(WSCloseCode.SERVICE_RESTART)
    if here:
        await asyncio.wait([socket.gone for socket in here], timeout=3)


# ---------------------------------------------------------------- the rim


@web.middleware
async def rim(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Whatever goes wrong becomes a refusal with a sentence; no trace ever leaves."""
    try:
        return await handler(request)
    except Refused as refused:
        return refusing(request, refused)
    except web.HTTPRequestEntityTooLarge:
        return refusing(request, Refused("too_long", most=MOST_BODY))
    except web.HTTPMethodNotAllowed as problem:
        answer = refusing(request, Refused("wrong_method"))
        answer.headers["Allow"] = ", ".join(sorted(problem.allowed_methods))
        return answer
    except web.HTTPNotFound:
        return refusing(request, Refused("no_such_page"))
    except ConnectionError:
        return Nothing()
    except (web.HTTPException, asyncio.CancelledError):
        raise
    except Exception as problem:
        resource = request.match_info.route.resource
        request.app[REPORT].problem("request_failed", problem, path=resource.canonical if resource is not None else "")
        return refusing(request, Refused("our_fault"))


class Nothing(web.StreamResponse):
    """The answer to somebody who is gone."""

    async def prepare(self, request: BaseRequest) -> None:
        """Nobody reads headers."""

    async def write_eof(self, data: Any = b"") -> None:
        """Nobody reads anything."""


def refusing(request: web.Request, refused: Refused) -> web.Response:
    """No, and why."""
    return answered(No(refusal(refused, lang_of(request))), STATUS.get(refused.reason, 400))


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Headers that keep browsers strict."""
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store" if request.path.startswith("/api") else "no-cache")
    response.headers["Server"] = "spieltisch"


def counted(handler: Handler, limit: str | None) -> Handler:
    """A handler with a limit per address."""

    async def limited(request: web.Request) -> web.StreamResponse:
        request[ADDRESS] = address_of(request)
        request.app[LIMITS].check(limit or "requests", request[ADDRESS])
        return await handler(request)

    return limited


def address_of(request: web.Request) -> str:
    """Whose request this is; behind a proxy what the proxy says, if the host trusts it."""
    if request.app[SETTINGS].trust_proxy:
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        if told:
            return network_of(told)
    return network_of(request.remote or "")


# ---------------------------------------------------------------- sockets


def check_origin(request: web.Request) -> None:
    """A browser's socket has to come from our own page."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    allowed = {request.headers.get("Host", "").lower()}
    if request.app[SETTINGS].public_url:
        allowed.add(urlsplit(request.app[SETTINGS].public_url).netloc.lower())
    told = urlsplit(origin)
    if told.scheme not in ("http", "https") or told.netloc.lower() not in allowed:
        raise Refused("wrong_origin")


async def socket(request: web.Request) -> web.StreamResponse:
    """A seat or an onlooker connects; an unknown table is told by its close code, which a page can read."""
    check_origin(request)
    limits, address = request.app[LIMITS], address_of(request)
    limits.check("requests", address)
    limits.connect(address)
    report = request.app[REPORT]
    report.counts["sockets_opened"] += 1
    try:
        table = await found(request)
        await sockets.serve(request, table, language(request.headers.get("Accept-Language", "")), address)
        if table is not None and table.state == "over":
            asyncio.get_running_loop().call_later(2.0, request.app[LOBBY].let_go, table)
    finally:
        report.counts["sockets_closed"] += 1
        limits.disconnect(address)
    return Nothing()


async def found(request: web.Request) -> Table | None:
    """The table that somebody wants to sit or stand at."""
    try:
        return await request.app[LOBBY].find(request.match_info["table"])
    except Refused:
        return None


# ---------------------------------------------------------------- for the host, and the page


async def health(request: web.Request) -> web.Response:
    """Alive, and the store answers."""
    await asyncio.wait_for(request.app[STORE].tables(["open"], most=1), 10)
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
    }
    return web.Response(text=request.app[REPORT].metrics(gauges), content_type="text/plain", charset="utf-8")


def file_of_page(path: str) -> Path | None:
    """A file of the page, and of nothing else."""
    with contextlib.suppress(OSError, ValueError):
        file = (PAGE / path).resolve()
        if path and file.is_relative_to(PAGE.resolve()) and file.is_file():
            return file
    return None


async def page(request: web.Request) -> web.StreamResponse:
    """The page and its files; any other path is the page's own business."""
    path = request.match_info["path"]
    if path.split("/")[0] in ("api", "ws"):
        raise Refused("no_such_page")
    file = file_of_page(path)
    if file is not None:
        kept = "public, max-age=31536000, immutable" if "assets" in file.parts else "no-cache"
        return web.FileResponse(file, headers={"Cache-Control": kept})
    if (PAGE / "index.html").is_file():
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})
    if path:
        raise Refused("no_such_page")
    return web.Response(text=openapi.plain_page(lang_of(request)), content_type="text/html", charset="utf-8")
