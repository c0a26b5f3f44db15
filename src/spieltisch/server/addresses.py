"""Whose request it is: an address as limits see it, and what trusted proxies say about those who stand behind them.

What a client writes into a header stands left of what proxies add. Nothing here reads further left than the hops the host vouches for."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from aiohttp import web
from aiohttp.web_request import BaseRequest
from multidict import CIMultiDictProxy

NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 seen through IPv6 (RFC 6052)
PORT = re.compile("[0-9]{1,5}")
MOST_TOLD = 1_000  # characters of a header that are looked at, from the right
PAIR = re.compile(r'\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[!#$%&\'*+.^_`|~0-9A-Za-z-]*)\s*')

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
ADDRESS: web.RequestKey[str] = web.RequestKey("address", str)


def address_of(request: BaseRequest) -> str:
    """Whose request this is, as the gate has found out."""
    return request[ADDRESS]


def parsed(text: str) -> Address | None:
    """An address, plain or with a port: `192.0.2.7`, `192.0.2.7:80`, `2001:db8::7`, `[2001:db8::7]:80`; anything else is none."""
    text = text.strip(" \t")
    if len(text) > 64:
        return None
    if text.startswith("["):
        text, end, port = text[1:].partition("]")
        if not end or (port and not is_port(port)) or ":" not in text:
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not PORT.fullmatch(port):
            return None
    return plain(text)


def is_port(text: str) -> bool:
    """Is this a colon and a number?"""
    return text.startswith(":") and PORT.fullmatch(text[1:]) is not None


@lru_cache(10_000)
def plain(text: str) -> Address | None:
    """An address without a port; one of IPv4 that came as one of IPv6 is one of IPv4."""
    try:
        told = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(told, ipaddress.IPv4Address):
        return told
    if told.ipv4_mapped is not None:
        return told.ipv4_mapped
    if told in NAT64:
        return ipaddress.IPv4Address(int(told) & 0xFFFFFFFF)
    return told


@lru_cache(10_000)
def network_of(address: str) -> str:
    """An address as limits see it: of IPv6 the network, of which one household has all addresses."""
    told = plain(address)
    if told is None:
        return address[:64]
    if isinstance(told, ipaddress.IPv6Address) and not told.is_loopback and not told.is_link_local:
        return str(ipaddress.IPv6Network((int(told), 64), strict=False))
    return str(told).partition("%")[0]


@lru_cache(10_000)
def is_loopback(address: str) -> bool:
    """Is this the machine itself?"""
    told = plain(address)
    return told is not None and told.is_loopback


# ---------------------------------------------------------------- behind proxies


def client_network(peer: str, headers: CIMultiDictProxy[str], hops: int) -> str:
    """Who asks. Behind so many trusted proxies: whom the outermost of them saw; if that cannot be told, the proxy itself.

    A proxy that writes one of the two headers passes a forged other one on: where both are there, they have to say the same."""
    if hops <= 0:
        return network_of(peer)
    told = []
    if "X-Forwarded-For" in headers:
        told.append(parsed_hop(forwarded_for(headers.getall("X-Forwarded-For")), hops))
    if "Forwarded" in headers:
        told.append(parsed_hop(forwarded(headers.getall("Forwarded")), hops))
    if not told or None in told or told[0] != told[-1]:
        return network_of(peer)
    return network_of(str(told[0]))


def parsed_hop(entries: list[str], hops: int) -> Address | None:
    """The address that the outermost trusted proxy wrote."""
    return parsed(entries[-hops]) if len(entries) >= hops else None


def joined(lines: Iterable[str]) -> str:
    """A header's lines are one list."""
    return ",".join(lines)[-MOST_TOLD:]


def forwarded_for(lines: Iterable[str]) -> list[str]:
    """The entries of `X-Forwarded-For`."""
    return joined(lines).split(",")


def forwarded(lines: Iterable[str]) -> list[str]:
    """Each hop's `for` in a `Forwarded` header (RFC 7239); a hop that has none, or one that nobody can read, is empty."""
    return [for_of(element) for element in split_outside_quotes(joined(lines), ",")]


def split_outside_quotes(text: str, mark: str) -> list[str]:
    """Split from the right, so that what stands left of a hop cannot change how the hop is read.

    Quotes are paired from the right too: a forged open quote ends where the first hop behind it begins."""
    parts: list[str] = []
    end, is_quoted = len(text), False
    for at in range(len(text) - 1, -1, -1):
        if text[at] == '"' and not is_escaped(text, at):
            is_quoted = not is_quoted
        elif text[at] == mark and not is_quoted:
            parts.append(text[at + 1 : end])
            end = at
    parts.append(text[:end])
    return parts[::-1]


def is_escaped(text: str, at: int) -> bool:
    """Is the character there preceded by an odd number of backslashes?"""
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def for_of(element: str) -> str:
    """The one `for=` of a hop, without its quotes."""
    found = ""
    for part in split_outside_quotes(element, ";"):
        pair = PAIR.fullmatch(part)
        if pair is None:
            return ""
        if pair[1].lower() == "for":
            if found:
                return ""
            found = re.sub(r"\\(.)", r"\1", pair[2][1:-1]) if pair[2].startswith('"') else pair[2]
    return found
