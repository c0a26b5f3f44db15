"""What a card or a stone of Just 4 Fun did: keys of sentences in `luck/`, the title first. All hands lie open once a game is over."""

from __future__ import annotations

from typing import Any

from spieltisch.door import CHANCE, Seat

from .notation import played_cards
from .reasons import is_open, leads_on, lines, sums, threats
from .rules import DEAL

Match = Any  # a finished game: its actions, the states between them, its events
Said = list[list[Any]]

HEAVY, HEAVY_CARDS = 10, 3
LIGHT = 20  # a hand that comes to less
NO_TITLE: list[Any] = ["", {}]  # the house has one for a move that matters more to somebody else


def happened(match: Match, index: int, seat: Seat, gains: list[int], least: int) -> Said | None:
    """What happened in a step, and why it mattered; `gains`: what it did to everybody's chance; told of `seat`."""
    action, state = match.actions[index], match.states[index]
    if action.by is not CHANCE:
        return about_move(match, index, gains[action.seat]) if seat == action.seat else about_others_move(match, index, seat, gains[seat])
    if not action.do.startswith("draw") or state.chance_seat is None:
        return None
    about = {"seat": state.chance_seat, "card": int(action.do.split()[1])}
    if state.plain.phase == DEAL:
        return plain_draw(gains[seat], about)
    gain = gains[state.chance_seat]
    if abs(gain) < least:
        return about_others(match, index, seat, gains[seat], about)
    return (about_luck if gain > 0 else about_misfortune)(match, index, about)


def plain_draw(gain: int, about: dict[str, Any]) -> Said:
    """A card of which nothing striking can be told."""
    return [["told.good_card" if gain > 0 else "told.wrong_card", {}], ["told.draws", about]]


# ---------------------------------------------------------------- cards


def hand(plain: Any, seat: Seat) -> list[int]:
    """The cards of a seat."""
    return [card for card in plain.hands[seat] if card]


def about_luck(match: Match, index: int, about: dict[str, Any]) -> Said:
    """The card that wins, that stops, that makes three in a line."""
    before, now, seat = match.states[index].plain, match.states[index + 1].plain, about["seat"]
    new = {field for field in sums(hand(now, seat)) - sums(hand(before, seat)) if field <= 36}
    wins = sorted(threats(now, seat) & new)
    if wins:
        return [["told.draw_win", {}], ["told.wins", {**about, "field": wins[0]}]]
    for step in range(1, now.seats):
        other = (seat + step) % now.seats
        stops = sorted(field for field in threats(now, other) & new if is_open(now, seat, field))
        if stops and field_played(match, index, seat) in stops:
            return [
                ["told.draw_block", {}],
                ["told.blocks", {**about, "other": other, "field": field_played(match, index, seat)}],
            ]
    field = field_played(match, index, seat)
    if field in new:
        point = next_play(match, index, seat)
        did = effect(match.states[point].plain, match.states[point + 1].plain, seat, field)
        return [["told.draw_fit", {}], ["told.fits", {**about, "field": field}], *did]
    return plain_draw(1, about)


def next_play(match: Match, index: int, seat: Seat) -> int:
    """Where a seat next lays a stone; -1: never again."""
    later = (step for step in range(index + 1, len(match.actions)) if match.actions[step].by == seat)
    point = next(later, -1)
    return point if point >= 0 and match.actions[point].do != "pass" else -1


def field_played(match: Match, index: int, seat: Seat) -> int:
    """The field on which a seat next lays a stone; 0: none."""
    point = next_play(match, index, seat)
    return sum(played_cards(match.actions[point].do)) if point >= 0 else 0


def about_misfortune(match: Match, index: int, about: dict[str, Any]) -> Said:
    """A heavy hand, a light one, or the wrong card."""
    cards = hand(match.states[index + 1].plain, about["seat"])
    if len(cards) == 4 and sum(card >= HEAVY for card in cards) >= HEAVY_CARDS:
        return [["told.high", {}], ["told.heavy", about]]
    if len(cards) == 4 and sum(cards) < LIGHT:
        return [["told.low", {}], ["told.light", {**about, "sum": sum(cards)}]]
    far = out_of_reach(match.states[index + 1].plain, about["seat"])
    return [*plain_draw(-1, about), *(far or then_places(match, index, about["seat"]))]


def out_of_reach(now: Any, seat: Seat) -> Said:
    """The field of one's own line, or of another's, that these cards do not reach; where they reach one, nothing is said."""
    own = threats(now, seat)
    if own and not any(may_reach(now, seat, field) for field in own):
        return [["told.no_line", {"seat": seat, "field": min(own)}]]
    for other in others_of(now, seat):
        far = sorted(field for field in threats(now, other) if is_open(now, seat, field))
        if far and not any(may_reach(now, seat, field) for field in far):
            return [["told.no_reach", {"seat": seat, "other": other, "field": far[0]}]]
    return []


def about_others(match: Match, index: int, seat: Seat, gain: int, about: dict[str, Any]) -> Said:
    """A card that matters more to somebody else: nobody can stop the line."""
    now = match.states[index + 1].plain
    others = [other for other in range(now.seats) if other != seat]
    for field in sorted(threats(now, seat)):
        if gain > 0 and not any(field in sums(hand(now, other)) and is_open(now, other, field) for other in others):
            return [["told.nobody", {"field": field}], ["told.no_stop", {"others": others, "field": field}]]
    return [*plain_draw(gain, about), *what_it_did(match, index, seat, gain, about["seat"])]


def what_it_did(match: Match, index: int, seat: Seat, gain: int, drawer: Seat) -> Said:
    """What a card in another hand means to a seat: its line can be stopped or not, or the next stone takes a field from it."""
    if drawer == seat:
        return []
    now = match.states[index + 1].plain
    reached = [field for field in sorted(threats(now, seat)) if may_reach(now, drawer, field)]
    missed = sorted(threats(now, seat) - set(reached))
    if gain > 0 and missed:
        return [["told.no_reach", {"seat": drawer, "other": seat, "field": missed[0]}]]
    if gain < 0 and reached:
        return [["told.can_stop", {"seat": drawer, "other": seat, "field": reached[0]}]]
    point, field = next_play(match, index, drawer), field_played(match, index, drawer)
    if point < 0:
        return []
    taken = taken_from(match.states[point].plain, match.states[point + 1].plain, drawer, seat, field, gain)
    return taken or then_places(match, index, drawer)


def then_places(match: Match, index: int, seat: Seat) -> Said:
    """Where a seat lays its next stone."""
    field = field_played(match, index, seat)
    return [["told.then", {"seat": seat, "field": field}]] if field else []


def taken_from(before: Any, after: Any, mover: Seat, seat: Seat, field: int, gain: int) -> Said:
    """A stone by which a seat no longer leads a field, or somebody else does not."""
    losers = [other for other in others_of(after, mover) if leads_on(before, other, field) and not leads_on(after, other, field)]
    if losers and (losers[0] == seat) == (gain < 0):
        return [["told.takes", {"seat": mover, "other": losers[0], "field": field}]]
    return []


# ---------------------------------------------------------------- stones


def about_others_move(match: Match, index: int, seat: Seat, gain: int) -> Said:
    """A stone that matters more to another seat than to the one that laid it: a line stopped or left open, a field lost."""
    action, before, now = match.actions[index], match.states[index].plain, match.states[index + 1].plain
    mover, what = action.seat, ["told.passes", {"seat": action.seat}]
    if action.do != "pass":
        field = sum(played_cards(action.do))
        what = ["told.places", {"seat": mover, "field": field}]
        if gain < 0 and threats(before, seat) - threats(now, seat):
            only = threats(before, seat) == {field}
            return [NO_TITLE, what, ["told.stops" if only else "told.stops_one", {"seat": mover, "other": seat}]]
        taken = taken_from(before, now, mover, seat, field, gain)
        if taken:
            return [NO_TITLE, what, *taken]
    doors = sorted(field for field in threats(now, seat) if may_reach(before, mover, field))
    door: Said = [["told.door", {"seat": mover, "other": seat, "field": doors[0]}]] if gain > 0 and doors else []
    return [NO_TITLE, what, *door]


def about_move(match: Match, index: int, gain: int) -> Said:
    """A stone: the end of the game, a stop, a threat, a lock, a lead, or a draw level."""
    action, before, now = match.actions[index], match.states[index].plain, match.states[index + 1].plain
    seat = action.seat
    title = f"luck.told.move_{'up' if gain > 0 else 'down'}"
    if action.do == "pass":
        return [["told.no_card", {}], ["told.passes", {"seat": seat}]]
    cards = played_cards(action.do)
    about: dict[str, Any] = {"seat": seat, "cards": cards, "field": sum(cards)}
    if now.winner == seat:
        return [["told.four", {}], [f"told.line_{line_kind(now, seat, about['field'])}", about]]
    if gain < 0:
        left = [
            (other, field)
            for other in others_of(now, seat)
            for field in sorted(threats(now, other))
            if may_reach(before, seat, field)
        ]
        if left:
            return [
                ["told.open_door", {}],
                ["told.places", about],
                ["told.door", {"seat": seat, "other": left[0][0], "field": left[0][1]}],
            ]
        return [[title, {}], ["told.places", about]]
    return [
        [stone_title(before, now, seat, about["field"], title), {}],
        ["told.places", about],
        *effect(before, now, seat, about["field"]),
    ]


def others_of(plain: Any, seat: Seat) -> list[int]:
    """The other seats, the next to act first."""
    return [(seat + step) % plain.seats for step in range(1, plain.seats)]


def may_reach(plain: Any, seat: Seat, field: int) -> bool:
    """Could this seat lay a stone there?"""
    return field in sums(hand(plain, seat)) and is_open(plain, seat, field)


def line_kind(plain: Any, seat: Seat, field: int) -> str:
    """How the line of four lies."""
    for line in lines(plain.board):
        if field in line and all(leads_on(plain, seat, one) for one in line):
            rows = [next(row for row in range(6) if one in plain.board[row]) for one in line]
            columns = [plain.board[row].index(one) for row, one in zip(rows, line, strict=True)]
            return "row" if len(set(rows)) == 1 else "column" if len(set(columns)) == 1 else "diagonal"
    return "diagonal"


def stone_title(before: Any, now: Any, seat: Seat, field: int, title: str) -> str:
    """What to call a good stone."""
    if any(field in threats(before, other) and field not in threats(now, other) for other in others_of(now, seat)):
        return "told.stop_great"
    if now.locked[field]:
        return "told.lock_great"
    return "told.fork_great" if len(threats(now, seat)) > 1 and threats(now, seat) - threats(before, seat) else title


def effect(before: Any, now: Any, seat: Seat, field: int) -> Said:
    """What a stone does, the most telling alone."""
    for other in others_of(now, seat):
        if field in threats(before, other) and field not in threats(now, other):
            only = len(threats(before, other)) == 1
            return [["told.stops" if only else "told.stops_one", {"seat": seat, "other": other}]]
    fresh = sorted(threats(now, seat) - threats(before, seat))
    if len(threats(now, seat)) > 1 and fresh:
        fields = sorted(threats(now, seat))
        return [["told.fork" if len(fields) == 2 else "told.forks", {"seat": seat, "fields": fields}]]
    if fresh:
        return [["told.misses", {"seat": seat, "field": fresh[0]}]]
    if now.locked[field]:
        return [["told.locked", {"seat": seat}]]
    if leads_on(now, seat, field):
        return [["told.leads", {"seat": seat}]]
    return (
        [["told.levels", {"seat": seat}]]
        if max(now.stones[other][field] for other in others_of(now, seat)) == now.stones[seat][field]
        else []
    )


def better(match: Match, index: int, move: str) -> Said | None:
    """What lay next to a costly move, and what it would have done."""
    state, seat = match.states[index], match.actions[index].seat
    if move == "pass" or match.actions[index].do == "pass":
        return None
    cards, played = played_cards(move), played_cards(match.actions[index].do)
    about: dict[str, Any] = {"seat": seat, "cards": cards, "field": sum(cards)}
    before, now = state.plain, match.game.play(state, seat, move).plain
    if sum(cards) == sum(played):
        kept = sorted(set(played) - set(cards), reverse=True)
        return [["better.same", about], *([["better.keeps", {"seat": seat, "card": kept[0]}]] if kept else [])]
    if now.winner == seat:
        return [["better.on", about], ["better.wins", {}]]
    for other in others_of(now, seat):
        if sum(cards) in threats(before, other):
            return [["better.on", about], ["better.door", {"seat": seat, "other": other, "field": sum(cards)}]]
    if len(threats(now, seat)) > 1 and threats(now, seat) - threats(before, seat):
        return [["better.on", about], ["better.fork", {}]]
    if now.locked[sum(cards)]:
        return [["better.on", about], ["better.lock", {"seat": seat}]]
    fresh = sorted(threats(now, seat) - threats(before, seat))
    return [["better.on", about], *([["better.three", {"field": fresh[0]}]] if fresh else [])]


def ending(match: Match) -> tuple[str, dict[str, Any]] | None:
    """How it ended: by a line, or by points."""
    result = match.game.result(match.state)
    if result["why"] == "line":
        return ("ends.line", {}) if match.state.seats > 2 else None
    if result["places"].count(1) > 1:
        return None
    first = result["places"].index(1)
    return "ends.points", {
        "most": result["points"][first],
        "next": max(p for seat, p in enumerate(result["points"]) if seat != first),
    }
