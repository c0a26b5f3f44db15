"""Each seat's chance to win at every point of a finished game, among players of the levels at the table.

Before a throw or a draw it is the mean of all that may come. A move is worth what it brings beyond what players of that level
would get on average, as far as its seat could know: what nobody could know counts as luck of the throws and draws around it.
Where the curve jumps most, whole games are played out from both ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from spieltisch.bots import PEOPLE, SURE, blur_of, odds_of, ways_of
from spieltisch.bots.looks import Looks
from spieltisch.bots.odds import far, known_level, leveled
from spieltisch.bots.thought import Thought
from spieltisch.bots.wanted import go_on
from spieltisch.chance import Stream
from spieltisch.door import CHANCE, OVER, State
from spieltisch.furniture import SEEDS
from spieltisch.log import Match
from spieltisch.sums import added, clipped, interpolated

from .imagined import likely, won

BY_CHANCE, NOTHING = -1, -2  # as `value.explore` knows them: the options are outcomes; or there is nothing to choose
MOST_DECISIONS = 64  # made between two actions of chance
DRAWN = 400  # how often a choice is imagined to find out what a player of some level would do
FORKS = 6  # steps whose two ends are played out
AGAIN = 3  # and so many more that then stand out
UNSURE = 0.03  # the value's own error at a point, at least
MISJUDGED = 0.05 * 0.05  # by how much it misjudges what moves bring, squared
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
    gains: list[float]  # what the move brought each seat beyond what such a player would get on average


LARGEST_SEED = (1 << 48) - 59


def seed_of(match: Match) -> int:
    """The same for the same game: what was done, letter by letter."""
    seed = 1
    for action in match.actions:
        for letter in f"{'chance' if action.by is CHANCE else action.by} {action.do} ":
            seed = (31 * seed + ord(letter)) % LARGEST_SEED
    return seed


def shares(match: Match) -> list[float]:
    """Who came first; a shared first place is shared."""
    places = match.game.result(match.state)["places"]
    return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]


class Chances:
    """Looks at the points of one game."""

    def __init__(self, match: Match, effort: Effort = FULL) -> None:
        self.match, self.game, self.seats, self.effort = match, match.game, match.state.seats, effort
        self.levels: list[str | None] = [seat.get("bot") for seat in match.header["seats"]]
        self.persons = ways_of([known_level(level) for level in self.levels])
        self.seed = seed_of(match)
        self.dice, self.luck = Stream(self.seed), Stream(self.seed, 1)
        self.count = len(match.actions)
        self.costs = [self._cost(index) for index in range(self.count)]
        least, most = effort.worlds
        self.worlds = min(most, max(least, effort.looks // max(1, sum(self.costs))))
        self.choices: dict[int, Choice] = {}
        self.curve: list[list[float]] = [[0.0] * self.seats for _ in range(self.count + 1)]
        self.errors = [UNSURE] * (self.count + 1)  # how far each point may be off
        self.played: dict[int, tuple[list[float], float]] = {}

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
                self.curve[index] = proper(less(self.curve[index + 1], choice.gains))
            told(0.6 * (1 - index / self.count))
        self.errors[-1] = 0.0
        plain = self.curve
        for number, forks in enumerate((FORKS, AGAIN)):
            self.play_out(plain, forks)
            told(0.8 + 0.2 * number)

    def expected(self, state: State) -> list[float]:
        """The mean of what chance may bring, everybody's best moves made until it acts again."""
        weights = self.game.room.weights(state)
        most, tickets = self.effort.outcomes // self.seats, state.lottery[1]
        codes, odds = [code for code, _ in weights], [weight / tickets for _, weight in weights]
        if len(codes) > most:
            codes = [int(self.game.rules.outcome(state.record, self.dice.below(tickets))) for _ in range(most)]
            odds = [1.0 / most] * most
        worth = self._explored(state, BY_CHANCE, codes, MOST_DECISIONS)
        return mean(odds, leveled(self.game, worth, self.levels, far(self.game, state.record)))

    def _explored(self, state: State, actor: int, codes: Sequence[int], depth: int) -> list[list[float]]:
        """The chances after each option, with nothing hidden."""
        looks = Looks(self.game, state, codes)
        looks.add(-1, actor, [1] * len(codes), depth, 0, 0, 0, 1)
        return [row[: self.seats] for row in looks.sums()]

    # ------------------------------------------------ decisions

    def choice(self, state: State, seat: int, move: str) -> Choice:
        """What a move gave away as far as its seat could know, and what it brought beyond what was to be expected of the seat."""
        moves = self.game.legal(state, seat)
        if len(moves) < 2:
            return Choice(move, 0.0, 0.0, False, [0.0] * self.seats)
        thought = Thought(self.game, self.game.view(state, seat), moves, self.luck, self.worlds)
        seen = thought.look()
        own, chosen = [row[seat] for row in seen], moves.index(move)
        best, second = sorted(own, reverse=True)[:2]
        usual = self.usual(seen, seat)
        worth = leveled(self.game, [row[: self.seats] for row in seen], self.levels, far(self.game, state.record))
        return Choice(
            moves[own.index(best)], best - own[chosen], best - added(own) / len(own), best - second <= 0.2,
            less(worth[chosen], mean(usual, worth)),
        )  # fmt: skip

    def usual(self, seen: Sequence[Sequence[float]], seat: int) -> list[float]:
        """How likely a player of the seat's level is to make each move."""
        level, count = known_level(self.levels[seat]), len(seen)
        own = [row[seat] for row in seen]
        if level == "random":
            return [1.0 / count] * count
        if level not in PEOPLE or max(own) > SURE:
            return [1.0 if index == own.index(max(own)) else 0.0 for index in range(count)]
        person = PEOPLE[level]
        weight = person.own_points * 4.0 / self.game.features.POINTS
        judged = [odds_of(row[seat]) + weight * row[4 + seat] for row in seen]
        return likely(self.game, judged, blur_of(person, count), person.notices, DRAWN, self.dice.below(SEEDS))

    def searched(self, index: int, looks: int = 400) -> Choice:
        """The decision once more, followed a move of everybody further."""
        action, state = self.match.actions[index], self.match.states[index]
        seat, moves = action.seat, self.game.legal(state, action.seat)
        found = self.choices[index]
        if len(moves) < 2:
            return found
        thought = Thought(self.game, self.game.view(state, seat), moves, self.luck, max(self.worlds, 48))
        own = [row[seat] for row in thought.search(looks, None, 1)]
        best, chosen = thought.best(), moves.index(action.do)
        return found._replace(best=moves[best], loss=max(0.0, own[best] - own[chosen]))

    def step_error(self, index: int) -> float:
        """How far a step may be off."""
        if self.match.actions[index].by is not CHANCE and index not in self.played:
            return UNSURE
        later = index + 1 if index + 1 in self.played else self.anchor(index + 1, 1)
        before, after = self.errors[index], self.errors[later]
        return math.sqrt(before * before + after * after)

    def anchor(self, point: int, way: int) -> int:
        """The next point, from this one on, that does not hang on another: before chance acts, or the end."""
        while 0 < point < self.count and self.match.actions[point].by is not CHANCE:
            point += way
        return point

    # ------------------------------------------------ games played out

    def jumps(self) -> list[float]:
        """How far each step moves the chance of the seat that it moves most."""
        return [max(abs(one) for one in less(after, before)) for before, after in pairwise(self.curve)]

    def play_out(self, plain: Sequence[Sequence[float]], forks: int) -> None:
        """Play games from the throws around the largest jumps, and bend the curve to what they say.

        Where nothing is hidden also from the very ends of a jump: elsewhere that would tell a move what its seat could not know."""
        jumps = self.jumps()
        order = sorted(range(self.count), key=lambda step: -jumps[step])[:forks]
        ends = {end for step in order for end in (self.anchor(step, -1), self.anchor(step + 1, 1))}
        if not self.game.room.has_secrets:
            ends |= {end for step in order for end in (step, step + 1)}
        least, most = self.effort.played
        for point in sorted(ends - {self.count} - set(self.played)):
            go_on()
            rest = max(1, sum(self.costs[point:]))
            games = min(most, max(least, self.effort.played_looks // (2 * FORKS * rest)))
            self.played[point] = self._won(point, games)
        self._bend(plain)

    def _won(self, point: int, games: int) -> tuple[list[float], float]:
        """How often each seat comes first from here on, and the variance of that."""
        shares = won(self.game, self.match.states[point], self.persons, self.seed + point, games)
        spread = max((share * games + 0.5) / (games + 1) * (1 - share * games / (games + 1)) for share in shares)
        return shares, spread / games

    def _bend(self, plain: Sequence[Sequence[float]]) -> None:
        """What the games say counts as much as it is surer than the value; between them the difference fades from throw to throw."""
        if not self.played:
            return
        anchors = {point: found for point, found in self.played.items() if point not in self.choices}
        misses = [max(one * one for one in less(share, plain[point])) - variance for point, (share, variance) in anchors.items()]
        unsure = max(UNSURE * UNSURE, added(misses) / max(1, len(misses)))
        known = {0: [0.0] * self.seats, self.count: [0.0] * self.seats}
        for point, (share, variance) in anchors.items():
            trust = unsure / (unsure + variance)
            known[point] = [trust * one for one in less(share, plain[point])]
            self.errors[point] = math.sqrt(trust * variance)
        self.curve = self._bent(plain, known)
        self.curve[-1] = shares(self.match)
        self._share_out()

    def _share_out(self) -> None:
        """Between throws the moves bring what lies between the points that are known; what they were thought to bring divides it."""
        last = self.count
        for index in reversed(range(self.count)):
            if index not in self.choices or index in self.played or index == 0:
                self._divide(index, last)
                last = index
        self.curve = [proper(row) for row in self.curve]

    def _divide(self, first: int, last: int) -> None:
        """The points from `first` to `last`, which is known; where games were played from the first, the moves make up the difference."""
        run = [index for index in range(first, last) if index in self.choices]
        gains = [list(self.choices[index].gains) for index in run]
        if first in self.choices and first in self.played:
            share, variance = self.played[first]
            trust = MISJUDGED / (MISJUDGED + variance)
            thought = [self.curve[last][seat] - added(gain[seat] for gain in gains) for seat in range(self.seats)]
            missed = [trust * one for one in less(thought, share)]
            sizes = [max(abs(one) for one in gain) + LITTLE for gain in gains]
            whole = added(sizes)
            gains = [[one + size / whole * more for one, more in zip(gain, missed, strict=True)] for gain, size in zip(gains, sizes, strict=True)]
            self.errors[first] = math.sqrt(trust * variance)
        for index, gain in zip(run[::-1], gains[::-1], strict=True):
            self.curve[index] = less(self.curve[index + 1], gain)

    def _bent(self, plain: Sequence[Sequence[float]], known: dict[int, list[float]]) -> list[list[float]]:
        """The plain curve with what is known at some points, and something of it between them."""
        steps, thrown = [], 0
        for index in range(self.count + 1):
            steps.append(thrown + index * 1e-6)
            thrown += index < self.count and self.match.actions[index].by is CHANCE
        at = sorted(known)
        places = [steps[point] for point in at]
        bends = [[known[point][seat] for point in at] for seat in range(self.seats)]
        return [
            [one + interpolated(step, places, bend) for one, bend in zip(row, bends, strict=True)]
            for step, row in zip(steps, plain, strict=True)
        ]


def less(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Each number less another."""
    return [first - second for first, second in zip(one, other, strict=True)]


def mean(odds: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of rows, each as likely as is told."""
    return [added(odd * row[seat] for odd, row in zip(odds, rows, strict=True)) for seat in range(len(rows[0]))]


def proper(chances: Sequence[float]) -> list[float]:
    """Chances that lie between 0 and 1 and are one together."""
    kept = [clipped(chance, 0.0, 1.0) for chance in chances]
    return [chance / added(kept) for chance in kept]


def is_over(match: Match) -> bool:
    """Has this game come to its end?"""
    return match.game.to_act(match.state) is OVER


def hundred(parts: Sequence[float], whole: int = 100, step: int = 1) -> list[int]:
    """Parts of one in whole points that come to `whole` together: the largest remainders are rounded up, the first of equals."""
    exact = [part * whole / step for part in parts]
    down = [math.floor(part + 1e-9) for part in exact]
    order = sorted(range(len(parts)), key=lambda index: (down[index] - exact[index], index))
    for index in order[: round(added(exact)) - sum(down)]:
        down[index] += 1
    return [step * part for part in down]
