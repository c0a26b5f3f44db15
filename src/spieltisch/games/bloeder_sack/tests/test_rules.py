"""Corners: positions that are refused, refusals of moves, house rules, decks of one's own, events, views."""

import json
import random
from pathlib import Path

import pytest

import spieltisch
from spieltisch import CHANCE, OVER, Refused

GAME = spieltisch.game("bloeder-sack")
FIVE = [{"card": card} for card in ("most_4", "sum", "last_1", "most_odd", "last_2")]
FEW = [
    {"id": "dice", "kind": "most", "sacks": 1},
    {"id": "ends", "kind": "most", "values": [1, 6], "sacks": 3, "de": "Einser und Sechser", "en": "Ones and sixes"},
    {"id": "late", "kind": "last", "values": [2, 5], "sacks": 1, "en": "The last 2 or 5"},
    {"id": "odd_14", "kind": "sum", "parity": "odd", "below": 14, "sacks": 9},
    {"id": "equal", "kind": "same", "sacks": 1},
    {"id": "mixed", "kind": "different", "sacks": 1},
]


def position(**keys):
    return GAME.position({"game": "bloeder-sack", "seats": 2, "trays": FIVE, **keys})


def first_tray(*dice, card="most_4"):
    return [{"card": card, "dice": list(dice)}, *FIVE[1:]]


def random_game(seed, seats=3, options=None):
    """All steps of a random game: state, actor, text."""
    luck = random.Random(seed)
    state = GAME.begin(seats, luck.randrange(seats), options or {})
    while (acting := GAME.to_act(state)) is not OVER:
        if acting is CHANCE:
            chances = GAME.chances(state)
            actor, text = CHANCE, luck.choices(list(chances), list(chances.values()))[0]
        else:
            actor = min(acting)
            text = luck.choice(GAME.legal(state, actor))
        yield state, actor, text
        state = GAME.play(state, actor, text)
    yield state, None, None


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("keys", "key", "reason"),
    [
        ({"colour": 1}, "colour", "unknown_key"),
        ({"start": 2}, "start", "out_of_range"),
        ({"turn": True}, "turn", "wrong_type"),
        ({"trays": {}}, "trays", "wrong_type"),
        ({"trays": [*FIVE, {}]}, "trays", "wrong_length"),
        ({"trays": [*FIVE[1:], {"card": "sum"}]}, "trays", "card_twice"),
        ({"trays": first_tray(card="most_7")}, "trays", "no_such_card"),
        ({"trays": first_tray(card="\ud800")}, "trays", "no_such_card"),
        ({"trays": [{"card": "sum", "colour": 1}]}, "trays.colour", "unknown_key"),
        ({"trays": [{"card": None, "dice": ["0:1"]}]}, "trays", "dice_without_card"),
        ({"trays": first_tray("2:1")}, "trays", "out_of_range"),
        ({"trays": first_tray("0:7")}, "trays", "unreadable_die"),
        ({"trays": first_tray(4)}, "trays", "unreadable_die"),
        ({"trays": first_tray("0:1#3")}, "trays", "order_not_kept"),
        ({"trays": first_tray(*["0:1", "1:1"] * 3)}, "trays", "tray_full"),
        ({"trays": [{**tray, "dice": ["0:1"] * 3} for tray in FIVE]}, "trays", "too_many_dice"),
        ({"trays": [{**tray, "dice": ["0:1"] * 2} for tray in FIVE], "dice": [1]}, "dice", "too_many_dice"),
        ({"trays": FIVE[:4], "phase": "roll"}, "trays", "card_missing"),
        ({"phase": "draw"}, "phase", "nothing_to_draw"),
        ({"phase": "throw"}, "phase", "unknown_word"),
        ({"phase": "short"}, "phase", "wrong_supply"),
        ({"phase": "roll", "trays": [{**tray, "dice": ["0:1"] * 2} for tray in FIVE]}, "phase", "wrong_supply"),
        ({"phase": "roll", "dice": [1, 2]}, "dice", "dice_too_early"),
        ({"phase": "place"}, "dice", "no_dice_in_hand"),
        ({"phase": "six"}, "phase", "no_dice_on_trays"),
        ({"phase": "six", "dice": [5, 6], "trays": first_tray("0:1")}, "dice", "not_double_six"),
        ({"dice": [0]}, "dice", "out_of_range"),
        ({"dice": [1, 2, 3]}, "dice", "wrong_length"),
        ({"dice": "12"}, "dice", "wrong_type"),
        ({"won": [[]]}, "won", "wrong_length"),
        ({"won": [["sum"], []]}, "won", "card_twice"),
        ({"won": [[7], []]}, "won", "wrong_type"),
        ({"discarded": ["no"]}, "discarded", "no_such_card"),
        ({"then": "roll"}, "then", "then_without_draw"),
        ({"trays": FIVE[:4], "then": "place"}, "then", "wrong_then"),
        ({"trays": FIVE[:4], "then": "end", "dice": [3]}, "then", "wrong_then"),
        ({"trays": [{**tray, "dice": ["0:1"] * 3} for tray in FIVE[:3]], "then": "roll"}, "then", "wrong_supply"),
        ({"options": {"replacement": "oldest"}}, "options.replacement", "unknown_word"),
        ({"options": {"open_sacks": 1}}, "options.open_sacks", "wrong_type"),
        ({"options": {"sauce": 1}}, "options.sauce", "unknown_key"),
    ],
)
def test_a_bad_position_names_its_key(keys, key, reason):
    with pytest.raises(Refused) as refused:
        position(**keys)
    assert (refused.value.details["key"], refused.value.reason) == (key, reason)
    assert refused.value.text("de") != refused.value.text("en")


@pytest.mark.parametrize(
    ("dice", "reason"),
    [(["0:1#1", "1:2"], "order_missing"), (["0:1#4", "1:2#4"], "order_twice"), (["0:1#0"], "unreadable_die")],
)
def test_orders_are_told_for_all_dice_or_for_none(dice, reason):
    with pytest.raises(Refused) as refused:
        position(trays=first_tray(*dice), options={"replacement": "newest"})
    assert (refused.value.reason, refused.value.details["key"]) == (reason, "trays")


def test_no_open_tray_leaves_nothing_to_place():
    every = [*GAME.view(GAME.begin(2), None)["deck"]]
    with pytest.raises(Refused) as refused:
        position(trays=[], discarded=every, dice=[1, 2])
    assert refused.value.reason == "no_open_tray"


def test_defaults():
    assert GAME.position({"game": "bloeder-sack", "seats": 3}) == GAME.begin(3)
    assert GAME.describe(position())["phase"] == "roll"
    assert GAME.describe(position(dice=[5, 2]))["dice"] == [2, 5]
    assert GAME.describe(position(trays=FIVE[:4], dice=[5]))["then"] == "place"
    assert GAME.describe(position(phase="six", trays=first_tray("1:1")))["dice"] == [6, 6]
    told = position(trays=first_tray("1:1", "0:2"), options={"replacement": "newest"})
    assert GAME.describe(told)["trays"][0]["dice"] == ["1:1#1", "0:2#2"]


@pytest.mark.parametrize("options", [{}, {"replacement": "newest", "unclaimed": "discarded"}, {"deck": FEW}])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_state_of_a_game_is_written_and_guessed_losslessly(seats, options):
    for state, _, _ in random_game(7, seats, options):
        assert GAME.position(json.loads(json.dumps(GAME.describe(state)))) == state
        view = GAME.view(state, 1)
        assert GAME.guess(json.loads(json.dumps(view)), 1) == state


def test_a_hostile_view_is_refused():
    view = GAME.view(position(), 0)
    trays = [None, [1] * 5, [{"card": []}] * 5]
    for wrong in (*[{"trays": wrong} for wrong in trays], {"won": 3}, {"options": []}, {"seats": "2"}):
        with pytest.raises(Refused):
            GAME.guess({**view, **wrong}, 1)


def test_numbers_of_the_newest_dice_never_run_out():
    state = position(trays=first_tray("1:4#999", "0:2#7"), dice=[4, 5], options={"replacement": "newest"})
    after = GAME.play(state, 0, "swap 4 at 1.1")
    assert GAME.describe(after)["trays"][0]["dice"] == ["0:4#3", "0:2#1"]


# ---------------------------------------------------------------- moves refused


@pytest.mark.parametrize(
    ("keys", "text", "reason"),
    [
        ({"dice": [2, 4]}, "score 1", "no_scoring_now"),
        ({"dice": [2, 4]}, "decline", "nothing_to_decline"),
        ({"dice": [2, 4]}, "place 3 on 1", "not_in_hand"),
        ({"dice": [2, 4]}, "place 4 on 6", "no_such_tray"),
        ({"dice": [2, 4]}, "place 4 on 0", "unreadable_move"),
        ({"dice": [2, 4]}, "swap 4 at 1.1", "space_empty"),
        ({"dice": [2, 4], "trays": first_tray("0:4")}, "swap 4 at 1.1", "own_die"),
        ({"dice": [2, 4], "trays": first_tray("1:3")}, "swap 4 at 1.1", "other_value"),
        ({"dice": [4], "trays": first_tray("1:4")}, "swap 4 at 1.1", "already_placed"),
        ({"dice": [2, 4]}, "swap 4 at 7.1", "no_such_tray"),
        ({"phase": "six", "trays": first_tray("1:4")}, "score 2", "tray_empty"),
        ({"phase": "six", "trays": first_tray("1:4")}, "place 6 on 2", "six_first"),
        ({"trays": [{**tray, "dice": ["0:1"] * 2} for tray in FIVE]}, "decline", "must_score"),
        ({"trays": [{**tray, "dice": ["0:1"] * 2} for tray in FIVE]}, "place 1 on 1", "must_score"),
        ({"trays": [{"card": "sum", "dice": ["0:1"] * 5}, *[{**tray, "dice": ["0:1"] * n} for tray, n in
                    zip([FIVE[0], *FIVE[2:]], (0, 1, 2, 1), strict=True)]]}, "score 2", "not_two_own"),
    ],
)  # fmt: skip
def test_a_refused_move_says_why(keys, text, reason):
    with pytest.raises(Refused) as refused:
        GAME.play(position(**keys), 0, text)
    assert refused.value.reason == reason
    assert refused.value.text("de") != refused.value.text("en")


def test_a_closed_tray_is_refused():
    every = [*GAME.view(GAME.begin(2), None)["deck"]]
    state = position(trays=[{"card": "sum"}], discarded=[card for card in every if card != "sum"], dice=[1, 2])
    with pytest.raises(Refused) as refused:
        GAME.play(state, 0, "place 1 on 4")
    assert refused.value.reason == "tray_closed"


def test_chance():
    state = position()
    chances = GAME.chances(state)
    assert (chances["roll 2 2"], chances["roll 2 4"], len(chances)) == (1, 2, 21)
    assert GAME.lottery(state) == ("roll", 0, 36)
    assert GAME.lottery(GAME.begin(2)) == ("draw", None, 27)
    for text in ("roll 4 2", "roll 7 7", "draw sum", "roll", "ro ll"):
        with pytest.raises(Refused, match="cannot"):
            GAME.play(state, CHANCE, text)


# ---------------------------------------------------------------- a deck of one's own


def test_own_deck_is_played_and_has_its_words(tmp_path: Path):
    file = tmp_path / "deck.toml"
    lines = [["[[cards]]", *(f"{key} = {json.dumps(value)}" for key, value in card.items())] for card in FEW]
    file.write_text("\n".join(line for card in lines for line in card))
    state = GAME.begin(2, 0, {"deck": file})
    assert state == GAME.begin(2, 0, {"deck": {"cards": FEW}}) and "draw odd_14" in GAME.chances(state)
    words = GAME.words("de", options=state.options)
    assert "Einser und Sechser (3 Säcke)" in words("events.drew", tray=1, card="ends", sacks=3)
    assert words.format_field("late", "cards") == "The last 2 or 5"
    trays = [{"card": "odd_14", "dice": ["0:6", "0:6", "1:6", "1:5", "0:1"]}, {"card": "ends", "dice": ["1:6", "0:5"]}]
    told = GAME.view(position(trays=trays, options={"deck": FEW}), 0)["trays"]
    assert (told[0]["leader"], told[0]["reason"]) == (0, {"measure": "sum", "amount": 13, "tie": False})
    assert (told[1]["leader"], told[1]["sacks"]) == (1, 3)


def test_as_usual_is_left_out_of_the_options():
    usual = {"replacement": "space", "unclaimed": "stays", "open_sacks": False, "deck": "printed"}
    assert GAME.describe(GAME.begin(2, 0, usual))["options"] == {}


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        ({"id": "Ends!"}, "options.deck.id", "bad_id"),
        ({"id": "dice"}, "options.deck", "card_twice"),
        ({"kind": "best"}, "options.deck.kind", "unknown_word"),
        ({"values": [1, 1]}, "options.deck.values", "value_twice"),
        ({"values": [0]}, "options.deck.values", "out_of_range"),
        ({"values": []}, "options.deck.values", "wrong_length"),
        ({"parity": "odd"}, "options.deck.parity", "does_not_fit"),
        ({"sacks": 10}, "options.deck.sacks", "out_of_range"),
        ({"de": "a\nb"}, "options.deck.de", "bad_text"),
        ({"en": 3}, "options.deck.en", "wrong_type"),
        ({"attested": "yes"}, "options.deck.attested", "wrong_type"),
        ({"colour": "red"}, "options.deck.colour", "unknown_key"),
    ],
)
def test_a_bad_card_is_refused(change, key, reason):
    with pytest.raises(Refused) as refused:
        GAME.begin(2, 0, {"deck": [FEW[0], {**FEW[1], **change}, *FEW[2:]]})
    assert (refused.value.details["key"], refused.value.reason) == (key, reason)
    assert refused.value.text("de") != refused.value.text("en")


NO_DECKS = ["my.toml", 5, FEW[:4], FEW * 7, {"cards": None}, {"kards": FEW}, Path("/no/such/file.toml")]


@pytest.mark.parametrize("deck", NO_DECKS)
def test_a_bad_deck_is_refused(deck):
    with pytest.raises(Refused) as refused:
        GAME.begin(2, 0, {"deck": deck})
    assert refused.value.details["key"].startswith("options.deck")


# ---------------------------------------------------------------- views and events


@pytest.mark.parametrize(
    ("card", "dice", "leader", "reason"),
    [
        ("most_4", ["0:4", "1:4"], 1, {"measure": "count", "amount": 1, "value": 4, "tie": True}),
        ("most_low", ["0:1", "0:3", "1:2"], 0, {"measure": "count", "amount": 2, "tie": False}),
        ("most_same", ["0:1", "0:1", "0:5", "0:5"], 0, {"measure": "same", "amount": 2, "value": 5, "tie": False}),
        ("most_different", ["0:1", "1:3", "1:5"], 1, {"measure": "different", "amount": 2, "tie": False}),
        ("last_low", ["0:1", "1:3", "0:5"], 1, {"measure": "last", "amount": 1, "value": 3, "space": 2, "tie": False}),
        ("sum_odd", ["0:4", "1:3"], 1, {"measure": "sum", "amount": 3, "tie": False}),
        ("sum_even", ["1:3"], None, None),
    ],
)
def test_the_view_says_who_leads_and_why(card, dice, leader, reason):
    told = GAME.view(position(trays=[{"card": card, "dice": dice}]), None)["trays"][0]
    assert (told["leader"], told["reason"]) == (leader, reason)


def kinds(state, actor, text):
    return [event.kind for event in GAME.events(state, actor, text)]


def test_events_of_a_scoring():
    state = position(trays=first_tray("0:4", "1:4", "1:1"), won=[["most_1", "most_2", "most_3"], []], dice=[])
    rolled, scored, tie = GAME.events(state, CHANCE, "roll 1 1")
    assert rolled.details == {"seat": 0, "dice": [1, 1]}
    assert scored.details == {
        "tray": 1, "card": "most_4", "cause": "double", "winner": 1, "sacks": 2, "returned": [1, 2],
        "reason": {"measure": "count", "amount": 1, "value": 4, "tie": True},
    }  # fmt: skip
    assert (scored.kind, tie.kind, tie.audience) == ("scored", "tie", frozenset([None, 0, 1]))


def test_events_in_their_order():
    three = [["most_1", "most_2", "most_3"], []]
    assert kinds(GAME.begin(2), CHANCE, "draw sum") == ["dealt"]
    assert kinds(position(trays=FIVE[:4], won=three), CHANCE, "draw sum_odd") == ["drew"]
    assert kinds(position(trays=first_tray("0:4"), won=three), CHANCE, "roll 1 1") == ["rolled", "scored", "last_round"]
    assert kinds(position(phase="six", trays=first_tray("0:1")), 0, "score 1") == ["unclaimed"]
    assert kinds(position(phase="six", trays=first_tray("0:1")), 0, "decline") == ["declined"]
    discards = position(phase="six", trays=first_tray("0:1"), options={"unclaimed": "discarded"})
    assert kinds(discards, 0, "score 1") == ["unclaimed", "discarded"]
    assert kinds(position(trays=[{**tray, "dice": ["0:1"] * 2} for tray in FIVE]), 0, "score 3") == ["forced", "scored"]
    four = [[*three[0], "most_5"], []]
    assert kinds(position(turn=1, won=four, dice=[4]), 1, "place 4 on 1") == ["placed", "ended", "scored"]
    swap = position(turn=1, won=four, dice=[2, 4], trays=first_tray("0:4"))
    assert kinds(swap, 1, "swap 4 at 1.1") == ["swapped", "ended", "scored"]


def test_the_story_of_a_game_fits_what_happened():
    words = GAME.words("de")
    for options in ({}, {"unclaimed": "discarded", "deck": FEW}):
        seen = [0] * 3
        for state, actor, text in random_game(3, 3, options):
            if actor is None:
                assert GAME.view(state, None)["sacks"] == seen
                break
            for event in GAME.events(state, actor, text):
                assert json.dumps(event.as_json()) and "…" not in words(f"events.{event.kind}", **event.details)
                if event.kind == "scored":
                    seen[event.details["winner"]] += event.details["sacks"]


def test_picture_and_account_speak_both_languages():
    state = position(trays=first_tray("0:4", "1:4"), dice=[2, 4], won=[["most_1"], []])
    for lang, leads in (("de", "Lila führt bei Gleichstand"), ("en", "leads a tie")):
        words = GAME.words(lang)
        told = GAME.picture(GAME.view(state, 0), words)
        assert leads in told and "1 " in told and max(map(len, told.splitlines())) <= 120
        assert "(2)" in GAME.account(GAME.view(state, 0), words)
    assert GAME.notation.move_words("swap 4 at 1.2", GAME.words("en")) == "replace somebody's 4 on tray 1, space 2"
    assert GAME.notation.move_words("decline", GAME.words("de")) == "keine Karte werten"
