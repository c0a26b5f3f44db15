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
        assert len(made["seats"]) == 2
        assert [100 * share for share in made["actions"][-1]["after"]] == [seat["result"] for seat in made["seats"]]
        assert made["evening"]["games"][0]["luck"] == [seat["luck"] for seat in made["seats"]] and made["evening"]["text"]
        assert told["hint"]["note"].startswith("Among equals") or told["hint"]["note"].startswith("Unter gleich")
        german = await review_of(session, url, "de")
        assert german["seats"] == made["seats"] and german["words"]["how"] != made["words"]["how"]
        assert german["actions"][0]["text"] != made["actions"][0]["text"]
        await client.close()

    with_session(act)


def test_rematches_add_up_to_an_evening_and_old_reviews_are_made_anew(server):
    async def act(session):
        table, tokens = await open_table(session, server.base, walk.KEYS[0], 1, 1)
        lucks = []
        for game in range(2):
            client = Client(session, server.base, table, tokens[0], random.Random(game))
            await client.connect()
            await client.play()
            await client.close()
            url = f"{server.base}/api/tables/{table}"
            if game == 0:
                async with session.post(f"{url}/rematch", headers={"Authorization": f"Bearer {tokens[0]}"}) as answer:
                    following = (await answer.json())["table"]
            else:
                made = await review_of(session, url)
                lucks = [one["luck"] for one in made["evening"]["games"]]
                assert lucks[-1] == [seat["luck"] for seat in made["seats"]]
                assert sum(made["evening"]["tenths"]) == 0 and made["evening"]["title"]
            table = following
        assert len(lucks) == 2

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
