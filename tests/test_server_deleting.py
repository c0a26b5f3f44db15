"""What leaves for good: a table that all want deleted, those kept for long enough, those that the host prunes."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time

import pytest
import walk
from table_clients import Client, Server, get, open_table, play_whole, post, seated, server_here, with_session

from spieltisch.log import replay, verify
from spieltisch.server.api import LOBBY
from spieltisch.server.lobby import DELETED_AT_ONCE
from spieltisch.server.seats import GONE_DAYS, today
from spieltisch.server.store_file import NAME

KEY = walk.KEYS[0]
PATHS = ("", "/log", "/story", "/at/1", "/review", "/chances")


async def delete(session, base, table, token=None, expect=200):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.delete(f"{base}/api/tables/{table}", headers=headers) as answer:
        told = await answer.json()
        assert answer.status == expect, (answer.status, told)
        return told


async def is_gone(session, base, table, tokens):
    """Nothing anywhere knows of the table."""
    for path in PATHS:
        assert (await get(session, f"{base}/api/tables/{table}{path}", expect=404))["refused"]["reason"] == "no_such_table"
    assert table not in [info["id"] for info in await post(session, f"{base}/api/tables/mine", {"tokens": tokens})]
    late = await Client(session, base, table, tokens[0]).connect()
    with pytest.raises(ConnectionError):
        await late.receive()
    assert late.ws.close_code == 4404
    await delete(session, base, table, tokens[0], expect=404)


def rows_of(folder):
    """How many rows of each kind the file has."""
    with contextlib.closing(sqlite3.connect(folder / NAME, timeout=30)) as file:
        return {name: file.execute(f"select count(*) from {name}").fetchone()[0] for name in ("tables", "lines", "tokens", "reviews")}


def test_a_table_is_deleted_when_all_agree_who_sit_there(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2, 1)
            clients = await seated(session, base, table, tokens)
            silent = await session.ws_connect(f"{base}/ws/tables/{table}")  # has not said hello
            await delete(session, base, table, expect=401)
            await delete(session, base, table, "somebody else's", expect=403)
            told = await delete(session, base, table, tokens[1])
            assert told == {"deleted": False, "agreed": [1], "missing": [0]} == await delete(session, base, table, tokens[1])
            for client in clients:
                frame = await client.until(lambda frame: "delete" in frame.get("table", {}))
                assert frame["table"]["delete"] == {"agreed": [1], "missing": [0]}
            assert (await get(session, f"{base}/api/tables/{table}"))["delete"] == {"agreed": [1], "missing": [0]}
            told = await delete(session, base, table, tokens[0])
            assert told == {"deleted": True, "agreed": [0, 1], "missing": []}
            for client in clients:
                with pytest.raises(ConnectionError):
                    while True:
                        await client.receive()
                assert client.ws.close_code == 4404
            await silent.send_json({})
            await silent.receive()
            await is_gone(session, base, table, tokens)
            assert rows_of(tmp_path) == {"tables": 0, "lines": 0, "tokens": 0, "reviews": 0}
            assert app[LOBBY].house.report.counts["tables_deleted"] == 1
            assert not app[LOBBY].house.report.stream.getvalue()

    asyncio.run(act())


def test_duplicates_and_rematches_outlive_a_deleted_table(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, _app, session):
            table, clients = await play_whole(session, base, KEY, 2)
            tokens = [client.token for client in clients]
            seats = [{"kind": "me"}, {"kind": "bot"}]
            copy = await post(session, f"{base}/api/tables/{table}/duplicate", {"seats": seats, "pace": "instant"}, tokens[0])
            again = await post(session, f"{base}/api/tables/{table}/rematch", token=tokens[0])
            for token in tokens:
                told = await delete(session, base, table, token)
            assert told["deleted"]
            await is_gone(session, base, table, tokens)
            await (await Client(session, base, copy["table"], copy["token"]).connect()).play()
            players = await seated(session, base, again["table"], tokens)
            await asyncio.gather(*(player.play() for player in players))
            for other in (copy["table"], again["table"]):
                assert verify(replay((await get(session, f"{base}/api/tables/{other}/log")).split("\n")[:-1]))

    asyncio.run(act())


def test_alone_with_bots_or_left_by_all_others_one_is_enough(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 1, 2, pace="human")
            await Client(session, base, table, tokens[0]).connect()
            assert (await delete(session, base, table, tokens[0]))["deleted"]
            await is_gone(session, base, table, tokens)

            table, tokens = await open_table(session, base, KEY, 2)
            setup = app[LOBBY].tables[table].setup
            assert setup.seen == {"0": today(), "1": today()}
            setup.seen["1"] = today() - GONE_DAYS
            assert not (await delete(session, base, table, tokens[0]))["deleted"]
            setup.seen["1"] -= 1
            assert (await delete(session, base, table, tokens[0])) == {"deleted": True, "agreed": [0], "missing": []}
            await is_gone(session, base, table, tokens)

    asyncio.run(act())


def test_a_review_of_a_deleted_table_is_not_kept(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, clients = await play_whole(session, base, KEY, 1, 1)
            await get(session, f"{base}/api/tables/{table}/review", expect=202)
            await delete(session, base, table, clients[0].token)
            await asyncio.gather(*app[LOBBY].house.advisers._tasks)
            assert rows_of(tmp_path) == {"tables": 0, "lines": 0, "tokens": 0, "reviews": 0}

    asyncio.run(act())


# ---------------------------------------------------------------- by age


def aged(folder, table, days):
    """Let so many days pass at a table."""
    with contextlib.closing(sqlite3.connect(folder / NAME, timeout=30)) as file, file:
        assert file.execute("update tables set touched = ? where id = ?", (time.time() - days * 24 * 3600, table)).rowcount == 1


def test_finished_tables_are_kept_as_long_as_the_host_says(tmp_path):
    async def act():
        async with server_here(tmp_path, keep_days=10) as (base, app, session):
            (old, [mine]), (new, _) = [await play_whole(session, base, KEY, 1, 1) for _ in range(2)]
            watched, [watching] = await play_whole(session, base, KEY, 1, 1)
            idle, _ = await open_table(session, base, KEY, 2)
            for client in (mine, watching):
                await client.close()
            for table in (old, watched, idle):
                app[LOBBY].tables.pop(table, None)
                aged(tmp_path, table, 11)
            aged(tmp_path, new, 9)
            watching = await Client(session, base, watched, watching.token).connect()
            await watching.receive()
            await app[LOBBY].sweep()
            await is_gone(session, base, old, [mine.token])
            for table in (new, watched, idle):
                await get(session, f"{base}/api/tables/{table}")
            assert app[LOBBY].house.report.counts["tables_deleted"] == 1

    asyncio.run(act())


def test_many_old_tables_leave_in_one_sweep_a_few_at_a_time(tmp_path):
    """Between them moves are kept: one transaction for all would hold them up."""

    async def act():
        async with server_here(tmp_path, keep_days=10) as (base, app, session):
            lobby = app[LOBBY]
            for _ in range(2 * DELETED_AT_ONCE + 5):
                await open_table(session, base, KEY, 1, 1, begin="hand")
            lobby.tables.clear()
            with contextlib.closing(sqlite3.connect(tmp_path / NAME, timeout=30)) as file, file:
                file.execute("update tables set state = 'closed', touched = 0")
            steps, delete_old = [], lobby.house.store.delete_old

            async def watched(*told):
                gone = await delete_old(*told)
                steps.append(len(gone))
                return gone

            lobby.house.store.delete_old = watched
            await lobby.sweep()
            assert steps == [DELETED_AT_ONCE, DELETED_AT_ONCE, 5]
            assert lobby.house.report.counts["tables_deleted"] == 2 * DELETED_AT_ONCE + 5
            assert lobby.house.report.stream.getvalue().count("tables_deleted") == 1

    asyncio.run(act())


def test_prune_deletes_what_is_old_and_gives_the_space_back(tmp_path):
    def prune(*options, lang="en"):
        line = [sys.executable, "-m", "spieltisch", "prune", "--data", str(server.data), "--lang", lang, *options]
        return subprocess.run(line, capture_output=True, text=True, timeout=120)

    async def play(session):
        tables = [(await play_whole(session, server.base, key, 2))[0] for key in walk.KEYS]
        return tables, (await open_table(session, server.base, KEY, 2))[0]

    with Server(tmp_path / "data") as server:
        (old, new, closed), running = with_session(play)
        assert prune("--older", "3").returncode == 1  # the server has the folder
        assert server.stop() == 0
    for table in (old, closed, running):
        aged(server.data, table, 4)
    with contextlib.closing(sqlite3.connect(server.data / NAME)) as file, file:
        file.execute("update tables set state = 'closed' where id = ?", (closed,))
    size = (server.data / NAME).stat().st_size
    done = prune("--older", "3", "--dry-run")
    assert done.returncode == 0 and old in done.stdout and new not in done.stdout and rows_of(server.data)["tables"] == 4
    done = prune("--older", "3", lang="de")
    assert done.returncode == 0 and "Endgültig gelöschte Tische: 2." in done.stdout and "…" not in done.stdout, done
    assert old in done.stdout and closed in done.stdout and running not in done.stdout
    assert rows_of(server.data)["tables"] == 2 and (server.data / NAME).stat().st_size < size
    content = b"".join(file.read_bytes() for file in server.data.iterdir())
    assert old.encode() not in content and new.encode() in content
    for wrong in ("-1", "nan", "soon"):
        assert prune("--older", wrong).returncode == 2
    check = [sys.executable, "-m", "spieltisch", "check-store", str(server.data)]
    assert subprocess.run(check, capture_output=True, timeout=120).returncode == 0
