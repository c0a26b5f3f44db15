"""The leak audit: what a watcher is shown, told, refused and may do depends on what it may see, and what it cannot see may be anything.

It compares tables that look the same to a watcher: the true one, and others in which what it cannot see was dealt anew."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .checks import Refused
from .door import CHANCE, OVER, Game
from .kinds import Seen
from .rule import luck as generator
from .state import Seat, State
from .walking import step

DEALS = 400  # by which odds are judged
JUDGED = 3  # so often
ENOUGH = 12  # tables that were dealt differently
Watcher = Seat | None


def dealt_anew(game: Game, state: State, watcher: Watcher, seed: int) -> State:
    """A table that looks the same to a watcher."""
    veiled = game.room.veiled(state, watcher)
    seat = -1 if watcher is None else watcher
    return veiled.twin(lambda cell: game.room.hidden.deal_anew(cell[0], seat, generator(seed)))


def who(watcher: Watcher) -> str:
    return "an onlooker" if watcher is None else f"seat {watcher}"


def told(game: Game, state: State, actor: Any, text: str, after: State, watcher: Watcher) -> list[bytes]:
    """What a watcher is told of a play."""
    return [event for audience, event in game.told(state, actor, text, after) if watcher in audience]


Public = dict[str, list[int]]  # of patterns that everybody may know: how often watchers saw a difference, and how often they were only told


def leaks(game: Game, state: State, luck: random.Random, public: Public) -> Iterator[str]:
    """All watchers of one state."""
    if not game.room.has_secrets:
        return
    for watcher in (None, *range(state.seats)):
        once = game.room.veiled(state, watcher)
        twice = game.room.veiled(once, watcher)
        if once != twice:
            yield f"table.py: veiling twice for {who(watcher)} is not the same as once; {_differing(once, twice)} differs."
        yield from _view_read_back(game, state, watcher)
        yield from _same_table(game, state, watcher, luck)
        yield from _same_story(game, state, watcher, luck, public)


def _differing(one: State, other: State) -> str:
    names = one.cell.dtype.names or ()
    return ", ".join(name for name in names if one.cell[name].tobytes() != other.cell[name].tobytes())


def _view_read_back(game: Game, state: State, watcher: Watcher) -> Iterator[str]:
    """A view read back gives a table of which the watcher has the same view."""
    view = json.loads(game.view_text(state, watcher))
    guessed = game.guess(view, 1)
    if json.loads(game.view_text(guessed, watcher)) != view:
        again = json.loads(game.view_text(guessed, watcher))
        keys = ", ".join(key for key in view if view[key] != again.get(key))
        yield f"hidden.py, position.py: what {who(watcher)} sees does not come back from a view; {keys} differs."


def _same_table(game: Game, state: State, watcher: Watcher, luck: random.Random) -> Iterator[str]:
    """A table dealt anew: whole, the same to the watcher, and it may do and is refused the same."""
    other = dealt_anew(game, state, watcher, luck.getrandbits(32))
    if game.room.veiled(other, watcher) != game.room.veiled(state, watcher):
        names = _differing(game.room.veiled(other, watcher), game.room.veiled(state, watcher))
        yield f"hidden.py, deal_anew: what {who(watcher)} sees has changed: {names}."
        return
    try:
        is_whole = game.position(json.loads(json.dumps(game.describe(other)))) == other
    except Refused as refused:
        yield f"hidden.py, deal_anew: it makes a table that cannot be: {refused.text('en')}"
        return
    if not is_whole:
        yield f"hidden.py, deal_anew: it leaves something blank or counted wrongly for {who(watcher)}."
        return
    if game.to_act(other) != game.to_act(state):
        yield f"rules.py, to_act: who is to act depends on what {who(watcher)} cannot see."
    elif watcher is not None:
        if game.legal(other, watcher) != game.legal(state, watcher):
            yield f"rules.py, legal: what seat {watcher} may do depends on what it cannot see."
        for text in luck.sample(texts := game.room.declared.MOVES.samples(), min(4, len(texts))):
            if _refusal(game, state, watcher, text) != _refusal(game, other, watcher, text):
                yield f"notation.py, refuse: how {text!r} is refused depends on what seat {watcher} cannot see."
    yield from _same_play(game, state, other, watcher, luck)


def _refusal(game: Game, state: State, seat: Seat, text: str) -> str | None:
    try:
        game.play(state, seat, text)
    except Refused as refused:
        return f"{refused.reason} {refused.details}"
    return None


def _same_play(game: Game, state: State, other: State, watcher: Watcher, luck: random.Random) -> Iterator[str]:
    """The same play at two tables that look alike before and after it is told alike."""
    if game.to_act(state) is OVER or game.to_act(state) != game.to_act(other):
        return
    actor, text = step(game, state, luck)
    try:
        plays = [(one, game.play(one, actor, text)) for one in (state, other)]
    except Refused:
        return
    if game.view_text(plays[0][1], watcher) == game.view_text(plays[1][1], watcher):
        first, second = (told(game, one, actor, text, after, watcher) for one, after in plays)
        if first != second:
            yield f"events.py, tell: {who(watcher)} is told of {text!r} what it may not know: {_difference(first, second)}."


def _same_story(game: Game, state: State, watcher: Watcher, luck: random.Random, public: Public) -> Iterator[str]:
    """Two different plays that look alike to the watcher afterwards are told alike, unless everybody may know which it was."""
    acting = game.to_act(state)
    if acting is OVER:
        return
    seat = -1 if acting is CHANCE else luck.choice(sorted(acting))  # type: ignore[arg-type]
    actor = CHANCE if seat < 0 else seat
    if watcher in (actor, state.chance_seat if seat < 0 else seat):
        return
    choices = list(game.chances(state)) if seat < 0 else game.legal(state, seat)
    actions = game.room.declared.OUTCOMES if seat < 0 else game.room.declared.MOVES
    seen: dict[bytes, tuple[str, list[bytes]]] = {}
    for text in luck.sample(choices, min(4, len(choices))):
        after = game.play(state, actor, text)
        story = told(game, state, actor, text, after, watcher)
        before, first = seen.setdefault(game.view_text(after, watcher), (text, story))
        pattern = actions.pattern_of(text)
        if Seen.ALL in pattern.seen_by:
            public.setdefault(pattern.text, [0, 0])[first != story] += before != text or len(seen) > 1
        elif first != story:
            yield (
                f"table.py, events.py: {who(watcher)} sees no difference between {before!r} and {text!r}, and is told one: "
                f"{_difference(first, story)}."
            )
            return


def only_told(public: Public) -> Iterator[str]:
    """What everybody may know shows in views, at least sometimes; else it was hidden, and the declaration gives it away."""
    for pattern, (shown, hidden) in public.items():
        if hidden > 2 and not shown:
            yield f"table.py: everybody may know which {pattern!r} it was, but no view ever shows it: say OWNER."


def _difference(one: list[bytes], other: list[bytes]) -> str:
    """What is in one story and not in the other."""
    found = [event for event in one if event not in other] or [event for event in other if event not in one] or one
    return found[0].decode() if found else "nothing"


# ---------------------------------------------------------------- as often as it should be


def odds(game: Game) -> Iterator[str]:
    """Where one hidden outcome is all that a watcher cannot see, dealing anew must bring each as often as chance would."""
    if not game.room.has_secrets:
        return
    varied = judged = 0
    for seats in game.seats:
        luck = random.Random(seats)
        state = game.begin(seats, 0)
        while game.to_act(state) is not OVER:
            for watcher in (None, *range(seats)):
                found = {dealt_anew(game, state, watcher, seed).cell.tobytes() for seed in range(4)}
                varied += len(found) > 1
                if game.to_act(state) is CHANCE and found == {state.cell.tobytes()} and judged < JUDGED:
                    faults = _odds_of(game, state, watcher)
                    judged += faults is not None
                    yield from faults or []
            if varied > ENOUGH:
                break
            state = game.play(state, *step(game, state, luck))
    if not varied:
        yield "hidden.py, deal_anew: nothing is ever dealt differently, though table.py hides something."


def _odds_of(game: Game, state: State, watcher: Watcher) -> list[str] | None:
    """Many deals of one hidden outcome against its tickets; None where the watcher would see it."""
    ends = {game.drawn(state, ticket) for ticket in (0, game.lot(state)[2] - 1)}
    if len(ends) < 2 or len({game.view_text(game.play(state, CHANCE, text), watcher) for text in ends}) > 1:
        return None
    chances = game.chances(state)
    after = {text: game.play(state, CHANCE, text) for text in chances}
    if len({game.view_text(one, watcher) for one in after.values()}) > 1:
        return None
    names = {one.cell.tobytes(): text for text, one in after.items()}
    first = next(iter(after.values()))
    dealt = Counter(names.get(dealt_anew(game, first, watcher, seed).cell.tobytes(), "") for seed in range(DEALS))
    if "" in dealt:
        return [f"hidden.py, deal_anew: for {who(watcher)} it makes tables that chance cannot bring."]
    expected = {text: DEALS * weight / sum(chances.values()) for text, weight in chances.items()}
    distance = sum((dealt[text] - due) ** 2 / due for text, due in expected.items())
    free = len(chances) - 1
    if distance <= free + 6 * math.sqrt(2 * free) + 6:
        return []
    text, count = dealt.most_common(1)[0]
    return [
        f"hidden.py, deal_anew: for {who(watcher)} not as often as chance would: {text!r} {count} times in {DEALS}, "
        f"due are {expected[text]:.0f}."
    ]
