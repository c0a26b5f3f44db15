"""Luck and skill: what every action of a finished game did to the chances, from the value that the best bots use.

The luck of chance is the value after it less what could be expected of it; the loss of a move is the best move's chance less its own,
seen with the eyes of the seat that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch.bots.net import learned
from spieltisch.bots.thought import GUESSES, Thought, weights
from spieltisch.chance import as_luck
from spieltisch.door import CHANCE, OVER, Refused, State
from spieltisch.log import Match, read_log, replay
from spieltisch.rule import blanks

MOST_OUTCOMES = 64  # of more, so many, shared by the seats, are looked at by lot: with two seats 32
SECONDS = 2.5  # for the decisions of a whole game
LOOKS = 200  # how often one decision's moves are followed
DEPTH = 1  # and how many moves of each seat
MOMENTS = 3
MOST_DECISIONS = 64  # made between two actions of chance


def review(
    log: Match | str | Path | Iterable[str], told: Callable[[float], None] | None = None, seed: int = 0
) -> dict[str, Any]:
    """The account of a finished game: a Match, a file, or the lines of a log; `told` hears how far it is (0 to 1)."""
    match = as_match(log)
    if match.game.to_act(match.state) is not OVER:
        raise Refused("not_over")
    reviewer = Reviewer(match, seed)
    actions = []
    for index in range(len(match.actions)):
        actions.append(reviewer.action(index))
        if told is not None:
            told((index + 1) / len(match.actions))
    for before, after in pairwise(actions):
        before["after"] = after["before"]
    if actions:
        actions[-1]["after"] = shares(match)
    seats = [reviewer.account(seat, actions) for seat in range(match.state.seats)]
    return {
        "game": match.game.key,
        "names": match.names,
        "actions": actions,
        "seats": seats,
        **striking(actions),
        "made": {
            "value": learned(match.game.folder / "value.npz").mark, "guesses": GUESSES,
            "most_outcomes": reviewer.most_outcomes, "sampled": reviewer.sampled,
        },
    }  # fmt: skip


def as_match(log: Match | str | Path | Iterable[str]) -> Match:
    """A match from what callers have at hand; a text is the name of a file."""
    if isinstance(log, Match):
        return log
    return read_log(Path(log)) if isinstance(log, (str, Path)) else replay(log)


def shares(match: Match) -> list[float]:
    """Who came first; a shared first place is shared."""
    places = match.game.result(match.state)["places"]
    return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]


class Reviewer:
    """Looks at one action after the other."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.game, self.seats = match, match.game, match.state.seats
        self.net = weights(self.game, self.seats)
        self.value = self.game.furnished("spieltisch.bots.value")
        self.loops = self.game.furnished("spieltisch.lab.loops")
        self.work = self.value.work_room(self.net)
        self.states = blanks(self.game.layout, 3)
        self.dice = np.random.default_rng(seed)
        self.luck = as_luck(seed)
        self.rounds = rounds(match)
        self.most_outcomes = MOST_OUTCOMES // self.seats
        self.sampled = 0
        decisions = sum(action.by is not CHANCE for action in match.actions)
        self.seconds = SECONDS / max(1, decisions)
        self.prospects = np.zeros(self.seats)  # what moves by lot would have lost, seat by seat

    def action(self, index: int) -> dict[str, Any]:
        """What one action did."""
        action, state = self.match.actions[index], self.match.states[index]
        told = {
            "at": action.line + 1,
            "by": "chance" if action.by is CHANCE else action.by,
            "do": action.do,
            "round": self.rounds[index],
        }
        if action.by is CHANCE:
            return {**told, "for": state.chance_seat, **self.chance(state, self.match.states[index + 1])}
        return {**told, **self.decision(state, action.by, action.do)}

    def chance(self, state: State, after: State) -> dict[str, Any]:
        """An action of chance: the expectation over its outcomes, and how the one that came differs from it."""
        tickets = np.zeros(self.game.rules.OUTCOMES, np.int64)
        self.loops.weigh(state.record, tickets)
        outcomes = np.flatnonzero(tickets)
        odds = tickets[outcomes] / tickets.sum()
        most = self.most_outcomes
        if len(outcomes) > most:
            self.sampled += 1
            outcomes = self.dice.choice(outcomes, most, p=odds)
            odds = np.full(most, 1.0 / most)
        worth = self.worth(state, self.value.BY_CHANCE, outcomes)
        expected = odds @ worth
        surprise = self.worth(after)[0] - expected
        return {
            "before": rounded(expected[: self.seats]),
            "luck": rounded(surprise[: self.seats]),
            "luck_points": rounded(surprise[4 : 4 + self.seats]),
        }

    def worth(self, state: State, actor: int | None = None, options: Any = (0,)) -> Any:
        """The chances and points at a table, best moves made first; after each of some outcomes, if they are given."""
        codes = np.asarray(options, np.int16)
        worth = np.zeros((len(codes), 8))
        self.states[0] = state.record
        self.value.explore(
            self.states, 1, self.value.NOTHING if actor is None else actor, codes, np.ones(len(codes), np.int8), self.net, self.work,
            MOST_DECISIONS, 0, 0, 0, 1, worth,
        )  # fmt: skip
        return worth

    def decision(self, state: State, seat: Any, move: str) -> dict[str, Any]:
        """A move: what it gave away, as far as its seat could know."""
        told: dict[str, Any] = {"before": rounded(self.worth(state)[0][: self.seats]), "loss": 0.0, "best": move}
        moves = self.game.legal(state, seat)
        if len(moves) < 2:
            return told
        thought = Thought(self.game, self.game.view(state, seat), moves, self.luck, GUESSES)
        worth = thought.search(LOOKS, self.seconds, DEPTH)[:, seat]
        best, chosen = int(worth.argmax()), moves.index(move)
        self.prospects[seat] += worth[best] - worth.mean()
        return {**told, "loss": round(float(worth[best] - worth[chosen]), 4), "best": moves[best], "moves": len(moves)}

    def account(self, seat: int, actions: list[dict[str, Any]]) -> dict[str, Any]:
        """The sums of a seat."""
        luck = sum(action["luck"][seat] for action in actions if "luck" in action)
        losses = [action["loss"] for action in actions if action["by"] == seat]
        result = shares(self.match)[seat]
        facts = learned(self.game.folder / "value.npz").facts[self.seats]
        header = self.match.header["seats"][seat]
        return {
            "name": self.match.names[seat], "bot": header.get("bot"), "result": result, "luck": round(luck, 4),
            "luck_points": round(sum(action["luck_points"][seat] for action in actions if "luck" in action), 2),
            "loss": round(sum(losses), 4), "decisions": len(losses), "skill": skill(sum(losses), float(self.prospects[seat])),
            "adjusted": round(result - luck, 4), "uncertainty": round(facts.get("uncertainty", 0.0), 4),
        }  # fmt: skip


def rounded(numbers: Iterable[float]) -> list[float]:
    """Numbers as they are told."""
    return [round(float(number), 4) for number in numbers]


def skill(lost: float, could_lose: float) -> int:
    """100: always the best move; 0: no better than any move by lot."""
    return round(100 * max(0.0, 1 - lost / could_lose)) if could_lose > 1e-6 else 100


def rounds(match: Match) -> list[int]:
    """The round of each action, counted by the turns of whoever has had most; where all act at once, by the throws."""
    at_once = any(state.acting & (state.acting - 1) for state in match.states if state.acting > 0)
    begun: Counter[Any] = Counter()
    last, found = None, []
    for action, state in zip(match.actions, match.states, strict=False):
        seat = state.chance_seat if action.by is CHANCE else action.by
        if seat is not None and seat != last and (action.by is CHANCE) == at_once:
            begun[seat] += 1
            last = seat
        found.append(max(begun.values(), default=1))
    return found


def striking(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The luckiest and unluckiest outcomes, the costliest decisions, and three moments of the game in order of time."""
    chances = [(index, seat, luck) for index, action in enumerate(actions) for seat, luck in whose(action)]
    costs = [
        (index, action["by"], -action["loss"]) for index, action in enumerate(actions) if action.get("loss", 0) > 0
    ]
    lists = {
        "lucky": sorted(chances, key=lambda one: -one[2])[:MOMENTS],
        "unlucky": sorted(chances, key=lambda one: one[2])[:MOMENTS],
        "costly": sorted(costs, key=lambda one: one[2])[:MOMENTS],
    }
    told = {
        kind: [
            {"kind": kind, "action": index, "at": actions[index]["at"], "seat": seat, "change": round(change, 4)}
            for index, seat, change in found
            if (change > 0) == (kind == "lucky")
        ]
        for kind, found in lists.items()
    }
    first = [found[0] for found in told.values() if found]
    return {**told, "moments": sorted(first, key=lambda moment: moment["action"])}


def whose(action: Mapping[str, Any]) -> list[tuple[int, float]]:
    """Whose luck an action was: its seat's; where it was for the table, everybody's."""
    if "luck" not in action:
        return []
    if action["for"] is not None:
        return [(action["for"], action["luck"][action["for"]])]
    return list(enumerate(action["luck"]))


def in_words(told: Mapping[str, Any], match: Match, lang: str) -> dict[str, Any]:
    """A review with sentences: what happened, and what would have been stronger."""
    words = match.game.words(lang, match.names, match.header["options"])
    actions = []
    for index, action in enumerate(told["actions"]):
        own = action["for"] if action["by"] == "chance" else action["by"]
        events = [event for event in match.events(index) if own in event.audience]
        said = " ".join(words(f"events.{event.kind}", **event.details) for event in events)
        best = {"best_text": match.game.notation.move_words(action["best"], words)} if "best" in action else {}
        actions.append({**action, "text": said, **best})
    return {**told, "actions": actions}
