"""The command, as people run it: in a process of its own."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
import walk

import spieltisch
from spieltisch.log import read_log, verify

rooms = pytest.mark.parametrize("key", walk.KEYS)


def run(*arguments, text="", **more):
    return subprocess.run(
        [sys.executable, "-m", "spieltisch", *map(str, arguments)], input=text, capture_output=True, text=True, **more
    )


@rooms
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_whole_game_is_played_in_the_terminal(key, lang, tmp_path):
    log = tmp_path / "game.jsonl"
    luck = random.Random(3)
    answers = "\n".join(str(luck.choice([1, 1, 2, 3])) for _ in range(3000))
    done = run(
        "play",
        key,
        "--seats",
        "me:Ada,medium,random",
        "--lang",
        lang,
        "--log",
        log,
        text="?\nlog\nnonsense\n" + answers,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "Ada" in done.stdout and "1. " in done.stdout
    match = read_log(log)
    assert match.result is not None and verify(match) > 0
    assert not list(tmp_path.glob("*.secret")), "the secret is in the log now, and nowhere else"
    told = run("verify", log, "--lang", lang)
    assert told.returncode == 0 and match.header["commit"] in told.stdout
    again = run("replay", log, "--lang", lang)
    assert again.returncode == 0 and "1. " in again.stdout
    half = run("replay", log, "--to", len(match.lines) // 2, "--seat", 0, "--lang", lang)
    assert half.returncode == 0 and "1. Ada" not in half.stdout


@rooms
def test_leaving_in_the_middle_and_going_on(key, tmp_path):
    log = tmp_path / "game.jsonl"
    left = run("play", key, "--seats", "me,medium", "--log", log, "--lang", "de", text="1\n")
    assert left.returncode == 0 and f"spieltisch play --log {log}" in left.stdout
    lines = len(read_log(log).lines)
    secret = tmp_path / "game.jsonl.secret"
    assert secret.stat().st_mode & 0o077 == 0
    done = run("play", "--log", log, "--lang", "de", text="1\n" * 2000)
    assert done.returncode == 0
    match = read_log(log)
    assert match.result is not None and len(match.lines) > lines and verify(match)


def test_a_game_with_a_lost_secret_is_not_continued(tmp_path):
    log = tmp_path / "game.jsonl"
    run("play", walk.KEYS[0], "--seats", "me,random", "--log", log, text="1\n")
    (tmp_path / "game.jsonl.secret").unlink()
    refused = run("play", "--log", log, "--lang", "en")
    assert refused.returncode == 1 and "secret" in refused.stderr and "Traceback" not in refused.stderr


def test_ctrl_c_leaves_cleanly(tmp_path):
    log = tmp_path / "game.jsonl"
    command = [
        sys.executable,
        "-m",
        "spieltisch",
        "play",
        walk.KEYS[0],
        "--seats",
        "me,random",
        "--log",
        str(log),
        "--lang",
        "en",
    ]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 120
    while (not log.exists() or len(log.read_text().splitlines()) < 3) and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in err and "Go on with" in out
    assert read_log(log).result is None


def test_the_table_is_set_by_asking(tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    asked = run("play", "--lang", "de", text="2\n2\n1\nx\n3\nq\n", env=environment)
    assert asked.returncode == 0 and "Was spielen wir?" in asked.stdout and "Bis zum nächsten Mal" not in asked.stdout
    assert list((tmp_path / "spieltisch").glob("*.jsonl"))
    assert "Bis zum nächsten Mal" in run("play", "--lang", "de", env=environment).stdout


def test_several_people_at_one_keyboard_hand_it_over(tmp_path):
    log = tmp_path / "game.jsonl"
    shared = run(
        "play",
        "just4fun",
        "--seats",
        "me:Ada,me:Bo",
        "--start",
        "0",
        "--seed",
        "4",
        "--log",
        log,
        "--lang",
        "en",
        text="\n1\n\n1\n\nq\n",
    )
    assert "Hand the device to Ada" in shared.stdout and "Hand the device to Bo" in shared.stdout
    before, after = shared.stdout.split("Hand the device to Bo")[:2]
    hands = spieltisch.game("just4fun").describe(read_log(log).states[8])["hands"]
    assert ", ".join(map(str, hands[0])) in before and ", ".join(map(str, hands[1])) not in before
    assert "draws the" not in after.split("Hand the device to Ada")[0].replace("Bo draws the", "")


def test_seeded_games_repeat(tmp_path):
    for name in ("a", "b"):
        run("play", "just4fun", "--seats", "medium,medium", "--seed", "9", "--log", tmp_path / name)
    lines = [(tmp_path / name).read_text().splitlines()[1:] for name in ("a", "b")]
    assert lines[0] == lines[1] and len(lines[0]) > 20


@rooms
def test_legal_and_show(key, tmp_path):
    room = spieltisch.game(key)
    for seed in range(3):
        state = walk.some_state(room, 3, random.Random(seed), 40)
        file = tmp_path / "position.json"
        file.write_text(json.dumps(room.describe(state)))
        acting = room.to_act(state)
        told = run("legal", file).stdout.splitlines()
        if acting is spieltisch.CHANCE:
            assert told == [f"chance  {text}  {weight}" for text, weight in room.chances(state).items()]
        elif acting is not spieltisch.OVER:
            assert told == [f"{seat}  {text}" for seat in sorted(acting) for text in room.legal(state, seat)]
        shown = run("show", "-", "--seat", "1", "--lang", "en", text=file.read_text())
        assert shown.returncode == 0 and len(shown.stdout.splitlines()) > 5
        assert max(map(len, shown.stdout.splitlines())) <= 120


def test_bad_input_gets_a_sentence(tmp_path):
    file = tmp_path / "position.json"
    for content in (
        "",
        "[]",
        "{",
        '{"game": "chess"}',
        '{"game": "just4fun", "seats": 9}',
        '{"game": "just4fun", "seats": 2, "turn": []}',
        "[" * 99999,
    ):
        file.write_text(content)
        for command in ("legal", "show"):
            done = run(command, file, "--lang", "de")
            assert done.returncode == 1 and done.stderr.strip() and "Traceback" not in done.stderr
    for arguments in (  # each one is wrong in its own way
        ["show", tmp_path / "none.json"],
        ["replay", tmp_path / "none.jsonl"],
        ["verify", file],
        ["play", "just4fun", "--seats", "me"],
        ["play", "just4fun", "--seats", "me,wizard"],
        ["play", "just4fun", "--seats", "me,me", "--option", "board=moon"],
        ["play", "just4fun", "--seats", "me,me", "--option", "board"],
        ["play", "just4fun", "--seats", "me,me", "--start", "5"],
    ):
        done = run(*arguments, "--lang", "en", *(["--log", tmp_path / "x.jsonl"] if arguments[0] == "play" else []))
        assert done.returncode == 1 and done.stderr.strip() and "Traceback" not in done.stderr, arguments
        assert not (tmp_path / "x.jsonl").exists()


def test_games_and_help():
    assert all(key in run("games").stdout for key in walk.KEYS)
    for command in ("", "play", "games", "legal", "show", "replay", "verify", "bench"):
        done = run(*([command] if command else []), "--help")
        assert done.returncode == 0 and "help." not in done.stdout


def test_bench_measures_and_prints_json():
    done = run("bench", "--game", walk.KEYS[0], "--seconds", "0.05", "--json")
    figures = json.loads(done.stdout)
    own = figures["games"][walk.KEYS[0]]
    assert all(own["random"][str(seats)]["moves_per_s"] > 0 for seats in (2, 3, 4))
    assert (
        own["batch"]["steps_per_s"] > 0
        and own["door"]["play"] > 0
        and own["start"]["cold_s"] > own["start"]["cached_s"]
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", figures["date"])
