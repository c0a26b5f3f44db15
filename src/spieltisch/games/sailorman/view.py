"""What a seat of Sailorman Dice may know: all as at the throw's start, its own entries, and who is still thinking."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.door import Game, Luck, Refused, Seat, State, sequence, whole, yes_or_no
from spieltisch.rule import brief

from .chart import (
    BOXES,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    NOTHING,
    PHASES,
    box_points,
    groups,
    river_numbers,
    shell_points,
)  # fmt: skip
from .content import printed
from .entering import PAIRS, is_open, may_cross
from .events import events as events
from .events import ready_seats
from .notation import write_entered, write_pair, write_table
from .position import hide_entries

# ---------------------------------------------------------------- views


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """All that a seat may know; what the others have entered in the running throw is not yet among it."""
    seen = visible(state, seat)
    plain = seen.plain
    return {
        **seen.once("open", open_to_all),
        "left": 0 if seat is None else plain.left[seat],
        "rest": write_pair(seen, plain.rest) if seat == plain.thrower else None,
        "entered": [] if seat is None else write_entered(seen, seat),
        "crosses_for": [] if seat is None else pairs_in_river(seen, seat),
    }


def open_to_all(state: State) -> dict[str, Any]:
    """What everybody may know, of a state without hidden entries or with none but a seat's own."""
    plain = state.plain
    chart = state.options.get("chart") or printed()
    return {
        "options": dict(state.options),
        **write_table(state),
        "thinking": [left > 0 for left in plain.left[: plain.seats]],
        "areas": chart["areas"],
        "shells_for": {box: shells for box, shells in chart["shells"].items() if shells},
        "last_round": bool(ready_seats(state)),
        "points": standings(state),
    }


def visible(state: State, seat: Seat | None) -> State:
    """The state without what the other seats have entered in the running throw."""
    entered = state.plain.entered[: state.seats]
    if all(cells[0] == NOTHING or other == seat for other, cells in enumerate(entered)):
        return state
    return state.twin(hide_entries, -1 if seat is None else seat)


def pairs_in_river(state: State, seat: Seat) -> list[Any]:
    """The pairs open to a seat for which it may cross a cell (R6)."""
    if state.plain.phase != ENTER or state.plain.left[seat] == 0:
        return []
    pairs = river_pairs(state.cell, seat)
    return [write_pair(state, pair) for pair in range(PAIRS) if pairs >> pair & 1]


@brief
def river_pairs(cell, seat):
    """The same as a set: a bit for each pair."""
    pairs = 0
    for pair in range(PAIRS):
        if is_open(cell[0], seat, pair) and may_cross(cell[0], seat, pair):
            pairs |= 1 << pair
    return pairs


def standings(state: State) -> list[dict[str, Any]]:
    """Every seat's points as they stand, by where they come from, and its numbers in the river."""
    found = np.empty((state.seats, 7), np.int64)
    count_points(state.cell, found)
    return [
        {
            "rows": rows, "columns": columns, "regions": regions, "shells": shells, "groups": [largest, second],
            "total": rows + columns + regions + shells + largest + second, "river": river,
        }
        for rows, columns, regions, shells, largest, second, river in found.tolist()
    ]  # fmt: skip


@brief
def count_points(cell, found):
    """For each seat the boxes of rows, columns and regions, the shells, the two groups, and the numbers in the river."""
    state = cell[0]
    for seat in range(state.seats):
        found[seat, 0] = box_points(state, seat, 0, FIRST_COLUMN)
        found[seat, 1] = box_points(state, seat, FIRST_COLUMN, FIRST_AREA)
        found[seat, 2] = box_points(state, seat, FIRST_AREA, BOXES)
        found[seat, 3] = shell_points(state, seat)
        found[seat, 4], found[seat, 5] = groups(state, seat)
        found[seat, 6] = river_numbers(state, seat)


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
