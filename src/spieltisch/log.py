"""A match is its log: a header, one line per action, the result. The state is the fold of the lines; nothing else is kept.

JSON Lines, readable for ever: the header's version number says how; a line ends at "\\n" and nowhere else. See docs/notation.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from . import game as find_game
from . import legs as two_games
from .chance import Fair
from .checks import Refused, one_of, sequence, short, table, whole
from .door import CHANCE, Actor, Audience, Event, Game, Seat, State
from .rule import GAME_OVER

VERSION = 1
MOST_LINES = 100_000
MOST_LINE = 100_000  # characters

HEADER_KEYS = ["spieltisch", "game", "id", "seats", "start", "options", "commit", "entropy", "chance", "lot", "seed", "at", "legs", "shifted"]
CHANCE_LINE, MOVE_LINE = {"by", "do"}, {"by", "do", "ms"}
LINE_KEYS = ["by", "do", "ms", "undo", "result", "reveal", "note"]


class Action(NamedTuple):
    """Who did what, and the line of the log that says so."""

    by: Actor
    do: str
    line: int

    @property
    def seat(self) -> Seat:
        """The seat that moved; not to be asked of chance."""
        assert isinstance(self.by, int)
        return self.by


class Match:
    """One game from its first line to its last."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header = _checked_header(header)
        self.game: Game = find_game(self.header["game"])
        seats = self.header["seats"]
        self.actions: list[Action] = []
        self.states: list[State] = [self.game.begin(len(seats), self.header["start"], self.header["options"])]
        self.forgotten = 0  # how many of the first states are no longer among them
        self.lines: list[dict[str, Any]] = [self.header]
        self.result: dict[str, Any] | None = None

    @classmethod
    def new(cls, game: Game, seats: Sequence[Mapping[str, Any]], start: Seat = 0, options: Mapping[str, Any] | None = None,
            **more: Any) -> Match:  # fmt: skip
        """A match about to begin; more: id, commit, entropy, chance, lot, seed, legs, shifted."""
        settled = game.begin(len(seats), start, options).options
        header = {"spieltisch": VERSION, "game": game.key, "seats": [dict(seat) for seat in seats], "start": start}
        return cls(
            {**header, "options": dict(settled), **{key: value for key, value in more.items() if value is not None}}
        )

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.states[-1]

    @property
    def names(self) -> list[str]:
        """The names at the table; whoever has none goes by the seat's colour."""
        return [str(seat.get("name", "")) for seat in self.header["seats"]]

    @property
    def both(self) -> dict[str, Any] | None:
        """What this game and the one before it brought together, where they belong together and have ended."""
        legs = self.header.get("legs")
        if legs is None or legs["leg"] != two_games.RETURN or self.result is None:
            return None
        return two_games.together(self.game.adds_up, legs, self.result)

    # ------------------------------------------------ going on

    def play(self, actor: Actor, text: str, ms: int | None = None, note: str | None = None) -> dict[str, Any]:
        """Add a move or an outcome; the new line. A note says who moved for the seat when it was not its player."""
        if self.result is not None:
            raise Refused("over")
        self.states.append(self.game.play(self.state, actor, text))
        self.actions.append(Action(actor, text, len(self.lines)))
        line: dict[str, Any] = {"by": "chance" if actor is CHANCE else actor, "do": text}
        if ms is not None:
            line["ms"] = ms
        if note is not None:
            line["note"] = note
        return self._add(line)

    def undoable(self, seat: Seat, as_written: bool = False) -> int | None:
        """The index of the action this seat may take back: its latest, if neither it nor anything since told anyone something new.

        `as_written`: as older logs have it, in which what a seat's own action showed it alone did not count."""
        if not self.actions or self.actions[-1].by is CHANCE or self.result is not None or self.state.acting == GAME_OVER:
            return None
        for index in range(len(self.actions) - 1, self.forgotten - 1, -1):
            by = self.actions[index].by
            if by == seat:
                return None if not as_written and self._showed_something(index) else index
            if by is CHANCE or any(len(audience) > (by in audience) for audience, _ in self.told(index)):
                return None
        return None

    def _showed_something(self, index: int) -> bool:
        """Did the index-th action, a seat's move, show that seat what it could not have known?"""
        action, (before, after) = self.actions[index], self._around(index)
        return isinstance(action.by, int) and self.game.shows_something(before, action.by, action.do, after)

    def undo(self, seat: Seat, as_written: bool = False) -> dict[str, Any]:
        """Take back the seat's latest action; what others have done unseen meanwhile stays."""
        index = self.undoable(seat, as_written)
        if index is None:
            raise Refused("nothing_to_undo")
        later = self.actions[index + 1 :]
        del self.actions[index:], self.states[index + 1 - self.forgotten :]
        for action in later:
            self.states.append(self.game.play(self.state, action.by, action.do))
            self.actions.append(action)
        return self._add({"by": seat, "undo": 1})

    def forget(self) -> None:
        """Let go of the states before chance acted last, beyond which nobody can take back: for whoever only plays on."""
        index = len(self.actions) - 1
        while index > self.forgotten and self.actions[index].by is not CHANCE:
            index -= 1
        if index > self.forgotten:
            del self.states[: index - self.forgotten]
            self.forgotten = index

    def end(self, reveal: str | None = None) -> dict[str, Any]:
        """Write down the result; for fair chance, the secret with it."""
        self.result = dict(self.game.result(self.state))
        return self._add({"result": self.result, **({} if reveal is None else {"reveal": reveal})})

    def _add(self, line: dict[str, Any]) -> dict[str, Any]:
        self.lines.append(line)
        return line

    # ------------------------------------------------ looking back

    def events(self, index: int) -> list[Event]:
        """What the index-th action made happen."""
        action, (before, after) = self.actions[index], self._around(index)
        return self.game.events(before, action.by, action.do, after)

    def told(self, index: int) -> list[tuple[Audience, bytes]]:
        """The same as JSON, each event with those who may see it."""
        before, after = self._around(index)
        if after.told is None:
            action = self.actions[index]
            after.told = self.game.told(before, action.by, action.do, after)
        return after.told

    def _around(self, index: int) -> tuple[State, State]:
        """The states before and after an action."""
        at = index - self.forgotten
        assert at >= 0, "these states are forgotten"
        return self.states[at], self.states[at + 1]

    def until(self, line: int) -> Match:
        """The match as it stood after this many lines below the header."""
        return replay(map(dump, self.lines[: line + 1]))

    def text(self) -> str:
        """The whole log, as it is written to a file."""
        return "".join(dump(line) + "\n" for line in self.lines)


_quoted = json.encoder.encode_basestring_ascii
_UNPLAIN = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # some take these for the end of a line; half pairs are no UTF-8


def dump(line: Mapping[str, Any]) -> str:
    """One line of a log."""
    if line.keys() == CHANCE_LINE and line["by"] == "chance":  # most lines are such, or moves
        return f'{{"by": "chance", "do": {_quoted(line["do"])}}}'
    if line.keys() == MOVE_LINE:
        return f'{{"by": {line["by"]}, "do": {_quoted(line["do"])}, "ms": {line["ms"]}}}'
    return _UNPLAIN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(line, ensure_ascii=False))


def in_lines(text: str) -> list[str]:
    """The lines of a log: they end at "\\n" alone, whatever else some take for the end of a line; a "\\r" before it is a blank."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


# ---------------------------------------------------------------- reading


def _checked_header(header: Mapping[str, Any]) -> dict[str, Any]:
    known = table(header, "", HEADER_KEYS)
    if known.get("spieltisch") != VERSION:
        raise Refused("log_version", key="spieltisch", value=short(known.get("spieltisch")), known=VERSION)
    for key in ("game", "seats"):
        if key not in known:
            raise Refused("missing_key", key=key)
    for seat in sequence(known["seats"], "seats", 2, 4):
        for key, value in table(seat, "seats").items():
            if not isinstance(value, (str, int)) or len(str(value)) > 100:
                raise Refused("wrong_type", key=f"seats.{key}", wanted="str", value=short(value))
    for key in ("id", "commit", "chance"):
        if not isinstance(known.get(key, ""), str):
            raise Refused("wrong_type", key=key, wanted="str", value=short(known[key]))
    for entropy in sequence(known.get("entropy", []), "entropy", 0, 16):
        if not isinstance(entropy, str):
            raise Refused("wrong_type", key="entropy", wanted="str", value=short(entropy))
    one_of(known.get("lot", "start"), "lot", ["start"])
    if "legs" in known:
        two_games.checked(known["legs"], len(known["seats"]))
    whole(known.get("shifted", 0), "shifted", 0, 3)
    return {**known, "start": known.get("start", 0), "options": known.get("options", {})}


def replay(lines: Iterable[str]) -> Match:
    """A match from the lines of its log; a fault is refused with the number of its line."""
    match: Match | None = None
    number = 0
    try:
        for number, text in enumerate(lines, start=1):
            if number > MOST_LINES:
                raise Refused("log_too_long", most=MOST_LINES)
            line = parsed(text)
            if match is None:
                match = Match(line)
            else:
                take(match, line)
    except Refused as refused:
        raise _at_line(refused, number) from None
    if match is None:
        raise _at_line(Refused("log_empty"), 1)
    return match


def read_log(path: Path) -> Match:
    """A match from a file."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise Refused("unreadable_file", key="log", file=path.name, problem=problem.strerror or "?") from None
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise _at_line(Refused("log_not_text"), line) from None
    return replay(in_lines(text))


def parsed(text: str) -> dict[str, Any]:
    if len(text) > MOST_LINE:
        raise Refused("log_line_too_long", most=MOST_LINE)
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("log_not_json", text=short(text)) from None
    if not isinstance(line, dict):
        raise Refused("log_not_json", text=short(text))
    return line


def take(match: Match, line: dict[str, Any]) -> None:
    """Add a line that was read: everything about it is checked again."""
    table(line, "", LINE_KEYS)
    if match.result is not None:
        raise Refused("log_after_end")
    if "result" in line:
        reveal = line.get("reveal")
        if reveal is not None and not isinstance(reveal, str):
            raise Refused("wrong_type", key="reveal", wanted="str", value=short(reveal))
        if match.end(reveal)["result"] != line["result"]:
            raise Refused("log_wrong_result", wanted=json.dumps(match.result))
        return
    for key in ("by", "undo" if "undo" in line else "do"):
        if key not in line:
            raise Refused("missing_key", key=key)
    actor = CHANCE if line["by"] == "chance" else whole(line["by"], "by", 0, match.state.seats - 1)
    if "undo" in line:
        whole(line["undo"], "undo", 1, 1)
        if actor is CHANCE:
            raise Refused("nothing_to_undo")
        match.undo(actor, as_written=True)  # type: ignore[arg-type]
        return
    if not isinstance(line.get("note", ""), str):
        raise Refused("wrong_type", key="note", wanted="str", value=short(line["note"]))
    match.play(actor, line["do"], None if "ms" not in line else whole(line["ms"], "ms", 0, 2**53), line.get("note"))


def _at_line(refused: Refused, line: int) -> Refused:
    """The same refusal, with the line it is about."""
    placed = Refused("log_line", line=line, because=refused)
    placed.folder = refused.folder
    return placed


# ---------------------------------------------------------------- was it fair?


def chance_of(match: Match) -> str:
    """The table whose dice and cards these are: a duplicate table has another's."""
    return str(match.header.get("chance", match.header.get("id", "")))


def source_of(match: Match, secret: bytes) -> Fair:
    """Where a match's dice and cards come from."""
    return Fair(secret, chance_of(match), match.header.get("entropy", []), match.header.get("shifted", 0))


def verify(match: Match) -> int:
    """Check a finished fair game against its commitment: the number of outcomes that are right; the first wrong one is refused.

    Where the header says that the start seat was drawn by lot, that is checked first."""
    last = match.lines[-1]
    if match.result is None:
        raise Refused("verify_unfinished")
    if "commit" not in match.header or "reveal" not in last:
        raise Refused("verify_no_commitment")
    try:
        source = source_of(match, bytes.fromhex(last["reveal"]))
    except ValueError:
        raise _at_line(Refused("verify_wrong_secret"), len(match.lines)) from None
    if source.commitment != match.header["commit"]:
        raise _at_line(Refused("verify_wrong_secret"), len(match.lines))
    if "lot" in match.header:
        _check_lot(match.header["start"], source.below(len(match.header["seats"])))
    checked = 0
    for action, state in zip(match.actions, match.states, strict=False):
        if action.by is CHANCE:
            due = source.draw(match.game, state)
            if due != action.do:
                raise _at_line(Refused("verify_wrong_outcome", told=action.do, due=due), action.line + 1)
            checked += 1
    return checked


def _check_lot(told: Seat, due: Seat) -> None:
    """Whoever started is the one whom the lot named."""
    if told != due:
        raise _at_line(Refused("verify_wrong_lot", told=told, due=due), 1)
