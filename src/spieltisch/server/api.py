"""The HTTP part: each request read by its type, answered by its type. `openapi` describes the same list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from spieltisch import game, game_keys
from spieltisch.bots import LEVELS
from spieltisch.checks import Refused
from spieltisch.door import Seat
from spieltisch.words import LANGUAGES

from . import history
from .lobby import Lobby
from .seating import begin_now, info, join
from .seats import seats_held
from .sharing import Rank
from .table import Table
from .wire import Again, Begin, GameInfo, Join, Mine, NewDuplicate, NewTable, Progress, encode, language, read

LOBBY: web.AppKey[Lobby] = web.AppKey("lobby", Lobby)
ADDRESS: web.RequestKey[str] = web.RequestKey("address", str)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answered(content: Any, status: int = 200) -> web.Response:
    """A typed answer."""
    return web.Response(body=encode(content), status=status, content_type="application/json", charset="utf-8")


async def body(request: web.Request, kind: Any) -> Any:
    """The request's body as its type."""
    content = await request.read()
    return read(kind, content or b"{}")


def lang_of(request: web.Request) -> str:
    """The reader's language: told in the query, else the browser's."""
    told = request.query.get("lang")
    return told if told in LANGUAGES else language(request.headers.get("Accept-Language", ""))


def address_of(request: web.Request) -> str:
    """Who asks, as the limits have found."""
    return request.get(ADDRESS, "")


async def table_of(request: web.Request) -> Table:
    """The table that the path names."""
    return await request.app[LOBBY].find(request.match_info["table"])


def seats_of(request: web.Request, table: Table, needed: bool = True) -> list[Seat] | None:
    """The seats of whoever asks, by `Authorization: Bearer TOKEN`; None is an onlooker."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        if needed:
            raise Refused("missing_token")
        return None
    return seats_held(table.tokens, token.strip())


# ---------------------------------------------------------------- games and tables


async def games(request: web.Request) -> web.Response:
    """The games that can be played here."""
    found = []
    for key in game_keys():
        words = {lang: game(key).words(lang) for lang in LANGUAGES}
        name, tagline, credit = (
            {lang: words[lang](part) for lang in LANGUAGES} for part in ("name", "tagline", "credit")
        )
        found.append(GameInfo(key, name, tagline, credit, list(game(key).seats), list(LEVELS), game(key).house_rules()))
    return answered(found)


async def public_tables(request: web.Request) -> web.Response:
    """Public tables with an open seat."""
    return answered(await request.app[LOBBY].public())


async def create_table(request: web.Request) -> web.Response:
    """Open a table."""
    return answered(await request.app[LOBBY].create(await body(request, NewTable), address_of(request)), 201)


async def my_tables(request: web.Request) -> web.Response:
    """The tables at which a browser's tokens hold seats."""
    mine: Mine = await body(request, Mine)
    return answered(await request.app[LOBBY].mine(mine.tokens))


async def table_info(request: web.Request) -> web.Response:
    """A table, as everybody may know it."""
    table = await table_of(request)
    return answered(await table.call(info, table, seats_of(request, table, needed=False)))


async def join_table(request: web.Request) -> web.Response:
    """Take an open seat."""
    table = await table_of(request)
    wish: Join = await body(request, Join)
    return answered(await table.call(join, table, wish.name, wish.seat, wish.entropy), 201)


async def begin_table(request: web.Request) -> web.Response:
    """Begin by hand."""
    table = await table_of(request)
    seats_of(request, table)
    wish: Begin = await body(request, Begin)
    await table.call(begin_now, table, wish.fill)
    return answered(await table.call(info, table))


async def rematch(request: web.Request) -> web.Response:
    """The same people again."""
    table = await table_of(request)
    seats_of(request, table)
    return answered(Again(await table.call(request.app[LOBBY].rematch, table, address_of(request))), 201)


async def duplicate(request: web.Request) -> web.Response:
    """The same dice and cards for another group."""
    table = await table_of(request)
    wish: NewDuplicate = await body(request, NewDuplicate)
    return answered(await request.app[LOBBY].duplicate(table, wish, address_of(request)), 201)


# ---------------------------------------------------------------- looking back


async def look_back(request: web.Request, table: Table, how: Callable[..., Any], *more: Any) -> Any:
    """Something about a table's log, worked out when it is this address's turn."""
    lines = await table.call(history.lines_of, table)
    workers = table.house.workers
    return await workers.do(Rank.LOOKING_BACK, workers.accounts.of(address_of(request)), how, lines, *more)


async def log_file(request: web.Request) -> web.Response:
    """The whole log, after the end."""
    table = await table_of(request)
    name = f"{table.game.key}-{table.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(
        text=await table.call(history.whole_log, table),
        content_type="application/jsonl",
        charset="utf-8",
        headers=headers,
    )


async def chances(request: web.Request) -> web.Response:
    """What chance could have brought at every line, after the end."""
    table = await table_of(request)
    await table.call(history.whole_log, table)
    return answered(await look_back(request, table, history.chances))


async def story(request: web.Request) -> web.Response:
    """The log in words, as the one who asks may know it."""
    table = await table_of(request)
    seat = history.viewer(table, seats_of(request, table, needed=False), request.query.get("seat"))
    return answered(await look_back(request, table, history.in_words, seat, lang_of(request)))


async def moment(request: web.Request) -> web.Response:
    """What the one who asks could see after that many lines."""
    table = await table_of(request)
    seat = history.viewer(table, seats_of(request, table, needed=False), request.query.get("seat"))
    number = request.match_info["at"]
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else -1
    return answered(await look_back(request, table, history.moment, seat, at))


async def account(request: web.Request) -> web.Response:
    """Luck and skill, after the end: made once, kept with the table; until then how far it is."""
    table = await table_of(request)
    await table.call(history.whole_log, table)
    lines = await table.call(history.lines_of, table)
    if table.match is None or table.match.result is None:
        raise Refused("not_over")
    number = request.query.get("seat", "")
    reader = int(number) if number in ("0", "1", "2", "3") else None
    earlier = await request.app[LOBBY].before(table)
    told = await table.house.advisers.account(table.id, lines, lang_of(request), address_of(request), reader, earlier)
    return answered(told) if isinstance(told, dict) else answered(Progress(told), 202)


ROUTES: list[tuple[str, str, Handler, str | None]] = [
    ("GET", "/api/games", games, "requests"),
    ("GET", "/api/tables", public_tables, "requests"),
    ("POST", "/api/tables", create_table, "tables"),
    ("POST", "/api/tables/mine", my_tables, "requests"),
    ("GET", "/api/tables/{table}", table_info, "requests"),
    ("POST", "/api/tables/{table}/join", join_table, "joins"),
    ("POST", "/api/tables/{table}/begin", begin_table, "requests"),
    ("POST", "/api/tables/{table}/rematch", rematch, "tables"),
    ("POST", "/api/tables/{table}/duplicate", duplicate, "tables"),
    ("GET", "/api/tables/{table}/log", log_file, "history"),
    ("GET", "/api/tables/{table}/chances", chances, "history"),
    ("GET", "/api/tables/{table}/story", story, "history"),
    ("GET", "/api/tables/{table}/at/{at}", moment, "history"),
    ("GET", "/api/tables/{table}/review", account, "history"),
]
