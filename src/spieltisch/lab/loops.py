"""Loops over a room's compiled rules, the same for every game. `room` is filled in by `rule.for_room`: one copy per room."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, rule, scratch

room: Any


@rule
def random_seat(acting, luck):
    """One of the seats in a set, each with the same chance."""
    count = 0
    for seat in range(4):
        count += acting >> seat & 1
    skip = below(luck, count)
    for seat in range(4):
        if acting >> seat & 1:
            if skip == 0:
                return seat
            skip -= 1
    return -1


@rule
def random_move(record, acting, moves, luck):
    """A seat that is to act makes any of its moves."""
    seat = random_seat(acting, luck) if acting & (acting - 1) else lone_seat(acting)
    room.play(record, seat, moves[below(luck, room.legal(record, seat, moves))])


@rule
def lone_seat(acting):
    """The only seat in a set."""
    seat = 0
    while acting > 1:
        acting >>= 1
        seat += 1
    return seat


@rule
def play_out(record, moves, luck, most):
    """Play a game to its end at random; the number of moves and of chance actions.

    Chance first, then a move: on a card all games of a group then move together."""
    moved = 0
    chanced = 0
    while moved < most:
        chanced += settle(record, luck)
        acting = room.to_act(record)
        if acting == GAME_OVER:
            break
        random_move(record, acting, moves, luck)
        moved += 1
    return moved, chanced


@rule
def play_many(fresh, games, luck, tally):
    """Many random games from the same start; tally: moves, chance actions, finished games, and firsts per seat."""
    records = np.empty_like(fresh)
    moves = scratch(room.MOVES, np.int16)
    places = scratch(4, np.int64)
    points = scratch(4, np.int64)
    for _ in range(games):
        records[0] = fresh[0]
        moved, chanced = play_out(records[0], moves, luck, 1_000_000)
        tally[0] += moved
        tally[1] += chanced
        if room.to_act(records[0]) == GAME_OVER:
            tally[2] += 1
            room.score(records[0], places, points)
            for seat in range(records[0].seats):
                tally[3 + seat] += places[seat] == 1


# ---------------------------------------------------------------- batches: many games in step


@rule
def settle(record, luck):
    """Let chance act until a seat is asked or the game is over; the number of chance actions."""
    count = 0
    while room.to_act(record) == CHANCE_ACTS:
        room.happen(record, room.outcome(record, below(luck, room.tickets(record))))
        count += 1
    return count


@rule
def asked_seat(record):
    """The seat to act next; the lowest of several; -1 when the game is over."""
    acting = room.to_act(record)
    return lone_seat(acting & -acting) if acting > 0 else -1


@rule
def show_legal(record, moves, mask):
    """A byte for every move: 1 where the seat to act may make it."""
    for move in range(room.MOVES):
        mask[move] = 0
    for index in range(room.legal(record, asked_seat(record), moves)):
        mask[moves[index]] = 1


@rule
def pay(record, places, points, rewards):
    """Those who finish first share one point."""
    winners = 0
    room.score(record, places, points)
    for seat in range(record.seats):
        winners += places[seat] == 1
    for seat in range(record.seats):
        rewards[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@rule
def step_one(records, index, fresh, action, luck, moves, places, points, mask, rewards):
    """One action in one game of a batch; a finished game pays out and begins anew. 1 = finished, 0 = goes on, -1 = not legal."""
    record = records[index]
    for seat in range(4):
        rewards[seat] = 0.0
    if action < 0 or action >= room.MOVES or not mask[action]:
        return -1
    room.play(record, asked_seat(record), action)
    settle(record, luck)
    finished = room.to_act(record) == GAME_OVER
    if finished:
        pay(record, places, points, rewards)
        records[index] = fresh[0]
        settle(records[index], luck)
    show_legal(records[index], moves, mask)
    return int(finished)


@rule
def random_legal(mask, luck):
    """Any move a mask allows."""
    count = 0
    for move in range(room.MOVES):
        count += mask[move]
    skip = below(luck, count)
    for move in range(room.MOVES):
        skip -= mask[move]
        if skip < 0:
            return move
    return -1


@rule
def step_all(records, fresh, actions, luck, masks, rewards, told):
    """One action in every game of a batch."""
    moves = scratch(room.MOVES, np.int16)
    places = scratch(4, np.int64)
    points = scratch(4, np.int64)
    for index in range(len(actions)):
        told[index] = step_one(
            records, index, fresh, actions[index], luck[index], moves, places, points, masks[index], rewards[index]
        )


@rule
def start_all(records, fresh, luck, masks):
    """Every game of a batch up to its first question."""
    moves = scratch(room.MOVES, np.int16)
    for index in range(len(masks)):
        records[index] = fresh[0]
        settle(records[index], luck[index])
        show_legal(records[index], moves, masks[index])


@rule
def choose_all(masks, luck, actions):
    """A random legal action for every game."""
    for index in range(len(actions)):
        actions[index] = random_legal(masks[index], luck[index])
