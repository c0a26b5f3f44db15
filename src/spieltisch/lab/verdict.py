"""What may be said of a review, by the figures that stand on the screen beside it, and by nothing else.

A sentence is a key of the texts and its details; where the figures allow none, none is said."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

Said = list[Any]  # a key and its details
Account = Mapping[str, Any]

CLEAR = 15  # points that count as much, at least
MOST_DOUBT = 25  # beyond it equal luck cannot be imagined
AGAINST, TAILWIND = 10, 5  # points of luck
CLOSE = 10  # points between the best two before the last step
TURNED = 15  # points of equal luck by which another seat is ahead
BEGINNING = 8  # points between the seats at the start


def in_short(account: Account) -> dict[str, Any]:
    """All sentences of a game that are the same for every reader."""
    return {
        "verdict": verdict(account),
        "close": account["last"]["kind"] if account["last"]["gap"] <= CLOSE and winner(account) is not None else None,
        "skill": about_skill(account["seats"]),
        "fair": "shown" if account["doubt"] <= MOST_DOUBT else "hidden",
        "turned": turned(account),
    }


def winner(account: Account) -> int | None:
    """The seat that won, if it is one alone."""
    first = [number for number, seat in enumerate(account["seats"]) if seat["result"] == 100]
    return first[0] if first else None


def verdict(account: Account) -> Said | None:
    """Was it luck or were it the moves?"""
    seat = winner(account)
    if seat is None:
        return None
    luck, moves = account["seats"][seat]["luck"], account["seats"][seat]["moves"]
    much = max(CLEAR, account["doubt"])
    about: dict[str, Any] = {"seat": seat}
    if luck >= much and moves >= much:
        return ["both", about]
    if luck >= much:
        return ["luck" if luck >= 2 * max(moves, 1) else "bit_luck", about]
    if moves < much:
        return ["unclear", about]
    if luck <= -AGAINST:
        other = max(range(len(account["seats"])), key=lambda one: (account["seats"][one]["luck"], -one))
        return ["against", {**about, "other": other if account["seats"][other]["luck"] >= AGAINST else None}]
    return ["skill" if luck <= TAILWIND else "bit_skill", about]


def of_reader(account: Account, reader: int | None) -> str | None:
    """One line for somebody who did not win."""
    if reader is None or not 0 <= reader < len(account["seats"]) or account["seats"][reader]["result"] > 0:
        return None
    luck, moves = account["seats"][reader]["luck"], account["seats"][reader]["moves"]
    if luck >= AGAINST:
        return "wind"
    if luck <= -AGAINST:
        return "head"
    if moves >= TAILWIND:
        return "fine"
    return "even" if abs(luck) < TAILWIND else None


def about_skill(seats: Sequence[Mapping[str, Any]]) -> Said | None:
    """Who played better, if so many decisions can tell."""
    counts = [seat["decisions"] for seat in seats]
    if any(seat["skill"] is None for seat in seats):
        least = min(range(len(seats)), key=lambda seat: (counts[seat], seat))
        return ["few" if len(set(counts)) == 1 else "fewest", {"seat": least, "count": counts[least]}]
    order = sorted(range(len(seats)), key=lambda seat: -sum(seats[seat]["skill"]))
    if seats[order[0]]["skill"][0] > max(seats[seat]["skill"][1] for seat in order[1:]):
        return ["apart", {"seat": order[0]}]
    if len(seats) > 2 and seats[order[-1]]["skill"][1] < min(seats[seat]["skill"][0] for seat in order[:-1]):
        return ["last", {}]
    return ["overlap", {}]


def turned(account: Account) -> int | None:
    """The seat that equal luck would have put ahead of the winner."""
    seat = winner(account)
    if seat is None or account["doubt"] > MOST_DOUBT:
        return None
    fair = [one["fair"] for one in account["seats"]]
    best = max(range(len(fair)), key=lambda one: (fair[one], -one))
    return best if fair[best] >= fair[seat] + TURNED else None


def beginning(account: Account, start: int) -> Said | None:
    """What going first is worth here; among unequal levels it cannot be told apart from them."""
    chances = [seat["start"] for seat in account["seats"]]
    if len({account["levels"].get(str(seat), "medium") for seat in range(len(chances))}) > 1:
        return None
    if max(chances) - min(chances) < BEGINNING:
        return None
    key = "ahead" if chances[start] == max(chances) else "behind" if chances[start] == min(chances) else None
    return [key, {"chance": chances[start]}] if key else None


# ---------------------------------------------------------------- an evening

LUCKY, SOME, EVEN = 7, 4, 3  # tenths of a win
GAMES_FOR_SKILL = 3


def evening(accounts: Sequence[Account], skills: Sequence[Any]) -> dict[str, Any]:
    """Several games at one table: the luck of each seat in tenths of a win, the wins; `skills`: the intervals over all of them."""
    count = len(accounts[0]["seats"])
    wins = [sum(one["seats"][seat]["result"] == 100 for one in accounts) for seat in range(count)]
    tenths = in_tenths([sum(one["seats"][seat]["luck"] for one in accounts) for seat in range(count)])
    doubt = math.ceil(10 * math.sqrt(sum(one["doubt"] ** 2 for one in accounts)) / 100)
    games = [
        {"luck": [seat["luck"] for seat in one["seats"]], "result": [seat["result"] for seat in one["seats"]]}
        for one in accounts
    ]
    return {"games": games, "wins": wins, "tenths": tenths, "doubt": doubt, "skills": list(skills)}


def in_tenths(points: Sequence[int]) -> list[int]:
    """Points of a hundred as tenths of a win that come to nothing together."""
    down = [point // 10 for point in points]
    order = sorted(range(len(points)), key=lambda seat: (-(points[seat] % 10), seat))
    for seat in order[: -sum(down)]:
        down[seat] += 1
    return down


def of_evening(told: Mapping[str, Any], reader: int | None) -> Said | None:
    """One sentence on an evening."""
    tenths, wins, doubt, games = told["tenths"], told["wins"], told["doubt"], len(told["games"])
    luckiest = max(range(len(wins)), key=lambda seat: (tenths[seat], -seat))
    poorest = min(range(len(wins)), key=lambda seat: (tenths[seat], seat))
    about: dict[str, Any] = {"games": games}
    if games == 1:
        return ["first", about]
    if reader is not None and leads(wins, reader) and tenths[reader] <= -SOME and -tenths[reader] > doubt:
        if tenths[luckiest] >= SOME:
            other = max(wins[seat] for seat in range(len(wins)) if seat != reader)
            return ["against", {**about, "other": luckiest, "mine": wins[reader], "theirs": other}]
    if tenths[luckiest] >= LUCKY and tenths[luckiest] > doubt and wins[luckiest] >= 1:
        share = min(wins[luckiest], in_wins(tenths[luckiest]))
        return ["lucky", {**about, "seat": luckiest, "wins": wins[luckiest], "share": share}]
    if -tenths[poorest] >= LUCKY and -tenths[poorest] > doubt:
        return ["unlucky", {**about, "seat": poorest, "share": in_wins(-tenths[poorest])}]
    if all(abs(part) < EVEN for part in tenths):
        return ["even", about]
    return about_strength(told["skills"], about)


def in_wins(tenths: int) -> int:
    """Tenths of a win as whole ones: "about one" reaches from 0.7 to below 1.4."""
    return (tenths + 6) // 10


def leads(wins: Sequence[int], seat: int) -> bool:
    """Has this seat won more often than every other?"""
    return wins[seat] > max(count for other, count in enumerate(wins) if other != seat)


def about_strength(skills: Sequence[Any], about: dict[str, Any]) -> Said | None:
    """Who plays best over an evening, or that nobody can tell yet."""
    if any(interval is None for interval in skills):
        return None
    order = sorted(range(len(skills)), key=lambda seat: -sum(skills[seat]))
    if skills[order[0]][0] > max(skills[seat][1] for seat in order[1:]):
        return ["strongest", {**about, "seat": order[0]}] if about["games"] >= GAMES_FOR_SKILL else None
    return ["open", about]
