"""Damage: one table that cannot be read stops no other; a damaged file is named at the start; `check-store` finds every fault."""

import asyncio
import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import time

import aiohttp
import pytest
import walk
from table_clients import Client, Server, get, open_table, play_whole, post, server_here, until, with_session

from spieltisch.server.api import LOBBY
from spieltisch.server.asks import reopened
from spieltisch.server.store_file import NAME
from spieltisch.server.wal import lost_pages, read_index

KEY = walk.KEYS[0]

# what may go wrong with a table's rows, and what `check-store` says of it
WRONGS = {
    "no json": ("update tables set setup = '{' where id = ?", "who sits there"),
    "no setup": ("update tables set setup = '{}' where id = ?", "who sits there"),
    "no game": ("update tables set setup = json_set(setup, '$.game', 'chess') where id = ?", "unknown_game"),
    "odd options": ("update tables set setup = json_set(setup, '$.options', json('{\"x\": 1}')) where id = ?", "who sits there"),
    "odd state": ("update tables set state = 'lost' where id = ?", "who sits there"),
    "odd time": ("update tables set touched = 'soon' where id = ?", "who sits there"),
    "odd secret": ("update tables set secret = 'text' where id = ?", "who sits there"),
    "broken line": ('update lines set line = \'{"by": 9}\' where "table" = (select serial from tables where id = ?) and number > 0', "log"),
    "no header": ('delete from lines where number = 0 and "table" = (select serial from tables where id = ?)', "gap"),
    "no log": ('delete from lines where "table" = (select serial from tables where id = ?)', "belong together"),
    "odd token": ('update tokens set seats = \'{\' where "table" = ?', "keys cannot be read"),
    "no token": ('delete from tokens where "table" = ?', "no key fits"),
}  # fmt: skip
READABLE = {"odd state", "no token"}  # the first is found by nobody who looks for running tables; at the second nobody can move


def command(*arguments, lang="en"):
    line = [sys.executable, "-m", "spieltisch", *map(str, arguments), "--lang", lang]
    return subprocess.run(line, capture_output=True, text=True, timeout=120)


async def table_of_bots(session, base):
    """A table that goes on by itself after a restart."""
    seats = [{"kind": "bot", "level": "random"}] * 3
    made = await post(session, f"{base}/api/tables", {"game": KEY, "seats": seats, "pace": "human"})
    return made["table"], made["token"]


async def has_moved(session, base, table):
    """Somebody has moved since the beginning."""
    looking = await Client(session, base, table).connect()
    first = await looking.until(lambda frame: frame["at"] > 0)
    if first["table"]["to_act"] == [1]:
        await looking.until(lambda frame: frame["at"] > first["at"])
    await looking.close()


@pytest.fixture(scope="module")
def wronged(tmp_path_factory):
    """A stopped server's folder with a good table and, for every wrong, one that has suffered it."""
    folder = tmp_path_factory.mktemp("wronged") / "data"

    async def fill(session):
        bad = {wrong: await open_table(session, server.base, KEY, 1, 1, pace="human", start=1, public=True) for wrong in WRONGS}
        good = await table_of_bots(session, server.base)
        public = await post(session, f"{server.base}/api/tables", {"game": KEY, "seats": [{"kind": "me"}, {"kind": "open"}], "public": True})
        await asyncio.gather(*(has_moved(session, server.base, table) for table, _ in [*bad.values(), good]))
        return bad, good, public["table"]

    with Server(folder) as server:
        bad, good, public = with_session(fill)
        assert server.stop() == 0
    assert command("check-store", folder).returncode == 0
    with contextlib.closing(sqlite3.connect(folder / NAME)) as file, file:
        for wrong, (statement, _) in WRONGS.items():
            assert file.execute(statement, (bad[wrong][0],)).rowcount > 0, wrong
        file.execute("update tables set state = 'open' where id = ?", (bad["no log"][0],))
        file.execute("update tables set state = 'running' where id = ?", (bad["no log"][0],))
    return folder, bad, good, public


def test_a_table_that_cannot_be_read_stops_no_other(wronged, tmp_path):
    kept, bad, (good, token), public = wronged
    folder = tmp_path / "data"
    shutil.copytree(kept, folder)
    with contextlib.closing(sqlite3.connect(folder / NAME)) as file:
        [before] = file.execute('select max(number) from lines where "table" = (select serial from tables where id = ?)', (good,)).fetchone()

    async def act(session):
        base = server.base
        async with asyncio.timeout(30):
            while (await get(session, f"{base}/api/tables/{good}"))["at"] <= before + 1:  # its bot has been woken
                await asyncio.sleep(0.1)
        assert [info["id"] for info in await get(session, f"{base}/api/tables")] == [public]
        tokens = [token, *(tokens[0] for _, tokens in bad.values())]
        mine = {info["id"] for info in await post(session, f"{base}/api/tables/mine", {"tokens": tokens})}
        assert good in mine and not mine & {table for wrong, (table, _) in bad.items() if wrong not in READABLE}
        for wrong, (table, tokens) in bad.items():
            if wrong in READABLE - {"odd state"}:
                continue
            for lang, word in (("en", "damaged"), ("de", "beschädigt")):
                told = await get(session, f"{base}/api/tables/{table}?lang={lang}", expect=500)
                assert told["refused"]["reason"] == "table_damaged" and word in told["refused"]["text"], wrong
            client = await Client(session, base, table, tokens[0], lang="en").connect()
            assert (await client.receive())["refused"]["reason"] == "table_damaged"
            with pytest.raises(ConnectionError):
                await client.receive()
            assert client.ws.close_code == 4500
        assert "spieltisch_tables_damaged_total 11" in await get(session, f"{base}/metrics")

    with Server(folder) as server:
        with_session(act)
        told = [json.loads(line) for line in server.stderr().splitlines() if line.startswith("{")]
        damaged = [line for line in told if line["event"] == "table_damaged"]
        assert sorted(line["about"] for line in damaged) == sorted(bad[wrong][0][:6] for wrong in WRONGS if wrong != "no token")
        assert {line["event"] for line in told} == {"table_damaged"}
        assert server.stop() == 0


def test_check_store_tells_every_fault_in_a_line(wronged):
    folder, bad, (good, _), _ = wronged
    for lang in ("en", "de"):
        done = command("check-store", folder, lang=lang)
        assert done.returncode == 1 and not done.stderr, done
        for wrong, (_, words) in WRONGS.items():
            [line] = [line for line in done.stdout.splitlines() if bad[wrong][0] in line and "no_tokens" not in line][:1]
            assert lang == "de" or words in line, (wrong, line)
        assert good not in done.stdout and "…" not in done.stdout and "store." not in done.stdout
        assert done.stdout.splitlines()[-1].startswith(str(len(WRONGS) + 2))


def test_a_fault_of_ours_with_one_table_keeps_no_other_from_waking(tmp_path, monkeypatch):
    """Not its rows but our code fails over it: the others go on all the same, and so does all housekeeping."""

    def failing(lines):
        if json.loads(lines[0])["id"] == bad:
            raise RuntimeError("a fault of ours")
        return reopened(lines)

    async def open_both():
        async with server_here(tmp_path, grace=0.0) as (base, app, session):
            tables = [(await table_of_bots(session, base))[0] for _ in range(2)]
            await until(lambda: all(app[LOBBY].tables[table].at > 1 for table in tables))
            await app[LOBBY].house.store.touch({tables[0]: time.time() + 10})  # the latest is woken first
            return tables

    async def start_again():
        async with server_here(tmp_path) as (_base, app, _session):
            await until(lambda: good in app[LOBBY].tables)
            assert bad not in app[LOBBY].tables
            told = app[LOBBY].house.report.stream.getvalue()
            assert told.count("table_failed") == 1 and "sweep_failed" not in told

    bad, good = asyncio.run(open_both())
    monkeypatch.setattr("spieltisch.server.table.reopened", failing)
    asyncio.run(start_again())


def test_a_table_that_turns_out_to_be_damaged_is_left_alone(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2, start=0)
            clients = [await Client(session, base, table, token, lang="de").connect() for token in tokens]
            frame = await clients[0].until(lambda frame: frame["ask"])
            house = app[LOBBY].house
            with contextlib.closing(sqlite3.connect(tmp_path / NAME, timeout=30)) as file, file:
                file.execute("update lines set line = 'nonsense' where number = 0")
                file.execute("insert into lines (\"table\", number, line) select serial, ?, 'x' from tables", (frame["at"],))
            house.store._ends.clear()
            await clients[0].answer(frame)  # cannot be kept: there is a line already
            for client in clients:
                refused = await client.until(lambda told: "refused" in told and told["refused"]["reason"] == "table_damaged")
                assert "beschädigt" in refused["refused"]["text"]
                with pytest.raises(ConnectionError):
                    await client.receive()
                assert client.ws.close_code == 4500
            assert house.aside == {table}
            await app[LOBBY].sweep()
            assert table not in app[LOBBY].tables
            await get(session, f"{base}/api/tables/{table}", expect=500)
            other, more = await open_table(session, base, KEY, 1, 1)
            await (await Client(session, base, other, more[0]).connect()).play(20)

    asyncio.run(act())


def test_a_running_server_can_be_looked_through(tmp_path):
    with Server(tmp_path / "data") as server:

        async def act(session):
            playing = [asyncio.create_task(play_whole(session, server.base, key, 2)) for key in walk.KEYS]
            done = await asyncio.to_thread(command, "check-store", server.data)
            assert done.returncode == 0 and "all is well" in done.stdout, done
            await asyncio.gather(*playing)

        with_session(act)
        assert command("check-store", server.data).returncode == 0
        with contextlib.closing(sqlite3.connect(server.data / NAME, timeout=30)) as file, file:
            file.execute("update lines set line = replace(line, '\"do\": \"', '\"do\":  \"') where number > 0")  # the same, differently
            file.execute("update tables set secret = zeroblob(32) where serial = 1")
        done = command("check-store", server.data)
        assert done.returncode == 1 and done.stdout.count("Table ") == 1 and "secret" in done.stdout, done
        assert server.stop() == 0


# ---------------------------------------------------------------- the file itself


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """The folder of a server that was killed while there was something in its write-ahead log."""
    folder = tmp_path_factory.mktemp("killed") / "data"
    with Server(folder) as server:
        with_session(lambda session: play_whole(session, server.base, walk.KEYS[1], 2))
        server.kill()
    return folder


def copied(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "data")


def checkpointed(folder):
    with contextlib.closing(sqlite3.connect(folder / NAME)) as file:
        file.execute("pragma wal_checkpoint(truncate)")
    return folder


def refused_start(folder, lang="en"):
    done = command("serve", "--port", "0", "--data", folder, lang=lang)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done
    assert len(done.stderr.splitlines()) == 1 and "…" not in done.stderr, done.stderr
    return done.stderr


def test_a_damaged_beginning_is_named_at_the_start(killed, tmp_path):
    folder = checkpointed(copied(killed, tmp_path))
    with (folder / NAME).open("r+b") as file:
        file.write(b"\x55" * 100)
    assert "its beginning is damaged" in refused_start(folder) and "sein Anfang" in refused_start(folder, "de")
    assert command("check-store", folder).returncode == 1
    (folder / NAME).write_text("Dear diary")
    assert "is no store of tables" in refused_start(folder)
    (folder / NAME).write_bytes(b"")
    assert "is no store of tables" in refused_start(folder)


def test_a_damaged_page_is_named_at_the_start_and_found_by_the_check(killed, tmp_path):
    folder = checkpointed(copied(killed, tmp_path))
    pages = (folder / NAME).stat().st_size // 4096
    with (folder / NAME).open("r+b") as file:
        for page in range(2, pages):  # all but the schema: whichever is in use
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)
    told = refused_start(folder)
    assert "is damaged (" in told and f"spieltisch check-store {folder}" in told and "copy" in told
    assert "beschädigt" in refused_start(folder, "de")
    done = command("check-store", folder)
    assert done.returncode == 1 and "The file: a page is damaged" in done.stdout and "Traceback" not in done.stderr
    with (folder / NAME).open("r+b") as file:
        file.truncate(pages * 4096 // 2)
    assert "is damaged (" in refused_start(folder)


@pytest.mark.parametrize("harm", ["cut", "gone", "flipped", "no header"])
def test_a_write_ahead_log_that_lost_its_end_is_named_at_the_start(killed, tmp_path, harm):
    folder = copied(killed, tmp_path)
    log = folder / f"{NAME}-wal"
    content = log.read_bytes()
    index = read_index(folder / f"{NAME}-shm")
    assert index.pages > 10 and lost_pages(folder / NAME) is None
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 1
    log.write_bytes({"cut": content[: len(content) // 2], "gone": b"", "flipped": bytes(flipped), "no header": b"\0" * 32 + content[32:]}[harm])
    written, left = lost_pages(folder / NAME)
    assert written == index.pages and (0 < left < written if harm in ("cut", "flipped") else left == 0)
    told = refused_start(folder)
    assert f"of the {written} pages written last, {left} can be read" in told and f"delete {folder / NAME}-shm" in told
    assert told == refused_start(folder)  # looking has changed nothing
    done = command("check-store", folder)
    assert done.returncode == 1 and f"{left} can be read" in done.stdout
    if harm == "cut":  # what the sentence says to do
        (folder / f"{NAME}-shm").unlink()
        with Server(folder) as server:
            assert server.stop() == 0


def test_a_newer_or_untouchable_file_is_named_at_the_start(killed, tmp_path):
    folder = checkpointed(copied(killed, tmp_path))
    with contextlib.closing(sqlite3.connect(folder / NAME)) as file:
        file.execute("pragma user_version = 99")
    assert "newer version (form 99" in refused_start(folder) and "neueren Fassung" in refused_start(folder, "de")
    (tmp_path / "file").write_text("")
    assert "Nothing can be written" in refused_start(tmp_path / "file" / "data")
    assert "There is no store" in command("check-store", tmp_path / "nowhere").stderr


def test_a_clean_file_starts_as_before(killed, tmp_path):
    began = time.monotonic()
    with Server(copied(killed, tmp_path)) as server:
        assert server.stop() == 0
    assert time.monotonic() - began < 60 and aiohttp and until
