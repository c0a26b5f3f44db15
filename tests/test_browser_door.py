"""The same game here and in JavaScript, step by step and byte for byte: moves, views, events, results, refusals, positions, guesses, bots.

SPIELTISCH_LOCKSTEP=2000 plays so many games a room instead of a few."""

import hashlib
import json
import os
import random
import shutil
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.bots import bot
from spieltisch.bots.advice import advise
from spieltisch.chance import Stream, seeded
from spieltisch.lab.chances import FULL, QUICK
from spieltisch.lab.review import review
from spieltisch.lab.telling import in_words, reckoned_with, whole_evening
from spieltisch.log import Match, in_lines, replay

HERE = Path(__file__).parent.parent
MADE = HERE / "web" / "made"
BUNDLER = HERE / "node_modules" / ".bin" / "rolldown"
CHROMIUM = Path("/usr/bin/chromium")
GAMES = int(os.environ.get("SPIELTISCH_LOCKSTEP", "6"))
AT_ONCE = 20  # games handed to Node together
rooms = pytest.mark.parametrize("key", walk.KEYS)
THINKS = 23  # every so many steps the bots are asked, too


@pytest.fixture(scope="session")
def bundled(tmp_path_factory):
    """The programs of tests/browser for Node, by their names."""
    if not BUNDLER.exists() or shutil.which("node") is None:
        pytest.skip("needs Node and its packages")
    subprocess.run([sys.executable, "-m", "spieltisch.browser", MADE], check=True, capture_output=True, cwd=HERE)

    @cache
    def bundle(name):
        folder = tmp_path_factory.mktemp(name)
        source = HERE / "tests" / "browser" / f"{name}.ts"
        subprocess.run([BUNDLER, source, "--dir", folder, "--format", "esm", "--platform", "node"], check=True, capture_output=True)
        return folder / f"{name}.js"

    return bundle


@pytest.fixture(scope="session")
def node(bundled):
    """What Node answers for a list of games or logs."""

    def answer(games):
        done = subprocess.run(["node", bundled("door"), MADE], input=json.dumps(games), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)

    return answer


def as_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def said(ask):
    """What is asked, or the refusal of it in both languages."""
    try:
        return as_json(ask())
    except Refused as refused:
        return as_json(["refused", refused.reason, details_of(refused), refused.text("de"), refused.text("en", ["Ada", "Bo"])])


def details_of(refused):
    """The details of a refusal, those of another in it too."""
    inner = {key: value for key, value in refused.details.items() if isinstance(value, Refused)}
    return refused.details | {key: {"reason": value.reason, "details": details_of(value)} for key, value in inner.items()}


def told(room, state):
    """Everything that a state tells."""
    acting, seats = room.to_act(state), range(state.seats)
    parts = [as_json("chance" if acting is CHANCE else "over" if acting is OVER else sorted(acting))]
    parts += [as_json(room.legal(state, seat)) for seat in seats]
    parts += [room.view_text(state, seat).decode() for seat in (None, *seats)]
    if acting is CHANCE:
        kind, seat, tickets = room.lottery(state)
        parts += [as_json(room.chances(state)), as_json({"kind": kind, "seat": seat, "tickets": tickets})]
    return [*parts, as_json(room.result(state))] if acting is OVER else parts


def answered(room, state, odd):
    """What is said to something out of the ordinary."""
    kind, *about = odd
    if kind == "play":
        return said(lambda: room.describe(room.play(state, CHANCE if about[0] == "chance" else about[0], about[1])))
    if kind == "position":
        return said(lambda: room.describe(room.position(about[0])))
    if kind == "guess":
        return said(lambda: room.describe(room.guess(room.view(state, about[0]), Stream(about[1]))))
    if kind == "choose":
        level, seat, seed = about
        return said(lambda: bot(level)(room, room.view(state, seat), room.legal(state, seat), Stream(seed)))
    seat, seed, looks = about
    found = advise(room, room.view(state, seat), Stream(seed), looks, None)
    return as_json([{"move": one.move, "chance": struct.pack(">d", one.chance).hex(), "reason": one.reason} for one in found])


def events(room, state, actor, text, after):
    order = [*range(4), None]
    return as_json(
        [
            {"event": event.as_json(), "audience": sorted(event.audience, key=order.index)}
            for event in room.events(state, actor, text, after)
        ]
    )


@cache
def words_of(key):
    """Texts that look like moves, and some that do not."""
    declared = spieltisch.game(key).room.declared
    return [*declared.MOVES.samples(), *declared.OUTCOMES.samples(), "", "pass", "x", "play 1+2+3+4+5", "Ä😀" * 60]


def bent(position, luck):
    """A position with something wrong in it, perhaps."""
    found = json.loads(json.dumps(position))
    key = luck.choice([*found, "nonsense"])
    values = [None, -1, 0, 7, 99, 2.5, True, "x", "roll", "draw", [], [1, 2], {}, {"7": [1, 2, 3]}, [[1], [2]], "😀" * 40]
    inner = found.get(key)
    if isinstance(inner, list) and inner and luck.random() < 0.6:
        inner[luck.randrange(len(inner))] = luck.choice([*values, *inner])
    elif isinstance(inner, dict) and inner and luck.random() < 0.6:
        inner[luck.choice([*inner, "x", "40"])] = luck.choice([*values, *inner.values()])
    elif luck.random() < 0.3:
        found.pop(key, None)
    else:
        found[key] = luck.choice(values)
    return found


def oddities(room, state, luck, step):
    """What is asked besides: wrong moves, wrong positions, guesses, and now and then what bots think."""
    texts = words_of(room.key)
    actors = [*range(-1, state.seats + 1), "chance"]
    found = [["play", luck.choice(actors), luck.choice(texts)] for _ in range(2)]
    acting = room.to_act(state)
    if acting is not OVER and acting is not CHANCE:
        seat = luck.choice(sorted(acting))
        found += [["play", seat, luck.choice(texts)] for _ in range(3)]
        if step % THINKS == 0:
            found += [["choose", level, seat, luck.randrange(1 << 40)] for level in ("random", "easy", "medium", "strong")]
            found.append(["advise", seat, luck.randrange(1 << 40), 40])
    if step % 5 == 0:
        position = room.describe(state)
        found += [["position", position], *(["position", bent(position, luck)] for _ in range(3))]
        found.append(["guess", luck.choice([None, *range(state.seats)]), luck.randrange(1 << 40)])
    return found


def played(room, seats, start, options, seed):
    """A random game, and what this door says at every step."""
    luck = random.Random(seed)
    state, actions, odd, steps = room.begin(seats, start, options), [], {}, []
    while True:
        asked = odd[str(len(steps))] = oddities(room, state, luck, len(steps))
        parts = [*told(room, state), *(answered(room, state, one) for one in asked)]
        acting = room.to_act(state)
        if acting is not OVER:
            actor = CHANCE if acting is CHANCE else luck.choice(sorted(acting))
            text = room.drawn(state, luck.randrange(room.lottery(state)[2])) if actor is CHANCE else luck.choice(room.legal(state, actor))
            after = room.play(state, actor, text)
            parts.append(events(room, state, actor, text, after))
            actions.append(["chance" if actor is CHANCE else actor, text])
            state = after
        steps.append("\n".join(parts))
        if acting is OVER:
            game = {"key": room.key, "seats": seats, "start": start, "options": options, "actions": actions, "odd": odd, "full": False}
            return game, steps


def hashed(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def house_rules(room, luck):
    """House rules by lot, every other time none."""
    return {} if luck.random() < 0.5 else {name: luck.choice(values) for name, values in room.house_rules().items()}


@rooms
def test_lock_step(key, node):
    room = spieltisch.game(key)
    for first in range(0, GAMES, AT_ONCE):
        pairs = []
        for seed in range(first, min(GAMES, first + AT_ONCE)):
            luck = random.Random(f"{key} {seed}")
            seats = 2 + seed % 3
            pairs.append(played(room, seats, luck.randrange(seats), house_rules(room, luck), seed))
        for (game, steps), there in zip(pairs, node([game for game, _ in pairs]), strict=True):
            wrong = [step for step, text in enumerate(steps) if hashed(text) != there[step]]
            if wrong:
                [full] = node([{**game, "full": True}])
                both = zip(steps[wrong[0]].split("\n"), full[wrong[0]].split("\n"), strict=False)
                assert wrong[0] < 0, next(pair for pair in both if pair[0] != pair[1])


@rooms
def test_lock_step_in_chromium(key, bundled):
    if not CHROMIUM.exists():
        pytest.skip("needs Chromium")
    game, steps = played(spieltisch.game(key), 3, 1, {}, 77)
    inside = bundled("inside").parent
    done = subprocess.run(
        ["node", HERE / "tests" / "browser" / "chromium.mjs", inside, MADE], input=json.dumps([game]), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    [there] = json.loads(done.stdout)
    assert there == steps


# ---------------------------------------------------------------- logs and reviews


def logged(key, seats, seed, levels):
    """A game of bots with a take-back here and there, as a match."""
    room = spieltisch.game(key)
    header = [{"name": f"Größe {seat} 😀", **({"bot": level} if level else {})} for seat, level in enumerate(levels)]
    match, luck, source = Match.new(room, header, seed % seats, id="x\u2028"), random.Random(seed), seeded(seed)
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(room, match.state))
            continue
        seat = luck.choice(sorted(acting))
        view, moves = room.view(match.state, seat), room.legal(match.state, seat)
        match.play(seat, bot(levels[seat] or "medium")(room, view, moves, Stream(luck.randrange(1 << 40))), luck.randrange(9000))
        if luck.random() < 0.1 and match.undoable(seat) is not None:
            match.undo(seat)
    match.end("00" * 32)
    return match


def read(key, lines, kind):
    """What this side makes of a log."""
    parts = [said(lambda: replay(lines).text())]
    if kind is None:
        return parts
    match = replay(lines)
    seats = range(match.state.seats)
    parts += [as_json([match.until(line).undoable(seat) for seat in seats]) for line in range(0, len(lines), 7)]
    account = review(match, effort=QUICK if kind == "quick" else FULL)
    parts.append(as_json(account))
    for lang in ("de", "en"):
        for reader in (None, *seats):
            words = in_words(account, match, lang, reader, whole_evening(match, [account, account]))
            parts.append(as_json([words, reckoned_with(match, lang)]))
    return parts


def damaged(lines, luck):
    """A log with a fault in it, perhaps."""
    found = list(lines)
    at = luck.randrange(len(found))
    line = json.loads(found[at])
    key = luck.choice([*line, "undo", "x"])
    line[key] = luck.choice([None, -1, 3, True, "chance", "pass", [], {}, "x" * 200])
    choices = [found[:at], [*found[:at], *found[at + 1 :]], [*found[:at], "{", *found[at:]], [*found[:at], json.dumps(line), *found[at + 1 :]]]
    return [*luck.choice(choices), *luck.choice([[], ["[]"]])]


@rooms
def test_logs_and_reviews_are_the_same(key, node):
    luck = random.Random(key)
    logs = []
    for number, levels in enumerate([[None, "strong"], ["easy", None, "medium"]]):
        lines = in_lines(logged(key, len(levels), number, levels).text())
        logs.append({"key": key, "lines": lines, "review": "full" if number == 0 else "quick"})
        logs += [{"key": key, "lines": damaged(lines, luck), "review": None} for _ in range(25)]
    for log, there in zip(logs, node(logs), strict=True):
        for mine, other in zip(read(key, log["lines"], log["review"]), there, strict=True):
            assert json.loads(mine) == json.loads(other)


@rooms
def test_the_page_gets_the_same_from_a_worker(key, bundled):
    done = subprocess.run(["node", bundled("asking"), MADE, key], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert {name for name, _ in found} >= {"toAct", "view", "guess", "events", "choose", "review", "words", "told", "refused", "dies"}
    assert [name for name, is_right in found if not is_right] == []
