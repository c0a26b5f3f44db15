"""The same rules in the browser: whole games by the WebAssembly modules and by the rules of this machine, byte for byte."""

import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lockstep import Account, cases

import spieltisch
from spieltisch.browser.module import made

HOUSE = Path(__file__).parent.parent
GAMES = int(os.environ.get("SPIELTISCH_GAMES", "30"))  # of each room
named = pytest.mark.parametrize("key", spieltisch.game_keys())


def node(*arguments):
    """Run something with the Node.js that the page is built with."""
    found = HOUSE / ".make" / "node"
    home = Path(found.read_text().strip()) if found.exists() else Path(shutil.which("node") or "node").parent
    ended = subprocess.run([home / "node", *arguments], capture_output=True, text=True, cwd=HOUSE, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout.splitlines()


@pytest.fixture(scope="session")
def other_side(tmp_path_factory):
    """The other side, made into plain JavaScript."""
    file = tmp_path_factory.mktemp("browser") / "lockstep.mjs"
    bundler = HOUSE / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    node(bundler, "tests/browser/lockstep.ts", "--format", "esm", "--platform", "node", "--file", file)
    return file


@named
def test_whole_games_are_the_same_in_the_browser(key, other_side, tmp_path):
    folder, file, told = made(key), tmp_path / "cases.json", list(cases(key, GAMES))
    file.write_text(json.dumps(told))
    accounts = [Account(case) for case in told]
    found = node(other_side, folder, file)
    for number, (account, digest) in enumerate(zip(accounts, found, strict=True)):
        if account.digest() != digest:
            lines = node(other_side, folder, file, str(number))
            wrong = next(pair for pair in itertools.zip_longest(account.lines, lines) if pair[0] != pair[1])
            pytest.fail(f"game {number}: here {wrong[0]!r}, in the browser {wrong[1]!r}")
