"""What a throw or an entry of Sailorman Dice did: keys of sentences in `luck/`, the title first. A throw touches everybody."""

from __future__ import annotations

from typing import Any

from spieltisch.door import CHANCE, Seat

from .chart import EMPTY, RIVER, SYMBOLS, groups
from .content import BOX_NAMES
from .features import distance
from .notation import parsed
from .reasons import fitting

Match = Any  # a finished game: its actions, the states between them, its events
Said = list[list[Any]]

NEAR = 2  # cells missing of a box that is worth a word


def happened(match: Match, index: int, seat: Seat, gains: list[int], least: int) -> Said | None:
    """What happened in a step, and why it mattered; `gains`: what it did to everybody's chance; told of `seat`."""
    action = match.actions[index]
    if action.by is CHANCE:
        return (about_luck if gains[seat] > 0 else about_misfortune)(match, index, seat)
    told = about_move(match, index, gains[action.seat])
    return told if len(told) > 2 or seat == action.seat else [*told, *nearer(match, index, index + 1, action.seat)]


# ---------------------------------------------------------------- throws


def entries(match: Match, index: int, seat: Seat) -> list[int]:
    """The steps by which a seat enters what was thrown."""
    found, step = [], index + 1
    while step < len(match.actions) and match.actions[step].by is not CHANCE:
        if match.actions[step].by == seat:
            found.append(step)
        step += 1
    return found


def next_throw(match: Match, index: int) -> int:
    """The point before the next throw."""
    point = index + 1
    while point < len(match.actions) and match.actions[point].by is not CHANCE:
        point += 1
    return point


def boxes_of(match: Match, step: int, seat: Seat) -> list[dict[str, Any]]:
    """The boxes that an entry fills."""
    before, now = (match.states[point].plain.boxes[seat] for point in (step, step + 1))
    return [{"box": BOX_NAMES[box], "points": now[box]} for box in range(len(now)) if before[box] < 0 <= now[box]]


def thrown(match: Match, index: int, seat: Seat) -> dict[str, Any]:
    """The dice, for a seat."""
    _, first, second, low, high = match.actions[index].do.split()
    return {"seat": seat, "first": first, "second": second, "low": int(low), "high": int(high)}


def about_luck(match: Match, index: int, seat: Seat) -> Said:
    """A throw that fills a box, gets a shell first, or allows a cross."""
    about = thrown(match, index, seat)
    shell = shell_won(match, index, seat)
    if shell:
        return [["told.throw_shell", {}], ["told.shell", {**about, **shell}]]
    for step in entries(match, index, seat):
        filled = boxes_of(match, step, seat)
        move = parsed(match.actions[step].do)
        if filled and move:
            best = max(filled, key=lambda one: one["points"])
            return [["told.throw_box", {}], ["told.box", {**about, "symbol": move[3], "number": move[4], **best}]]
    for step in entries(match, index, seat):
        move = parsed(match.actions[step].do)
        if move and move[0] == "cross":
            return [["told.cross_luck", {}], ["told.may_cross", {**about, "number": move[4]}]]
    near = nearer(match, index, next_throw(match, index), seat)
    return [["luck.told.luck_up", {}], ["told.helps", about], *(near or entered(match, index, seat))]


def entered(match: Match, index: int, seat: Seat) -> Said:
    """What a seat wrote or crossed first after a throw."""
    for step in entries(match, index, seat):
        move = parsed(match.actions[step].do)
        if move:
            verb, row, column, symbol, number = move
            return [[f"told.did_{verb}", {"seat": seat, "row": row, "column": column, "symbol": symbol, "number": number}]]
    return []


def nearer(match: Match, index: int, last: int, seat: Seat) -> Said:
    """The box that a seat has come closest to between two points, where at most two cells are missing."""
    before, after = match.states[index].record, match.states[last].record
    missing = [(int(distance(after, seat, box)), box) for box in range(len(BOX_NAMES))]
    near = [(cells, box) for cells, box in missing if 0 < cells <= NEAR and cells < distance(before, seat, box)]
    if not near:
        return []
    cells, box = min(near)
    return [["told.nearer" if cells == 1 else "told.nearer_many", {"owner": seat, "box": BOX_NAMES[box], "cells": cells}]]


def shell_won(match: Match, index: int, seat: Seat) -> dict[str, Any] | None:
    """A shell that a seat alone got with a throw, while another was one cell short of it."""
    before, last = match.states[index], match.states[next_throw(match, index)]
    for box in range(len(BOX_NAMES)):
        if last.plain.takers[box] == 1 << seat and not before.plain.takers[box]:
            for other in range(before.seats):
                if other != seat and distance(before.record, other, box) == 1:
                    return {"other": other, "box": BOX_NAMES[box]}
    return None


def about_misfortune(match: Match, index: int, seat: Seat) -> Said:
    """A throw of which something, or all, is lost; or the same symbol twice."""
    about = thrown(match, index, seat)
    done, thrower = entries(match, index, seat), match.states[index].chance_seat
    made, due = len(done), 2 if thrower == seat else 1
    skipped = [step for step in done if parsed(match.actions[step].do) is None]
    if skipped:
        return [["luck.told.luck_down", {}], ["told.skips", {"seat": seat}]]
    if made == 0:
        room = "told.no_room" if about["low"] != about["high"] else "told.no_room_twice"
        return [["told.lost_two" if due == 2 else "told.lost_all", {}], [room, about]]
    if made < due:
        return [["told.lost_one", {}], ["told.one_lost", about]]
    if about["first"] == about["second"] and thrower == seat:
        return [["told.same_symbol", {"symbol": about["first"]}], ["told.same_row", about]]
    others = [other for other in range(match.state.seats) if other != seat]
    for other in others:
        for step in entries(match, index, other):
            filled = boxes_of(match, step, other)
            if filled:
                return [
                    ["told.for_others", {}],
                    ["told.other_box", {**about, "other": other, **max(filled, key=lambda one: one["points"])}],
                ]
    gained = next((told for other in others if (told := nearer(match, index, next_throw(match, index), other))), [])
    return [["luck.told.luck_down", {}], ["told.hurts", about], *(gained or entered(match, index, seat))]


# ---------------------------------------------------------------- entries


def about_move(match: Match, index: int, gain: int) -> Said:
    """An entry: what it fills, joins, shuts or opens."""
    action, before, now = match.actions[index], match.states[index], match.states[index + 1]
    seat = action.seat
    move = parsed(action.do)
    title = f"luck.told.move_{'up' if gain > 0 else 'down'}"
    if move is None:
        return [[title, {}], ["told.skips", {"seat": seat}]]
    verb, row, column, symbol, number = move
    about: dict[str, Any] = {"seat": seat, "row": row, "column": column, "symbol": symbol, "number": number}
    filled = boxes_of(match, index, seat)
    what = [f"told.did_{verb}", about]
    if filled:
        best = max(filled, key=lambda one: one["points"])
        name = "told.cross_great" if verb == "cross" and gain > 0 else title
        return [[name, {}], what, ["told.fills", best]]
    largest, was = (groups(state.record, seat)[0] for state in (now, before))
    if gain > 0 and largest > max(was + 1, 3):
        return [["told.group_great", {}], what, ["told.grown", {"cells": int(largest)}]]
    if gain < 0 and verb == "write" and shuts(before.plain.cells[seat][SYMBOLS.index(row)], column - 1, number):
        return [["told.closed_row", {}], what, ["told.only", about]]
    return [[title, {}], what]


def shuts(row: list[int], column: int, number: int) -> bool:
    """Does only this number fit into two or more empty cells beside it from now on, where others did before?"""
    written = [*row[:column], number, *row[column + 1 :]]
    empty = [place for place, value in enumerate(written) if value == EMPTY]
    now = [place for place in empty if list(fitting(written, place)) == [number]]
    return len([place for place in now if len(fitting(row, place)) > 1]) > 1


def better(match: Match, index: int, move: str) -> Said | None:
    """What lay next to a costly move, and what it would have done."""
    state, seat = match.states[index], match.actions[index].seat
    known, done = parsed(move), parsed(match.actions[index].do)
    if known is None:
        return None
    verb, row, column, symbol, number = known
    about: dict[str, Any] = {"seat": seat, "row": row, "column": column, "symbol": symbol, "number": number}
    told: Said = [[f"better.{verb}", about]]
    filled = match.game.play(state, seat, move).plain.boxes[seat]
    for box, points in enumerate(filled):
        if state.plain.boxes[seat][box] < 0 <= points:
            told.append(["better.fills", {"box": BOX_NAMES[box], "points": points}])
            is_free = state.plain.shells[box] and not state.plain.takers[box]
            return [*told, ["better.shell", {}]] if is_free else told
    if verb == "write" and state.plain.area[SYMBOLS.index(row)][column - 1] >> 1 == RIVER:
        return [*told, ["better.river", {}]]
    if done and done[0] == "write" and shuts(state.plain.cells[seat][SYMBOLS.index(done[1])], done[2] - 1, done[4]):
        told.append(["better.open", {}])
    return told


def ending(match: Match) -> tuple[str, dict[str, Any]] | None:
    """How close it was."""
    result = match.game.result(match.state)
    if result["places"].count(1) > 1:
        return None
    first = result["places"].index(1)
    margin = result["points"][first] - max(points for seat, points in enumerate(result["points"]) if seat != first)
    return ("ends.margin", {"margin": margin}) if margin else ("ends.river", {"seat": first})
