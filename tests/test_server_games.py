"""Whole games over real sockets: every game, two to four seats, people and bots; and what comes after a game."""

import asyncio
import json
import random
import subprocess
import sys

import pytest
import walk
from table_clients import Client, check_told, get, open_table, play_whole, post, with_session

import spieltisch
from spieltisch.chance import Fair
from spieltisch.log import in_lines, replay, verify

rooms = pytest.mark.parametrize("key", walk.KEYS)


@rooms
@pytest.mark.parametrize("people, bots", [(2, 0), (1, 1), (2, 1), (3, 1), (4, 0), (1, 3)])
def test_whole_games_by_sockets(server, key, people, bots):
    async def act(session):
        table, clients = await play_whole(
            session, server.base, key, people, bots, level="random" if bots == 3 else "strong"
        )
        log = await get(session, f"{server.base}/api/tables/{table}/log")
        match = replay(in_lines(log))
        assert match.result is not None and verify(match) > 0
        assert [client.state["table"]["result"] for client in clients] == [match.result] * people
        assert all("refused" not in frame for client in clients for frame in client.frames)
        ats = [frame["at"] for frame in clients[0].frames]
        assert ats == sorted(ats) and ats[-1] == len(match.lines)
        for seat, client in enumerate(clients):
            assert check_told(log, seat, random.Random(1).sample(client.frames, min(12, len(client.frames)))) > 5

    with_session(act)


@rooms
def test_anyone_can_check_the_dice_from_what_the_server_tells(server, key):
    """As the page does it: the log and the chances are enough, no rules are needed."""

    async def act(session):
        table, _ = await play_whole(session, server.base, key, 1, 1)
        url = f"{server.base}/api/tables/{table}"
        lines = [json.loads(line) for line in in_lines(await get(session, f"{url}/log"))]
        source = Fair(bytes.fromhex(lines[-1]["reveal"]), lines[0]["id"], lines[0]["entropy"])
        told = await get(session, f"{url}/chances")
        assert [chance["line"] for chance in told] == [
            n for n, line in enumerate(lines, 1) if line.get("by") == "chance"
        ]
        for chance in told:
            tickets = [text for text, weight in chance["outcomes"] for _ in range(weight)]
            drawn = source.ticket(chance["kind"], chance["seat"], chance["number"], len(tickets))
            assert tickets[drawn] == lines[chance["line"] - 1]["do"]

    with_session(act)


def test_games_tell_their_house_rules_and_a_table_takes_them(server):
    async def act(session):
        for game in await get(session, f"{server.base}/api/games"):
            for option, values in game["options"].items():
                for value in values:
                    wish = {
                        "game": game["key"],
                        "seats": [{"kind": "me"}, {"kind": "open"}],
                        "options": {option: value},
                    }
                    await post(session, f"{server.base}/api/tables", wish)

    with_session(act)


@rooms
def test_onlookers_see_the_game_and_nothing_hidden(server, key):
    async def act(session):
        table, tokens = await open_table(session, server.base, key, 2)
        onlooker = await Client(session, server.base, table).connect()
        await onlooker.receive()
        clients = [await Client(session, server.base, table, token).connect() for token in tokens]
        await asyncio.gather(
            *(client.play() for client in clients), onlooker.until(lambda frame: frame["table"]["state"] == "over", 60)
        )
        assert all(frame["ask"] is None for frame in onlooker.frames)
        log = await get(session, f"{server.base}/api/tables/{table}/log")
        assert check_told(log, None, onlooker.frames[::4]) > 3
        await onlooker.say(do="pass", ask=1)
        assert (await onlooker.receive())["refused"]["reason"] == "onlooker"

    with_session(act)


@rooms
def test_several_seats_on_one_device(server, key):
    async def act(session):
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "local", "name": "Bo"}, {"kind": "bot", "level": "random"}]
        made = await post(session, f"{server.base}/api/tables", {"game": key, "seats": seats, "pace": "instant"})
        assert made["seats"] == [0, 1]
        client = await Client(session, server.base, made["table"], made["token"], entropy="dice!").connect()
        await client.play()
        assert {frame["seat"] for frame in client.frames if frame.get("view")} == {0, 1}
        log = await get(session, f"{server.base}/api/tables/{made['table']}/log")
        match = replay(in_lines(log))
        assert verify(match) and match.header["entropy"] == ["dice!"]
        for seat in (0, 1):
            assert check_told(log, seat, [frame for frame in client.frames if frame.get("seat") == seat][::6]) > 2

    with_session(act)


def test_entropy_counts_before_the_start_and_the_header_says_whose_it_was(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, walk.KEYS[0], 2)
        info = await get(session, f"{server.base}/api/tables/{table}")
        assert info["state"] == "open" and len(info["commit"]) == 64
        clients = [
            await Client(session, server.base, table, tokens[0], entropy="from ada").connect(),
            await Client(session, server.base, table, tokens[1]).connect(),
        ]
        await asyncio.gather(*(client.play() for client in clients))
        header = json.loads(in_lines(await get(session, f"{server.base}/api/tables/{table}/log"))[0])
        assert header["commit"] == info["commit"] and header["entropy"][0] == "from ada" and len(header["entropy"]) == 2
        assert [seat.get("entropy") for seat in header["seats"]] == [None, "server"]

    with_session(act)


def test_a_full_table_begins_although_somebody_never_connects(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, walk.KEYS[0], 2)
        client = await Client(session, server.base, table, tokens[0]).connect()
        frame = await client.until(lambda frame: frame["table"]["state"] == "running")
        assert frame["view"] and frame["table"]["seats"][1]["present"] is False

    with_session(act)


def test_beginning_by_hand_with_bots_in_the_open_seats(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        made = await post(session, url, {"game": walk.KEYS[0], "seats": seats, "begin": "hand", "start": 2})
        begin = f"{url}/{made['table']}/begin"
        assert (await post(session, begin, {}, expect=401))["refused"]["reason"] == "missing_token"
        assert (await post(session, begin, {}, "wrong", 403))["refused"]["reason"] == "wrong_token"
        assert (await post(session, begin, {}, made["token"], 409))["refused"]["reason"] == "seats_open"
        assert (await post(session, begin, {"fill": "wizard"}, made["token"], 400))["refused"][
            "reason"
        ] == "unknown_word"
        info = await post(session, begin, {"fill": "random"}, made["token"])
        assert (
            info["state"] == "running"
            and info["start"] == 2
            and [seat["kind"] for seat in info["seats"]] == ["person", "bot", "bot"]
        )
        assert (await post(session, begin, {}, made["token"], 409))["refused"]["reason"] == "already_begun"
        assert (await post(session, f"{url}/{made['table']}/join", {}, expect=409))["refused"]["reason"] == "seat_taken"

    with_session(act)


def test_joining_choosing_seat_and_name(server):
    async def act(session):
        url = f"{server.base}/api/tables"
        seats = [{"kind": "open"}, {"kind": "me", "name": "  Ada \u202e\n Lovelace "}, {"kind": "open"}]
        made = await post(session, url, {"game": walk.KEYS[0], "seats": seats, "public": True})
        assert made["seat"] == 1
        assert made["table"] in [table["id"] for table in await get(session, url)]
        join = f"{url}/{made['table']}/join"
        for body, reason in (
            ({"seat": 1}, "seat_taken"),
            ({"seat": 3}, "no_such_seat"),
            ({"name": "x" * 41}, "name_too_long"),
        ):
            assert (await post(session, join, body, expect=(400, 409)))["refused"]["reason"] == reason
        last = await post(session, join, {"seat": 2, "name": "<b>Bo</b>"})
        first = await post(session, join, {"name": ""})
        assert (last["seat"], first["seat"]) == (2, 0)
        info = await get(session, f"{url}/{made['table']}")
        assert [seat["name"] for seat in info["seats"]] == ["", "Ada Lovelace", "<b>Bo</b>"]
        assert made["table"] not in [table["id"] for table in await get(session, url)]
        mine = await post(session, f"{url}/mine", {"tokens": [last["token"], "unknown"]})
        assert [(table["id"], table["yours"]) for table in mine] == [(made["table"], [2])]

    with_session(act)


@rooms
def test_rematch_and_duplicate(server, key, tmp_path):
    async def act(session):
        url = f"{server.base}/api/tables"
        table, clients = await play_whole(session, server.base, key, 2, start=1)
        token = clients[0].token
        again = await post(session, f"{url}/{table}/rematch", {}, token)
        assert again == await post(session, f"{url}/{table}/rematch", {}, clients[1].token)
        assert (await get(session, f"{url}/{table}"))["next"] == again["table"]
        rematch = [await Client(session, server.base, again["table"], client.token).connect() for client in clients]
        frame = await rematch[0].until(lambda frame: frame["view"])
        assert (await get(session, f"{url}/{again['table']}"))["start"] == 0 and frame["table"]["commit"] != clients[
            0
        ].state["table"]["commit"]
        same = {"seats": [{"kind": "bot", "level": "random"}] * 2, "pace": "instant"}
        assert (await post(session, f"{url}/{again['table']}/duplicate", same, token, 409))["refused"]["reason"] == "not_over"
        copy = await post(session, f"{url}/{table}/duplicate", same, token)
        watching = await Client(session, server.base, copy["table"]).connect()
        await watching.until(lambda frame: frame["table"]["state"] == "over", 60)
        logs = [await get(session, f"{url}/{one}/log") for one in (table, copy["table"])]
        matches = [replay(in_lines(log)) for log in logs]
        assert all(verify(match) for match in matches)
        assert matches[1].header["chance"] == table and matches[1].header["start"] == 1
        drawn = [[line["do"] for line in match.lines if line.get("by") == "chance"] for match in matches]
        assert drawn[0][0] == drawn[1][0]
        file = tmp_path / "log.jsonl"
        file.write_text(logs[1])
        done = subprocess.run(
            [sys.executable, "-m", "spieltisch", "verify", str(file), "--lang", "en"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    with_session(act)


@rooms
def test_the_log_in_words_and_every_point_of_it_for_those_who_may_see(server, key):
    async def act(session):
        table, tokens = await open_table(session, server.base, key, 2)
        clients = [await Client(session, server.base, table, token).connect() for token in tokens]
        await asyncio.gather(*(client.play(24) for client in clients))
        url = f"{server.base}/api/tables/{table}"
        assert (await get(session, f"{url}/log", expect=403))["refused"]["reason"] == "still_secret"
        assert (await get(session, f"{url}/story?seat=1", tokens[0], 403))["refused"]["reason"] == "not_your_seat"
        told = await get(session, f"{url}/story?lang=de", tokens[0])
        english = await get(session, f"{url}/story?lang=en", tokens[0])
        assert len(told) == len(english) > 0 and told != english and "…" not in str(told)
        seen = next(frame for frame in clients[0].frames if frame.get("view") and frame["at"] > 4)
        moment = await get(session, f"{url}/at/{seen['at']}", tokens[0])
        assert moment["view"] == seen["view"]
        assert (await get(session, f"{url}/at/{seen['at']}"))["view"]["seat"] is None
        for wrong in ("0", "99999", "x"):
            assert (await get(session, f"{url}/at/{wrong}", expect=400))["refused"]["reason"] == "out_of_range"
        await asyncio.gather(*(client.play() for client in clients))
        assert (await get(session, f"{url}/at/{seen['at']}?seat=1"))["view"]["seat"] == 1
        assert len(await get(session, f"{url}/story?seat=1&lang=en")) > len(english)

    with_session(act)


@rooms
def test_take_back_by_information(server, key):
    async def act(session):
        room = spieltisch.game(key)
        table, tokens = await open_table(session, server.base, key, 2)
        clients = [await Client(session, server.base, table, token).connect() for token in tokens]
        done = 0
        for _ in range(400):
            frames = [
                await client.until(lambda frame: frame["view"]) if client.state is None else client.state
                for client in clients
            ]
            if frames[0]["table"]["state"] == "over":
                break
            seat = next(seat for seat in (0, 1) if clients[seat].state["ask"])
            before = clients[seat].state
            await clients[seat].answer(before)
            after = [await client.receive() for client in clients][seat]
            if after["table"]["state"] == "over":
                break
            if not after["table"].get("undo"):
                await clients[seat].say(undo=1, ask=after["at"])
                assert (await clients[seat].receive())["refused"]["reason"] == "nothing_to_undo"
                continue
            await clients[seat].say(undo=1, ask=after["at"])
            back = [await client.receive() for client in clients][seat]
            assert (
                back["view"] == before["view"]
                and back["at"] == after["at"] + 1
                and back["ask"]["moves"] == before["ask"]["moves"]
            )
            await clients[seat].say(undo=1, ask=after["at"])
            assert (await clients[seat].receive())["at"] == back["at"], "the same wish again is not a second take-back"
            done += 1
            if done == 3:
                break
            await clients[seat].answer(back)
            for client in clients:
                await client.receive()
        assert room.key == key

    with_session(act)
