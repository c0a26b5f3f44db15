"""`spieltisch check GAME`: is a room whole, does it keep its promises, and can it keep a secret? Each fault is one sentence with its file.

Runs as plain Python: nothing has to be compiled first, and whatever lies out of bounds says so."""

from __future__ import annotations

import importlib
import inspect
import json
import random
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .checks import Refused
from .dealing import odds
from .door import CHANCE, OVER, Game
from .leaks import Public, differing, leaks, only_told
from .state import State
from .walking import a_game, some_options
from .words import HOUSE, LANGUAGES, Words, load

FUNCTIONS = {
    "rules": {"begin": 3, "to_act": 1, "legal": 3, "play": 3, "chance_for": 1, "tickets": 1, "outcome": 2, "happen": 2, "score": 3},
    "events": {"tell": 8, "why": 2},
    "position": {"complete": 2, "faults": 2},
    "notation": {"refuse": 4},
    "content": {"house_rules": 0, "settle": 1, "lay_out": 2, "own_words": 2},
    "features": {"look": 3, "look_around": 2},
    "picture": {"picture": 2, "account": 2},
    "reasons": {"reason": 4},
}
NAMES = {"table": ("TABLE", "MOVES", "OUTCOMES"), "rules": ("MOVES", "OUTCOMES"), "features": ("OWN", "TABLE", "POINTS")}
TEXTS = ("name", "tagline", "credit", "moves", "events", "why", "points", "refusals", "reasons", "picture", "page")
SAMPLES = 5  # states of a game that are looked at closely
TICKETS = 500  # of a lottery that are looked at


def faults(package: str) -> Iterator[str]:
    """What is wrong with a room, in sentences; what would hide everything else ends the list."""
    folder = Path(importlib.import_module(package).__file__ or "").parent
    try:
        found = list(furniture(package, folder))
        yield from found
        if found:
            return
        game = Game(package)
        yield from codes(game)
        yield from texts(folder)
        yield from games(game)
        yield from odds(game)
    except Exception as problem:
        yield where(problem, folder)


def where(problem: Exception, folder: Path) -> str:
    """An exception as a sentence: the last place in the room's own files."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).parent == folder]
    place = f"{Path(frames[-1].filename).name}, {frames[-1].name}, line {frames[-1].lineno}: " if frames else ""
    said = problem.text("en") if isinstance(problem, Refused) else str(problem)
    return f"{place}{type(problem).__name__}: {said.splitlines()[0] if said else ''}"


# ---------------------------------------------------------------- is everything there?


def furniture(package: str, folder: Path) -> Iterator[str]:
    """Files, functions and how many things these are given."""
    for name in sorted({*FUNCTIONS, *NAMES}):
        if not (folder / f"{name}.py").exists():
            yield f"{name}.py is missing."
            continue
        module = importlib.import_module(f"{package}.{name}")
        for constant in NAMES.get(name, ()):
            if not hasattr(module, constant):
                yield f"{name}.py: {constant} is missing."
        yield from _functions(name, module, FUNCTIONS.get(name, {}))
    table = importlib.import_module(f"{package}.table") if (folder / "table.py").exists() else None
    if table is not None and table.TABLE.has_secrets:
        if not (folder / "hidden.py").exists():
            yield "hidden.py is missing: table.py hides something, and nothing deals it anew."
        else:
            yield from _functions("hidden", importlib.import_module(f"{package}.hidden"), {"deal_anew": 3})


def _functions(name: str, module: Any, wanted: dict[str, int]) -> Iterator[str]:
    for function, count in wanted.items():
        found = getattr(module, function, None)
        if found is None:
            yield f"{name}.py: the function {function} is missing."
            continue
        given = list(inspect.signature(getattr(found, "py_func", found)).parameters)
        if len(given) != count:
            yield f"{name}.py: {function} takes {len(given)} things ({', '.join(given)}), it is given {count}."


def codes(game: Game) -> Iterator[str]:
    """As many moves and outcomes as there are patterns for."""
    for name in ("MOVES", "OUTCOMES"):
        counted, said = getattr(game.room.declared, name).count, getattr(game.rules, name)
        if counted != said:
            yield f"rules.py: {name} is {said}, but the patterns in table.py count {counted}."


# ---------------------------------------------------------------- texts


def texts(folder: Path) -> Iterator[str]:
    """The same keys and gaps in both languages."""
    spoken = {lang: dict(_paths(load(folder, lang))) for lang in LANGUAGES}
    for table in TEXTS:
        for lang in LANGUAGES:
            if table not in load(folder, lang):
                yield f"{lang}.toml: {table} is missing."
    for reason in sorted({*load(folder, "de").get("refusals", {})} & {*load(HOUSE, "de")["refusals"]}):
        yield f"de.toml, en.toml: refusals.{reason} is a refusal of the house already; give it a name of its own."
    for path in sorted({*spoken["de"]} | {*spoken["en"]}):
        for lang in LANGUAGES:
            if path not in spoken[lang]:
                yield f"{lang}.toml: {path} is missing, the other language has it."
                break
        else:
            gaps = [set(re.findall(r"\{(\w+)", str(spoken[lang][path]))) for lang in LANGUAGES]
            if gaps[0] != gaps[1]:
                yield f"de.toml, en.toml: {path} has different gaps in the two."


def _paths(tree: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _paths(value, f"{before}{key}.")
        else:
            yield before + key, value


def _spoken(words: Words, path: str, details: dict[str, Any], file: str) -> Iterator[str]:
    """A text must be there, and all its gaps must have something to say."""
    said = words(path, **details)
    if said == path:
        yield f"{words.lang}.toml: there is no text for {path}, which {file} tells."
    elif "…" in said and "…" not in str(details):
        yield f"{words.lang}.toml: the text {path} has a gap that {file} does not fill: {said}"


# ---------------------------------------------------------------- games


def games(game: Game) -> Iterator[str]:
    """Games of all sizes, and with all house rules, played at random."""
    public: Public = {}
    usual, *others = some_options(game)
    sizes = list(game.seats)
    tables = [*((seats, usual) for seats in sizes), *((sizes[index % len(sizes)], options) for index, options in enumerate(others))]
    for seats, options in tables:
        luck = random.Random(f"{seats} {options}")
        plays = a_game(game, seats, options, luck)
        if game.to_act(plays[-1][0]) is not OVER:
            yield f"rules.py: a game of {seats} has not ended after {len(plays)} actions."
            return
        for found in _game(game, plays, luck, public):
            yield f"{found} (seats {seats}, options {json.dumps(options)})"
            return
    yield from only_told(public)


def _game(game: Game, plays: list[tuple[State, Any, str]], luck: random.Random, public: Public) -> Iterator[str]:
    """One game, looked at here and there: more closely at its beginning, where little is hidden yet."""
    yield from _conserved(game, [state for state, _, _ in plays])
    for index in _worth_a_look(game, plays):
        state, actor, text = plays[index]
        yield from _state(game, state)
        if actor is not OVER:
            yield from _told(game, state, actor, text)
        yield from leaks(game, state, (actor, text), luck, public)
    result = game.result(plays[-1][0])
    for lang in LANGUAGES:
        yield from _spoken(game.words(lang), f"why.{result['why']}", {"winner": 0}, "events.py")
    for place in result["places"]:
        if place != 1 + sum(other < place for other in result["places"]):
            yield f"rules.py, score: the places {result['places']} cannot be; shared ones leave the next out."


def _worth_a_look(game: Game, plays: list[tuple[State, Any, str]]) -> list[int]:
    """The beginning, the end, some between, and of every kind of move and outcome the first ones and the last."""
    declared = game.room.declared
    kinds: dict[str, list[int]] = {}
    for index, (_, actor, text) in enumerate(plays[:-1]):
        kinds.setdefault((declared.OUTCOMES if actor is CHANCE else declared.MOVES).pattern_of(text).text, []).append(index)
    some = {index for found in kinds.values() for index in (*found[:2], found[-1])}
    step = max(1, len(plays) // SAMPLES)
    return sorted({0, 1, 2, *range(0, len(plays), step), len(plays) - 1, *some} & {*range(len(plays))})


def _conserved(game: Game, states: list[State]) -> Iterator[str]:
    """Whatever comes from a stock is in it or where it went."""
    fields = game.room.declared.TABLE.fields
    for stock in (thing for thing in fields.values() if thing.size):
        parts = [thing for thing in fields.values() if thing.of == stock.name and not thing.part_of]
        totals = []
        for state in states:
            gone = sum(_things(thing, state.record[thing.name]) for thing in parts)
            totals.append(int(state.record[stock.name].sum()) + gone)
            if state.record[stock.name].sum() != state.record[stock.size]:
                yield f"rules.py: {stock.size} is not the number of things in {stock.name}."
                return
        if len(set(totals)) > 1:
            yield f"rules.py: what comes from {stock.name} is not conserved: {min(totals)} to {max(totals)} things in one game."


def _things(thing: Any, kept: Any) -> int:
    inside = getattr(thing, "inside", thing)
    return int(kept.sum()) if type(inside).__name__ == "multiset" else int((kept != 0).sum())


def _state(game: Game, state: State) -> Iterator[str]:
    """One moment: codes and tickets in order, views that parse, positions that come back."""
    yield from _codes(game, state)
    for seat in (None, *range(state.seats)):
        text = game.view_text(state, seat)
        try:
            json.loads(text)
        except ValueError as problem:
            key = re.findall(rb'"(\w+)":', text[: getattr(problem, "pos", 0)])
            yield f"table.py: a view is no JSON behind the key {key[-1].decode() if key else '?'}."
            return
    position = json.loads(json.dumps(game.describe(state)))
    again = game.position(position)
    if again != state:
        yield f"position.py: a position does not come back as it was; {differing(again, state)} differs."
    yield from _refusals(game, state)


def _codes(game: Game, state: State) -> Iterator[str]:
    """Legal moves and tickets, as the rules number them."""
    acting = game.to_act(state)
    if acting is CHANCE:
        total = int(game.rules.tickets(state.record))
        if total < 1:
            yield "rules.py, tickets: chance is to act and has no ticket."
            return
        found = [int(game.rules.outcome(state.record, ticket)) for ticket in sorted({*range(0, total, max(1, total // TICKETS)), total - 1})]
        if found != sorted(found):
            yield "rules.py, outcome: the tickets are not in the order of their codes."
        if not 0 <= min(found) <= max(found) < game.rules.OUTCOMES:
            yield f"rules.py, outcome: a code is out of bounds, OUTCOMES is {game.rules.OUTCOMES}."
    elif acting is not OVER:
        for seat in acting:  # type: ignore[union-attr]
            moves = list(game.moves(state, seat).values())
            if not moves:
                yield f"rules.py, legal: seat {seat} is to act and has no move."
            if moves != sorted(set(moves)) or (moves and not 0 <= moves[0] <= moves[-1] < game.rules.MOVES):
                yield f"rules.py, legal: the codes {moves} are not ascending or out of bounds, MOVES is {game.rules.MOVES}."
            if len(moves) != int(game.rules.legal(state.record, seat, game.room.desk.codes)):
                yield "table.py: two legal moves have the same text."


def _refusals(game: Game, state: State) -> Iterator[str]:
    """Every text that is not legal is refused with a sentence."""
    for seat in range(state.seats):
        for text in game.room.declared.MOVES.samples():
            if text in game.legal(state, seat):
                continue
            try:
                game.play(state, seat, text)
                yield f"notation.py: {text!r} is not legal and was played."
            except Refused as refused:
                for lang in LANGUAGES:
                    said = refused.text(lang)
                    if said.startswith("refusals.") or ("…" in said and "…" not in str(refused.details)):
                        yield f"{lang}.toml: the refusal {refused.reason} has no whole text: {said}"


def _told(game: Game, state: State, actor: Any, text: str) -> Iterator[str]:
    """What a play makes happen can be said."""
    for audience, event in game.told(state, actor, text, game.play(state, actor, text)):
        try:
            told = json.loads(event)
        except ValueError:
            yield f"events.py, tell: an event is no JSON: {event[:60].decode(errors='replace')}"
            return
        if not audience:
            yield f"events.py, tell: nobody is told {told['event']}."
        for lang in LANGUAGES:
            details = {key: value for key, value in told.items() if key != "event"}
            yield from _spoken(game.words(lang), f"events.{told['event']}", details, "events.py")


def main(keys: list[str]) -> int:
    """Print the faults of these rooms; 1 if there is any."""
    found = 0
    for key in keys:
        for fault in faults(f"{__package__}.games.{key.replace('-', '_')}"):
            print(fault, flush=True)
            found = 1
    return found


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
