"""What holds for every game, through the door alone."""

import json
import pickle
import random

import numpy as np
import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER, Refused

rooms = pytest.mark.parametrize("key", walk.KEYS)


def test_rooms_are_found():
    assert tuple(sorted(walk.KEYS)) == walk.KEYS
    for key in walk.KEYS:
        room = spieltisch.game(key)
        assert room.key == key and room.name("de") and room.name("en") and room.seats == range(2, 5)
        assert room.rule_text("de").startswith("# ") and room.rule_text("en").startswith("# ")
    with pytest.raises(Refused) as refused:
        spieltisch.game("chess")
    assert refused.value.details["key"] == "game"


@rooms
def test_a_random_game_keeps_every_promise(key):
    room = spieltisch.game(key)
    for _, seats, luck in (game for game in walk.games(1) if game[0] is room):
        for state in walk.states(room, seats, luck, every=3):
            described = json.loads(json.dumps(room.describe(state)))
            assert room.position(described) == state
            acting = room.to_act(state)
            for seat in range(seats):
                moves = room.legal(state, seat)
                assert len(set(moves)) == len(moves)
                assert room.moves(state, seat).told == json.dumps(moves, separators=(",", ":")).encode()
                assert bool(moves) == (acting not in (CHANCE, OVER) and seat in acting)
            assert bool(room.chances(state)) == (acting is CHANCE)
            for seat in [None, *range(seats)]:
                json.dumps(room.view(state, seat))
        result = room.result(state)
        assert len(result["places"]) == len(result["points"]) == seats
        assert min(result["places"]) == 1
        for place in result["places"]:
            assert place == 1 + sum(other < place for other in result["places"]), "shared ranks leave the next one out"


@rooms
def test_a_state_never_changes(key):
    room = spieltisch.game(key)
    state = walk.some_state(room, 3, random.Random(4))
    before = state.record.tobytes()
    if room.to_act(state) is not OVER:
        room.play(state, *walk.step(room, state, random.Random(1)))
        room.events(state, *walk.step(room, state, random.Random(1)))
    room.view(state, 0), room.describe(state), room.chances(state)
    assert state.record.tobytes() == before


@rooms
def test_states_can_be_sent_to_another_process(key):
    room = spieltisch.game(key)
    state = walk.some_state(room, 2, random.Random(3))
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state)
    assert again.game is room and again.record is not state.record


@rooms
def test_a_refusal_travels_too(key):
    with pytest.raises(Refused) as refused:
        spieltisch.game(key).position({"game": key, "seats": 2, "nonsense": 1})
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.reason, again.details, again.text("de")) == (refused.value.reason, refused.value.details, refused.value.text("de"))


@rooms
def test_tickets_are_numbered_through_the_chances_in_order(key):
    room = spieltisch.game(key)
    luck = random.Random(8)
    for state in walk.states(room, 3, luck, every=5):
        if room.to_act(state) is not CHANCE:
            continue
        outcomes = room.chances(state)
        in_order = [text for text, weight in outcomes.items() for _ in range(weight)]
        kind, seat, total = room.lottery(state)
        assert total == len(in_order) == sum(outcomes.values())
        assert seat is None or 0 <= seat < 3
        assert all(text.startswith(kind + " ") for text in outcomes)
        for ticket in {0, total - 1, *luck.sample(range(total), min(total, 20))}:
            assert room.drawn(state, ticket) == in_order[ticket]


@rooms
def test_what_is_read_from_a_ticket_is_played_as_if_it_had_been_said(key):
    room = spieltisch.game(key)
    luck = random.Random(9)
    for state in walk.states(room, 2, luck, every=3):
        if room.to_act(state) is not CHANCE:
            with pytest.raises(Refused) as refused:
                room.drawn(state, 0)
            assert refused.value.reason == "no_chance_now" and refused.value.text("en")
            continue
        total = room.lottery(state)[2]
        said = {text: room.play(state, CHANCE, text) for text in room.chances(state)}
        for ticket in (0, luck.randrange(total), total - 1):
            text = room.drawn(state, ticket)
            other = luck.choice(list(said))
            assert room.play(state, CHANCE, other) == said[other] and room.play(state, CHANCE, text) == said[text]
        for wrong in (-1, total, 2**70, True, 0.5, "0", None):
            with pytest.raises(Refused) as refused:
                room.drawn(state, wrong)
            assert refused.value.reason == "out_of_range" and "ticket" in refused.value.text("de")


@rooms
def test_wrong_actors_are_refused(key):
    room = spieltisch.game(key)
    luck = random.Random(5)
    for state in walk.states(room, 3, luck, every=25):
        acting = room.to_act(state)
        for actor in (-1, 3, 99, True, None, "0", 1.0, OVER):
            with pytest.raises(Refused) as refused:
                room.play(state, actor, "pass")
            assert refused.value.reason == "no_such_seat"
        for seat in range(3):
            if acting is CHANCE or acting is OVER or seat not in acting:
                with pytest.raises(Refused) as refused:
                    room.play(state, seat, "pass")
                assert refused.value.reason in {"not_your_turn", "chance_first", "over"}
        if acting is not CHANCE:
            with pytest.raises(Refused) as refused:
                room.play(state, CHANCE, "draw 1")
            assert refused.value.reason == "no_chance_now"
        if acting is not OVER:
            with pytest.raises(Refused):
                room.result(state)
        for text in (None, 3, "", "play", b"pass", ["pass"]):
            with pytest.raises(Refused):
                room.play(state, 0, text)
        with pytest.raises(Refused):
            room.view(state, 3)


@rooms
def test_events_are_told_in_words_in_both_languages(key):
    room = spieltisch.game(key)
    kinds = set()
    for number in range(3):
        luck = random.Random(number)
        state = room.begin(2 + number, 0)
        while room.to_act(state) is not OVER:
            action = walk.step(room, state, luck)
            for event in room.events(state, *action):
                kinds.add(event.kind)
                assert event.audience <= state.everyone()
                json.dumps(event.as_json())
                for lang in ("de", "en"):
                    sentence = room.words(lang)("events." + event.kind, **event.details)
                    assert "…" not in sentence and "{" not in sentence and not sentence.startswith("events."), (
                        event,
                        sentence,
                    )
            state = room.play(state, *action)
        for lang in ("de", "en"):
            words = room.words(lang)
            assert words("why." + room.result(state)["why"], winner=0) != "why." + room.result(state)["why"]
            assert (
                room.picture(room.view(state, 0), words).strip() and room.account(room.view(state, None), words).strip()
            )
    assert kinds


def test_counted_things_know_their_plural():
    words = spieltisch.door.Words("de", extra={"page": {"left": "noch {stones:1 Stein|Steine}"}})
    said = [words("page.left", stones=stones) for stones in (1, 0, 5, [7], [7, 8])]
    assert said == ["noch 1 Stein", "noch 0 Steine", "noch 5 Steine", "noch 1 Stein", "noch 2 Steine"]


@rooms
def test_moves_are_told_in_words(key):
    room = spieltisch.game(key)
    for state in walk.states(room, 2, random.Random(2), every=7):
        for seat in range(2):
            for text in room.legal(state, seat):
                told = room.notation.move_words(text, room.words("de"))
                assert told and "…" not in told and "{" not in told and not told.startswith("moves.")


@rooms
def test_begin_checks_what_it_is_given(key):
    room = spieltisch.game(key)
    for seats in (1, 5, 0, -2, "2", 2.0, None, True):
        with pytest.raises(Refused) as refused:
            room.begin(seats)
        assert refused.value.details["key"] == "seats"
    for start in (-1, 2, "0", None, False):
        with pytest.raises(Refused) as refused:
            room.begin(2, start)
        assert refused.value.details["key"] == "start"
    for options in ({"nonsense": 1}, {1: 2}, [], "board"):
        with pytest.raises(Refused) as refused:
            room.begin(2, 0, options)
        assert refused.value.details["key"]


@rooms
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thousands_of_compiled_games_end_and_seats_are_fair_enough(key, seats):
    from spieltisch.lab.loops import __name__ as loops
    from spieltisch.rule import COMPILED, blanks, luck

    room = spieltisch.game(key)
    games = 2000 if COMPILED else 2
    fresh = blanks(room.layout, 1)
    fresh[0] = room.begin(seats).record
    tally = np.zeros(8, np.int64)
    room.for_room(loops).play_many(fresh, games, luck(seats), tally)
    assert tally[2] == games
    if COMPILED:
        assert min(tally[3 : 3 + seats]) > games / seats * 0.7


@rooms
def test_a_batch_plays_legal_games_and_refuses_illegal_actions(key):
    from spieltisch.lab.batch import Batch

    room = spieltisch.game(key)
    batch = Batch(room, 8, seats=3, seed=5)
    finished = 0
    for _ in range(400):
        masks, rewards, told = batch.step(batch.random_actions())
        assert (masks.sum(axis=1) > 0).all() and (told >= 0).all()
        assert np.allclose(rewards.sum(axis=1), told)
        finished += int(told.sum())
    assert finished > 0
    before = batch.states.tobytes()
    illegal = np.argmin(batch.masks, axis=1)
    assert (batch.step(np.where(batch.masks.min(axis=1) == 0, illegal, -1))[2] == -1).all()
    assert (batch.step(np.full(8, 9999))[2] == -1).all() and (batch.step(np.full(8, -1))[2] == -1).all()
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match="8 games"):
        batch.step([0])
