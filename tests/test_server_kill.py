"""Durable before told: killed at any moment under load and started again, every table stands where its last acknowledged move left it."""

import asyncio
import random
import sqlite3

import aiohttp
import pytest
import walk
from table_clients import Client, Server, check_told, get, open_table

from spieltisch.log import replay, verify
from spieltisch.server.store import Kept, SqliteStore, StoreFailed

TABLES = 9
KILLS = 5


async def play_through_kills(session, server, table, token, seat):
    """Play a game to its end, however often the server dies; what was told is never taken back."""
    client = Client(session, server.base, table, token, random.Random(f"{table} {seat}"))
    seen = 0
    sent = {}
    while True:
        try:
            await client.connect()
            first = True
            while True:
                frame = await client.receive(30)
                assert "refused" not in frame, frame
                if first:
                    assert frame["at"] >= seen, "the server has forgotten what it told"
                    first = False
                seen = max(seen, frame["at"])
                if frame["table"]["state"] == "over":
                    await client.close()
                    return client
                if frame["ask"]:
                    n = frame["ask"]["n"]
                    sent.setdefault(n, client.luck.choice(frame["ask"]["moves"]))
                    await asyncio.sleep(0.01)
                    await client.say(do=sent[n], ask=n)  # a retry says the same again
        except (aiohttp.ClientError, ConnectionError, OSError):
            await asyncio.sleep(0.05)


def test_killed_under_load_again_and_again(tmp_path):
    server = Server(tmp_path / "data").start()
    luck = random.Random(7)

    async def kill_again_and_again(playing):
        for kills in range(KILLS):
            await asyncio.sleep(luck.uniform(0.02, 0.4))
            if all(task.done() for task in playing):
                assert kills > 1
                return
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

    async def act():
        async with aiohttp.ClientSession() as session:
            tables = [
                await open_table(session, server.base, walk.KEYS[number % 3], 2, number % 2) for number in range(TABLES)
            ]
            playing = [
                asyncio.create_task(play_through_kills(session, server, table, token, seat))
                for table, tokens in tables
                for seat, token in enumerate(tokens)
            ]
            await kill_again_and_again(playing)
            clients = await asyncio.wait_for(asyncio.gather(*playing), 60)
            for number, (table, _) in enumerate(tables):
                log = await get(session, f"{server.base}/api/tables/{table}/log")
                assert verify(replay(log.splitlines())) > 0
                for seat in (0, 1):
                    frames = clients[2 * number + seat].frames
                    assert check_told(log, seat, luck.sample(frames, min(10, len(frames)))) > 3

    asyncio.run(act())
    assert server.stop() == 0
    assert "failed" not in server.stderr()


def test_bots_go_on_by_themselves_after_a_restart(tmp_path):
    server = Server(tmp_path / "data").start()

    async def begin():
        async with aiohttp.ClientSession() as session:
            seats = [{"kind": "bot", "level": "random"}] * 3
            body = {"game": walk.KEYS[0], "seats": seats, "pace": "human"}
            async with session.post(f"{server.base}/api/tables", json=body) as answer:
                table = (await answer.json())["table"]
            watching = await Client(session, server.base, table).connect()
            frame = await watching.until(lambda frame: frame["at"] > 8)
            return table, frame["at"]

    async def look(table, at):
        async with aiohttp.ClientSession() as session:
            for _ in range(200):
                if (await get(session, f"{server.base}/api/tables/{table}"))["at"] > at:
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("nobody moves")

    table, at = asyncio.run(begin())
    server.kill()
    with sqlite3.connect(server.data / "spieltisch.sqlite") as file:
        rows = file.execute('select line from lines join tables on "table" = serial where id = ?', (table,)).fetchall()
        kept = sum(len(row[0].split("\n")) for row in rows)
    assert kept >= at
    server.start()
    asyncio.run(look(table, kept))
    assert server.stop() == 0


def test_what_is_kept_holds_no_token_and_the_log_no_secret(tmp_path):
    with Server(tmp_path / "data") as server:

        async def act():
            async with aiohttp.ClientSession() as session:
                table, tokens = await open_table(session, server.base, walk.KEYS[0], 2)
                clients = [await Client(session, server.base, table, token).connect() for token in tokens]
                await asyncio.gather(*(client.play(10) for client in clients))
                return table, tokens, "".join(text for client in clients for text in client.texts)

        table, tokens, told = asyncio.run(act())
        with sqlite3.connect(server.data / "spieltisch.sqlite") as file:
            secret = file.execute("select secret from tables where id = ?", (table,)).fetchone()[0]
            content = "\n".join(file.iterdump())
        assert all(token not in content and token not in server.stderr() and token not in told for token in tokens)
        assert secret.hex() not in told and secret.hex() not in server.stderr()
        assert (server.data / "spieltisch.sqlite").stat().st_mode & 0o077 == 0


def test_two_servers_do_not_share_a_folder(tmp_path):
    import subprocess
    import sys

    with Server(tmp_path / "data"):
        command = [
            sys.executable,
            "-m",
            "spieltisch",
            "serve",
            "--data",
            str(tmp_path / "data"),
            "--port",
            "0",
            "--lang",
            "en",
        ]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert second.returncode == 1 and "already in use" in second.stderr


def test_a_file_of_the_first_version_is_read_and_written_on(tmp_path):
    with sqlite3.connect(tmp_path / "old.sqlite") as file:
        file.executescript("""
            create table tables (
                id text primary key, state text not null, public integer not null, setup text not null, secret blob not null, touched real not null
            ) without rowid;
            create index tables_by_state on tables (state, public, touched);
            create table lines ("table" text not null, number integer not null, line text not null, primary key ("table", number)) without rowid;
            create table tokens (hash blob not null, "table" text not null, seats text not null, primary key (hash, "table")) without rowid;
            insert into tables values ('late', 'running', 0, '{"game": "x"}', x'01', 7.0), ('early', 'over', 1, '{}', x'02', 3.0);
            insert into lines values ('late', 0, 'first' || char(10) || 'second'), ('early', 0, 'alone'), ('late', 2, 'third');
            insert into tokens values (x'0a', 'late', '[0]');
            pragma user_version = 1;
        """)

    async def act():
        store = SqliteStore(tmp_path / "old.sqlite")
        assert await store.lines("late") == ["first", "second", "third"] and await store.lines("early") == ["alone"]
        assert await store.find("late") == Kept("late", "running", False, {"game": "x"}, b"\1", 7.0)
        assert await store.tokens("late") == [(b"\n", [0])] and await store.tables(["over"]) == ["early"]
        await store.append("late", 3, ["fourth", "fifth"], "over")
        for table, number in (("late", 3), ("nowhere", 0)):
            with pytest.raises(StoreFailed):
                await store.append(table, number, ["again"])
        store.close()
        again = SqliteStore(tmp_path / "old.sqlite")
        assert (await again.lines("late"))[2:] == ["third", "fourth", "fifth"]
        again.close()

    asyncio.run(act())
