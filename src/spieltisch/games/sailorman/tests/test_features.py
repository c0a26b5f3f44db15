"""What a learned value sees of Sailorman Dice, and the reasons for entries."""

import random

import numpy as np
import pytest

import spieltisch
from spieltisch import CHANCE, OVER
from spieltisch.games.sailorman import boards, chart, entering, features
from spieltisch.games.sailorman.reasons import REASONS, reason
from spieltisch.rule import copied

GAME = spieltisch.game("sailorman")
SYMBOLS = ["anchor", "bell", "starfish", "fish", "boat", "wheel"]
EMPTY = "........."
OWN_CHART = {
    "areas": ["MMMMMMMMM", "MMMMMMMMM", "MMMMMMMMM", "MMMMMMMMM", "MMMMMMMMm", "LlDdRrrrr"],
    "shells": {"river right": 20, "bell": 20},
}


def drawn(**rows):
    """A chart with some rows drawn and the others empty."""
    return [rows.get(symbol, EMPTY) for symbol in SYMBOLS]


def position(*charts, **more):
    """A position of as many seats as there are charts."""
    return GAME.position({"game": "sailorman", "seats": len(charts), "charts": list(charts), **more})


def step(state, luck):
    """A random action, and who takes it."""
    acting = GAME.to_act(state)
    if acting is CHANCE:
        return CHANCE, GAME.drawn(state, luck.randrange(6**4))
    seat = luck.choice(sorted(acting))
    return seat, luck.choice(GAME.legal(state, seat))


def states(seats, seed, every, options=None):
    """The states of a random game, every so many."""
    luck = random.Random(seed)
    state = GAME.begin(seats, luck.randrange(seats), options)
    count = 0
    while GAME.to_act(state) is not OVER:
        if count % every == 0:
            yield state
        state = GAME.play(state, *step(state, luck))
        count += 1


def looked(state, seat):
    """What there is to see of a seat."""
    seen = np.zeros(features.OWN, np.float32)
    features.look(state.record, seat, seen)
    return seen


def looked_around(state):
    """What there is to see of the table."""
    seen = np.zeros(features.TABLE, np.float32)
    features.look_around(state.record, seen)
    return seen


# ---------------------------------------------------------------- boards


def test_boards_agree_with_the_rules():
    for state in states(2, 3, 9):
        record = state.record
        planes = boards.chart_planes(record, 1)
        empty = boards.cells_with(planes, chart.EMPTY)
        numbers = boards.number_boards(planes)
        room = boards.room_boards(numbers, empty)
        areas = boards.area_planes(record)
        largest, _, second, _ = boards.two_groups(numbers)
        assert (chart.size(largest), chart.size(second)) == chart.groups(record, 1)
        for box in range(chart.BOXES):
            line = boards.line_of(box, empty, areas)
            assert chart.size(line & empty) == features.distance(record, 1, box) or record.boxes[1, box] >= 0
        for number in range(1, 7):
            assert numbers[number - 1] == chart.bits_of(record, 1, number)
            assert room[number - 1] == cells_that_take(record, 1, number)


def cells_that_take(record, seat, number):
    """The cells that the rules would let a number be written into, as bits."""
    moves = np.empty(chart.COLUMNS, np.int16)
    twin = copied(record)
    cells = 0
    for row in range(chart.ROWS):
        twin.symbols[0], twin.numbers[0] = row, number
        for index in range(entering.list_writes(twin, seat, 0, moves, 0)):
            cells |= 1 << row * chart.ROW_BITS + int(moves[index])
    return cells


# ---------------------------------------------------------------- what is seen


@pytest.mark.parametrize("options", [None, {"chart": OWN_CHART}], ids=["reconstructed", "own chart"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_that_is_seen_is_small_and_finite(seats, options):
    for state in states(seats, seats, 7, options):
        for seen in [looked_around(state), *(looked(state, seat) for seat in range(seats))]:
            assert np.isfinite(seen).all() and np.abs(seen).max() < 12.0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_that_move_on_by_one_look_the_same(seats):
    for state in states(seats, seats + 10, 17):
        moved_on = rotated(state)
        assert np.array_equal(looked_around(moved_on), looked_around(state))
        for seat in range(seats):
            assert np.array_equal(looked(moved_on, (seat + 1) % seats), looked(state, seat))


def rotated(state):
    """The same table with everybody one seat further on."""
    record = copied(state.record)
    order = [(seat - 1) % state.seats for seat in range(state.seats)]
    for field in ("left", "entered", "cells", "missing", "boxes"):
        record[field][: state.seats] = state.record[field][order]
    record.captain = (state.record.captain + 1) % state.seats
    record.thrower = (state.record.thrower + 1) % state.seats
    for box, takers in enumerate(state.plain.takers):
        record.takers[box] = sum(1 << seat for seat in range(state.seats) if takers >> order[seat] & 1)
    return spieltisch.door.State(GAME, record, state.options)


ALMOST = drawn(bell="12333X45.")


def seen_of(rows, place, **more):
    """One of the numbers that are seen of seat 0."""
    return looked(position(rows, None, **more), 0)[place]


def test_points_so_far_and_the_lead_grow():
    full = drawn(bell="12333X455")
    assert seen_of(full, features.OF_CHART + 8) > seen_of(ALMOST, features.OF_CHART + 8)
    assert seen_of(full, features.OF_LEAD) > seen_of(ALMOST, features.OF_LEAD) > 0
    assert looked(position(full, None), 1)[features.OF_LEAD] < 0


def test_shells_count_as_soon_as_a_box_is_filled_in_the_running_throw():
    thrown = position(ALMOST, ALMOST, throw=["bell", "wheel", 5, 5])
    filled = GAME.play(thrown, 0, "write bell 5 at 9")
    gone = GAME.play(position(drawn(bell="123333455"), ALMOST, throw=["bell", "wheel", 5, 5]), 1, "write bell 5 at 9")
    assert looked(filled, 0)[features.OF_CHART + 8] - looked(gone, 1)[features.OF_CHART + 8] > 0.9 / features.POINTS


def test_a_line_that_misses_one_cell_and_who_is_nearer_to_its_shell():
    one, two = features.OF_NEARLY, features.OF_NEARLY + features.PER_DISTANCE
    assert seen_of(ALMOST, one) > 0 == seen_of(ALMOST, two)
    assert seen_of(drawn(bell="12333X4.."), two) > 0 == seen_of(drawn(bell="12333X4.."), one)
    assert seen_of(drawn(bell="12333X455"), one) == 0
    ahead, level, behind = (features.OF_SHELLS + features.FEW * rank for rank in range(3))
    assert looked(position(ALMOST, None), 0)[ahead] > 0
    assert looked(position(ALMOST, ALMOST), 0)[level] > 0
    assert looked(position(drawn(bell="12333X4.."), ALMOST), 0)[behind + 1] > 0


def test_entries_still_open_are_seen():
    thrown = position(ALMOST, None, throw=["bell", "wheel", 5, 5])
    seen = looked(thrown, 0)[features.OF_ENTRY :][:5]
    assert seen[0] == 1 and seen[1] == 1 and seen[3] > 0 and seen[4] > 0
    second = looked(GAME.play(thrown, 0, "write bell 5 at 9"), 0)[features.OF_ENTRY :][:5]
    assert second[0] == 1 and second[1] == 0 and second[3] == 0
    assert not looked(position(ALMOST, None), 0)[features.OF_ENTRY :][:5].any()


LAST = ["12345X666"] * 5 + ["12......."]  # five rows, two columns and four sub-areas


def test_the_last_round_is_seen_with_the_entries_that_are_left():
    at = features.OF_TIME + chart.ENOUGH_BOXES + features.WAITS + 2
    state = position(LAST, None, None, captain=0, thrower=1, phase="throw")
    assert [int(np.argmax(looked(state, seat)[at : at + 6])) for seat in range(3)] == [2, 3, 3]
    assert looked_around(state)[10:14].tolist() == [0, 0, 1, 0]
    assert not looked(position(None, None), 0)[at : at + 6].any()


def test_in_the_last_round_the_river_breaks_ties():
    steps = slice(features.OF_LEAD + 2 + features.STEPS, features.OF_LEAD + 2 + 2 * features.STEPS)
    crossed, written = ([*LAST[:3], fish, *LAST[4:]] for fish in ("12344X666", "123445666"))
    level = position(crossed, crossed, captain=0, thrower=1, phase="throw")
    ahead = position(written, crossed, captain=0, thrower=1, phase="throw")
    assert [looked(level, seat)[steps].sum() for seat in range(2)] == [4, 4]
    assert [looked(ahead, seat)[steps].sum() for seat in range(2)] == [5, 4]


# ---------------------------------------------------------------- reasons

REASONED = [
    ("last_round", ["12345X666"] * 4 + [EMPTY, EMPTY], ["boat", "wheel", 6, 6], "write boat 6 at 9"),
    ("several_boxes", ["2........"] * 5 + [".33333333"], ["wheel", "boat", 2, 2], "write wheel 2 at 1"),
    ("box_and_shells", ALMOST, ["bell", "wheel", 5, 5], "write bell 5 at 9"),
    ("box", ["..2......"] * 5 + [EMPTY], ["wheel", "wheel", 2, 2], "write wheel 2 at 3"),
    ("near_shells", drawn(bell="12333X4.."), ["bell", "wheel", 5, 5], "write bell 5 at 9"),
    ("near_box", ["2........"] * 4 + [EMPTY, EMPTY], ["wheel", "wheel", 2, 2], "write wheel 2 at 1"),
    ("second_pair", drawn(bell="3333...66"), ["anchor", "bell", 2, 6], "write anchor 2 at 9"),
    ("largest_group", drawn(bell=".22......"), ["bell", "wheel", 2, 2], "write bell 2 at 4"),
    ("second_group", drawn(anchor="1111.....", wheel="......66."), ["bell", "wheel", 2, 6], "write wheel 6 at 9"),
    ("equal_numbers", drawn(bell="2.2......"), ["bell", "wheel", 2, 2], "write bell 2 at 5"),
    ("in_river", EMPTY, ["bell", "wheel", 2, 2], "write bell 2 at 2"),
    ("tight_cell", drawn(anchor="2...3.3..", bell=".2......."), ["bell", "wheel", 2, 2], "cross anchor 6 for bell 2"),
    ("open_row", EMPTY, ["bell", "wheel", 2, 2], "write bell 2 at 4"),
    (None, EMPTY, ["bell", "wheel", 2, 2], "write bell 2 at 9"),
]  # fmt: skip


def reason_for(rows, throw, move):
    state = position(None if rows == EMPTY else rows, None, throw=throw)
    return reason(state, 0, move, GAME.play(state, 0, move))


@pytest.mark.parametrize(("key", "rows", "throw", "move"), REASONED, ids=[str(case[0]) for case in REASONED])
def test_each_reason(key, rows, throw, move):
    found = reason_for(rows, throw, move)
    assert (found and found[0]) == key


def test_every_reason_of_the_room_has_a_case():
    told = GAME.words("de").tables["reasons"]
    assert {case[0] for case in REASONED if case[0]} == set(told)
    assert len(REASONS) + 1 == len(told)  # the two groups are one search


def test_giving_up_has_no_reason():
    state = position(drawn(boat="111111566"), None, throw=["boat", "boat", 5, 5])
    assert reason(state, 0, "skip", GAME.play(state, 0, "skip")) is None


@pytest.mark.parametrize("lang", ["de", "en"])
def test_reasons_are_sentences(lang):
    words = GAME.words(lang)
    for _, rows, throw, move in REASONED[:-1]:
        key, details = reason_for(rows, throw, move)
        said = words(f"reasons.{key}", **details)
        assert said.endswith(".") and "…" not in said and "{" not in said and "reasons" not in said


def test_reasons_know_nothing_of_what_others_have_entered():
    luck = random.Random(8)
    asked = 0
    for state in states(3, 8, 5):
        acting = GAME.to_act(state)
        for seat in acting if acting is not CHANCE else ():
            guessed = GAME.guess(GAME.view(state, seat), luck.randrange(1000))
            for move in GAME.legal(state, seat)[:6]:
                one, other = (reason(table, seat, move, GAME.play(table, seat, move)) for table in (state, guessed))
                assert one == other
                asked += 1
    assert asked > 50
