"""Why a move of Just 4 Fun may be good, in one sentence: by the stones on the board and the mover's own cards, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spieltisch.door import Seat, State

from .notation import played_cards
from .rules import FIELDS, LINE, OVER, SIDE

LATE = 5  # stones a seat, at most, when points begin to matter
HIGH = 25

Reason = tuple[str, dict[str, Any]]


def reason(state: State, seat: Seat, text: str, after: State) -> Reason | None:
    """The most telling reason for a move, as a key of the table `reasons` and its details; None if nothing is striking."""
    if text == "pass":
        return "fresh_cards", {}
    before, now, field = state.plain, after.plain, sum(played_cards(text))
    if now.winner == seat:
        return "wins", {}
    return (
        by_stopping(before, now, seat, field)
        or by_threat(before, now, seat, field)
        or by_points(before, now, seat)
        or by_field(before, now, seat, field)
        or by_hope(now, seat, field)
    )


def by_stopping(before: Any, now: Any, seat: Seat, field: int) -> Reason | None:
    """A line of four that another seat can no longer complete with one stone; the next to act first."""
    for step in range(1, before.seats):
        other = (seat + step) % before.seats
        lost = threats(before, other) - threats(now, other)
        if lost:
            left = threats(now, other)
            if left - {field}:
                return "stops_one", {"seat": other, "field": min(left - {field})}
            if not left:
                return "stops", {"seat": other, "field": field if field in lost else min(lost)}
    return None


def by_threat(before: Any, now: Any, seat: Seat, field: int) -> Reason | None:
    """Other fields that would now win, best if the cards left in hand reach one."""
    fields = threats(now, seat) - {field}
    fresh = sorted(fields - threats(before, seat))
    if not fresh:
        return None
    ready = [one for one in fresh if one in sums(now.hands[seat])]
    if ready:
        return "three_ready", {"field": ready[0]}
    if len(fields) > 1:
        return "double", {"fields": sorted(fields)}
    return "three", {"field": fresh[0]}


def by_points(before: Any, now: Any, seat: Seat) -> Reason | None:
    """The most points at the end, or the lead taken shortly before it."""
    points = points_of(now, seat)
    leads = points > best_of_others(now, seat)
    if not leads or sum(now.supply) > LATE * now.seats:
        return None
    if now.phase == OVER:
        return "ends_ahead", {"points": points}
    if points_of(before, seat) <= best_of_others(before, seat):
        return "points_lead", {"points": points}
    return None


def by_field(before: Any, now: Any, seat: Seat, field: int) -> Reason | None:
    """What the stone does on its own field."""
    others = [other for other in range(now.seats) if other != seat and before.stones[other][field]]
    if now.locked[field]:
        return ("lock_out", {"field": field, "seats": others}) if others else ("lock", {"field": field})
    for other in others:
        if leads_on(before, other, field) and not leads_on(now, other, field):
            return "levels", {"seat": other, "field": field}
    if others and leads_on(now, seat, field):
        return "breaks_tie", {"field": field}
    return None


def by_hope(now: Any, seat: Seat, field: int) -> Reason | None:
    """Two leads in a line that can still be completed, or a field worth many points."""
    for line in lines(now.board):
        led = [one for one in line if leads_on(now, seat, one)]
        if field in led and len(led) == 2 and all(one in led or is_open(now, seat, one) for one in line):
            return "two", {"fields": led}
    return ("high", {"field": field}) if field >= HIGH and leads_on(now, seat, field) else None


# ---------------------------------------------------------------- the board, read from a record's plain fields


def lines(board: list[list[int]]) -> Iterator[list[int]]:
    """All lines of four, as the numbers of their fields."""
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + (LINE - 1) * down, column + (LINE - 1) * right
                if last_row < SIDE and 0 <= last_column < SIDE:
                    yield [board[row + step * down][column + step * right] for step in range(LINE)]


def rivals(plain: Any, seat: Seat, field: int) -> int:
    """The most stones of another seat on a field."""
    return max(plain.stones[other][field] for other in range(plain.seats) if other != seat)


def leads_on(plain: Any, seat: Seat, field: int) -> bool:
    """R9: more stones than every other seat."""
    return bool(plain.stones[seat][field] > rivals(plain, seat, field))


def is_open(plain: Any, seat: Seat, field: int) -> bool:
    """R4, D1: neither locked nor barred."""
    return not plain.locked[field] and bool(plain.stones[seat][field] + 2 > rivals(plain, seat, field))


def threats(plain: Any, seat: Seat) -> set[int]:
    """The fields where one stone more would complete a line of four."""
    if plain.supply[seat] == 0:
        return set()
    found = set()
    for line in lines(plain.board):
        missing = [field for field in line if not leads_on(plain, seat, field)]
        if len(missing) == 1 and is_open(plain, seat, missing[0]):
            if plain.stones[seat][missing[0]] == rivals(plain, seat, missing[0]):
                found.add(missing[0])
    return found


def points_of(plain: Any, seat: Seat) -> int:
    """R11: the sum of the fields that a seat leads."""
    return sum(field for field in range(1, FIELDS + 1) if leads_on(plain, seat, field))


def best_of_others(plain: Any, seat: Seat) -> int:
    """The points of the best other seat."""
    return max(points_of(plain, other) for other in range(plain.seats) if other != seat)


def sums(hand: list[int]) -> set[int]:
    """What some of these cards add up to."""
    totals = {0}
    for card in hand:
        totals |= {total + card for total in totals}
    return totals - {0}
