"""Games played out by people of some level, compiled: they overlook moves and misjudge chances as the bots of those levels do.

`room`, `features`, `value` and `progress` are filled in by `rule.for_room`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from spieltisch.arithmetic import cosine, log
from spieltisch.bots import FEW_MOVES, SURE, ways_of
from spieltisch.door import Game
from spieltisch.lab.loops import random_seat
from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, for_room, rule, scratch, stir

room: Any
features: Any
value: Any
progress: Any

FINE = 1 << 24  # parts of one, for numbers by lot
WATCHED = 3  # one in so many tables is noted


@cache
def compiled(game: Game) -> Any:
    """These loops for a room."""
    module = game._module("progress")
    value = game.for_room("spieltisch.bots.value")
    return for_room("spieltisch.lab.persons", game.rules, features=game.features, value=value, progress=module)


def seated(levels: Sequence[str | None]) -> Any:
    """How everybody plays, a row a seat; None is a person."""
    return np.array(ways_of(levels), np.float64)


@rule
def normal(luck):
    """A normally distributed number."""
    radius = math.sqrt(-2.0 * log((below(luck, FINE) + 1.0) / FINE))
    return radius * cosine(below(luck, FINE) / FINE)


@rule
def chosen(records, at, seat, person, net, work, moves, chances, points, luck):
    """The move that somebody makes who plays like this; records[at] is the table, the next one is scratch."""
    count = room.legal(records[at], seat, moves)
    if count == 1:
        return moves[0]
    best = below(luck, count)
    if person[0] < 0.0:
        return moves[best]
    highest = -1.0e9
    blur = person[1] * min(1.0, math.sqrt(FEW_MOVES / count))
    for index in range(count):
        records[at + 1] = records[at]
        room.play(records[at + 1], seat, moves[index])
        value.rate(records[at + 1], net, work, chances, points)
        chance = min(max(chances[seat], 1e-6), 1.0 - 1e-6)
        judged = log(chance / (1.0 - chance)) + person[2] * 4.0 * points[seat] / features.POINTS
        judged += blur * normal(luck)
        if chance > SURE:
            judged += 1.0e6
        elif below(luck, 1000) >= 1000.0 * person[0]:
            judged -= 1.0e8
        if judged > highest:
            highest = judged
            best = index
    return moves[best]


@rule
def imagine(judged, blur, notices, times, luck, tally):
    """How often somebody makes each move who judges them like this, misjudges by so much, and overlooks some: imagined so many times."""
    for _ in range(times):
        best = 0
        highest = -1.0e18
        for index in range(len(judged)):
            worth = judged[index] + blur * normal(luck)
            if below(luck, FINE) >= notices * FINE:
                worth -= 1.0e8
            if worth > highest:
                highest = worth
                best = index
        tally[best] += 1.0


@rule
def go_on(records, at, persons, net, work, moves, chances, points, luck):
    """One action, of chance or of whoever is asked."""
    acting = room.to_act(records[at])
    if acting == CHANCE_ACTS:
        room.happen(records[at], room.outcome(records[at], below(luck, room.tickets(records[at]))))
    else:
        seat = random_seat(acting, luck)  # who enters later sees more: no seat may always be the last
        room.play(records[at], seat, chosen(records, at, seat, persons[seat], net, work, moves, chances, points, luck))


@rule
def play_out(records, persons, net, work, seed, first, last, won):
    """Games from the first record to their end, each with luck of its own; who came first, added up."""
    chances = scratch(4, np.float64)
    points = scratch(4, np.float64)
    moves = scratch(room.MOVES, np.int16)
    luck = scratch(4, np.int64)
    for look in range(first, last):
        stir(luck, seed, look)
        records[1] = records[0]
        while room.to_act(records[1]) != GAME_OVER:
            go_on(records, 1, persons, net, work, moves, chances, points, luck)
        value.settle_up(records[1], chances, points)
        for seat in range(records[1].seats):
            won[seat] += chances[seat]


@rule
def play_watched(records, persons, net, work, seed, told, far, came):
    """One game, noted now and then: the chances that the value tells, how far the game is, and at last who came first."""
    chances = scratch(4, np.float64)
    points = scratch(4, np.float64)
    moves = scratch(room.MOVES, np.int16)
    luck = scratch(4, np.int64)
    stir(luck, seed, 0)
    records[1] = records[0]
    noted = 0
    while room.to_act(records[1]) != GAME_OVER:
        by_chance = room.to_act(records[1]) == CHANCE_ACTS
        go_on(records, 1, persons, net, work, moves, chances, points, luck)
        if not by_chance and noted < len(far) and room.to_act(records[1]) != GAME_OVER and below(luck, WATCHED) == 0:
            value.rate(records[1], net, work, chances, points)
            for seat in range(records[1].seats):
                told[noted, seat] = chances[seat]
            far[noted] = progress.progress(records[1])
            noted += 1
    value.settle_up(records[1], chances, points)
    for seat in range(records[1].seats):
        came[seat] = chances[seat]
    return noted
