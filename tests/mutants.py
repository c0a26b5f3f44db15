"""Faults and leaks, planted one at a time into copies of rooms. Run with NUMBA_DISABLE_JIT=1 and a folder for the copies: prints what was found.

Each is: the room, the file or files, what stands there, what is put in its place, and words of the sentence that must come."""

import importlib
import shutil
import sys
from pathlib import Path

from spieltisch.checking import faults

TINY = Path(__file__).parent / "tiny_room"
ROOMS = Path(importlib.import_module("spieltisch").__file__).parent / "games"

PLANTED = [
    # leaks
    ("tiny", "table.py", ", OWNER), first=1)", ", ALL), first=1)", "say OWNER"),
    ("tiny", "table.py", ', own="hand", seen_by=OWNER | WHEN_OVER', ', own="hand"', "the field hands does not say who may see it"),
    ("tiny", "hidden.py", "    for other in range(record.seats):\n        if other", "    for other in range(0):\n        if other", "deal_anew"),
    ("tiny", "hidden.py", "    ticket = below(luck, unseen)", "    ticket = 0", "not as often as chance would"),
    ("tiny", "hidden.py", "ticket = below(luck, unseen)", "ticket = below(luck, unseen // 2)", "not as often as chance would"),
    ("tiny", "hidden.py", "other != seat and record.cards[other] and record.hands[other, 0] == 0", "record.cards[other]", "hidden.py"),
    ("tiny", "hidden.py", "    record.pile[value] -= 1\n", "", "deal_anew"),
    ("tiny", "rules.py", "    return 2\n", "    return 1 if record.hands[(seat + 1) % record.seats, 0] > 5 else 2\n", "legal"),
    ("tiny", "rules.py", "if record.phase == OVER else", "if record.phase == OVER or record.hands[0, 0] > 4 else", "depends on what"),
    ("tiny", "table.py", 'of="pile", own', "own", "not conserved"),
    ("just4fun", "table.py", 'part_of="discard", of="pile", own="covered_own"', 'of="pile", own="covered_own"', "not conserved"),
    ("just4fun", "hidden.py", "    while record.covered[seat, 0] > 0:", "    while False:", "deal_anew"),
    ("just4fun", "hidden.py", "        record.discard[0] -= 1\n", "", "deal_anew"),
    ("just4fun", "table.py", 'card:1-{HIGHEST_CARD}}}", OWNER)', 'card:1-{HIGHEST_CARD}}}", ALL)', "say OWNER"),
    ("sailorman", "hidden.py", "    hide_entries(record, watcher)\n", "", "does not come back from a view"),
    ("sailorman", "hidden.py", "            record.left[seat] = record.left[seat] > 0", "            pass", "may see left, which"),
    ("sailorman", "table.py", 'own="entered",\n                 blank=NOTHING', 'own="entered",\n                 blank=0', "deal_anew"),
    ("sailorman", "hidden.py", "    return after.phase != ENTER", "    return True", "may not see it afterwards"),
    ("sailorman", "hidden.py", "    return after.phase != ENTER", "    return after.left[record.thrower] == 0", "may not see it afterwards"),
    ("just4fun", "hidden.py", "        slot = count\n", "        slot = count\n        if seat == 3 and value > 9 and record.pile[1]:\n"
     "            record.pile[value] += 1\n            record.pile[1] -= 1\n            value = 1\n", "not as often as chance would"),
    ("just4fun", "rules.py", "        points[seat] = 0\n", "        points[seat] = record.pile[1]\n", "score: the result depends on what"),
    ("tiny", "rules.py", "    record.cards[seat] = 1\n", "    record.cards[seat] = 1\n    record.lowest = outcome > 5\n", "lowest differs"),
    ("tiny", "table.py", 'own="hand", seen_by=OWNER | WHEN_OVER', "view=None, seen_by=ALL", "sees no difference between"),
    ("tiny", "table.py rules.py", ("lowest=printed(number(0, 1))", "    record.cards[seat] = 1\n"),
     ("lowest=number(0, 1, view=None, seen_by=ALL)", "    record.cards[seat] = 1\n    record.lowest = outcome > 5\n"), "may see lowest, which"),
    # faults
    ("tiny", "rules.py", "MOVES = 2", "MOVES = 3", "MOVES is 3, but the patterns in table.py count 2"),
    ("tiny", "rules.py", "    record.turn = start\n", "    record.trun = start\n", "trun"),
    ("tiny", "rules.py", "def score(record, places, points)", "def scores(record, places, points)", "the function score is missing"),
    ("tiny", "events.py", "def tell(record, after, watcher, actor, code,", "def tell(record, after, actor, code,", "it is given 8"),
    ("tiny", "events.py", 'b"kept"', 'b"held"', "there is no text for events.held"),
    ("tiny", "events.py", "b',\"seat\":', actor", "b',\"seat\"', actor", "an event is no JSON"),
    ("tiny", "de.toml", 'shared = "Gleiche', 'equal = "Gleiche', "why.equal"),
    ("tiny", "de.toml en.toml", ("wrong_turn =", "wrong_turn ="), ("wrong_game =", "wrong_game ="), "wrong_game is a refusal of the house already"),
    ("tiny", "en.toml", "{seat:seat} keeps the card.", "{who:seat} keeps the card.", "different gaps"),
    ("tiny", "rules.py", "moves[0] = KEEP\n    moves[1] = SWAP", "moves[0] = SWAP\n    moves[1] = KEEP", "ascending"),
    ("tiny", "rules.py", "    return value\n", "    return HIGHEST - value\n", "outcome"),
    ("tiny", "rules.py", "        record.phase = OVER", "        record.phase = TRADE", "has not ended"),
    ("tiny", "rules.py", "    record.pile[outcome] -= 1\n", "", "number of things in pile"),
    ("tiny", "rules.py", "    record.pile[outcome] -= 1\n    record.pile_size -= 1\n", "    record.pile_size -= 0\n", "not conserved"),
    ("tiny", "rules.py", "        places[seat] = 1\n", "        places[seat] = 2\n", "places"),
    ("tiny", "position.py", 'if "turn" not in told', 'if "turn" in told', "turn"),
    ("tiny", "table.py", 'count="cards"', 'count="card"', "speaks of card"),
    ("tiny", "features.py", "OWN = 2", "OWNED = 2", "OWN is missing"),
    ("tiny", "rules.py", "record.hands[seat, 0] = outcome", "record.hands[seat, 1] = outcome", "out of bounds"),
    ("bloeder_sack", "notation.py", "b',\"dice\":['", "b',\"dice\":'", "behind the key dice"),
]  # fmt: skip


def planted(number, folder):
    """A copy of a room with one fault; the name of its package."""
    room, file, old, new, _ = PLANTED[number]
    copy = folder / "games" / f"mutant_{number}"
    shutil.copytree(TINY if room == "tiny" else ROOMS / room, copy, ignore=shutil.ignore_patterns("tests", "__pycache__", "*.svelte", "*.ts"))
    for name, before, after in zip(file.split(), *([one] if isinstance(one, str) else one for one in (old, new)), strict=True):
        text = (copy / name).read_text(encoding="utf-8")
        assert text.count(before) >= 1, f"{number}: {name} has no {before!r}"
        (copy / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    return f"games.mutant_{number}"


def found(package):
    """The first fault of a room."""
    try:
        return next(faults(package), "")
    except Exception as problem:  # a declaration that cannot be says so itself
        return f"{type(problem).__name__}: {problem}"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    for number in [int(one) for one in sys.argv[2:]] or range(len(PLANTED)):
        importlib.invalidate_caches()
        print(number, found(planted(number, folder)).replace("\n", " "), flush=True)
