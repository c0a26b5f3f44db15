"""What a seat of Blöder Sack may know: everything on the table (D9). What a play makes happen is told in `story`."""

from __future__ import annotations

from typing import Any

from spieltisch.door import Game, Luck, Seat, State, sequence, table
from spieltisch.rule import brief

from .content import deck_of
from .leaders import leaders
from .position import cards_lying, write_position
from .story import events as events
from .trays import TRAYS, WON, spaces

POSITION: tuple[str, ...] = ("seats", "start", "turn", "phase", "dice", "won", "discarded", "then", "options")


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """All that a seat may know; nothing is secret, and the order of the pile is in nobody's knowledge."""
    return dict(state.once("view", whole_table))


def whole_table(state: State) -> dict[str, Any]:
    """Everything on the table."""
    plain = state.plain
    position = write_position(state)
    position["trays"] = [{**told, **lead} for told, lead in zip(position["trays"], leaders(state), strict=True)]
    return {
        "options": dict(state.options),
        **position,
        "spaces": spaces_of(state.cell),
        "supply": plain.supply[: plain.seats],
        "cards": plain.won[: plain.seats],
        "sacks": sacks_won(state),
        "pile": plain.pile_size,
        "deck": {card["id"]: card["sacks"] for card in deck_of(state.options)},
    }


def sacks_won(state: State) -> list[int]:
    """The sacks of every seat."""
    return [sum(card["sacks"] for card in cards_lying(state, WON + seat)) for seat in range(state.seats)]


@brief
def spaces_of(cell):
    """How many dice a tray holds."""
    return spaces(cell[0])


def guess(game: Game, known: dict[str, Any], luck: Luck) -> State:
    """The state itself: a view tells all of it."""
    position = {key: known[key] for key in POSITION if key in known}
    trays = [table(tray, "trays") for tray in sequence(known.get("trays"), "trays", TRAYS, TRAYS)]
    position["trays"] = [{key: tray[key] for key in ("card", "dice") if key in tray} for tray in trays]
    return game.position({"game": game.key, **position})


def why(state: State, points: list[int]) -> str:
    """What decided the game: sacks, the number of cards, or nothing (shared)."""
    best = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(best) == 1:
        return "sacks"
    cards = sorted(state.plain.won[seat] for seat in best)
    return "cards" if cards[-1] > cards[-2] else "shared"
