"""The conversations in docs/wire.md happen as they are written there; hosting.md names every option."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import aiohttp
from table_clients import server_here

from spieltisch.cli import FOLDER, parser
from spieltisch.words import Words

DOCS = Path(__file__).parent.parent / "docs"


def is_as_shown(shown, told):
    """Does an answer look as the page shows it?"""
    if shown == "…":
        return True
    if isinstance(shown, dict) and isinstance(told, dict):
        more = "…" in shown
        wanted = {key: value for key, value in shown.items() if key != "…"}
        return (more or set(told) == set(wanted)) and all(
            key in told and is_as_shown(value, told[key]) for key, value in wanted.items()
        )
    if isinstance(shown, list) and isinstance(told, list):
        return len(shown) == len(told) and all(map(is_as_shown, shown, told))
    return shown == told


class Conversation:
    def __init__(self, base, session):
        self.base, self.session = base, session
        self.known = {}
        self.sockets = {}
        self.answers = {}

    def filled(self, text):
        return re.sub(r"\$(\w+)", lambda found: str(self.known[found[1]]), text)

    async def say(self, who, text):
        if text.startswith("/ws/"):
            self.sockets[who] = await self.session.ws_connect(self.base + text)
        elif text.startswith("{"):
            await self.sockets[who].send_str(text)
        else:
            method, path, *body = text.split(" ", 2)
            headers = {"Authorization": f"Bearer {self.known[who]}"} if who in self.known else {}
            headers["Content-Type"] = "application/json"
            async with self.session.request(method, self.base + path, data="".join(body), headers=headers) as answer:
                self.answers[who] = answer.status, await answer.json()

    async def hear(self, who, text):
        status, _, shown = text.partition(" ")
        if status.isdigit():
            told = self.answers.pop(who)
            assert told[0] == int(status), told
            told = told[1]
        else:
            shown = text
            told = json.loads((await self.sockets[who].receive(10)).data)
        assert is_as_shown(json.loads(shown), told), f"{who}< {text}\n{told}"
        self.learn(who, told)

    def learn(self, who, told):
        if "token" in told:
            self.known.update({who: told["token"], "table": told["table"]})
        if isinstance(told.get("ask"), dict):
            self.known.update(n=told["ask"]["n"], move=told["ask"]["moves"][0])
        if "at" in told:
            self.known["at"] = told["at"]


def test_the_conversations_on_the_page(tmp_path):
    blocks = re.findall(r"```wire\n(.*?)```", (DOCS / "wire.md").read_text(encoding="utf-8"), re.DOTALL)

    async def act():
        async with server_here(tmp_path) as (base, _, session):
            for block in blocks:
                talk = Conversation(base, session)
                for line in block.splitlines():
                    who, sign, text = re.fullmatch(r"(\w+)([<>]) (.*)", line).groups()
                    await (talk.say if sign == ">" else talk.hear)(who, talk.filled(text))

    asyncio.run(act())
    assert blocks and aiohttp


def test_every_option_of_the_server_is_in_the_docs():
    top = parser(Words("en", FOLDER))
    choices = next(action for action in top._actions if action.choices and "serve" in action.choices).choices
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    for command in ("serve", "load", "prune", "check-store"):
        for action in choices[command]._actions:
            for flag in action.option_strings:
                assert flag in text or flag in ("-h", "--help", "--lang"), flag


def test_load_measures_a_server_of_its_own():
    command = [sys.executable, "-m", "spieltisch", "load", "--tables", "4", "--seconds", "1", "--json"]
    figures = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=100, check=True).stdout)
    assert figures["moves"] > 10 and figures["refused"] == figures["broken"] == 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"] and figures["commits_per_s"] > 0 and figures["memory_mb"] > 0
