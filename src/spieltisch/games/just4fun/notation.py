"""What of Just 4 Fun's texts has a form of its own: the cards of a move, the board of a position; and why a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Refused, Seat, State, sequence
from spieltisch.rule import rule
from spieltisch.write import close_list, open_list, write_field, write_item

from .content import SHUFFLED, check_board, lay_board
from .rules import FIELDS, HAND, SIDE, best_other, owner

CARDS = r"[1-9]\d?(?:\+[1-9]\d?){0,3}"

# ---------------------------------------------------------------- moves


@rule
def write_cards(record, seat, names, code, out, at):
    """The chosen cards of a hand as a sum: 5+11+13. One code less than the move, whose bits are the cards."""
    first = at
    for slot in range(HAND):
        if code + 1 >> slot & 1:
            at = write_field(out, at, b"" if at == first else b"+", record.hands[seat, slot])
    return at


def played_cards(text: str) -> list[int]:
    """The cards named by a move text."""
    return [int(card) for card in text.removeprefix("play ").split("+")] if text != "pass" else []


def move_details(text: str) -> dict[str, Any]:
    """What the words for a move tell: the cards, and the field they add up to."""
    cards = played_cards(text)
    return {"cards": " + ".join(map(str, cards)), "field": sum(cards)}


def refuse(state: State, seat: Seat, text: str, verb: str) -> None:
    """Say why a text that can be read is not among the legal moves."""
    if verb == "pass":
        raise Refused("must_play")
    cards = played_cards(text)
    if cards != sorted(cards):
        raise Refused("not_ascending", cards="+".join(map(str, sorted(cards))))
    hand = state.plain.hands[seat]
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise Refused("not_in_hand", card=card)
    field = sum(cards)
    if field > FIELDS:
        raise Refused("beyond_board", total=field)
    if state.record.locked[field]:
        raise Refused("locked", field=field, owner=int(owner(state.record, field)))
    stones = [row[field] for row in state.plain.stones[: state.seats]]
    raise Refused("barred", field=field, by=stones.index(int(best_other(state.record, seat, field))))


# ---------------------------------------------------------------- positions


@rule
def write_board(record, watcher, names, out, at):
    """The numbers of the board in reading order, as far as they are laid."""
    first = at = open_list(out, at)
    for place in range(record.laid):
        at = write_item(out, at, record.board[place // SIDE, place % SIDE])
    return close_list(out, at, first)


def read_board(value: Any, key: str, record: Any, options: Mapping[str, Any]) -> None:
    """The order of a shuffled board, as far as it is laid."""
    if not is_shuffled(options):
        raise Refused("board_not_shuffled", key=key)
    numbers = sequence(value, key, 0, FIELDS)
    rest = [number for number in range(1, FIELDS + 1) if number not in numbers]
    check_board([*numbers, *rest], key)
    lay_board(record, numbers)


def is_shuffled(options: Mapping[str, Any]) -> bool:
    """Is the order of the board a matter of chance?"""
    return options.get("board") == SHUFFLED


def has_covered(record: Any, options: Mapping[str, Any]) -> bool:
    """Have cards been laid down unseen?"""
    return bool(record.covered.any())
