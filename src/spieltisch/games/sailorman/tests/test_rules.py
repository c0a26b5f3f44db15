"""Corners of Sailorman Dice: chance, positions, charts of one's own, refusals, what is hidden and what is told."""

import json
from pathlib import Path

import pytest

import spieltisch
from spieltisch import CHANCE, OVER, Refused

GAME = spieltisch.game("sailorman")
EMPTY = "........."
BASE = {"game": "sailorman", "seats": 2}
THROWN = {**BASE, "throw": ["boat", "wheel", 5, 6]}


def with_row(row, text):
    return [text if place == row else EMPTY for place in range(6)]


def kinds(state, actor, text, seat):
    """The kinds of events that a seat is told."""
    return [event.kind for event in GAME.events(state, actor, text) if seat in event.audience]


def played(state, *plays):
    for actor, text in plays:
        state = GAME.play(state, actor, text)
    return state


# ---------------------------------------------------------------- chance and score


def test_throws_have_the_weights_of_four_dice():
    chances = GAME.chances(GAME.begin(2))
    assert len(chances) == 441 and sum(chances.values()) == 1296
    throws = ("throw bell bell 3 3", "throw bell bell 3 5", "throw bell boat 3 3", "throw bell boat 3 5")
    assert [chances[throw] for throw in throws] == [1, 2, 2, 4]


def test_tickets_are_numbered_through_the_chances_in_order():
    state = GAME.begin(2)
    texts = list(GAME.chances(state))
    order = [texts.index(GAME.drawn(state, ticket)) for ticket in range(1296)]
    assert order == sorted(order)
    assert GAME.lottery(state) == ("throw", 0, 1296)


@pytest.mark.parametrize("text", ["throw boat bell 3 5", "throw bell boat 5 3", "throw bell boat 0 3", "throw bell 3"])
def test_throws_are_written_in_order(text):
    with pytest.raises(Refused) as refused:
        GAME.play(GAME.begin(2), CHANCE, text)
    assert refused.value.reason == "impossible_outcome"


def test_groups_of_one_number_touch_along_edges():
    rows = ["11.......", "1.2......", ".122.....", EMPTY, "......66X", "......6.6"]
    state = GAME.position({**BASE, "charts": [rows, None], "phase": "over"})
    assert GAME.view(state, 0)["points"][0]["groups"] == [3, 3]
    assert GAME.result(state)["points"] == [6, 0]


def test_level_in_everything_is_shared():
    result = GAME.result(GAME.position({**BASE, "phase": "over"}))
    assert result == {"places": [1, 1], "points": [0, 0], "why": "shared"}


# ---------------------------------------------------------------- positions


BAD_POSITIONS = [
    ({"captain": 2}, "out_of_range", "captain"),
    ({"thrower": "bell"}, "wrong_type", "thrower"),
    ({"phase": "enter"}, "missing_key", "throw"),
    ({"phase": "roll"}, "unknown_word", "phase"),
    ({"phase": "throw", "throw": ["bell", "boat", 1, 2]}, "no_throw_now", "throw"),
    ({"rest": ["bell", 1]}, "no_throw_now", "rest"),
    ({"left": [1, 0]}, "out_of_range", "left"),
    ({"entered": [[["bell", 1]], []]}, "wrong_length", "entered"),
    ({"throw": ["bell", "boat", 1]}, "wrong_length", "throw"),
    ({"throw": ["bell", "board", 1, 2]}, "unknown_word", "throw"),
    ({"throw": ["bell", "boat", 1, 7]}, "out_of_range", "throw"),
    ({"throw": ["bell", "boat", 1, 2], "rest": ["wheel", 1]}, "not_of_this_throw", "rest"),
    ({"throw": ["bell", "boat", 1, 2], "left": [1, 1]}, "rest_is_second", "rest"),
    ({"throw": ["bell", "boat", 1, 2], "left": [2, 1], "rest": ["bell", 1]}, "rest_is_second", "rest"),
    ({"throw": ["bell", "boat", 1, 2], "left": [2, 2]}, "out_of_range", "left"),
    ({"throw": ["bell", "boat", 1, 2], "entered": [[], [["bell", 1]]]}, "not_entered", "entered"),
    ({"throw": ["bell", "boat", 1, 2], "entered": [["skip", "skip"], []]}, "entered_after_skip", "entered"),
    ({"throw": ["bell", "boat", 1, 2], "entered": [["skip"], []], "left": [2, 1]}, "too_many_entries", "entered"),
    ({"charts": [["1"] * 6, None]}, "wrong_length", "charts"),
    ({"charts": [with_row(1, "x........"), None]}, "unknown_word", "charts"),
    ({"charts": [with_row(1, "2..X..1.."), None]}, "row_falls", "charts"),
    ({"charts": [None]}, "wrong_length", "charts"),
    ({"boxes": [{"bell": 3}, {}]}, "wrong_box", "boxes"),
    ({"boxes": [{"bells": 3}, {}]}, "unknown_key", "boxes.bells"),
    ({"charts": [with_row(1, "1" * 9), None], "boxes": [{"bell": 8}, {}]}, "wrong_box", "boxes"),
    ({"charts": [with_row(1, "1" * 9), None], "boxes": [{}, {}]}, "box_is_full", "boxes"),
    ({"charts": [with_row(1, "1" * 9), None], "shells": {"bell": [1]}}, "shell_without_box", "shells"),
    ({"charts": [with_row(1, "1" * 9), None], "shells": {}}, "shell_not_taken", "shells"),
    ({"charts": [["1" * 9] * 6, None], "phase": "throw"}, "already_over", "phase"),
    ({"colour": "red"}, "unknown_key", "colour"),
]


@pytest.mark.parametrize(("more", "reason", "key"), BAD_POSITIONS)
def test_bad_positions_are_refused_with_the_key_at_fault(more, reason, key):
    with pytest.raises(Refused) as refused:
        GAME.position({**BASE, **more})
    assert (refused.value.reason, refused.value.details["key"]) == (reason, key)
    for lang in ("de", "en"):
        assert "…" not in refused.value.text(lang)


def test_a_position_fills_in_what_is_left_out():
    described = GAME.describe(GAME.position({**BASE, "throw": ["wheel", "boat", 6, 5]}))
    assert described["throw"] == ["boat", "wheel", 5, 6]
    assert described["left"] == [2, 1] and described["rest"] is None and described["phase"] == "enter"


def test_a_position_in_which_nobody_can_enter_goes_on():
    state = GAME.position({**THROWN, "left": [0, 0]})
    assert GAME.to_act(state) is CHANCE and GAME.describe(state)["thrower"] == 1


def test_the_capital_letters_sub_area_counts_as_first():
    north = ["......12.", "......12.", ".....111."]
    south = [".222.....", ".22......", ".22......"]
    given = {**BASE, "charts": [north + south, None]}
    assert GAME.describe(GAME.position(given))["boxes"][0]["land left"] == 5
    told = [{"land left": 7, "land right": 9}, {}]
    assert GAME.describe(GAME.position({**given, "boxes": told}))["boxes"] == told


def test_a_state_in_mid_throw_is_described_without_loss():
    state = GAME.position({**THROWN, "charts": [with_row(5, "........6"), None]})
    for plays in ([(0, "cross bell 4 for wheel 6")], [(1, "write boat 5 at 1"), (0, "write boat 5 at 9")]):
        after = played(state, *plays)
        assert "entered" in GAME.describe(after)
        assert GAME.position(json.loads(json.dumps(GAME.describe(after)))) == after


# ---------------------------------------------------------------- charts of one's own

OWN = {"areas": ["RrMmLlDdR", *["ddddddddd"] * 5], "shells": {"bell": 3}}


def test_a_chart_of_ones_own():
    state = GAME.begin(2, options={"chart": OWN})
    assert state.options["chart"]["shells"]["bell"] == 3 and state.options["chart"]["shells"]["anchor"] == 0
    assert GAME.view(state, 0)["areas"] == OWN["areas"]
    assert GAME.position(GAME.describe(state)) == state
    state = GAME.position({**BASE, "charts": [with_row(0, ".1......."), None], "options": {"chart": OWN}})
    assert GAME.describe(state)["boxes"][0] == {"river left": 1}


def test_a_chart_from_a_file(tmp_path):
    file = tmp_path / "chart.toml"
    file.write_text('areas = ["RrMmLlDdR", "ddddddddd", "ddddddddd", "ddddddddd", "ddddddddd", "ddddddddd"]\n')
    chart = GAME.begin(2, options={"chart": file}).options["chart"]
    assert chart["areas"] == OWN["areas"] and chart["shells"]["river right"] == 4


def test_the_usual_chart_is_no_house_rule():
    usual = GAME.view(GAME.begin(2), None)
    assert GAME.begin(2, options={"chart": {"areas": usual["areas"]}}).options == {}
    assert GAME.begin(2, options={"chart": "reconstructed"}).options == {}


@pytest.mark.parametrize(
    ("chart", "reason", "key"),
    [
        ("atlantis", "unknown_word", "options.chart"),
        (7, "wrong_type", "options.chart"),
        ({}, "missing_key", "options.chart.areas"),
        ({"areas": OWN["areas"][:5]}, "wrong_length", "options.chart.areas"),
        ({"areas": ["RrMmLlDd", *OWN["areas"][1:]]}, "wrong_length", "options.chart.areas"),
        ({"areas": ["RrMmLlDdQ", *OWN["areas"][1:]]}, "unknown_word", "options.chart.areas"),
        ({"areas": ["RRMmLlDdR", *OWN["areas"][1:]]}, "area_missing", "options.chart.areas"),
        ({**OWN, "shells": {"column 1": 1}}, "unknown_key", "options.chart.shells.column 1"),
        ({**OWN, "shells": {"bell": -1}}, "out_of_range", "options.chart.shells.bell"),
        (Path("/nowhere/chart.toml"), "unreadable_file", "options.chart"),
    ],
)
def test_bad_charts_are_refused_with_the_fault(chart, reason, key):
    with pytest.raises(Refused) as refused:
        GAME.begin(2, options={"chart": chart})
    assert (refused.value.reason, refused.value.details["key"]) == (reason, key)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("plays", "text", "reason"),
    [
        ([], "skip", "must_write"),
        ([], "write bell 3 at 4", "not_thrown"),
        ([], "write wheel 5 at 9", "cell_full"),
        ([], "cross wheel 9 for wheel 6", "cell_full"),
        ([], "cross bell 1 for boat 5", "not_in_river"),
        ([], "write boat 5 at 9", "would_fall"),
        ([(0, "write wheel 6 at 8")], "write boat 6 at 8", "rest_only"),
        ([], "write boat 5 at 10", "unreadable_move"),
        ([], "cross boat for bell 3", "unreadable_move"),
    ],
)
def test_refusals_say_why(plays, text, reason):
    charts = [with_row(5, "........6"), None]
    charts[0][4] = ".......6."
    with pytest.raises(Refused) as refused:
        GAME.play(played(GAME.position({**THROWN, "charts": charts}), *plays), 0, text)
    assert refused.value.reason == reason
    for lang in ("de", "en"):
        assert "…" not in refused.value.text(lang)


def test_a_seat_that_has_finished_is_not_asked():
    state = GAME.play(GAME.position(THROWN), 1, "write boat 5 at 1")
    with pytest.raises(Refused) as refused:
        GAME.play(state, 1, "write boat 5 at 2")
    assert refused.value.reason == "not_your_turn"


# ---------------------------------------------------------------- what is hidden, and what is told


def test_an_entry_is_hidden_until_the_throw_is_complete():
    state = GAME.position({**THROWN, "charts": [with_row(4, "5555.5555"), None]})
    after = GAME.play(state, 0, "write boat 5 at 5")
    own = GAME.view(after, 0)
    assert own["charts"][0][4] == "555555555" and own["boxes"][0] == {"boat": 9}
    assert own["rest"] == ["wheel", 6] and own["entered"] == [["boat", 5]] and own["left"] == 1
    for seat in (1, None):
        assert GAME.view(after, seat) == GAME.view(state, seat)
    done = played(after, (1, "write boat 5 at 1"), (0, "write wheel 6 at 9"))
    assert GAME.view(done, None)["charts"][0][4] == "555555555"
    assert GAME.view(done, None)["charts"] == GAME.view(done, 1)["charts"]


def test_everybody_sees_who_is_still_thinking():
    state = GAME.play(GAME.position({**BASE, "seats": 3, "throw": ["boat", "wheel", 5, 6]}), 1, "write boat 5 at 1")
    for seat in (0, 1, 2, None):
        assert GAME.view(state, seat)["thinking"] == [True, False, True]


def test_events_reach_every_seat_once():
    state = GAME.position({**THROWN, "charts": [with_row(4, "5555.5555"), None]})
    assert kinds(state, 0, "write boat 5 at 5", 0) == ["wrote", "box"]
    assert kinds(state, 0, "write boat 5 at 5", 1) == []
    state = GAME.play(state, 0, "write boat 5 at 5")
    assert kinds(state, 0, "write wheel 6 at 9", 0) == ["wrote"]
    state = GAME.play(state, 0, "write wheel 6 at 9")
    last = (state, 1, "write boat 5 at 1")
    assert kinds(*last, 0) == ["wrote", "shell"]
    assert kinds(*last, 1) == ["wrote", "box", "wrote", "wrote", "shell"]
    assert kinds(*last, None) == kinds(*last, 1)


def test_lost_entries_and_skips_are_told():
    full = with_row(1, "123455566")
    state = GAME.position({**BASE, "charts": [full, full]})
    assert kinds(state, CHANCE, "throw bell bell 1 6", None) == ["thrown", "lost", "lost"]
    assert kinds(state, CHANCE, "throw bell bell 2 6", None) == ["thrown"]
    state = played(state, (CHANCE, "throw bell bell 2 6"), (0, "cross anchor 1 for bell 2"))
    assert kinds(state, 1, "skip", 0) == ["skipped"]
    assert kinds(state, 1, "skip", 1) == ["crossed", "lost", "skipped"]


def test_the_last_round_and_the_end_are_told():
    seven = ["111111111"] * 3 + ["........1"] * 3
    given = {**BASE, "throw": ["fish", "fish", 1, 6], "charts": [seven, None], "left": [2, 0]}
    assert kinds(GAME.position(given), 0, "write fish 1 at 8", 1) == ["wrote", "box", "lost", "shell", "last_round"]
    end = GAME.position({**given, "captain": 1, "thrower": 0})
    assert kinds(end, 0, "write fish 1 at 8", 1) == ["wrote", "box", "lost", "shell", "ended", "groups", "groups"]
    assert GAME.to_act(GAME.play(end, 0, "write fish 1 at 8")) is OVER


def test_a_guess_shows_the_seat_what_it_knows():
    state = GAME.position({**BASE, "seats": 3, "throw": ["boat", "wheel", 5, 6], "thrower": 1})
    state = played(state, (1, "write boat 5 at 5"), (2, "write wheel 6 at 2"))
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        for seed in range(5):
            guessed = GAME.guess(view, seed)
            assert GAME.view(guessed, seat) == view
            assert seat is None or GAME.legal(guessed, seat) == GAME.legal(state, seat)


def test_a_view_that_cannot_be_is_refused():
    view = GAME.view(GAME.position(THROWN), 0)
    bad = ({"thinking": [False, True]}, {"thinking": [True]}, {"charts": 7}, {"left": 9}, {"seat": 3}, {"seats": None})
    for more in bad:
        with pytest.raises(Refused):
            GAME.guess({**view, **more}, 1)


def test_pictures_and_menus_in_both_languages():
    state = GAME.position({**THROWN, "charts": [with_row(5, "........6"), with_row(1, "111111111")]})
    for lang in ("de", "en"):
        words = GAME.words(lang, ["Ada", "Ben"])
        for seat in (0, None):
            told = GAME.picture(GAME.view(state, seat), words)
            assert "Ada" in told and "…" not in told
            assert max(map(len, told.splitlines())) <= 100
        for move in [*GAME.legal(state, 0), "skip"]:
            assert "…" not in GAME.notation.move_words(move, words)
