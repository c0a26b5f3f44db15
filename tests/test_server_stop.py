"""A polite request to stop: everybody is told, nothing that was told is lost, and it takes two seconds at most, whatever hangs."""

import asyncio
import socket
import time

import aiohttp
import walk
from table_clients import Client, Server, get, open_table, play_whole, post, seated, with_session

KEY = walk.KEYS[0]
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
GOODBYE = b"\x88\x02\x03\xf4"  # 1012


def plain(port, text):
    """A connection that says something and then nothing more."""
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(text.encode())
    return line


def heard(line):
    """All that comes until the end."""
    line.settimeout(10)
    told = b""
    try:
        while part := line.recv(65536):
            told += part
    except ConnectionError:
        pass
    line.close()
    return told


def test_a_stop_is_told_to_all_and_takes_two_seconds_at_most(tmp_path):
    async def before(session):
        base, port = server.base, server.port
        over, clients = await play_whole(session, base, KEY, 2)
        for key in walk.KEYS * 2:  # bots that think
            await post(session, f"{base}/api/tables", {"game": key, "seats": [{"kind": "bot", "level": "master"}] * 4, "pace": "instant"})
        table, tokens = await open_table(session, base, walk.KEYS[2], 2)
        people = await seated(session, base, table, tokens)
        await get(session, f"{base}/api/tables/{over}/review", expect=202)  # takes a while
        host = f"Host: 127.0.0.1:{port}\r\n"
        hanging = {
            "no hello": [plain(port, f"GET /ws/tables/{table} HTTP/1.1\r\n{host}{UPGRADE}\r\n\r\n") for _ in range(100)],
            "half a head": [plain(port, f"GET /api/games HTTP/1.1\r\n{host}")],
            "half a body": [plain(port, f"POST /api/tables HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{")],
            "kept alive": [plain(port, f"GET /api/games HTTP/1.1\r\n{host}\r\n")],
            "nothing": [plain(port, "")],
        }
        for line in hanging["no hello"]:
            assert b"101" in await asyncio.to_thread(line.recv, 1000)
        return table, people, clients, hanging

    async def act():
        async with aiohttp.ClientSession() as session:
            table, people, clients, hanging = await before(session)
            asked = next(client for client in people if client.state["ask"])
            await asked.answer(asked.state)
            told = await asked.until(lambda frame: "view" in frame and frame["at"] > 0)
            began = time.monotonic()
            server.process.terminate()
            code = await asyncio.to_thread(server.process.wait, 20)
            took = time.monotonic() - began
            for client in (*people, *clients):
                while (message := await client.ws.receive(10)).type is aiohttp.WSMsgType.TEXT:
                    pass
                assert message.data == 1012, message
            ends = {kind: [await asyncio.to_thread(heard, line) for line in lines] for kind, lines in hanging.items()}
            assert all(end == GOODBYE for end in ends["no hello"]), ends
            return code, took, table, told

    server = Server(tmp_path / "data").start()
    code, took, table, told = asyncio.run(act())
    server.process.stdout.close()
    server.errors.close()
    assert code == 0 and took < 4, took  # two seconds, and as many again for a busy machine
    assert "Traceback" not in server.stderr()
    with Server(tmp_path / "data") as server:

        async def look(session):
            return (await get(session, f"{server.base}/api/tables/{table}"))["at"]

        assert with_session(look) >= told["at"]
        assert server.stop() == 0


def test_a_connection_that_comes_while_the_server_stops_is_told_too(tmp_path):
    from table_clients import server_here

    from spieltisch.server.sockets import SOCKETS

    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, _ = await open_table(session, base, KEY, 2)
            app[SOCKETS].is_stopping = True
            late = await Client(session, base, table).connect()
            await late.ws.receive(10)
            assert late.ws.close_code == 1012
            await late.close()
            app[SOCKETS].is_stopping = False

    asyncio.run(act())
