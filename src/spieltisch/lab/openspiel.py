"""OpenSpiel's information-set tree search as a yardstick for `master`, both with the same time a move.

`pip install open_spiel`, then `python -m spieltisch.lab.openspiel GAME --games 40 --effort 0.1`. It sees our games through a thin
coat: chance is drawn where it acts, what a seat cannot see is guessed from its view, games are played out by our compiled rules."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

import spieltisch
from spieltisch.bots import bot
from spieltisch.door import CHANCE, OVER, Game, Luck, State
from spieltisch.rule import blanks, luck

from .ladder import duel, play_game

CURIOSITY = 1.0
FIRST_GUESS = 0.002  # seconds a simulation may take before the first was timed
FEWEST, MOST = 8, 20_000


class Coat:
    """A state as OpenSpiel's search asks for it; it changes when played on."""

    def __init__(self, game: Game, state: State, source: Any) -> None:
        self.game, self.state, self.source = game, state, source
        self._settle()

    def _settle(self) -> None:
        """Chance acts at once: the search never meets it."""
        while self.game.to_act(self.state) is CHANCE:
            self.state = self.game.play(self.state, CHANCE, drawn(self.game, self.state, self.source))

    def get_game(self) -> Any:
        import pyspiel

        kind = pyspiel.GameType
        about = SimpleNamespace(dynamics=kind.Dynamics.SEQUENTIAL, information=kind.Information.IMPERFECT_INFORMATION)
        return SimpleNamespace(get_type=lambda: about)

    def clone(self) -> Coat:
        return Coat(self.game, self.state, self.source)

    def current_player(self) -> int:
        acting = self.game.to_act(self.state)
        return min(acting) if isinstance(acting, frozenset) else -4

    def legal_actions(self, player: int | None = None) -> list[int]:
        return sorted(self.game.moves(self.state, self.current_player() if player is None else player).values())

    def information_state_string(self) -> bytes:
        return self.game.view_text(self.state, self.current_player())

    def apply_action(self, action: int) -> None:
        seat = self.current_player()
        text = next(text for text, code in self.game.moves(self.state, seat).items() if code == action)
        self.state = self.game.play(self.state, seat, text)
        self._settle()

    def is_terminal(self) -> bool:
        return self.game.to_act(self.state) is OVER

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        places = self.game.result(self.state)["places"]
        return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]


def drawn(game: Game, state: State, source: Any) -> str:
    """An outcome by lot."""
    _, _, tickets = game.lottery(state)
    return game.drawn(state, source.randrange(tickets))


class PlayedOut:
    """What a position is worth: one random game to its end; all moves are equally likely to be good."""

    def __init__(self, game: Game, seed: int) -> None:
        self.loops, self.words = game.for_room("spieltisch.lab.loops"), luck(seed)
        self.states, self.moves = blanks(game.layout, 1), np.empty(game.rules.MOVES, np.int16)
        self.places, self.points = np.zeros(4, np.int64), np.zeros(4, np.int64)
        self.game = game

    def evaluate(self, state: Coat) -> list[float]:
        self.states[0] = state.state.record
        self.loops.play_out(self.states[0], self.moves, self.words, 1_000_000)
        self.game.rules.score(self.states[0], self.places, self.points)
        places = self.places[: state.state.seats].tolist()
        return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]

    def prior(self, state: Coat) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class Searcher:
    """OpenSpiel's search as one of our players."""

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        from open_spiel.python.algorithms import ismcts

        self.seconds, self.source, self.each, self.evaluator = (
            seconds,
            random.Random(seed),
            FIRST_GUESS,
            PlayedOut(game, seed),
        )
        self.simulations: list[int] = []
        self.search = ismcts.ISMCTSBot(
            game,
            self.evaluator,
            CURIOSITY,
            FEWEST,
            random_state=np.random.RandomState(seed),
            allow_inconsistent_action_sets=True,
        )

    def __call__(self, game: Game, view: Mapping[str, Any], moves: Sequence[str], chance: Luck) -> str:
        """The move that was followed most in so much time."""
        root = Coat(game, game.guess(view, self.source), self.source)
        if len(moves) == 1:
            return moves[0]
        self.search.set_resampler(lambda state, player: Coat(game, game.guess(view, self.source), self.source))
        count = int(min(MOST, max(FEWEST, self.seconds / self.each)))
        self.search._max_simulations = count
        begun = time.perf_counter()
        action = self.search.step(root)
        self.each = 0.5 * self.each + 0.5 * (time.perf_counter() - begun) / count
        self.simulations.append(count)
        return next(text for text, code in game.moves(root.state, int(view["seat"])).items() if code == action)


def main() -> None:
    """Games in pairs with the same dice, the sides changed between them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--seconds", type=float, default=None, help="a move, instead of the master's own time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game, master, spent = spieltisch.game(args.game), bot("master", args.effort), [0.0, 0]

    def timed(room: Game, view: Mapping[str, Any], moves: Sequence[str], chance: Luck) -> str:
        begun = time.perf_counter()
        chosen = master(room, view, moves, chance)
        if len(moves) > 1:
            spent[0], spent[1] = spent[0] + time.perf_counter() - begun, spent[1] + 1
        return chosen

    play_game(game, [timed, timed], args.seed)  # compile, and see how long a move takes
    spent[:] = [0.0, 0]
    play_game(game, [timed, timed], args.seed)
    rival = Searcher(game, args.seconds or spent[0] / spent[1], args.seed)
    shares = []
    for pair in range(args.games // 2):
        first = play_game(game, [timed, rival], 1000 * args.seed + pair)[0]
        shares.append((first + play_game(game, [rival, timed], 1000 * args.seed + pair)[1]) / 2)
        told = duel("master", "IS-MCTS", shares)
        print(f"{told.games} games: {100 * told.share:.0f} % ({100 * told.low:.0f}–{100 * told.high:.0f}), "
              f"{1000 * spent[0] / spent[1]:.0f} ms a move, {np.mean(rival.simulations):.0f} simulations", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
