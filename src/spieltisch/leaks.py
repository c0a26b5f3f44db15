"""The leak audit: what a watcher is shown, told, refused and may do depends on what it may see, and what it cannot see may be anything.

It compares tables that look the same to a watcher: the true one, and others in which what it cannot see was dealt anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from .checks import Refused
from .derive import is_stock
from .door import CHANCE, OVER, Game
from .kinds import Seen
from .rule import luck as generator
from .state import Seat, State

MORE_TABLES = 2  # that look the same to a watcher
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


Play = tuple[Any, str]  # who did what; OVER: nobody anything
Public = dict[str, int]  # of patterns that everybody may know: how often watchers were told a difference that they could not see


def leaks(game: Game, state: State, play: Play, luck: random.Random, public: Public) -> Iterator[str]:
    """All watchers of one state, and of what was played there."""
    for watcher in (None, *range(state.seats)):
        yield from _view_read_back(game, state, watcher)
        if game.room.has_secrets:
            yield from _veiled_once(game, state, watcher)
            yield from _same_table(game, state, watcher, play, luck)
            yield from _same_story(game, state, watcher, luck, public)
        yield from _no_more_than_a_view(game, state, watcher)


def _veiled_once(game: Game, state: State, watcher: Watcher) -> Iterator[str]:
    """What is veiled stays as it is."""
    once = game.room.veiled(state, watcher)
    twice = game.room.veiled(once, watcher)
    if once != twice:
        yield f"table.py: veiling twice for {who(watcher)} is not the same as once; {differing(once, twice)} differs."


def differing(one: State, other: State) -> str:
    """The fields in which two states differ."""
    names = one.cell.dtype.names or ()
    return ", ".join(name for name in names if one.cell[name].tobytes() != other.cell[name].tobytes()) or "nothing in the record"


def _view_read_back(game: Game, state: State, watcher: Watcher) -> Iterator[str]:
    """A view read back gives a table of which the watcher has the same view."""
    view = json.loads(game.view_text(state, watcher))
    guessed = game.guess(view, 1)
    if json.loads(game.view_text(guessed, watcher)) != view:
        again = json.loads(game.view_text(guessed, watcher))
        keys = ", ".join(key for key in view if view[key] != again.get(key))
        yield f"hidden.py, position.py: what {who(watcher)} sees does not come back from a view; {keys} differs."


def _no_more_than_a_view(game: Game, state: State, watcher: Watcher) -> Iterator[str]:
    """A veiled record, which is all that events and refusals are made from, says no more than a view."""
    seen = game.room.veiled(state, watcher)
    again = game.room.veiled(game.guess(json.loads(game.view_text(state, watcher)), 1), watcher)
    if seen != again:
        names = differing(seen, again)
        yield f"table.py: {who(watcher)} may see {names}, which no view tells and complete does not make again: tell it, or hide it."


def _same_table(game: Game, state: State, watcher: Watcher, play: Play, luck: random.Random) -> Iterator[str]:
    """A table dealt anew: whole, the same to the watcher, and it may do and is refused the same."""
    other = dealt_anew(game, state, watcher, luck.getrandbits(32))
    if game.room.veiled(other, watcher) != game.room.veiled(state, watcher):
        names = differing(game.room.veiled(other, watcher), game.room.veiled(state, watcher))
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
    for another in (other, *(dealt_anew(game, state, watcher, luck.getrandbits(32)) for _ in range(MORE_TABLES))):
        yield from _same_turn(game, state, another, watcher, luck)
        yield from _same_play(game, state, another, watcher, play)


def _same_turn(game: Game, state: State, other: State, watcher: Watcher, luck: random.Random) -> Iterator[str]:
    """At tables that look alike the same seats are to act; the watcher may do and is refused the same; they end alike."""
    acting = game.to_act(state)
    if game.to_act(other) != acting:
        yield f"rules.py, to_act: who is to act depends on what {who(watcher)} cannot see."
    elif acting is CHANCE and game.lottery(state)[:2] != game.lottery(other)[:2]:
        yield f"rules.py, chance_for: for whom chance acts depends on what {who(watcher)} cannot see."
    elif acting is OVER and game.result(state) != game.result(other):
        yield f"rules.py, score: the result depends on what {who(watcher)} cannot see: let it be seen when the game is over."
    elif watcher is not None:
        if game.legal(other, watcher) != game.legal(state, watcher):
            yield f"rules.py, legal: what seat {watcher} may do depends on what it cannot see."
        for text in luck.sample(texts := game.room.declared.MOVES.samples(), min(4, len(texts))):
            if _refusal(game, state, watcher, text) != _refusal(game, other, watcher, text):
                yield f"notation.py, refuse: how {text!r} is refused depends on what seat {watcher} cannot see."


def _refusal(game: Game, state: State, seat: Seat, text: str) -> str | None:
    try:
        game.play(state, seat, text)
    except Refused as refused:
        return f"{refused.reason} {refused.details}"
    return None


def _same_play(game: Game, state: State, other: State, watcher: Watcher, play: Play) -> Iterator[str]:
    """The same play at two tables that look alike before and after it is told alike, unless it brings the difference to light."""
    actor, text = play
    if actor is OVER or game.to_act(state) != game.to_act(other):
        return
    try:
        plays = [(one, game.play(one, actor, text)) for one in (state, other)]
    except Refused:
        return
    if any(game.room.made.uncovers(one.record, after.record) for one, after in plays):
        yield from _still_hidden(game, *plays[0], watcher, text)
    elif game.view_text(plays[0][1], watcher) == game.view_text(plays[1][1], watcher):
        first, second = (told(game, one, actor, text, after, watcher) for one, after in plays)
        if first != second:
            yield f"events.py, tell: {who(watcher)} is told of {text!r} what it may not know: {_difference(first, second)}."


def _still_hidden(game: Game, state: State, after: State, watcher: Watcher, text: str) -> Iterator[str]:
    """What a play brings to light is seen after it, or is no longer there."""
    if not game.room.made.uncovers(state.record, after.record):
        return
    table = game.room.declared.TABLE
    seen, still = (game.room.veiled(one, watcher) for one in (state, after))
    for name, thing in table.fields.items():
        if thing.is_hidden and thing.type and not is_stock(table, thing):
            was_hidden = state.cell[name] != seen.cell[name]
            if (was_hidden & (after.cell[name] == state.cell[name]) & (after.cell[name] != still.cell[name])).any():
                yield f"table.py, uncovers: {text!r} brings {name} to light, but {who(watcher)} may not see it afterwards."


def _same_story(game: Game, state: State, watcher: Watcher, luck: random.Random, public: Public) -> Iterator[str]:
    """Two different plays that look alike to the watcher afterwards are told alike, unless everybody may know which it was."""
    acting = game.to_act(state)
    if acting is OVER:
        return
    seat = -1 if acting is CHANCE else luck.choice(sorted(acting))  # type: ignore[arg-type]
    actor = CHANCE if seat < 0 else seat
    if watcher == actor:
        return
    choices = list(game.chances(state)) if seat < 0 else game.legal(state, seat)
    actions = game.room.declared.OUTCOMES if seat < 0 else game.room.declared.MOVES
    seen: dict[tuple[bytes, str], tuple[str, list[bytes]]] = {}
    for text in luck.sample(choices, min(4, len(choices))):
        after = game.play(state, actor, text)
        story = told(game, state, actor, text, after, watcher)
        pattern = actions.pattern_of(text)
        is_public = Seen.ALL in pattern.seen_by
        looks = game.view_text(after, watcher), pattern.text if is_public else ""
        before, first = seen.setdefault(looks, (text, story))
        if is_public:
            public[pattern.text] = public.get(pattern.text, 0) + (first != story)
        elif first != story:
            yield (
                f"table.py, events.py: {who(watcher)} sees no difference between {before!r} and {text!r}, and is told one: "
                f"{_difference(first, story)}."
            )
            return


def only_told(public: Public) -> Iterator[str]:
    """What everybody may know shows in views; else it was hidden, and the declaration gives it away."""
    for pattern, hidden in public.items():
        if hidden > 2:
            yield f"table.py: everybody may know which {pattern!r} it was, but views do not show it: say OWNER, or let them."


def _difference(one: list[bytes], other: list[bytes]) -> str:
    """What is in one story and not in the other."""
    found = [event for event in one if event not in other] or [event for event in other if event not in one] or one
    return found[0].decode() if found else "nothing"
