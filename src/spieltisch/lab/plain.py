"""A plain information-set tree search without any learned value: the yardstick for the search that has one.

Guesses from the view, upper confidence bounds in the tree, games played out at random. `room` is filled in by `rule.for_room`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch.bots.looks import guessed_states
from spieltisch.door import Game, Luck
from spieltisch.lab.loops import random_seat
from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, rule
from spieltisch.rule import luck as luck_from

room: Any

NODES = 1 << 17  # room for so many nodes
DEEPEST = 64
CURIOSITY = 0.7
CHUNK = 16  # games between two looks at the clock
GUESSES = 64


@rule
def mixed(key, action):
    """The key of what follows from a node by an action."""
    key = (key ^ (action + 1)) * 0x9E3779B97F4A7C1
    return (key ^ (key >> 29)) & 0x7FFFFFFFFFFFFFF


@rule
def place_of(keys, key):
    """Where a node is kept, or where there is room for it."""
    place = key & (NODES - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (NODES - 1)
    return place


@rule
def preferred(record, seat, key, keys, visits, wins, moves, luck):
    """The move with the highest upper confidence bound; untried ones first, by lot."""
    count = room.legal(record, seat, moves)
    all_visits = 1
    for index in range(count):
        all_visits += visits[place_of(keys, mixed(key, moves[index]))]
    best = 0
    highest = -1.0
    for index in range(count):
        place = place_of(keys, mixed(key, moves[index]))
        if visits[place] == 0:
            bound = 1000.0 + below(luck, 1000)
        else:
            bound = wins[place, seat] / visits[place] + CURIOSITY * np.sqrt(np.log(all_visits) / visits[place])
        if bound > highest:
            highest = bound
            best = index
    return moves[best]


@rule
def run(record, root, keys, visits, wins, moves, path, luck):
    """One game from a guess: down the tree, one new node, out at random; the result is noted on the way."""
    key = 1
    depth = 0
    in_tree = True
    acting = room.to_act(record)
    while acting != GAME_OVER:
        if acting == CHANCE_ACTS:
            action = room.outcome(record, below(luck, room.tickets(record)))
            room.happen(record, action)
        else:
            seat = root if depth == 0 and acting >> root & 1 else random_seat(acting, luck)
            if in_tree:
                action = preferred(record, seat, key, keys, visits, wins, moves, luck)
            else:
                action = moves[below(luck, room.legal(record, seat, moves))]
            room.play(record, seat, action)
        if in_tree and depth < DEEPEST:
            key = mixed(key, action)
            place = place_of(keys, key)
            in_tree = keys[place] != 0
            keys[place] = key
            path[depth] = place
            depth += 1
        acting = room.to_act(record)
    return depth


@rule
def learn_from(record, path, depth, places, points, visits, wins):
    """Note who won along the way."""
    room.score(record, places, points)
    winners = 0
    for seat in range(record.seats):
        winners += places[seat] == 1
    for step in range(depth):
        visits[path[step]] += 1
        for seat in range(record.seats):
            if places[seat] == 1:
                wins[path[step], seat] += 1.0 / winners


@rule
def search(records, guesses, root, first, last, keys, visits, wins, luck):
    """Many games from guesses."""
    moves = np.empty(room.MOVES, np.int16)
    path = np.empty(DEEPEST, np.int64)
    places = np.empty(4, np.int64)
    points = np.empty(4, np.int64)
    at = len(records) - 1
    for number in range(first, last):
        records[at] = records[number % guesses]
        depth = run(records[at], root, keys, visits, wins, moves, path, luck)
        learn_from(records[at], path, depth, places, points, visits, wins)


def choose_plain(seconds: float, game: Game, view: Mapping[str, Any], moves: Sequence[str], chance: Luck) -> str:
    """The move that a plain search followed most often."""
    until = time.monotonic() + seconds
    if len(moves) == 1:
        return moves[0]
    loops = game.for_room("spieltisch.lab.plain")
    seat = int(view["seat"])
    guessed, records = guessed_states(game, view, chance, GUESSES)
    keys, visits, wins = np.zeros(NODES, np.int64), np.zeros(NODES, np.int64), np.zeros((NODES, 4))
    luck = luck_from(chance.below(1 << 62))
    done = 0
    while done == 0 or (time.monotonic() < until and done < NODES // 2):
        loops.search(records, len(records) - 2, seat, done, done + CHUNK, keys, visits, wins, luck)
        done += CHUNK
    codes = game.moves(guessed, seat)
    return max(moves, key=lambda move: visits[loops.place_of(keys, loops.mixed(1, codes[move]))])
