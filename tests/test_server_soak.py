"""The long evening, kept short: everybody plays to the end, every die is checked, and growth would be noticed."""

import json
import subprocess
import sys

from spieltisch.server.soak import Evening, Sample, told


def samples(memory=lambda at: 200.0, descriptors=lambda at: 50, threads=lambda at: 8):
    return [Sample(at / 10, memory(at), descriptors(at), threads(at), 100 * at, 5.0) for at in range(40)]


def judged(given):
    return told(Evening("http://127.0.0.1:1", [], None), given, {})


def test_what_grows_is_told():
    assert judged(samples())["is_flat"]
    assert judged(samples(memory=lambda at: 200.0 if at < 5 else 260.0))["is_flat"]  # warming up is no growth
    for grown in (
        {"memory": lambda at: 200.0 + 3 * at},
        {"descriptors": lambda at: 50 + 5 * at},
        {"threads": lambda at: 8 + at},
    ):
        assert not judged(samples(**grown))["is_flat"], grown


def test_a_short_evening(tmp_path):
    picture = tmp_path / "evening.svg"
    done = subprocess.run(
        [sys.executable, "-m", "spieltisch", "soak", "--minutes", "0.15", "--json", "--picture", picture],
        capture_output=True,
        text=True,
    )
    figures = json.loads(done.stdout)
    assert figures["faults"] == [] and figures["bots_failed"] == 0 and figures["problems"] == 0, done.stderr
    assert figures["moves"] > 0 and figures["timed_moves"] > 0 and figures["verified"] == figures["games"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "Traceback" not in done.stderr
