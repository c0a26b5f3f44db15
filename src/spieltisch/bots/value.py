"""The learned value, compiled: each seat's chance to finish first. `room`, `features`, `hidden` and `table` are filled in by `rule.for_room`.

`work` is scratch: a row of numbers seen, a row per seat, and one row for each layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.arithmetic import exp
from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, rule, scratch, stir

room: Any
features: Any
hidden: Any
table: Any

SEEN, SEATS_FROM, COMMON, SECOND_FROM = 0, 1, 5, 6
ROWS = 7


def work_room(net):
    """Scratch for `rate`."""
    return np.zeros((ROWS, max(features.OWN, features.TABLE, len(net.bias))), np.float32)


@rule
def clear(row, count):
    """Make a row all zero."""
    for index in range(count):
        row[index] = 0.0


@rule
def add(row, numbers, count, weights):
    """Add the weights of every number that is not zero."""
    for index in range(count):
        number = numbers[index]
        if number != 0.0:
            for cell in range(weights.shape[1]):
                row[cell] += number * weights[index, cell]


@rule
def judge(row, net, work):
    """The two upper layers: how a seat stands to win, and its points."""
    above = work[SECOND_FROM]
    for cell in range(len(net.second_bias)):
        above[cell] = net.second_bias[cell]
    for cell in range(len(net.bias)):
        number = row[cell] + work[COMMON, cell]
        if number > 0.0:
            for other in range(net.second.shape[1]):
                above[other] += number * net.second[cell, other]
    standing = net.last_bias[0]
    points = net.last_bias[1]
    for cell in range(net.second.shape[1]):
        if above[cell] > 0.0:
            standing += above[cell] * net.last[cell, 0]
            points += above[cell] * net.last[cell, 1]
    return standing, points


@rule
def see(record, net, work):
    """What there is to see at the table, through the first layer."""
    width = len(net.bias)
    for cell in range(width):
        work[COMMON, cell] = net.bias[cell]
    clear(work[SEEN], features.TABLE)
    features.look_around(record, work[SEEN])
    add(work[COMMON], work[SEEN], features.TABLE, net.table)
    for seat in range(record.seats):
        clear(work[SEEN], features.OWN)
        clear(work[SEATS_FROM + seat], width)
        features.look(record, seat, work[SEEN])
        add(work[SEATS_FROM + seat], work[SEEN], features.OWN, net.self)
        add(work[COMMON], work[SEEN], features.OWN, net.all)


@rule
def rate(record, net, work, chances, points):
    """Each seat's chance to finish first (together one; a shared first place is shared), and the points it may expect."""
    if room.to_act(record) == GAME_OVER:
        settle_up(record, chances, points)
        return
    see(record, net, work)
    highest = -1.0e9
    for seat in range(record.seats):
        standing, own = judge(work[SEATS_FROM + seat], net, work)
        chances[seat] = standing
        points[seat] = own * features.POINTS
        highest = max(highest, standing)
    whole = 0.0
    for seat in range(record.seats):
        chances[seat] = exp(chances[seat] - highest)
        whole += chances[seat]
    for seat in range(record.seats):
        chances[seat] /= whole


@rule
def settle_up(record, chances, points):
    """A finished game: those who came first share one."""
    places = scratch(4, np.int64)
    scored = scratch(4, np.int64)
    room.score(record, places, scored)
    winners = 0
    for seat in range(record.seats):
        winners += places[seat] == 1
    for seat in range(record.seats):
        chances[seat] = 1.0 / winners if places[seat] == 1 else 0.0
        points[seat] = scored[seat]


# ---------------------------------------------------------------- one move ahead


@rule
def best_move(records, at, seat, net, work, moves, chances, points):
    """The move after which a seat's chance is best; records[at] is the table, records[at + 1] is scratch."""
    count = room.legal(records[at], seat, moves)
    best = 0
    highest = -1.0
    if count > 1:
        for index in range(count):
            records[at + 1] = records[at]
            room.play(records[at + 1], seat, moves[index])
            rate(records[at + 1], net, work, chances, points)
            if chances[seat] > highest:
                highest = chances[seat]
                best = index
    return moves[best]


@rule
def lowest_seat(acting):
    """The first seat of a set."""
    seat = 0
    while not acting >> seat & 1:
        seat += 1
    return seat


# ---------------------------------------------------------------- some moves ahead

BY_CHANCE, NOTHING = -1, -2  # instead of a seat: the options are outcomes; or there is nothing to choose


@rule
def follow(records, at, net, work, moves, chances, points, depth, draws, luck):
    """Play on with everybody's best moves, so many; chance acts by lot, or (draws is 0) ends it. Then the chances."""
    made = 0
    while made < depth:
        acting = room.to_act(records[at])
        if acting == GAME_OVER or (acting == CHANCE_ACTS and not draws):
            break
        if acting == CHANCE_ACTS:
            room.happen(records[at], room.outcome(records[at], below(luck, room.tickets(records[at]))))
        else:
            seat = lowest_seat(acting)
            room.play(records[at], seat, best_move(records, at, seat, net, work, moves, chances, points))
            made += 1
    rate(records[at], net, work, chances, points)


ROOT, WORLD, ON, NEXT = range(4)  # the table as it is known, as it may lie, as it goes on, and scratch
WORLDS = 4


@rule
def explore(records, viewer, actor, options, alive, net, work, depth, draws, seed, first, last, worth):
    """What each option still considered is worth: all seats' chances, and behind them their points, added up look after look.

    Every look has a world of its own: what the viewer cannot see is dealt anew (-1: nothing is hidden). In one look all
    options have the same world and the same luck."""
    chances = scratch(4, np.float64)
    points = scratch(4, np.float64)
    moves = scratch(room.MOVES, np.int16)
    luck = scratch(4, np.int64)
    for look in range(first, last):
        records[WORLD] = records[ROOT]
        if viewer >= 0:
            stir(luck, seed + 1, look)
            table.veil(records[WORLD], viewer)
            hidden.deal_anew(records[WORLD], viewer, luck)
        for index in range(len(options)):
            if alive[index]:
                stir(luck, seed, look)
                records[ON] = records[WORLD]
                if actor == BY_CHANCE:
                    room.happen(records[ON], options[index])
                elif actor != NOTHING:
                    room.play(records[ON], actor, options[index])
                follow(records, ON, net, work, moves, chances, points, depth, draws, luck)
                for seat in range(records[ON].seats):
                    worth[index, seat] += chances[seat]
                    worth[index, 4 + seat] += points[seat]
