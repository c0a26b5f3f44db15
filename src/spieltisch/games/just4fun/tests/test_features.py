"""What a learned value sees of Just 4 Fun, and the reasons given for a move."""

import random
import re

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER
from spieltisch.games.just4fun import features, lines, prospects, reasons
from spieltisch.rule import copied

GAME = spieltisch.game("just4fun")
HANDS = [[1, 5, 11, 13], [2, 2, 3, 4], [6, 7, 8, 9]]
#  1 14 30 24 19  8
# 33 11  9 16 35 21
#  6 27 31 20  3 12      the printed board
# 15 32  5 29 17 26
# 22 10 18 36 25  2
# 28  7 23  4 13 34
APART = [HANDS[0], [1, 2, 2, 2], [10, 10, 10, 10]]  # seats 1 and 2 reach none of 33, 11, 9, 16
BOARDS = [{}, {"board": "sun"}, {"board": "shuffled"}]


def position(**keys):
    return GAME.position({"game": "just4fun", "seats": 3, "hands": HANDS, **keys})


def leading(seat, *fields):
    """One stone of a seat on each of these fields."""
    return {str(field): [int(other == seat) for other in range(3)] for field in fields}


def own(state, seat):
    seen = np.zeros(features.OWN, np.float32)
    features.look(state.record, seat, seen)
    return seen


def table(state):
    seen = np.zeros(features.TABLE, np.float32)
    features.look_around(state.record, seen)
    return seen


def walks(every):
    """States of random games: every seat count and board."""
    for seats in GAME.seats:
        for options in BOARDS:
            yield from walk.states(GAME, seats, random.Random(f"{seats} {options}"), every, options)


def turned(state):
    """The same table with everybody one seat further on."""
    record, seats = copied(state.record), state.seats
    for name in ("stones", "supply", "cards", "hands", "covered"):
        record[name][:seats] = np.roll(record[name][:seats], 1, axis=0)
    record.turn = (record.turn + 1) % seats
    record.start = (record.start + 1) % seats
    return record


# ---------------------------------------------------------------- what is seen


def test_all_numbers_are_small_and_finite():
    for state in walks(7):
        for seen in (*(own(state, seat) for seat in range(state.seats)), table(state)):
            assert np.isfinite(seen).all() and (np.abs(seen) <= 3).all()


def test_who_sits_where_does_not_matter():
    for state in walks(29):
        if GAME.to_act(state) is not OVER:
            record = turned(state)
            for seat in range(state.seats):
                seen = np.zeros(features.OWN, np.float32)
                features.look(record, (seat + 1) % state.seats, seen)
                assert (seen == own(state, seat)).all()


def test_looking_changes_nothing():
    state = position(stones=leading(0, 33, 9, 16))
    content = state.cell.tobytes()
    own(state, 0), table(state)
    assert state.cell.tobytes() == content


def test_sets_of_fields():
    fields = {1, 7, 8, 15, 16, 31, 32, 33, 36}
    bits = sum(1 << field for field in fields)
    assert (lines.count(bits), lines.worth(bits), lines.highest(bits)) == (len(fields), sum(fields), 36)
    assert (lines.count(0), lines.worth(0), lines.highest(0)) == (0, 0, 0)
    sums = lines.sums_of(position().record, 0)
    reached = {1, 5, 6, 11, 12, 13, 14, 16, 17, 18, 19, 24, 25, 29, 30}
    assert {field for field in range(37) if sums >> field & 1} == reached


def test_there_are_54_lines_of_four():
    board = sum(1 << 8 * row + column for row in range(6) for column in range(6))
    assert sum(lines.count(lines.every(board, step)) for step in lines.STEPS) == 54


def threat_numbers(state, seat):
    return own(state, seat)[features.THREATS : features.CARDS]


def test_the_winning_fields_are_those_that_win():
    """Every threat that is seen wins when the stone is placed, and the counts agree with the reasons' own."""
    for state in walks(11):
        if GAME.to_act(state) in (CHANCE, OVER):
            continue
        seat = int(state.record.turn)
        wins = any(GAME.play(state, seat, text).plain.winner == seat for text in GAME.legal(state, seat))
        seen = threat_numbers(state, seat)
        assert bool(seen[8]) == wins
        assert seen[:3].sum() == min(3, len(reasons.threats(state.plain, seat)))


@pytest.mark.parametrize(
    ("keys", "wait", "free"),
    [
        ({}, 0, 1),
        ({"turn": 1, "hands": APART}, 2, 1),
        ({"turn": 1, "hands": [HANDS[0], [1, 2, 2, 11], APART[2]]}, 2, 0),
        ({"turn": 2}, 1, 0),
        ({"turn": 2, "hands": [HANDS[0], HANDS[1], APART[2]]}, 1, 1),
    ],
    ids=["at turn", "nobody can", "the next fills the gap", "the last ties a lead", "who can comes later"],
)
def test_a_threat_tells_when_it_comes_and_whether_it_can_be_stopped(keys, wait, free):
    """Seat 0 leads 33, 9 and 16 and holds the 11 between them."""
    seen = threat_numbers(position(stones=leading(0, 33, 9, 16), **keys), 0)
    assert seen[8 + wait] == 1 and seen[12 + wait] == free


def test_two_threats_cannot_be_stopped_at_one_field():
    hands = [HANDS[0], [2, 2, 3, 11], [6, 7, 8, 10]]
    stones = leading(0, 33, 9, 16) | {str(field): [2, 0, 0] for field in (24, 30, 14)}
    assert threat_numbers(position(stones=stones, turn=1, hands=hands), 0)[12 + 2] == 1


def test_hope_is_the_share_of_cards_that_help():
    state = position(stones=leading(0, 33, 9, 16), turn=0, hands=[[1, 5, 13], *HANDS[1:]], phase="draw")
    assert lines.sums_of(state.record, 0) >> 11 & 1 == 0
    pile = state.plain.pile
    helping = pile[11] + pile[10] + pile[6] + pile[5]
    sums = lines.sums_of(state.record, 0)
    assert prospects.hope(state.record, 0, sums, 1 << 11) == pytest.approx(helping / state.plain.pile_size)
    empty = position(stones=leading(0, 33, 9, 16), turn=0, hands=[[], *HANDS[1:]], phase="draw")
    assert 0.3 < prospects.hope(empty.record, 0, 0, 1 << 11) < 0.8


@pytest.mark.parametrize(
    ("keys", "other"),
    [
        ({}, {"stones": leading(0, 36)}),
        ({"stones": leading(0, 36)}, {"stones": {"36": [2, 0, 0]}}),
        ({"stones": leading(0, 36)}, {"stones": {"36": [1, 1, 0]}}),
        ({"stones": leading(0, 1, 14)}, {"stones": leading(0, 1, 36)}),
        ({"supply": [3, 3, 3]}, {"supply": [3, 3, 4]}),
        ({}, {"turn": 1}),
        ({}, {"hands": [[1, 5, 11, 12], *HANDS[1:]]}),
    ],
    ids=["lead", "lock", "tie", "line", "last word", "turn", "hand"],
)
def test_what_matters_is_seen(keys, other):
    assert (own(position(**keys), 0) != own(position(**other), 0)).any()


def test_the_highest_field_breaks_a_tie_in_what_is_seen():
    stones = leading(0, 36) | leading(1, 1, 35)
    state = position(stones=stones, supply=[1, 1, 1])
    ranks = [own(state, seat)[features.MARGIN + 6 : features.GROUND].argmax() for seat in range(3)]
    assert ranks[0] == ranks[1] + 1 > ranks[2]


# ---------------------------------------------------------------- reasons


LATE = {"supply": [2, 2, 2]}
REASONS = [
    ("wins", "play 11", {"stones": leading(0, 33, 9, 16)}, {}),
    ("stops", "play 11", {"stones": leading(1, 33, 9, 16)}, {"seat": 1, "field": 11}),
    ("stops", "play 5+11", {"stones": leading(1, 33, 9, 16)}, {"seat": 1, "field": 11}),
    ("stops_one", "play 11", {"stones": leading(1, 33, 9, 16, 30, 24, 19)}, {"seat": 1, "field": 8}),
    ("double", "play 11", {"stones": leading(0, 9, 16)}, {"fields": [33, 35]}),
    ("three_ready", "play 1", {"stones": leading(0, 14, 30)}, {"field": 24}),
    ("three", "play 1", {"stones": leading(0, 30, 24)}, {"field": 14}),
    ("points_lead", "play 11+13", {"stones": leading(1, 10), **LATE}, {"points": 24}),
    ("ends_ahead", "play 11+13", {"stones": leading(1, 10), "supply": [1, 0, 0], "hands": [HANDS[0], [], []]}, {"points": 24}),
    ("lock_out", "play 11", {"stones": {"11": [2, 1, 1]}}, {"field": 11, "seats": [1, 2]}),
    ("lock", "play 11", {"stones": leading(0, 11)}, {"field": 11}),
    ("levels", "play 11", {"stones": leading(1, 11)}, {"seat": 1, "field": 11}),
    ("breaks_tie", "play 11", {"stones": {"11": [1, 1, 0]}}, {"field": 11}),
    ("two", "play 11", {"stones": leading(0, 9)}, {"fields": [11, 9]}),
    ("high", "play 11+13+5", {}, {"field": 29}),
    (None, "play 5", {}, None),
]  # fmt: skip


@pytest.mark.parametrize(("key", "text", "keys", "details"), REASONS)
def test_a_reason_for_a_move(key, text, keys, details):
    state = position(**keys)
    text = "play " + "+".join(sorted(text[5:].split("+"), key=int))
    found = reasons.reason(state, 0, text, GAME.play(state, 0, text))
    assert found == (None if key is None else (key, details))


def test_a_pass_has_a_reason():
    stones = {str(field): [0, 2, 0] if field % 2 else [0, 0, 2] for field in range(1, 11)}
    state = position(stones=stones, hands=[[1, 2, 3, 4], *HANDS[1:]])
    assert reasons.reason(state, 0, "pass", GAME.play(state, 0, "pass")) == ("fresh_cards", {})


def test_every_reason_is_told_in_both_languages():
    told = {key: details for key, _, _, details in REASONS if key} | {"fresh_cards": {}}
    for lang in ("de", "en"):
        words = GAME.words(lang, ["Ada", "Bo", "Cy"])
        assert set(words.tables["reasons"]) == set(told)
        for key, details in told.items():
            sentence = words(f"reasons.{key}", **details)
            assert not re.search(r"…|\{|reasons\.", sentence) and len(sentence) < 90
    assert GAME.words("de", ["Ada", "Bo", "Cy"])("reasons.lock_out", field=11, seats=[1, 2]).endswith("Bo, Cy hinaus.")


def test_a_reason_does_not_depend_on_hidden_cards():
    luck = random.Random(4)
    for state in walks(9):
        if GAME.to_act(state) in (CHANCE, OVER):
            continue
        seat = int(state.record.turn)
        guessed = GAME.guess(GAME.view(state, seat), luck)
        for text in GAME.legal(state, seat)[:3]:
            told = reasons.reason(state, seat, text, GAME.play(state, seat, text))
            assert told == reasons.reason(guessed, seat, text, GAME.play(guessed, seat, text))
