"""What a seat of Just 4 Fun may know: its own hand, everyone's counts, the discards that were shown; and what a play lets whom see."""

from __future__ import annotations

from typing import Any

from spieltisch.door import CHANCE, Actor, Event, Game, Luck, Refused, Seat, State, sequence, short, table, whole

from .notation import hand_of, played_cards, values, write_board, write_table
from .rules import FIELDS, HIGHEST_CARD, completes_line
from .rules import OVER as GAME_ENDED

# ---------------------------------------------------------------- views


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """All that a seat may know (D9: hands are secret until the end, and so is a hand that had to pass)."""
    own = [] if seat is None else hand_of(state, seat)
    known = state.once("open", open_to_all)
    covered = values(state.plain.covered[seat]) if seat is not None and known["covered"][seat] else []
    return {**known, "hand": own, "covered_own": covered}


def open_to_all(state: State) -> dict[str, Any]:
    """What everybody may know."""
    plain = state.plain
    seats = range(plain.seats)
    covered = [sum(cards) for cards in plain.covered[: plain.seats]]
    shown = plain.discard
    if any(covered):
        shown = [count - sum(hidden) for count, *hidden in zip(shown, *plain.covered, strict=True)]
    return {
        "options": dict(state.options),
        **write_table(state),
        "board": write_board(state),
        "cards": plain.cards[: plain.seats],
        "hands": [hand_of(state, other) for other in seats] if plain.phase == GAME_ENDED else None,
        "pile": plain.pile_size,
        "discard": values(shown),
        "covered": covered,
    }


def guess(game: Game, known: dict[str, Any], luck: Luck) -> State:
    """A full state that a view allows: the unseen cards are dealt anew to the other hands, the covered discards and the pile."""
    seats = whole(known.get("seats"), "seats", 2, 4)
    seat = known.get("seat")
    if seat is not None:
        whole(seat, "seat", 0, seats - 1)
    hands = [whole(count, "cards", 0, 4) for count in sequence(known.get("cards"), "cards", seats, seats)]
    buried = [whole(count, "covered", 0, 55) for count in sequence(known.get("covered"), "covered", seats, seats)]
    shown = [whole(card, "discard", 1, HIGHEST_CARD) for card in sequence(known.get("discard"), "discard", 0, 55)]
    open_hands = known.get("hands") or [known.get("hand") if other == seat else None for other in range(seats)]
    covered = [known.get("covered_own") if other == seat else None for other in range(seats)]
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

ONLY = [frozenset([seat]) for seat in range(4)]


def events(state: State, actor: Actor, text: str, after: State) -> list[Event]:
    """What a move or an outcome makes happen."""
    if actor is CHANCE:
        return chance_events(state, text, after)
    assert isinstance(actor, int)
    return move_events(state, actor, text, after)


def chance_events(state: State, text: str, after: State) -> list[Event]:
    """A card drawn, known to its owner alone; a field laid; a new pile."""
    everyone = state.everyone()
    kind, _, number = text.partition(" ")
    if kind == "lay":
        return [Event("laid", everyone, {"field": int(number), "place": after.plain.laid})]
    seat = state.lot[0]
    happened = [
        Event("drew", ONLY[seat], {"seat": seat, "card": int(number)}),
        Event("drew_unseen", everyone - ONLY[seat], {"seat": seat}),
    ]
    left = after.only("pile_size")
    if left > state.only("pile_size"):
        happened.append(Event("reshuffled", everyone, {"cards": left}))
    return happened


def move_events(state: State, seat: Seat, text: str, after: State) -> list[Event]:
    """Cards played and what the stone does."""
    everyone = state.everyone()
    if text == "pass":
        return [Event("passed", everyone, {"seat": seat})]
    cards = played_cards(text)
    field = sum(cards)
    happened = [Event("played", everyone, {"seat": seat, "cards": cards, "field": field})]
    if after.only("locked")[field]:
        lost = [state.plain.stones[other][field] if other != seat else 0 for other in range(state.seats)]
        happened.append(Event("locked", everyone, {"seat": seat, "field": field, "lost": lost}))
    if after.only("supply")[seat] == 0:
        happened.append(Event("placed_last", everyone, {"seat": seat}))
    if after.only("winner") >= 0:
        line = [other for other in range(1, FIELDS + 1) if completes_line(after.record, seat, other)]
        happened.append(Event("line", everyone, {"seat": seat, "fields": line}))
    elif after.only("phase") == GAME_ENDED:
        happened.append(Event("all_placed", everyone, {}))
    return happened


def why(state: State, points: list[int]) -> str:
    """What decided the game: a line, points, the highest field, or nothing (shared)."""
    if state.plain.winner >= 0:
        return "line"
    if points.count(max(points)) == 1:
        return "points"
    return "highest_field" if max(points) else "shared"
