"""Loops over a room's compiled rules, the same for every game. `room` is filled in by `rule.furnished`: one copy per room."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, rule, scratch

room: Any


@rule
def weigh(state, weights):
    """How many tickets each outcome has."""
    for ticket in range(room.tickets(state)):
        weights[room.outcome(state, ticket)] += 1


@rule
def random_seat(acting, words):
    """One of the seats in a set, each with the same chance."""
    count = 0
    for seat in range(4):
        count += acting >> seat & 1
    skip = below(words, count)
    for seat in range(4):
        if acting >> seat & 1:
            if skip == 0:
                return seat
            skip -= 1
    return -1


@rule
def random_move(state, acting, moves, words):
    """A seat that is to act makes any of its moves."""
    seat = random_seat(acting, words) if acting & (acting - 1) else lone_seat(acting)
    room.play(state, seat, moves[below(words, room.legal(state, seat, moves))])


@rule
def lone_seat(acting):
    """The only seat in a set."""
    seat = 0
    while acting > 1:
        acting >>= 1
        seat += 1
    return seat


@rule
def play_out(state, moves, words, most):
    """Play a game to its end at random; the number of moves and of chance actions.

    Chance first, then a move: on a card all games of a group then move together."""
    moved = 0
    chanced = 0
    while moved < most:
        chanced += settle(state, words)
        acting = room.to_act(state)
        if acting == GAME_OVER:
            break
        random_move(state, acting, moves, words)
        moved += 1
    return moved, chanced


@rule
def play_many(fresh, games, words, tally):
    """Many random games from the same start; tally: moves, chance actions, finished games, and firsts per seat."""
    states = np.empty_like(fresh)
    moves = scratch(room.MOVES, np.int16)
    places = scratch(4, np.int64)
    points = scratch(4, np.int64)
    for _ in range(games):
        states[0] = fresh[0]
        moved, chanced = play_out(states[0], moves, words, 1_000_000)
        tally[0] += moved
        tally[1] += chanced
        if room.to_act(states[0]) == GAME_OVER:
            tally[2] += 1
            room.score(states[0], places, points)
            for seat in range(states[0].seats):
                tally[3 + seat] += places[seat] == 1


# ---------------------------------------------------------------- batches: many games in step


@rule
def settle(state, words):
    """Let chance act until a seat is asked or the game is over; the number of chance actions."""
    count = 0
    while room.to_act(state) == CHANCE_ACTS:
        room.happen(state, room.outcome(state, below(words, room.tickets(state))))
        count += 1
    return count


@rule
def asked_seat(state):
    """The seat to act next; the lowest of several; -1 when the game is over."""
    acting = room.to_act(state)
    return lone_seat(acting & -acting) if acting > 0 else -1


@rule
def show_legal(state, moves, mask):
    """A byte for every move: 1 where the seat to act may make it."""
    for move in range(room.MOVES):
        mask[move] = 0
    for index in range(room.legal(state, asked_seat(state), moves)):
        mask[moves[index]] = 1


@rule
def pay(state, places, points, rewards):
    """Those who finish first share one point."""
    winners = 0
    room.score(state, places, points)
    for seat in range(state.seats):
        winners += places[seat] == 1
    for seat in range(state.seats):
        rewards[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@rule
def step_one(states, index, fresh, action, words, moves, places, points, mask, rewards):
    """One action in one game of a batch; a finished game pays out and begins anew. 1 = finished, 0 = goes on, -1 = not legal."""
    state = states[index]
    for seat in range(4):
        rewards[seat] = 0.0
    if action < 0 or action >= room.MOVES or not mask[action]:
        return -1
    room.play(state, asked_seat(state), action)
    settle(state, words)
    finished = room.to_act(state) == GAME_OVER
    if finished:
        pay(state, places, points, rewards)
        states[index] = fresh[0]
        settle(states[index], words)
    show_legal(states[index], moves, mask)
    return int(finished)


@rule
def random_legal(mask, words):
    """Any move a mask allows."""
    count = 0
    for move in range(room.MOVES):
        count += mask[move]
    skip = below(words, count)
    for move in range(room.MOVES):
        skip -= mask[move]
        if skip < 0:
            return move
    return -1


@rule
def step_all(states, fresh, actions, luck, masks, rewards, told):
    """One action in every game of a batch."""
    moves = scratch(room.MOVES, np.int16)
    places = scratch(4, np.int64)
    points = scratch(4, np.int64)
    for index in range(len(actions)):
        told[index] = step_one(
            states, index, fresh, actions[index], luck[index], moves, places, points, masks[index], rewards[index]
        )


@rule
def start_all(states, fresh, luck, masks):
    """Every game of a batch up to its first question."""
    moves = scratch(room.MOVES, np.int16)
    for index in range(len(masks)):
        states[index] = fresh[0]
        settle(states[index], luck[index])
        show_legal(states[index], moves, masks[index])


@rule
def choose_all(masks, luck, actions):
    """A random legal action for every game."""
    for index in range(len(actions)):
        actions[index] = random_legal(masks[index], luck[index])
