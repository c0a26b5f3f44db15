"""Compiled rules: cached per text of the rules, quick to start, and announced when they have to be compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from spieltisch.rule import COMPILED

SOURCE = Path(__file__).parent.parent / "src"
pytestmark = pytest.mark.skipif(not COMPILED, reason="compiling is switched off")

PROBE = """
import spieltisch
game = spieltisch.game("just4fun")
state = game.position({"game": "just4fun", "seats": 2, "stones": {"7": [1, 0]}, "hands": [[7, 8, 9, 10], [1, 2, 3, 4]]})
print(game.describe(game.play(state, 0, "play 7"))["locked"])
"""


def probe(source, cache):
    environment = {**os.environ, "PYTHONPATH": str(source), "SPIELTISCH_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_changed_rule_never_meets_old_code(tmp_path):
    """The rule changes in a callee: Numba's own stamp would not notice."""
    source = tmp_path / "src"
    shutil.copytree(SOURCE, source)
    assert probe(source, tmp_path) == "[7]"
    rules = source / "spieltisch" / "games" / "just4fun" / "rules.py"
    stamp = rules.stat()
    rules.write_text(rules.read_text().replace("state.locked[field] = 1", "state.locked[field] = 0"))
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert probe(source, tmp_path) == "[]"


def test_a_second_start_compiles_nothing():
    script = """
import spieltisch, spieltisch.rule
compiled = []
spieltisch.rule.on_compile = compiled.append
from spieltisch.bots import bot
from spieltisch.chance import as_luck, seeded
for key in spieltisch.game_keys():
    game = spieltisch.game(key); state = game.begin(2); source = seeded(1)
    for _ in range(60):
        acting = game.to_act(state)
        if acting is spieltisch.CHANCE:
            state = game.play(state, acting, source.draw(game, state))
        else:
            seat = min(acting)
            state = game.play(state, seat, bot("greedy")(game, game.view(state, seat), game.legal(state, seat), as_luck(1)))
print(compiled)
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_first_compile_says_what_it_is_doing(tmp_path):
    environment = {**os.environ, "SPIELTISCH_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "spieltisch", "legal", "-", "--lang", "en"]
    done = subprocess.run(command, input='{"game": "just4fun", "seats": 2}', env=environment, capture_output=True, text=True, check=True)
    assert "compiled for this machine" in done.stderr
    again = subprocess.run(command, input='{"game": "just4fun", "seats": 2}', env=environment, capture_output=True, text=True, check=True)
    assert again.stderr == "" and again.stdout == done.stdout


def test_an_unwritable_cache_is_no_obstacle(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert probe(SOURCE, blocked) == "[7]"
