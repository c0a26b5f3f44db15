"""What a seat of Sailorman Dice may know: all as at the throw's start, its own entries, and who is still thinking."""

from __future__ import annotations

from typing import Any

from spieltisch.door import Game, Luck, Refused, Seat, State, sequence, whole, yes_or_no
from spieltisch.rule import copied

from .chart import (
    AREAS,
    ENOUGH_BOXES,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    NOTHING,
    PHASES,
    groups,
    river_numbers,
    take_back,
)  # fmt: skip
from .content import BOX_NAMES
from .entering import PAIRS, is_open, may_cross
from .events import events as events
from .notation import write_entered, write_pair, write_table

# ---------------------------------------------------------------- views


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """All that a seat may know; what the others have entered in the running throw is not yet among it."""
    seen = visible(state, seat)
    plain = seen.plain
    seats = range(plain.seats)
    return {
        "options": dict(state.options),
        **write_table(seen),
        "thinking": [left > 0 for left in plain.left[: plain.seats]],
        "left": 0 if seat is None else plain.left[seat],
        "rest": write_pair(seen, plain.rest) if seat == plain.thrower else None,
        "entered": [] if seat is None else write_entered(seen, seat),
        "crosses_for": [] if seat is None else pairs_in_river(seen, seat),
        "areas": ["".join([AREAS[area] for area in row]) for row in plain.area],
        "shells_for": {BOX_NAMES[box]: shells for box, shells in enumerate(plain.shells) if shells},
        "last_round": any(sum(points >= 0 for points in plain.boxes[other]) >= ENOUGH_BOXES for other in seats),
        "points": [standing(seen, other) for other in seats],
    }


def visible(state: State, seat: Seat | None) -> State:
    """The state without what the other seats have entered in the running throw."""
    hidden = [other for other in range(state.seats) if other != seat and state.plain.entered[other][0] != NOTHING]
    if not hidden:
        return state
    record = copied(state.record)
    for other in hidden:
        take_back(record, other)
        take_back(record, other)
    return State(state.game, record, state.options)


def pairs_in_river(state: State, seat: Seat) -> list[Any]:
    """The pairs open to a seat for which it may cross a cell (R6)."""
    if state.plain.phase != ENTER or state.plain.left[seat] == 0:
        return []
    record = state.record
    pairs = [pair for pair in range(PAIRS) if is_open(record, seat, pair) and may_cross(record, seat, pair)]
    return [write_pair(state, pair) for pair in pairs]


def standing(state: State, seat: Seat) -> dict[str, Any]:
    """A seat's points as they stand, by where they come from, and its numbers in the river."""
    plain = state.plain
    boxes = [max(points, 0) for points in plain.boxes[seat]]
    told: dict[str, Any] = {
        "rows": sum(boxes[:FIRST_COLUMN]),
        "columns": sum(boxes[FIRST_COLUMN:FIRST_AREA]),
        "regions": sum(boxes[FIRST_AREA:]),
        "shells": sum(shells for shells, takers in zip(plain.shells, plain.takers, strict=True) if takers >> seat & 1),
        "groups": list(groups(state.record, seat)),
    }
    told["total"] = sum(boxes) + told["shells"] + sum(told["groups"])
    return {**told, "river": int(river_numbers(state.record, seat))}


def why(state: State, points: list[int]) -> str:
    """What decided the game: points, numbers in the river, or nothing (shared)."""
    first = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(first) == 1:
        return "points"
    river = [int(river_numbers(state.record, seat)) for seat in first]
    return "river" if river.count(max(river)) == 1 else "shared"


# ---------------------------------------------------------------- guesses

OPEN = ("options", "captain", "thrower", "phase", "throw", "charts", "boxes", "shells")


def guess(game: Game, known: dict[str, Any], luck: Luck) -> State:
    """A full state that a view allows: what the others have entered is chosen anew among what is legal."""
    seats = whole(known.get("seats"), "seats", 2, 4)
    seat = known.get("seat")
    if seat is not None:
        whole(seat, "seat", 0, seats - 1)
    position = {"game": game.key, "seats": seats, **{key: known[key] for key in OPEN if key in known}}
    if known.get("phase") != PHASES[ENTER]:
        return game.position(position)
    mine = {key: [known.get(key) if other == seat else None for other in range(seats)] for key in ("left", "entered")}
    state = game.position({**position, **mine, "rest": known.get("rest") if seat == known.get("thrower") else None})
    thinking = [yes_or_no(told, "thinking") for told in sequence(known.get("thinking"), "thinking", seats, seats)]
    for other in range(seats):
        if thinking[other] and not is_thinking(state, other):
            raise Refused("cannot_think", key="thinking", seat=other)
    if not any(thinking) or (seat is not None and thinking[seat] != is_thinking(state, seat)):
        raise Refused("cannot_think", key="thinking", seat=seat if seat is not None else 0)
    return with_entries(game, state, [other for other in range(seats) if other != seat], thinking, luck)


def is_thinking(state: State, seat: Seat) -> bool:
    """Has a seat an entry open?"""
    return bool(state.plain.left[seat] > 0)


def with_entries(game: Game, state: State, others: list[Seat], thinking: list[bool], luck: Luck) -> State:
    """The others enter at random: all they can if they have finished; a thrower who still thinks, perhaps one pair."""
    for other in others:
        while not thinking[other] and is_thinking(state, other):
            state = after_any_move(game, state, other, luck)
    thrower = state.plain.thrower
    if thrower in others and thinking[thrower] and luck.below(2):
        perhaps = after_any_move(game, state, thrower, luck)
        if is_thinking(perhaps, thrower):
            state = perhaps
    return state


def after_any_move(game: Game, state: State, seat: Seat, luck: Luck) -> State:
    """One of a seat's legal moves, at random."""
    moves = game.legal(state, seat)
    return game.play(state, seat, moves[luck.below(len(moves))])
