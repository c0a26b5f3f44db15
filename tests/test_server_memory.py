"""Whatever is refused leaves nothing behind: neither memory nor work for the collector."""

import asyncio
import gc
import re

import uvloop
import walk
from raw_http import HANDSHAKE, asking, many
from table_clients import get, open_table, server_here, with_session

KEY = walk.KEYS[0]
JSON = {"Content_Type": "application/json"}


async def resident(session, base):
    """Megabytes."""
    return float(re.search(r"^spieltisch_memory_bytes (\S+)", await get(session, f"{base}/metrics"), re.MULTILINE)[1]) / 1e6


def kinds(table):
    """What is refused, and how often."""
    bad_frame = HANDSHAKE.format(table=table).encode() + b"\xff\x80\x00\x00\x00\x00"
    wrong_token = HANDSHAKE.format(table=table).encode() + b"\x81\x90\x00\x00\x00\x00" + b'{"token":"mine"}'
    return {
        "wrong method": (asking("DELETE", "/api/tables"), 3000),
        "no such page": (asking("GET", "/api/nothing"), 2000),
        "no such table": (asking("GET", "/api/tables/nothing"), 3000),
        "wrong JSON": (asking("POST", "/api/tables", b'{"game":7}', **JSON), 2000),
        "no JSON": (asking("POST", "/api/tables", b"game=1"), 500),
        "wrong host": (asking("GET", "/api/games", host="evil.example"), 1000),
        "bad HTTP": (b"\x16\x03\x01 rubbish\r\n\r\n", 1500),
        "no socket": (asking("GET", f"/ws/tables/{table}"), 2000),
        "bad frame": (bad_frame, 800),
        "wrong token": (wrong_token, 800),
        "no table to sit at": (HANDSHAKE.format(table="nothing").encode() + b"\x88\x80\x00\x00\x00\x00", 800),
    }


def test_memory_stays_flat_under_refusals(server):
    async def act(session):
        table, _ = await open_table(session, server.base, KEY, 2)
        for sent, times in kinds(table).values():
            await many(server.port, sent, times // 10)
        grown, before = {}, await resident(session, server.base)
        for kind, (sent, times) in kinds(table).items():
            await many(server.port, sent, times)
            now = await resident(session, server.base)
            grown[kind], before = round(now - before, 1), now
        return grown

    grown = with_session(act)
    print(grown)
    assert sum(grown.values()) < 20, grown


def test_refusals_leave_nothing_for_the_collector(tmp_path):
    """Counted from within, in the loop that serves."""

    async def act():
        async with server_here(tmp_path / "data") as (base, _app, session):
            port = int(base.rpartition(":")[2])
            table, _ = await open_table(session, base, KEY, 2)
            left = {}
            for kind, (sent, _) in kinds(table).items():
                await many(port, sent, 20, at_once=2)
                await asyncio.sleep(0.05)
                gc.collect()
                gc.disable()
                await many(port, sent, 50, at_once=2)
                await asyncio.sleep(0.05)
                left[kind] = gc.collect() / 50
                gc.enable()
            return left

    left = uvloop.run(act())
    assert all(count < 2 for count in left.values()), left
