"""Hostile input at the door: whatever comes, the answer is a state or a refusal with a reason, never a crash."""

import copy
import json
import random

import pytest
import walk
from hypothesis import given, settings
from hypothesis import strategies as st

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.log import replay

keys = st.sampled_from(walk.KEYS)
json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
STRANGE = ["0", "-1", "7", "10", "99", "2.5", "6.1", "5+11", "1+1+1+1", "٣", "½", "0x1"]


def texts_like(room):
    """The words of a game's moves and outcomes in any order, whole texts of theirs, and anything."""
    declared = room.room.declared
    words = st.sampled_from([*declared.MOVES.words(), *declared.OUTCOMES.words(), *STRANGE])
    whole = st.sampled_from([*declared.MOVES.samples(), *declared.OUTCOMES.samples()])
    return st.lists(words, max_size=6).map(" ".join) | whole | st.text(max_size=40)


STEPS = 60  # that a state which came through the door is played on


def places(tree, path=()):
    """Every path in a JSON tree."""
    yield path
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from places(value, (*path, key))


def mutated(tree, data, luck):
    """A JSON tree with one or two parts replaced, removed or doubled."""
    tree = copy.deepcopy(tree)
    for _ in range(luck.choice([1, 1, 2])):
        path = luck.choice([path for path in places(tree) if path])
        parent = tree
        for key in path[:-1]:
            parent = parent[key]
        kind = luck.randrange(4)
        old = parent[path[-1]]
        if kind == 0 and isinstance(parent, dict):
            del parent[path[-1]]
        elif kind == 1 and isinstance(parent, list):
            parent.append(copy.deepcopy(old))
        elif kind == 2 and isinstance(old, int) and not isinstance(old, bool):
            parent[path[-1]] = old + luck.choice([-1, 1, 7, -100, 300])
        else:
            parent[path[-1]] = data.draw(json_like)
    return tree


def checked(room, state):
    """A state that came through the door is whole: it describes itself and can be played to its end."""
    assert room.position(room.describe(state)) == state
    luck = random.Random(1)
    for _ in range(STEPS):
        if room.to_act(state) is OVER:
            break
        state = room.play(state, *walk.step(room, state, luck))
        for seat in range(state.seats):
            room.view(state, seat)


@settings(max_examples=300, deadline=None)
@given(key=keys, seed=st.integers(0, 10_000), data=st.data())
def test_mutated_positions(key, seed, data):
    room = spieltisch.game(key)
    luck = random.Random(seed)
    position = json.loads(json.dumps(room.describe(walk.some_state(room, luck.choice([2, 3, 4]), luck, 80))))
    try:
        state = room.position(mutated(position, data, luck))
    except Refused as refused:
        assert "key" in refused.details, refused.reason
        for lang in ("de", "en"):
            assert "refusals." not in refused.text(lang) and "{key" not in refused.text(lang)
        return
    checked(room, state)


@settings(max_examples=150, deadline=None)
@given(key=keys, seed=st.integers(0, 10_000), data=st.data())
def test_mutated_views(key, seed, data):
    room = spieltisch.game(key)
    luck = random.Random(seed)
    state = walk.some_state(room, luck.choice([2, 3, 4]), luck, 80)
    view = json.loads(json.dumps(room.view(state, luck.choice([None, 0, 1]))))
    try:
        checked(room, room.guess(mutated(view, data, luck), luck))
    except Refused as refused:
        assert refused.text("de")


WRONG = [True, 7, -1, 0.5, "x", None, [], {}, [True], [None], [[]], [-1, -1], ["x", "x"], {"1": 1}, {"x": [1]}]


@pytest.mark.parametrize("key", walk.KEYS)
def test_every_part_of_a_view_may_be_wrong(key):
    room = spieltisch.game(key)
    luck = random.Random(3)
    refused = tried = 0
    for seat in (None, 1):
        for steps in (20, 200):
            view = json.loads(json.dumps(room.view(walk.some_state(room, luck.choice([2, 3, 4]), luck, steps), seat)))
            for name in [*view, "surprise"]:
                for value in WRONG:
                    tried += 1
                    try:
                        checked(room, room.guess({**view, name: value}, luck))
                    except Refused as problem:
                        refused += bool(problem.text("de"))
    assert refused > tried / 4


@settings(max_examples=200, deadline=None)
@given(key=keys, anything=json_like, options=json_like)
def test_anything_as_position_options_and_view(key, anything, options):
    room = spieltisch.game(key)
    for call in (
        lambda: room.position(anything),
        lambda: room.position({"game": key, "seats": 2, "options": anything}),
        lambda: room.position({"game": key, "seats": anything}),
        lambda: room.begin(2, 0, options),
        lambda: room.guess(anything, 1),
        lambda: room.guess({"game": key, "seats": 3, "seat": anything}, 1),
    ):
        try:
            call()
        except Refused as refused:
            assert refused.text("en")


@settings(max_examples=300, deadline=None)
@given(key=keys, seed=st.integers(0, 10_000), data=st.data())
def test_any_text_as_a_move_or_an_outcome(key, seed, data):
    room = spieltisch.game(key)
    text = data.draw(texts_like(room))
    luck = random.Random(seed)
    state = walk.some_state(room, luck.choice([2, 3, 4]), luck, 60)
    for actor in (CHANCE, *range(state.seats)):
        known = room.chances(state) if actor is CHANCE else room.legal(state, actor)
        if text in known:
            room.play(state, actor, text)
            continue
        with pytest.raises(Refused) as refused:
            room.play(state, actor, text)
        assert "refusals." not in refused.value.text("de")


@settings(max_examples=100, deadline=None)
@given(lines=st.lists(json_like.map(json.dumps) | st.text(max_size=30), max_size=5), key=keys)
def test_any_text_as_a_log(lines, key):
    header = json.dumps({"spieltisch": 1, "game": key, "seats": [{"name": "A"}, {}]})
    for log in (lines, [header, *lines]):
        try:
            replay(log)
        except Refused as refused:
            assert refused.details["line"] >= 1
