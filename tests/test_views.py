"""The leak audit: what a seat sees, may do, is told and is refused depends only on what it may know."""

import json
import random

import pytest
import spieltisch
import walk
from spieltisch import OVER, Refused

rooms = pytest.mark.parametrize("key", walk.KEYS)
SOME_TEXTS = ["pass", "skip", "decline", "score 1", "play 1", "play 3+5", "place 3 on 1", "swap 3 at 1.1", "write bell 3 at 4", "x"]


def refusal(room, state, seat, text):
    try:
        room.play(state, seat, text)
    except Refused as refused:
        return refused.reason, json.dumps(refused.details), refused.text("de")
    return None


@rooms
def test_every_guess_looks_the_same_to_the_seat_that_guesses(key):
    room = spieltisch.game(key)
    for seats in room.seats:
        luck = random.Random(seats)
        for state in walk.states(room, seats, luck, every=9):
            for seat in [None, *range(seats)]:
                view = json.loads(json.dumps(room.view(state, seat)))
                for _ in range(2):
                    guessed = room.guess(view, luck)
                    assert room.view(guessed, seat) == view
                    if seat is None:
                        continue
                    assert room.legal(guessed, seat) == room.legal(state, seat)
                    assert room.to_act(guessed) == room.to_act(state)
                    for text in luck.sample(SOME_TEXTS, 3):
                        assert refusal(room, guessed, seat, text) == refusal(room, state, seat, text)


@rooms
def test_a_guess_is_a_whole_game_that_can_be_played_on(key):
    room = spieltisch.game(key)
    for seed in range(4):
        luck = random.Random(seed)
        state = walk.some_state(room, 3, luck)
        guessed = room.guess(room.view(state, 1), luck)
        while room.to_act(guessed) is not OVER:
            guessed = room.play(guessed, *walk.step(room, guessed, luck))
        assert min(room.result(guessed)["places"]) == 1


@rooms
def test_luck_for_guesses_comes_from_anywhere(key):
    import numpy as np
    from spieltisch.chance import seeded

    room = spieltisch.game(key)
    state = walk.some_state(room, 2, random.Random(1))
    for source in (7, random.Random(7), np.random.default_rng(7), seeded(7), None):
        assert room.view(room.guess(room.view(state, 0), source), 0) == room.view(state, 0)
    with pytest.raises(Refused):
        room.guess(room.view(state, 0), "luck")


@rooms
def test_an_action_tells_a_seat_no_more_than_its_next_view_allows(key):
    """Whatever an event tells a seat, the seat could tell from its views: two plays that look the same to it are told the same."""
    room = spieltisch.game(key)
    luck = random.Random(11)
    for _ in range(2):
        state = room.begin(3, 0)
        while room.to_act(state) is not OVER:
            actor, text = walk.step(room, state, luck)
            others = list(room.chances(state)) if actor is spieltisch.CHANCE else room.legal(state, actor)
            for other in luck.sample(others, min(3, len(others))):
                for seat in range(3):
                    if room.view(room.play(state, actor, text), seat) == room.view(room.play(state, actor, other), seat):
                        told = [walk.told(room.events(state, actor, each), seat) for each in (text, other)]
                        assert told[0] == told[1] or seat == actor, (seat, text, other, told)
            state = room.play(state, actor, text)
