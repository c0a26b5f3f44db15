"""How a request becomes a WebSocket (RFC 6455, chapter 4)."""

from __future__ import annotations

import base64
import hashlib
import re

from aiohttp import HttpVersion11, web
from multidict import CIMultiDictProxy

from spieltisch.checks import Refused

VERSION = "13"
KEY = re.compile("[A-Za-z0-9+/]{22}==")  # sixteen bytes
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # 1.3


def handshake(request: web.Request) -> bytes:
    """The answer to a client that asks for a socket as it should; anybody else is refused. Extensions and protocols it may offer, none is taken."""
    if request.method != "GET":
        raise web.HTTPMethodNotAllowed(request.method, ["GET"])
    headers = request.headers
    keys, versions = headers.getall("Sec-WebSocket-Key", []), headers.getall("Sec-WebSocket-Version", [])
    if (
        request.version < HttpVersion11
        or tokens(headers, "Upgrade") != ["websocket"]
        or "upgrade" not in tokens(headers, "Connection")
        or len(keys) != 1
        or not KEY.fullmatch(keys[0].strip())
        or not versions
    ):
        raise Refused("no_socket")
    if [version.strip() for version in versions] != [VERSION]:
        raise Refused("other_socket", version=VERSION)
    accepted = base64.b64encode(hashlib.sha1(keys[0].strip().encode() + GUID).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nServer: spieltisch\r\n"
        b"Sec-WebSocket-Accept: %s\r\n\r\n" % accepted
    )


def tokens(headers: CIMultiDictProxy[str], name: str) -> list[str]:
    """The words of a header that is a list, from all its lines."""
    return [word.strip().lower() for line in headers.getall(name, []) for word in line.split(",")]
