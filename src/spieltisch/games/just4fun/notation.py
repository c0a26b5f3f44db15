"""Moves, outcomes and positions of Just 4 Fun as text: `play 5+11+13`, `pass`; `draw 7`, `lay 17`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from spieltisch.door import Refused, Seat, State, Words, one_of, sequence, table, whole

from .content import SHUFFLED, check_board, lay_board
from .rules import (
    DEAL,
    FIELDS,
    HAND,
    HIGHEST_CARD,
    LAY,
    PHASES,
    STONES,
    best_other,
    chance_for,
    completes_line,
    is_finished,
    owner,
)  # fmt: skip

# ---------------------------------------------------------------- moves and outcomes


def cards_text(cards: list[int]) -> str:
    """Cards as a sum: 5+11+13."""
    return "+".join(map(str, cards))


def move_texts(state: State, seat: Seat, moves: list[int]) -> list[str]:
    """Moves as texts."""
    texts = texts_with(tuple(state.only("hands")[seat]))
    return [texts[move] for move in moves]


@cache
def texts_with(hand: tuple[int, ...]) -> list[str]:
    """All moves with these cards, by their numbers."""
    texts = ["pass"]
    for card in hand:  # each move again, with this card
        texts += [f"play {card}", *(f"{text}+{card}" for text in texts[1:])]
    return texts


def played_cards(text: str) -> list[int]:
    """The cards named by a move text."""
    return [int(card) for card in text.removeprefix("play ").split("+")] if text != "pass" else []


def refuse(state: State, seat: Seat, text: str) -> None:
    """Say why a text is not among the legal moves; silent if it cannot be read at all."""
    if text == "pass":
        raise Refused("must_play")
    if not re.fullmatch(r"play [1-9]\d?(\+[1-9]\d?){0,3}", text):
        return
    cards = played_cards(text)
    if cards != sorted(cards):
        raise Refused("not_ascending", cards=cards_text(sorted(cards)))
    hand = hand_of(state, seat)
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise Refused("not_in_hand", card=card)
    field = sum(cards)
    if field > FIELDS:
        raise Refused("beyond_board", total=field)
    if state.record.locked[field]:
        raise Refused("locked", field=field, owner=int(owner(state.record, field)))
    stones = state.record.stones[: state.seats, field].tolist()
    raise Refused("barred", field=field, by=stones.index(int(best_other(state.record, seat, field))))


def hand_of(state: State, seat: Seat) -> list[int]:
    """A seat's cards, ascending."""
    return [card for card in state.plain.hands[seat] if card]


OUTCOMES = [*(f"draw {card}" for card in range(LAY + 1)), *(f"lay {field}" for field in range(1, FIELDS + 1))]


def outcome_text(state: State, outcome: int) -> str:
    """An outcome as text."""
    return OUTCOMES[outcome]


def outcome_code(state: State, text: str) -> int | None:
    """The outcome of a text, if it can be read."""
    match = re.fullmatch(r"(draw|lay) ([1-9]\d?)", text)
    if not match:
        return None
    number = int(match[2])
    if match[1] == "draw":
        return number if number <= HIGHEST_CARD else None
    return LAY + number if number <= FIELDS else None


# ---------------------------------------------------------------- positions


def values(counts: list[int]) -> list[int]:
    """Cards as an ascending list, from how many there are of each value."""
    return [value for value, count in enumerate(counts) if count for _ in range(count)]


OPEN = ("start", "turn", "phase", "stones", "locked", "supply")


def write_position(state: State) -> dict[str, Any]:
    """The whole state as JSON: what lies open, as views tell it, and all cards."""
    plain = state.plain
    seen = state.game.view(state, None)
    position = {
        **{key: seen[key] for key in OPEN},
        "hands": [hand_of(state, seat) for seat in range(state.seats)],
        "discard": values(plain.discard),
    }
    if any(seen["covered"]):
        position["covered"] = [values(plain.covered[seat]) for seat in range(state.seats)]
    if state.options.get("board") == SHUFFLED:
        position["board"] = seen["board"]
    return position


KEYS = ["start", "turn", "phase", "stones", "locked", "supply", "hands", "discard", "covered", "board"]


def read_position(given: dict[str, Any], record: Any, options: Mapping[str, Any]) -> None:
    """Fill a laid-out record from JSON; anything inconsistent is refused with its key."""
    table(given, "", KEYS)
    seats = int(record.seats)
    record.start = whole(given.get("start", 0), "start", 0, seats - 1)
    record.turn = whole(given.get("turn", int(record.start)), "turn", 0, seats - 1)
    record.winner = -1
    read_board(given, record)
    read_stones(given, record)
    read_supply(given, record)
    read_cards(given, record)
    record.winner = read_winner(record)
    record.phase = PHASES.index(read_phase(given, record))


def read_board(given: dict[str, Any], record: Any) -> None:
    """The order of a shuffled board, as far as it is laid."""
    if "board" not in given:
        return
    if record.laid:
        raise Refused("board_not_shuffled", key="board")
    numbers = sequence(given["board"], "board", 0, FIELDS)
    rest = [number for number in range(1, FIELDS + 1) if number not in numbers]
    check_board([*numbers, *rest], "board")
    lay_board(record, numbers)


def read_stones(given: dict[str, Any], record: Any) -> None:
    """Stones on the fields; a lead of two over everybody is a lock, and a lock stands alone."""
    seats = int(record.seats)
    for name, stones in table(given.get("stones", {}), "stones").items():
        key = f"stones.{name[:9]}"
        if name not in map(str, range(1, FIELDS + 1)):
            raise Refused("unknown_key", key=key)
        field = int(name)
        for seat, count in enumerate(sequence(stones, key, seats, seats)):
            record.stones[seat, field] = whole(count, key, 0, STONES)
        leader = int(owner(record, field))
        if leader >= 0:
            others = int(best_other(record, leader, field))
            record.locked[field] = record.stones[leader, field] >= others + 2
            if record.locked[field] and others:
                raise Refused("lock_not_alone", key=key, field=field)
    locked = [field for field in range(1, FIELDS + 1) if record.locked[field]]
    if "locked" in given:
        told = [whole(field, "locked", 1, FIELDS) for field in sequence(given["locked"], "locked", 0, FIELDS)]
        if sorted(told) != locked:
            raise Refused("wrong_locks", key="locked", locked=locked)


def read_supply(given: dict[str, Any], record: Any) -> None:
    """Stones in hand: never more than twenty less those on the board; locks may have cost some."""
    seats = int(record.seats)
    rest = []
    for seat in range(seats):
        placed = sum(record.stones[seat].tolist())
        if placed > STONES:
            raise Refused("too_many_stones", key="stones", seat=seat, count=placed)
        rest.append(STONES - placed)
    supply = sequence(given.get("supply", rest), "supply", seats, seats)
    for seat in range(seats):
        record.supply[seat] = whole(supply[seat], "supply", 0, rest[seat])


def read_cards(given: dict[str, Any], record: Any) -> None:
    """Hands and discards; the rest of the cards is the pile."""
    seats = int(record.seats)
    hands = sequence(given.get("hands", [[]] * seats), "hands", seats, seats)
    for seat in range(seats):
        cards = sorted(read_values(hands[seat], "hands", HAND))
        if cards and record.supply[seat] == 0:
            raise Refused("cards_without_stones", key="hands", seat=seat)
        record.cards[seat] = len(cards)
        record.hands[seat, : len(cards)] = cards
        take_from_pile(record, cards, "hands")
    discard = read_values(given.get("discard", []), "discard", 55)
    take_from_pile(record, discard, "discard")
    for card in discard:
        record.discard[card] += 1
    covered = sequence(given.get("covered", [[]] * seats), "covered", seats, seats)
    for seat in range(seats):
        for card in read_values(covered[seat], "covered", 55):
            record.covered[seat, card] += 1
    for card in range(1, HIGHEST_CARD + 1):
        if sum(record.covered[:seats, card].tolist()) > record.discard[card]:
            raise Refused("covered_not_discarded", key="covered", card=card)
    record.pile_size = sum(record.pile.tolist())
    if record.pile_size == 0:
        raise Refused("pile_empty", key="discard")


def read_values(cards: Any, key: str, most: int) -> list[int]:
    """A list of card values."""
    return [whole(card, key, 1, HIGHEST_CARD) for card in sequence(cards, key, 0, most)]


def take_from_pile(record: Any, cards: list[int], key: str) -> None:
    """Cards that lie elsewhere are not in the pile; there are only so many of each."""
    for card in cards:
        if record.pile[card] == 0:
            raise Refused("too_many_cards", key=key, card=card)
        record.pile[card] -= 1


def read_winner(record: Any) -> int:
    """The seat that has a line of four, or -1."""
    winners = {
        seat
        for seat in range(int(record.seats))
        for field in range(1, FIELDS + 1)
        if record.laid == FIELDS and completes_line(record, seat, field)
    }
    if len(winners) > 1:
        raise Refused("two_winners", key="stones")
    return winners.pop() if winners else -1


def read_phase(given: dict[str, Any], record: Any) -> str:
    """The phase, as told or as it follows from the rest; told ones are checked."""
    seats = range(int(record.seats))
    short = [seat for seat in seats if record.supply[seat] and record.cards[seat] < HAND]
    ended = record.winner >= 0 or is_finished(record)
    natural = (
        "over" if ended else "deal" if "hands" not in given or record.laid < FIELDS else "draw" if short else "play"
    )
    phase = one_of(given.get("phase", natural), "phase", PHASES)
    if phase == "over":
        return phase
    if ended:
        raise Refused("already_over", key="phase")
    if record.laid < FIELDS and phase != "deal":
        raise Refused("board_not_laid", key="board")
    if record.supply[record.turn] == 0:
        raise Refused("turn_without_stones", key="turn", seat=int(record.turn))
    if phase == "play" and short:
        raise Refused("hand_not_full", key="hands", seat=short[0])
    if phase == "draw" and short != [int(record.turn)]:
        raise Refused("wrong_drawer", key="hands", seat=int(record.turn))
    if phase == "deal":
        check_deal(record, short)
    return phase


def check_deal(record: Any, short: list[Seat]) -> None:
    """Hands are dealt seat by seat from the start seat: four cards before the next one gets any."""
    record.phase = DEAL
    if not short and record.laid == FIELDS:
        raise Refused("all_dealt", key="phase")
    dealt_to = int(chance_for(record))
    for seat in short:
        if seat != dealt_to and record.cards[seat]:
            raise Refused("dealt_out_of_order", key="hands", seat=seat)
    after = [(record.start + step) % record.seats for step in range(record.seats)]
    if dealt_to >= 0 and any(record.cards[seat] for seat in after[after.index(dealt_to) + 1 :]):
        raise Refused("dealt_out_of_order", key="hands", seat=dealt_to)


def move_words(text: str, words: Words) -> str:
    """A move as a player would say it."""
    cards = played_cards(text)
    return words("moves.play", cards=" + ".join(map(str, cards)), field=sum(cards)) if cards else words("moves.pass")
