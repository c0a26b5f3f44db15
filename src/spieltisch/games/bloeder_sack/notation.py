"""Moves of Blöder Sack as text: `score 3`, `decline`, `place 4 on 2`, `swap 4 at 2.5`; and `roll 2 4`, `draw most_4`.

Positions are read and written in `position`."""

from __future__ import annotations

import re

from spieltisch.door import Refused, Seat, State, Words

from .content import deck_of
from .position import read_position as read_position
from .position import write_position as write_position
from .rules import DRAWS, HIGH, LOW, PLACE, SHORT, SIX, SWAPS
from .trays import FACES, NO_CARD, SPACES, TRAYS

TEXTS = [
    *(f"score {tray}" for tray in range(1, TRAYS + 1)),
    "decline",
    *(f"place {value} on {tray}" for value in range(1, FACES + 1) for tray in range(1, TRAYS + 1)),
]  # the moves below SWAPS, by their numbers
ROLLS = [f"roll {low} {high}" for low, high in zip(LOW, HIGH, strict=True)]


def move_texts(state: State, seat: Seat, moves: list[int]) -> list[str]:
    """Moves as texts."""
    values = state.only("value") if max(moves, default=0) >= SWAPS else []
    return [TEXTS[move] if move < SWAPS else swap_text(values, move) for move in moves]


def swap_text(values: list[list[int]], move: int) -> str:
    """A swap as text."""
    tray, space = divmod(move - SWAPS, SPACES)
    return f"swap {values[tray][space]} at {tray + 1}.{space + 1}"


def numbers(text: str) -> list[int]:
    """The numbers in a move: `swap 4 at 2.5` has value, tray and space."""
    return [int(number) for number in re.findall("[0-9]", text)]


def move_words(text: str, words: Words) -> str:
    """A move in words, for a menu."""
    kind = text.partition(" ")[0]
    names = {"score": ["tray"], "place": ["value", "tray"], "swap": ["value", "tray", "space"]}.get(kind, [])
    return words(f"moves.{kind}", **dict(zip(names, numbers(text), strict=False)))


def refuse(state: State, seat: Seat, text: str) -> None:
    """Say why a text is not among the legal moves; silent if it cannot be read at all."""
    if re.fullmatch("score [1-9]", text):
        refuse_scoring(state, *numbers(text))
    elif text == "decline":
        raise Refused("must_score" if state.record.phase == SHORT else "nothing_to_decline")
    elif re.fullmatch("place [1-6] on [1-9]", text):
        check_dice(state, *numbers(text))
    elif re.fullmatch(r"swap [1-6] at [1-9]\.[1-9]", text):
        value, tray, space = numbers(text)
        check_dice(state, value, tray)
        refuse_swap(state, seat, value, tray, space)


def refuse_scoring(state: State, tray: int) -> None:
    """Why this card cannot be scored now."""
    check_tray(state, tray)
    if state.record.phase == SHORT:
        raise Refused("not_two_own", tray=tray)
    raise Refused("tray_empty" if state.record.phase == SIX else "no_scoring_now", tray=tray)


def check_tray(state: State, tray: int) -> None:
    """Is there such a tray, with a card?"""
    if tray > TRAYS:
        raise Refused("no_such_tray", tray=tray)
    if state.record.card[tray - 1] == NO_CARD:
        raise Refused("tray_closed", tray=tray)


def check_dice(state: State, value: int, tray: int) -> None:
    """Is it time to place, is there such a die in hand, and is the tray open?"""
    record = state.record
    if record.phase != PLACE:
        raise Refused("must_score" if record.phase == SHORT else "six_first")
    if value not in record.dice:
        raise Refused("not_in_hand", value=value)
    check_tray(state, tray)


def refuse_swap(state: State, seat: Seat, value: int, tray: int, space: int) -> None:
    """Why this die cannot be replaced."""
    record = state.record
    if not record.dice[1]:
        raise Refused("already_placed")
    if space > record.count[tray - 1]:
        raise Refused("space_empty", tray=tray, space=space)
    if record.owner[tray - 1, space - 1] == seat:
        raise Refused("own_die", tray=tray, space=space)
    raise Refused("other_value", tray=tray, space=space, value=int(record.value[tray - 1, space - 1]))


def outcome_text(state: State, outcome: int) -> str:
    """An outcome as text."""
    if outcome < DRAWS:
        return ROLLS[outcome]
    return f"draw {deck_of(state.options)[outcome - DRAWS]['id']}"


def outcome_code(state: State, text: str) -> int | None:
    """The outcome of a text, if it can be read."""
    kind, _, rest = text.partition(" ")
    if kind == "roll" and re.fullmatch("[1-6] [1-6]", rest):
        return ROLLS.index(text) if text in ROLLS else None
    if kind == "draw":
        names = [card["id"] for card in deck_of(state.options)]
        return DRAWS + names.index(rest) if rest in names else None
    return None
