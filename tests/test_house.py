"""The house in order: rooms keep to themselves, nobody knows them by name, every text exists in both languages."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import spieltisch

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spieltisch"
ROOMS = sorted(path for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())
FURNITURE = [
    "__init__.py", "table.py", "rules.py", "content.py", "position.py", "notation.py", "events.py", "features.py",
    "reasons.py", "progress.py", "picture.py", "de.toml", "en.toml", "rules.de.md", "rules.en.md",
]  # fmt: skip
FINISHED = ["content.toml", "value.npz", "luck/de.toml", "tests/test_rulebook.py", "tests/test_rules.py", "tests/golden.jsonl"]
ALLOWED = {"spieltisch.door", "spieltisch.rule", "spieltisch.table", "spieltisch.write", "numpy", "__future__"}
room_names = [room.name for room in ROOMS]


def sources(folder):
    return sorted(path for path in folder.rglob("*.py") if "tests" not in path.parts)


def imports(path):
    """Every module a file imports; relative ones begin with a dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def texts(folder, lang):
    return tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8"))


def paths(tree, before=""):
    return {
        path
        for key, value in tree.items()
        for path in (paths(value, f"{before}{key}.") if isinstance(value, dict) else {before + key})
    }


def texts_in(node):
    """The text a node stands for; either one, where a condition chooses."""
    for part in (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,):
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)):
            yield part.value if isinstance(part.value, str) else part.value.decode()


def named(folder, functions, place=0):
    """The texts given to calls of these functions, as their first argument or a later one, in all files of a folder."""
    for path in sources(folder):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(call, ast.Call)
                and getattr(call.func, "id", getattr(call.func, "attr", "")) in functions
                and len(call.args) > place
            ):
                yield from texts_in(call.args[place])


@pytest.mark.parametrize("room", ROOMS, ids=room_names)
def test_every_room_has_the_same_furniture(room):
    assert [name for name in FURNITURE if not (room / name).exists()] == []


@pytest.mark.parametrize("room", ROOMS, ids=room_names)
def test_a_room_imports_only_door_rule_numpy_and_the_standard_library(room):
    import sys

    for path in sources(room):
        for module in imports(path):
            own = module.startswith(".") and not module.startswith("..")
            assert own or module in ALLOWED or module.split(".")[0] in sys.stdlib_module_names, f"{path}: {module}"


def test_nobody_imports_a_rooms_inside():
    for path in sources(PACKAGE):
        if (PACKAGE / "games") in path.parents:
            continue
        assert not [module for module in imports(path) if re.search(r"\bgames\.\w", module)], path


@pytest.mark.parametrize("room", ROOMS, ids=room_names)
def test_no_rooms_key_or_name_appears_outside_its_folder(room):
    names = {room.name, room.name.replace("_", "-"), *(texts(room, lang)["name"] for lang in ("de", "en"))}
    pattern = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    outside = [
        path
        for base in (PACKAGE, ROOT / "web")
        for path in base.rglob("*")
        if path.is_file() and room not in path.parents
    ]
    for path in outside:
        if path.suffix in {".py", ".toml", ".ts", ".svelte", ".css", ".html"} and not {"tests", "page"} & set(path.parts):
            assert not pattern.search(path.read_text(encoding="utf-8")), path


LUCK = [room / "luck" for room in ROOMS if (room / "luck").exists()]


@pytest.mark.parametrize("folder", [PACKAGE, PACKAGE / "cli", PACKAGE / "lab", *ROOMS, *LUCK])
def test_german_and_english_have_the_same_keys_and_gaps(folder):
    german, english = texts(folder, "de"), texts(folder, "en")
    assert paths(german) == paths(english)
    for path in paths(german):
        one, other = german, english
        for part in path.split("."):
            one, other = one[part], other[part]
        gaps = [set(re.findall(r"\{(\w+)", str(text))) for text in (one, other)]
        assert gaps[0] == gaps[1], path


@pytest.mark.parametrize("room", ROOMS, ids=room_names)
def test_every_event_and_refusal_of_a_room_has_a_text_and_every_text_a_use(room):
    own, house = texts(room, "de"), texts(PACKAGE, "de")
    said = {
        text
        for path in sources(room)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for text in texts_in(node)
    }
    for_readers = {key for key in own["events"] if key.endswith(("_you", "_yours"))}  # a text's further forms
    assert {re.sub("_yours?$", "", key) for key in for_readers} <= set(own["events"])
    assert set(named(room, {"begin_event"}, place=2)) <= set(own["events"]) - for_readers <= said
    assert set(own["reasons"]) <= said
    reasons = set(named(room, {"Refused"}))
    assert reasons - set(house["refusals"]) == set(own["refusals"])
    assert not set(own["refusals"]) & set(house["refusals"])


def test_every_refusal_of_the_house_has_a_text_and_every_text_a_use():
    reasons = set(named(PACKAGE, {"Refused", "_refusal"}))
    rooms = {reason for room in ROOMS for reason in texts(room, "de")["refusals"]}
    assert reasons - rooms == set(texts(PACKAGE, "de")["refusals"])


def test_what_a_finished_room_has_is_not_lost():
    """A room may be begun without what is learned, measured and kept; once it has some of it, it has all. Three are finished at least."""
    parts = {room.name: [part for part in FINISHED if (room / part).exists()] for room in ROOMS}
    begun = {name: found for name, found in parts.items() if found not in ([], ["content.toml"])}
    assert len(begun) >= 3 and all(found == FINISHED for found in begun.values()), begun


RULEBOOKS = [room for room in ROOMS if (room / "tests" / "test_rulebook.py").exists()]


@pytest.mark.parametrize("room", RULEBOOKS, ids=[room.name for room in RULEBOOKS])
def test_the_rule_book_tests_count_through(room):
    """Every example and decision has its test: no number is left out."""
    names = re.findall(r"def test_([TD])(\d+)_", (room / "tests" / "test_rulebook.py").read_text(encoding="utf-8"))
    for letter in "TD":
        numbers = {int(number) for kind, number in names if kind == letter}
        assert numbers == set(range(1, len(numbers) + 1))


def test_version_and_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == spieltisch.__version__
    assert project["license"] == "MIT"
    assert all("==" in pinned for pinned in project["dependencies"])


def test_no_file_is_two_things():
    """Long files are a sign of a second thing in them."""
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(PACKAGE)}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}
