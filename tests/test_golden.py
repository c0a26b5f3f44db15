"""Golden games: what a whole game was like once, it is like for ever: log, events and views, compared line by line.

`python tests/test_golden.py GAME` writes one anew, after a change that is meant."""

import hashlib
import json
import random
import sys
from pathlib import Path

import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER
from spieltisch.chance import seeded
from spieltisch.log import Match, dump, in_lines, replay

GAMES = Path(spieltisch.__file__).parent / "games"
KEYS = [key for key in walk.KEYS if (GAMES / key.replace("-", "_") / "tests" / "golden.jsonl").exists()]
EVERY = 12  # a full view of each seat now and then; of the others the digest tells


def golden(key):
    return GAMES / key.replace("-", "_") / "tests" / "golden.jsonl"


def digest(value):
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def seen(match, index):
    """What everybody was told and saw of one action."""
    state = match.states[index + 1]
    watchers = [None, *range(state.seats)]
    views = [match.game.view(state, seat) for seat in watchers]
    events = [{**event.as_json(), "to": [seat for seat in watchers if seat in event.audience]} for event in match.events(index)]
    return {"events": events, "views": views if index % EVERY == 0 else digest(views), "position": digest(match.game.describe(state))}


def lines(match):
    """The log with what was seen after each action."""
    told = {action.line: seen(match, index) for index, action in enumerate(match.actions)}
    return [dump({**line, **told.get(number, {})}) for number, line in enumerate(match.lines)]


def played(key):
    """A game of three by a fixed seed."""
    game, luck, source = spieltisch.game(key), random.Random(f"golden {key}"), seeded(1)
    match = Match.new(game, [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}], 1, id="golden", seed=1)
    while (acting := game.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(game, match.state))
        else:
            seat = luck.choice(sorted(acting))
            match.play(seat, luck.choice(game.legal(match.state, seat)))
    match.end()
    return match


@pytest.mark.parametrize("key", KEYS)
def test_the_golden_game_is_as_it_was(key):
    kept = in_lines(golden(key).read_text(encoding="utf-8"))
    log = [{name: value for name, value in json.loads(line).items() if name not in ("events", "views", "position")} for line in kept]
    for number, (now, then) in enumerate(zip(lines(replay(map(dump, log))), kept, strict=True), start=1):
        assert json.loads(now) == json.loads(then), f"line {number}"


@pytest.mark.parametrize("key", KEYS)
def test_seeded_chance_is_as_it_was(key):
    """The same seed gives the same dice and cards, in every version and on every machine."""
    kept = [json.loads(line) for line in in_lines(golden(key).read_text(encoding="utf-8"))]
    again = played(key)
    assert [line.get("do") for line in again.lines] == [line.get("do") for line in kept]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        golden(name).write_text("".join(line + "\n" for line in lines(played(name))), encoding="utf-8")
