"""Hin- und Rückspiel: two games of the same people, the start moves on, both add up; server, log, story and review know it."""

import asyncio
import json
import random
import subprocess
import sys

import pytest
import walk
from table_clients import Client, Server, get, open_table, play_whole, post, with_session
from test_server_advice import review_of

import spieltisch
from spieltisch import Refused
from spieltisch.chance import Fair
from spieltisch.legs import last_note, together
from spieltisch.log import in_lines, replay, verify

rooms = pytest.mark.parametrize("key", walk.KEYS)


async def play_on(session, base, table, tokens, seed):
    """A whole game at a table whose people are seated already."""
    clients = [Client(session, base, table, token, random.Random(f"{seed} {token}")) for token in tokens]
    for client in clients:
        await client.connect()
    await asyncio.gather(*(client.play() for client in clients))
    return clients


async def both_legs(session, base, key, dice, people=2, **more):
    """Two games that belong together: their tables, the last frames of the first seat, and the tokens."""
    table, tokens = await open_table(session, base, key, people, legs=dice, **more)
    tables, frames = [table], []
    for leg in range(2):
        clients = await play_on(session, base, tables[-1], tokens, leg)
        frames.append(clients[0].state)
        assert all(
            frame["table"]["legs"]["leg"] == leg + 1 for client in clients for frame in client.frames if "table" in frame
        )
        if leg == 0:
            tables.append((await post(session, f"{base}/api/tables/{table}/rematch", {}, tokens[-1]))["table"])
    return tables, frames, tokens


async def log_of(session, base, table):
    return replay(in_lines(await get(session, f"{base}/api/tables/{table}/log")))


def test_points_or_places_add_up_and_the_other_breaks_ties():
    one = {"points": [10, 12, 7], "places": [2, 1, 3]}
    other = {"points": [9, 7, 12], "places": [2, 3, 1]}
    assert together("points", one, other) == {"by": "points", "points": [19, 19, 19], "places": [4, 4, 4], "ranks": [1, 1, 1]}
    better = {"points": [9, 7, 11], "places": [2, 3, 1]}
    assert together("points", one, better)["ranks"] == [1, 1, 3]
    assert together("places", one, better)["ranks"] == [1, 1, 3]
    assert together("places", one, {**better, "places": [3, 1, 2]})["ranks"] == [2, 1, 3]
    told = last_note(together("points", one, better))
    assert told == {"event": "both_level", "winners": [0, 1], "order": [0, 1, 2], "points": "19 : 19 : 18", "places": "4 : 4 : 4"}
    assert {spieltisch.game(key).adds_up for key in walk.KEYS} == {"points", "places"}


@rooms
def test_two_games_add_up_and_everything_around_them_says_so(server, key):
    async def act(session):
        tables, frames, tokens = await both_legs(session, server.base, key, "fresh", 3)
        results = [frame["table"]["result"] for frame in frames]
        first, second = [await log_of(session, server.base, table) for table in tables]
        assert verify(first) and verify(second) and first.header["commit"] != second.header["commit"]
        assert second.header["start"] == (first.header["start"] + 1) % 3
        assert first.header["legs"] == {"leg": 1, "dice": "fresh"} and first.both is None
        told = {key: results[0][key] for key in ("places", "points")}
        assert second.header["legs"] == {"leg": 2, "dice": "fresh", "first": tables[0], **told}
        total = together(spieltisch.game(key).adds_up, *results)
        assert "total" not in frames[0]["table"]["legs"] and frames[0]["table"]["legs"]["start"] == first.header["start"]
        assert frames[1]["table"]["legs"]["total"] == total == second.both
        info = await get(session, f"{server.base}/api/tables/{tables[1]}")
        assert info["legs"] == frames[1]["table"]["legs"]
        assert total["points"] == [sum(parts) for parts in zip(*(one["points"] for one in results), strict=True)]
        for lang, words in (("de", ("Hinspiel", "Rückspiel", "zusammen")), ("en", ("First leg", "Return leg", "both legs"))):
            stories = [await get(session, f"{server.base}/api/tables/{table}/story?lang={lang}") for table in tables]
            assert stories[0][0]["text"].startswith(words[0]) and stories[1][0]["text"].startswith(words[1])
            assert words[2] in stories[1][-1]["text"] and "…" not in stories[1][-1]["text"] + stories[1][0]["text"]
            assert stories[1][-1]["at"] == len(second.lines) and "both" not in stories[0][-1]["event"]["event"]
        again = (await post(session, f"{server.base}/api/tables/{tables[1]}/rematch", {}, tokens[0]))["table"]
        info = await get(session, f"{server.base}/api/tables/{again}")
        assert info["legs"]["leg"] == 1 and info["start"] == (first.header["start"] + 2) % 3, "after both comes a new pair"
        return second

    second = with_session(act)
    broken = {**second.header, "legs": {**second.header["legs"], "points": [1, 2]}}
    for header in (broken, {**second.header, "legs": {"leg": 3, "dice": "fresh"}}, {**second.header, "legs": {"leg": 2, "dice": "fresh"}}):
        with pytest.raises(Refused):
            replay([json.dumps(header)])


@rooms
def test_with_the_same_dice_they_go_round_with_the_start(server, key, tmp_path):
    async def act(session):
        tables, frames, tokens = await both_legs(session, server.base, key, "same", start=1)
        first, second = [await log_of(session, server.base, table) for table in tables]
        assert verify(second) == sum(action.by is spieltisch.CHANCE for action in second.actions)
        assert second.header["chance"] == tables[0] and second.header["shifted"] == 1
        assert (second.header["commit"], second.header["entropy"]) == (first.header["commit"], first.header["entropy"])
        assert frames[1]["table"]["duplicate"] is True and "duplicate" not in frames[0]["table"]
        wish = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "pace": "instant"}
        copy = await post(session, f"{server.base}/api/tables/{tables[1]}/duplicate", wish, tokens[0])
        await play_on(session, server.base, copy["table"], [copy["token"]], 9)
        third = await log_of(session, server.base, copy["table"])
        assert verify(third) and third.header["shifted"] == 1 and "legs" not in third.header
        return first, second

    first, second = with_session(act)
    for match, moved in ((first, 0), (second, 1)):
        source = Fair(bytes.fromhex(first.lines[-1]["reveal"]), first.header["id"], first.header["entropy"])
        count = {}
        for action, state in zip(match.actions, match.states, strict=False):
            if action.by is spieltisch.CHANCE:
                kind, seat, total = match.game.lottery(state)
                number = count[kind, seat] = count.get((kind, seat), -1) + 1
                whose = seat if seat is None else (seat - moved) % 2
                assert match.game.drawn(state, source.ticket(kind, whose, number, total)) == action.do
    file = tmp_path / "return.jsonl"
    file.write_text(second.text(), encoding="utf-8")
    for command, wanted in (("replay", "both legs"), ("verify", "Known dice")):
        done = subprocess.run(
            [sys.executable, "-m", "spieltisch", command, str(file), "--lang", "en"], capture_output=True, text=True
        )
        assert done.returncode == 0 and wanted in done.stdout, done.stderr
    wrong = second.text().replace('"shifted": 1', '"shifted": 0')
    with pytest.raises(Refused):
        verify(replay(in_lines(wrong)))


def test_a_restart_between_and_within_two_games_changes_nothing(tmp_path):
    data = tmp_path / "data"

    async def first_leg(session, base):
        table, tokens = await open_table(session, base, walk.KEYS[0], 2, legs="same")
        await play_on(session, base, table, tokens, 0)
        following = (await post(session, f"{base}/api/tables/{table}/rematch", {}, tokens[0]))["table"]
        clients = [await Client(session, base, following, token).connect() for token in tokens]
        await asyncio.gather(*(client.play(12) for client in clients))
        return following, tokens

    async def return_leg(session, base, table, tokens):
        clients = await play_on(session, base, table, tokens, 1)
        assert clients[0].state["table"]["legs"]["total"]["ranks"]
        assert verify(await log_of(session, base, table))

    with Server(data) as running:
        table, tokens = with_session(lambda session: first_leg(session, running.base))
    with Server(data) as running:
        with_session(lambda session: return_leg(session, running.base, table, tokens))
        running.stop()
    done = subprocess.run([sys.executable, "-m", "spieltisch", "check-store", str(data)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_review_of_two_games_says_how_both_ended_and_adds_up_their_luck(server):
    async def act(session):
        tables, frames, _ = await both_legs(session, server.base, walk.KEYS[0], "same")
        first, second = [await review_of(session, f"{server.base}/api/tables/{table}", "de") for table in tables]
        assert first["words"]["legs"].startswith("Das war das Hinspiel.")
        total, said = frames[1]["table"]["legs"]["total"], second["words"]["legs"]
        order = sorted(range(2), key=lambda seat: total["ranks"][seat])
        assert " : ".join(str(total["points"][seat]) for seat in order) in said and "dieselben Würfe" in said
        assert "Angefangen haben beide einmal" in said and "…" not in said
        assert len(second["evening"]["games"]) == 2 and sum(second["evening"]["tenths"]) == 0

    with_session(act)


def test_a_single_game_says_nothing_of_two(server):
    async def act(session):
        table, clients = await play_whole(session, server.base, walk.KEYS[0], 2)
        assert all("legs" not in frame["table"] for frame in clients[0].frames)
        assert "legs" not in await get(session, f"{server.base}/api/tables/{table}")
        assert not {"legs", "shifted"} & (await log_of(session, server.base, table)).header.keys()
        told = await post(session, f"{server.base}/api/tables", {"game": walk.KEYS[0], "seats": [], "legs": "three"}, expect=400)
        assert told["refused"]["reason"] == "unreadable_message"

    with_session(act)
