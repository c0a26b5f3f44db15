"""Corners of Just 4 Fun: positions that cannot be, boards of one's own, what events and refusals tell."""

import json

import pytest

import spieltisch
from spieltisch import CHANCE, Refused

GAME = spieltisch.game("just4fun")
HANDS = [[1, 5, 11, 13], [2, 2, 3, 4], [6, 7, 8, 9]]
GOOD = {"game": "just4fun", "seats": 3, "hands": HANDS}


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": True}, "seats"),
        ({"turn": 3}, "turn"),
        ({"turn": "0"}, "turn"),
        ({"phase": "roll"}, "phase"),
        ({"stones": {"37": [1, 0, 0]}}, "stones.37"),
        ({"stones": {"7": [1, 0]}}, "stones.7"),
        ({"stones": {"7": [-1, 0, 0]}}, "stones.7"),
        ({"stones": {"7": [3, 1, 0]}}, "stones.7"),
        ({"stones": {str(field): [1, 0, 0] for field in (1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 15, 18, 19, 21, 22, 26, 28, 29, 32, 34)}},
         "stones"),
        ({"stones": {"7": [2, 0, 0]}, "locked": []}, "locked"),
        ({"locked": [3]}, "locked"),
        ({"supply": [21, 20, 20]}, "supply"),
        ({"stones": {"7": [1, 0, 0]}, "supply": [20, 20, 20]}, "supply"),
        ({"supply": [0, 20, 20], "turn": 1}, "hands"),
        ({"hands": [[13, 13, 1, 2], [2, 2, 3, 4], [6, 7, 8, 9]]}, "hands"),
        ({"hands": [[20, 1, 2, 3], [2, 2, 3, 4], [6, 7, 8, 9]]}, "hands"),
        ({"hands": [[1, 2, 3], [2, 2, 4], [6, 7, 8, 9]]}, "hands"),
        ({"hands": [[1, 2, 3, 4, 5], [], []]}, "hands"),
        ({"hands": None}, "hands"),
        ({"discard": [13]}, "discard"),
        ({"discard": {"13": 1}}, "discard"),
        ({"covered": [[12], [], []]}, "covered"),
        ({"board": [1, 2]}, "board"),
        ({"options": {"board": "moon"}}, "options.board"),
        ({"options": {"colour": 1}}, "options.colour"),
        ({"stoned": {}}, "stoned"),
        ({"phase": "draw"}, "hands"),
        ({"phase": "deal"}, "phase"),
    ],
)  # fmt: skip
def test_impossible_positions_name_the_key(wrong, key):
    with pytest.raises(Refused) as refused:
        GAME.position({**GOOD, **wrong})
    assert refused.value.details["key"] == key
    assert key in refused.value.text("de") and key in refused.value.text("en")


def test_a_bare_position_is_a_new_game():
    assert GAME.position({"game": "just4fun", "seats": 4}) == GAME.begin(4)


def test_lost_stones_make_the_supply_smaller():
    state = GAME.position({**GOOD, "stones": {"7": [2, 0, 0], "18": [2, 1, 0]}, "supply": [16, 19, 20]})
    assert GAME.describe(state)["supply"] == [16, 19, 20]
    assert GAME.describe(state)["locked"] == [7]


def test_equal_cards_are_one_move():
    state = GAME.position({**GOOD, "turn": 1})
    assert GAME.legal(state, 1).count("play 2") == 1
    assert "play 2+2" in GAME.legal(state, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 12", "not_in_hand"),
        ("play 5+5", "not_in_hand"),
        ("play 11+5", "not_ascending"),
        ("play", "unreadable_move"),
        ("play 05", "unreadable_move"),
        ("PLAY 5", "unreadable_move"),
        ("play 5 ", "unreadable_move"),
        ("play ٥", "unreadable_move"),
        ("draw 5", "unreadable_move"),
        ("x" * 1000, "unreadable_move"),
    ],
)
def test_refusals_say_why(text, reason):
    with pytest.raises(Refused) as refused:
        GAME.play(GAME.position(GOOD), 0, text)
    assert refused.value.reason == reason
    assert len(refused.value.text("de")) < 200


def test_the_bar_names_who_is_ahead():
    state = GAME.position({**GOOD, "stones": {"5": [0, 2, 1]}})
    with pytest.raises(Refused) as refused:
        GAME.play(state, 0, "play 5")
    assert refused.value.text("de", ["Ada", "Bo", "Cy"]) == "Feld 5 ist für dich zu: Bo liegt dort zwei Steine vorn."


def test_a_board_of_ones_own(tmp_path):
    file = tmp_path / "mine.toml"
    numbers = list(range(36, 0, -1))
    file.write_text(f"board = {numbers}")
    state = GAME.begin(2, options={"board": file})
    assert GAME.view(state, 0)["board"] == numbers
    assert GAME.position(json.loads(json.dumps(GAME.describe(state)))) == state
    for text, part in [
        ("board = 3", "Liste"),
        (f"board = {[1, *numbers[1:]]}", "1"),
        ("board = [1, 2]", "2"),
        ("x", "mine.toml"),
    ]:
        file.write_text(text)
        with pytest.raises(Refused) as refused:
            GAME.begin(2, options={"board": file})
        assert refused.value.details["key"] == "options.board"
        assert part in refused.value.text("de")
    with pytest.raises(Refused):
        GAME.begin(2, options={"board": tmp_path / "none.toml"})
    with pytest.raises(Refused):
        GAME.begin(2, options={"board": str(file)})  # a text is a name, never a path


def test_a_drawn_card_is_told_to_its_owner_alone():
    state = GAME.begin(2)
    own, others = GAME.events(state, CHANCE, "draw 7")
    assert own.audience == {0} and own.details["card"] == 7
    assert others.audience == {1, None} and "card" not in others.details


def test_a_lock_tells_what_was_lost():
    state = GAME.position({**GOOD, "stones": {"11": [2, 1, 0]}})
    kinds = {event.kind: event.details for event in GAME.events(state, 0, "play 11")}
    assert kinds["played"] == {"seat": 0, "cards": [11], "field": 11}
    assert kinds["locked"] == {"seat": 0, "field": 11, "lost": [0, 1, 0]}


def test_all_hands_are_shown_after_the_end():
    state = GAME.position({**GOOD, "stones": {field: [1, 0, 0] for field in ("33", "9", "16")}})
    assert GAME.view(state, 1)["hands"] is None
    over = GAME.play(state, 0, "play 11")
    assert GAME.view(over, None)["hands"] == [[1, 5, 13], [2, 2, 3, 4], [6, 7, 8, 9]]
