"""Where tables are kept: `Store` is the door, SQLite stands behind it. No SQL is written anywhere else.

One thread writes. All that is queued goes into one transaction and is synced to disk once; then those who wait are told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

SCHEMA = 2
MOST_GROUPED = 2000
PAUSE = 0.003  # seconds between two commits: many tables share one, and the first never waits
LONG_PAUSE = 0.010  # after a commit that many have shared
MANY = 16


class StoreFailed(Exception):
    """Something could not be kept; nothing of it is in the store."""


class Kept(Struct):
    """What is kept of a table besides its log: setup is the table's own business, the secret leaves only at the end."""

    id: str
    state: str
    public: bool
    setup: dict[str, Any]
    secret: bytes
    touched: float


class Store(Protocol):
    """What tables need of a store. Every `async` method returns when its effect is on disk, and so does what `append` returns:
    lines may be appended before those ahead of them are kept, and are not kept if one of those is not."""

    async def create(self, kept: Kept, tokens: Sequence[tuple[bytes, list[int]]]) -> None: ...
    async def change(self, kept: Kept, tokens: Sequence[tuple[bytes, list[int]]] = ()) -> None: ...
    def append(self, table: str, number: int, lines: Sequence[str], state: str | None = None) -> asyncio.Future[None]: ...
    async def find(self, table: str) -> Kept | None: ...
    async def lines(self, table: str) -> list[str]: ...
    async def tokens(self, table: str) -> list[tuple[bytes, list[int]]]: ...
    async def tables(self, state: Sequence[str], public: bool = False, most: int = 100) -> list[str]: ...
    async def held_by(self, hashes: Sequence[bytes], most: int = 200) -> list[str]: ...
    async def drop_token(self, table: str, token: bytes) -> None: ...
    async def touch(self, touched: dict[str, float]) -> None: ...
    async def keep_review(self, table: str, review: str) -> None: ...
    async def review(self, table: str) -> str | None: ...
    async def close_idle(self, before: float) -> list[str]: ...
    def close(self) -> None: ...


TABLES = """
create table if not exists tables (
    serial integer primary key, id text not null unique,
    state text not null, public integer not null, setup text not null, secret blob not null, touched real not null
);
create index if not exists tables_by_state on tables (state, public, touched);
create table if not exists lines ( -- in the order of writing: what is written together lies together
    sequence integer primary key, "table" integer not null, number integer not null,
    line text not null -- lines that came together, from this number on
);
create unique index if not exists lines_by_table on lines ("table", number);
create table if not exists tokens (
    hash blob not null, "table" text not null, seats text not null, primary key (hash, "table")
) without rowid;
create index if not exists tokens_by_table on tokens ("table");
create table if not exists reviews ("table" text primary key, review text not null) without rowid;
"""
FROM_1 = f"""
begin immediate;
alter table tables rename to old_tables;
alter table lines rename to old_lines;
drop index tables_by_state;
{TABLES}
insert into tables (id, state, public, setup, secret, touched) select * from old_tables order by touched;
insert into lines ("table", number, line) select serial, number, line from old_lines join tables on "table" = id order by serial, number;
drop table old_tables;
drop table old_lines;
pragma user_version = 2;
commit;
"""
KEPT = "id, state, public, setup, secret, touched"
# One statement for all lines of a group: each step of a statement would wait for the interpreter's lock anew.
ADD_LINES = """insert into lines ("table", number, line)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') from json_each(?)"""
LAST_LINES = """select serial, number, line from tables left join lines on "table" = serial where id = ? order by number desc limit 1"""
MOST_ENDS = 100_000  # kept in memory

Work = Callable[[sqlite3.Connection], Any]
Row = tuple[str, int, str]  # lines to be added: the table, the first one's number, the lines
Job = tuple[Work | Row, asyncio.Future[Any]]


class SqliteStore:
    """A store in one file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.commits = 0
        self.written = 0
        self.commit_seconds = 0.0
        self._ended = 0.0
        self._ends: dict[str, tuple[int, int]] = {}  # of logs: the writer's own
        self._gathered: list[Job] = []
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        connection = self._connect()
        version = connection.execute("pragma user_version").fetchone()[0]
        if version > SCHEMA:
            raise StoreFailed(f"{path} was written by a newer version")
        connection.executescript(FROM_1 if version == 1 else TABLES)
        connection.execute(f"pragma user_version = {SCHEMA}")
        connection.close()
        path.chmod(0o600)
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma busy_timeout = 30000")
        return connection

    # ------------------------------------------------ the writer's thread

    def _write(self) -> None:
        """Take all that is queued, commit it together, tell those who wait."""
        connection = self._connect()
        pause = PAUSE
        while (jobs := self._queue.get()) is not None:
            if (rest := pause - (time.perf_counter() - self._ended)) > 0:
                time.sleep(rest)
            is_last = False
            while len(jobs) < MOST_GROUPED and not is_last and not self._queue.empty():
                more = self._queue.get()
                is_last = more is None
                jobs += more or []
            self._commit(connection, jobs)
            pause = LONG_PAUSE if len(jobs) >= MANY else PAUSE
            if is_last:
                break
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> None:
        began = time.perf_counter()
        try:
            answers: list[Any] = self._transact(connection, [work for work, _ in jobs])
        except Exception as problem:
            if len(jobs) > 1:  # one of them is at fault: let the others pass
                for job in jobs:
                    self._commit(connection, [job])
                return
            answers = [StoreFailed(str(problem))]
        self.commits += 1
        self._ended = time.perf_counter()
        self.commit_seconds += self._ended - began
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            jobs[0][1].get_loop().call_soon_threadsafe(_tell, [future for _, future in jobs], answers)

    def _transact(self, connection: sqlite3.Connection, works: list[Any]) -> list[Any]:
        """One transaction; plain lines of all tables go in with a single statement, which is one by itself."""
        written = self.written
        lines = [work for work in works if isinstance(work, tuple)]
        try:
            if len(lines) == len(works):
                self._add_lines(connection, lines)
                return [None] * len(works)
            connection.execute("begin immediate")
            if lines:
                self._add_lines(connection, lines)
            answers = [None if isinstance(work, tuple) else work(connection) for work in works]
            connection.execute("commit")
        except BaseException:
            self._ends.clear()
            self.written = written
            with contextlib.suppress(sqlite3.Error):
                connection.execute("rollback")
            raise
        return answers

    def _add_lines(self, connection: sqlite3.Connection, rows: list[Row]) -> None:
        told = []
        for table, number, lines in rows:
            serial, due = self._end(connection, table)
            if number != due:
                raise StoreFailed("lines are missing")
            count = lines.count("\n") + 1
            self._ends[table] = serial, number + count
            self.written += count
            told.append((serial, number, lines))
        connection.execute(ADD_LINES, (as_text(told),))

    def _end(self, connection: sqlite3.Connection, table: str) -> tuple[int, int]:
        """The number under which a table's lines are kept, and that of its next line."""
        if table not in self._ends:
            found = connection.execute(LAST_LINES, (table,)).fetchone()
            if found is None:
                raise StoreFailed("no such table")
            if len(self._ends) >= MOST_ENDS:
                self._ends.clear()
            serial, number, lines = found
            self._ends[table] = serial, 0 if number is None else number + lines.count("\n") + 1
        return self._ends[table]

    def _do(self, work: Work | Row) -> asyncio.Future[Any]:
        """Have something written or read: together with all else that is asked for in this turn of the loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append((work, future))
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queue.put(gathered)

    # ------------------------------------------------ the door

    async def create(self, kept: Kept, tokens: Sequence[tuple[bytes, list[int]]]) -> None:
        """A new table and the hashes of its tokens."""
        row = (kept.id, kept.state, kept.public, as_text(kept.setup), kept.secret, kept.touched)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(f"insert into tables ({KEPT}) values (?, ?, ?, ?, ?, ?)", row)
            _add_tokens(connection, kept.id, tokens)

        await self._do(work)

    async def change(self, kept: Kept, tokens: Sequence[tuple[bytes, list[int]]] = ()) -> None:
        """Who sits at a table, and further tokens."""
        row = (kept.state, kept.public, as_text(kept.setup), kept.touched, kept.id)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("update tables set state = ?, public = ?, setup = ?, touched = ? where id = ?", row)
            _add_tokens(connection, kept.id, tokens)

        await self._do(work)

    def append(
        self, table: str, number: int, lines: Sequence[str], state: str | None = None
    ) -> asyncio.Future[None]:
        """Further lines of a log, numbered on from `number`; all of them or none."""
        row = (table, number, "\n".join(lines))
        if state is None:
            return self._do(row)

        def work(connection: sqlite3.Connection) -> None:
            self._add_lines(connection, [row])
            connection.execute("update tables set state = ?, touched = ? where id = ?", (state, time.time(), table))

        return self._do(work)

    async def find(self, table: str) -> Kept | None:
        """What is kept of a table."""
        row = await self._do(
            lambda connection: connection.execute(f"select {KEPT} from tables where id = ?", (table,)).fetchone()
        )
        return None if row is None else Kept(row[0], row[1], bool(row[2]), json.loads(row[3]), row[4], row[5])

    async def lines(self, table: str) -> list[str]:
        """The log of a table."""
        select = 'select line from lines where "table" = (select serial from tables where id = ?) order by number'
        rows = await self._do(lambda connection: connection.execute(select, (table,)).fetchall())
        return [line for row in rows for line in row[0].split("\n")]

    async def tokens(self, table: str) -> list[tuple[bytes, list[int]]]:
        """The hashes of a table's tokens and the seats they hold."""
        select = 'select hash, seats from tokens where "table" = ?'
        rows = await self._do(lambda connection: connection.execute(select, (table,)).fetchall())
        return [(row[0], json.loads(row[1])) for row in rows]

    async def tables(self, state: Sequence[str], public: bool = False, most: int = 100) -> list[str]:
        """The tables in one of these states, the latest first."""
        marks = ", ".join("?" * len(state))
        select = f"select id from tables where state in ({marks}) and public >= ? order by touched desc limit ?"
        values = (*state, int(public), most)
        return [row[0] for row in await self._do(lambda connection: connection.execute(select, values).fetchall())]

    async def held_by(self, hashes: Sequence[bytes], most: int = 200) -> list[str]:
        """The tables at which one of these tokens holds a seat."""
        marks = ", ".join("?" * len(hashes))
        select = f'select distinct "table" from tokens where hash in ({marks}) limit ?'
        return [
            row[0] for row in await self._do(lambda connection: connection.execute(select, (*hashes, most)).fetchall())
        ]

    async def drop_token(self, table: str, token: bytes) -> None:
        """A token holds its seats no longer."""
        delete = 'delete from tokens where "table" = ? and hash = ?'
        await self._do(lambda connection: connection.execute(delete, (table, token)) and None)

    async def touch(self, touched: dict[str, float]) -> None:
        """When something last happened at these tables."""
        rows = [(when, table) for table, when in touched.items()]
        await self._do(
            lambda connection: connection.executemany("update tables set touched = ? where id = ?", rows) and None
        )

    async def keep_review(self, table: str, review: str) -> None:
        """The account of a finished game, as JSON."""
        await self._do(
            lambda connection: (
                connection.execute("insert or replace into reviews values (?, ?)", (table, review)) and None
            )
        )

    async def review(self, table: str) -> str | None:
        """The account of a finished game, if it has been made."""
        select = 'select review from reviews where "table" = ?'
        row = await self._do(lambda connection: connection.execute(select, (table,)).fetchone())
        return None if row is None else str(row[0])

    async def close_idle(self, before: float) -> list[str]:
        """Close the tables at which nothing has happened since; which they were."""
        update = "update tables set state = 'closed' where state in ('open', 'running') and touched < ? returning id"
        return [row[0] for row in await self._do(lambda connection: connection.execute(update, (before,)).fetchall())]

    def close(self) -> None:
        """Write what is queued and stop."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()


def as_text(told: Any) -> str:
    """Something as JSON."""
    return msgspec.json.encode(told).decode()


def _add_tokens(connection: sqlite3.Connection, table: str, tokens: Sequence[tuple[bytes, list[int]]]) -> None:
    rows = [(token, table, as_text(seats)) for token, seats in tokens]
    connection.executemany("insert or replace into tokens values (?, ?, ?)", rows)


def _tell(futures: list[asyncio.Future[Any]], answers: list[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, StoreFailed):
            future.set_exception(answer)
        else:
            future.set_result(answer)
