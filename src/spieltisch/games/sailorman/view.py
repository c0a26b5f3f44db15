"""What a seat of Sailorman Dice may know: all as at the throw's start, its own entries, and who is still thinking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Game, Luck, Refused, Seat, State, sequence, whole, yes_or_no
from spieltisch.rule import brief, rule
from spieltisch.write import write_field, write_text

from .chart import (
    BOXES,
    ENTER,
    FIRST_AREA,
    FIRST_COLUMN,
    NOTHING,
    PHASES,
    box_points,
    groups,
    ready,
    river_numbers,
    shell_points,
)  # fmt: skip
from .content import printed as printed_chart
from .entering import PAIRS, is_open, may_cross
from .events import write_events as write_events
from .position import hide_entries
from .writing import write_entered, write_open, write_pair

# ---------------------------------------------------------------- views


def printed(options: Mapping[str, Any]) -> dict[str, Any]:
    """The chart and the shells in its boxes."""
    chart = options.get("chart") or printed_chart()
    return {"areas": chart["areas"], "shells_for": {box: shells for box, shells in chart["shells"].items() if shells}}


def write_view(state: State, seat: Seat, page: Any) -> int:
    """All that a seat (-1: an onlooker) may know; what the others have entered in the running throw is not yet among it."""
    return write_seen(state.copy(), seat, page)


@brief
def write_seen(cell, seat, page):
    """The same, compiled; what is not to be seen is taken from the table that is given."""
    hide_entries(cell, seat)
    state = cell[0]
    at = write_open(state, page, 0)
    for other in range(state.seats):
        at = write_text(page, at, b"," if other else b',"thinking":[')
        at = write_truth(page, at, state.left[other] > 0)
    at = write_truth(page, write_text(page, at, b'],"last_round":'), ready(state) != 0)
    at = write_points(state, page, write_text(page, at, b',"points":'))
    return write_own(state, seat, page, at)


@rule
def write_truth(page, at, is_true):
    """Yes or no."""
    return write_text(page, at, b"true" if is_true else b"false")


@rule
def write_own(state, seat, page, at):
    """What is a seat's own business in the running throw: its entries, its second pair, and the pairs it may cross a cell for."""
    at = write_field(page, at, b',"left":', state.left[seat] if seat >= 0 else 0)
    rest = state.rest if seat == state.thrower else NOTHING
    at = write_pair(state, rest, page, write_text(page, at, b',"rest":'))
    at = write_text(page, at, b',"entered":')
    at = write_entered(state, seat, page, at) if seat >= 0 else write_text(page, at, b"[]")
    at = write_text(page, at, b',"crosses_for":[')
    first = at
    if seat >= 0 and state.phase == ENTER and state.left[seat] > 0:
        for pair in range(PAIRS):
            if is_open(state, seat, pair) and may_cross(state, seat, pair):
                at = write_pair(state, pair, page, write_text(page, at, b"" if at == first else b","))
    return write_text(page, at, b"]")


@rule
def write_points(state, page, at):
    """Every seat's points as they stand, by where they come from, and its numbers in the river."""
    for seat in range(state.seats):
        rows = box_points(state, seat, 0, FIRST_COLUMN)
        columns = box_points(state, seat, FIRST_COLUMN, FIRST_AREA)
        regions = box_points(state, seat, FIRST_AREA, BOXES)
        shells = shell_points(state, seat)
        largest, second = groups(state, seat)
        at = write_field(page, write_text(page, at, b"," if seat else b"["), b'{"rows":', rows)
        at = write_field(page, at, b',"columns":', columns)
        at = write_field(page, at, b',"regions":', regions)
        at = write_field(page, at, b',"shells":', shells)
        at = write_field(page, at, b',"groups":[', largest)
        at = write_field(page, at, b",", second)
        at = write_field(page, at, b'],"total":', rows + columns + regions + shells + largest + second)
        at = write_field(page, at, b',"river":', river_numbers(state, seat))
        at = write_text(page, at, b"}")
    return write_text(page, at, b"]")


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
