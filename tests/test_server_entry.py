"""What every request passes before it is routed: limits, names, origins, types; and what those get who send no HTTP."""

import asyncio
import json
import subprocess
import sys

import pytest
import walk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from raw_http import HANDSHAKE, answer, asking, told
from table_clients import Server, get, open_table, post, seated, with_session

KEY = walk.KEYS[0]
TWO = {"game": KEY, "seats": [{"kind": "me"}, {"kind": "open"}]}
JSON = {"Content_Type": "application/json"}


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory):
    """A server that believes its proxy, known as tisch.example."""
    options = "--trust-proxy", "--public-url", "https://tisch.example", "--allow-host", "other.example"
    with Server(tmp_path_factory.mktemp("proxy") / "data", *options) as running:
        yield running
        told = running.stderr()
        assert running.stop() == 0 and "failed" not in told and "Traceback" not in told


async def statuses(session, count, url, body=None, method="GET", **headers):
    """So many times the same; which statuses came."""
    found = []
    for _ in range(count):
        async with session.request(method, url, json=body, headers=headers) as answer:
            found.append(answer.status)
    return found


def forwarded(address):
    return {"X-Forwarded-For": f"1.2.3.4, {address}"}


# ---------------------------------------------------------------- limits


def test_too_many_tables_joins_and_requests_from_one_address(behind_proxy):
    async def act(session):
        url = f"{behind_proxy.base}/api/tables"

        async def posted(count, path, body, address):
            return await statuses(session, count, path, body, "POST", **forwarded(address))

        assert set(await posted(40, url, TWO, "203.0.113.5")) == {201}
        assert (await posted(1, url, TWO, "203.0.113.5")) == [429]
        assert (await posted(1, url, TWO, "203.0.113.5:4711")) == [429], "another port is no other address"
        assert (await posted(1, url, TWO, "203.0.113.6")) == [201]
        assert (await posted(1, url, TWO, "::ffff:203.0.113.7")) == [201] != (await posted(1, url, TWO, "::ffff:203.0.113.5"))
        assert 429 in await posted(80, f"{url}/{'0' * 16}/join", {}, "203.0.113.7")
        assert 429 in await posted(300, f"{url}/mine", {"tokens": []}, "2001:db8::1")
        assert (await posted(1, f"{url}/mine", {"tokens": []}, "2001:db8::2")) == [429], "one IPv6 network is one address"

    with_session(act)


def test_behind_a_proxy_nobody_is_the_machine_itself(behind_proxy):
    async def act(session):
        url = f"{behind_proxy.base}/api/tables"
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "::1"}):
            found = await statuses(session, 41, url, TWO, "POST", **headers)
            assert found[-1] == 429, headers

    with_session(act)


@pytest.mark.parametrize(
    "number, method, path",
    [(1, "DELETE", "/api/tables"), (2, "GET", "/api/x"), (3, "PUT", "/"), (4, "GET", "/api/docs"), (5, "GET", "/ws/x"), (6, "PATCH", "/metrics")],
)
def test_limits_count_before_routing(behind_proxy, number, method, path):
    async def act(session):
        found = await statuses(session, 260, behind_proxy.base + path, method=method, **forwarded(f"203.0.113.{50 + number}"))
        assert found[0] != 429 and found[-1] == 429
        refused = await statuses(session, 1, f"{behind_proxy.base}/api/games", **forwarded(f"203.0.113.{50 + number}"))
        assert refused == [429], "all count together"

    with_session(act)


@pytest.mark.parametrize("number, path", list(enumerate(["/", "/metrics", "/healthz", "/nothing/here"])))
def test_files_count_too_and_a_family_may_load_them(behind_proxy, number, path):
    async def act(session):
        address = forwarded(f"198.51.100.{number}")
        found = await asyncio.gather(*(statuses(session, 1, behind_proxy.base + path, **address) for _ in range(4 * 40)))
        assert [429] not in found
        assert 429 in await statuses(session, 900, behind_proxy.base + path, **address)

    with_session(act)


def test_what_is_no_http_counts_too(behind_proxy):
    heard = [told(behind_proxy.port, b"rubbish\r\n\r\n", address="127.0.0.5") for _ in range(300)]
    assert answer(heard[0])[0] == 400 and b"" in heard, "after a while not even an answer"
    assert answer(told(behind_proxy.port, asking("GET", "/api/games"), address="127.0.0.5"))[0] == 429
    assert answer(told(behind_proxy.port, asking("GET", "/api/games"), address="127.0.0.6"))[0] == 200


def test_a_limit_is_told_to_the_host_once(behind_proxy):
    lines = [json.loads(line) for line in behind_proxy.stderr().splitlines() if line.startswith("{")]
    bites = [line for line in lines if line["event"] == "too_many_requests"]
    assert 0 < len(bites) <= 10 and all(line["address"] for line in bites)


# ---------------------------------------------------------------- names, origins, types


def test_only_names_of_ours_are_answered(server, behind_proxy):
    for running, host, status in [
        (server, "localhost", 200), (server, f"127.0.0.1:{server.port}", 200), (server, "[::1]:80", 200), (server, "192.168.7.7", 200),
        (server, "LOCALHOST.:1", 200), (server, "tisch.example", 421), (server, "localhost.evil.example", 421), (server, "127.0.0.1.evil", 421),
        (server, "evil.example:80", 421), (server, "", 400), (server, "127.0.0.1@evil", 421), (behind_proxy, "tisch.example", 200),
        (behind_proxy, "Other.Example:8765", 200), (behind_proxy, "evil.tisch.example", 421),
    ]:  # fmt: skip
        found, headers, said = answer(told(running.port, asking("GET", "/api/games", host=host)))
        assert found == status, host
        assert headers["server"] == "spieltisch"
        assert status == 200 or said["refused"]["text"]
    socket = HANDSHAKE.format(table="x").replace("localhost", "evil.example").replace("\r\n\r\n", "\r\nOrigin: http://evil.example\r\n\r\n")
    assert answer(told(server.port, socket.encode()))[0] == 421, "a page that points its own name here"


def test_what_changes_something_comes_from_our_own_page(server, behind_proxy):
    def status(running, origin, host="localhost", method="POST"):
        return answer(told(running.port, asking(method, "/api/tables/mine", b'{"tokens":[]}', host, Origin=origin, **JSON)))[0]

    assert status(server, "http://localhost") == 200 and status(behind_proxy, "https://tisch.example", "127.0.0.1") == 200
    for origin in ("http://evil.example", "null", "http://localhost:1", "https://localhost.evil.example", "http://[::1", "file://"):
        assert status(server, origin) == 403, origin
        assert status(server, origin, method="DELETE") == 403, origin


def test_what_changes_something_comes_as_json(server):
    def status(body, **headers):
        return answer(told(server.port, asking("POST", "/api/tables/mine", body, **headers)))[0]

    body = b'{"tokens":[]}'
    assert status(body, **JSON) == status(body, Content_Type="Application/JSON; charset=utf-8") == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "text/json"):
        assert status(body, Content_Type=kind) == 415, kind
    assert status(body) == status(body, Content_Encoding="gzip", **JSON) == 415
    assert status(b"", Content_Type="text/plain") == 415, "a form without content"
    assert status(b"") == 400, "nothing at all, from a program, is read as {}"
    assert status(b"", Origin="http://evil.example") == 403


def test_a_rematch_without_a_body_still_works(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, KEY, 2)
        clients = await seated(session, server.base, table, tokens)
        await asyncio.gather(*(client.play() for client in clients))
        async with session.post(f"{server.base}/api/tables/{table}/rematch", headers={"Authorization": f"Bearer {tokens[0]}"}) as found:
            assert found.status == 201

    with_session(act)


def test_tls_is_asked_for_where_there_is_tls(server, behind_proxy):
    def asked(running, *lines):
        return "strict-transport-security" in answer(told(running.port, asking("GET", "/healthz", **dict(lines))))[1]

    assert asked(behind_proxy) and not asked(server) and not asked(server, ("X_Forwarded_Proto", "https"))
    assert "max-age=" in answer(told(behind_proxy.port, asking("GET", "/", host="evil.example")))[1]["strict-transport-security"]


# ---------------------------------------------------------------- what is no HTTP

BAD = {
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "rubbish": b"hello\r\n\r\n",
    "no such method": b"FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a long line": b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a long header": asking("GET", "/", X="x" * 20_000),
    "many headers": asking("GET", "/", **{f"X{number}": "x" for number in range(300)}),
    "no end of headers": asking("GET", "/", **{f"X{number}": "x" * 4000 for number in range(20)})[:-2],
    "bad chunks": asking("POST", "/api/tables", Transfer_Encoding="chunked", **JSON) + b"ZZ\r\nxx\r\n",
    "bad chunks later": asking("POST", "/api/tables", Transfer_Encoding="chunked", **JSON) + b"1\r\n{\r\nZZ\r\n",
    "a length of letters": asking("POST", "/api/tables", Content_Length="x"),
    "a length too long": asking("GET", "/api/games", Content_Length="9" * 30),
    "two lengths": b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "length and chunks": asking("POST", "/api/tables", b"{}", Transfer_Encoding="chunked", **JSON),
    "no host": asking("GET", "/api/games", host=""),
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "a star": asking("OPTIONS", "*"),
    "a tunnel": asking("CONNECT", "evil.example:80"),
    "a wrong expectation": asking("POST", "/api/tables", b"{}", Expect="wonders", **JSON),
    "a date beyond all days": asking("GET", "/", If_Modified_Since="Thu, 01 Jan 99999999999 00:00:00 GMT"),
    "an old handshake": asking("GET", "/ws/tables/x", Sec_WebSocket_Key1="x"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_http_gets_our_own_answer(server, kind):
    status, headers, said = answer(told(server.port, BAD[kind]))
    assert status in (400, 417, 431) and said["refused"]["text"]
    assert headers["server"] == "spieltisch" and "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_host_gets_one_line_of_json_and_no_trace(tmp_path):
    with Server(tmp_path / "data") as running:
        for _ in range(30):
            for sent in BAD.values():
                told(running.port, sent)
        lines = [json.loads(line) for line in running.stderr().splitlines()]
        assert running.stop() == 0
    assert {line["event"] for line in lines} == {"bad_request"} and len(lines) <= 10
    assert not any("localhost" in json.dumps(line) for line in lines)


def test_a_path_that_is_no_line_is_refused_like_any_other(server):
    for path in ("/%0a", "/api/%0A", "/api/tables/%0d%0a", "//", "/%ff", "/api/tables/%c0%ae%c0%ae"):
        status, headers, said = answer(told(server.port, asking("GET", path)))
        assert headers["server"] == "spieltisch" and (status == 200 or said["refused"]["text"]), path


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=80), st.sampled_from([b"", b"GET / HTTP/1.1\r\n", asking("POST", "/api/tables")[:-2], BAD["bad chunks"][:-8]]))
def test_any_bytes_do_no_harm(server, rubbish, begun):
    heard = told(server.port, begun + rubbish + b"\r\n\r\n", seconds=0.5)
    assert heard == b"" or (b"Server: spieltisch" in heard and b"Python" not in heard)


# ---------------------------------------------------------------- the command


def test_a_warning_beyond_this_machine_without_tls(server, tmp_path):
    assert "without encryption" not in server.stderr()
    for name, options, is_warned in (("plain", [], True), ("tls", ["--public-url", "https://tisch.example"], False)):
        with Server(tmp_path / name, "--host", "0.0.0.0", *options) as running:
            assert ("without encryption" in running.stderr()) == is_warned


def test_wrong_options_are_refused_in_a_sentence(tmp_path):
    for options, part in ((["--public-url", "tisch.example"], "no address like"), (["--trust-proxy", "-1"], "trust-proxy")):
        command = [sys.executable, "-m", "spieltisch", "serve", "--lang", "en", "--data", str(tmp_path / "data"), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode and part in done.stderr and "Traceback" not in done.stderr


def test_the_machine_itself_may_do_more_than_others(server):
    async def act(session):
        assert set(await statuses(session, 60, f"{server.base}/api/tables", TWO, "POST")) == {201}
        assert (await get(session, f"{server.base}/healthz"))["ok"]
        assert (await post(session, f"{server.base}/api/tables/mine", {"tokens": []})) == []

    with_session(act)
