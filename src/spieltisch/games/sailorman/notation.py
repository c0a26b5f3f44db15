"""Moves, throws and positions of Sailorman Dice as text.

`write bell 3 at 4`, `cross starfish 9 for boat 5`, `skip`; `throw bell boat 3 5`."""

from __future__ import annotations

import re
from functools import cache

from spieltisch.door import Refused, Seat, State, Words

from .chart import COLUMNS, EMPTY, NOTHING, ROWS, SYMBOLS
from .entering import PAIRS, is_open, may_cross, number_of, symbol_of
from .position import read_position as read_position
from .writing import write_position as write_position

SYMBOL = "(" + "|".join(SYMBOLS) + ")"
WRITE = re.compile(rf"write {SYMBOL} ([1-6]) at ([1-9])")
CROSSING = re.compile(rf"cross {SYMBOL} ([1-9]) for {SYMBOL} ([1-6])")

# ---------------------------------------------------------------- moves


def pair_words(state: State, pair: int) -> str:
    """A pair as text: boat 5."""
    return f"{SYMBOLS[state.plain.symbols[pair >> 1]]} {state.plain.numbers[pair & 1]}"


def move_texts(state: State, seat: Seat, moves: list[int]) -> list[str]:
    """Moves as texts."""
    texts = texts_after(*state.only("symbols"), *state.only("numbers"))
    return [texts[move] for move in moves]


@cache
def texts_after(first: int, second: int, low: int, high: int) -> list[str]:
    """All moves after a throw, by their numbers."""
    pairs = [texts_with(symbol, number) for symbol in (first, second) for number in (low, high)]
    writes = [text for texts in pairs for text in texts[:COLUMNS]]
    return [*writes, *(text for texts in pairs for text in texts[COLUMNS:]), "skip"]


@cache
def texts_with(symbol: int, number: int) -> list[str]:
    """All moves with a pair: its number in each column, then a cross in each cell."""
    pair = f"{SYMBOLS[symbol]} {number}"
    writes = [f"write {pair} at {column}" for column in range(1, COLUMNS + 1)]
    return writes + [
        f"cross {SYMBOLS[row]} {column} for {pair}" for row in range(ROWS) for column in range(1, COLUMNS + 1)
    ]


def parsed(text: str) -> tuple[str, str, int, str, int] | None:
    """What a move names: the verb, the cell's row and column, the pair's symbol and number."""
    if match := WRITE.fullmatch(text):
        return "write", match[1], int(match[3]), match[1], int(match[2])
    if match := CROSSING.fullmatch(text):
        return "cross", match[1], int(match[2]), match[3], int(match[4])
    return None


def move_words(text: str, words: Words) -> str:
    """A move in words, for a menu."""
    move = parsed(text)
    if move is None:
        return words("moves.skip")
    verb, row, column, symbol, number = move
    return words(f"moves.{verb}", row=row, column=column, symbol=symbol, number=number)


def refuse(state: State, seat: Seat, text: str) -> None:
    """Say why a text is not among the legal moves; silent if it cannot be read at all."""
    if text == "skip":
        raise Refused("must_write")
    move = parsed(text)
    if move is None:
        return
    verb, row, column, symbol, number = move
    record = state.record
    pairs = {pair_words(state, pair): pair for pair in range(PAIRS) if is_open(record, seat, pair)}
    if f"{symbol} {number}" not in pairs:
        if seat == record.thrower and record.rest != NOTHING:
            rest = int(record.rest)
            raise Refused("rest_only", symbol=SYMBOLS[symbol_of(record, rest)], number=number_of(record, rest))
        raise Refused("not_thrown", symbol=symbol, number=number)
    if record.cells[seat, SYMBOLS.index(row), column - 1] != EMPTY:
        raise Refused("cell_full", row=row, column=column)
    if verb == "cross" and not may_cross(record, seat, pairs[f"{symbol} {number}"]):
        raise Refused("not_in_river", symbol=symbol, number=number)
    raise Refused("would_fall", symbol=symbol, number=number, column=column)


# ---------------------------------------------------------------- throws

PAIRS_OF_DICE = [(lower, upper) for lower in range(6) for upper in range(lower, 6)]
THROWS = [
    f"throw {SYMBOLS[first]} {SYMBOLS[second]} {low + 1} {high + 1}"
    for first, second in PAIRS_OF_DICE
    for low, high in PAIRS_OF_DICE
]
CODES = {text: code for code, text in enumerate(THROWS)}


def outcome_text(state: State, outcome: int) -> str:
    """A throw as text."""
    return THROWS[outcome]


def outcome_code(state: State, text: str) -> int | None:
    """The outcome of a text, if it can be read."""
    return CODES.get(text)
