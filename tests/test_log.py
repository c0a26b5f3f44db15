"""A match is its log: it replays, it takes back, it is checked line by line, and damage is named."""

import json
import random

import pytest
import walk

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.chance import Fair, Scripted, fair, seeded
from spieltisch.log import Match, in_lines, read_log, replay, verify

rooms = pytest.mark.parametrize("key", walk.KEYS)


def played(key, seats=2, seed=1, undo=False, source=None):
    """A finished match with fair chance and random people."""
    room = spieltisch.game(key)
    luck = random.Random(seed)
    source = source or fair("table-1", ["ada", "bo"])
    match = Match.new(
        room,
        [{"name": f"P{seat}"} for seat in range(seats)],
        id="table-1",
        commit=source.commitment,
        entropy=source.entropies,
    )
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(room, match.state))
            continue
        seat = luck.choice(sorted(acting))
        match.play(seat, luck.choice(room.legal(match.state, seat)), ms=luck.randrange(9000))
        if undo and luck.random() < 0.3 and match.undoable(seat) is not None:
            match.undo(seat)
    match.end(source.secret.hex())
    return match


@rooms
def test_a_log_replays_to_the_same_states(key):
    match = played(key, 3, undo=True)
    again = replay(in_lines(match.text()))
    assert again.states == match.states and again.text() == match.text()
    for line in (0, 1, len(match.lines) // 2):
        assert len(match.until(line).lines) == line + 1
    assert any("undo" in line for line in match.lines)


@rooms
@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_forgets_states_takes_back_the_same(key, seats):
    room = spieltisch.game(key)
    luck, source = random.Random(seats), seeded(seats)
    whole, short = (Match.new(room, [{}] * seats) for _ in range(2))
    taken = 0
    while (acting := room.to_act(whole.state)) is not OVER:
        if acting is CHANCE:
            actor, text = CHANCE, source.draw(room, whole.state)
        else:
            actor = luck.choice(sorted(acting))
            text = luck.choice(room.legal(whole.state, actor))
        for match in (whole, short):
            match.play(actor, text)
        short.forget()
        undoable = [whole.undoable(seat) for seat in range(seats)]
        assert [short.undoable(seat) for seat in range(seats)] == undoable
        for seat, index in enumerate(undoable):
            if index is not None and luck.random() < 0.4:
                assert short.told(index) == whole.told(index) and short.events(index) == whole.events(index)
                for match in (whole, short):
                    match.undo(seat)
                taken += 1
                break
        assert short.state == whole.state and short.text() == whole.text()
    assert taken and len(short.states) + short.forgotten == len(whole.states) and len(short.states) < 12


@rooms
@pytest.mark.parametrize("seats", [2, 4])
def test_a_fair_game_verifies(key, seats):
    match = played(key, seats, undo=True)
    assert verify(match) == sum(line.get("by") == "chance" for line in match.lines)


@rooms
def test_a_forged_outcome_is_found_with_its_line(key):
    room = spieltisch.game(key)
    match = played(key)
    for index, line in enumerate(match.lines):
        if line.get("by") != "chance":
            continue
        before = match.until(index - 1)
        for other in room.chances(before.state):
            if other == line["do"]:
                continue
            forged = before
            forged.play(CHANCE, other)
            luck = random.Random(2)
            while room.to_act(forged.state) is not OVER:
                forged.play(*walk.step(room, forged.state, luck))
            forged.end(match.lines[-1]["reveal"])
            with pytest.raises(Refused) as refused:
                verify(forged)
            assert refused.value.details["line"] == index + 1
            assert line["do"] in refused.value.text("de")
            return


def test_a_wrong_secret_or_no_commitment_is_told():
    match = played(walk.KEYS[0])
    lines = in_lines(match.text())
    last = json.loads(lines[-1])
    for reveal in ("00" * 32, "no hex", ""):
        with pytest.raises(Refused) as refused:
            verify(replay([*lines[:-1], json.dumps({**last, "reveal": reveal})]))
        assert refused.value.details["because"].reason == "verify_wrong_secret"
    with pytest.raises(Refused) as refused:
        verify(replay(lines[:-1]))
    assert refused.value.reason == "verify_unfinished"
    del last["reveal"]
    with pytest.raises(Refused) as refused:
        verify(replay([*lines[:-1], json.dumps(last)]))
    assert refused.value.reason == "verify_no_commitment"


@rooms
def test_damaged_logs_are_refused_with_the_line(key, tmp_path):
    lines = in_lines(played(key).text())
    good = list(lines)
    damages = {
        1: [["", *good[1:]], ["[]", *good[1:]], ['{"spieltisch": 2}', *good[1:]], ["{}"], ['{"spieltisch": 1, "game": "chess", "seats": [{}, {}]}']],
        5: [[*good[:4], good[4][:-5], *good[5:]], [*good[:4], '{"by": 0}'], [*good[:4], '{"by": 9, "do": "pass"}'],
            [*good[:4], '{"by": "chance", "do": "draw 99"}'], [*good[:4], '{"by": 0, "do": 3}'], [*good[:4], "x" * 200_000],
            [*good[:4], '{"by": 0, "undo": 7}'], [*good[:4], '{"by": "chance", "undo": 1}'],
            [*good[:4], '{"result": {}}'], [*good[:4], '{"surprise": 1}'], [*good[:4], "[" * 50_000]],
        len(good) + 1: [[*good, good[-1]], [*good, '{"by": 0, "do": "pass"}']],
        len(good): [[*good[:-1], '{"result": {"places": [1, 1], "points": [0, 0], "why": "mine"}}']],
    }  # fmt: skip
    for line, versions in damages.items():
        for version in versions:
            with pytest.raises(Refused) as refused:
                replay(version)
            assert refused.value.details["line"] == line, version[line - 1][:80]
            assert f" {line}:" in refused.value.text("de") and len(refused.value.text("de")) < 600
    with pytest.raises(Refused):
        replay([])
    file = tmp_path / "log.jsonl"
    file.write_bytes("\n".join(good[:3]).encode() + b"\n\xff\xfe")
    with pytest.raises(Refused) as refused:
        read_log(file)
    assert refused.value.details["line"] == 4
    with pytest.raises(Refused):
        read_log(tmp_path / "none.jsonl")


def could_be_foreseen(room, before, seat, text, after):
    """Would the seat see the same at any table that looked the same to it before its move?"""
    guesses = [room.guess(room.view(before, seat), number) for number in range(20)]
    return all(room.view(room.play(guess, seat, text), seat) == room.view(after, seat) for guess in guesses)


@rooms
def test_a_take_back_gives_the_same_state_and_never_reaches_behind_chance(key):
    room = spieltisch.game(key)
    luck = random.Random(6)
    match = Match.new(room, [{}, {}])
    taken = 0
    while room.to_act(match.state) is not OVER:
        actor, text = walk.step(room, match.state, luck)
        before = match.state
        match.play(actor, text)
        if actor is CHANCE:
            assert all(match.undoable(seat) is None for seat in range(2))
            with pytest.raises(Refused) as refused:
                match.undo(0)
            assert refused.value.reason == "nothing_to_undo"
        elif room.to_act(match.state) is not OVER and could_be_foreseen(room, before, actor, text, match.state):
            match.undo(actor)
            assert match.state == before
            taken += 1
            match.play(actor, text)
        else:
            assert match.undoable(actor) is None
    assert taken and all(match.undoable(seat) is None for seat in range(2))


def until_chance(room, state):
    """On to where chance is to act, by the first move of each."""
    while room.to_act(state) is not CHANCE:
        seat = min(room.to_act(state))
        state = room.play(state, seat, room.legal(state, seat)[0])
    return state


@rooms
def test_seeded_is_the_same_everywhere_and_scripted_as_written(key):
    room = spieltisch.game(key)
    one, other = seeded(5), seeded(5)
    state = room.begin(2)
    drawn = []
    for _ in range(5):
        state = until_chance(room, state)
        drawn.append(one.draw(room, state))
        assert other.draw(room, state) == drawn[-1]
        state = room.play(state, CHANCE, drawn[-1])
    script = Scripted(drawn)
    again = room.begin(2)
    for _ in range(5):
        again = until_chance(room, again)
        again = room.play(again, CHANCE, script.draw(room, again))
    assert again == state
    with pytest.raises(Refused):
        script.draw(room, until_chance(room, again))


def test_fair_draws_are_named_by_kind_seat_and_number():
    source = Fair(b"s" * 32, "t", ["a"])
    assert source.ticket("roll", 0, 3, 36) == Fair(b"s" * 32, "t", ["a"]).ticket("roll", 0, 3, 36)
    tickets = {
        source.ticket(kind, seat, number, 2**60)
        for kind in ("roll", "draw")
        for seat in (0, 1, None)
        for number in range(5)
    }
    assert len(tickets) == 30
    assert Fair(b"s" * 32, "t", ["b"]).ticket("roll", 0, 3, 2**60) not in tickets
    counts = [0] * 6
    for number in range(6000):
        counts[source.ticket("roll", 0, number, 6)] += 1
    assert max(counts) - min(counts) < 250


def test_a_fair_source_goes_on_where_a_log_stopped():
    key = walk.KEYS[0]
    room = spieltisch.game(key)
    match = played(key, source=Fair(b"x" * 32, "table-1", ["ada", "bo"]))
    half = match.until(len(match.lines) // 2)
    source = Fair(b"x" * 32, "table-1", ["ada", "bo"])
    for action, state in zip(half.actions, half.states, strict=False):
        if action.by is CHANCE:
            source.skip(room, state)
    for action, state in list(zip(match.actions, match.states, strict=False))[len(half.actions) :]:
        if action.by is CHANCE:
            assert source.draw(room, state) == action.do


def test_a_take_back_of_earlier_days_is_still_read():
    """What a move showed its own seat could once be taken back; such logs go on replaying, and nobody does it any more."""
    luck, read = random.Random(5), 0
    for key in walk.KEYS:
        room = spieltisch.game(key)
        for game in range(20):
            match, source = Match.new(room, [{}, {}], id="t"), seeded(game)
            while read < 5 and (acting := room.to_act(match.state)) is not OVER:
                if acting is CHANCE:
                    match.play(CHANCE, source.draw(room, match.state))
                    continue
                seat = min(acting)
                match.play(seat, luck.choice(room.legal(match.state, seat)))
                if match.undoable(seat) is None and match.undoable(seat, as_written=True) is not None:
                    lines = in_lines(match.text() + json.dumps({"by": seat, "undo": 1}) + "\n")
                    assert len(replay(lines).actions) == len(match.actions) - 1
                    with pytest.raises(Refused):
                        match.undo(seat)
                    read += 1
    assert read == 5
