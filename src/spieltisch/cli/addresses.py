"""Where friends reach this machine: its addresses in the local network, and the first of them as a code for a phone's camera."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

import segno

from spieltisch.words import Words

EVERYWHERE = ("0.0.0.0", "::")
ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # nobody's: no packet is sent


def local_addresses() -> list[str]:
    """The addresses of this machine in its networks, the one towards the others first; of IPv6 none that only a link understands."""
    found: list[str] = []
    for far, family in ELSEWHERE:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    with contextlib.suppress(OSError):
        found += [str(told[4][0]) for told in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(address for address in found if is_for_others(address)))


def is_for_others(address: str) -> bool:
    """Can another machine reach it?"""
    told = ipaddress.ip_address(address.partition("%")[0])
    return not (told.is_loopback or told.is_link_local or told.is_unspecified or told.is_multicast)


def tell_addresses(host: str, port: int, words: Words, addresses: list[str] | None = None) -> str:
    """What to tell the host of a server that listens everywhere; nothing where it listens for this machine, or at one address."""
    if host not in EVERYWHERE:
        return ""
    known = local_addresses() if addresses is None else addresses
    if not known:
        return words("no_addresses")
    links = [f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/" for address in known]
    return "\n".join([words("addresses"), *(f"  {link}" for link in links), "", as_code(links[0])])


def as_code(link: str) -> str:
    """A QR code of half blocks, dark on light whatever the terminal's colours are."""
    rows = [[True] * 2 + [not dark for dark in row] + [True] * 2 for row in segno.make(link, error="l", micro=False).matrix]
    blank = [True] * len(rows[0])
    rows = [blank, blank, *rows, blank, blank] if len(rows) % 2 == 0 else [blank, blank, *rows, blank]
    halves = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    lines = ("".join(halves[pair] for pair in zip(*two, strict=True)) for two in zip(rows[::2], rows[1::2], strict=True))
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines)
