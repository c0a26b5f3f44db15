"""What a learned value sees, and the reasons for moves."""

import random

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER
from spieltisch.games.bloeder_sack import features
from spieltisch.games.bloeder_sack.moments import lacking, leads_with
from spieltisch.games.bloeder_sack.reasons import reason
from spieltisch.games.bloeder_sack.trays import NO_CARD, TRAYS, lay, winner
from spieltisch.rule import copied

GAME = spieltisch.game("bloeder-sack")
FIVE = [{"card": card} for card in ("most_4", "sum", "last_1", "most_odd", "last_2")]
OWN_DECK = [
    *({"id": f"most_{i}", "kind": "most", "values": [1, i], "sacks": 9} for i in range(2, 7)),
    *({"id": f"late_{i}", "kind": "last", "values": [i], "sacks": 1} for i in range(1, 7)),
    *({"id": f"sum_{i}", "kind": "sum", "parity": "odd", "below": i, "sacks": 3} for i in range(9, 36)),
    {"id": "equal", "kind": "same", "sacks": 2},
    {"id": "mixed", "kind": "different", "sacks": 2},
]
FEW_CARDS = [{"id": f"dice_{i}", "kind": "most", "sacks": 1} for i in range(6)]
TABLES = [
    {},
    {"replacement": "newest", "unclaimed": "discarded"},
    {"deck": OWN_DECK},
    {"deck": FEW_CARDS, "unclaimed": "discarded"},
]


def position(seats=2, trays=FIVE, **keys):
    return GAME.position({"game": "bloeder-sack", "seats": seats, "trays": trays, **keys})


def on_trays(*dice, cards=("most_4", "sum", "last_1", "most_odd", "last_2")):
    """Five trays; the dice of the first ones as texts."""
    return [{"card": card, "dice": (dice[i].split() if i < len(dice) else [])} for i, card in enumerate(cards)]


def seen_of(state, seat):
    seen = np.zeros(features.OWN, np.float32)
    features.look(state.record, seat, seen)
    return seen


def seen_around(state):
    seen = np.zeros(features.TABLE, np.float32)
    features.look_around(state.record, seen)
    return seen


def random_states(every=5):
    for number, options in enumerate(TABLES):
        for seats in GAME.seats:
            yield from walk.states(GAME, seats, random.Random(10 * number + seats), every, options)


# ---------------------------------------------------------------- features


def test_what_is_seen_stays_within_bounds():
    for state in random_states():
        for seat in range(state.seats):
            seen = seen_of(state, seat)
            assert np.isfinite(seen).all() and seen.min() >= -1.5 and seen.max() <= 10
            for begin, end in ((features.DISTANCE, 4), (features.ROUND, 4), (features.SUPPLY, 11), (features.AHEAD, 9)):
                assert seen[begin : begin + end].sum() == 1
            assert seen[features.FINAL : features.LIKELY].sum() == 1
        around = seen_around(state)
        assert np.isfinite(around).all() and around.min() >= 0 and around.max() <= 5
        assert around[6:12].sum() == 1


def turned(state, by):
    """The same table with every seat moved on."""
    told = GAME.describe(state)
    seats = state.seats
    for key in ("start", "turn"):
        told[key] = (told[key] + by) % seats
    for tray in told["trays"]:
        tray["dice"] = [f"{(int(die[0]) + by) % seats}{die[1:]}" for die in tray["dice"]]
    told["won"] = [told["won"][(seat - by) % seats] for seat in range(seats)]
    return GAME.position(told)


def test_turning_the_table_turns_what_is_seen():
    for state in random_states(every=31):
        if state.plain.phase != features.OVER:
            moved = turned(state, 1)
            assert (seen_around(moved) == seen_around(state)).all()
            for seat in range(state.seats):
                assert (seen_of(moved, (seat + 1) % state.seats) == seen_of(state, seat)).all()


def test_reach_is_what_one_more_die_does():
    """The leader, and the values with which each seat would lead, as the rules say when the die is laid."""
    for state in random_states(every=17):
        for tray in range(TRAYS):
            if state.plain.card[tray] == NO_CARD:
                continue
            leader, reached = features.contest(state.record, tray, features.ALL_MOVE)
            assert leader == winner(state.record, tray)
            for seat in range(state.seats):
                for value in range(1, 7):
                    record = copied(state.record)
                    lay(record, seat, value, tray)
                    assert (reached >> 8 * seat + value & 1) == (winner(record, tray) == seat)


def test_in_the_last_round_only_those_with_a_turn_to_come_reach_a_tray():
    won = [["most_1", "most_2", "most_3", "most_5"], [], []]
    state = position(3, on_trays("0:4 1:4"), won=won, turn=2)
    assert features.clock(state.record) == (2, 4, 0b100)
    leader, reached = features.contest(state.record, 0, 0b100)
    assert (leader, reached & 0xFFFF, reached >> 16 & 126) == (1, 0, 1 << 4)
    assert seen_of(state, 1)[features.LAST_ROUND + features.ONE_VALUE] == 1
    assert seen_of(state, 0)[features.LAST_ROUND + features.OUT] == 1


def test_the_stage_of_the_game():
    four = ["most_1", "most_2", "most_3", "most_5"]
    stages = [position(2, won=[four[:count], []]) for count in range(5)]
    assert [features.clock(state.record)[1] for state in stages] == [0, 0, 1, 2, 3]
    assert features.clock(position(2, won=[four, []], turn=1).record)[1] == 4
    waiting = position(2, FIVE[:4], won=[four, []], turn=1, phase="draw", then="end")
    assert features.clock(waiting.record) == (2, 5, 0)
    assert features.clock(GAME.begin(3).record) == (0, 0, features.ALL_MOVE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"won": [["most_1"], []]}),
        ({"won": [["most_low"], []]}, {"won": [["most_1"], []]}),
        ({"won": [["most_1"], []]}, {"won": [["most_low", "most_high"], []]}),
        ({}, {"won": [[], ["most_1"]]}),
        ({}, {"turn": 1}),
        ({}, {"start": 1, "turn": 0}),
        ({}, {"trays": on_trays("0:4")}),
        ({"trays": on_trays("1:4 0:4")}, {"trays": on_trays("0:4 1:4")}),
        ({"trays": on_trays("0:4")}, {"trays": on_trays("0:4 0:4")}),
        ({"trays": on_trays("0:4 1:1")}, {"trays": on_trays("0:4 1:1 1:1 1:1 1:1")}),
        ({"dice": [3], "phase": "place"}, {"dice": [4], "phase": "place"}),
    ],
)
def test_what_matters_is_seen(before, after):
    assert (seen_of(position(**before), 0) != seen_of(position(**after), 0)).any()


def test_margins_count_sacks_then_cards():
    def margin(mine, others):
        record = position(3, won=[mine, *others]).record
        return features.margin(record, features.cards_won(record), 0)

    assert margin([], [[], []]) == 4
    assert margin(["most_1"], [["most_low"], []]) == 6
    assert margin(["most_low"], [[], ["most_1"]]) == 2
    assert margin(["most_low", "most_high"], [["most_1"], []]) == 5
    assert margin(["most_1"], [["most_low", "most_high"], []]) == 3
    assert margin(["most_1", "most_2"], [[], []]) == 8
    assert margin([], [["most_1", "most_2"], []]) == 0


def test_the_die_in_hand_is_seen_with_what_it_can_take():
    trays = on_trays("1:4 1:1 1:2 1:3 1:5")
    four, three = (position(2, trays, dice=[die], phase="place") for die in (4, 3))
    assert [seen_around(state)[:6].tolist().index(1) for state in (four, three)] == [3, 2]
    assert seen_of(four, 0)[features.IN_HAND + 1] == seen_of(four, 0)[features.IN_HAND + 4] == 1
    assert seen_of(three, 0)[features.IN_HAND + 4] == 0
    assert not seen_of(four, 1)[features.IN_HAND :].any()


def test_short_of_dice():
    trays = on_trays("0:4 0:4", "0:1 0:1 1:6", "0:2 0:2", "0:2 0:2", "0:6")
    assert seen_of(position(2, trays, turn=1), 0)[features.FORCED : features.FORCED + 2].tolist() == [1, 0]
    worse = on_trays("0:4 0:4 1:4 1:4", "0:1 0:1 1:6", "0:2 0:2", "0:2 0:2", "0:6")
    assert seen_of(position(2, worse, turn=1), 0)[features.FORCED : features.FORCED + 2].tolist() == [0, 1]


# ---------------------------------------------------------------- reasons


def why(state, text, seat=0):
    found = reason(state, seat, text, GAME.play(state, seat, text))
    return found and found[0]


FOUR = ["most_1", "most_2", "most_3", "most_5"]
TAKEN = on_trays("1:4 1:4")


@pytest.mark.parametrize(
    ("state", "text", "key"),
    [
        (position(won=[FOUR, []], start=1, turn=0, dice=[4]), "place 4 on 1", "wins_game"),
        (position(trays=on_trays("0:4 1:1 1:1 1:1 1:1"), won=[FOUR[:3], []], dice=[1, 4]), "place 4 on 1", "fourth_card"),
        (position(trays=on_trays("0:4 1:1 1:1 1:1 1:1"), dice=[1, 4]), "place 4 on 1", "wins_card"),
        (position(trays=on_trays("0:4"), dice=[6, 6], phase="six"), "score 1", "wins_card"),
        (position(trays=on_trays("0:1"), dice=[6, 6], phase="six"), "score 1", "nobody_wins"),
        (position(trays=on_trays("1:4"), dice=[6, 6], phase="six"), "score 1", None),
        (position(trays=on_trays("1:4"), dice=[6, 6], phase="six"), "decline", "leads_nothing"),
        (position(trays=on_trays("0:4"), dice=[6, 6], phase="six"), "decline", None),
        (
            position(trays=on_trays(*["0:4 0:4 1:4 1:4 1:4", "0:1 0:1 1:6", "0:3 0:3 1:1", "0:2 0:2 1:1", "0:3 1:2"])),
            "score 2",
            "gives_least",
        ),
        (position(trays=on_trays(*["0:4 0:4", "0:1 0:1 1:6", "0:3 0:3", "0:2 0:2", "0:3"])), "score 2", None),
        (position(trays=on_trays("1:4"), dice=[1, 4]), "swap 4 at 1.1", "swap_lead"),
        (position(3, on_trays("2:4 2:4 1:4 1:4"), dice=[1, 4]), "swap 4 at 1.4", "swap_denies"),
        (position(dice=[1, 4]), "place 4 on 1", "first_lead"),
        (position(trays=on_trays("", "1:3"), dice=[1, 4]), "place 4 on 2", "takes_lead"),
        (position(trays=on_trays("1:4"), dice=[1, 4]), "place 4 on 1", "takes_tie"),
        (position(trays=on_trays("0:4"), dice=[1, 4]), "place 4 on 1", "extends_lead"),
        (position(trays=TAKEN, dice=[1, 4]), "place 4 on 1", "catches_up"),
        (position(trays=TAKEN, dice=[1, 3]), "place 3 on 1", None),
        (
            position(trays=on_trays("", "0:5", cards=("most_4", "sum_odd", "last_1", "most_odd", "last_2")), dice=[1, 3]),
            "place 3 on 1",
            "spares_lead",
        ),
    ],
)  # fmt: skip
def test_the_reason_for_a_move(state, text, key):
    assert why(state, text) == key


def test_reasons_are_spoken_in_both_languages():
    told = set()
    for seed, options in enumerate(TABLES):
        luck = random.Random(seed)
        seats = 2 + seed % 3
        words = [GAME.words(lang, options=GAME.begin(seats, options=options).options) for lang in ("de", "en")]
        state = GAME.begin(seats, options=options)
        while GAME.to_act(state) is not OVER:
            actor, text = walk.step(GAME, state, luck)
            after = GAME.play(state, actor, text)
            if actor is not CHANCE and (found := reason(state, actor, text, after)):
                key, details = found
                told.add(key)
                spoken = [speak(f"reasons.{key}", **details) for speak in words]
                assert spoken[0] != spoken[1] and not any("…" in line or line.startswith("reasons.") for line in spoken)
            state = after
    assert {"wins_card", "first_lead", "takes_lead", "takes_tie", "extends_lead", "catches_up"} <= told


# ---------------------------------------------------------------- moments


def test_a_number_that_was_needed_would_have_taken_the_lead():
    """Neither die thrown takes a lead, the one that is named does: laid there, it is the seat's."""
    state = position(turn=0, phase="place", dice=[1, 3], trays=on_trays("1:4 1:4", "1:6 1:6 1:6", "1:1", "1:5", "1:2"))
    named = 0
    for low in range(1, 7):
        for high in range(low, 7):
            for key, about in lacking(state, 0, f"roll {low} {high}"):
                assert key == "told.needed" and about["value"] not in (low, high)
                record = copied(state.record)
                lay(record, 0, about["value"], about["tray"] - 1)
                assert winner(state.record, about["tray"] - 1) == 1 and winner(record, about["tray"] - 1) == 0
                assert not any(leads_with(state, 0, value) for value in (low, high))
                named += 1
    assert named
