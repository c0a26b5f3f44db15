"""Every worked example (T) and decision (D) of the rules by its number. A tray is drawn as `card | dice by space`."""

import pytest

import spieltisch
from spieltisch import CHANCE, OVER, Refused

GAME = spieltisch.game("bloeder-sack")
PLAIN = ("most_dice", "sum", "last_1", "most_odd", "last_2")


def table(*trays: str, seats: int = 2, **keys):
    """A position; trays that are not drawn have a plain card and no dice."""
    drawn = [*trays, *[card for card in PLAIN if card not in {tray.split()[0] for tray in trays}][: 5 - len(trays)]]
    told = []
    for tray in drawn:
        card, _, dice = tray.partition("|")
        told.append({"card": card.strip() if card.strip() != "-" else None, "dice": dice.split()})
    return GAME.position({"game": "bloeder-sack", "seats": seats, "trays": told, **keys})


def trays(state):
    """The trays as they are drawn."""
    return [f"{tray['card']} | {' '.join(tray['dice'])}".strip() for tray in GAME.describe(state)["trays"]]


def play(state, *texts):
    """Play texts one after the other, by whoever is to act."""
    for text in texts:
        acting = GAME.to_act(state)
        state = GAME.play(state, CHANCE if acting is CHANCE else min(acting), text)
    return state


def won(state):
    return GAME.describe(state)["won"]


def supply(state):
    return GAME.view(state, None)["supply"]


def winner_of(tray: str, seats: int, **keys):
    """Who wins the card when a double 1 scores it."""
    after = won(play(table(tray, seats=seats, **keys), "roll 1 1"))
    return next((seat for seat in range(seats) if after[seat]), None)


# ---------------------------------------------------------------- worked examples


def test_T1_a_double_scores_its_tray_before_placing():
    state = play(table("sum", "most_odd", "most_4 | 1:4 0:2"), "roll 3 3")
    assert won(state) == [[], ["most_4"]]
    assert GAME.describe(state)["dice"] == [3, 3] and GAME.describe(state)["phase"] == "draw"
    state = play(state, "draw last_2")
    assert GAME.describe(state)["phase"] == "place" and "place 3 on 3" in GAME.legal(state, 0)


def test_T2_a_tie_goes_to_the_later_last_die():
    assert winner_of("most_4 | 2:4 1:4 2:4 1:4 2:6", seats=3) == 2
    assert winner_of("most_4 | 2:4 1:4 2:4 1:4", seats=3) == 1


def test_T3_dice_may_go_to_two_trays_or_to_one():
    state = table("most_not_2", "last_1", dice=[1, 4])
    assert trays(play(state, "place 4 on 1", "place 1 on 2"))[:2] == ["most_not_2 | 0:4", "last_1 | 0:1"]
    assert trays(play(state, "place 4 on 1", "place 1 on 1"))[0] == "most_not_2 | 0:4 0:1"


def test_T4_a_die_need_not_fit():
    assert trays(play(table("last_1", dice=[3, 5]), "place 3 on 1"))[0] == "last_1 | 0:3"


def test_T5_a_swap_takes_the_very_space_and_ends_the_turn():
    state = table("most_dice | 1:4 0:1", dice=[2, 4])
    after = play(state, "swap 4 at 1.1")
    assert trays(after)[0] == "most_dice | 0:4 0:1"
    assert supply(state) == [7, 9] and supply(after) == [8, 10]
    assert (GAME.describe(after)["turn"], GAME.describe(after)["dice"]) == (1, [])


def test_T6_sacks_add_up():
    state = table(won=[["most_1", "most_2", "most_3", "most_low", "most_high"], ["most_4"]], phase="over")
    assert GAME.result(state) == {"places": [1, 2], "points": [8, 2], "why": "sacks"}


def test_T7_most_same_counts_the_largest_group():
    assert winner_of("most_same | 1:5 0:3 0:3 1:5 0:6 1:5 0:6", seats=3) == 1


def test_T8_most_different_and_a_tie():
    assert winner_of("most_different | 3:1 1:2 3:4 1:2 3:6 1:3 3:6 1:1", seats=4) == 1


def test_T9_sum_below_10():
    dice = "3:4 0:6 2:5 3:6 2:3 0:3 1:4 1:5"
    assert winner_of(f"sum_below_10 | {dice}", seats=4) == 1  # 9 like seat 0, but later; seat 3 has 10


def test_T10_the_lowest_free_space():
    state = play(table("sum", dice=[2, 5]), "place 5 on 1", "place 2 on 1")
    assert trays(state)[0] == "sum | 0:5 0:2"


@pytest.mark.parametrize(("seats", "full"), [(2, 6), (3, 9), (4, 9)])
def test_T11_a_full_tray_scores_at_once(seats, full):
    dice = " ".join("01"[n % 2] + ":2" for n in range(full - 2))
    state = play(table(f"most_dice | {dice}", seats=seats, dice=[3, 4]), "place 3 on 1")
    assert won(state)[0] == []
    state = play(state, "place 4 on 1")
    assert won(state)[0] == ["most_dice"] and GAME.describe(state)["then"] == "end"


def test_T12_a_double_on_an_empty_tray_scores_nothing():
    state = play(table("sum | 1:2", "most_odd"), "roll 2 2")
    assert won(state) == [[], []] and GAME.describe(state)["phase"] == "place"


def test_T13_a_double_six_is_a_free_choice():
    state = play(table("sum | 1:2", "most_odd", "last_1 | 0:1"), "roll 6 6")
    assert GAME.legal(state, 0) == ["score 1", "score 3", "decline"]
    assert won(play(state, "score 3")) == [["last_1"], []]
    assert GAME.describe(play(state, "decline"))["phase"] == "place"


def test_T14_short_of_dice():
    state = table("most_dice | 0:1 0:2 0:3 0:4 1:6", "sum | 0:1", "last_1 | 0:1 0:6 0:6 1:1", "most_odd | 0:1")
    assert supply(state)[0] == 1 and GAME.describe(state)["phase"] == "short"
    assert GAME.legal(state, 0) == ["score 1", "score 3"]
    state = play(state, "score 3", "draw most_6")
    assert won(state) == [[], ["last_1"]]  # even when somebody else wins it
    assert GAME.describe(state)["phase"] == "roll"


def test_T15_a_single_die_counts_one():
    assert winner_of("most_same | 1:5", seats=3) == 1


# ---------------------------------------------------------------- decisions


def test_D1_a_replacing_die_counts_at_its_space():
    tray, dice = "last_high | 1:4 1:4 0:1", [4, 5]
    by_space = play(table(tray, dice=dice), "swap 4 at 1.1")
    assert trays(by_space)[0] == "last_high | 0:4 1:4 0:1"
    assert won(play(by_space, "roll 1 1")) == [[], ["last_high"]]
    newest = play(table(tray, dice=dice, options={"replacement": "newest"}), "swap 4 at 1.1")
    assert trays(newest)[0] == "last_high | 0:4#4 1:4#2 0:1#3"
    assert won(play(newest, "roll 1 1")) == [["last_high"], []]


def test_D2_the_removed_die_goes_back_to_its_owner():
    assert supply(play(table("sum | 1:3", dice=[3, 5]), "swap 3 at 1.1")) == [9, 10]


def test_D3_nobody_qualifies_and_the_card_stays():
    state = table("most_4 | 0:1 1:2")
    after = play(state, "roll 1 1")
    assert trays(after)[0] == "most_4 |" and won(after) == [[], []] and supply(after) == [8, 10]
    assert GAME.describe(after)["phase"] == "place"
    state = table("sum_even | 0:1 1:3", options={"unclaimed": "discarded"})
    after = play(state, "roll 1 1", "draw most_2")
    assert GAME.describe(after)["discarded"] == ["sum_even"] and trays(after)[0] == "most_2 |"


def test_D4_an_empty_deck_closes_trays():
    rest = [card for card in GAME.view(GAME.begin(2), None)["deck"] if card not in ("sum", "most_odd")]
    state = table("sum | 0:1", "most_odd", "-", "-", "-", discarded=rest)
    after = play(state, "roll 1 1")
    assert trays(after)[0] == "None |" and GAME.legal(after, 0) == ["place 1 on 2"]
    assert GAME.describe(play(state, "roll 3 3"))["phase"] == "place"  # a closed tray is never scored


def test_D4_with_no_open_tray_the_dice_go_back():
    rest = [card for card in GAME.view(GAME.begin(2), None)["deck"] if card != "sum"]
    state = table("sum | 0:1", "-", "-", "-", "-", discarded=rest)
    state = play(state, "roll 1 1")
    assert (GAME.describe(state)["turn"], supply(state)) == (1, [10, 10])
    state = play(state, "roll 2 5")  # the round is played to its end, then nothing can happen any more
    assert GAME.to_act(state) is OVER and GAME.result(state)["points"] == [1, 0]


def test_D5_double_six_without_own_dice_and_without_any():
    assert GAME.legal(play(table("sum | 1:2"), "roll 6 6"), 0) == ["score 1", "decline"]
    assert GAME.describe(play(table("sum"), "roll 6 6"))["phase"] == "place"


def test_D6_rolled_dice_do_not_count_in_their_own_scoring():
    assert winner_of("most_1 | 1:1", seats=2) == 1


def test_D7_replacing_after_a_double():
    state = play(table("sum", "most_odd | 1:1"), "roll 1 1")
    assert "swap 1 at 2.1" in GAME.legal(state, 0)


def test_D8_the_round_goes_on_after_a_fourth_card():
    three = ["most_1", "most_2", "most_3"]
    state = table("sum | 0:1", "last_1 | 0:1", won=[three, []])
    state = play(state, "roll 1 1", "draw most_6", "place 1 on 3", "place 1 on 3", "roll 2 2")
    assert won(state)[0] == [*three, "last_1", "sum"]
    state = play(state, "draw most_5", "place 2 on 4", "place 2 on 4")
    assert GAME.to_act(state) is OVER  # after the seat right of the start player; tray 3 and 4 are scored (R14)
    assert GAME.result(state)["points"] == [6 + 1 + 2 + 1, 0]


def test_D9_everything_is_public():
    state = table("sum | 0:1", won=[["most_1", "sum_even"], []])
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert view["cards"] == [2, 0] and view["sacks"] == [4, 0] and view["won"] == [["most_1", "sum_even"], []]
    words = GAME.words("en")
    assert "sacks 4" not in GAME.picture(GAME.view(state, 1), words)
    shown = table("sum | 0:1", won=[["most_1", "sum_even"], []], options={"open_sacks": True})
    assert "sacks 4" in GAME.picture(GAME.view(shown, 1), words)


# ---------------------------------------------------------------- rules without an example of their own


def test_R7_after_placing_one_die_there_is_no_swap():
    state = play(table("sum | 1:3", dice=[3, 5]), "place 5 on 2")
    assert not any(text.startswith("swap") for text in GAME.legal(state, 0))
    with pytest.raises(Refused, match="instead of placing"):
        play(state, "swap 3 at 1.1")


def test_R8_a_die_in_hand_may_go_onto_the_new_card():
    state = play(table("most_dice | 0:1 0:1 0:1 1:1 1:1", dice=[3, 4]), "place 3 on 1", "draw most_4", "place 4 on 1")
    assert trays(state)[0] == "most_4 | 0:4"


def test_R15_level_sacks_count_cards_and_then_share():
    level = table(won=[["most_1"], ["most_low", "most_high"]], phase="over")
    assert GAME.result(level) == {"places": [2, 1], "points": [2, 2], "why": "cards"}
    shared = table(won=[["most_1"], ["most_2"], []], seats=3, phase="over")
    assert GAME.result(shared) == {"places": [1, 1, 3], "points": [2, 2, 0], "why": "shared"}
