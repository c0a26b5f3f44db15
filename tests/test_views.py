"""The leak audit: what a seat sees, may do, is told and is refused depends only on what it may know."""

import json
import random

import pytest
import walk

import spieltisch
from spieltisch import OVER, Refused

rooms = pytest.mark.parametrize("key", walk.KEYS)


def some_texts(room):
    """Texts that look like moves of this game, and one that does not."""
    return [*room.room.declared.MOVES.samples(), "x"]


def refusal(room, state, seat, text):
    try:
        room.play(state, seat, text)
    except Refused as refused:
        return refused.reason, json.dumps(refused.details), refused.text("de")
    return None


@rooms
def test_every_guess_looks_the_same_to_the_seat_that_guesses(key):
    room = spieltisch.game(key)
    texts = some_texts(room)
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
                    for text in luck.sample(texts, min(3, len(texts))):
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
def test_what_a_seats_own_move_tells_it_depends_on_nothing_hidden(key):
    """In two tables that differ only in what a seat may not know, its move is told the same, unless it brings the difference to light."""
    room = spieltisch.game(key)
    luck = random.Random(11)
    for state in walk.states(room, 3, luck, every=4):
        for seat in range(3):
            for text in room.legal(state, seat)[:6]:
                other = room.guess(room.view(state, seat), luck)
                if room.room.made.uncovers(state.record, room.play(state, seat, text).record):
                    continue
                if room.view(room.play(state, seat, text), seat) == room.view(room.play(other, seat, text), seat):
                    assert walk.told(room.events(state, seat, text), seat) == walk.told(
                        room.events(other, seat, text), seat
                    )
