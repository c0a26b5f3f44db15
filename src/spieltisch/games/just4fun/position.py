"""Positions of Just 4 Fun: what one that is told in part leaves to be found out, and what no range can say is wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from spieltisch.door import Refused, Seat, whole

from .rules import (
    DEAL,
    DRAW,
    FIELDS,
    HAND,
    HIGHEST_CARD,
    OVER,
    PLAY,
    STONES,
    best_other,
    chance_for,
    completes_line,
    is_finished,
    owner,
)  # fmt: skip

ALL_FIELDS = range(1, FIELDS + 1)


# ---------------------------------------------------------------- what follows from the rest


def complete(record: Any, told: Collection[str]) -> None:
    """Fill in what was not told, and what the rules keep for speed."""
    if "turn" not in told:
        record.turn = record.start
    if "locked" not in told:
        for field in ALL_FIELDS:
            record.locked[field] = is_led_by_two(record, field)
    if "supply" not in told:
        for seat in range(int(record.seats)):
            record.supply[seat] = max(0, STONES - placed(record, seat))
    record.winner = min(winners(record), default=-1)
    if "phase" not in told:
        record.phase = natural_phase(record, "hands" in told)


def is_led_by_two(record: Any, field: int) -> bool:
    """R5: does somebody lead a field by two stones?"""
    leader = int(owner(record, field))
    return leader >= 0 and bool(record.stones[leader, field] >= best_other(record, leader, field) + 2)


def placed(record: Any, seat: Seat) -> int:
    """The stones of a seat on the board."""
    return sum(record.stones[seat].tolist())


def winners(record: Any) -> set[Seat]:
    """The seats that have a line of four."""
    if record.laid < FIELDS:
        return set()
    return {seat for seat in range(int(record.seats)) if any(completes_line(record, seat, field) for field in ALL_FIELDS)}


def natural_phase(record: Any, has_hands: bool) -> int:
    """The phase, as it follows from stones and hands."""
    if has_ended(record):
        return OVER
    if not has_hands or record.laid < FIELDS:
        return DEAL
    return DRAW if short_of_cards(record) else PLAY


def has_ended(record: Any) -> bool:
    """Can nobody play on?"""
    return bool(record.winner >= 0 or is_finished(record))


def short_of_cards(record: Any) -> list[Seat]:
    """The seats that still get cards."""
    return [seat for seat in range(int(record.seats)) if record.supply[seat] and record.cards[seat] < HAND]


# ---------------------------------------------------------------- what cannot be


def faults(record: Any, watcher: Seat | None) -> None:
    """Refuse what contradicts itself, with the key at fault; watcher: whose view it is (-1: an onlooker's), None: a whole position."""
    check_stones(record)
    check_cards(record)
    if len(winners(record)) > 1:
        raise Refused("two_winners", key="stones")
    check_phase(record)


def check_stones(record: Any) -> None:
    """A lead of two over everybody is a lock, and a lock stands alone; locks may have cost stones, nothing else does."""
    for field in ALL_FIELDS:
        if is_led_by_two(record, field) and best_other(record, int(owner(record, field)), field):
            raise Refused("lock_not_alone", key=f"stones.{field}", field=field)
    locked = [field for field in ALL_FIELDS if is_led_by_two(record, field)]
    if locked != [field for field in ALL_FIELDS if record.locked[field]]:
        raise Refused("wrong_locks", key="locked", locked=locked)
    for seat in range(int(record.seats)):
        if placed(record, seat) > STONES:
            raise Refused("too_many_stones", key="stones", seat=seat, count=placed(record, seat))
        whole(int(record.supply[seat]), "supply", 0, STONES - placed(record, seat))


def check_cards(record: Any) -> None:
    """Only who has stones has cards; what was laid down covered is among the discards."""
    for seat in range(int(record.seats)):
        if record.cards[seat] and record.supply[seat] == 0:
            raise Refused("cards_without_stones", key="hands", seat=seat)
    for card in range(1, HIGHEST_CARD + 1):
        if sum(row[card] for row in record.covered.tolist()) > record.discard[card]:
            raise Refused("covered_not_discarded", key="covered", card=card)
    if record.pile_size == 0:
        raise Refused("pile_empty", key="discard")


def check_phase(record: Any) -> None:
    """Does the phase fit the rest?"""
    short = short_of_cards(record)
    if record.phase == OVER:
        return
    if has_ended(record):
        raise Refused("already_over", key="phase")
    if record.laid < FIELDS and record.phase != DEAL:
        raise Refused("board_not_laid", key="board")
    if record.supply[record.turn] == 0:
        raise Refused("turn_without_stones", key="turn", seat=int(record.turn))
    if record.phase == PLAY and short:
        raise Refused("hand_not_full", key="hands", seat=short[0])
    if record.phase == DRAW and short != [int(record.turn)]:
        raise Refused("wrong_drawer", key="hands", seat=int(record.turn))
    if record.phase == DEAL:
        check_deal(record, short)


def check_deal(record: Any, short: list[Seat]) -> None:
    """Hands are dealt seat by seat from the start seat: four cards before the next one gets any."""
    if not short and record.laid == FIELDS:
        raise Refused("all_dealt", key="phase")
    dealt_to = int(chance_for(record))
    for seat in short:
        if seat != dealt_to and record.cards[seat]:
            raise Refused("dealt_out_of_order", key="hands", seat=seat)
    after = [(record.start + step) % record.seats for step in range(record.seats)]
    if dealt_to >= 0 and any(record.cards[seat] for seat in after[after.index(dealt_to) + 1 :]):
        raise Refused("dealt_out_of_order", key="hands", seat=dealt_to)
