"""The HTTP part described: OpenAPI made from the wire's own types, and a readable page of it that needs nothing from elsewhere."""

from __future__ import annotations

import html
from functools import cache
from typing import Any

import msgspec
from aiohttp import web

from spieltisch import __version__, game, game_keys
from spieltisch.schema import view_schema

from . import wire
from .wire import encode

TITLE = "Spieltisch"
PLAIN = {
    "de": "Der Tischserver läuft. Die Schnittstelle ist hier beschrieben:",
    "en": "The table server is running. Its interface is described here:",
}
COMMON = {
    400: "not understood", 421: "the server does not go by this name", 429: "too many requests from this address", 500: "a fault of ours",
    503: "try again",
}  # fmt: skip
CHANGING = {403: "from the page of another server", 408: "the body came too slowly", 413: "too long", 415: "no JSON"}

# method, path, what it does, body type, status, answer type, further refusals, needs a token (None: may have one)
OPERATIONS: list[tuple[str, str, str, Any, int, Any, list[int], bool | None]] = [
    ("get", "/api/games", "The games that can be played here.", None, 200, list[wire.GameInfo], [], False),
    ("get", "/api/tables", "Public tables with an open seat.", None, 200, list[wire.TableInfo], [], False),
    ("post", "/api/tables", "Open a table.", wire.NewTable, 201, wire.Seated, [400, 413], False),
    ("post", "/api/tables/mine", "The tables at which these tokens hold seats.", wire.Mine, 200, list[wire.TableInfo], [400, 413], False),
    ("get", "/api/tables/{table}", "A table, as everybody may know it.", None, 200, wire.TableInfo, [403, 404], None),
    ("delete", "/api/tables/{table}", "Delete a table for good, as soon as all agree who sit there.", None, 200, wire.Deleting,
     [401, 403, 404], True),
    ("post", "/api/tables/{table}/join", "Take an open seat.", wire.Join, 201, wire.Seated, [400, 404, 409, 413], False),
    ("post", "/api/tables/{table}/begin", "Begin by hand.", wire.Begin, 200, wire.TableInfo, [400, 401, 403, 404, 409, 413], True),
    ("post", "/api/tables/{table}/name", "Another name for one's seat.", wire.Rename, 200, wire.TableInfo, [400, 401, 403, 404, 409, 413], True),
    ("post", "/api/tables/{table}/code", "A code for another device: good once, and for five minutes.", None, 201, wire.DeviceCode,
     [401, 403, 404], True),
    ("post", "/api/code", "Take the same seat on another device, by its code.", wire.UseCode, 201, wire.Seated, [400, 403, 404, 409, 413], False),
    ("get", "/api/tables/{table}/devices", "The devices at one's seat.", None, 200, list[wire.DeviceInfo], [401, 403, 404], True),
    ("post", "/api/tables/{table}/devices/end", "End a device of one's seat.", wire.EndDevice, 200, list[wire.DeviceInfo],
     [400, 401, 403, 404, 413], True),
    ("post", "/api/tables/{table}/rematch", "The same people again; the start seat moves on.", None, 201, wire.Again,
     [401, 403, 404, 409], True),
    ("post", "/api/tables/{table}/duplicate", "The same dice and cards for another group, after the end; for those who sat there.",
     wire.NewDuplicate, 201, wire.Seated, [400, 401, 403, 404, 409, 413], True),
    ("get", "/api/tables/{table}/log", "The whole log as JSON Lines, after the end.", None, 200, str, [403, 404], False),
    ("get", "/api/tables/{table}/chances", "What chance could have brought at every line, after the end.", None, 200,
     list[wire.Chance], [403, 404, 409], False),
    ("get", "/api/tables/{table}/story", "The log in words, as the one who asks may know it.", None, 200, list[wire.Told],
     [400, 403, 404, 409], None),
    ("get", "/api/tables/{table}/at/{at}", "What the one who asks could see after that many log lines.", None, 200, wire.Moment,
     [400, 403, 404, 409], None),
    ("get", "/api/tables/{table}/review", "Luck and skill, after the end; 202 with the progress while it is being made.", None, 200,
     dict[str, Any], [403, 404, 409], False),
]  # fmt: skip


def _parameter(name: str, where: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _parameters(path: str) -> list[dict[str, Any]]:
    text = {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[0-9a-zA-Z]+$"}
    found = [_parameter("table", "path", text)] if "{table}" in path else []
    if "{at}" in path:
        found.append(_parameter("at", "path", {"type": "integer", "minimum": 1, "maximum": 100000}))
    if path.endswith(("/story", "/at/{at}", "/review")):
        found.append(_parameter("seat", "query", {"type": "integer", "minimum": 0, "maximum": 3}))
    if path.endswith(("/story", "/review")):
        found.append(_parameter("lang", "query", {"type": "string", "enum": ["de", "en"]}))
    return found


@cache
def described() -> dict[str, Any]:
    """The whole description."""
    kinds = [kind for _, _, _, body, _, answer, _, _ in OPERATIONS for kind in (body, answer) if kind is not None]
    schemas, components = msgspec.json.schema_components([*kinds, wire.No], ref_template="#/components/schemas/{name}")
    rest = iter(schemas)
    views = {f"View-{key}": view_schema(game(key)) for key in game_keys()}
    components["Moment"]["properties"]["view"] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in views]}
    paths: dict[str, Any] = {}
    for method, path, what, body, status, answer, refusals, token in OPERATIONS:
        operation: dict[str, Any] = {
            "summary": what,
            "operationId": f"{method}{path.replace('/', '_').replace('{', '').replace('}', '')}",
        }
        operation["parameters"] = _parameters(path)
        if body is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": next(rest)}}}
        kind = "application/jsonl" if answer is str else "application/json"
        operation["responses"] = {str(status): {"description": what, "content": {kind: {"schema": next(rest)}}}}
        common = {**COMMON, **(CHANGING if method == "post" else {})}
        for code in sorted({*refusals, *common}):
            refused = {"schema": {"$ref": "#/components/schemas/No"}}
            operation["responses"][str(code)] = {
                "description": "refused" if code in refusals else common[code],
                "content": {"application/json": refused},
            }
        if token is not False:
            operation["security"] = [{"seat": []}] if token else [{}, {"seat": []}]
        paths.setdefault(path, {})[method] = operation
    security = {
        "seat": {"type": "http", "scheme": "bearer", "description": "the token of a seat; it never stands in a URL"}
    }
    info = {
        "title": TITLE,
        "version": __version__,
        "description": "The HTTP part of the table server. The socket: docs/wire.md.",
    }
    return {
        "openapi": "3.1.0",
        "info": info,
        "paths": paths,
        "components": {"schemas": {**components, **views}, "securitySchemes": security},
    }


async def description(request: web.Request) -> web.Response:
    """The description for programs."""
    return web.Response(body=encode(described()), content_type="application/json")


async def page(request: web.Request) -> web.Response:
    """The description for people."""
    return web.Response(text=_readable(), content_type="text/html", charset="utf-8")


STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{background:#f4f2ee;padding:.8rem;overflow:auto;border-radius:.4rem}
summary{cursor:pointer;padding:.3rem 0}b{display:inline-block;min-width:3.5rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1d}pre{background:#29292c}a{color:#9cf}}"""


def _html(title: str, content: str) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{content}</body></html>'


@cache
def _readable() -> str:
    told = described()
    parts = [
        f'<h1>{TITLE} {__version__}</h1><p>{html.escape(told["info"]["description"])} <a href="/api/openapi.json">OpenAPI</a></p>'
    ]
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            answers = {code: answer["description"] for code, answer in operation["responses"].items()}
            detail = {"body": body, "parameters": [one["name"] for one in operation["parameters"]], "answers": answers}
            text = html.escape(msgspec.json.format(encode(detail)).decode())
            summary = f"<b>{method.upper()}</b> <code>{path}</code> {html.escape(operation['summary'])}"
            parts.append(f"<details><summary>{summary}</summary><pre>{text}</pre></details>")
    parts.append("<h2>Types</h2>")
    for name, schema in told["components"]["schemas"].items():
        text = html.escape(msgspec.json.format(encode(schema)).decode())
        parts.append(f'<details id="{name}"><summary><code>{name}</code></summary><pre>{text}</pre></details>')
    return _html(f"{TITLE}: API", "".join(parts))


def plain_page(lang: str) -> str:
    """What is shown where the page has not been built."""
    return _html(TITLE, f'<h1>{TITLE} {__version__}</h1><p>{PLAIN[lang]} <a href="/api/docs">/api/docs</a></p>')
