"""`check-store` and `prune`: looking after what a table server keeps."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from spieltisch import Refused
from spieltisch.words import Words

from .folder import default_data, is_in_use, locked

BATCH = 500  # tables in one transaction
DAY = 24 * 3600


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's commands."""
    check = commands.add_parser("check-store", help=words("help.check_store"))
    check.add_argument("folder", metavar="DIR", type=Path, help=words("help.data"))
    check.set_defaults(run=run_check)
    prune = commands.add_parser("prune", help=words("help.prune"))
    prune.add_argument("--data", type=Path, metavar="DIR", default=default_data(), help=words("help.data"))
    prune.add_argument("--older", type=days, metavar="DAYS", required=True, help=words("help.older"))
    prune.add_argument("--dry-run", action="store_true", help=words("help.dry_run"))
    prune.set_defaults(run=run_prune)


def days(text: str) -> float:
    """A number of days, none of them negative."""
    number = float(text)
    if not 0 <= number < 1_000_000:
        raise ValueError(text)
    return number


def store_in(folder: Path) -> Path:
    """The store's file in a folder."""
    from spieltisch.server.store_file import NAME

    if not (folder / NAME).is_file():
        raise Refused("no_store", folder=str(folder))
    return folder / NAME


# ---------------------------------------------------------------- looking through


def run_check(args: argparse.Namespace, words: Words) -> int:
    """Tell every fault in a line; 1 where there is any."""
    from spieltisch.server.checkup import look_through

    seen = {"tables": 0, "faults": 0}
    told = time.monotonic()

    def progress(done: int, tables: int) -> None:
        nonlocal told
        seen["tables"] = tables
        if sys.stderr.isatty() and time.monotonic() - told > 0.2:
            told = time.monotonic()
            print(f"\r\033[K  {done}/{tables}\r", end="", file=sys.stderr, flush=True)

    for fault in look_through(store_in(args.folder), is_in_use(args.folder), progress):
        seen["faults"] += 1
        details = {
            key: value.text(words.lang) if isinstance(value, Refused) else value for key, value in fault.details.items()
        }
        where = words("store.table", table=fault.table) if fault.table else words("store.file")
        print(f"{where}: {words(f'store.{fault.kind}', **details)}", flush=True)
    print(words("store.faulty" if seen["faults"] else "store.fine", **seen))
    return 1 if seen["faults"] else 0


# ---------------------------------------------------------------- letting go


def run_prune(args: argparse.Namespace, words: Words) -> None:
    """Delete what ended long ago, say what that was, and give the space back."""
    from spieltisch.server.store_file import connect, explained, look_over, old_tables

    path = store_in(args.data)
    before = time.time() - args.older * DAY
    with locked(args.data), explained(path):
        look_over(path)
        with contextlib.closing(connect(path)) as connection:
            size = size_of(path)
            tables = old_tables(connection, before)
            for table in tables:
                print(words("pruned.one", **described(connection, table, words)))
            if args.dry_run:
                print(words("pruned.would", count=len(tables)))
                return
            delete(connection, tables)
            print(words("pruned.done", count=len(tables)))
            if tables:
                give_space_back(connection, words)
        print(words("pruned.size", before=in_megabytes(size), after=in_megabytes(size_of(path))))


def described(connection: sqlite3.Connection, table: str, words: Words) -> dict[str, str]:
    """A table as the host may know it: not who sat there."""
    select = "select state, touched, case when json_valid(setup) then json_extract(setup, '$.game') end from tables where id = ?"
    state, touched, game = connection.execute(select, (table,)).fetchone()
    when = time.strftime("%Y-%m-%d", time.localtime(touched))
    return {"table": table, "game": game or "?", "state": words(f"store.states.{state}"), "when": when}


def delete(connection: sqlite3.Connection, tables: list[str]) -> None:
    """In portions, each of them whole."""
    from spieltisch.server.store_file import delete_tables

    for first in range(0, len(tables), BATCH):
        connection.execute("begin immediate")
        delete_tables(connection, tables[first : first + BATCH])
        connection.execute("commit")


def give_space_back(connection: sqlite3.Connection, words: Words) -> None:
    """Write the file anew without its gaps; that needs as much room again for a while."""
    try:
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
    except sqlite3.Error as problem:
        print(words("pruned.no_vacuum", problem=str(problem)), file=sys.stderr)


def size_of(path: Path) -> int:
    """Bytes of the store, with what lies beside it."""
    files = [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]
    return sum(file.stat().st_size for file in files if file.exists())


def in_megabytes(size: int) -> str:
    """A size for people."""
    return f"{size / 1e6:.1f}"
