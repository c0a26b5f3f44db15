"""Dice that nobody can know beforehand, or that everybody is told are known: duplicates, entropy and when it counts, lines of a log."""

import asyncio
import json
import random
import sqlite3
import subprocess
import sys

import pytest
import walk
from table_clients import Client, get, play_whole, post, server_here, with_session

from spieltisch.chance import Fair
from spieltisch.log import in_lines, read_log, replay, verify

KEY = walk.KEYS[0]
BOTS = [{"kind": "bot", "level": "random"}] * 2
PAIR = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
LINE_ENDS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r\n\0"  # what some take for the end of a line, or of a text


async def refused(session, url, body, token=None, expect=400):
    return (await post(session, url, body, token, expect))["refused"]


async def header_of(session, base, table):
    return json.loads(in_lines(await get(session, f"{base}/api/tables/{table}/log"))[0])


def cli(command, file, *options):
    done = subprocess.run(
        [sys.executable, "-m", "spieltisch", command, str(file), "--lang", "en", *options], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---------------------------------------------------------------- marked cards


def test_only_those_who_sat_there_open_a_duplicate_and_never_a_public_one(server):
    async def act(session):
        table, clients = await play_whole(session, server.base, KEY, 2)
        other = await post(session, f"{server.base}/api/tables", {"game": KEY, "seats": PAIR})
        url = f"{server.base}/api/tables/{table}/duplicate"
        wish = {"seats": PAIR}
        assert (await refused(session, url, wish, expect=401))["reason"] == "missing_token"
        assert (await refused(session, url, wish, other["token"], 403))["reason"] == "wrong_token"
        told = await refused(session, url, {**wish, "public": True}, clients[1].token)
        assert told["reason"] == "duplicate_public" and "öffentlich" in told["text"]
        made = await post(session, url, wish, clients[1].token)
        assert made["duplicate"] is True and made["chance"] == table and "Bekannte Würfel" in made["note"]
        assert made["table"] not in [one["id"] for one in await get(session, f"{server.base}/api/tables")]

    with_session(act)


def test_whoever_only_opened_a_table_of_bots_held_no_seat(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        made = await post(session, url, {"game": KEY, "seats": BOTS, "pace": "instant"})
        watching = await Client(session, server.base, made["table"]).connect()
        await watching.until(lambda frame: frame["table"]["state"] == "over", 60)
        told = await refused(session, f"{url}/{made['table']}/duplicate", {"seats": PAIR}, made["token"], 403)
        assert told["reason"] == "wrong_token"

    with_session(act)


def test_everybody_is_told_of_known_dice_before_sitting_down_and_after(server, tmp_path):
    async def act(session):
        url = f"{server.base}/api/tables"
        table, clients = await play_whole(session, server.base, KEY, 2)
        made = await post(session, f"{url}/{table}/duplicate", {"seats": PAIR, "pace": "instant"}, clients[0].token)
        copy = made["table"]
        info = await get(session, f"{url}/{copy}")
        assert info["duplicate"] is True and info["chance"] == table and info["public"] is False
        looking = await Client(session, server.base, copy, entropy="from an onlooker").connect()
        joined = await post(session, f"{url}/{copy}/join?lang=en", {"name": "Bo", "entropy": "mine"})
        assert joined["duplicate"] is True and joined["chance"] == table
        assert "nobody here adds chance of their own" in joined["note"] and table in joined["note"]
        code = (await post(session, f"{url}/{copy}/code", token=joined["token"]))["code"]
        second = await post(session, f"{server.base}/api/code?lang=en", {"code": code})
        assert second["duplicate"] is True and second["note"] == joined["note"]
        group = [await Client(session, server.base, copy, made["token"], entropy="ada's").connect(),
                 await Client(session, server.base, copy, joined["token"], entropy="bo's").connect()]  # fmt: skip
        await asyncio.gather(*(client.play(20) for client in group))
        told = await get(session, f"{url}/{copy}/story?lang=en")
        assert told[0]["at"] == 1 and told[0]["text"].startswith("Known dice") and table in told[0]["text"]
        assert told[0]["event"] == {"event": "duplicate", "chance": table}
        for path in ("log", "chances"):
            assert (await get(session, f"{url}/{copy}/{path}", expect=403))["refused"]["reason"] == "still_secret"
        await asyncio.gather(*(client.play() for client in group))
        await looking.until(lambda frame: frame["table"]["state"] == "over")
        for client in (looking, *group):
            assert {(frame["table"].get("duplicate"), frame["table"].get("chance")) for frame in client.frames} == {(True, table)}
        assert all("duplicate" not in frame["table"] and "chance" not in frame["table"] for frame in clients[0].frames)
        log = await get(session, f"{url}/{copy}/log")
        match = replay(in_lines(log))
        original = await header_of(session, server.base, table)
        assert verify(match) and match.header["chance"] == table and match.header["entropy"] == original["entropy"]
        assert (match.header["start"], match.header["lot"]) == (original["start"], "start")
        file = tmp_path / "copy.jsonl"
        file.write_text(log, encoding="utf-8")
        return table, file

    table, file = with_session(act)
    assert cli("replay", file).startswith("Known dice") and table in cli("replay", file, "--to", "3")
    assert "Known dice" in cli("verify", file)


def test_a_duplicate_of_a_duplicate_and_its_rematch(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        table, clients = await play_whole(session, server.base, KEY, 2, start=1)
        tables, token = [table], clients[0].token
        for _ in range(2):
            wish = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "pace": "instant"}
            made = await post(session, f"{url}/{tables[-1]}/duplicate", wish, token)
            token = made["token"]
            assert made["chance"] == table
            client = await Client(session, server.base, made["table"], token).connect()
            await client.play()
            tables.append(made["table"])
        headers = [await header_of(session, server.base, one) for one in tables]
        assert [header.get("chance") for header in headers] == [None, table, table]
        assert len({(header["commit"], tuple(header["entropy"]), header["start"]) for header in headers}) == 1
        again = await post(session, f"{url}/{tables[-1]}/rematch", {}, token)
        assert again["commit"] != headers[0]["commit"]
        client = await Client(session, server.base, again["table"], token, entropy="of my own").connect()
        await client.play()
        header = await header_of(session, server.base, again["table"])
        assert "chance" not in header and header["commit"] == again["commit"] and header["entropy"] == ["of my own"]
        assert all("duplicate" not in frame["table"] for frame in client.frames)

    with_session(act)


def test_a_duplicate_lives_on_when_its_original_is_gone_and_old_public_ones_are_not_listed(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _, session):
            url = f"{base}/api/tables"
            table, clients = await play_whole(session, base, KEY, 2)
            made = await post(session, f"{url}/{table}/duplicate", {"seats": PAIR, "pace": "instant"}, clients[0].token)
            for client in clients:
                await client.close()
            return table, made

    async def go_on(table, made):
        async with server_here(tmp_path) as (base, _, session):
            url = f"{base}/api/tables"
            assert (await get(session, f"{url}/{table}", expect=404))["refused"]["reason"] == "no_such_table"
            assert await get(session, url) == []
            assert (await get(session, f"{url}/{made['table']}"))["public"] is False
            joined = await post(session, f"{url}/{made['table']}/join", {})
            group = [await Client(session, base, made["table"], token).connect() for token in (made["token"], joined["token"])]
            await asyncio.gather(*(client.play() for client in group))
            match = replay(in_lines(await get(session, f"{url}/{made['table']}/log")))
            assert verify(match) and match.header["chance"] == table

    table, made = asyncio.run(act())
    store = sqlite3.connect(tmp_path / "spieltisch.sqlite")
    store.execute('delete from lines where "table" = (select serial from tables where id = ?)', (table,))
    store.execute("delete from tables where id = ?", (table,))
    store.execute("update tables set public = 1")  # as older versions allowed it
    store.commit()
    store.close()
    asyncio.run(go_on(table, made))


# ---------------------------------------------------------------- entropy, after the commitment


def test_entropy_that_came_before_the_commitment_is_not_used_and_the_sender_is_told(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        made = await post(session, f"{url}?lang=en", {"game": KEY, "seats": PAIR, "pace": "instant", "entropy": "too early"})
        joined = await post(session, f"{url}/{made['table']}/join?lang=en", {"entropy": "early too"})
        assert "not taken" in made["note"] and "not taken" in joined["note"]
        assert set(joined) == {"table", "seat", "token", "seats", "commit", "note"}
        assert (await get(session, f"{url}/{made['table']}"))["state"] == "open", "it waits for both to be heard"
        group = [await Client(session, server.base, made["table"], made["token"], entropy="in time").connect(),
                 await Client(session, server.base, made["table"], joined["token"]).connect()]  # fmt: skip
        await asyncio.gather(*(client.play() for client in group))
        header = await header_of(session, server.base, made["table"])
        assert header["entropy"][0] == "in time" and len(header["entropy"]) == 2
        assert not {"too early", "early too"} & set(header["entropy"])
        assert [seat.get("entropy") for seat in header["seats"]] == [None, "server"]
        begun = [frame for frame in group[0].frames if frame["view"]]
        assert all([seat.get("entropy") for seat in frame["table"]["seats"]] == [None, "server"] for frame in begun)

    with_session(act)


def test_without_entropy_the_answers_are_as_ever(server):
    async def act(session):
        made = await post(session, f"{server.base}/api/tables", {"game": KEY, "seats": PAIR})
        joined = await post(session, f"{server.base}/api/tables/{made['table']}/join", {})
        assert set(made) == set(joined) == {"table", "seat", "token", "seats", "commit"}

    with_session(act)


def test_a_table_with_bots_waits_for_the_word_of_its_opener(server):
    """The page opens the table, then its socket: what it says there has to be in time."""

    async def act(session):
        url = f"{server.base}/api/tables"
        seats = [{"kind": "bot", "level": "random"}, {"kind": "me"}, {"kind": "local"}]
        made = await post(session, url, {"game": KEY, "seats": seats, "pace": "instant"})
        await asyncio.sleep(0.5)
        client = await Client(session, server.base, made["table"], made["token"], entropy="ours").connect()
        await client.play()
        header = await header_of(session, server.base, made["table"])
        assert header["entropy"] == ["ours"] and all("entropy" not in seat for seat in header["seats"])

    with_session(act)


def test_entropy_after_the_start_and_a_second_word_change_nothing(server):
    async def act(session):
        made = await post(session, f"{server.base}/api/tables", {"game": KEY, "seats": PAIR, "pace": "instant"})
        first = await Client(session, server.base, made["table"], made["token"], entropy="first").connect()
        second = await Client(session, server.base, made["table"], made["token"], entropy="second").connect()
        await second.receive()
        joined = await post(session, f"{server.base}/api/tables/{made['table']}/join", {})
        other = await Client(session, server.base, made["table"], joined["token"]).connect()
        await other.until(lambda frame: frame["view"])
        late = await Client(session, server.base, made["table"], joined["token"], entropy="late").connect()
        told = (await late.receive())["table"]["seats"]
        assert [seat.get("entropy") for seat in told] == [None, "server"]
        await asyncio.gather(*(client.play() for client in (first, other)))
        header = await header_of(session, server.base, made["table"])
        assert header["entropy"][0] == "first" and "late" not in header["entropy"]

    with_session(act)


# ---------------------------------------------------------------- the lot


@pytest.mark.parametrize("start", [None, 1])
def test_the_header_says_whether_the_start_was_drawn_by_lot_and_verify_checks_it(server, start, tmp_path):
    async def act(session):
        table, _ = await play_whole(session, server.base, KEY, 2, start=start)
        return await get(session, f"{server.base}/api/tables/{table}/log")

    log = with_session(act)
    match = replay(in_lines(log))
    assert match.header.get("lot") == (None if start == 1 else "start")
    file = tmp_path / "log.jsonl"
    file.write_text(log, encoding="utf-8")
    assert ("by lot" in cli("verify", file)) is (start is None)
    if start is None:
        source = Fair(bytes.fromhex(match.lines[-1]["reveal"]), match.header["id"], match.header["entropy"])
        assert source.ticket("luck", None, 1, 2) == match.header["start"]


# ---------------------------------------------------------------- lines of a log


def test_line_ends_of_all_kinds_in_entropy_and_names_leave_a_log_that_can_be_read(server, tmp_path):
    async def act(session):
        url = f"{server.base}/api/tables"
        seats = [{"kind": "me", "name": f"A{LINE_ENDS}da"}, {"kind": "bot", "level": "random", "name": f"{LINE_ENDS}Bo"}]
        made = await post(session, url, {"game": KEY, "seats": seats, "pace": "instant"})
        client = Client(session, server.base, made["table"], made["token"], random.Random(1), entropy=LINE_ENDS)
        await (await client.connect()).play()
        async with session.get(f"{url}/{made['table']}/log") as answer:
            return await answer.read()

    raw = with_session(act)
    lines = raw.decode().splitlines()
    assert len(lines) == raw.count(b"\n"), "who splits at all of them gets the same lines"
    match = replay(in_lines(raw.decode()))
    assert match.header["entropy"] == [LINE_ENDS] and match.names == ["A da", "Bo"]
    file = tmp_path / "log.jsonl"
    for content in (raw, raw.replace(b"\n", b"\r\n"), raw.replace(rb"\u2028", "\u2028".encode()), b"\xef\xbb\xbf" + raw):
        file.write_bytes(content)
        assert verify(read_log(file)) == verify(match)
        assert "All is well" in cli("verify", file) and len(cli("replay", file)) > 100


def test_half_a_pair_is_no_text(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        made = await post(session, url, {"game": KEY, "seats": PAIR})
        for text in ('{"token": "%s", "entropy": "\\ud800"}', '{"token": "%s", "entropy": "\\udc00x"}'):
            async with session.ws_connect(f"{server.base}/ws/tables/{made['table']}") as socket:
                await socket.send_str(text % made["token"])
                assert (await socket.receive_json(timeout=10))["refused"]["reason"] == "unreadable_message"

    with_session(act)
