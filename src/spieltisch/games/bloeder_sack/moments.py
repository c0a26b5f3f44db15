"""What a throw or a move of Blöder Sack did, in the words of the trays: keys of sentences in `luck/`, the title first."""

from __future__ import annotations

from typing import Any

from spieltisch.door import CHANCE, Seat, State

from .notation import numbers
from .position import card_on
from .reasons import with_die
from .trays import NO_CARD, NOBODY, SUM, TRAYS, competing_sum, spaces, strength, winner

Match = Any  # a finished game: its actions, the states between them, its events
Said = list[list[Any]]


def happened(match: Match, index: int, seat: Seat, gains: list[int], least: int) -> Said | None:
    """What happened in a step, and why it mattered; `gains`: what it did to everybody's chance; told of `seat`."""
    action = match.actions[index]
    if action.by is CHANCE and action.do.startswith("draw"):
        return about_card(match, index, gains[seat])
    if action.by is CHANCE:
        gain = gains[match.states[index].chance_seat or 0]
        return about_roll(match, index, gain) if abs(gain) >= least else plain_roll(match, index, seat, gains[seat])
    told = about_move(match, index, gains[action.seat])
    return told if len(told) > 2 or seat == action.seat else [*told, *why(match, index, seat, gains[seat])]


def scored_in(match: Match, index: int) -> dict[str, Any] | None:
    """The card that a step scored before the end."""
    for event in match.events(index):
        if event.kind in ("scored", "unclaimed") and event.details["cause"] != "end":
            return dict(event.details)
    return None


# ---------------------------------------------------------------- throws


def about_card(match: Match, index: int, jump: int) -> Said:
    """A new card over a tray."""
    event = match.events(index)[0]
    title = "card_up" if jump > 0 else "card_down"
    about = {"tray": event.details["tray"], "card": event.details["card"], "sacks": event.details["sacks"]}
    return [[f"told.{title}", {}], ["told.card", about]]


def thrown(match: Match, index: int) -> dict[str, Any]:
    """Who threw what."""
    low, high = numbers(match.actions[index].do)
    return {"seat": match.states[index].chance_seat, "low": low, "high": high}


def plain_roll(match: Match, index: int, seat: Seat, gain: int) -> Said:
    """A throw that did something to a seat, be it the thrower's or not: what came of it."""
    about, card = thrown(match, index), scored_in(match, index)
    title = [f"luck.told.luck_{'up' if gain > 0 else 'down'}", {}]
    if card and card["winner"] is not None:
        told = {"double": about["low"], "tray": card["tray"], "sacks": card["sacks"], "seat": card["winner"]}
        return [title, ["told.won", told]]
    return [title, ["told.rolled", about], *why(match, index, seat, gain)]


def why(match: Match, index: int, seat: Seat, gain: int) -> Said:
    """Why a turn was good or bad for a seat: the richest card that went to it or to others, or that it or others lead for."""
    action, by = match.actions[index], match.states[index].chance_seat
    last = turn_end(match, index, by) if action.by is CHANCE else index + 1
    needed = lacking(match.states[index + 1], seat, action.do) if gain < 0 and seat == by else []
    if needed:
        return needed
    cards = [event.details for step in range(index, last) for event in match.events(step) if event.kind == "scored"]
    won = [card for card in cards if (card["winner"] == seat) == (gain > 0)]
    if won:
        best = max(won, key=lambda card: card["sacks"])
        key = "told.goes_last" if best["cause"] == "end" else "told.goes"
        return [[key, {"owner": best["winner"], "tray": best["tray"], "sacks": best["sacks"]}]]
    return ahead(match.states[last], seat, gain)


def ahead(state: State, seat: Seat, gain: int) -> Said:
    """The richest tray that a seat leads where it gained, or that another leads where it lost."""
    led = {tray: int(winner(state.record, tray)) for tray in open_trays(state)}
    those = [tray for tray, owner in led.items() if owner != NOBODY and (owner == seat) == (gain > 0)]
    if not those:
        return []
    best = max(those, key=lambda tray: worth(state, tray)["sacks"])
    return [["told.ahead", {"owner": led[best], "tray": best + 1, **worth(state, best)}]]


def lacking(state: State, seat: Seat, text: str) -> Said:
    """The number that would have taken the richest lead, where neither die thrown takes any."""
    if not text.startswith("roll"):
        return []
    takes = {value: leads_with(state, seat, value) for value in range(1, 7)}
    if any(takes[value] for value in numbers(text)):
        return []
    found = [(worth(state, tray)["sacks"], -value, tray) for value, trays in takes.items() for tray in trays]
    if not found:
        return []
    sacks, value, tray = max(found)
    return [["told.needed", {"value": -value, "tray": tray + 1, "sacks": sacks}]]


def leads_with(state: State, seat: Seat, value: int) -> list[int]:
    """The trays on which a die of this value would take the lead for a seat, laid or as a replacement."""
    return [
        tray
        for tray in open_trays(state)
        if winner(state.record, tray) != seat
        and any(winner(with_die(state, seat, value, tray, space), tray) == seat for space in places_for(state, seat, value, tray))
    ]


def places_for(state: State, seat: Seat, value: int, tray: int) -> list[int]:
    """Where a die may go on a tray: 0 is the next free space, others are those of dice to replace."""
    free = [0] if state.plain.count[tray] < spaces(state.record) else []
    return [*free, *(space + 1 for space in range(state.plain.count[tray]) if is_foreign(state, seat, value, tray, space))]


def about_roll(match: Match, index: int, gain: int) -> Said:
    """Two dice: a double first, then what they made possible."""
    about = thrown(match, index)
    found = about_double(match, index, about, gain) if about["low"] == about["high"] else None
    return found or about_fit(match, index, about, gain)


def about_double(match: Match, index: int, about: dict[str, Any], gain: int) -> Said | None:
    """A double scores a tray, or finds it empty; a double six picks a card."""
    card = scored_in(match, index)
    thrower, value = about["seat"], about["low"]
    if value > TRAYS:
        return about_six(match, index, about, gain)
    if card is None:
        return [["told.double_air", {}], ["told.air", {**about, "tray": value}]] if gain < 0 else None
    if card["winner"] is None:
        return None
    told = {**about, "tray": value, "sacks": card["sacks"], "double": value}
    if card["winner"] == thrower and gain > 0:
        return [["told.double_won", {}], ["told.won", told], *decider(match, index, thrower, card["sacks"])]
    if card["winner"] != thrower and gain < 0:
        return [["told.double_lost", {}], ["told.lost", {**told, "other": card["winner"]}]]
    return None


def about_six(match: Match, index: int, about: dict[str, Any], gain: int) -> Said | None:
    """A double six, if the thrower then took a card with it."""
    if gain <= 0 or not match.actions[index + 1].do.startswith("score"):
        return None
    card = scored_in(match, index + 1)
    if card is None or card["winner"] != about["seat"]:
        return None
    return [["told.six", {}], ["told.picks", {**about, "sacks": card["sacks"]}]]


def decider(match: Match, index: int, seat: Seat, sacks: int) -> Said:
    """The very sacks by which it was won."""
    points = match.game.result(match.state)["points"]
    others = [points[other] for other in range(len(points)) if other != seat]
    if points[seat] - max(others) != sacks or points.count(max(others)) > 1:
        return []
    return [["told.decider", {"seat": seat, "other": points.index(max(others)), "sacks": sacks}]]


def turn_end(match: Match, index: int, seat: Seat) -> int:
    """The point after the moves that a seat makes with a throw."""
    point = index + 1
    while point < len(match.actions) and match.actions[point].by == seat:
        point += 1
    return point


def new_leads(match: Match, index: int, seat: Seat) -> list[int]:
    """The trays that a seat leads after the moves it made with a throw, and did not lead before; none where one was scored."""
    last = turn_end(match, index, seat)
    if any(scored_in(match, step) for step in range(index, last)):
        return []
    before, after = match.states[index], match.states[last]
    return [tray for tray in open_trays(after) if winner(after.record, tray) == seat != winner(before.record, tray)]


def open_trays(state: State) -> list[int]:
    """Trays with a card."""
    return [tray for tray in range(TRAYS) if state.plain.card[tray] != NO_CARD]


def about_fit(match: Match, index: int, about: dict[str, Any], gain: int) -> Said:
    """Dice that fit, or do not."""
    seat = about["seat"]
    leads = new_leads(match, index, seat)
    won = won_with(match, index, seat)
    if gain > 0 and won:
        return [["told.fit_won", {}], ["told.takes", {**about, **won}], *decider(match, index, seat, won["sacks"])]
    if gain > 0 and len(leads) > 1:
        return [["told.fit", {}], ["told.two", about]]
    if gain > 0 and leads:
        after = match.states[turn_end(match, index, seat)]
        limit = exactly(after, leads[0], seat)
        if limit:
            return [["told.exact", {"sum": limit - 1}], ["told.limit", {**about, "sum": limit - 1, "limit": limit}]]
        return [["told.one_fits", {}], ["told.one", {**about, "tray": leads[0] + 1, **worth(after, leads[0])}]]
    if gain < 0 and not fits_anywhere(match.states[index + 1], seat, (about["low"], about["high"])):
        return [["told.nofit", {}], ["told.nowhere", about]]
    return plain_roll(match, index, seat, gain)


def won_with(match: Match, index: int, seat: Seat) -> dict[str, Any] | None:
    """The card that the moves with a throw won for their seat."""
    for step in range(index + 1, turn_end(match, index, seat)):
        card = scored_in(match, step)
        if card and card["winner"] == seat:
            return {"tray": card["tray"], "sacks": card["sacks"]}
    return None


def worth(state: State, tray: int) -> dict[str, Any]:
    """What a tray's card is worth."""
    return {"card": card_on(state, tray), "sacks": state.plain.sacks[state.plain.card[tray]]}


def exactly(state: State, tray: int, seat: Seat) -> int:
    """The limit of a card, if the seat's sum lies just below it; else 0."""
    card = state.plain.card[tray]
    if state.plain.kind[card] != SUM or not state.plain.limit[card]:
        return 0
    limit = int(state.plain.limit[card])
    return limit if competing_sum(state.record, tray, seat, card) == limit - 1 else 0


def fits_anywhere(state: State, seat: Seat, dice: tuple[int, int]) -> bool:
    """Would either die take or strengthen a lead somewhere, laid or as a replacement?"""
    for tray in open_trays(state):
        for value in dice:
            for space in places_for(state, seat, value, tray):
                record = with_die(state, seat, value, tray, space)
                if winner(record, tray) == seat and strength(record, tray, seat) > strength(state.record, tray, seat):
                    return True
    return False


def is_foreign(state: State, seat: Seat, value: int, tray: int, space: int) -> bool:
    """Does somebody else's die of this value lie there?"""
    return bool(state.plain.value[tray][space] == value and state.plain.owner[tray][space] != seat)


# ---------------------------------------------------------------- moves


def about_move(match: Match, index: int, gain: int) -> Said:
    """A die laid or replaced, a card scored."""
    action, state = match.actions[index], match.states[index]
    seat = action.seat
    kind, *_ = action.do.split()
    what = done(state, seat, action.do)
    card = scored_in(match, index)
    told: Said = [[f"luck.told.move_{'up' if gain > 0 else 'down'}", {}], what]
    if card and card["winner"] is not None:
        other = card["winner"] != seat
        told.append(
            [
                "told.gift" if other else "told.gets",
                {"seat": seat, "other": card["winner"], "tray": card["tray"], "sacks": card["sacks"]},
            ]
        )
        if not other:
            told += decider(match, index, seat, card["sacks"])
    elif kind in ("place", "swap"):
        told += lead_after(match.states[index + 1], state, seat, numbers(action.do)[1] - 1)
    return told


def done(state: State, seat: Seat, text: str) -> list[Any]:
    """A move as a sentence."""
    kind, *_ = text.split()
    about: dict[str, Any] = {"seat": seat}
    if kind == "score":
        about["tray"] = numbers(text)[0]
    elif kind != "decline":
        value, tray, *space = numbers(text)
        about |= {"value": value, "tray": tray}
        if space:
            about["owner"] = state.plain.owner[tray - 1][space[0] - 1]
    return [f"told.did_{kind}", about]


def lead_after(after: State, before: State, seat: Seat, tray: int) -> Said:
    """Who leads a tray now that another led, or nobody."""
    if after.plain.card[tray] == NO_CARD:
        return []
    was, now = int(winner(before.record, tray)), int(winner(after.record, tray))
    if now == seat != was:
        return [["told.leads", {"seat": seat, "tray": tray + 1, **worth(after, tray)}]]
    if was not in (NOBODY, seat, now):
        return [["told.stops", {"seat": seat, "other": was, "tray": tray + 1}]]
    return []


def better(match: Match, index: int, move: str) -> Said | None:
    """What lay next to a costly move, and what it would have done."""
    state, seat = match.states[index], match.actions[index].seat
    after = match.game.play(state, seat, move)
    kind, *_ = move.split()
    name, about = done(state, seat, move)
    told: Said = [[name.replace("told.did_", "better."), about]]
    for event in match.game.events(state, seat, move, after):
        if event.kind == "scored" and event.details["winner"] == seat and event.details["cause"] != "end":
            return [
                *told,
                [
                    "better.scores" if kind == "place" else "better.card",
                    {"seat": seat, "sacks": event.details["sacks"]},
                ],
            ]
    if kind in ("place", "swap"):
        tray = about["tray"] - 1
        if after.plain.card[tray] != NO_CARD and winner(after.record, tray) == seat != winner(state.record, tray):
            was = int(winner(state.record, tray))
            tie = was != NOBODY and strength(after.record, tray, seat) == strength(after.record, tray, was)
            told.append(["better.tie" if tie else "better.leads", {"seat": seat}])
    return told


def ending(match: Match) -> tuple[str, dict[str, Any]] | None:
    """How close it was, for the best two."""
    result = match.game.result(match.state)
    if result["places"].count(1) > 1:
        return None
    first = result["places"].index(1)
    second = max(points for seat, points in enumerate(result["points"]) if seat != first)
    margin = result["points"][first] - second
    return (f"ends.{'one' if margin == 1 else 'none'}", {"seat": first}) if margin < 2 else None
