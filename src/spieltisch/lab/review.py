"""Luck and skill of a finished game, in one measure: points of a hundred of the chance to win.

Every step of the curve is luck or a move. For each seat its start, its luck and its moves come to 100 or to 0, and over the seats
luck and moves come to nothing. All that is said in words is said of these whole points, as they stand on the screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from spieltisch.bots.looks import mark_of
from spieltisch.bots.odds import doubt, known_level, measured
from spieltisch.door import CHANCE, Refused
from spieltisch.log import Match, read_log, replay
from spieltisch.sums import added, interpolated

from . import moments as room
from .chances import FULL, Chances, Effort, hundred, is_over, less, shares
from .verdict import in_short

VERSION = 3
DIGITS = 4  # of a chance
MOMENTS = 3
WORTH_TELLING = (10, 8)  # points that a moment moves: with two seats, with more
SURE = 2.0  # times its own error
ENOUGH = 20  # decisions, for a word on skill
WIDTH = 1.3  # standard errors to either side in an interval of skill
NOTABLE = 0.03  # what a move has to give away for a better one to be named


def review(
    log: Match | str | Path | Iterable[str], told: Callable[[float], None] | None = None, effort: Effort = FULL
) -> dict[str, Any]:
    """The account of a finished game: a Match, a file, or the lines of a log; `told` hears how far it is (0 to 1)."""
    return account_of(as_match(log), told, effort)


def account_of(match: Match, told: Callable[[float], None] | None = None, effort: Effort = FULL) -> dict[str, Any]:
    """The account of a match."""
    if not is_over(match):
        raise Refused("not_over")
    chances = Chances(match, effort)
    chances.draw((lambda done: told(0.95 * done)) if told else (lambda _: None))
    chances.curve = [rounded(row) for row in chances.curve]  # all figures are those of the curve as it is told
    seats = accounts(chances)
    unsure = doubt(match.game, match.state.seats, len(match.actions))
    figures = {"doubt": unsure, "seats": seats, "moments": moments(chances), **ending(chances)}
    account = {
        "version": VERSION, "game": match.game.key, "names": match.names, "actions": actions(chances), **figures,
        "levels": levels(match),
        "made": {"value": mark_of(match.game), "worlds": chances.worlds},
    }  # fmt: skip
    account["said"] = in_short(account)
    if told is not None:
        told(1.0)
    return account


def as_match(log: Match | str | Path | Iterable[str]) -> Match:
    """A match from what callers have at hand; a text is the name of a file."""
    if isinstance(log, Match):
        return log
    return read_log(Path(log)) if isinstance(log, (str, Path)) else replay(log)


def levels(match: Match) -> dict[str, str]:
    """The computers at the table and their levels, by seat."""
    bots = {str(seat): header.get("bot") for seat, header in enumerate(match.header["seats"])}
    return {seat: known_level(bot) for seat, bot in bots.items() if bot}


# ---------------------------------------------------------------- action by action


def actions(chances: Chances) -> list[dict[str, Any]]:
    """What every action did: the chances before and after it, and what a move gave away."""
    found, match = [], chances.match
    for index, (action, round_) in enumerate(zip(match.actions, rounds(match), strict=True)):
        told: dict[str, Any] = {
            "at": action.line + 1, "by": "chance" if action.by is CHANCE else action.by, "do": action.do, "round": round_,
            "before": rounded(chances.curve[index]), "after": rounded(chances.curve[index + 1]),
        }  # fmt: skip
        if action.by is CHANCE:
            told["for"] = match.states[index].chance_seat
        else:
            choice = chances.choices[index]
            told |= {"loss": round(choice.loss, 4), "best": choice.best}
        found.append(told)
    return found


def rounded(numbers: Iterable[float]) -> list[float]:
    """Numbers as they are told."""
    return [round(number, DIGITS) for number in numbers]


def all_act_at_once(match: Match) -> bool:
    """Is this a game in which several seats are asked together?"""
    return any(state.acting & (state.acting - 1) for state in match.states if state.acting > 0)


def rounds(match: Match) -> list[int]:
    """The round of each action, counted by the turns of whoever has had most; where all act at once, by the throws."""
    at_once = all_act_at_once(match)
    begun: dict[Any, int] = {}
    last, found = None, []
    for action, state in zip(match.actions, match.states, strict=False):
        seat = state.chance_seat if action.by is CHANCE else action.by
        if seat is not None and seat != last and (action.by is CHANCE) == at_once:
            begun[seat] = begun.get(seat, 0) + 1
            last = seat
        found.append(max(begun.values(), default=1))
    return found


# ---------------------------------------------------------------- seat by seat


def accounts(chances: Chances) -> list[dict[str, Any]]:
    """The sums of every seat in whole points, rounded together so that they add up in every direction."""
    match, count = chances.match, chances.seats
    steps = [less(after, before) for before, after in pairwise(chances.curve)]
    thrown = [step for step, action in zip(steps, match.actions, strict=True) if action.by is CHANCE]
    start = hundred(chances.curve[0])
    luck = balanced([100 * added(step[seat] for step in thrown) for seat in range(count)])
    result = hundred(shares(match))
    moves = [result[seat] - start[seat] - luck[seat] for seat in range(count)]
    fair = evened(start, moves)
    found = []
    for seat, header in enumerate(match.header["seats"]):
        decisions = [chances.choices[index] for index, action in enumerate(match.actions) if action.by == seat]
        open_ones = [choice for choice in decisions if choice.is_open]
        sums = [[choice.loss, choice.could_lose] for choice in open_ones]
        found.append(
            {
                "name": match.names[seat], "bot": header.get("bot"), "result": result[seat], "start": start[seat],
                "luck": luck[seat], "moves": moves[seat], "fair": fair[seat], "decisions": len(open_ones),
                "sums": sums_of(sums), "skill": interval(chances, sums_of(sums)),
            }
        )  # fmt: skip
    return found


def balanced(points: Sequence[float]) -> list[int]:
    """Whole points that come to nothing together."""
    down = [math.floor(point) for point in points]
    order = sorted(range(len(down)), key=lambda seat: (down[seat] - points[seat], seat))
    for seat in order[: -sum(down)]:
        down[seat] += 1
    return down


def evened(start: Sequence[int], moves: Sequence[int]) -> list[int]:
    """Start and moves alone, as shares of a hundred in steps of five: how it would have stood with equal luck for all."""
    kept = [min(100, max(0, own + made)) for own, made in zip(start, moves, strict=True)]
    return hundred([part / sum(kept) for part in kept], step=5)


def sums_of(pairs: Sequence[Sequence[float]]) -> list[float]:
    """What is needed of a seat's decisions to tell its skill, also over several games: count and five sums."""
    products = [[lost, could, lost * lost, lost * could, could * could] for lost, could in pairs]
    return [len(pairs), *(round(added(row[part] for row in products), 5) for part in range(5))]


def interval(chances: Chances, sums: Sequence[float]) -> list[int] | None:
    """From where to where skill may lie, 0 to 100 on the scale of the levels; None with too few decisions."""
    return skill(measured(chances.game, chances.seats).get("skill", {}), sums)


def skill(scale: dict[str, float], sums: Sequence[float]) -> list[int] | None:
    """The interval from the sums: lost of what could be lost, as far as so many decisions can tell."""
    count, lost, could, lost2, both, could2 = sums
    if count < ENOUGH or could <= 0 or not scale:
        return None
    share = lost / could
    spread = math.sqrt(max(0.0, lost2 - 2 * share * both + share * share * could2)) / could
    places = [on_scale(scale, 1 - share - side * WIDTH * spread) for side in (1, -1)]
    return [round(place) for place in places]


def on_scale(scale: dict[str, float], played: float) -> float:
    """A share of the best play on the scale of three levels, each in the middle of its third."""
    marks = [scale["easy"], scale["medium"], scale["strong"]]
    low, high = marks[0] - (marks[1] - marks[0]) / 2, marks[2] + (marks[2] - marks[1]) / 2
    return interpolated(played, [low, *marks, high], [0.0, 100 / 6, 50.0, 500 / 6, 100.0])


# ---------------------------------------------------------------- moments


def moments(chances: Chances) -> list[dict[str, Any]]:
    """The largest jumps of the curve in order of time; one that is not sure is not told, nor is any smaller one."""
    least = WORTH_TELLING[chances.seats > 2]
    printed = [hundred(row) for row in chances.curve]
    jumps = [[after - before for before, after in zip(*pair, strict=True)] for pair in pairwise(printed)]
    found: list[dict[str, Any]] = []
    for index in sorted(range(len(jumps)), key=lambda step: (-max(map(abs, jumps[step])), step)):
        jump = max(map(abs, jumps[index]))
        error = 100 * chances.step_error(index)
        if jump < least or jump <= SURE * error or len(found) == MOMENTS:
            break
        found.append(moment(chances, index, jumps[index], least, printed))
    costs = [
        (one["to"] - one["from"], number)
        for number, one in enumerate(found)
        if one["better"]
    ]
    if costs:
        found[min(costs)[1]]["said"][0] = ["luck.told.costliest", {}]
    return sorted(found, key=lambda one: one["action"])


def moment(
    chances: Chances, index: int, jump: Sequence[int], least: int, printed: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """One jump: whose, from where to where, and what the room says to it."""
    match, action = chances.match, chances.match.actions[index]
    own = match.states[index].chance_seat if action.by is CHANCE else action.seat
    widest = max(range(len(jump)), key=lambda seat: (abs(jump[seat]), jump[seat]))
    at_once = all_act_at_once(match)
    is_own = own is not None and abs(jump[own]) >= least and not (at_once and action.by is CHANCE)
    seat = own if is_own and own is not None else widest
    told: dict[str, Any] = {
        "action": index, "at": action.line + 1, "round": rounds(match)[index], "seat": seat, "by": own,
        "kind": "luck" if action.by is CHANCE else "move", "from": printed[index][seat], "to": printed[index + 1][seat],
    }  # fmt: skip
    better = None
    if action.by is not CHANCE and seat == own and jump[seat] < 0:
        choice = chances.searched(index)
        better = choice.best if choice.loss >= NOTABLE and choice.best != action.do else None
    told["said"] = room.happened(match, index, seat, list(jump), least)
    told["better"] = None if better is None else {"do": better, "said": room.better(match, index, better)}
    if told["better"]:  # what the better move says need not be said before
        named = [[key.replace("better.", "told."), about] for key, about in told["better"]["said"]]
        told["said"] = [part for part in told["said"] if part not in named]
    return told


def ending(chances: Chances) -> dict[str, Any]:
    """Was it open to the end? The last step that moved the chances, and how the best two stood before it."""
    printed = [hundred(row) for row in chances.curve]
    last = len(printed) - 1
    while last > 0 and printed[last - 1] == printed[-1]:
        last -= 1
    best = sorted(printed[max(0, last - 1)], reverse=True)
    action = chances.match.actions[max(0, last - 1)]
    return {"last": {"gap": best[0] - best[1], "kind": "luck" if action.by is CHANCE else "move"}}
