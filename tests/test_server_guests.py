"""Pages of another site that the host has allowed: they may ask, open tables and sit down; all others may not, as ever."""

import asyncio

import aiohttp
import pytest
import walk
from table_clients import server_here

from spieltisch.cli import main

GUEST, STRANGER = "https://games.example", "https://evil.example"
TWO = {"game": walk.KEYS[0], "seats": [{"kind": "me"}, {"kind": "open"}]}
ASKING = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}


def test_an_allowed_site_may_play_here_and_no_other(tmp_path):
    async def act():
        async with server_here(tmp_path, allow_origins=(f"{GUEST}/",)) as (base, _app, session):
            url = f"{base}/api/tables"
            async with session.options(url, headers={"Origin": GUEST, **ASKING}) as asked:
                assert asked.status == 204 and asked.headers["Access-Control-Allow-Origin"] == GUEST
                assert "POST" in asked.headers["Access-Control-Allow-Methods"]
                assert {"authorization", "content-type"} <= set(asked.headers["Access-Control-Allow-Headers"].lower().split(", "))
                assert asked.headers["X-Content-Type-Options"] == "nosniff"
            async with session.post(url, json=TWO, headers={"Origin": GUEST}) as opened:
                assert opened.status == 201 and opened.headers["Access-Control-Allow-Origin"] == GUEST
                assert opened.headers["Cross-Origin-Resource-Policy"] == "cross-origin" and opened.headers["Vary"] == "Origin"
                table = (await opened.json())["table"]
            async with session.post(url, json={"game": "chess"}, headers={"Origin": GUEST}) as refused:
                assert refused.status == 400 and refused.headers["Access-Control-Allow-Origin"] == GUEST
            async with session.post(url, data="x", headers={"Origin": GUEST}) as early:
                assert early.status == 415 and early.headers["Access-Control-Allow-Origin"] == GUEST
            await (await session.ws_connect(f"{base}/ws/tables/{table}", headers={"Origin": GUEST})).close()
            await stay_out(session, base, table)

    async def stay_out(session, base, table):
        for origin in (STRANGER, "http://games.example", "https://games.example:444", "null", "https://games.example.evil"):
            async with session.options(f"{base}/api/tables", headers={"Origin": origin, **ASKING}) as asked:
                assert asked.status == 405 and "Access-Control-Allow-Origin" not in asked.headers
            async with session.post(f"{base}/api/tables", json=TWO, headers={"Origin": origin}) as answer:
                assert answer.status == 403 and "Access-Control-Allow-Origin" not in answer.headers
            async with session.get(f"{base}/api/games", headers={"Origin": origin}) as answer:
                assert "Access-Control-Allow-Origin" not in answer.headers
                assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(f"{base}/ws/tables/{table}", headers={"Origin": origin})

    asyncio.run(act())


def test_only_what_programs_are_for_is_shared(tmp_path):
    async def act():
        async with server_here(tmp_path, allow_origins=(GUEST,)) as (base, _app, session):
            for path in ("/", "/metrics", "/healthz"):
                async with session.get(f"{base}{path}", headers={"Origin": GUEST}) as answer:
                    assert "Access-Control-Allow-Origin" not in answer.headers

    asyncio.run(act())


@pytest.mark.parametrize("origin", ["games.example", "https://games.example/folder", "ftp://games.example", "*"])
def test_what_is_no_address_of_a_site_gets_a_sentence(origin, tmp_path, capsys):
    assert main(["serve", "--data", str(tmp_path / "data"), "--allow-origin", origin, "--lang", "en"]) == 1
    assert f"--allow-origin: “{origin}”" in capsys.readouterr().err
