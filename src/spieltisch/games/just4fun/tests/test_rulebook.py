"""The worked examples (T) and decisions (D) of Just 4 Fun, by number, through the door."""

import pytest

import spieltisch
from spieltisch import CHANCE, OVER, Refused

GAME = spieltisch.game("just4fun")
ORIGINAL = GAME.view(GAME.begin(2), None)["board"]


def position(**keys):
    return GAME.position(
        {"game": "just4fun", "seats": 3, "hands": [[1, 5, 11, 13], [2, 2, 3, 4], [6, 7, 8, 9]], **keys}
    )


def refusal(state, seat, text):
    with pytest.raises(Refused) as refused:
        GAME.play(state, seat, text)
    return refused.value


def stones(state, field):
    return GAME.describe(state)["stones"].get(str(field), [0] * state.seats)


def drawn(state):
    """Let chance act, always with its first outcome, until a seat is asked."""
    while GAME.to_act(state) is CHANCE:
        state = GAME.play(state, CHANCE, next(iter(GAME.chances(state))))
    return state


# ---------------------------------------------------------------- worked examples


def test_T1_cards_5_11_13_place_on_field_29():
    state = GAME.play(position(), 0, "play 5+11+13")
    assert stones(state, 29) == [1, 0, 0]
    assert GAME.describe(state)["discard"] == [5, 11, 13]
    assert GAME.describe(state)["hands"][0] == [1]


def test_T2_barred_locked_and_removed():
    hands = [[5, 6, 7, 18], [2, 2, 4, 14], [3, 7, 8, 1]]
    before = {"stones": {"18": [2, 1, 0]}, "hands": hands}
    white = position(turn=2, **before)
    assert refusal(white, 2, "play 3+7+8").reason == "barred"
    assert refusal(white, 2, "play 3+7+8").details == {"field": 18, "by": 0}
    assert "play 4+14" in GAME.legal(position(turn=1, **before), 1)
    after = GAME.play(position(turn=0, **before), 0, "play 18")
    assert stones(after, 18) == [3, 0, 0]
    assert GAME.describe(after)["locked"] == [18]
    assert GAME.describe(after)["supply"] == [17, 19, 20], "the removed stone does not come back"


def test_T3_a_sole_leader_scores():
    over = position(phase="over", stones={"23": [2, 3, 2]}, supply=[1, 1, 1])
    assert GAME.result(over)["points"] == [0, 23, 0]


def test_T4_a_shared_lead_scores_for_nobody():
    over = position(phase="over", stones={"7": [2, 1, 2]}, supply=[1, 1, 1])
    assert GAME.result(over)["points"] == [0, 0, 0]


def test_T5_two_alone_lock_one_alone_leads_a_tie_does_neither():
    state = position(stones={"5": [1, 0, 0], "11": [1, 0, 0], "13": [0, 1, 0]})
    assert GAME.describe(GAME.play(state, 0, "play 5"))["locked"] == [5]
    assert GAME.describe(state)["locked"] == [], "one stone alone is no lock"
    over = {"phase": "over", "supply": [1, 1, 1]}
    assert GAME.result(position(stones={"5": [1, 0, 0]}, **over))["points"] == [5, 0, 0]
    assert GAME.result(position(stones={"13": [1, 1, 0]}, **over))["points"] == [0, 0, 0]


def test_T6_only_four_adjacent_fields_in_a_straight_line_win():
    #  1 14 30 24 …      a square of four does not win, nor three and one after a gap; the fourth in the row does
    # 33 11  9 16 …
    square = position(stones={field: [1, 0, 0] for field in ("1", "14", "33")})
    assert GAME.to_act(GAME.play(square, 0, "play 11")) is CHANCE
    gap = position(stones={field: [1, 0, 0] for field in ("1", "14", "24")})
    assert GAME.to_act(GAME.play(gap, 0, "play 1+5+13")) is CHANCE  # field 19
    row = position(stones={field: [1, 0, 0] for field in ("33", "9", "16")})
    won = GAME.play(row, 0, "play 11")
    assert GAME.to_act(won) is OVER
    assert GAME.result(won) == {"places": [1, 2, 2], "points": [69, 0, 0], "why": "line"}


# ---------------------------------------------------------------- decisions


def test_D1_nobody_places_on_a_locked_field_not_even_its_owner():
    state = position(stones={"11": [2, 0, 0]})
    assert refusal(state, 0, "play 11").reason == "locked"
    assert refusal(position(stones={"9": [2, 0, 0]}, turn=2), 2, "play 9").details == {"field": 9, "owner": 0}


def test_D2_last_stone_lays_down_the_hand_and_the_seat_is_passed_over():
    state = position(supply=[1, 5, 5], hands=[[1, 5, 11, 13], [2, 2, 3, 4], [6, 7, 8, 9]])
    state = GAME.play(state, 0, "play 5")
    assert GAME.describe(state)["hands"][0] == []
    assert GAME.describe(state)["discard"] == [1, 5, 11, 13]
    assert GAME.to_act(state) == {1}
    state = drawn(GAME.play(state, 1, "play 2"))
    state = drawn(GAME.play(state, 2, "play 6"))
    assert GAME.to_act(state) == {1}, "seat 0 has no stones left"


def test_D2_safety_stop_when_nobody_could_place_anywhere():
    # Every field is locked, in a pattern without a line, but two: on 36 seats 2 and 3 are barred; 29 is open.
    stones = {}
    for place, field in enumerate(ORIGINAL):
        owner = (place % 6 + 2 * (place // 6)) % 4
        stones[str(field)] = [2 if seat == owner else 0 for seat in range(4)]
    stones |= {"36": [2, 2, 0, 0], "29": [0, 0, 1, 0]}
    keys = {"game": "just4fun", "seats": 4, "stones": stones, "supply": [0, 0, 1, 2]}
    state = GAME.position({**keys, "turn": 2, "hands": [[], [], [1, 9, 10, 10], [1, 2, 3, 4]]})
    assert GAME.legal(state, 2) == ["play 9+10+10"]
    after = GAME.play(state, 2, "play 9+10+10")
    assert GAME.describe(after)["supply"] == [0, 0, 0, 2]
    assert GAME.to_act(after) is OVER, "seat 3 has stones, but no field is left for them"
    assert GAME.result(after)["why"] == "points"


def test_D3_totals_above_36_are_illegal():
    state = position(hands=[[9, 10, 11, 12], [2, 2, 3, 4], [6, 7, 8, 5]])
    assert refusal(state, 0, "play 9+10+11+12").reason == "beyond_board"
    assert not any(sum(map(int, text[5:].split("+"))) > 36 for text in GAME.legal(state, 0))


def test_D4_no_voluntary_pass():
    assert refusal(position(), 0, "pass").reason == "must_play"


def test_D5_the_pile_runs_out_while_drawing():
    cards = [value for value in range(1, 13) for _ in range(4)] + list(range(13, 20))
    hands = [[1, 5, 11, 13], [2, 2, 3, 4], [6, 7, 8, 9]]
    for card in [*(card for hand in hands for card in hand), 19]:
        cards.remove(card)
    state = GAME.play(position(hands=hands, discard=cards), 0, "play 5+11")
    assert GAME.chances(state) == {"draw 19": 1}
    state = GAME.play(state, CHANCE, "draw 19")
    assert GAME.describe(state)["discard"] == [], "R6: the moment the pile is empty the discards are shuffled"
    assert sum(GAME.chances(state).values()) == len(cards) + 2, "the cards just played included"
    assert GAME.to_act(GAME.play(state, CHANCE, "draw 5")) == {1}


def test_D6_five_and_six_in_a_line_win_too():
    row = position(stones={field: [1, 0, 0] for field in ("33", "9", "16", "35")})
    # 33 _ 9 16 35: only three were adjacent, the fifth closes the gap
    assert GAME.result(GAME.play(row, 0, "play 11"))["why"] == "line"


def test_D7_only_the_placer_can_complete_a_line():
    # Seat 1 ties seat 2 on field 9, which breaks nothing of seat 0's and wins nothing for anybody else.
    state = position(stones={"33": [1, 0, 0], "11": [1, 0, 0], "16": [1, 0, 0], "9": [1, 1, 0]}, turn=1)
    assert GAME.to_act(GAME.play(state, 1, "play 2+3+4")) is CHANCE
    with pytest.raises(Refused) as refused:
        position(stones={field: [1, 0, 0] for field in ("33", "11", "9", "16")}, phase="play")
    assert refused.value.details["key"] == "phase"


def test_D8_tied_without_any_field_is_a_shared_rank():
    over = position(phase="over", stones={"7": [1, 1, 0], "8": [1, 1, 0], "30": [0, 0, 1]})
    assert GAME.result(over)["places"] == [2, 2, 1]
    assert GAME.result(position(phase="over", stones={}))["places"] == [1, 1, 1]
    tied = position(phase="over", stones={"10": [1, 0, 0], "4": [0, 1, 0], "6": [0, 1, 0]})
    assert GAME.result(tied) == {"places": [1, 2, 3], "points": [10, 10, 0], "why": "highest_field"}


def test_D9_a_hand_that_must_pass_is_checked_and_not_shown():
    barred = {str(field): [0, 1, 2] if field % 2 else [0, 2, 1] for field in range(1, 6)}
    hands = [[1, 1, 1, 2], [4, 4, 5, 5], [6, 7, 8, 9]]
    state = position(stones=barred, hands=hands)
    assert GAME.legal(state, 0) == ["pass"]
    after = GAME.play(state, 0, "pass")
    assert GAME.describe(after)["discard"] == [1, 1, 1, 2]
    assert GAME.view(after, 1)["discard"] == [], "the others are not shown the cards"
    assert GAME.view(after, 1)["covered"] == [4, 0, 0]
    assert GAME.view(after, 0)["covered_own"] == [1, 1, 1, 2], "who passed knows them"
    assert all("card" not in str(event.details) for event in GAME.events(state, 0, "pass"))
    after = drawn(after)
    assert len(GAME.describe(after)["hands"][0]) == 4
    assert GAME.to_act(after) == {1}


def test_D10_boards():
    sun = GAME.view(GAME.begin(2, options={"board": "sun"}), None)["board"]
    rows = [sun[row * 6 : row * 6 + 6] for row in range(6)]
    assert {sum(row) for row in rows} == {sum(column) for column in zip(*rows, strict=True)} == {111}
    assert sum(rows[i][i] for i in range(6)) == sum(rows[i][5 - i] for i in range(6)) == 111
    state = GAME.begin(2, options={"board": "shuffled"})
    assert GAME.chances(state) == {f"lay {number}": 1 for number in range(1, 37)}
    for number in range(36, 0, -1):
        state = GAME.play(state, CHANCE, f"lay {number}")
    assert GAME.view(state, None)["board"] == list(range(36, 0, -1))
    assert next(iter(GAME.chances(state))) == "draw 1"
    own = GAME.begin(2, options={"board": list(range(1, 37))})
    assert GAME.view(own, None)["board"] == list(range(1, 37))


def test_there_are_54_lines_and_a_field_lies_on_3_to_11():
    """Counted by the rules themselves: seat 0 owns exactly four fields, and that is a line."""
    cells = [(row, column) for row in range(6) for column in range(6)]
    lines = []
    for row, column in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + step * down, column + step * right) for step in range(4)]
            if all(cell in cells for cell in line):
                lines.append([ORIGINAL[r * 6 + c] for r, c in line])
    assert len(lines) == 54
    for line in lines:
        over = GAME.position({"game": "just4fun", "seats": 2, "stones": {str(field): [1, 0] for field in line}})
        assert GAME.result(over)["why"] == "line"
    counts = [sum(field in line for line in lines) for field in range(1, 37)]
    assert (min(counts), max(counts)) == (3, 11)
