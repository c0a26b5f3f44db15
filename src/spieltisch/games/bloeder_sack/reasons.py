"""Why a move of Blöder Sack may be a good one: the most telling reason alone, from what everyone can see."""

from __future__ import annotations

from typing import Any

from spieltisch.door import Seat, State
from spieltisch.rule import copied

from .notation import numbers
from .position import card_on
from .rules import CARDS_TO_END, OVER, SHORT, may_score
from .trays import LAST, NO_CARD, NOBODY, TRAYS, lay, replace, strength, winner

Reason = tuple[str, dict[str, Any]]


def reason(state: State, seat: Seat, text: str, after: State) -> Reason | None:
    """A key of the table `reasons` and its details; None when nothing is striking."""
    if after.plain.phase == OVER and wins_alone(seat, state.game.result(after)["places"]):
        return "wins_game", {}
    found = about_scoring(state, seat, text, after)
    kind = text.partition(" ")[0]
    if found is None and kind == "decline":
        return about_declining(state, seat)
    if found is None and kind in ("place", "swap"):
        return about_die(state, seat, kind, *numbers(text))
    return found


def wins_alone(seat: Seat, places: list[int]) -> bool:
    """Is the seat first, and nobody else?"""
    return places[seat] == 1 and places.count(1) == 1


# ---------------------------------------------------------------- cards that are scored


def about_scoring(state: State, seat: Seat, text: str, after: State) -> Reason | None:
    """The card that the move scores: won, lost cheaply, or won by nobody."""
    for event in state.game.events(state, seat, text, after):
        if event.kind not in ("scored", "unclaimed") or event.details["cause"] == "end":
            continue
        card, sacks = event.details["card"], event.details["sacks"]
        if event.details["winner"] is None:
            return "nobody_wins", {"card": card}
        if event.details["winner"] != seat:
            return about_loss(state, seat, event.details["winner"], sacks)
        if after.plain.won[seat] >= CARDS_TO_END > max(state.plain.won):
            return "fourth_card", {"card": card}
        return "wins_card", {"card": card, "sacks": sacks}
    return None


def about_loss(state: State, seat: Seat, winning: Seat, sacks: int) -> Reason | None:
    """R3: where every card that may be scored goes to somebody else, the cheapest is the best."""
    if state.plain.phase != SHORT:
        return None
    open_ones = [tray for tray in range(TRAYS) if may_score(state.record, seat, tray)]
    cheapest = min(state.plain.sacks[state.plain.card[tray]] for tray in open_ones)
    if sacks == cheapest and all(winner(state.record, tray) not in (NOBODY, seat) for tray in open_ones):
        return "gives_least", {"winner": winning, "sacks": sacks}
    return None


def about_declining(state: State, seat: Seat) -> Reason | None:
    """R6: better no card than one for somebody else."""
    if any(winner(state.record, tray) == seat for tray in range(TRAYS)):
        return None
    return "leads_nothing", {}


# ---------------------------------------------------------------- dice


def about_die(state: State, seat: Seat, kind: str, value: int, tray: int, space: int = 0) -> Reason | None:
    """What a die changes on its tray."""
    tray -= 1
    record = with_die(state, seat, value, tray, space)
    was, now = int(winner(state.record, tray)), int(winner(record, tray))
    about = {"card": card_on(state, tray), "sacks": state.plain.sacks[state.plain.card[tray]]}
    owner = state.plain.owner[tray][space - 1] if kind == "swap" else NOBODY
    if now == seat != was:
        return about_lead(record, tray, seat, was, owner, {**about, "value": value})
    if owner == was != now:
        return "swap_denies", {**about, "owner": owner}
    gained = int(strength(record, tray, seat)) > int(strength(state.record, tray, seat))
    if gained and now == seat and state.plain.kind[state.plain.card[tray]] != LAST:
        return "extends_lead", about
    if gained and now != seat:
        return "catches_up", {**about, "owner": now}
    return about_sparing(state, seat, value, tray) if kind == "place" and not gained else None


def with_die(state: State, seat: Seat, value: int, tray: int, space: int = 0) -> Any:
    """The table with one more die on a tray, or with a die replaced, and nothing scored yet."""
    record = copied(state.record)
    if space:
        replace(record, seat, tray, space - 1)
    else:
        lay(record, seat, value, tray)
    return record


def about_lead(record: Any, tray: int, seat: Seat, was: Seat, owner: Seat, about: dict[str, Any]) -> Reason:
    """A lead that is new: nobody's before, or somebody's, perhaps by ousting a die or only by lying later (R11)."""
    if was == NOBODY:
        return "first_lead", about
    if was == owner:
        return "swap_lead", {**about, "owner": owner}
    level = strength(record, tray, seat) == strength(record, tray, was)
    return "takes_tie" if level else "takes_lead", {**about, "owner": was}


def about_sparing(state: State, seat: Seat, value: int, tray: int) -> Reason | None:
    """A die that does nothing here, but would cost a lead elsewhere."""
    for other in range(TRAYS):
        if other != tray and state.plain.card[other] != NO_CARD and winner(state.record, other) == seat:
            if winner(with_die(state, seat, value, other), other) != seat:
                return "spares_lead", {"value": value, "card": card_on(state, other)}
    return None
