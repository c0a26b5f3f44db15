"""Compiled rules: cached per text of the rules, quick to start, and announced when they have to be compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch.rule import COMPILED

SOURCE = Path(__file__).parent.parent / "src"
TINY = Path(__file__).parent / "tiny_room"
pytestmark = pytest.mark.skipif(not COMPILED, reason="compiling is switched off")

PROBE = """
import spieltisch
game = spieltisch.game("tiny-trade")
state = game.position({"game": "tiny-trade", "seats": 2, "hands": [[9], [2]]})
print(game.play(state, 0, "trade").record.hands[:2, 0].tolist())
"""


@pytest.fixture
def source(tmp_path):
    """The package with the tiny room in it, which compiles in no time."""
    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    shutil.copytree(TINY, tmp_path / "src" / "spieltisch" / "games" / "tiny_trade")
    return tmp_path / "src"


def run(source, cache, *command, text=""):
    environment = {**os.environ, "PYTHONPATH": str(source), "SPIELTISCH_CACHE": str(cache)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # Python's own cache goes by time and size alone
    return subprocess.run(
        [sys.executable, *command], env=environment, input=text, capture_output=True, text=True, check=True
    )


def test_a_changed_rule_never_meets_old_code(source, tmp_path):
    """Neither the file's time nor the name of the function tells of the change: the cache must know the text."""
    assert run(source, tmp_path, "-c", PROBE).stdout.strip() == "[2, 9]"
    rules = source / "spieltisch" / "games" / "tiny_trade" / "rules.py"
    stamp = rules.stat()
    rules.write_text(rules.read_text().replace("[other, 0] = card", "[other, 0] = seat"))
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert run(source, tmp_path, "-c", PROBE).stdout.strip() == "[2, 0]"


def test_changed_content_gets_a_cache_of_its_own(source, tmp_path):
    folders = set()
    content = source / "spieltisch" / "games" / "tiny_trade" / "content.toml"
    for count in (2, 3):
        content.write_text(content.read_text().replace("9 = 2", f"9 = {count}"))
        run(source, tmp_path, "-c", PROBE)
        folders = {path.name for path in (tmp_path / "spieltisch").glob("tiny_trade-*")}
    assert len(folders) == 2


def test_a_picture_and_a_text_recompile_nothing(source, tmp_path):
    room = source / "spieltisch" / "games" / "tiny_trade"
    for name in ("picture.py", "de.toml", "rules.en.md"):
        run(source, tmp_path, "-c", PROBE)
        (room / name).write_text((room / name).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert len([*(tmp_path / "spieltisch").glob("tiny_trade-*")]) == 1


def test_the_first_compile_says_what_it_is_doing_and_the_second_start_is_silent(source, tmp_path):
    position = '{"game": "tiny-trade", "seats": 2, "hands": [[9], [2]]}'
    first, second = (
        run(source, tmp_path, "-m", "spieltisch", "legal", "-", "--lang", "en", text=position) for _ in range(2)
    )
    assert "compiled for this machine" in first.stderr
    assert second.stderr == "" and second.stdout == first.stdout == "0  keep\n0  trade\n"


def test_an_unwritable_cache_is_no_obstacle(source, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(source, blocked, "-c", PROBE).stdout.strip() == "[2, 9]"


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
            state = game.play(state, seat, bot("strong")(game, game.view(state, seat), game.legal(state, seat), as_luck(1)))
print(compiled)
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
