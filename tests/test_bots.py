"""Computer players: legal, from the view alone, and greedy better than random."""

import json
import random
import subprocess
import sys

import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.bots import LEVELS, bot
from spieltisch.chance import as_luck, seeded

rooms = pytest.mark.parametrize("key", walk.KEYS)
ALONE = """
import json, sys, spieltisch
from spieltisch.bots import bot
from spieltisch.chance import as_luck
for line in sys.stdin:
    level, view, moves, seed = json.loads(line)
    print(bot(level)(spieltisch.game(view["game"]), view, moves, as_luck(seed)))
"""


def match(room, levels, seed):
    """One game between bots; the places."""
    source, luck = seeded(seed), as_luck(seed)
    state = room.begin(len(levels), seed % len(levels))
    while (acting := room.to_act(state)) is not OVER:
        if acting is CHANCE:
            state = room.play(state, CHANCE, source.draw(room, state))
            continue
        seat = min(acting)
        state = room.play(state, seat, bot(levels[seat])(room, room.view(state, seat), room.legal(state, seat), luck))
    return room.result(state)["places"]


@rooms
def test_greedy_beats_random(key):
    room = spieltisch.game(key)
    wins = sum(match(room, ["greedy", "random"], seed)[0] == 1 for seed in range(12))
    wins += sum(match(room, ["random", "greedy"], seed)[1] == 1 for seed in range(12))
    assert wins >= 17, f"{wins} of 24"


@rooms
def test_bots_at_tables_of_three_and_four(key):
    for seats in (3, 4):
        assert min(match(spieltisch.game(key), ["greedy", "random", "greedy", "random"][:seats], 7)) == 1


@rooms
def test_a_bot_needs_nothing_but_the_bytes_of_its_view(key):
    """Fed the view's JSON in another process, a bot answers the same."""
    room = spieltisch.game(key)
    asked, answers = [], []
    for number, state in enumerate(walk.states(room, 3, random.Random(2), every=11)):
        for seat in range(3):
            if moves := room.legal(state, seat):
                for level in LEVELS:
                    asked.append(json.dumps([level, room.view(state, seat), moves, number]))
                    answers.append(bot(level)(room, room.view(state, seat), moves, as_luck(number)))
    alone = subprocess.run(
        [sys.executable, "-c", ALONE], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert alone.stdout.splitlines() == answers and answers


def test_unknown_levels_are_refused():
    with pytest.raises(Refused):
        bot("wizard")
