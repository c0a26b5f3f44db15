"""Luck and skill: what was planted is found, and luck comes to nothing in the long run."""

import json

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import CHANCE, Refused
from spieltisch.bots.net import learned
from spieltisch.cli import FOLDER
from spieltisch.lab.calibration import calibration, played
from spieltisch.lab.pictures import curve
from spieltisch.lab.review import Reviewer, in_words, review, skill
from spieltisch.log import Match, in_lines
from spieltisch.words import Words

rooms = pytest.mark.parametrize("key", walk.KEYS)


@rooms
def test_a_review_is_whole_and_adds_up(key):
    room = spieltisch.game(key)
    match = played(room, 3, 5)
    progress = []
    told = spieltisch.review(match, told=progress.append)
    assert progress[-1] == 1.0 and sorted(progress) == progress
    assert json.loads(json.dumps(told)) == told
    assert len(told["actions"]) == len(match.actions)
    for action, following in zip(told["actions"], told["actions"][1:], strict=False):
        assert action["after"] == following["before"]
        assert sum(action["before"]) == pytest.approx(1, abs=0.001)
    assert told["actions"][-1]["after"] == [seat["result"] for seat in told["seats"]]
    for action in told["actions"]:
        if action["by"] == "chance":
            assert sum(action["luck"]) == pytest.approx(0, abs=0.002)
        else:
            assert 0 <= action["loss"] <= 1
    for number, seat in enumerate(told["seats"]):
        assert seat["luck"] == pytest.approx(sum(a["luck"][number] for a in told["actions"] if "luck" in a), abs=0.001)
        assert seat["adjusted"] == pytest.approx(seat["result"] - seat["luck"], abs=0.001)
        assert 0 <= seat["skill"] <= 100 and 0 < seat["uncertainty"] < 0.5
    for lang in ("de", "en"):
        spoken = in_words(told, match, lang)
        assert all("…" not in action["text"] for action in spoken["actions"])
    picture = curve(told, ["A", "B", "C"], Words("en", FOLDER))
    assert picture.startswith("<svg") and picture.count("<path") > 6
    again = spieltisch.review(in_lines(match.text()))
    assert [seat["luck"] for seat in again["seats"]] == [seat["luck"] for seat in told["seats"]]


def test_a_running_game_has_no_review():
    with pytest.raises(Refused):
        review(Match.new(spieltisch.game("sailorman"), [{}, {}]))


def test_a_planted_blunder_is_the_costliest_decision_and_a_planted_card_the_luckiest():
    """Red could have won at once with 12 + 12 and plays elsewhere; then White draws the one card that wins."""
    room = spieltisch.game("just4fun")
    stones = {"1": [1, 0], "14": [1, 0], "30": [1, 0], "28": [0, 1], "7": [0, 1], "23": [0, 1]}
    position = {"game": "just4fun", "seats": 2, "turn": 0, "stones": stones, "hands": [[2, 5, 12, 12], [1, 1, 2, 19]]}
    state = room.position(position)
    match = Match.new(room, [{"name": "Ada"}, {"name": "Bo"}])
    reviewer = Reviewer(match, 1)
    blunder = reviewer.decision(state, 0, "play 2+5")
    assert blunder["best"] == "play 12+12" and blunder["loss"] > 0.3
    assert reviewer.decision(state, 0, "play 12+12")["loss"] == 0
    before = room.position({**position, "turn": 1, "phase": "draw", "hands": [[1, 3, 4, 10], [1, 1, 2]]})
    lucky = {card: reviewer.chance(before, room.play(before, CHANCE, f"draw {card}"))["luck"][1] for card in range(1, 13)}
    assert len(lucky) == 12 and max(lucky.values()) > 0 > min(lucky.values())


@rooms
def test_luck_is_nothing_in_the_long_run(key):
    """Over many games the mean luck of a seat is zero, as far as so many games can tell."""
    room = spieltisch.game(key)
    sums = []
    for seed in range(14):
        match = played(room, 2, 100 + seed)
        reviewer = Reviewer(match, seed)
        lucks = [
            reviewer.chance(match.states[index], match.states[index + 1])["luck"][0]
            for index, action in enumerate(match.actions)
            if action.by is CHANCE
        ]
        sums.append(sum(lucks))
    error = np.std(sums, ddof=1) / np.sqrt(len(sums))
    assert abs(np.mean(sums)) < 4 * error


def test_the_expectation_of_luck_is_exactly_zero():
    """Over all outcomes of one draw, weighted, luck cancels out."""
    room = spieltisch.game("bloeder-sack")
    match = played(room, 2, 8)
    reviewer = Reviewer(match, 1)
    index = next(number for number, action in enumerate(match.actions) if action.do.startswith("roll"))
    state = match.states[index]
    chances = room.chances(state)
    lucks = [weight * reviewer.chance(state, room.play(state, CHANCE, text))["luck"][0] for text, weight in chances.items()]
    assert abs(sum(lucks) / sum(chances.values())) < 0.001


def test_skill_is_a_hundred_for_the_best_moves_and_nothing_for_any_moves():
    assert (skill(0.0, 0.5), skill(0.5, 0.5), skill(0.9, 0.5), skill(0.25, 0.5), skill(0, 0)) == (100, 0, 0, 50, 100)


def test_the_chances_are_true():
    room = spieltisch.game("just4fun")
    checked = calibration(room, learned(room.folder / "value.npz").nets[2], 2, 400, seed=3)
    assert checked.error < 0.05 and checked.brier < checked.guess
