"""The same rules in the browser: whole games by the WebAssembly modules and by the rules of this machine, byte for byte."""

import itertools
import json
import os

import pytest
from lockstep import Account, cases
from node import HOUSE, node

import spieltisch
from spieltisch.browser.module import made

GAMES = int(os.environ.get("SPIELTISCH_GAMES", "24"))  # of each room
named = pytest.mark.parametrize("key", spieltisch.game_keys())


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
