"""What a seat of Just 4 Fun may know: its own hand, everyone's counts, the discards that were shown; and what a play lets whom see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Game, Luck, Refused, Seat, State, sequence, short, table, whole
from spieltisch.rule import (
    BY_CHANCE,
    all_of,
    begin_event,
    brief,
    end_event,
    rule,
    write_field,
    write_numbers,
    write_text,
)

from .notation import values
from .rules import FIELDS, HAND, HIGHEST_CARD, LAY, PASS, PHASES, SIDE, chance_for, completes_line
from .rules import OVER as GAME_ENDED

PHASE_NAMES = tuple(phase.encode() for phase in PHASES)

# ---------------------------------------------------------------- views


def printed(options: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing of the content stands in every view: a shuffled board is laid field by field."""
    return {}


def write_view(state: State, seat: Seat, page: Any) -> int:
    """All that a seat (-1: an onlooker) may know; D9: hands are secret until the end, and so is a hand that had to pass."""
    return write_table(state.cell, seat, page)


@brief
def write_table(cell, seat, page):
    """The same, compiled."""
    state = cell[0]
    at = write_field(page, 0, b'"start":', state.start)
    at = write_field(page, at, b',"turn":', state.turn)
    at = write_text(page, write_text(page, at, b',"phase":"'), PHASE_NAMES[state.phase])
    at = write_stones(state, page, write_text(page, at, b'","stones":{'))
    at = write_places(state.locked, page, write_text(page, at, b'},"locked":'))
    at = write_numbers(page, write_text(page, at, b',"supply":'), state.supply, state.seats)
    at = write_board(state, page, write_text(page, at, b',"board":['))
    at = write_numbers(page, write_text(page, at, b'],"cards":'), state.cards, state.seats)
    at = write_hands(state, page, write_text(page, at, b',"hands":'))
    at = write_field(page, at, b',"pile":', state.pile_size)
    return write_discard(state, seat, page, at)


@rule
def write_stones(state, page, at):
    """Field number → stones per seat, for every field with a stone."""
    first = at
    for field in range(1, FIELDS + 1):
        if has_stones(state, field):
            at = write_field(page, at, b'"' if at == first else b',"', field)
            at = write_numbers(page, write_text(page, at, b'":'), state.stones[:, field], state.seats)
    return at


@rule
def has_stones(state, field):
    """Does any stone lie on a field?"""
    for seat in range(state.seats):
        if state.stones[seat, field]:
            return True
    return False


@rule
def write_places(marked, page, at):
    """The numbers of the fields that are marked."""
    at = write_text(page, at, b"[")
    first = at
    for field in range(1, FIELDS + 1):
        if marked[field]:
            at = write_field(page, at, b"" if at == first else b",", field)
    return write_text(page, at, b"]")


@rule
def write_board(state, page, at):
    """The numbers of the board in reading order, as far as they are laid."""
    for place in range(state.laid):
        at = write_field(page, at, b"," if place else b"", state.board[place // SIDE, place % SIDE])
    return at


@rule
def write_hand(state, seat, page, at):
    """A seat's cards, ascending."""
    return write_numbers(page, at, state.hands[seat], state.cards[seat] if seat >= 0 else 0)


@rule
def write_hands(state, page, at):
    """All hands once the game is over."""
    if state.phase != GAME_ENDED:
        return write_text(page, at, b"null")
    for seat in range(state.seats):
        at = write_hand(state, seat, page, write_text(page, at, b"," if seat else b"["))
    return write_text(page, at, b"]")


@rule
def hidden_from_all(state, value):
    """How many cards of a value were discarded unseen."""
    hidden = 0
    for seat in range(state.seats):
        hidden += state.covered[seat, value]
    return hidden


@rule
def write_discard(state, seat, page, at):
    """The discards that were shown, how many were not, and the seat's own: its hand and what it covered."""
    at = write_text(page, at, b',"discard":[')
    first = at
    for value in range(1, HIGHEST_CARD + 1):
        for _ in range(state.discard[value] - hidden_from_all(state, value)):
            at = write_field(page, at, b"" if at == first else b",", value)
    at = write_text(page, at, b'],"covered":[')
    for other in range(state.seats):
        at = write_field(page, at, b"," if other else b"", state.covered[other].sum())
    at = write_hand(state, seat, page, write_text(page, at, b'],"hand":'))
    at = write_text(page, at, b',"covered_own":[')
    first = at
    for value in range(1, HIGHEST_CARD + 1):
        for _ in range(state.covered[seat, value] if seat >= 0 else 0):
            at = write_field(page, at, b"" if at == first else b",", value)
    return write_text(page, at, b"]")


def guess(game: Game, known: dict[str, Any], luck: Luck) -> State:
    """A full state that a view allows: the unseen cards are dealt anew to the other hands, the covered discards and the pile."""
    seats = whole(known.get("seats"), "seats", 2, 4)
    seat = known.get("seat")
    if seat is not None:
        whole(seat, "seat", 0, seats - 1)
    hands = [whole(count, "cards", 0, 4) for count in sequence(known.get("cards"), "cards", seats, seats)]
    buried = [whole(count, "covered", 0, 55) for count in sequence(known.get("covered"), "covered", seats, seats)]
    shown = [whole(card, "discard", 1, HIGHEST_CARD) for card in sequence(known.get("discard"), "discard", 0, 55)]
    open_hands = [known.get("hand") if other == seat else None for other in range(seats)]
    if known.get("hands") is not None:
        open_hands = sequence(known["hands"], "hands", seats, seats)
    covered: list[list[Any] | None] = [None] * seats
    if seat is not None and known.get("covered_own") is not None:
        covered[seat] = sequence(known["covered_own"], "covered_own", buried[seat], buried[seat])
    stock = unseen(game, [shown, *open_hands, *covered], luck)
    try:
        dealt = [
            hand if hand is not None else [stock.pop() for _ in range(hands[other])]
            for other, hand in enumerate(open_hands)
        ]
        covered = [
            own if own is not None else [stock.pop() for _ in range(buried[other])] for other, own in enumerate(covered)
        ]
    except IndexError:
        raise Refused("too_many_cards", key="cards", card="…") from None
    position: dict[str, Any] = {
        key: known[key] for key in ("start", "turn", "phase", "stones", "locked", "supply", "options") if key in known
    }
    if table(known.get("options", {}), "options").get("board") == "shuffled":
        position["board"] = known.get("board")
    discard = shown + [card for cards in covered for card in cards or []]
    return game.position(
        {"game": game.key, "seats": seats, **position, "hands": dealt, "discard": discard, "covered": covered}
    )


def unseen(game: Game, seen: list[Any], luck: Luck) -> list[int]:
    """All cards of the game but the seen ones, shuffled."""
    rest = values(game.content.laid_out({}).pile.tolist())
    for cards in seen:
        for card in cards if isinstance(cards, (list, tuple)) else []:
            if card not in rest:
                raise Refused("too_many_cards", key="hand", card=short(card))
            rest.remove(card)
    for last in range(len(rest) - 1, 0, -1):
        other = luck.below(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return rest


# ---------------------------------------------------------------- events


def write_events(state: State, after: State, actor: int, code: int, page: Any, story: Any) -> None:
    """What a move or an outcome makes happen."""
    if actor == BY_CHANCE:
        tell_outcome(state.cell, after.cell, code, page, story)
    else:
        tell_move(state.cell, after.cell, actor, code, page, story)


@brief
def tell_outcome(cell, after, outcome, page, story):
    """A card drawn, known to its owner alone; a field laid; a new pile."""
    everyone = all_of(cell[0].seats)
    if outcome > LAY:
        at = write_field(page, begin_event(page, story, b"laid"), b',"field":', outcome - LAY)
        end_event(page, story, write_field(page, at, b',"place":', after[0].laid), everyone)
        return
    seat = chance_for(cell[0])
    at = write_field(page, begin_event(page, story, b"drew"), b',"seat":', seat)
    end_event(page, story, write_field(page, at, b',"card":', outcome), 1 << seat)
    at = write_field(page, begin_event(page, story, b"drew_unseen"), b',"seat":', seat)
    end_event(page, story, at, everyone & ~(1 << seat))
    if after[0].pile_size > cell[0].pile_size:
        at = write_field(page, begin_event(page, story, b"reshuffled"), b',"cards":', after[0].pile_size)
        end_event(page, story, at, everyone)


@brief
def tell_move(cell, after, seat, move, page, story):
    """Cards played and what the stone does."""
    everyone = all_of(cell[0].seats)
    at = begin_event(page, story, b"passed" if move == PASS else b"played")
    at = write_field(page, at, b',"seat":', seat)
    if move == PASS:
        end_event(page, story, at, everyone)
        return
    field = 0
    at = write_text(page, at, b',"cards":[')
    for slot in range(HAND):
        if move >> slot & 1:
            at = write_field(page, at, b"," if field else b"", cell[0].hands[seat, slot])
            field += int(cell[0].hands[seat, slot])
    end_event(page, story, write_field(page, at, b'],"field":', field), everyone)
    tell_stone(cell[0], after[0], seat, field, page, story, everyone)


@rule
def tell_stone(state, after, seat, field, page, story, everyone):
    """A lock, the last stone, a line, the end."""
    if after.locked[field]:
        at = write_field(page, begin_event(page, story, b"locked"), b',"seat":', seat)
        at = write_field(page, at, b',"field":', field)
        at = write_text(page, at, b',"lost":[')
        for other in range(state.seats):
            at = write_field(page, at, b"," if other else b"", state.stones[other, field] if other != seat else 0)
        end_event(page, story, write_text(page, at, b"]"), everyone)
    if after.supply[seat] == 0:
        at = write_field(page, begin_event(page, story, b"placed_last"), b',"seat":', seat)
        end_event(page, story, at, everyone)
    if after.winner >= 0:
        at = write_field(page, begin_event(page, story, b"line"), b',"seat":', seat)
        at = write_text(page, at, b',"fields":[')
        first = at
        for other in range(1, FIELDS + 1):
            if completes_line(after, seat, other):
                at = write_field(page, at, b"" if at == first else b",", other)
        end_event(page, story, write_text(page, at, b"]"), everyone)
    elif after.phase == GAME_ENDED:
        end_event(page, story, begin_event(page, story, b"all_placed"), everyone)


def why(state: State, points: list[int]) -> str:
    """What decided the game: a line, points, the highest field, or nothing (shared)."""
    if state.plain.winner >= 0:
        return "line"
    if points.count(max(points)) == 1:
        return "points"
    return "highest_field" if max(points) else "shared"
