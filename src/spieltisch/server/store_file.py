"""The store's file: its tables, how it is opened, what is said of one that is damaged, and how tables leave it for good.

The store and whoever looks after its file have their SQL from here."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from spieltisch.checks import Refused, short

from .wal import lost_pages

NAME = "spieltisch.sqlite"
SCHEMA = 2
CHECK_SECONDS = 5.0  # for a quick look at the start; a large file is looked through by `check-store`
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
NOT_WRITABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")
NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR")

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


def as_text(told: Any) -> str:
    """Something as JSON."""
    return msgspec.json.encode(told).decode()


# ---------------------------------------------------------------- opening


def connect(path: Path) -> sqlite3.Connection:
    """The file, for writing: a commit is on disk when it returns."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    try:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma busy_timeout = 30000")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare(path: Path) -> None:
    """Make the tables, or bring those of an earlier version to this one's form."""
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(connect(path)) as connection:
            version = version_of(connection, path)
            if version != SCHEMA:  # what is as it should be is not written: a full disk keeps nobody from reading
                connection.executescript(FROM_1 if version == 1 else TABLES)
                connection.execute(f"pragma user_version = {SCHEMA}")
        path.chmod(0o600)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Which version of ours has written this file; one from the future is refused."""
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > SCHEMA:
        raise Refused("store_newer", file=str(path), found=version, known=SCHEMA)
    return version


def look_over(path: Path) -> bool:
    """Before a start: a damaged file is refused with what to do. False where there was not enough time to see all of it."""
    if not path.exists():
        return True
    with explained(path):
        if path.stat().st_size == 0:
            raise Refused("store_no_database", file=str(path))
        lost = lost_pages(path)
        if lost is not None:
            raise Refused("store_cut_off", file=str(path), index=f"{path}-shm", written=lost[0], left=lost[1])
        with contextlib.closing(connect(path)) as connection:
            version_of(connection, path)
            faults = quick_faults(connection)
    if faults:
        raise Refused("store_damaged", file=str(path), folder=str(path.parent), problem=short(faults[0]))
    return faults is not None


def quick_faults(connection: sqlite3.Connection) -> list[str] | None:
    """What SQLite finds wrong with its pages at a quick look; None where that takes too long."""
    alarm = threading.Timer(CHECK_SECONDS, connection.interrupt)
    alarm.start()
    try:
        rows = connection.execute("pragma quick_check(1)").fetchall()
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorname == "SQLITE_INTERRUPT":
            return None
        raise
    finally:
        alarm.cancel()
    return [line for row in rows for line in str(row[0]).splitlines() if line not in ("ok", "*** in database main ***")]


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """What goes wrong with the file becomes a sentence that says what to do."""
    try:
        yield
    except OSError as problem:
        raise Refused("store_not_writable", folder=str(path.parent), problem=problem.strerror or "?") from None
    except sqlite3.Error as problem:
        name = problem.sqlite_errorname or ""
        if name == "SQLITE_NOTADB":
            raise Refused("store_no_database", file=str(path)) from None
        if name.startswith(NOT_WRITABLE):
            raise Refused("store_not_writable", folder=str(path.parent), problem=str(problem)) from None
        told = short(str(problem))
        if name.startswith(NO_ROOM):
            raise Refused("store_no_room", file=str(path), problem=told) from None
        raise Refused("store_damaged", file=str(path), folder=str(path.parent), problem=told) from None


def is_damage(problem: BaseException) -> bool:
    """Is it the file's content that is at fault, and not the disk or what was asked of it?"""
    return isinstance(problem, sqlite3.Error) and (problem.sqlite_errorname or "").startswith(DAMAGED)


# ---------------------------------------------------------------- leaving for good

OLD = """select id from tables where state in ('over', 'closed') and touched < ?
    and id not in (select value from json_each(?)) order by touched limit ?"""
DELETE = (
    'delete from lines where "table" in (select serial from tables where id in (select value from json_each(?1)))',
    'delete from tokens where "table" in (select value from json_each(?1))',
    'delete from reviews where "table" in (select value from json_each(?1))',
    "delete from tables where id in (select value from json_each(?1))",
)


def old_tables(connection: sqlite3.Connection, before: float, apart: Sequence[str] = (), most: int = -1) -> list[str]:
    """The tables that have ended or were closed, and at which nothing has happened since; the oldest first."""
    return [row[0] for row in connection.execute(OLD, (before, as_text(list(apart)), most))]


def delete_tables(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Everything of these tables leaves the file; their bytes are written over. For a transaction."""
    connection.execute("pragma secure_delete = on")
    for delete in DELETE:
        connection.execute(delete, (as_text(list(tables)),))
    connection.execute("pragma secure_delete = off")
