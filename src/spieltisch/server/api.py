"""The HTTP part: each request read by its type, answered by its type. `openapi` describes the same list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
from aiohttp import web

from spieltisch import game, game_keys
from spieltisch.bots import levels_of
from spieltisch.checks import Refused
from spieltisch.door import Seat
from spieltisch.words import LANGUAGES, Words

from . import devices, history
from .addresses import address_of
from .lobby import Lobby
from .seating import begin_now, info, join, rename
from .seats import seats_held
from .sharing import Rank
from .table import Table
from .wire import (
    Again,
    Begin,
    EndDevice,
    GameInfo,
    Join,
    Mine,
    NewDuplicate,
    NewTable,
    Progress,
    Rename,
    Seated,
    UseCode,
    encode,
    language,
    read,
)

LOBBY: web.AppKey[Lobby] = web.AppKey("lobby", Lobby)
CODES: web.AppKey[devices.Codes] = web.AppKey("codes", devices.Codes)
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


async def table_of(request: web.Request) -> Table:
    """The table that the path names."""
    return await request.app[LOBBY].find(request.match_info["table"], address_of(request))


def seats_of(request: web.Request, table: Table, needed: bool = True) -> list[Seat] | None:
    """The seats of whoever asks, by `Authorization: Bearer TOKEN`; None is an onlooker."""
    token = token_of(request, needed)
    return None if token is None else seats_held(table.tokens, token)


def own_seats_of(request: web.Request, table: Table) -> list[Seat]:
    """The seats of somebody who has at least one: the token of an opener who does not play is not enough."""
    seats = seats_of(request, table)
    if not seats:
        raise Refused("wrong_token")
    return seats


def token_of(request: web.Request, needed: bool = True) -> str | None:
    """The token that a request shows."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip():
        return token.strip()
    if needed:
        raise Refused("missing_token")
    return None


# ---------------------------------------------------------------- games and tables


async def games(request: web.Request) -> web.Response:
    """The games that can be played here."""
    return answered(all_games())


@cache
def all_games() -> msgspec.Raw:
    """All of them, as they are told."""
    found = []
    for key in game_keys():
        words = {lang: game(key).words(lang) for lang in LANGUAGES}
        name, tagline, credit = (
            {lang: words[lang](part) for lang in LANGUAGES} for part in ("name", "tagline", "credit")
        )
        found.append(GameInfo(key, name, tagline, credit, list(game(key).seats), levels_of(game(key)), game(key).house_rules()))
    return msgspec.Raw(encode(found))


async def public_tables(request: web.Request) -> web.Response:
    """Public tables with an open seat."""
    return answered(await request.app[LOBBY].public(address_of(request)))


def sat_down(told: Seated, lang: str, entropy: str | None) -> web.Response:
    """A seat has been taken; with it goes what whoever takes it should know of the dice."""
    if told.duplicate is True:
        told.note = Words(lang)("notes.duplicate", chance=told.chance)
    elif entropy:
        told.note = Words(lang)("notes.entropy_early")
    return answered(told, 201)


async def create_table(request: web.Request) -> web.Response:
    """Open a table."""
    wish: NewTable = await body(request, NewTable)
    return sat_down(await request.app[LOBBY].create(wish, address_of(request)), lang_of(request), wish.entropy)


async def my_tables(request: web.Request) -> web.Response:
    """The tables at which a browser's tokens hold seats."""
    mine: Mine = await body(request, Mine)
    return answered(await request.app[LOBBY].mine(mine.tokens, address_of(request)))


async def table_info(request: web.Request) -> web.Response:
    """A table, as everybody may know it."""
    table = await table_of(request)
    return answered(await table.call(info, table, seats_of(request, table, needed=False)))


async def join_table(request: web.Request) -> web.Response:
    """Take an open seat."""
    table = await table_of(request)
    wish: Join = await body(request, Join)
    return sat_down(await table.call(join, table, wish.name, wish.seat), lang_of(request), wish.entropy)


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
    lobby = request.app[LOBBY]
    again = await lobby.find(await table.call(lobby.rematch, table, address_of(request)))
    return answered(Again(again.id, again.source.commitment), 201)


async def duplicate(request: web.Request) -> web.Response:
    """The same dice and cards for another group, for somebody who held a seat."""
    table = await table_of(request)
    own_seats_of(request, table)
    wish: NewDuplicate = await body(request, NewDuplicate)
    told = await request.app[LOBBY].duplicate(table, wish, address_of(request))
    return sat_down(told, lang_of(request), wish.entropy)


async def delete_table(request: web.Request) -> web.Response:
    """Have a table deleted for good, as soon as all agree who sit there."""
    table = await table_of(request)
    return answered(await table.call(request.app[LOBBY].delete, table, seats_of(request, table) or []))


# ---------------------------------------------------------------- who sits where, and on which devices


async def rename_seat(request: web.Request) -> web.Response:
    """Another name."""
    table = await table_of(request)
    seats = own_seats_of(request, table)
    wish: Rename = await body(request, Rename)
    return answered(await table.call(rename, table, seats, wish.seat, wish.name))


async def new_code(request: web.Request) -> web.Response:
    """A code for another device."""
    table = await table_of(request)
    return answered(request.app[CODES].new(table.id, own_seats_of(request, table)), 201)


async def use_code(request: web.Request) -> web.Response:
    """Sit down with a code that another device shows."""
    wish: UseCode = await body(request, UseCode)
    table_id, seats = request.app[CODES].use(wish.code)
    table = await request.app[LOBBY].find(table_id, address_of(request))
    return sat_down(await table.call(devices.admit, table, seats, wish.kind), lang_of(request), None)


async def list_devices(request: web.Request) -> web.Response:
    """The devices at one's seat."""
    table = await table_of(request)
    return answered(await table.call(devices.listed, table, token_of(request)))


async def end_device(request: web.Request) -> web.Response:
    """End a device."""
    table = await table_of(request)
    wish: EndDevice = await body(request, EndDevice)
    return answered(await table.call(devices.end, table, token_of(request), wish.device))


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
    ("DELETE", "/api/tables/{table}", delete_table, "requests"),
    ("POST", "/api/tables/{table}/join", join_table, "joins"),
    ("POST", "/api/tables/{table}/begin", begin_table, "requests"),
    ("POST", "/api/tables/{table}/name", rename_seat, "requests"),
    ("POST", "/api/tables/{table}/code", new_code, "joins"),
    ("POST", "/api/code", use_code, "codes"),
    ("GET", "/api/tables/{table}/devices", list_devices, "requests"),
    ("POST", "/api/tables/{table}/devices/end", end_device, "requests"),
    ("POST", "/api/tables/{table}/rematch", rematch, "tables"),
    ("POST", "/api/tables/{table}/duplicate", duplicate, "tables"),
    ("GET", "/api/tables/{table}/log", log_file, "history"),
    ("GET", "/api/tables/{table}/chances", chances, "history"),
    ("GET", "/api/tables/{table}/story", story, "history"),
    ("GET", "/api/tables/{table}/at/{at}", moment, "history"),
    ("GET", "/api/tables/{table}/review", account, "history"),
]
