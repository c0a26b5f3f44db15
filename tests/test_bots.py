"""Computer players: legal, from the view alone, each level better than the one below; and good advice."""

import json
import random
import subprocess
import sys
import time

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import OVER, Refused
from spieltisch.bots import LEVELS, bot
from spieltisch.bots.looks import guessed_states
from spieltisch.bots.net import learned, untaught
from spieltisch.bots.thought import Thought
from spieltisch.bots.wanted import GaveUp, while_wanted
from spieltisch.chance import as_luck
from spieltisch.lab.ladder import duel as what_pairs_say
from spieltisch.lab.ladder import play_game, ratings
from spieltisch.lab.side_by_side import OnProcessor, SideBySide
from spieltisch.lab.train import Nursery
from spieltisch.state import State

rooms = pytest.mark.parametrize("key", walk.KEYS)
EFFORT = 0.02  # of a master's search
ALONE = """
import json, sys, spieltisch
from spieltisch.bots import bot
from spieltisch.chance import as_luck
for line in sys.stdin:
    level, view, moves, seed = json.loads(line)
    print(bot(level, 0.02)(spieltisch.game(view["game"]), view, moves, as_luck(seed)))
"""


def share(room, one, other, pairs, seats=2):
    """How much of the first places one level gets from another, seats swapped and the same dice."""
    sides, won = [bot(one, EFFORT), bot(other, EFFORT)], 0.0
    for number in range(2 * pairs):
        seated = [(seat + number) % 2 for seat in range(seats)]
        shares = play_game(room, [sides[side] for side in seated], number // 2)
        won += sum(part for side, part in zip(seated, shares, strict=True) if side == 0)
    return won / (2 * pairs)


@rooms
def test_each_level_is_better_than_chance(key):
    room = spieltisch.game(key)
    assert share(room, "easy", "random", 12) > 0.6
    assert share(room, "strong", "easy", 12) > 0.6


@rooms
def test_bots_at_tables_of_three_and_four(key):
    for seats in (3, 4):
        assert share(spieltisch.game(key), "strong", "random", 4, seats) > 0.75


@rooms
def test_a_bot_needs_nothing_but_the_bytes_of_its_view(key):
    """Fed the view's JSON in another process, a bot answers the same."""
    room = spieltisch.game(key)
    asked, answers = [], []
    for number, state in enumerate(walk.states(room, 3, random.Random(2), every=29)):
        for seat in range(3):
            if moves := room.legal(state, seat):
                for level in LEVELS:
                    asked.append(json.dumps([level, room.view(state, seat), moves, number]))
                    answers.append(bot(level, EFFORT)(room, room.view(state, seat), moves, as_luck(number)))
    alone = subprocess.run(
        [sys.executable, "-c", ALONE], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert alone.stdout.splitlines() == answers and answers


@rooms
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_guesses_from_one_show_the_seat_what_it_sees(key, seats):
    """What is dealt anew lies as the view allows, and it does not always lie the same."""
    room = spieltisch.game(key)
    ways = set()
    for number, state in enumerate(walk.states(room, seats, random.Random(seats), every=13)):
        for seat in range(seats):
            if moves := room.legal(state, seat):
                view = room.view(state, seat)
                _, states = guessed_states(room, view, as_luck(number), 6)
                for record in states[:-2]:
                    cell = np.empty(1, room.layout).view(np.recarray)
                    cell[0] = record
                    guessed = State(room, cell[0], state.options)
                    assert room.view(guessed, seat) == view and room.legal(guessed, seat) == moves
                    assert room.position(room.describe(guessed)) == guessed
                ways.add(len(states) - 2)
    hides = any(room.view(state, 0) != {**room.view(state, 1), "seat": 0} for state in walk.states(room, 2, random.Random(1), every=5))
    assert ways == {1} or (6 in ways and hides)


@rooms
def test_the_chances_of_all_seats_are_one(key):
    room = spieltisch.game(key)
    for seats in (2, 3, 4):
        for state in walk.states(room, seats, random.Random(seats), every=17):
            if room.to_act(state) is OVER:
                continue
            for seat in range(seats):
                if moves := room.legal(state, seat):
                    worth = np.array(Thought(room, room.view(state, seat), moves, as_luck(1), 4).look())
                    assert np.allclose(worth[:, :seats].sum(1), 1, atol=1e-5) and (worth[:, :seats] >= 0).all()


def with_a_choice(room, seats):
    """A state from the middle of a game in which somebody has several moves: the seat's view and the moves."""
    found = []
    for state in walk.states(room, seats, random.Random(seats), every=3):
        for seat in range(seats):
            moves = room.legal(state, seat)
            if len(moves) > 2:
                found.append((room.view(state, seat), moves))
    return found[len(found) // 2]


@rooms
def test_a_look_in_slices_is_the_same_to_the_last_bit(key, monkeypatch):
    room = spieltisch.game(key)
    view, moves = with_a_choice(room, 3)

    def worth(at_once):
        monkeypatch.setattr("spieltisch.bots.thought.AT_ONCE", at_once)
        thought = Thought(room, view, moves, as_luck(5), 24)
        return thought.look(), thought.search(60, 60.0)

    assert worth(8) == worth(1) == worth(1000)


def test_every_look_has_a_world_of_its_own():
    """Where hands are hidden, each look is dealt anew: hardly two of them say the same."""
    room = spieltisch.game("just4fun")
    view, moves = with_a_choice(room, 3)
    thought = Thought(room, view, moves, as_luck(5), 24)
    seen = set()
    for look in range(40):
        thought.looks.clear()
        thought._explore(range(len(moves)), 0, 7, look, look + 1)
        seen.add(str(thought.looks.sums()))
    assert len(seen) > 30


@pytest.mark.parametrize("seats", [2, 4])
@rooms
def test_however_short_the_time_the_better_half_stays_until_two_are_left(key, seats, monkeypatch):
    room = spieltisch.game(key)
    view, moves = with_a_choice(room, seats)
    thought, followed = Thought(room, view, moves, as_luck(5), 24), []
    explore = thought._explore

    def noted(running, depth, *rest):
        if depth:
            followed.append(len(running))
        explore(running, depth, *rest)

    monkeypatch.setattr(thought, "_explore", noted)
    thought.search(3000, 0.0)
    wanted, left = [], min(10, len(moves))
    while left > 1:
        wanted.append(left)
        left = (left + 1) // 2 if left > 2 else 1
    assert followed == wanted, "one look a round, and every round"


@rooms
def test_a_thought_that_nobody_wants_any_more_ends_itself(key):
    room = spieltisch.game(key)
    view, moves = with_a_choice(room, 4)
    thought = Thought(room, view, moves, as_luck(5), 96)
    until = time.monotonic() + 0.2
    with while_wanted(lambda: time.monotonic() < until), pytest.raises(GaveUp):
        thought.search(10**9, 60.0)
    assert time.monotonic() < until + 10
    thought.search(60, 5.0)


@rooms
def test_the_weights_are_small_and_belong_to_the_features(key):
    room = spieltisch.game(key)
    file = room.folder / "value.npz"
    assert file.stat().st_size < 2_000_000
    for seats in (2, 3, 4):
        net = learned(file).nets[seats]
        assert (len(net.self), len(net.table)) == (room.features.OWN, room.features.TABLE)
        assert learned(file).facts[seats]["error"] < 0.03


def test_unknown_levels_are_refused():
    with pytest.raises(Refused):
        bot("wizard")


# ---------------------------------------------------------------- advice


@rooms
def test_advice_is_all_moves_best_first_with_reasons_in_both_languages(key):
    room = spieltisch.game(key)
    said = 0
    states = list(walk.states(room, 2, random.Random(4)))
    for number, state in enumerate(states[:: max(1, len(states) // 6)]):
        for seat in range(2):
            if moves := room.legal(state, seat):
                found = spieltisch.advise(room, room.view(state, seat), chance=number, looks=10)
                assert sorted(one.move for one in found) == sorted(moves)
                for lang in ("de", "en"):
                    spoken = [one.why(room.words(lang, ["Ada", "Bo"])) for one in found if one.reason]
                    assert all("…" not in text and "reasons." not in text for text in spoken)
                    said += len(spoken)
    assert said


def test_advice_sees_the_move_that_wins_at_once():
    room = spieltisch.game("just4fun")
    stones = {"1": [1, 0], "14": [1, 0], "30": [1, 0], "33": [0, 1], "11": [0, 1]}
    position = {"game": "just4fun", "seats": 2, "turn": 0, "stones": stones, "hands": [[2, 5, 12, 12], [1, 1, 2, 3]]}
    best = spieltisch.advise(room, room.view(room.position(position), 0), chance=1)[0]
    assert best.move == "play 12+12" and best.chance > 0.99 and best.why(room.words("en"))
    with pytest.raises(Refused):
        spieltisch.advise(room, room.view(room.position(position), None))
    assert spieltisch.advise(room, room.view(room.position(position), 1)) == []


# ---------------------------------------------------------------- the ladder's arithmetic


def test_a_ladder_tells_what_the_games_say():
    equal = what_pairs_say("strong", "medium", [0.0, 1.0, 0.5, 0.5] * 25)
    assert equal.share == 0.5 and equal.low < 0.5 < equal.high and abs(equal.elo) < 1
    better = what_pairs_say("strong", "medium", [1.0, 0.5, 0.5, 1.0] * 25)
    assert better.low > 0.5 and 180 < better.elo < 200
    rated = ratings([better, what_pairs_say("medium", "easy", [1.0, 0.5, 0.5, 1.0] * 25)])
    assert rated["easy"] == 0 and 180 < rated["medium"] < 200 < 370 < rated["strong"] < 395


# ---------------------------------------------------------------- learning


def test_games_in_step_are_played_as_one_by_one():
    """Many games side by side, as a graphics card plays them: the same tables come up, and the better network wins."""
    room = spieltisch.game("just4fun")
    net = learned(room.folder / "value.npz").nets[3]
    in_step, one_by_one = SideBySide(room, 3, 5, place=OnProcessor(room)), Nursery(room, 3, 5)
    tables, others = (nursery.play(net, 64, 15, 0.8) for nursery in (in_step, one_by_one))
    assert abs(len(tables.own) - len(others.own)) < 0.2 * len(others.own) and tables.ends[-1] == len(tables.own)
    assert np.allclose(tables.own.mean((0, 1)), others.own.mean((0, 1)), atol=0.12)
    assert np.allclose(tables.shares.sum(1), 1, atol=1e-5) and np.allclose(tables.chances.sum(1), 1, atol=1e-5)
    assert in_step.share_won(net, untaught(room.features.OWN, room.features.TABLE, 1), 32) > 0.7
