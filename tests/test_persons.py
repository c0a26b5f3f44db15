"""Games played out by people of some level: no seat has an advantage that the rules do not give it."""

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import CHANCE
from spieltisch.bots.looks import weights
from spieltisch.lab.persons import compiled, seated
from spieltisch.rule import blanks, luck


@pytest.mark.parametrize("key", walk.KEYS)
def test_where_several_are_asked_together_any_of_them_may_be_first(key):
    """Who acts later knows more, so it must not always be the same seat."""
    room = spieltisch.game(key)
    loops, net = compiled(room), weights(room, 2)
    work, persons, states = loops.value.work_room(net), seated(["medium", "medium"]), blanks(room.layout, 3)
    moves, chances, points = np.empty(room.rules.MOVES, np.int16), np.empty(4), np.empty(4)
    state = room.begin(2, 0)
    while room.to_act(state) is CHANCE:
        state = room.play(state, CHANCE, next(iter(room.chances(state))))
    acting, left = state.acting, set()
    for seed in range(30):
        states[0] = state.record
        loops.go_on(states, 0, persons, net, work, moves, chances, points, luck(seed))
        left.add(int(room.rules.to_act(states[0])))
    assert not acting & (acting - 1) or len(left) > 1
