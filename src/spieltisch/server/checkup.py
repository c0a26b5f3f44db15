"""Looking through a store: can every page, every table and every log be read, and was every finished game fair? Nothing is changed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from spieltisch.chance import Fair
from spieltisch.checks import Refused, short
from spieltisch.log import Match, chance_of, verify

from .asks import reopened
from .house import reason_of
from .seats import Setup, Tokens, check_sense, understood
from .store import Damaged, Kept
from .store_file import explained, version_of
from .wal import lost_pages

MOST_FAULTS = 100  # of the file's pages: a broken file has thousands
Progress = Callable[[int, int], None]

ORPHANS = {
    "orphan_lines": 'select count(*) from lines where "table" not in (select serial from tables)',
    "orphan_tokens": 'select count(*) from tokens where "table" not in (select id from tables)',
    "orphan_reviews": 'select count(*) from reviews where "table" not in (select id from tables)',
}


class Fault(NamedTuple):
    """Something is wrong: at which table (none: in the file itself), what, and more about it."""

    table: str
    kind: str
    details: dict[str, Any]


def look_through(path: Path, is_in_use: bool, progress: Progress) -> Iterator[Fault]:
    """All faults of a store, one after the other; while a server is at work in it, as it stands at each table's turn."""
    if not is_in_use and (lost := lost_pages(path)) is not None:
        yield Fault("", "cut_off", {"written": lost[0], "left": lost[1]})
    with explained(path), contextlib.closing(open_to_read(path)) as connection:
        version_of(connection, path)
        yield from page_faults(connection)
        yield from orphans(connection)
        try:
            tables = connection.execute("select serial, id from tables order by serial").fetchall()
        except sqlite3.DatabaseError as problem:
            yield Fault("", "pages", {"problem": str(problem)})
            return
        for done, (serial, table) in enumerate(tables):
            progress(done, len(tables))
            for kind, details in faults_of(connection, serial):
                yield Fault(str(table), kind, details)
        progress(len(tables), len(tables))


def open_to_read(path: Path) -> sqlite3.Connection:
    """The file, so that nothing can be changed."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=30)
    connection.execute("pragma query_only = on")
    return connection


def page_faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    """What SQLite itself finds wrong."""
    try:
        rows = connection.execute(f"pragma integrity_check({MOST_FAULTS})").fetchall()
    except sqlite3.DatabaseError as problem:
        rows = [(str(problem),)]
    for row in rows:
        for line in str(row[0]).splitlines():
            if line not in ("ok", "*** in database main ***"):
                yield Fault("", "pages", {"problem": short(line)})


def orphans(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Rows that belong to no table."""
    for kind, select in ORPHANS.items():
        with contextlib.suppress(sqlite3.DatabaseError):  # told by the pages
            count = connection.execute(select).fetchone()[0]
            if count:
                yield Fault("", kind, {"count": count})


# ---------------------------------------------------------------- a table


def faults_of(connection: sqlite3.Connection, serial: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is wrong with one table."""
    connection.execute("begin")
    try:
        select = "select id, state, public, setup, secret, touched from tables where serial = ?"
        row = connection.execute(select, (serial,)).fetchone()
        if row is None:  # deleted meanwhile
            return
        lines = connection.execute(
            'select number, line from lines where "table" = ? order by number', (serial,)
        ).fetchall()
        tokens = connection.execute('select hash, seats from tokens where "table" = ?', (row[0],)).fetchall()
    except sqlite3.DatabaseError as problem:
        yield "unreadable", {"problem": str(problem)}
        return
    finally:
        connection.execute("rollback")
    try:
        kept = Kept(row[0], row[1], bool(row[2]), msgspec.json.decode(row[3]), row[4], row[5])
        setup = understood(kept)
    except (Damaged, msgspec.MsgspecError, TypeError) as problem:
        yield "row", {"problem": reason_of(problem)}
        return
    yield from token_faults(setup, tokens)
    yield from log_faults(kept, setup, lines)


def token_faults(setup: Setup, rows: list[tuple[bytes, str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Has every person's seat a key?"""
    try:
        tokens = msgspec.convert([(row[0], msgspec.json.decode(row[1])) for row in rows], Tokens)
    except (msgspec.MsgspecError, TypeError) as problem:
        yield "tokens", {"problem": type(problem).__name__}
        return
    held = {seat for _, seats in tokens for seat in seats}
    for seat, chair in enumerate(setup.chairs):
        if chair.kind == "person" and seat not in held:
            yield "no_token", {"seat": seat}
    if not tokens:
        yield "no_tokens", {}


def log_faults(kept: Kept, setup: Setup, rows: list[tuple[int, str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Is the log whole, can it be played again, does it belong here, and did dice and cards fall as promised?"""
    lines: list[str] = []
    for number, text in rows:
        if number != len(lines):
            yield "gap", {"line": len(lines) + 1, "found": number + 1}
            return
        lines += str(text).split("\n")
    match: Match | None = None
    try:
        if lines:
            match = reopened(lines)[0]
        check_sense(kept, setup, match)
        if match is not None:
            check_chance(kept, setup, match)
    except Refused as refused:
        yield "log", {"problem": refused}
    except ValueError as problem:
        yield "sense", {"problem": str(problem)}
    except Exception as problem:
        yield "log", {"problem": type(problem).__name__}


def check_chance(kept: Kept, setup: Setup, match: Match) -> None:
    """The secret is the one that was promised; at the end everything has to fit it. For a game that was begun elsewhere nothing was."""
    if setup.moved:
        return
    if Fair(kept.secret, chance_of(match)).commitment != match.header.get("commit"):
        raise Refused("verify_wrong_secret")
    if match.result is not None:
        verify(match)
