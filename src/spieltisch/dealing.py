"""Does `deal_anew` bring what is hidden as often as chance would? Exactly where one outcome is hidden, on average where several are."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from .derive import is_stock
from .door import CHANCE, OVER, Game
from .kinds import Seen
from .leaks import Watcher, dealt_anew, who
from .state import State
from .walking import step

DEALS = 400  # by which exact odds are judged
JUDGED = 3  # so often
TABLES = 150  # by which averages are judged
ROUNDS = 2  # so often in a game: before its first move, and later
STRANGE = 6.0  # standard deviations
ENOUGH = 12  # tables that were dealt differently


def odds(game: Game) -> Iterator[str]:
    """What is hidden varies when it is dealt anew, and as often as chance would bring it."""
    if not game.room.has_secrets:
        return
    varied = judged = 0
    for seats in game.seats:
        luck = random.Random(seats)
        state, moved, rounds = game.begin(seats, 0), True, 0
        while game.to_act(state) is not OVER and (rounds < ROUNDS or varied <= ENOUGH):
            by_chance = game.to_act(state) is CHANCE
            for watcher in (None, *range(seats)) if varied <= ENOUGH else ():
                found = {dealt_anew(game, state, watcher, seed).cell.tobytes() for seed in range(4)}
                varied += len(found) > 1
                if by_chance and found == {state.cell.tobytes()} and judged < JUDGED:
                    faults = exact_odds(game, state, watcher)
                    judged += faults is not None
                    yield from faults or []
            if by_chance and moved and rounds < ROUNDS:
                yield from average_odds(game, state, luck)
                rounds += 1
            moved = not by_chance
            state = game.play(state, *step(game, state, luck))
    if not varied:
        yield "hidden.py, deal_anew: nothing is ever dealt differently, though table.py hides something."


# ---------------------------------------------------------------- one hidden outcome


def exact_odds(game: Game, state: State, watcher: Watcher) -> list[str] | None:
    """Many deals of one hidden outcome against its tickets; None where the watcher would see it."""
    ends = {game.drawn(state, ticket) for ticket in (0, game.lottery(state)[2] - 1)}
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


# ---------------------------------------------------------------- several hidden outcomes


def average_odds(game: Game, state: State, luck: random.Random) -> Iterator[str]:
    """Chance goes on from here until somebody is asked, many times: what it hid, and what is dealt instead of that, are alike on average."""
    watchers: list[Watcher] = [None, *range(state.seats)]
    true: dict[Watcher, list[State]] = {watcher: [] for watcher in watchers}
    dealt: dict[Watcher, list[State]] = {watcher: [] for watcher in watchers}
    names = _drawn_unseen(game, state, luck)
    for _ in range(TABLES if names else 0):
        after = dealt_anew(game, state, None, luck.getrandbits(32))
        while game.to_act(after) is CHANCE:
            after = game.play(after, *step(game, after, luck))
        for watcher in watchers:
            true[watcher].append(after)
            dealt[watcher].append(dealt_anew(game, after, watcher, luck.getrandbits(32)))
    for watcher in watchers:
        found = list(_differences(names, true[watcher], dealt[watcher]))
        if found:
            strange, what, due, came = max(found)
            if strange > STRANGE:
                yield (
                    f"hidden.py, deal_anew: for {who(watcher)} not as often as chance would: {what} "
                    f"{came:.2f} times a deal, due are {due:.2f}."
                )
                return


def _drawn_unseen(game: Game, state: State, luck: random.Random) -> list[str]:
    """The hidden fields that depend on what chance brings and not everybody may know."""
    table, outcomes = game.room.declared.TABLE, game.room.declared.OUTCOMES
    found: set[str] = set()
    while game.to_act(state) is CHANCE:
        texts = {step(game, state, luck)[1] for _ in range(4)}
        if not any(Seen.ALL in outcomes.pattern_of(text).seen_by for text in texts):
            cells = [game.play(state, CHANCE, text).cell for text in texts]
            found |= {name for name in table.fields if cells[0].dtype.fields.get(name) and len({cell[name].tobytes() for cell in cells}) > 1}
        state = game.play(state, CHANCE, min(texts))
    return [name for name, thing in table.fields.items() if name in found and thing.is_hidden and not is_stock(table, thing)]


def _differences(names: list[str], true: list[State], dealt: list[State]) -> Iterator[tuple[float, str, float, float]]:
    """How far apart two rows of tables are in each number that can be read off what is hidden: in deviations, what, and both averages."""
    for name in names:
        one, other = (np.array([state.cell[name][0] for state in states], np.int64).reshape(len(states), -1) for states in (true, dealt))
        for (what, first), (_, second) in zip(_numbers(name, one, one, other), _numbers(name, other, one, other), strict=True):
            apart = first - second
            if apart.any():
                spread = float(apart.std()) or 1 / math.sqrt(len(apart))
                yield abs(float(apart.mean())) / spread * math.sqrt(len(apart)), what, float(first.mean()), float(second.mean())


def _numbers(name: str, kept: Any, one: Any, other: Any) -> Iterator[tuple[str, Any]]:
    """What can be read off a field in many tables: how often each value is in each part of it, and how many parts are alike."""
    width = max(1, kept.shape[1] // 4)
    values = np.union1d(one, other)
    for part in range(0, kept.shape[1], width):
        for value in values[values != 0]:
            yield f"{value} among {name} {part // width}", (kept[:, part : part + width] == value).sum(axis=1)
    for place in range(kept.shape[1]):
        yield f"{name} at {place}", kept[:, place]
    if kept.shape[1] <= 64:
        pairs = (kept[:, :, None] == kept[:, None, :]) & (kept[:, :, None] != 0)
        yield f"equal {name}", pairs.sum(axis=(1, 2))
