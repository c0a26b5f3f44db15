"""Was something cut off from the end of the store? SQLite itself says nothing: it takes what it can read of the write-ahead log for all.

Beside the log lies its index, which remembers after a hard stop how many pages had been written and promised."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import NamedTuple

HEADER, FRAME = 32, 24  # bytes before the log's frames, and before each frame's page
MAGIC = 0x377F0682  # little-endian sums; one more: big-endian
MOST_SUMMED = 32 << 20  # bytes whose sums are worked out; of longer logs only the length is looked at


class Index(NamedTuple):
    """What the index says of the log."""

    pages: int  # written and promised
    copied: int  # into the database itself: these are no longer needed here
    size: int  # of a page
    salts: bytes


def lost_pages(path: Path) -> tuple[int, int] | None:
    """Where promised pages of a stopped database cannot be read: how many were promised, and how many are left."""
    index = read_index(path.with_name(path.name + "-shm"))
    if index is None or index.copied >= index.pages:
        return None
    left = readable_pages(path.with_name(path.name + "-wal"), index)
    return (index.pages, left) if left < index.pages else None


def read_index(path: Path) -> Index | None:
    """The index, if there is one and it is whole; both of its copies have to say the same."""
    try:
        with path.open("rb") as file:
            told = file.read(100)
    except OSError:
        return None
    if len(told) < 100 or told[:48] != told[48:96] or told[12] != 1:
        return None
    size, pages = array("H", told[14:16])[0], array("I", told[16:20])[0]
    return Index(pages, array("I", told[96:100])[0], 65536 if size == 1 else size, told[32:40])


def readable_pages(path: Path, index: Index) -> int:
    """How many pages of the log follow each other without a fault."""
    try:
        log = path.read_bytes()[: HEADER + index.pages * (FRAME + index.size)]
    except OSError:
        return 0
    magic = int.from_bytes(log[:4], "big")
    if len(log) < HEADER or magic & ~1 != MAGIC or log[16:24] != index.salts:
        return 0
    whole = (len(log) - HEADER) // (FRAME + index.size)
    return whole if len(log) > MOST_SUMMED else summed_pages(log, index, whole, bool(magic & 1))


def summed_pages(log: bytes, index: Index, whole: int, is_big: bool) -> int:
    """How many of these pages have the right sum: each goes on from the one before."""
    sums = add_up(log[:24], (0, 0), is_big)
    for page in range(whole):
        at = HEADER + page * (FRAME + index.size)
        head = log[at : at + FRAME]
        sums = add_up(head[:8] + log[at + FRAME : at + FRAME + index.size], sums, is_big)
        if head[8:16] != index.salts or head[16:24] != b"".join(one.to_bytes(4, "big") for one in sums):
            return page
    return whole


def add_up(told: bytes, sums: tuple[int, int], is_big: bool) -> tuple[int, int]:
    """The log's own sum, two words at a time."""
    words = array("I", told)
    if is_big != (array("H", b"\0\1")[0] == 1):
        words.byteswap()
    first, second = sums
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
