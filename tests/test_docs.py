"""The docs tell the truth: every command is documented, every example runs as shown, every link leads somewhere."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import spieltisch
from spieltisch.cli import FOLDER, parser
from spieltisch.words import Words

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ids = [page.name for page in PAGES]


def commands():
    top = parser(Words("en", FOLDER))
    return next(action for action in top._actions if action.choices and "play" in action.choices).choices


def test_every_command_is_documented():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in commands():
        assert f"spieltisch {name}" in text, name


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_documented_commands_and_flags_exist(page):
    for name, rest in re.findall(r"spieltisch ([a-z-]+)((?: [^\n`]*)?)", page.read_text(encoding="utf-8")):
        if name in ("import", "is", "needs", "the"):
            continue
        assert name in commands(), f"spieltisch {name}"
        known = {flag for action in commands()[name]._actions for flag in action.option_strings}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known, f"spieltisch {name} {rest}"


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_examples_run_as_shown(page):
    for block in re.findall(r"```\n(\$ spieltisch .*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        command, _, shown = block.partition("\n")
        arguments = shlex.split(command.removeprefix("$ spieltisch "))
        done = subprocess.run([sys.executable, "-m", "spieltisch", *arguments], cwd=ROOT, capture_output=True, text=True)
        assert done.stdout.rstrip() == shown.rstrip(), command


def test_the_readme_runs_as_python():
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL):
        subprocess.run([sys.executable, "-c", block], check=True, capture_output=True)


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_positions_in_the_docs_are_real():
    found = re.findall(r"```json\n(\{\"game\".*?)```", (ROOT / "docs" / "notation.md").read_text(encoding="utf-8"), re.DOTALL)
    finished = {key for key in spieltisch.game_keys() if (spieltisch.game(key).folder / "tests" / "golden.jsonl").exists()}
    assert finished <= {json.loads(text)["game"] for text in found} <= set(spieltisch.game_keys())
    for text in found:
        position = json.loads(text)
        spieltisch.game(position["game"]).position(position)
        example = json.loads((ROOT / "docs" / "examples" / f"{position['game']}.json").read_text(encoding="utf-8"))
        assert example == position
