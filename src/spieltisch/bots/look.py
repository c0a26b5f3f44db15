"""One move ahead, compiled. `room` and `features` are filled in by `rule.furnished`: one copy per room."""

from __future__ import annotations

from typing import Any

from spieltisch.rule import rule

room: Any
features: Any


@rule
def weigh_moves(states, seat, moves, worth):
    """How the table looks to a seat after each of its moves; states[0] is the table, states[1] is scratch."""
    for index in range(len(moves)):
        states[1] = states[0]
        room.play(states[1], seat, moves[index])
        worth[index] = features.outlook(states[1], seat)
