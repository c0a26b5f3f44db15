"""What rooms say to a moment: every sentence exists, agrees with its figures, and is told to whoever reads."""

import re
from functools import cache

import pytest
import walk
from test_review import NAMES, NEVER, WRONG_FORMS, many

import spieltisch
from spieltisch import CHANCE
from spieltisch.bots import bot
from spieltisch.lab import moments
from spieltisch.lab.calibration import played
from spieltisch.lab.telling import Teller

rooms = pytest.mark.parametrize("key", walk.KEYS)
LEAST = 8
UP = {
    "luck.told.luck_up", "luck.told.move_up", "luck.told.helps", "told.double_won", "told.six", "told.fit", "told.fit_won", "told.exact",
    "told.one_fits", "told.card_up", "told.good_card", "told.draw_win", "told.draw_block", "told.draw_fit", "told.nobody", "told.four",
    "told.stop_great", "told.lock_great", "told.fork_great", "told.throw_box", "told.throw_shell", "told.cross_luck", "told.cross_great",
    "told.group_great",
}  # fmt: skip
DOWN = {
    "luck.told.luck_down", "luck.told.move_down", "luck.told.costliest", "luck.told.hurts", "told.double_lost", "told.double_air", "told.nofit",
    "told.card_down", "told.wrong_card", "told.high", "told.low", "told.no_card", "told.open_door", "told.lost_two", "told.lost_all",
    "told.lost_one", "told.same_symbol", "told.for_others", "told.closed_row",
}  # fmt: skip


@cache
def game_of(key, seats, seed):
    room = spieltisch.game(key)
    mover = bot("easy")
    match = played(room, seats, 900 + seed, mover)
    match.header["seats"] = [{"name": name} for name in NAMES[:seats]]
    return match


def told_of(match):
    """Everything that could be said of a game's steps: to each seat, whether it gained or lost."""
    for index, action in enumerate(match.actions):
        own = match.states[index].chance_seat if action.by is CHANCE else action.seat
        for seat in range(match.state.seats):
            for gain in (20, -20):
                gains = [0] * match.state.seats
                gains[seat] = gain
                said = moments.happened(match, index, seat, gains, LEAST)
                yield index, own, seat, gain, said


@rooms
@pytest.mark.parametrize("seats", [2, 3])
def test_every_sentence_exists_and_is_told_to_whoever_reads(key, seats):
    match = game_of(key, seats, 0)
    tellers = [Teller(match.game, match, lang, reader) for lang in ("de", "en") for reader in (None, *range(seats))]
    checked = 0
    for _, _, _, _, said in told_of(match):
        for teller in tellers:
            for path, details in said:
                if path == "log":
                    continue
                assert teller.has(path), path
                text = teller.say(path, details)
                assert not re.search(WRONG_FORMS, text) and not re.search(NEVER, text), text
                if teller.reader is not None:
                    assert NAMES[teller.reader] not in text, text
                checked += 1
    assert checked > 1000


@rooms
def test_a_title_says_whether_it_was_good_or_bad_for_the_seat_it_is_told_of(key):
    for match in (game_of(key, 2, 1), game_of(key, 3, 0)):
        for index, own, seat, gain, said in told_of(match):
            title = said[0][0]
            assert title in UP | DOWN, title
            is_pass = title == "told.no_card"  # a pass is one, whatever it brought
            assert (title in UP) == (gain > 0) or is_pass or title == "told.four", (match.actions[index], seat, gain, said)
            if title in ("luck.told.helps", "luck.told.hurts"):
                assert match.actions[index].by is not CHANCE and own != seat


def test_in_reviews_titles_fit_the_figures_and_only_whoever_lost_is_shown_something_better():
    told = 0
    for _, account in many():
        for one in account["moments"]:
            title, rise = one["said"][0][0], one["to"] - one["from"]
            assert title in (UP if rise > 0 else DOWN) or title == "told.no_card", one
            if one["better"]:
                assert one["kind"] == "move" and one["seat"] == one["by"] and rise < 0
            if one["kind"] == "move" and one["seat"] != one["by"]:
                assert title in ("luck.told.helps", "luck.told.hurts")
            told += 1
    assert told > 10


def test_a_throw_is_told_with_what_came_of_it():
    """That somebody threw or drew something is not enough: most moments say more."""
    bare = {"told.rolled", "told.draws", "told.helps", "told.hurts"}
    said = [one["said"][1:] for _, account in many() for one in account["moments"] if one["kind"] == "luck"]
    plain = [parts for parts in said if len(parts) == 1 and parts[0][0] in bare]
    assert len(said) > 10 and len(plain) <= len(said) / 5, plain
