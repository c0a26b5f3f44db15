"""Walks through games for the tests that hold for every room. ROOM=key in the environment leaves the other rooms out."""

import os
import random

import spieltisch
from spieltisch import CHANCE, OVER

KEYS = tuple(key for key in spieltisch.game_keys() if key == os.environ.get("ROOM", key))


def games(count, seed=0):
    """(room, seats, luck) for a few games of every room and seat count."""
    for key in KEYS:
        room = spieltisch.game(key)
        for number in range(count):
            for seats in room.seats:
                yield room, seats, random.Random(f"{key} {seats} {seed} {number}")


def step(room, state, luck):
    """One random action: (actor, text)."""
    acting = room.to_act(state)
    if acting is CHANCE:
        outcomes = room.chances(state)
        return CHANCE, luck.choices(list(outcomes), list(outcomes.values()))[0]
    seat = luck.choice(sorted(acting))
    return seat, luck.choice(room.legal(state, seat))


def states(room, seats, luck, every=1, options=None):
    """The states of a random game, every so many."""
    state = room.begin(seats, luck.randrange(seats), options)
    count = 0
    while True:
        over = room.to_act(state) is OVER
        if over or count % every == 0:
            yield state
        if over:
            return
        state = room.play(state, *step(room, state, luck))
        count += 1


def some_state(room, seats, luck, most=300):
    """A state from somewhere in a random game."""
    state = room.begin(seats, luck.randrange(seats))
    for _ in range(luck.randrange(most)):
        if room.to_act(state) is OVER:
            break
        state = room.play(state, *step(room, state, luck))
    return state


def told(events, seat):
    """What a seat is told of some events."""
    return [event.as_json() for event in events if seat in event.audience]
