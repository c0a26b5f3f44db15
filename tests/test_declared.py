"""What follows from a declaration: its faults are sentences, and the views keep to the schema that others are given."""

import random
import re
from types import SimpleNamespace

import jsonschema_rs
import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import telling
from spieltisch.schema import view_schema, view_types, write_types
from spieltisch.server.openapi import described
from spieltisch.table import ALL, OWNER, WHEN_OVER, Misdeclared, each, moves, multiset, number, own_form, table

FAULTS = [
    (lambda: table(turn=number(0, 3)), "the field turn does not say who may see it"),
    (lambda: table(turn=4), "the field turn is no kind of thing"),
    (lambda: table(hands=each(multiset(1, 9, 5), of="pile", seen_by=OWNER)), "speaks of pile"),
    (lambda: table(hands=each(number(0, 9), seen_by=WHEN_OVER)), "needs over="),
    (lambda: table(secret=number(0, 9, seen_by=OWNER)), "seen by its owner"),
    (lambda: table(bid=own_form(None, seen_by=WHEN_OVER), phase=number(0, 1, seen_by=ALL), over=1), "needs veil="),
    (lambda: table(winner=number(-1, 3, seen_by=ALL)), "may be negative"),
    (lambda: table(position="start", turn=number(0, 3, seen_by=ALL)), "differ in start, turn"),
]


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (lambda: moves("pass"), "the pattern 'pass' does not say who may know which one it was"),
        (lambda: moves(("bid {count}", ALL)), "has a gap count without a form"),
    ],
)
def test_a_pattern_that_cannot_be_is_refused_with_a_sentence(declare, words):
    with pytest.raises(Misdeclared, match=words):
        declare()


@pytest.mark.parametrize(("declare", "words"), FAULTS)
def test_a_declaration_that_cannot_be_is_refused_with_file_and_field(declare, words):
    with pytest.raises(Misdeclared) as problem:
        declare()
    assert words in str(problem.value) and "test_declared.py" in str(problem.value)


@pytest.mark.parametrize("key", walk.KEYS)
def test_views_keep_to_their_schema(key):
    room = spieltisch.game(key)
    validator = jsonschema_rs.validator_for(view_schema(room))
    for seats in room.seats:
        states = list(walk.states(room, seats, random.Random(seats)))
        for state in [*states[:: max(1, len(states) // 10)], states[-1]]:
            for seat in (None, *range(seats)):
                view = room.view(state, seat)
                assert not [error.message for error in validator.iter_errors(view)]
                assert set(view) <= set(view_schema(room)["properties"])
    for name in view:
        assert f"  {name}: " in view_types(room) or f"  {name}?: " in view_types(room)


def test_the_api_describes_the_views_of_all_rooms():
    schemas = described()["components"]["schemas"]
    for key in spieltisch.game_keys():
        assert schemas[f"View-{key}"] == view_schema(spieltisch.game(key))
        assert {"$ref": f"#/components/schemas/View-{key}"} in schemas["Moment"]["properties"]["view"]["anyOf"]


@pytest.mark.parametrize("key", walk.KEYS)
def test_the_page_is_checked_with_types_that_are_made_and_not_kept(key, tmp_path, monkeypatch):
    room = spieltisch.game(key)
    parts = [*room.folder.glob("*.ts"), *room.folder.glob("*.svelte")]
    sources = [path.read_text(encoding="utf-8") for path in parts if path.name != "view.made.ts"]
    assert not sources or any('from "./view.made"' in source for source in sources)
    assert not [source for source in sources if re.search(r"interface View \{", source)], "a view's type is not written by hand"
    monkeypatch.setattr(room, "folder", tmp_path)
    write_types(room)
    assert (tmp_path / "view.made.ts").read_text(encoding="utf-8") == view_types(room)


@pytest.mark.parametrize("key", walk.KEYS)
def test_what_was_veiled_stays_veiled_and_shows_the_same_view(key):
    room = spieltisch.game(key)
    for state in walk.states(room, 3, random.Random(5), every=7):
        for seat in (None, 0, 1, 2):
            veiled = room.room.veiled(state, seat)
            assert room.room.veiled(veiled, seat) == veiled
            assert room.view(veiled, seat) == room.view(state, seat)


def test_what_comes_to_light_cannot_be_taken_back_even_if_it_changes_nothing(monkeypatch):
    """A doubt that was right whatever lay hidden still showed it."""
    cells = np.zeros(4, np.dtype([("hidden", "i1"), ("turn", "i1")])).view(np.recarray)
    before, after, seen = cells[:1], cells[1:2], cells[2:]
    before[0].hidden, after[0].turn = 5, 1
    parts = {
        "table": SimpleNamespace(uncovers=lambda record, after: after.turn == 1, veil=blank),
        "hidden": SimpleNamespace(deal_anew=lambda record, seat, luck: setattr(record, "hidden", 3)),
        "room": SimpleNamespace(play=move_on),
    }
    for name, part in parts.items():
        monkeypatch.setattr(telling, name, part, raising=False)
    shows = getattr(telling.shows_something, "py_func", telling.shows_something)
    letters = seen.view(np.uint8).reshape(2, -1)
    assert shows(before, after, seen, letters, 0, 0, None, 3)
    monkeypatch.setattr(parts["table"], "uncovers", lambda record, after: False)
    assert not shows(before, after, seen, letters, 0, 0, None, 3)


def blank(record, watcher):
    record.hidden = 0


def move_on(record, seat, move):
    record.hidden, record.turn = 0, 1
