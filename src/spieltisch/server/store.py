"""Where tables are kept: `Store` is the door, SQLite stands behind it; `store_file` has the file itself. No SQL is written anywhere else.

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

from msgspec import Struct

from .store_file import as_text, connect, delete_tables, is_damage, old_tables, prepare

MOST_GROUPED = 2000
PAUSE = 0.003  # seconds between two commits: many tables share one, and the first never waits
LONG_PAUSE = 0.010  # after a commit that many have shared
MANY = 16
FAILING_SECONDS = 1.0  # after a failed write nothing else is tried for so long
FRESH_SECONDS = 5.0  # a write is proof for so long that others will work


class StoreFailed(Exception):
    """Something could not be kept; nothing of it is in the store."""


class Damaged(StoreFailed):
    """What is kept of a table cannot be read, and trying again will not help."""


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
    def append(
        self, table: str, number: int, lines: Sequence[str], state: str | None = None, setup: dict[str, Any] | None = None
    ) -> asyncio.Future[None]: ...
    async def find(self, table: str) -> Kept | None: ...
    async def lines(self, table: str) -> list[str]: ...
    async def tokens(self, table: str) -> list[tuple[bytes, list[int]]]: ...
    async def tables(self, state: Sequence[str], public: bool = False, most: int = 100) -> list[str]: ...
    async def held_by(self, hashes: Sequence[bytes], most: int = 200) -> list[str]: ...
    async def drop_token(self, table: str, token: bytes) -> None: ...
    async def touch(self, touched: dict[str, float]) -> None: ...
    async def keep_review(self, table: str, review: str) -> None: ...
    async def review(self, table: str) -> str | None: ...
    async def close_idle(self, before: float, apart: Sequence[str] = ()) -> list[str]: ...
    async def delete_old(self, before: float, apart: Sequence[str], most: int) -> list[str]: ...
    async def delete(self, tables: Sequence[str]) -> None: ...
    async def probe(self) -> None: ...
    trouble: str | None
    @property
    def is_failing(self) -> bool: ...
    def close(self) -> None: ...


KEPT = "id, state, public, setup, secret, touched"
# One statement for all lines of a group: each step of a statement would wait for the interpreter's lock anew.
ADD_LINES = """insert into lines ("table", number, line)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') from json_each(?)"""
# A few bytes that come and go: is there still room for a move?
PROBE = ("insert or replace into reviews values ('', '')", """delete from reviews where "table" = ''""")
LAST_LINES = """select serial, number, line from tables left join lines on "table" = serial where id = ? order by number desc limit 1"""
MOST_ENDS = 100_000  # kept in memory

Work = Callable[[sqlite3.Connection], Any]
Row = tuple[str, int, str]  # lines to be added: the table, the first one's number, the lines
Job = tuple[Work | Row, asyncio.Future[Any]]


class SqliteStore:
    """A store in one file."""

    def __init__(self, path: Path) -> None:
        prepare(path)
        self.path = path
        self.commits = 0
        self.written = 0
        self.commit_seconds = 0.0
        self._ended = 0.0
        self._ends: dict[str, tuple[int, int]] = {}  # of logs: the writer's own
        self._gathered: list[Job] = []
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.trouble: str | None = None  # why the latest write failed
        self._failed = self._wrote = -FRESH_SECONDS
        self._probing: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    # ------------------------------------------------ the writer's thread

    def _write(self) -> None:
        """Take all that is queued, commit it together, tell those who wait."""
        connection = connect(self.path)
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
        began, changes = time.perf_counter(), connection.total_changes
        try:
            answers: list[Any] = self._transact(connection, [work for work, _ in jobs])
            if connection.total_changes != changes:
                self.trouble, self._wrote = None, time.monotonic()
        except Exception as problem:
            if len(jobs) > 1:  # one of them is at fault: let the others pass
                for job in jobs:
                    self._commit(connection, [job])
                return
            answers = [self._failure(problem)]
        self.commits += 1
        self._ended = time.perf_counter()
        self.commit_seconds += self._ended - began
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            jobs[0][1].get_loop().call_soon_threadsafe(_tell, [future for _, future in jobs], answers)

    def _failure(self, problem: Exception) -> StoreFailed:
        """What whoever waits is told; whether it is the disk's fault is kept in mind."""
        if isinstance(problem, StoreFailed):
            return problem
        if isinstance(problem, sqlite3.Error) and not isinstance(problem, sqlite3.IntegrityError):
            self.trouble, self._failed = str(problem), time.monotonic()
        return (Damaged if is_damage(problem) else StoreFailed)(str(problem))

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
            done = connection.execute("update tables set state = ?, public = ?, setup = ?, touched = ? where id = ?", row)
            if not done.rowcount:
                raise StoreFailed("no such table")
            _add_tokens(connection, kept.id, tokens)

        await self._do(work)

    def append(
        self, table: str, number: int, lines: Sequence[str], state: str | None = None, setup: dict[str, Any] | None = None
    ) -> asyncio.Future[None]:
        """Further lines of a log, numbered on from `number`, and what changes with them; all of it or nothing."""
        row = (table, number, "\n".join(lines))
        if state is None and setup is None:
            return self._do(row)
        values = (state, None if setup is None else as_text(setup), time.time(), table)

        def work(connection: sqlite3.Connection) -> None:
            self._add_lines(connection, [row])
            update = "update tables set state = coalesce(?, state), setup = coalesce(?, setup), touched = ? where id = ?"
            connection.execute(update, values)

        return self._do(work)

    async def find(self, table: str) -> Kept | None:
        """What is kept of a table."""
        row = await self._do(
            lambda connection: connection.execute(f"select {KEPT} from tables where id = ?", (table,)).fetchone()
        )
        return None if row is None else Kept(row[0], row[1], bool(row[2]), _read(row[3]), row[4], row[5])

    async def lines(self, table: str) -> list[str]:
        """The log of a table."""
        select = 'select line from lines where "table" = (select serial from tables where id = ?) order by number'
        rows = await self._do(lambda connection: connection.execute(select, (table,)).fetchall())
        return [line for row in rows for line in row[0].split("\n")]

    async def tokens(self, table: str) -> list[tuple[bytes, list[int]]]:
        """The hashes of a table's tokens and the seats they hold."""
        select = 'select hash, seats from tokens where "table" = ?'
        rows = await self._do(lambda connection: connection.execute(select, (table,)).fetchall())
        return [(row[0], _read(row[1])) for row in rows]

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
        """The account of a finished game, as JSON; of a table that is gone meanwhile nothing is kept."""
        insert = "insert or replace into reviews select id, ? from tables where id = ?"
        await self._do(lambda connection: connection.execute(insert, (review, table)) and None)

    async def review(self, table: str) -> str | None:
        """The account of a finished game, if it has been made."""
        select = 'select review from reviews where "table" = ?'
        row = await self._do(lambda connection: connection.execute(select, (table,)).fetchone())
        return None if row is None else str(row[0])

    async def close_idle(self, before: float, apart: Sequence[str] = ()) -> list[str]:
        """Close the tables at which nothing has happened since, but those set apart; which they were."""
        update = """update tables set state = 'closed' where state in ('open', 'running') and touched < ?
            and id not in (select value from json_each(?)) returning id"""
        values = (before, as_text(list(apart)))
        return [row[0] for row in await self._do(lambda connection: connection.execute(update, values).fetchall())]

    async def delete_old(self, before: float, apart: Sequence[str], most: int) -> list[str]:
        """Delete tables that have ended or were closed, and at which nothing has happened since, but those set apart; which they were."""

        def work(connection: sqlite3.Connection) -> list[str]:
            tables = old_tables(connection, before, apart, most)
            self._delete(connection, tables)
            return tables

        return list(await self._do(work))

    async def delete(self, tables: Sequence[str]) -> None:
        """Everything of these tables is gone for good."""
        await self._do(lambda connection: self._delete(connection, tables))

    def _delete(self, connection: sqlite3.Connection, tables: Sequence[str]) -> None:
        delete_tables(connection, tables)
        for table in tables:
            self._ends.pop(table, None)

    # ------------------------------------------------ can it still be written?

    @property
    def is_failing(self) -> bool:
        """Has a write just failed? Then the next would too."""
        return self.trouble is not None and time.monotonic() - self._failed < FAILING_SECONDS

    async def probe(self) -> None:
        """Find out whether moves can be kept, by writing something; many who ask at once share one answer."""
        if self.trouble is None and time.monotonic() - self._wrote < FRESH_SECONDS:
            return
        if self.is_failing:
            raise StoreFailed(str(self.trouble))
        if self._probing is None:
            self._probing = self._do(lambda connection: [connection.execute(probe) for probe in PROBE] and None)
            self._probing.add_done_callback(self._has_probed)
        await asyncio.shield(self._probing)

    def _has_probed(self, probing: asyncio.Future[None]) -> None:
        self._probing = None
        if not probing.cancelled():
            probing.exception()  # even if nobody waits for it any more

    def close(self) -> None:
        """Write what is queued and stop."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()


def _read(told: str) -> Any:
    try:
        return json.loads(told)
    except (ValueError, TypeError, RecursionError):
        raise Damaged("what is kept of the table is no JSON") from None


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
