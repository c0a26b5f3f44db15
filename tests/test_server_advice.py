"""Tips at a table and the account after it, over a real server."""

import asyncio
import random
import time

import pytest
import walk
from table_clients import Client, get, open_table, with_session

rooms = pytest.mark.parametrize("key", walk.KEYS)


async def review_of(session, url, lang="en"):
    """Ask until it is made; the answers on the way are how far it is."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        async with session.get(f"{url}/review?lang={lang}") as answer:
            told = await answer.json()
            if answer.status == 200:
                return told
            assert answer.status == 202 and 0 <= told["progress"] <= 1, told
        await asyncio.sleep(0.2)
    raise AssertionError("no review in a minute")


@rooms
def test_a_tip_is_given_counted_and_shown_after_the_game_and_the_review_is_kept(server, key):
    async def act(session):
        table, tokens = await open_table(session, server.base, key, 1, 1)
        url = f"{server.base}/api/tables/{table}"
        client = Client(session, server.base, table, tokens[0], random.Random(1))
        await client.connect()
        asked = await client.until(lambda frame: isinstance(frame.get("ask"), dict))
        await client.say(hint=asked["ask"]["n"] + 100)
        refused = await client.until(lambda frame: "refused" in frame)
        assert refused["refused"]["reason"] == "stale" and refused["ask"] == asked["ask"]["n"] + 100
        await client.say(hint=asked["ask"]["n"])
        told = await client.until(lambda frame: "hint" in frame)
        moves = told["hint"]["moves"]
        assert told["ask"] == told["hint"]["ask"] == asked["ask"]["n"] and 1 <= len(moves) <= 3
        assert all(move["do"] in asked["ask"]["moves"] and 0 <= move["chance"] <= 1 and move["text"] for move in moves)
        assert "hints" not in client.state["table"]["seats"][0] and client.state["table"]["hints"] is True
        assert (await get(session, f"{url}/review", expect=403))["refused"]["reason"] == "still_secret"
        await client.say(do=moves[0]["do"], ask=asked["ask"]["n"])
        client.asked.add((None, asked["ask"]["n"]))
        await client.receive()
        await client.play()
        assert [seat["hints"] for seat in client.state["table"]["seats"]] == [1, 0]
        made = await review_of(session, url)
        assert len(made["seats"]) == 2 and made["actions"][-1]["after"] == [seat["result"] for seat in made["seats"]]
        german = await review_of(session, url, "de")
        assert [action["luck"] for action in german["actions"] if "luck" in action] == [
            action["luck"] for action in made["actions"] if "luck" in action
        ]
        assert german["actions"][0]["text"] != made["actions"][0]["text"]
        await client.close()

    with_session(act)


def test_where_tips_are_forbidden_there_are_none_and_onlookers_get_none(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, walk.KEYS[0], 1, 1, hints=False)
        client = Client(session, server.base, table, tokens[0], random.Random(1))
        await client.connect()
        asked = await client.until(lambda frame: isinstance(frame.get("ask"), dict))
        assert asked["table"]["hints"] is False
        await client.say(hint=asked["ask"]["n"])
        assert (await client.until(lambda frame: "refused" in frame))["refused"]["reason"] == "no_hints"
        onlooker = Client(session, server.base, table, None, random.Random(1))
        await onlooker.connect()
        await onlooker.say(hint=asked["ask"]["n"])
        assert (await onlooker.until(lambda frame: "refused" in frame))["refused"]["reason"] == "onlooker"
        await client.close()
        await onlooker.close()

    with_session(act)
