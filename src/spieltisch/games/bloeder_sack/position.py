"""Positions of Blöder Sack as JSON.

A die is `seat:value`; under the house rule `newest` it is `seat:value#n`, with its order of placing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from spieltisch.door import Refused, Seat, State, sequence, short, table, whole

from .content import deck_of
from .rules import DRAW, PHASES, PLACE, ROLL, SHORT, SIX
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


def dice_in_hand(record: Any) -> list[int]:
    """The dice still in hand, ascending."""
    return [value for value in record.dice.tolist() if value]


def card_on(state: State, tray: int) -> str | None:
    """The id of the card above a tray."""
    card = state.plain.card[tray]
    return None if card == NO_CARD else deck_of(state.options)[card]["id"]


# ---------------------------------------------------------------- what follows from the rest


def complete(record: Any, told: Collection[str]) -> None:
    """Fill in what was not told, and what the rules keep for speed."""
    if "turn" not in told:
        record.turn = record.start
    if "trays" not in told:
        record.card[:] = NO_CARD
    if "dice" not in told and "phase" in told and record.phase == SIX:
        record.dice[:] = FACES
    lies = record.lies[: record.deck_size].tolist()
    record.pile_size = lies.count(PILE)
    for seat in range(int(record.seats)):
        record.won[seat] = lies.count(WON + seat)
        record.supply[seat] = DICE - placed(record, seat) - (len(dice_in_hand(record)) if seat == record.turn else 0)
    if "phase" not in told:
        is_short = record.supply[record.turn] < 2
        record.phase = DRAW if has_to_draw(record) else PLACE if record.dice[0] else SHORT if is_short else ROLL
    if "then" not in told and record.phase == DRAW:
        record.then = PLACE if record.dice[0] else ROLL


def placed(record: Any, seat: Seat) -> int:
    """How many dice of a seat lie on the trays."""
    return [record.owner[tray, space] for tray in range(TRAYS) for space in range(record.count[tray])].count(seat)


def has_to_draw(record: Any) -> bool:
    """Is there a free place, and a card for it?"""
    return bool(record.pile_size > 0 and NO_CARD in record.card)


# ---------------------------------------------------------------- forms of their own


def read_trays(value: Any, key: str, record: Any, options: Mapping[str, Any]) -> None:
    """The cards above the trays and the dice on them; trays not mentioned have no card."""
    record.card[:] = NO_CARD
    numbered = []
    for tray, told in enumerate(sequence(value, "trays", 0, TRAYS)):
        told = table(told, "trays", ["card", "dice"])
        if told.get("card") is not None:
            record.card[tray] = read_card(told["card"], record, options, TRAY, "trays")
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


def read_card(name: Any, record: Any, options: Mapping[str, Any], where: int, key: str) -> int:
    """A card of the deck, which from now on lies there and nowhere else."""
    deck = [card["id"] for card in deck_of(options)]
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


def read_won(value: Any, key: str, record: Any, options: Mapping[str, Any]) -> None:
    """The cards that each seat has won."""
    for seat, cards in enumerate(sequence(value, key, int(record.seats), int(record.seats))):
        for name in sequence(cards, key, 0, LARGEST_DECK):
            read_card(name, record, options, WON + seat, key)


def read_discarded(value: Any, key: str, record: Any, options: Mapping[str, Any]) -> None:
    """The cards that have left the game."""
    for name in sequence(value, key, 0, LARGEST_DECK):
        read_card(name, record, options, DISCARD, key)


# ---------------------------------------------------------------- what cannot be


def faults(record: Any, watcher: Seat | None) -> None:
    """Refuse what contradicts itself, with the key at fault; watcher: whose view it is (-1: an onlooker's), None: a whole position."""
    for seat in range(int(record.seats)):
        count = placed(record, seat)
        if count > DICE:
            raise Refused("too_many_dice", key="trays", seat=seat, count=count)
        if record.supply[seat] < 0:
            raise Refused("too_many_dice", key="dice", seat=seat, count=DICE - int(record.supply[seat]))
    check_phase(record, PHASES[record.phase], dice_in_hand(record))
    check_then(record)


def check_phase(record: Any, phase: str, dice: list[int]) -> None:
    """Does the phase fit the rest?"""
    is_short = record.supply[record.turn] < 2
    if has_to_draw(record) and phase not in ("draw", "over"):
        raise Refused("card_missing", key="trays", tray=record.card.tolist().index(NO_CARD) + 1)
    if phase == "draw" and not has_to_draw(record):
        raise Refused("nothing_to_draw", key="phase")
    if phase in ("short", "roll", "over") and dice:
        raise Refused("dice_too_early", key="dice", phase=phase)
    if phase in ("short", "roll") and (phase == "short") != is_short:
        raise Refused("wrong_supply", key="phase", supply=int(record.supply[record.turn]))
    if phase == "six" and dice != [FACES, FACES]:
        raise Refused("not_double_six", key="dice")
    if phase == "six" and not has_dice(record):
        raise Refused("no_dice_on_trays", key="phase")
    if phase == "place" and not dice:
        raise Refused("no_dice_in_hand", key="dice")
    if phase == "place" and not has_open_tray(record):
        raise Refused("no_open_tray", key="phase")


def check_then(record: Any) -> None:
    """In phase `draw`, what follows: dice in hand are still to be placed, and who rolls has two."""
    if record.phase != DRAW:
        if record.then:
            raise Refused("then_without_draw", key="then")
        return
    if (record.then == PLACE) != bool(dice_in_hand(record)):
        raise Refused("wrong_then", key="then")
    if record.then == ROLL and record.supply[record.turn] < 2:
        raise Refused("wrong_supply", key="then", supply=int(record.supply[record.turn]))
