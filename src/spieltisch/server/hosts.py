"""The names this server goes by. A page on another name that points here (DNS rebinding) is a stranger's page, and is refused."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp.web_request import BaseRequest
from multidict import CIMultiDictProxy

from spieltisch.checks import Refused

from .addresses import parsed

NAME = re.compile(r"([a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_])?)\.?(?::[0-9]{1,5})?")
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept-Language",
    "Access-Control-Max-Age": "86400",
}
FORM_TYPES = {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"}  # what any page may send anywhere without asking


class Hosts:
    """Which hosts and origins are ours."""

    def __init__(
        self, public_url: str = "", listening: str = "", more: Iterable[str] = (), guests: Iterable[str] = ()
    ) -> None:
        self._guests = {origin.lower().rstrip("/") for origin in guests}
        self._public = urlsplit(public_url).netloc.lower()
        own = socket.gethostname().lower()
        told = ["localhost", own, f"{own}.local", urlsplit(public_url).hostname or "", listening.lower(), *(name.lower() for name in more)]
        self._names = {name.rstrip(".") for name in told if name}

    def learn(self) -> None:
        """Ask for the machine's full name beside all else: that may take a while where nobody answers."""
        threading.Thread(target=lambda: self._names.add(socket.getfqdn().lower()), daemon=True).start()

    def knows(self, host: str) -> bool:
        """Is this one of our names? An address always is: it cannot be pointed elsewhere."""
        if parsed(host) is not None:
            return True
        found = NAME.fullmatch(host.lower())
        return found is not None and (found[1] in self._names or found[1].endswith(".localhost"))

    def is_own_page(self, origin: str, host: str) -> bool:
        """May a page of this origin speak to us? Ours may, and those of the sites that the host has allowed."""
        if self.is_guest(origin):
            return True
        try:
            told = urlsplit(origin)
        except ValueError:
            return False
        return told.scheme in ("http", "https") and told.netloc.lower() in {host.lower(), self._public} - {""}

    def is_guest(self, origin: str) -> bool:
        """Is this a site elsewhere whose pages may play here?"""
        return origin.lower() in self._guests


def for_guests(hosts: Hosts, request: BaseRequest) -> dict[str, str]:
    """What an answer carries so that a page of an allowed site may read it; nothing for all others."""
    origin = request.headers.get("Origin", "")
    if not origin or not request.path.startswith("/api") or not hosts.is_guest(origin):
        return {}
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin", "Cross-Origin-Resource-Policy": "cross-origin"}


def check_origin(hosts: Hosts, headers: CIMultiDictProxy[str]) -> None:
    """What a browser sends on behalf of a page has to come from ours; programs send no origin."""
    origin = headers.get("Origin")
    if origin is not None and not hosts.is_own_page(origin, headers.get("Host", "")):
        raise Refused("wrong_origin")


def check_type(headers: CIMultiDictProxy[str], has_body: bool) -> None:
    """What changes something comes as JSON, which no page can send elsewhere unasked; nothing at all may come without a type."""
    kind = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if (kind != "application/json" and (has_body or kind in FORM_TYPES)) or "Content-Encoding" in headers:
        raise Refused("not_json")
