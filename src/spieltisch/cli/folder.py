"""The folder of a table server: one process at a time may write in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from spieltisch import Refused


def default_data() -> Path:
    """Where tables are kept when nobody says."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "spieltisch" / "server"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else has this folder meanwhile; refused where somebody has it already."""
    try:
        lock = (folder / "lock").open("w")
    except OSError as problem:
        raise Refused("store_not_writable", folder=str(folder), problem=problem.strerror or "?") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("data_in_use", folder=str(folder)) from None
        yield


def is_in_use(folder: Path) -> bool:
    """Is a server at work in this folder?"""
    try:
        with (folder / "lock").open("r") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
