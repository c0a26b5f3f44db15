"""Moves, throws and positions of Sailorman Dice as text.

`write bell 3 at 4`, `cross starfish 9 for boat 5`, `skip`; `throw bell boat 3 5`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from spieltisch.door import Refused, Seat, State, Words

from .chart import CELLS, COLUMNS, EMPTY, ENTER, NOTHING, PHASES, ROWS, SKIPPED, SYMBOLS
from .content import BOX_NAMES
from .entering import FIRST_CROSS, PAIRS, is_open, may_cross
from .position import MARKS
from .position import read_position as read_position
from .rules import DICE_PAIRS, SKIP

SYMBOL = "(" + "|".join(SYMBOLS) + ")"
WRITE = re.compile(rf"write {SYMBOL} ([1-6]) at ([1-9])")
CROSSING = re.compile(rf"cross {SYMBOL} ([1-9]) for {SYMBOL} ([1-6])")

# ---------------------------------------------------------------- moves


def pair_words(state: State, pair: int) -> str:
    """A pair as text: boat 5."""
    return f"{SYMBOLS[state.plain.symbols[pair >> 1]]} {state.plain.numbers[pair & 1]}"


def move_texts(state: State, seat: Seat, moves: list[int]) -> list[str]:
    """Moves as texts."""
    plain = state.plain
    texts = [texts_with(plain.symbols[pair >> 1], plain.numbers[pair & 1]) for pair in range(PAIRS)]
    return ["skip" if move == SKIP else texts[PAIR_OF[move]][PLACE_OF[move]] for move in moves]


PAIR_OF = [*(move // COLUMNS for move in range(FIRST_CROSS)), *(cross // CELLS for cross in range(PAIRS * CELLS))]
PLACE_OF = [
    *(move % COLUMNS for move in range(FIRST_CROSS)),
    *(COLUMNS + cross % CELLS for cross in range(PAIRS * CELLS)),
]


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
            symbol, number = write_pair(state, state.plain.rest) or ("", 0)
            raise Refused("rest_only", symbol=symbol, number=number)
        raise Refused("not_thrown", symbol=symbol, number=number)
    if record.cells[seat, SYMBOLS.index(row), column - 1] != EMPTY:
        raise Refused("cell_full", row=row, column=column)
    if verb == "cross" and not may_cross(record, seat, pairs[f"{symbol} {number}"]):
        raise Refused("not_in_river", symbol=symbol, number=number)
    raise Refused("would_fall", symbol=symbol, number=number, column=column)


# ---------------------------------------------------------------- throws

PAIRS_OF_DICE = [(lower, upper) for lower in range(6) for upper in range(lower, 6)]


def outcome_text(state: State, outcome: int) -> str:
    """A throw as text."""
    first, second = PAIRS_OF_DICE[outcome // DICE_PAIRS]
    low, high = PAIRS_OF_DICE[outcome % DICE_PAIRS]
    return f"throw {SYMBOLS[first]} {SYMBOLS[second]} {low + 1} {high + 1}"


def outcome_code(state: State, text: str) -> int | None:
    """The outcome of a text, if it can be read."""
    match = re.fullmatch(rf"throw {SYMBOL} {SYMBOL} ([1-6]) ([1-6])", text)
    if not match:
        return None
    first, second = SYMBOLS.index(match[1]), SYMBOLS.index(match[2])
    low, high = int(match[3]) - 1, int(match[4]) - 1
    if first > second or low > high:
        return None
    return PAIRS_OF_DICE.index((first, second)) * DICE_PAIRS + PAIRS_OF_DICE.index((low, high))


# ---------------------------------------------------------------- positions, written


def write_position(state: State) -> dict[str, Any]:
    """The whole state as JSON."""
    plain = state.plain
    seats = range(plain.seats)
    position: dict[str, Any] = {
        **write_table(state),
        "left": plain.left[: plain.seats],
        "rest": write_pair(state, plain.rest),
    }
    if any(cell != NOTHING for seat in seats for cell in plain.entered[seat]):
        position["entered"] = [write_entered(state, seat) for seat in seats]
    return position


def write_table(state: State) -> dict[str, Any]:
    """Dice, charts, boxes and shells."""
    plain = state.plain
    seats = range(plain.seats)
    return {
        "captain": plain.captain,
        "thrower": plain.thrower,
        "phase": PHASES[plain.phase],
        "throw": write_throw(state),
        "charts": [write_chart(state, seat) for seat in seats],
        "boxes": [write_boxes(state, seat) for seat in seats],
        "shells": write_shells(state),
    }


def write_throw(state: State) -> list[Any] | None:
    """The four dice, or None between throws."""
    if state.plain.phase != ENTER:
        return None
    return [*(SYMBOLS[symbol] for symbol in state.plain.symbols), *state.plain.numbers]


def write_pair(state: State, pair: int) -> list[Any] | None:
    """A pair: ["boat", 5]."""
    return None if pair == NOTHING else [SYMBOLS[state.plain.symbols[pair >> 1]], state.plain.numbers[pair & 1]]


MARK_OF = bytes.maketrans(bytes(range(len(MARKS))), MARKS.encode())


def write_chart(state: State, seat: Seat) -> list[str]:
    """Six strings of nine."""
    return [bytes(row).translate(MARK_OF).decode() for row in state.plain.cells[seat]]


def write_boxes(state: State, seat: Seat) -> dict[str, int]:
    """Box → points, for every box that is filled."""
    return {BOX_NAMES[box]: points for box, points in enumerate(state.plain.boxes[seat]) if points >= 0}


def write_shells(state: State) -> dict[str, list[Seat]]:
    """Box → the seats that got its shells."""
    taken = enumerate(state.plain.takers)
    return {BOX_NAMES[box]: [seat for seat in range(4) if takers >> seat & 1] for box, takers in taken if takers}


def write_cell(cell: int) -> list[Any]:
    """A cell: ["bell", 4]."""
    return [SYMBOLS[cell // COLUMNS], cell % COLUMNS + 1]


def write_entered(state: State, seat: Seat) -> list[Any]:
    """What a seat did in the running throw, in order: cells, and `skip`."""
    done = [cell for cell in state.plain.entered[seat] if cell != NOTHING]
    return ["skip" if cell == SKIPPED else write_cell(cell) for cell in done]
