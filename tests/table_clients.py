"""Clients for the table server's tests: written from the wire's description, on a real port with a real database file."""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import aiohttp

from spieltisch import game_keys
from spieltisch.server.ready import is_ready


class Server:
    """`spieltisch serve` in a process of its own."""

    def __init__(self, data, *options, port=0, waits=True):
        self.data = data
        self.options = options
        self.port = port
        self.waits = waits  # until everything is compiled, on a machine that has not done it yet
        self.process = None
        self.base = ""

    def start(self):
        if "--public-url" in self.options and not self.port:  # it says that one instead of where it listens
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "spieltisch",
            "serve",
            "--data",
            str(self.data),
            "--port",
            str(self.port),
            "--lang",
            "en",
            *self.options,
        ]
        compiles = self.waits and not all(map(is_ready, game_keys()))
        self.errors = (self.data.parent / f"{self.data.name}.stderr").open("ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://[\d.]+:(\d+)/", line)
        assert found or (line and "--public-url" in self.options), self.stderr()
        self.port = int(found[1]) if found else self.port
        self.base = found[0].rstrip("/") if found else f"http://127.0.0.1:{self.port}"
        while compiles and self.is_compiling():
            time.sleep(0.5)
        return self

    def is_compiling(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=30) as answer:
            return "ready" in json.loads(answer.read())

    def stderr(self):
        return (self.data.parent / f"{self.data.name}.stderr").read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        self.process.stdout.close()
        self.errors.close()
        return code

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Client:
    """One person at a table: a socket, every frame it got, and a way to choose moves."""

    def __init__(self, session, base, table, token=None, luck=None, **hello):
        self.session, self.base, self.table, self.token = session, base, table, token
        self.luck = luck or random.Random(table)
        self.hello = {**({"token": token} if token else {}), **hello}
        self.frames = []
        self.texts = []
        self.asked = set()
        self.state = None
        self.ws = None

    async def connect(self):
        self.ws = await self.session.ws_connect(f"{self.base}/ws/tables/{self.table}")
        await self.ws.send_json(self.hello)
        return self

    async def receive(self, timeout=20):
        message = await self.ws.receive(timeout)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(self.ws.close_code)
        frame = json.loads(message.data)
        self.texts.append(message.data)
        self.frames.append(frame)
        if "view" in frame:
            self.state = frame
        return frame

    async def until(self, wanted, timeout=20):
        """Read frames until one is as wanted."""
        async with asyncio.timeout(timeout):
            while True:
                frame = await self.receive(timeout)
                if wanted(frame):
                    return frame

    async def say(self, **frame):
        await self.ws.send_json(frame)

    async def answer(self, frame):
        """Send a random move for the open question."""
        ask = frame["ask"]
        move = {"do": self.luck.choice(ask["moves"]), "ask": ask["n"]}
        if "seat" in frame:
            move["seat"] = frame["seat"]
        await self.say(**move)
        return move

    async def play(self, until=10**9):
        """Answer every question once, until the end, or until the log has so many lines."""
        frame = self.state or await self.receive()
        while frame.get("table", {}).get("state") not in ("over", "closed") and frame.get("at", 0) < until:
            ask = frame.get("ask")
            if isinstance(ask, dict) and (frame.get("seat"), ask["n"]) not in self.asked:
                self.asked.add((frame.get("seat"), ask["n"]))
                await self.answer(frame)
            frame = await self.receive()

    async def close(self):
        with contextlib.suppress(Exception):
            await self.ws.close()


async def post(session, url, body=None, token=None, expect=(200, 201)):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.post(url, json={} if body is None else body, headers=headers) as answer:
        told = await answer.json()
        assert answer.status in (expect if isinstance(expect, tuple) else (expect,)), (answer.status, told)
        return told


async def get(session, url, token=None, expect=200):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.get(url, headers=headers) as answer:
        told = await (
            answer.json() if "json" in answer.content_type and "jsonl" not in answer.content_type else answer.text()
        )
        assert answer.status == expect, (answer.status, told)
        return told


async def open_table(session, base, game, people=2, bots=0, level="medium", pace="instant", **more):
    """A table with its people seated: its id and their tokens."""
    seats = [
        {"kind": "me", "name": "P0"},
        *({"kind": "open"} for _ in range(people - 1)),
        *({"kind": "bot", "level": level} for _ in range(bots)),
    ]
    made = await post(session, f"{base}/api/tables", {"game": game, "seats": seats, "pace": pace, **more})
    tokens = [made["token"]]
    for number in range(1, people):
        joined = await post(session, f"{base}/api/tables/{made['table']}/join", {"name": f"P{number}"})
        assert joined["seat"] == number
        tokens.append(joined["token"])
    return made["table"], tokens


async def until(condition, seconds=10):
    """Wait for something that will become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


async def seated(session, base, table, tokens):
    """Everybody at a table that has begun, with a view."""
    clients = [await Client(session, base, table, token, lang="en").connect() for token in tokens]
    for client in clients:
        await client.until(lambda frame: frame["view"])
    return clients


async def play_whole(session, base, game, people=2, bots=0, seed=0, **more):
    """A whole game by sockets: the clients, after the end."""
    table, tokens = await open_table(session, base, game, people, bots, **more)
    clients = [
        Client(session, base, table, token, random.Random(f"{seed} {seat}")) for seat, token in enumerate(tokens)
    ]
    for client in clients:
        await client.connect()
    await asyncio.gather(*(client.play() for client in clients))
    return table, clients


@contextlib.asynccontextmanager
async def server_here(data, ready=None, **more):
    """The server inside this process, on a real port with a real file: for what has to be broken from within."""
    import io

    from aiohttp import web

    from spieltisch.server.app import Settings, make_app, make_runner
    from spieltisch.server.report import Report

    app = make_app(Settings(data, **more), Report(io.StringIO()), ready)
    runner = make_runner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        async with aiohttp.ClientSession() as session:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}", app, session
    finally:
        await runner.cleanup()


def check_told(log, seat, frames):
    """The audit of a seat's frames: each is exactly what the log lets this seat know at that point, and nothing else."""
    from spieltisch.log import in_lines, replay

    lines = in_lines(log)
    checked = 0
    for frame in frames:
        if not frame.get("view"):
            continue
        match = replay(lines[: frame["at"]])
        assert frame["view"] == json.loads(json.dumps(match.game.view(match.state, seat))), frame["at"]
        known = [
            event.as_json()
            for index in range(len(match.actions))
            for event in match.events(index)
            if seat in event.audience
        ]
        for event in json.loads(json.dumps(frame["events"])):
            assert event["event"] == "took_back" or event in json.loads(json.dumps(known)), event
        if frame["ask"] is not None:
            assert frame["ask"]["moves"] == match.game.legal(match.state, seat)
        assert set(frame) - {"seat"} == {"at", "events", "view", "ask", "table"}
        checked += 1
    return checked


def with_session(act):
    """Do something that needs a session of HTTP, and wait for it."""

    async def run():
        async with aiohttp.ClientSession() as session:
            return await act(session)

    return asyncio.run(run())
