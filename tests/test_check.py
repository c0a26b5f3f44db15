"""`spieltisch check`: nothing is found in a whole room, and every fault and leak that is planted is found."""

import os
import subprocess
import sys
from pathlib import Path

import mutants
import pytest
import walk

PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize("key", walk.KEYS)
def test_a_room_is_whole(key):
    done = subprocess.run([sys.executable, "-m", "spieltisch", "check", key, "--lang", "en"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{key}: nothing found.\n", "")


def test_every_planted_fault_is_found(tmp_path):
    script = Path(mutants.__file__)
    (tmp_path / "games").mkdir()
    done = subprocess.run([sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, env=PLAIN)
    assert done.returncode == 0, done.stderr
    lines = [line.partition(" ")[2] for line in done.stdout.splitlines()]
    assert len(lines) == len(mutants.PLANTED) >= 20
    missed = [(planted, line) for planted, line in zip(mutants.PLANTED, lines, strict=True) if not line or planted[-1] not in line]
    assert missed == []
