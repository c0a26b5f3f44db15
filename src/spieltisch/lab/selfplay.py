"""Games of a network against itself, watched for learning. `room`, `features` and `value` are filled in by `rule.for_room`."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.lab.loops import random_seat
from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, rule

room: Any
features: Any
value: Any

RARELY = 4  # one in so many tables between two actions of chance is watched


@rule
def watch(record, net, work, at, own, table, chances, hoped, told, points, strays):
    """Note what there is to see at a table, what the network says to it, and what was hoped for (told), if a move strayed."""
    if strays:
        note(told, record.seats, hoped[at])
    value.rate(record, net, work, told, points)
    note(told, record.seats, chances[at])
    if not strays:
        note(told, record.seats, hoped[at])
    features.look_around(record, table[at])
    for seat in range(record.seats):
        features.look(record, seat, own[at, seat])


@rule
def note(told, seats, row):
    """Write chances down."""
    for seat in range(seats):
        row[seat] = told[seat]


@rule
def play_watched(records, first, net, work, luck, explore, own, table, chances, hoped):
    """One game from records[0]; the number of tables noted from `first` on. hoped: the best chance a mover could have had.

    Of a thousand moves `explore` are made by lot, so that unusual tables are seen too."""
    moves = np.empty(room.MOVES, np.int16)
    told = np.empty(4, np.float64)
    points = np.empty(4, np.float64)
    at = first
    while at < len(own):
        acting = room.to_act(records[0])
        if acting == GAME_OVER:
            break
        if acting == CHANCE_ACTS:
            room.happen(records[0], room.outcome(records[0], below(luck, room.tickets(records[0]))))
            if room.to_act(records[0]) == CHANCE_ACTS and below(luck, RARELY) == 0:
                watch(records[0], net, work, at, own, table, chances, hoped, told, points, False)
                at += 1
            continue
        seat = random_seat(acting, luck)
        move = value.best_move(records, 0, seat, net, work, moves, told, points)
        strays = below(luck, 1000) < explore
        if strays:
            records[1] = records[0]
            room.play(records[1], seat, move)
            value.rate(records[1], net, work, told, points)
            move = moves[below(luck, room.legal(records[0], seat, moves))]
        room.play(records[0], seat, move)
        if room.to_act(records[0]) == GAME_OVER:
            break
        watch(records[0], net, work, at, own, table, chances, hoped, told, points, strays)
        at += 1
    return at


@rule
def teach(record, first, last, trust, chances, hoped, result, scored, shares, points):
    """What the network should have said: the later tables' chances and in the end the result, mixed as TD(lambda) does.

    A move made by lot tells nothing about the table before it: there the chance that was given away counts."""
    value.settle_up(record, result, scored)
    for seat in range(record.seats):
        target = result[seat]
        for at in range(last - 1, first - 1, -1):
            shares[at, seat] = target
            points[at, seat] = scored[seat] / features.POINTS
            strayed = abs(hoped[at, seat] - chances[at, seat]) > 1e-9
            target = hoped[at, seat] if strayed else (1.0 - trust) * chances[at, seat] + trust * target


@rule
def play_and_learn(fresh, games, net, work, luck, explore, trust, own, table, chances, hoped, shares, points, ends):
    """Many games; how many tables were noted. ends[i] is where the i-th game's tables end."""
    records = np.empty(2, fresh.dtype)
    result = np.empty(4, np.float64)
    scored = np.empty(4, np.float64)
    at = 0
    for index in range(games):
        records[0] = fresh[index % len(fresh)]
        last = play_watched(records, at, net, work, luck, explore, own, table, chances, hoped)
        if room.to_act(records[0]) == GAME_OVER:
            teach(records[0], at, last, trust, chances, hoped, result, scored, shares, points)
            at = last
        ends[index] = at
    return at


@rule
def play_match(fresh, games, net, rival, work, luck, seats_of_net, won):
    """Many games between two networks; seats_of_net[i] is the set of seats the first one has in game i, won[i] its share."""
    records = np.empty(2, fresh.dtype)
    moves = np.empty(room.MOVES, np.int16)
    chances = np.empty(4, np.float64)
    points = np.empty(4, np.float64)
    for index in range(games):
        records[0] = fresh[index % len(fresh)]
        acting = room.to_act(records[0])
        while acting != GAME_OVER:
            if acting == CHANCE_ACTS:
                room.happen(records[0], room.outcome(records[0], below(luck, room.tickets(records[0]))))
            else:
                seat = random_seat(acting, luck)
                if seats_of_net[index] >> seat & 1:
                    move = value.best_move(records, 0, seat, net, work, moves, chances, points)
                else:
                    move = value.best_move(records, 0, seat, rival, work, moves, chances, points)
                room.play(records[0], seat, move)
            acting = room.to_act(records[0])
        value.settle_up(records[0], chances, points)
        for seat in range(records[0].seats):
            if seats_of_net[index] >> seat & 1:
                won[index] += chances[seat]


# ---------------------------------------------------------------- many games in step
# Each game makes one move per step; networks judge all moves of all games in between. The same steps serve a loop on
# the processor and a kernel on a graphics card, where `index` is the thread: so nothing is allocated in them.

NOT_YET = -1.0  # instead of a chance: the game goes on


@rule
def see(record, own, table):
    """What there is to see at a table; the rows are zero before."""
    features.look_around(record, table)
    for seat in range(record.seats):
        features.look(record, seat, own[seat])


@rule
def settle_up(record, places, points, shares):
    """A finished game: those who came first share one."""
    room.score(record, places, points)
    winners = 0
    for seat in range(record.seats):
        winners += places[seat] == 1
    for seat in range(record.seats):
        shares[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@rule
def go_on(index, records, luck, moves, asked, counts, noted, own, table, result, scored, places, points):
    """Chance acts until a seat is asked, and its moves are listed; a game that is over has none and tells its result."""
    if counts[index] == 0:
        return
    record, own_luck = records[index], luck[index]
    while room.to_act(record) == CHANCE_ACTS:
        room.happen(record, room.outcome(record, below(own_luck, room.tickets(record))))
        if room.to_act(record) == CHANCE_ACTS and below(own_luck, RARELY) == 0 and noted[index] < own.shape[1]:
            see(record, own[index, noted[index]], table[index, noted[index]])
            noted[index] += 1
    acting = room.to_act(record)
    if acting == GAME_OVER:
        counts[index] = 0
        settle_up(record, places, points, result[index])
        for seat in range(record.seats):
            scored[index, seat] = points[seat] / features.POINTS
    else:
        asked[index] = random_seat(acting, own_luck)
        counts[index] = room.legal(record, asked[index], moves[index])


@rule
def try_move(index, widest, records, moves, asked, counts, ends, sides, scratch, own, table, sure, ours, places, points):
    """One move of one game, and what the table looks like after it; who came first if it ends the game."""
    game = index // widest
    number = index % widest
    if number >= counts[game]:
        return
    row = ends[game] - counts[game] + number
    seat = asked[game]
    scratch[0] = records[game]
    room.play(scratch[0], seat, moves[game, number])
    ours[row] = sides[game] >> seat & 1
    sure[row, 0] = NOT_YET
    if room.to_act(scratch[0]) == GAME_OVER:
        settle_up(scratch[0], places, points, sure[row])
    else:
        see(scratch[0], own[row], table[row])


@rule
def decide(index, records, luck, moves, asked, counts, ends, chances, stray, seen, around, noted, own, table, hoped):
    """The move with the best chance is made, or (`stray` of a thousand) one by lot; the table after it is noted.

    hoped: the chances that a move by lot gave away."""
    if counts[index] == 0:
        return
    first = ends[index] - counts[index]
    seat = asked[index]
    best = 0
    for number in range(counts[index]):
        if chances[first + number, seat] > chances[first + best, seat]:
            best = number
    chosen = best
    if below(luck[index], 1000) < stray:
        chosen = below(luck[index], counts[index])
    room.play(records[index], seat, moves[index, chosen])
    at = noted[index]
    if room.to_act(records[index]) != GAME_OVER and at < own.shape[1]:
        for number in range(features.TABLE):
            table[index, at, number] = around[first + chosen, number]
        for other in range(records[index].seats):
            hoped[index, at, other] = chances[first + best, other] if chosen != best else NOT_YET
            for number in range(features.OWN):
                own[index, at, other, number] = seen[first + chosen, other, number]
        noted[index] += 1


# ---------------------------------------------------------------- the steps on the processor


@rule
def go_on_all(records, luck, moves, asked, counts, noted, own, table, result, scored):
    """`go_on` for every game."""
    places = np.empty(4, np.int64)
    points = np.empty(4, np.int64)
    for index in range(len(counts)):
        go_on(index, records, luck, moves, asked, counts, noted, own, table, result, scored, places, points)


@rule
def try_all(widest, records, moves, asked, counts, ends, sides, own, table, sure, ours):
    """`try_move` for every move of every game."""
    scratch = np.empty(1, records.dtype)
    places = np.empty(4, np.int64)
    points = np.empty(4, np.int64)
    for index in range(widest * len(counts)):
        try_move(
            index, widest, records, moves, asked, counts, ends, sides, scratch, own, table, sure, ours, places, points
        )


@rule
def decide_all(records, luck, moves, asked, counts, ends, chances, stray, seen, around, noted, own, table, hoped):
    """`decide` for every game."""
    for index in range(len(counts)):
        decide(index, records, luck, moves, asked, counts, ends, chances, stray, seen, around, noted, own, table, hoped)
