"""What bad input gets: a refusal with a reason on the same socket; nothing that a client sends harms a table."""

import contextlib
import json

import aiohttp
import pytest
import schemathesis
import walk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi import checks as openapi_checks
from table_clients import Client, Server, get, open_table, post, with_session
from yarl import URL

KEY = walk.KEYS[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("bad") / "data") as running:
        yield running
        told = running.stderr()
        assert running.stop() == 0 and "failed" not in told and "Traceback" not in told


async def two_people(session, server):
    """A running table: whoever is asked, the other, and their latest frames."""
    table, tokens = await open_table(session, server.base, KEY, 2)
    clients = [await Client(session, server.base, table, token, lang="en").connect() for token in tokens]
    frames = [await client.until(lambda frame: frame["view"]) for client in clients]
    asked = next(seat for seat in (0, 1) if frames[seat]["ask"])
    return clients[asked], clients[1 - asked], frames[asked]


def test_wrong_seat_stale_ask_and_the_same_move_twice(server):
    async def act(session):
        asked, other, frame = await two_people(session, server)
        ask = frame["ask"]
        await other.say(do=ask["moves"][0], ask=ask["n"])
        refused = await other.receive()
        assert refused["refused"]["reason"] == "stale" and refused["refused"]["text"] and refused["ask"] == ask["n"]
        await asked.say(do=ask["moves"][0], ask=ask["n"] + 1)
        assert (await asked.receive())["refused"]["reason"] == "stale"
        await asked.say(do=ask["moves"][0])
        assert (await asked.receive())["refused"]["reason"] == "missing_key"
        await asked.say(do=ask["moves"][0], ask=ask["n"], seat=1 - frame["view"]["seat"])
        assert (await asked.receive())["refused"]["reason"] == "not_your_seat"
        await asked.say(do="nonsense", ask=ask["n"])
        assert (await asked.receive()) == {
            "refused": {"reason": "unreadable_move", "text": "“nonsense” is not a move here."},
            "ask": ask["n"],
        }
        await asked.say(do=ask["moves"][0], ask=ask["n"])
        await asked.say(do=ask["moves"][0], ask=ask["n"])
        first, again = await asked.receive(), await asked.receive()
        assert first == again and first["at"] > frame["at"]
        await asked.say(do=ask["moves"][-1], ask=ask["n"])
        assert (await asked.receive())["refused"]["reason"] == "stale"
        moved = await other.until(lambda frame: "view" in frame)
        assert moved["at"] == first["at"]

    with_session(act)


def test_malformed_binary_unknown_and_oversized_frames(server):
    async def act(session):
        asked, _, frame = await two_people(session, server)
        bad = ["", "{", "[]", "null", "7", '"x"', "{}", '{"do": 7, "ask": 1}', '{"do": "x", "ask": "1"}', '{"do": "x", "ask": true}',
               '{"surprise": 1}', '{"do": "x", "undo": 1, "ask": 1}', '{"undo": 2}', '{"sit_in": 9}', '{"sit_in": -1}',
               '{"do": "' + "x" * 300 + '", "ask": 1}',
               '{"ask": 99999999999999999999}', '{"do": "\\ud800", "ask": 1}', "[" * 4000, '{"lang": "fr"}']  # fmt: skip
        for text in bad:
            await asked.ws.send_str(text)
            refused = await asked.receive()
            assert set(refused) == {"refused", "ask"} and refused["refused"]["text"], text
        await asked.ws.send_bytes(b"\x00\x01")
        assert (await asked.receive())["refused"]["reason"] == "unreadable_message"
        await asked.answer(frame)
        assert (await asked.receive())["at"] > frame["at"], "the socket is still open and the table goes on"
        await asked.ws.send_str("x" * 20_000)
        with pytest.raises(ConnectionError):
            await asked.receive()
        assert asked.ws.close_code == 1009

    with_session(act)


def test_an_abusive_socket_is_closed_and_the_table_goes_on(server):
    async def act(session):
        asked, other, frame = await two_people(session, server)
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(500):
                await other.ws.send_str("rubbish")
            while True:
                await other.receive(5)
        assert other.ws.close_code == 4429
        await asked.answer(frame)
        assert (await asked.until(lambda told: "view" in told and told["at"] > frame["at"]))["view"]

    with_session(act)


def test_close_codes_for_wrong_tokens_and_unknown_tables(server):
    async def act(session):
        table, _ = await open_table(session, server.base, KEY, 2)
        for name, hello, code in ((table, {"token": "wrong"}, 4401), ("0" * 16, {}, 4404), ("x" * 300, {}, 4404)):
            ws = await session.ws_connect(f"{server.base}/ws/tables/{name}")
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await ws.send_json(hello)
            while not ws.closed:
                await ws.receive(5)
            assert ws.close_code == code
        ws = await session.ws_connect(f"{server.base}/ws/tables/{table}")
        await ws.send_str('{"do": "x"}')
        assert json.loads((await ws.receive(5)).data)["refused"]["reason"] == "unreadable_message"
        await ws.send_str("{}")
        assert json.loads((await ws.receive(5)).data)["at"] == 0
        await ws.close()

    with_session(act)


def test_only_our_own_page_may_open_a_socket(server):
    async def act(session):
        table, _ = await open_table(session, server.base, KEY, 2)
        url = f"{server.base}/ws/tables/{table}"
        ws = await session.ws_connect(url, headers={"Origin": server.base})
        await ws.close()
        for origin in ("https://evil.example", "null", "file://", server.base + ".evil.example"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(url, headers={"Origin": origin})
            assert refused.value.status == 403

    with_session(act)


def test_headers_and_errors(server):
    async def act(session):
        there = ["/", "/api/docs", "/api/openapi.json", "/healthz", "/metrics"]
        for path, status in [*((path, 200) for path in there), ("/api/x", 404), ("/ws/x", 404)]:
            async with session.get(server.base + path) as answer:
                assert answer.status == status, path
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
                assert (
                    answer.headers["X-Content-Type-Options"] == "nosniff"
                    and "Access-Control-Allow-Origin" not in answer.headers
                )
                assert "Traceback" not in await answer.text() and "ython" not in answer.headers["Server"]
        for path in ("/%00", "/" + "x" * 3000, "/..%2f..%2fapp.py", "/%2e%2e/app.py", "/assets/../../app.py"):
            async with session.get(URL(server.base + path, encoded=True)) as answer:
                assert answer.status in (200, 404) and "make_app" not in await answer.text(), path
        async with session.put(server.base + "/api/tables") as answer:
            assert answer.status == 405
        async with session.get(server.base + "/api/tables/none", headers={"Accept-Language": "en"}) as answer:
            assert (
                answer.status == 404
                and (await answer.json())["refused"]["text"] == "There is no such table (any more)."
            )
        assert (await get(session, server.base + "/healthz"))["ok"] is True
        assert "spieltisch_moves_total" in await get(session, server.base + "/metrics")

    with_session(act)


def test_bad_bodies(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        two = [{"kind": "me"}, {"kind": "open"}]
        bad = [[], {}, {"game": KEY}, {"game": "chess", "seats": two}, {"game": KEY, "seats": []}, {"game": KEY, "seats": two * 3},
               {"game": KEY, "seats": [{"kind": "king"}, {"kind": "me"}]},
               {"game": KEY, "seats": [{"kind": "bot", "level": "wizard"}, {"kind": "me"}]},
               {"game": KEY, "seats": two, "options": {"x": 1}}, {"game": KEY, "seats": two, "options": []}, {"game": KEY, "seats": two, "start": 3},
               {"game": KEY, "seats": two, "clock": 1}, {"game": KEY, "seats": two, "surprise": 1}, {"game": 7, "seats": two},
               {"game": KEY, "seats": two, "entropy": "x" * 65}, {"game": KEY, "seats": [{"kind": "me", "name": "x" * 100}, {"kind": "me"}]},
               {"game": KEY, "seats": two, "options": {"x" * 17000: 1}}]  # fmt: skip
        for body in bad:
            assert (await post(session, url, body, expect=400))["refused"]["text"], body
        async with session.post(url, data=b"x" * 70_000) as answer:
            assert answer.status == 413 and (await answer.json())["refused"]["reason"] == "too_long"
        async with session.post(url, data=b"\xff\xfe{", headers={"Content-Type": "application/json"}) as answer:
            assert answer.status == 400 and (await answer.json())["refused"]["reason"] == "unreadable_message"

    with_session(act)


frames = st.one_of(
    st.text(max_size=60),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=6,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {},
        optional={
            "do": st.sampled_from(["pass", "skip", "x", "score 1"]) | st.text(max_size=120),
            "ask": st.integers(-5, 200) | st.none(),
            "undo": st.sampled_from([1, 0, True, None]),
            "sit_in": st.integers(-1, 5),
            "seat": st.integers(-1, 5),
            "lang": st.sampled_from(["de", "en", "xx"]),
            "token": st.text(max_size=10),
        },
    ).map(json.dumps),
    st.binary(max_size=40),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(frames, max_size=8), st.integers(0, 1000))
def test_fuzzed_frames_change_nothing_and_are_all_answered(server, sent, number):
    async def act(session):
        asked, other, frame = await two_people(session, server)
        for content in sent:
            await (other.ws.send_bytes(content) if isinstance(content, bytes) else other.ws.send_str(content))
            answer = await other.receive(5)
            assert "refused" in answer or answer["at"] >= frame["at"]
        await asked.say(do=frame["ask"]["moves"][number % len(frame["ask"]["moves"])], ask=frame["ask"]["n"])
        told = await asked.until(lambda told: "view" in told and told["at"] > frame["at"])
        assert told["view"]

    with_session(act)


def test_the_http_part_is_as_described(server):
    checks = [
        schemathesis.checks.not_a_server_error, openapi_checks.status_code_conformance, openapi_checks.content_type_conformance,
        openapi_checks.response_schema_conformance,
    ]  # fmt: skip
    schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    for operation in schema.get_all_operations():
        quick = settings(
            max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
        )

        @quick
        @given(case=operation.ok().as_strategy())
        def as_described(case):
            response = case.call(base_url=server.base, timeout=20)
            case.validate_response(response, checks=checks)

        as_described()
