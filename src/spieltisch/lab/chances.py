"""Each seat's chance to win at every point of a finished game, among players of the levels at the table.

Before a throw or a draw it is the mean of all that may come. A move is worth what it brings beyond what players of that level
would get on average, as far as its seat could know: what nobody could know counts as luck of the throws and draws around it.
Where the curve jumps most, whole games are played out from both ends."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spieltisch.bots import FEW_MOVES, PEOPLE, SURE
from spieltisch.bots.odds import far, known_level, leveled
from spieltisch.bots.thought import Thought, go_on, weights
from spieltisch.chance import as_luck
from spieltisch.door import CHANCE, OVER, State
from spieltisch.log import Match
from spieltisch.rule import blanks

from .persons import compiled, seated

MOST_DECISIONS = 64  # made between two actions of chance
DRAWN = 400  # how often a choice is imagined to find out what a player of some level would do
FORKS = 6  # steps whose two ends are played out
AGAIN = 3  # and so many more that then stand out
UNSURE = 0.03  # the value's own error at a point, at least
MISJUDGED = 0.05**2  # by how much it misjudges what moves bring, squared
LITTLE = 0.002  # every move may have been misjudged a little


class Effort(NamedTuple):
    """How much a review looks at: counted in looks, never by the clock, so that the same log gives the same review."""

    outcomes: int = 128  # of chance, shared by the seats
    worlds: tuple[int, int] = (24, 96)  # for the moves of a decision, at least and at most
    looks: int = 300_000  # at a seat, for all decisions together
    played: tuple[int, int] = (24, 600)  # games from one point
    played_looks: int = 900_000  # at a seat, in all games played out


FULL, QUICK = Effort(), Effort(16, (4, 8), 20_000, (4, 16), 30_000)


class Choice(NamedTuple):
    """A decision with the eyes of the seat that made it."""

    best: str
    loss: float  # what the move gave away
    could_lose: float  # what a move by lot would have given away
    is_open: bool  # two sensible moves at least
    gains: Any  # what the move brought each seat beyond what such a player would get on average


def seed_of(match: Match) -> int:
    """The same for the same game."""
    said = "\n".join(f"{action.by} {action.do}" for action in match.actions)
    return int.from_bytes(hashlib.sha256(f"{match.game.key} {said}".encode()).digest()[:7], "big")


def shares(match: Match) -> list[float]:
    """Who came first; a shared first place is shared."""
    places = match.game.result(match.state)["places"]
    return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]


class Chances:
    """Looks at the points of one game."""

    def __init__(self, match: Match, effort: Effort = FULL) -> None:
        self.match, self.game, self.seats, self.effort = match, match.game, match.state.seats, effort
        self.levels: list[str | None] = [seat.get("bot") for seat in match.header["seats"]]
        self.net = weights(self.game, self.seats)
        self.value = self.game.furnished("spieltisch.bots.value")
        self.loops = self.game.furnished("spieltisch.lab.loops")
        self.people = compiled(self.game)
        self.persons = seated([known_level(level) for level in self.levels])
        self.work = self.value.work_room(self.net)
        self.states = blanks(self.game.layout, self.value.WORLDS)
        self.seed = seed_of(match)
        self.dice = np.random.default_rng(self.seed)
        self.luck = as_luck(self.seed)
        self.count = len(match.actions)
        self.costs = [self._cost(index) for index in range(self.count)]
        least, most = effort.worlds
        self.worlds = int(min(most, max(least, effort.looks // max(1, sum(self.costs)))))
        self.choices: dict[int, Choice] = {}
        self.curve = np.zeros((self.count + 1, self.seats))
        self.errors = np.full(self.count + 1, UNSURE)  # how far each point may be off
        self.played: dict[int, tuple[Any, float]] = {}

    def _cost(self, index: int) -> int:
        """Looks at a seat that one decision takes."""
        action = self.match.actions[index]
        return 0 if action.by is CHANCE else self.seats * len(self.game.legal(self.match.states[index], action.seat))

    # ------------------------------------------------ the curve

    def draw(self, told: Callable[[float], None]) -> None:
        """Find the whole curve, from the end to the beginning; then play out games where it jumps."""
        self.curve[-1] = shares(self.match)
        for index in reversed(range(self.count)):
            action, state = self.match.actions[index], self.match.states[index]
            if action.by is CHANCE:
                self.curve[index] = self.expected(state)
            else:
                self.choices[index] = choice = self.choice(state, action.seat, action.do)
                self.curve[index] = proper(self.curve[index + 1] - choice.gains)
            told(0.6 * (1 - index / self.count))
        self.errors[-1] = 0.0
        plain = self.curve.copy()
        for number, forks in enumerate((FORKS, AGAIN)):
            self.play_out(plain, forks)
            told(0.8 + 0.2 * number)

    def expected(self, state: State) -> Any:
        """The mean of what chance may bring, everybody's best moves made until it acts again."""
        tickets = np.zeros(self.game.rules.OUTCOMES, np.int64)
        self.loops.weigh(state.record, tickets)
        outcomes = np.flatnonzero(tickets)
        odds = tickets[outcomes] / tickets.sum()
        most = self.effort.outcomes // self.seats
        if len(outcomes) > most:
            outcomes = self.dice.choice(outcomes, most, p=odds)
            odds = np.full(most, 1.0 / most)
        worth = self._explored(state, self.value.BY_CHANCE, outcomes, MOST_DECISIONS)
        return odds @ leveled(self.game, worth, self.levels, far(self.game, state.record))

    def _explored(self, state: State, actor: int, options: Any, depth: int) -> Any:
        """The chances after each option, with nothing hidden."""
        codes = np.asarray(options, np.int16)
        worth = np.zeros((len(codes), 8))
        self.states[self.value.ROOT] = state.record
        every = np.ones(len(codes), np.int8)
        self.value.explore(self.states, -1, actor, codes, every, self.net, self.work, depth, 0, 0, 0, 1, worth)
        return worth[:, : self.seats]

    # ------------------------------------------------ decisions

    def choice(self, state: State, seat: int, move: str) -> Choice:
        """What a move gave away as far as its seat could know, and what it brought beyond what was to be expected of the seat."""
        moves = self.game.legal(state, seat)
        if len(moves) < 2:
            return Choice(move, 0.0, 0.0, False, np.zeros(self.seats))
        thought = Thought(self.game, self.game.view(state, seat), moves, self.luck, self.worlds)
        seen = thought.look()
        own, chosen = seen[:, seat], moves.index(move)
        best = int(own.argmax())
        usual = self.usual(seen, seat)
        worth = leveled(self.game, seen[:, : self.seats], self.levels, far(self.game, state.record))
        second = np.sort(own)[-2]
        return Choice(
            moves[best], float(own[best] - own[chosen]), float(own[best] - own.mean()), bool(own[best] - second <= 0.2),
            worth[chosen] - usual @ worth,
        )  # fmt: skip

    def usual(self, seen: Any, seat: int) -> Any:
        """How likely a player of the seat's level is to make each move."""
        level, count = known_level(self.levels[seat]), len(seen)
        own = np.clip(seen[:, seat], 1e-6, 1 - 1e-6)
        if level == "random":
            return np.full(count, 1.0 / count)
        if level not in PEOPLE or own.max() > SURE:
            return np.eye(count)[int(own.argmax())]
        person = PEOPLE[level]
        points = seen[:, 4 + seat] / self.game.features.POINTS
        judged = np.log(own / (1 - own)) + person.own_points * 4.0 * points
        blur = person.blur * min(1.0, np.sqrt(FEW_MOVES / count))
        imagined = judged + blur * self.dice.standard_normal((DRAWN, count))
        imagined[self.dice.random((DRAWN, count)) >= person.notices] -= 1e8
        return np.bincount(imagined.argmax(1), minlength=count) / DRAWN

    def searched(self, index: int, looks: int = 400) -> Choice:
        """The decision once more, followed a move of everybody further."""
        action, state = self.match.actions[index], self.match.states[index]
        seat, moves = action.seat, self.game.legal(state, action.seat)
        found = self.choices[index]
        if len(moves) < 2:
            return found
        thought = Thought(self.game, self.game.view(state, seat), moves, self.luck, max(self.worlds, 48))
        own = thought.search(looks, None, 1)[:, seat]
        best, chosen = thought.best(), moves.index(action.do)
        return found._replace(best=moves[best], loss=float(max(0.0, own[best] - own[chosen])))

    def step_error(self, index: int) -> float:
        """How far a step may be off."""
        if self.match.actions[index].by is not CHANCE and index not in self.played:
            return UNSURE
        after = index + 1 if index + 1 in self.played else self.anchor(index + 1, 1)
        return float(np.hypot(self.errors[index], self.errors[after]))

    def anchor(self, point: int, way: int) -> int:
        """The next point, from this one on, that does not hang on another: before chance acts, or the end."""
        while 0 < point < self.count and self.match.actions[point].by is not CHANCE:
            point += way
        return point

    # ------------------------------------------------ games played out

    def jumps(self) -> Any:
        """How far each step moves the chance of the seat that it moves most."""
        return np.abs(np.diff(self.curve, axis=0)).max(1)

    def play_out(self, plain: Any, forks: int) -> None:
        """Play games from the throws around the largest jumps, and bend the curve to what they say.

        Where nothing is hidden also from the very ends of a jump: elsewhere that would tell a move what its seat could not know."""
        order = np.argsort(-self.jumps(), kind="stable")[:forks]
        ends = {end for step in order for end in (self.anchor(int(step), -1), self.anchor(int(step) + 1, 1))}
        if not self.game.room.has_secrets:
            ends |= {int(end) for step in order for end in (step, step + 1)}
        points = sorted(ends - {self.count} - set(self.played))
        rest = np.cumsum([0, *self.costs[::-1]])[::-1]
        least, most = self.effort.played
        for point in points:
            go_on()
            games = int(min(most, max(least, self.effort.played_looks // (2 * FORKS * max(1, rest[point])))))
            self.played[point] = self._won(point, games)
        self._bend(plain)

    def _won(self, point: int, games: int) -> tuple[Any, float]:
        """How often each seat comes first from here on, and the variance of that."""
        won = np.zeros(4)
        self.states[0] = self.match.states[point].record
        self.people.play_out(self.states, self.persons, self.net, self.work, self.seed + point, 0, games, won)
        share = won[: self.seats] / games
        return share, float(np.max((share * games + 0.5) / (games + 1) * (1 - share * games / (games + 1))) / games)

    def _bend(self, plain: Any) -> None:
        """What the games say counts as much as it is surer than the value; between them the difference fades from throw to throw."""
        if not self.played:
            return
        anchors = {point: found for point, found in self.played.items() if point not in self.choices}
        misses = [((share - plain[point]) ** 2).max() - variance for point, (share, variance) in anchors.items()]
        unsure = max(UNSURE**2, float(np.mean(misses or [0.0])))
        known = {0: np.zeros(self.seats), self.count: np.zeros(self.seats)}
        for point, (share, variance) in anchors.items():
            trust = unsure / (unsure + variance)
            known[point] = trust * (share - plain[point])
            self.errors[point] = np.sqrt(trust * variance)
        steps = (
            np.cumsum([0, *(action.by is CHANCE for action in self.match.actions)]) + np.arange(self.count + 1) * 1e-6
        )
        at = sorted(known)
        for seat in range(self.seats):
            bent = np.interp(steps, steps[at], [known[point][seat] for point in at])
            self.curve[:, seat] = plain[:, seat] + bent
        self.curve[-1] = shares(self.match)
        self._share_out()

    def _share_out(self) -> None:
        """Between throws the moves bring what lies between the points that are known; what they were thought to bring divides it."""
        last = self.count
        for index in reversed(range(self.count)):
            if index not in self.choices or index in self.played or index == 0:
                self._divide(index, last)
                last = index
        self.curve = np.array([proper(row) for row in self.curve])

    def _divide(self, first: int, last: int) -> None:
        """The points from `first` to `last`, which is known; where games were played from the first, the moves make up the difference."""
        run = [index for index in range(first, last) if index in self.choices]
        gains = np.array([self.choices[index].gains for index in run]).reshape(len(run), self.seats)
        if first in self.choices and first in self.played:
            thought = self.curve[last] - gains.sum(0)
            share, variance = self.played[first]
            trust = MISJUDGED / (MISJUDGED + variance)
            size = np.abs(gains).max(1) + LITTLE
            gains += np.outer(size / size.sum(), trust * (thought - share))
            self.errors[first] = np.sqrt(trust * variance)
        for index, gain in zip(run[::-1], gains[::-1], strict=True):
            self.curve[index] = self.curve[index + 1] - gain


def proper(chances: Any) -> Any:
    """Chances that lie between 0 and 1 and are one together."""
    kept = np.clip(chances, 0.0, 1.0)
    return kept / kept.sum()


def is_over(match: Match) -> bool:
    """Has this game come to its end?"""
    return match.game.to_act(match.state) is OVER


def hundred(parts: Any, whole: int = 100, step: int = 1) -> list[int]:
    """Parts of one in whole points that come to `whole` together: the largest remainders are rounded up, the first of equals."""
    exact = [part * whole / step for part in parts]
    down = [int(np.floor(part + 1e-9)) for part in exact]
    order = sorted(range(len(parts)), key=lambda index: (down[index] - exact[index], index))
    for index in order[: round(sum(exact)) - sum(down)]:
        down[index] += 1
    return [step * part for part in down]
