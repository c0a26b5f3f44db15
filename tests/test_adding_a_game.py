"""A newcomer adds a fourth game by adding a folder and changing nothing outside it. Here a tiny one, in a copy of the package."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
TINY = Path(__file__).parent / "tiny_room"

PLAY = """
import spieltisch, json
from spieltisch import CHANCE, OVER, Refused
from spieltisch.bots import LEVELS, bot
from spieltisch.chance import as_luck, fair
from spieltisch.lab.batch import Batch
from spieltisch.lab.telling import in_words
from spieltisch.log import Match, in_lines, replay, verify
assert "tiny-trade" in spieltisch.game_keys()
game = spieltisch.game("tiny-trade")
source = fair("t")
match = Match.new(game, [{}, {"bot": "strong"}], id="t", commit=source.commitment)
while (acting := game.to_act(match.state)) is not OVER:
    if acting is CHANCE:
        match.play(CHANCE, source.draw(game, match.state))
    else:
        seat = min(acting)
        view, moves = game.view(match.state, seat), game.legal(match.state, seat)
        assert {bot(level, 0.02)(game, view, moves, as_luck(1)) for level in LEVELS} <= set(moves)
        match.play(seat, bot("strong")(game, view, moves, as_luck(1)))
match.end(source.secret.hex())
assert verify(replay(in_lines(match.text()))) == 2
assert game.position(json.loads(json.dumps(game.describe(match.state)))) == match.state
try:
    game.play(match.state, 0, "keep")
except Refused as refused:
    assert refused.text("de")
batch = Batch(game, 16)
for _ in range(50):
    batch.step(batch.random_actions())
held = game.position({"game": "tiny-trade", "seats": 3, "hands": [[9], [2], [5]]})
two = game.position({"game": "tiny-trade", "seats": 2, "hands": [[9], [2]]})
best = spieltisch.advise(game, game.view(two, 0))[0]
assert (best.move, best.why(game.words("en"))) == ("keep", "The 9 is high enough to keep."), best
told = spieltisch.review(match)
assert all(seat["start"] + seat["luck"] + seat["moves"] == seat["result"] for seat in told["seats"])
assert all(abs(sum(action["after"]) - 1) < 1e-3 for action in told["actions"])
in_words(told, match, "en", 0)

# what is hidden is hidden, and what a trade shows its own seat cannot be taken back
assert game.view(held, 2)["hand"] == [5] and game.view(held, None)["hand"] == [] and game.view(held, 1)["hands"] is None
seen = {(event.kind, event.audience): event.details for event in game.events(held, 0, "trade")}
assert seen["got", frozenset({0})] == {"seat": 0, "card": 2} and seen["got", frozenset({1})] == {"seat": 1, "card": 9}, seen
for move, may_take_back in (("keep", True), ("trade", False)):
    match = Match.new(game, [{}, {}, {}])
    for card in (9, 2, 5):
        match.play(CHANCE, f"deal {card}")
    match.play(0, move)
    assert (match.undoable(0) is not None) is may_take_back, move
print(game.result(game.play(game.play(game.play(held, 0, "keep"), 1, "keep"), 2, "keep"))["why"])
"""


def test_the_docs_show_what_is_there():
    text = (TINY.parent.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    shown = re.findall(r"```(?:python|svelte|ts)\n(?:#|//|<!--) ([\w.]+)(?: -->)?\n(.*?)```", text, re.DOTALL)
    assert {file for file, _ in shown} == {"table.py", "rules.py", "hidden.py", "events.py", "Table.svelte", "first.ts", "words.ts"}
    for file, code in shown:
        assert code.strip() in (TINY / file).read_text(encoding="utf-8"), code


def test_what_holds_for_every_room_holds_for_a_fourth(tmp_path):
    """The tests that know no game, of the new room alone, as plain Python."""
    for folder in ("src", "tests"):
        shutil.copytree(TINY.parent.parent / folder, tmp_path / folder, ignore=shutil.ignore_patterns("page", "peer", "__pycache__"))
    shutil.copytree(TINY, tmp_path / "src" / "spieltisch" / "games" / "tiny_trade")
    shutil.copy(TINY.parent.parent / "pyproject.toml", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "NUMBA_DISABLE_JIT": "1", "ROOM": "tiny-trade"}
    generic = [f"tests/test_{name}.py" for name in ("door", "views", "declared", "check", "golden", "fuzz")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *generic, "--deselect", "tests/test_check.py::test_every_planted_fault_is_found"],
        cwd=tmp_path, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_a_fourth_game_is_a_folder(tmp_path):
    source = tmp_path / "src"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    shutil.copytree(TINY, source / "spieltisch" / "games" / "tiny_trade")
    environment = {**os.environ, "PYTHONPATH": str(source), "SPIELTISCH_CACHE": str(tmp_path)}
    untaught = subprocess.run([sys.executable, "-m", "spieltisch", "hint", "-", "--lang", "en"], env=environment, capture_output=True, text=True,
                              input='{"game": "tiny-trade", "seats": 2, "hands": [[9], [2]]}')  # fmt: skip
    assert untaught.returncode == 1 and "spieltisch train tiny-trade" in untaught.stderr
    ready = "from spieltisch.server import api, ready; ready.play_once('tiny-trade'); print(bytes(api.all_games()).decode())"
    served = subprocess.run([sys.executable, "-c", ready], env={**environment, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert served.returncode == 0, served.stderr
    assert {game["key"]: game["levels"] for game in json.loads(served.stdout)}["tiny-trade"] == ["random"]
    train = [sys.executable, "-m", "spieltisch", "train", "tiny-trade", "--seats", "2", "--games", "600", "--lang", "en"]
    taught = subprocess.run(train, env=environment, capture_output=True, text=True)
    assert taught.returncode == 0 and "value.npz" in taught.stdout, taught.stderr
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "card", done.stderr
    told = subprocess.run(
        [sys.executable, "-m", "spieltisch", "play", "tiny-trade", "--seats", "strong,random", "--lang", "en", "--log", str(tmp_path / "log")],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode == 0 and ("better card" in told.stdout or "Equal cards" in told.stdout), told.stderr
