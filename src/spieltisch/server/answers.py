"""What every answer carries, and how a refusal is answered: as JSON with a sentence, whatever went wrong and wherever."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from aiohttp.web_request import BaseRequest
from multidict import CIMultiDict

from spieltisch.checks import Refused

from .api import lang_of
from .handshake import VERSION
from .wire import No, encode, language, refusal

STATUS = {
    "missing_token": 401, "wrong_token": 403, "not_your_seat": 403, "still_secret": 403, "wrong_origin": 403, "wrong_code": 403,
    "no_such_table": 404, "no_such_page": 404, "no_such_device": 404, "wrong_method": 405, "too_slow": 408, "seat_taken": 409,
    "table_closed": 409, "already_begun": 409, "seats_open": 409, "not_begun": 409, "not_over": 409, "no_review": 409, "over": 409,
    "too_long": 413, "not_json": 415, "wrong_expectation": 417, "wrong_host": 421, "other_socket": 426, "too_many": 429, "head_too_long": 431,
    "our_fault": 500, "table_damaged": 500, "try_again": 503, "cannot_keep": 503, "getting_ready": 503, "duplicate_moved": 409,
}  # fmt: skip
HEADERS_FOR = {"other_socket": {"Upgrade": "websocket", "Sec-WebSocket-Version": VERSION}}  # RFC 6455, 4.4
PHRASES = {400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "spieltisch",
}
ONLY_TLS = "max-age=31536000"
JSON = "application/json; charset=utf-8"


def add_headers(response: web.StreamResponse, path: str, is_tls: bool) -> None:
    """Headers that keep browsers strict."""
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store" if path.startswith("/api") else "no-cache")
    if is_tls:
        response.headers["Strict-Transport-Security"] = ONLY_TLS


def refusing(request: web.Request, refused: Refused) -> web.Response:
    """No, and why."""
    return web.Response(
        body=encode(No(refusal(refused, lang_of(request)))),
        status=STATUS.get(refused.reason, 400),
        headers=HEADERS_FOR.get(refused.reason),
        content_type="application/json",
        charset="utf-8",
    )


def refusing_early(request: BaseRequest, refused: Refused, is_tls: bool = False, is_last: bool = False) -> web.Response:
    """The same to a request that never reached a route. It costs little: whoever sends many gets many."""
    headers = CIMultiDict(HEADERS)
    headers["Content-Type"], headers["Cache-Control"] = JSON, "no-store"
    if is_tls:
        headers["Strict-Transport-Security"] = ONLY_TLS
    if refused.reason == "too_many":
        headers["Retry-After"] = "10"
    body = encode(No(refusal(refused, language(request.headers.get("Accept-Language", "")))))
    answer = web.Response(body=body, status=STATUS.get(refused.reason, 400), headers=headers)
    if is_last:
        answer.force_close()
    return answer


def farewell(refused: Refused) -> bytes:
    """The same as bytes, to a connection that never sent a request."""
    body = encode(No(refusal(refused, "de")))
    status = STATUS.get(refused.reason, 400)
    lines = [
        f"HTTP/1.1 {status} {PHRASES[status]}", f"Content-Type: {JSON}", f"Content-Length: {len(body)}", "Connection: close",
        "Cache-Control: no-store", *(f"{name}: {value}" for name, value in HEADERS.items()), "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode("ascii") + body


class Nothing(web.StreamResponse):
    """The answer to somebody who is gone."""

    async def prepare(self, request: BaseRequest) -> None:
        """Nobody reads headers."""

    async def write_eof(self, data: Any = b"") -> None:
        """Nobody reads anything."""
