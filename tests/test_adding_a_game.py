"""A newcomer adds a fourth game by adding a folder and changing nothing outside it. Here a tiny one, in a copy of the package."""

import os
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
from spieltisch.log import Match, replay, verify
assert "tiny-race" in spieltisch.game_keys()
game = spieltisch.game("tiny-race")
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
assert verify(replay(match.text().splitlines())) >= 3
assert game.position(json.loads(json.dumps(game.describe(match.state)))) == match.state
try:
    game.play(game.begin(2), 0, "stay")
except Refused as refused:
    assert refused.text("de")
batch = Batch(game, 16)
for _ in range(50):
    batch.step(batch.random_actions())
best = spieltisch.advise(game, game.view(game.position({"game": "tiny-race", "seats": 2, "die": 3}), 0))[0]
assert (best.move, best.why(game.words("en"))) == ("go", "Gets on."), best
told = spieltisch.review(match)
assert all(seat["start"] + seat["luck"] + seat["moves"] == seat["result"] for seat in told["seats"])
assert all(abs(sum(action["after"]) - 1) < 1e-3 for action in told["actions"])
in_words(told, match, "en", 0)
print(game.result(match.state)["why"])
"""


def test_a_fourth_game_is_a_folder(tmp_path):
    source = tmp_path / "src"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    shutil.copytree(TINY, source / "spieltisch" / "games" / "tiny_race")
    environment = {**os.environ, "PYTHONPATH": str(source), "SPIELTISCH_CACHE": str(tmp_path)}
    untaught = subprocess.run([sys.executable, "-m", "spieltisch", "hint", "-", "--lang", "en"], env=environment, capture_output=True, text=True,
                              input='{"game": "tiny-race", "seats": 2, "die": 3}')  # fmt: skip
    assert untaught.returncode == 1 and "spieltisch train tiny-race" in untaught.stderr
    train = [sys.executable, "-m", "spieltisch", "train", "tiny-race", "--seats", "2", "--games", "600", "--lang", "en"]
    taught = subprocess.run(train, env=environment, capture_output=True, text=True)
    assert taught.returncode == 0 and "value.npz" in taught.stdout, taught.stderr
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "first_home", done.stderr
    told = subprocess.run(
        [sys.executable, "-m", "spieltisch", "play", "tiny-race", "--seats", "strong,random", "--lang", "en", "--log", str(tmp_path / "log")],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode == 0 and "home" in told.stdout, told.stderr
