"""Positions of Blöder Sack as JSON.

A die is `seat:value`; under the house rule `newest` it is `seat:value#n`, with its order of placing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spieltisch.door import Refused, State, one_of, sequence, short, table, whole

from .content import Card, deck_of
from .rules import DRAW, END, PHASES, PLACE, ROLL
from .trays import (
    DICE,
    DISCARD,
    FACES,
    LARGEST_DECK,
    LATEST,
    NO_CARD,
    PILE,
    SPACES,
    TRAY,
    TRAYS,
    WON,
    has_dice,
    has_open_tray,
    spaces,
)

THEN = {"roll": ROLL, "place": PLACE, "end": END}

# ---------------------------------------------------------------- positions, written


def write_position(state: State) -> dict[str, Any]:
    """The whole state as JSON."""
    plain = state.plain
    position: dict[str, Any] = {
        "start": plain.start,
        "turn": plain.turn,
        "phase": PHASES[plain.phase],
        "dice": [value for value in plain.dice if value],
        "trays": [{"card": card_on(state, tray), "dice": write_dice(state, tray)} for tray in range(TRAYS)],
        "won": [[card["id"] for card in cards_lying(state, WON + seat)] for seat in range(plain.seats)],
    }
    if discarded := cards_lying(state, DISCARD):
        position["discarded"] = [card["id"] for card in discarded]
    if plain.phase == DRAW:
        position["then"] = next(name for name, then in THEN.items() if then == plain.then)
    return position


def dice_in_hand(record: Any) -> list[int]:
    """The dice still in hand, ascending."""
    return [value for value in record.dice.tolist() if value]


def card_on(state: State, tray: int) -> str | None:
    """The id of the card above a tray."""
    card = state.plain.card[tray]
    return None if card == NO_CARD else deck_of(state.options)[card]["id"]


def cards_lying(state: State, where: int) -> list[Card]:
    """The cards in one place, in the order of the deck."""
    lies = state.plain.lies
    if where not in lies:
        return []
    return [card for card, place in zip(deck_of(state.options), lies, strict=False) if place == where]


DIE = [[f"{owner}:{value}" for value in range(FACES + 1)] for owner in range(4)]


def write_dice(state: State, tray: int) -> list[str]:
    """The dice of a tray in space order."""
    plain = state.plain
    count = plain.count[tray]
    dice = [DIE[owner][value] for owner, value in zip(plain.owner[tray][:count], plain.value[tray], strict=False)]
    if plain.newest:
        return [f"{die}#{order}" for die, order in zip(dice, plain.order[tray], strict=False)]
    return dice


# ---------------------------------------------------------------- positions, read

KEYS = ["start", "turn", "phase", "dice", "trays", "won", "discarded", "then"]


def read_position(given: dict[str, Any], record: Any, options: Mapping[str, Any]) -> None:
    """Fill a laid-out record from JSON; anything inconsistent is refused with its key."""
    table(given, "", KEYS)
    seats = int(record.seats)
    deck = [card["id"] for card in deck_of(options)]
    record.start = whole(given.get("start", 0), "start", 0, seats - 1)
    record.turn = whole(given.get("turn", int(record.start)), "turn", 0, seats - 1)
    read_trays(given, record, deck)
    read_cards(given, record, deck)
    read_hand(given, record)
    count_supply(record)
    record.phase = PHASES.index(read_phase(given, record))
    record.then = read_then(given, record)


def read_trays(given: dict[str, Any], record: Any, deck: list[str]) -> None:
    """The cards above the trays and the dice on them; trays not mentioned have no card."""
    record.card[:] = NO_CARD
    numbered = []
    for tray, told in enumerate(sequence(given.get("trays", []), "trays", 0, TRAYS)):
        told = table(told, "trays", ["card", "dice"])
        if told.get("card") is not None:
            record.card[tray] = read_card(told["card"], record, deck, TRAY, "trays")
        dice = sequence(told.get("dice", []), "trays", 0, SPACES)
        if dice and record.card[tray] == NO_CARD:
            raise Refused("dice_without_card", key="trays", tray=tray + 1)
        if len(dice) >= spaces(record):
            raise Refused("tray_full", key="trays", tray=tray + 1, spaces=int(spaces(record)))
        record.count[tray] = len(dice)
        for space, die in enumerate(dice):
            numbered.append((tray, space, read_die(die, record, tray, space)))
    if record.newest:
        number_dice(numbered, record)


def read_card(name: Any, record: Any, deck: list[str], where: int, key: str) -> int:
    """A card of the deck, which from now on lies there and nowhere else."""
    if not isinstance(name, str):
        raise Refused("wrong_type", key=key, wanted="str", value=short(name))
    if name not in deck:
        raise Refused("no_such_card", key=key, card=short(name))
    card = deck.index(name)
    if record.lies[card] != PILE:
        raise Refused("card_twice", key=key, card=name)
    record.lies[card] = where
    return card


def read_die(die: Any, record: Any, tray: int, space: int) -> int | None:
    """One die on its space; the order of placing, if it is told."""
    match = re.fullmatch("([0-9]):([1-6])(?:#([1-9][0-9]{0,2}))?", die) if isinstance(die, str) else None
    if match is None:
        raise Refused("unreadable_die", key="trays", value=short(die))
    record.owner[tray, space] = whole(int(match[1]), "trays", 0, int(record.seats) - 1)
    record.value[tray, space] = int(match[2])
    if match[3] is None:
        return None
    if not record.newest:
        raise Refused("order_not_kept", key="trays", value=die)
    return whole(int(match[3]), "trays", 1, LATEST)


def number_dice(numbered: list[tuple[int, int, int | None]], record: Any) -> None:
    """Under `newest` every die has its order, or none has: then they were placed as they lie."""
    told = [order for _, _, order in numbered if order is not None]
    if told and len(told) < len(numbered):
        raise Refused("order_missing", key="trays")
    if len(set(told)) < len(told):
        raise Refused("order_twice", key="trays")
    for place, (tray, space, order) in enumerate(numbered):
        record.order[tray, space] = place + 1 if order is None else order


def read_cards(given: dict[str, Any], record: Any, deck: list[str]) -> None:
    """Cards won and discarded; the rest of the deck is the pile."""
    seats = int(record.seats)
    for seat, cards in enumerate(sequence(given.get("won", [[]] * seats), "won", seats, seats)):
        for name in sequence(cards, "won", 0, LARGEST_DECK):
            read_card(name, record, deck, WON + seat, "won")
            record.won[seat] += 1
    for name in sequence(given.get("discarded", []), "discarded", 0, LARGEST_DECK):
        read_card(name, record, deck, DISCARD, "discarded")
    record.pile_size = record.lies[: record.deck_size].tolist().count(PILE)


def read_hand(given: dict[str, Any], record: Any) -> None:
    """The dice in hand, in any order."""
    usual = [FACES, FACES] if given.get("phase") == "six" else []
    dice = sorted(whole(value, "dice", 1, FACES) for value in sequence(given.get("dice", usual), "dice", 0, 2))
    record.dice[: len(dice)] = dice


def count_supply(record: Any) -> None:
    """What is neither on a tray nor in hand is in the supply."""
    placed = [record.owner[tray, space] for tray in range(TRAYS) for space in range(record.count[tray])]
    for seat in range(int(record.seats)):
        rest = DICE - placed.count(seat)
        if rest < 0:
            raise Refused("too_many_dice", key="trays", seat=seat, count=placed.count(seat))
        if seat == record.turn:
            rest -= len(dice_in_hand(record))
        if rest < 0:
            raise Refused("too_many_dice", key="dice", seat=seat, count=DICE - rest)
        record.supply[seat] = rest


def read_phase(given: dict[str, Any], record: Any) -> str:
    """The phase, as told or as it follows from the rest; told ones are checked."""
    dice = dice_in_hand(record)
    to_draw = record.pile_size > 0 and NO_CARD in record.card
    is_short = record.supply[record.turn] < 2
    natural = "draw" if to_draw else "place" if dice else "short" if is_short else "roll"
    phase = one_of(given.get("phase", natural), "phase", PHASES)
    if to_draw and phase not in ("draw", "over"):
        raise Refused("card_missing", key="trays", tray=record.card.tolist().index(NO_CARD) + 1)
    if phase == "draw" and not to_draw:
        raise Refused("nothing_to_draw", key="phase")
    if phase in ("short", "roll", "over") and dice:
        raise Refused("dice_too_early", key="dice", phase=phase)
    if phase in ("short", "roll") and (phase == "short") != is_short:
        raise Refused("wrong_supply", key="phase", supply=int(record.supply[record.turn]))
    if phase == "six":
        check_six(record, dice)
    if phase == "place" and not dice:
        raise Refused("no_dice_in_hand", key="dice")
    if phase == "place" and not has_open_tray(record):
        raise Refused("no_open_tray", key="phase")
    return phase


def check_six(record: Any, dice: list[int]) -> None:
    """A double 6 leaves a choice only if some tray holds a die."""
    if dice != [FACES, FACES]:
        raise Refused("not_double_six", key="dice")
    if not has_dice(record):
        raise Refused("no_dice_on_trays", key="phase")


def read_then(given: dict[str, Any], record: Any) -> int:
    """In phase `draw`, what follows: dice in hand are still to be placed, and who rolls has two."""
    if record.phase != DRAW:
        if "then" in given:
            raise Refused("then_without_draw", key="then")
        return 0
    dice = dice_in_hand(record)
    then = THEN[one_of(given.get("then", "place" if dice else "roll"), "then", THEN)]
    if (then == PLACE) != bool(dice):
        raise Refused("wrong_then", key="then")
    if then == ROLL and record.supply[record.turn] < 2:
        raise Refused("wrong_supply", key="then", supply=int(record.supply[record.turn]))
    return then
