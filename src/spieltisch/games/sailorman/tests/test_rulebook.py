"""The rule sheet's worked examples (T) and our decisions (D), by their numbers. A chart is drawn row by row."""

import spieltisch
from spieltisch import CHANCE, OVER

GAME = spieltisch.game("sailorman")
SYMBOLS = ["anchor", "bell", "starfish", "fish", "boat", "wheel"]
ONLY_3_OR_4 = "123.45566"  # a bell row; its river cells are columns 2 and 3


def chart(**rows):
    """A chart with some rows drawn and the others empty."""
    return [rows.get(symbol, ".........") for symbol in SYMBOLS]


def position(*charts, **more):
    """A position of as many seats as there are charts."""
    return GAME.position({"game": "sailorman", "seats": len(charts), "charts": list(charts), **more})


def pairs(state, seat):
    """The pairs that a seat could enter now."""
    words = [move.split() for move in GAME.legal(state, seat) if move != "skip"]
    return {f"{move[1]} {move[2]}" if move[0] == "write" else f"{move[4]} {move[5]}" for move in words}


def boxes(state, seat):
    return GAME.describe(state)["boxes"][seat]


def shells(state):
    return GAME.describe(state)["shells"]


def played(state, *plays):
    """The state after plays such as (0, "skip")."""
    for actor, text in plays:
        state = GAME.play(state, actor, text)
    return state


# ---------------------------------------------------------------- worked examples


def test_T1_nothing_fits():
    state = position(chart(bell=ONLY_3_OR_4), None)
    state = GAME.play(state, CHANCE, "throw bell bell 1 5")
    assert GAME.legal(state, 0) == []
    assert GAME.to_act(state) == {1}
    assert GAME.describe(state)["left"] == [0, 1]


def test_T2_one_entry_of_two():
    state = position(chart(bell=ONLY_3_OR_4), None)
    state = GAME.play(state, CHANCE, "throw anchor bell 1 6")
    assert pairs(state, 0) == {"anchor 1", "anchor 6"}
    state = GAME.play(state, 0, "write anchor 6 at 9")
    assert GAME.to_act(state) == {1}
    assert GAME.describe(state)["rest"] is None


def test_T3_two_pairs_for_the_thrower_one_for_the_others():
    state = GAME.play(GAME.begin(3), CHANCE, "throw anchor boat 3 5")
    for seat in range(3):
        assert pairs(state, seat) == {"boat 3", "anchor 5", "boat 5", "anchor 3"}
    state = GAME.play(state, 0, "write boat 3 at 2")
    assert pairs(state, 0) == {"anchor 5"}
    state = GAME.play(state, 1, "write boat 3 at 2")
    assert GAME.to_act(state) == {0, 2}


def throw_of_T4():
    state = position(chart(starfish="11111111.", boat=".......5.", wheel="........6"), None)
    return GAME.play(state, CHANCE, "throw boat wheel 5 6")


def test_T4_a_cross_and_a_number_or_a_second_cross():
    state = GAME.play(throw_of_T4(), 0, "cross starfish 9 for boat 5")
    assert boxes(state, 0)["starfish"] == 8
    assert "write wheel 6 at 8" in GAME.legal(state, 0)
    assert "cross anchor 1 for wheel 6" in GAME.legal(state, 0)
    assert pairs(GAME.play(throw_of_T4(), 0, "write boat 6 at 9"), 0) == {"wheel 5"}


def test_T5_a_row_and_its_shell():
    almost = chart(bell="12333X45.")
    state = position(almost, almost, throw=["bell", "wheel", 5, 5])
    state = played(state, (0, "write bell 5 at 9"), (1, "write wheel 5 at 1"), (0, "write wheel 5 at 1"))
    assert boxes(state, 0)["bell"] == 3 and shells(state) == {"bell": [0]}
    state = played(state, (CHANCE, "throw bell wheel 5 5"), (1, "write bell 5 at 9"), (1, "write wheel 5 at 2"))
    state = played(state, (0, "write wheel 5 at 2"))
    assert boxes(state, 1)["bell"] == 3 and shells(state) == {"bell": [0]}


def test_T6_a_column_and_no_shell():
    column = ["..2......", "..3......", "..2......", "..X......", "..2......", "........."]
    state = position(column, None, throw=["wheel", "wheel", 2, 2])
    state = played(state, (0, "write wheel 2 at 3"), (0, "write wheel 2 at 2"), (1, "write wheel 2 at 1"))
    assert boxes(state, 0) == {"column 3": 4} and shells(state) == {}


LAND_NORTH = {"anchor": "......12.", "bell": "......12.", "starfish": ".....111."}


def test_T7_land_left_then_right_over_both():
    rows = {**LAND_NORTH, "fish": ".122.....", "boat": ".12......", "wheel": ".1......."}
    state = position(chart(**rows), None, throw=["wheel", "wheel", 2, 2], shells={"land left": [0]})
    assert boxes(state, 0) == {"land left": 5}
    state = played(state, (0, "write wheel 2 at 3"), (0, "write wheel 2 at 4"), (1, "write wheel 2 at 1"))
    assert boxes(state, 0)["land right"] == 8
    assert shells(state) == {"land left": [0], "land right": [0]}
    assert [GAME.view(state, 0)["points"][0][key] for key in ("regions", "shells")] == [13, 3]


def test_T8_two_fill_a_row_on_one_throw():
    almost = chart(bell="12333X45.")
    state = position(almost, almost, None, throw=["bell", "bell", 5, 6])
    state = played(state, (1, "write bell 5 at 9"), (2, "write bell 5 at 1"), (0, "write bell 6 at 9"))
    assert shells(state) == {"bell": [0, 1]}


SEVEN_BOXES = ["111111111"] * 3 + ["........1"] * 3  # three rows, three sub-areas, column 9; fish 8 fills dunes


def finished_throw(state):
    """Everybody enters the first thing that is legal until the throw is complete."""
    while (acting := GAME.to_act(state)) not in (CHANCE, OVER):
        state = GAME.play(state, min(acting), GAME.legal(state, min(acting))[0])
    return state


def test_T9_the_eighth_box_in_mid_round():
    state = position(SEVEN_BOXES, None, None, throw=["fish", "fish", 1, 1])
    assert len(boxes(state, 0)) == 7
    state = finished_throw(GAME.play(state, 0, "write fish 1 at 8"))
    assert len(boxes(state, 0)) == 8
    state = finished_throw(GAME.play(state, CHANCE, "throw anchor bell 1 6"))
    assert GAME.to_act(state) is CHANCE
    state = finished_throw(GAME.play(state, CHANCE, "throw anchor bell 1 6"))
    assert GAME.to_act(state) is OVER


# ---------------------------------------------------------------- decisions


def test_D1_a_number_just_written_in_the_river_counts_for_the_second_entry():
    state = position(None, None, throw=["bell", "bell", 3, 3])
    assert not any(move.startswith("cross") for move in GAME.legal(state, 0))
    state = GAME.play(state, 0, "write bell 3 at 2")
    assert "cross wheel 9 for bell 3" in GAME.legal(state, 0)


def test_D1_the_pairing_need_not_allow_two_entries():
    state = position(chart(bell=ONLY_3_OR_4), None, throw=["anchor", "bell", 1, 3])
    state = GAME.play(state, 0, "write anchor 3 at 1")  # leaves bell 1, which fits nowhere
    assert GAME.to_act(state) == {1}


def test_D2_no_skip_while_a_number_can_be_written():
    state = throw_of_T4()
    assert "skip" not in GAME.legal(state, 0) and "skip" not in GAME.legal(state, 1)
    assert "skip" not in GAME.legal(GAME.play(state, 0, "cross anchor 1 for boat 5"), 0)


FULL_BELL = "123455566"  # its river cells hold 2 and 3


def test_D3_a_cross_is_never_forced():
    state = position(chart(bell=FULL_BELL), None, throw=["bell", "bell", 2, 3])
    assert pairs(state, 0) == {"bell 2", "bell 3"} and "skip" in GAME.legal(state, 0)
    state = GAME.play(state, 0, "skip")
    assert GAME.legal(state, 0) == [] and GAME.describe(state)["left"] == [0, 1]


def test_D3_where_nothing_is_possible_nobody_is_asked():
    full = chart(bell=FULL_BELL)
    state = GAME.play(position(full, full), CHANCE, "throw bell bell 1 6")
    assert GAME.to_act(state) is CHANCE
    assert GAME.describe(state)["thrower"] == 1


def test_D4_others_are_not_bound_to_the_pairing():
    state = GAME.play(position(None, None, throw=["anchor", "boat", 3, 5]), 0, "write boat 3 at 2")
    assert pairs(state, 1) == {"boat 3", "anchor 5", "boat 5", "anchor 3"}


def test_D5_of_two_sub_areas_the_earlier_entry_counts_as_first():
    almost = ["......12.", "......12.", "......11.", ".222.....", ".22......", ".2......."]
    state = position(almost, None, throw=["starfish", "wheel", 1, 2])
    south_first = played(state, (0, "write wheel 2 at 3"), (0, "write starfish 1 at 6"))
    assert boxes(south_first, 0) == {"land left": 7, "land right": 9}
    north_first = played(state, (0, "write starfish 1 at 6"), (0, "write wheel 2 at 3"))
    assert boxes(north_first, 0) == {"land left": 5, "land right": 9}
    for done in (south_first, north_first):
        assert shells(GAME.play(done, 1, "write wheel 1 at 1")) == {"land left": [0], "land right": [0]}


def test_D5_crosses_for_different_pairs_are_different_moves():
    state = position(chart(bell=FULL_BELL), None, throw=["bell", "bell", 2, 3])
    assert {"cross boat 4 for bell 2", "cross boat 4 for bell 3"} <= set(GAME.legal(state, 0))


def test_D6_a_cross_in_the_river_does_not_break_a_tie():
    state = position(chart(anchor="1X..2...."), chart(anchor="1.......2"), chart(anchor="12......."), phase="over")
    assert GAME.result(state) == {"places": [2, 2, 1], "points": [2, 2, 2], "why": "river"}


def test_D7_crosses_alone_score_nothing_but_fill_the_box():
    state = position(chart(anchor="XXXXXXXXX"), None)
    assert boxes(state, 0) == {"anchor": 0}
    assert shells(state) == {"anchor": [0]}


def test_D8_the_final_boxes_do_not_count_toward_eight():
    state = position(SEVEN_BOXES, None, thrower=1, throw=["anchor", "bell", 6, 6])
    assert GAME.to_act(finished_throw(state)) is CHANCE
    assert GAME.view(state, 0)["points"][0]["groups"] == [30, 0]


def test_D9_the_last_round_still_scores():
    eight = [*SEVEN_BOXES[:3], ".......11", *SEVEN_BOXES[4:]]
    state = position(eight, chart(wheel="11111111."), thrower=1, throw=["wheel", "wheel", 1, 1])
    state = finished_throw(GAME.play(state, 1, "write wheel 1 at 9"))
    assert GAME.to_act(state) is OVER
    assert boxes(state, 1) == {"wheel": 9} and shells(state)["wheel"] == [1]


def test_D10_shells_are_awarded_when_all_have_finished():
    state = position(chart(bell="12333X45."), None, throw=["bell", "wheel", 5, 5])
    state = GAME.play(state, 0, "write bell 5 at 9")
    assert boxes(state, 0) == {"bell": 3} and shells(state) == {}
    assert shells(finished_throw(state)) == {"bell": [0]}


def test_D11_equal_symbols_and_equal_numbers():
    state = GAME.play(position(None, None, throw=["bell", "bell", 2, 5]), 0, "write bell 5 at 9")
    assert pairs(state, 0) == {"bell 2"}
    state = position(None, None, throw=["bell", "boat", 4, 4])
    assert len(GAME.legal(state, 0)) == 18
    assert pairs(GAME.play(state, 0, "write boat 4 at 1"), 0) == {"bell 4"}
