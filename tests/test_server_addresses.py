"""Whose request it is: addresses as limits see them, and what proxies say."""

import ipaddress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from multidict import CIMultiDict, CIMultiDictProxy

from spieltisch.server.addresses import client_network, network_of, parsed

PROXY = "10.0.0.1"
v4 = st.ip_addresses(v=4).map(str)
v6 = st.ip_addresses(v=6).map(str)
rubbish = st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=80)


def seen(hops, *lines):
    """The client behind so many proxies, by header lines."""
    return client_network(PROXY, CIMultiDictProxy(CIMultiDict(lines)), hops)


def xff(*lines):
    return [("X-Forwarded-For", line) for line in lines]


@pytest.mark.parametrize(
    "text, address",
    [
        ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:8080", "192.0.2.7"), ("2001:db8::7", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:80", "2001:db8::7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("[::ffff:192.0.2.7]:9", "192.0.2.7"),
        ("64:ff9b::192.0.2.7", "192.0.2.7"), (" 192.0.2.7\t", "192.0.2.7"), ("unknown", None), ("_hidden", None), ("", None),
        ("192.0.2.7:", None), ("192.0.2.7:x", None), ("[192.0.2.7]", None), ("[2001:db8::7", None), ("[2001:db8::7]80", None),
        ("192.0.2.07", None), ("192.0.2", None), ("localhost", None), ("192.0.2.7:123456", None), ("1" * 500, None),
    ],
)  # fmt: skip
def test_what_is_an_address(text, address):
    assert parsed(text) == (ipaddress.ip_address(address) if address else None)


def test_networks():
    assert network_of("2001:db8:0:1::5") == network_of("2001:db8:0:1:ffff::9") != network_of("2001:db8:0:2::5")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") != network_of("::ffff:192.0.2.8")
    assert network_of("::1") == "::1" and network_of("::ffff:127.0.0.1") == "127.0.0.1"
    assert network_of("fe80::1%eth0") != network_of("fe80::2%eth0"), "neighbours on a cable are not one household"


@given(v4, v4)
def test_two_mapped_addresses_are_two(one, other):
    assert (network_of(f"::ffff:{one}") == network_of(f"::ffff:{other}")) == (one == other)


def test_hops_lines_and_ports():
    assert seen(1, *xff("198.51.100.1, 192.0.2.7")) == "192.0.2.7"
    assert seen(1, *xff("198.51.100.1", "192.0.2.7")) == "192.0.2.7", "the last of all lines, not of the first"
    assert seen(1, *xff("192.0.2.7:1")) == seen(1, *xff("192.0.2.7:2")) == "192.0.2.7"
    assert seen(2, *xff("198.51.100.1, 192.0.2.7, 10.9.9.9")) == "192.0.2.7"
    assert seen(2, *xff("192.0.2.7")) == PROXY, "one proxy is missing"
    assert seen(0, *xff("192.0.2.7")) == PROXY, "nobody is trusted"
    assert seen(1) == seen(1, *xff("unknown")) == seen(1, *xff("192.0.2.7, ")) == PROXY


def test_forwarded():
    assert seen(1, ("Forwarded", 'for=198.51.100.1, for="[2001:db8::7]:4711";proto=https')) == "2001:db8::/64"
    assert seen(1, ("Forwarded", "by=203.0.113.1;For=192.0.2.7;host=a")) == "192.0.2.7"
    assert seen(1, ("Forwarded", 'for="192.0.2.7:80";host="a\\",for=198.51.100.1"')) == "192.0.2.7"
    for unknown in ("for=_hidden", "for=unknown", "proto=https", 'for="192.0.2.7', "for=192.0.2.7;for=192.0.2.8", "", "for=[2001:db8::7]"):
        assert seen(1, ("Forwarded", unknown)) == PROXY, unknown


def test_where_both_headers_are_there_they_have_to_agree():
    both = ("Forwarded", "for=192.0.2.7"), *xff("198.51.100.1, 192.0.2.7:80")
    assert seen(1, *both) == "192.0.2.7"
    assert seen(1, ("Forwarded", "for=198.51.100.1"), *xff("192.0.2.7")) == PROXY
    assert seen(1, ("Forwarded", "for=192.0.2.7"), *xff("rubbish")) == PROXY


@settings(max_examples=300)
@given(st.lists(rubbish, max_size=4), rubbish, st.lists(v4 | v6, min_size=1, max_size=4), st.booleans())
def test_a_forged_prefix_changes_nothing(forged, prefix, hops, is_own_line):
    """What a client writes stands left of what the proxies add, in the same line or in one of its own."""
    last = ", ".join(hops)
    lines = [*forged, last] if is_own_line else [*forged, f"{prefix}, {last}"]
    assert seen(len(hops), *xff(*lines)) == seen(len(hops), *xff(last)) == network_of(hops[0])


@settings(max_examples=300)
@given(st.lists(rubbish, max_size=4), rubbish, st.lists(v4 | v6, min_size=1, max_size=4), st.booleans())
def test_nor_does_a_forged_prefix_of_forwarded(forged, prefix, hops, is_own_line):
    last = ", ".join(f'for="[{hop}]:80";proto=https' if ":" in hop else f"proto=http;for={hop}" for hop in hops)
    lines = [*forged, last] if is_own_line else [*forged, f"{prefix}, {last}"]
    told = [("Forwarded", line) for line in lines]
    assert seen(len(hops), *told) == seen(len(hops), ("Forwarded", last)) == network_of(hops[0])
