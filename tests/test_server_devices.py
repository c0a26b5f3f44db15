"""A seat on several devices, by a code that is good once; and other names during a game."""

import pytest
from table_clients import Client, Server, get, open_table, post, with_session

from spieltisch.checks import Refused
from spieltisch.server.devices import GOOD_FOR, Codes


def test_another_device_gets_a_key_of_its_own_and_both_go_on(server):
    async def act(session):
        table, (token, _) = await open_table(session, server.base, "just4fun", 2, start=0)
        url = f"{server.base}/api/tables/{table}"
        first = await Client(session, server.base, table, token).connect()
        told = await first.until(lambda frame: frame.get("ask"))
        code = await post(session, f"{url}/code", token=token)
        assert code["seconds"] == 300 and len(code["code"]) == 8
        spaced = f" {code['code'][:4]} {code['code'][4:]} "
        seated = await post(session, f"{server.base}/api/code", {"code": spaced, "kind": "phone"})
        assert (seated["table"], seated["seat"], seated["seats"]) == (table, 0, [0]) and seated["token"] != token
        second = await Client(session, server.base, table, seated["token"]).connect()
        assert (await second.until(lambda frame: frame.get("ask")))["view"] == told["view"]
        await second.answer(second.state)
        moved = [await one.until(lambda frame: frame.get("at", 0) > told["at"]) for one in (first, second)]
        assert moved[0]["view"] == moved[1]["view"]
        again = await post(session, f"{server.base}/api/code", {"code": code["code"]}, expect=403)
        assert again["refused"]["reason"] == "wrong_code", "a code is good once"

    with_session(act)


def test_whoever_holds_no_seat_gets_no_code_and_no_name(server):
    async def act(session):
        bots = [{"kind": "bot", "level": "random"}, {"kind": "open"}]
        made = await post(session, f"{server.base}/api/tables", {"game": "just4fun", "seats": bots})
        url = f"{server.base}/api/tables/{made['table']}"
        for path, wish in (("code", {}), ("name", {"name": "x"})):
            told = await post(session, f"{url}/{path}", wish, made["token"], 403)
            assert told["refused"]["reason"] == "wrong_token"

    with_session(act)


def test_devices_are_listed_for_the_seat_alone_and_can_be_ended(server):
    async def act(session):
        table, (token, other) = await open_table(session, server.base, "just4fun", 2)
        url = f"{server.base}/api/tables/{table}"
        code = (await post(session, f"{url}/code", token=token))["code"]
        new = (await post(session, f"{server.base}/api/code", {"code": code, "kind": "phone"}))["token"]
        phone = await Client(session, server.base, table, new).connect()
        await phone.receive()
        listed = await get(session, f"{url}/devices", token)
        assert [(one["yours"], one["kind"], one["here"]) for one in listed] == [(True, "", False), (False, "phone", True)]
        assert all(new not in str(one) and token not in str(one) for one in listed)
        assert len(await get(session, f"{url}/devices", other)) == 1
        await post(session, f"{url}/devices/end", {"device": listed[1]["id"]}, other, 404)
        left = await post(session, f"{url}/devices/end", {"device": listed[1]["id"]}, token)
        assert [one["yours"] for one in left] == [True]
        with pytest.raises(ConnectionError, match="4401"):
            await phone.until(lambda _: False)
        await get(session, f"{url}/devices", new, 403)
        assert [one["id"] for one in await post(session, f"{server.base}/api/tables/mine", {"tokens": [new]})] == []

    with_session(act)


def test_devices_hold_their_seats_after_a_restart_and_in_the_rematch(tmp_path):
    async def act(session, running):
        table, tokens = await open_table(session, running.base, "just4fun", 1, 1, start=0)
        code = (await post(session, f"{running.base}/api/tables/{table}/code", token=tokens[0]))["code"]
        new = (await post(session, f"{running.base}/api/code", {"code": code}))["token"]
        return table, tokens[0], new

    async def later(session, running, table, old, new):
        client = await Client(session, running.base, table, new).connect()
        await client.play()
        following = (await post(session, f"{running.base}/api/tables/{table}/rematch", token=old))["table"]
        assert len(await get(session, f"{running.base}/api/tables/{following}/devices", new)) == 2

    with Server(tmp_path / "data") as running:
        kept = with_session(lambda session: act(session, running))
        running.kill()
        running.start()
        with_session(lambda session: later(session, running, *kept))


def test_guesses_are_slowed_down_and_codes_grow_old(tmp_path):
    async def act(session):
        found = []
        for guess in range(14):
            headers = {"X-Forwarded-For": "1.2.3.4, 203.0.113.77"}
            async with session.post(f"{server.base}/api/code", json={"code": f"{guess:08}"}, headers=headers) as answer:
                found.append(answer.status)
        assert found[:10] == [403] * 10 and set(found[10:]) == {429}

    with Server(tmp_path / "data", "--trust-proxy") as server:
        with_session(act)
    codes = Codes()
    first = codes.new("t", [0], now=0.0)
    second = codes.new("t", [0], now=1.0)
    with pytest.raises(Refused):
        codes.use(first.code, now=2.0)  # the newer one stands in its place
    with pytest.raises(Refused):
        codes.use(second.code, now=1.0 + GOOD_FOR)
    third = codes.new("t", [0, 2], now=400.0)
    assert codes.use(third.code, now=401.0) == ("t", [0, 2])


def test_a_name_can_be_changed_at_the_table(server):
    async def act(session):
        table, (token, other) = await open_table(session, server.base, "just4fun", 2)
        url = f"{server.base}/api/tables/{table}"
        client = await Client(session, server.base, table, other).connect()
        await client.receive()
        await post(session, f"{url}/name", {"name": "  Ada \u202e Lovelace "}, token)
        told = await client.until(lambda frame: frame["table"]["seats"][0]["name"] == "Ada Lovelace")
        assert told["events"] == []
        await post(session, f"{url}/name", {"name": "x", "seat": 1}, token, 403)
        await post(session, f"{url}/name", {"name": "x" * 41}, token, 400)
        await post(session, f"{url}/name", {"name": "x"}, None, 401)

    with_session(act)


def test_a_clock_that_runs_out_is_told_to_everybody_and_in_the_story(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, "just4fun", 2, clock=5, start=0)
        clients = [await Client(session, server.base, table, token).connect() for token in (*tokens, None)]
        for client in clients:
            told = await client.until(lambda frame: any(one["event"] == "time_up" for one in frame["events"]))
            assert told["events"][0] == {"event": "time_up", "seat": 0}
        story = await get(session, f"{server.base}/api/tables/{table}/story?lang=en", tokens[1])
        assert [one["text"] for one in story if one["event"]["event"] == "time_up"] == ["P0 has run out of time. The computer has moved."]

    with_session(act)
