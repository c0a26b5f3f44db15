"""A review in words, for one reader: whoever reads is "du", the others have their names.

In a text `{seat:nom}` is a name or "du" (`dat`, `acc`, `gen` likewise), and `{count:ein Sack|Säcke}` a number with its noun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spieltisch import legs as two_games
from spieltisch.bots.odds import measured
from spieltisch.door import Game
from spieltisch.log import Match
from spieltisch.words import Words

from . import moments
from .review import all_act_at_once, levels, skill
from .verdict import BEGINNING, beginning, evening, of_evening, of_reader

FOLDER = Path(__file__).parent
CASES = ("nom", "dat", "acc", "gen")
EARLY = 14  # actions a seat: while a game is young
HISS = ("s", "ß", "x", "z")


def own_texts(game: Game) -> list[Path]:
    """A room's folders with texts: its own, and one for luck where it has that."""
    return [folder for folder in (game.folder, game.folder / "luck") if (folder / "de.toml").exists()]


class Teller(Words):
    """The texts of the house and of a room, told to somebody in a seat; None: to nobody at the table."""

    def __init__(self, game: Game, match: Match, lang: str, reader: int | None) -> None:
        extra = game.content.own_words(match.header["options"], lang)
        super().__init__(lang, FOLDER, *own_texts(game), names=match.names, extra=extra)
        self.reader = reader if reader is not None and 0 <= reader < match.state.seats else None
        self.levels = [seat.get("bot") for seat in match.header["seats"]]

    def say(self, path: str, details: Mapping[str, Any]) -> str:
        """A sentence; there may be a form of it for a reader who acts (`_you`), and for one whom it concerns (`_yours`)."""
        form = ""
        if self.reader is not None and details.get("seat") == self.reader:
            form = "_you"
        elif self.reader is not None and self.reader in (details.get("other"), details.get("owner")):
            form = "_yours"
        path = path + form if self._find(path + form) else path
        told = self(path, **details)
        return told[:1].upper() + told[1:]

    def has(self, path: str) -> bool:
        """Is there such a text?"""
        return isinstance(self._find(path), str)

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, _, many = spec.partition("|")
            return one if value == 1 else f"{self.count(value)} {many}"
        if spec == "count":
            return self.count(value)
        if spec == "and" and isinstance(value, (list, tuple)):
            return self.together([str(part) for part in value])
        if spec in CASES and isinstance(value, (list, tuple)):
            return self.together([self.called(seat, spec) for seat in value])
        if spec in CASES:
            return self.called(value, spec)
        return super().format_field(value, spec)

    def together(self, parts: Sequence[str]) -> str:
        """A, B and C."""
        return f" {self('luck.and')} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)

    def called(self, seat: int, case: str) -> str:
        """A seat in a sentence."""
        if seat == self.reader:
            return self(f"luck.you.{case}")
        name = self.seat(seat)
        if case != "gen":
            return name
        if self.lang == "en":
            return f"{name}'s"
        return f"{name}’" if name.endswith(HISS) else f"{name}s"

    def count(self, number: int) -> str:
        """A number in words, up to twelve."""
        return self(f"luck.numbers.{number}") if 0 <= number <= 12 else str(number)


def in_words(
    told: Mapping[str, Any],
    match: Match,
    lang: str,
    reader: int | None = None,
    evening: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A review with its sentences."""
    teller = Teller(match.game, match, lang, reader)
    words = {
        "verdict": verdict(told, teller),
        "skill": of_skill(told, teller),
        "fair": teller(f"luck.fair.{told['said']['fair']}"),
        "turned": "" if told["said"]["turned"] is None else teller.say("luck.turned", {"seat": told["said"]["turned"]}),
        "levels": counted_as(told, teller),
        "begins": of_beginning(told, teller, match.header["start"]),
        "equals": teller("luck.equals"),
        "how": teller("luck.how_levels" if told["levels"] else "luck.how"),
        "ending": how_it_ended(match, teller),
        "legs": of_legs(match, teller),
    }
    actions = [spoken(action, index, match, teller) for index, action in enumerate(told["actions"])]
    pins = []
    for moment in told["moments"]:
        action = actions[moment["action"]]
        best = match.game.notation.move_words(moment["better"]["do"], teller) if moment["better"] else ""
        pins.append(moment_told(moment, match, action["text"], best, teller))
    found = {**told, "actions": actions, "moments": pins, "words": words}
    return found if evening is None else {**found, "evening": evening_told(evening, teller)}


def how_it_ended(match: Match, teller: Teller) -> str:
    """How close it was, as the room says it."""
    found = moments.ending(match)
    return teller.say(*found) if found else ""


def of_legs(match: Match, teller: Teller) -> str:
    """Where two games belong together: who begins in which, and how both ended."""
    legs, start, seats = match.header.get("legs"), match.header["start"], match.state.seats
    if legs is None:
        return ""
    if match.both is None:
        return teller.say("luck.legs.first", {"seat": (start + 1) % seats})
    said = two_games.last_note(match.both)
    total = teller.say(f"luck.legs.{said['event']}", {**said, "seat": said.get("winner")})
    begun = "luck.legs.each" if seats == 2 else "luck.legs.some"
    parts = [total, teller.say(begun, {"seat": (start - 1) % seats, "other": start})]
    return " ".join([*parts, *([teller("luck.legs.same")] if legs["dice"] == "same" else [])])


def spoken(action: Mapping[str, Any], index: int, match: Match, teller: Teller) -> dict[str, Any]:
    """An action as the log tells it, and the better move in words."""
    own = action["for"] if action["by"] == "chance" else action["by"]
    at_once = action["by"] != "chance" and all_act_at_once(match)
    events = [event for event in match.events(index) if own in event.audience and is_of(event, own, at_once)]
    said = " ".join(teller(f"events.{event.kind}", **event.details) for event in events)
    best = {"best_text": match.game.notation.move_words(action["best"], teller)} if "best" in action else {}
    return {**action, "text": said, **best}


def is_of(event: Any, own: int | None, at_once: bool) -> bool:
    """Where all act at once, the end of a throw tells everybody's entries: here only those of the one who acted are told."""
    seat = event.details.get("seat")
    return not at_once or own is None or seat is None or seat == own


def verdict(told: Mapping[str, Any], teller: Teller) -> dict[str, str]:
    """The headline, what follows it, and one line for the reader."""
    said, rest = told["said"], []
    head = ""
    if said["verdict"] is not None:
        key, about = said["verdict"]
        head = teller(f"luck.verdict.{key}", kind=teller("luck_by"), against=teller("luck_against"))
        if teller.has(f"luck.why.{key}") and about.get("other", 0) is not None:
            rest.append(teller.say(f"luck.why.{key}", about))
    if said["close"]:
        rest.append(teller(f"luck.close.{said['close']}", throw=teller("luck_throw")))
    mine = of_reader(told, teller.reader)
    if mine:
        rest.append(teller(f"luck.me.{mine}"))
    return {"head": head, "rest": " ".join(rest)}


def of_skill(told: Mapping[str, Any], teller: Teller) -> str:
    """One sentence on skill."""
    said = told["said"]["skill"]
    return teller.say(f"luck.skill.{said[0]}", said[1]) if said else ""


def counted_as(told: Mapping[str, Any], teller: Teller) -> str:
    """What the computers are counted as."""
    by_level: dict[str, list[int]] = {}
    for seat, level in told["levels"].items():
        by_level.setdefault(level, []).append(int(seat))
    return ", ".join(
        teller("luck.counted", seats=seats, level=teller(f"luck.level.{level}")) for level, seats in by_level.items()
    )


def of_beginning(told: Mapping[str, Any], teller: Teller, start: int) -> str:
    """What going first is worth."""
    said = beginning(told, start)
    return teller(f"luck.begins.{said[0]}", **said[1]) if said else ""


def moment_told(moment: Mapping[str, Any], match: Match, log: str, best: str, teller: Teller) -> dict[str, Any]:
    """A moment: its title, what happened and why it mattered, and what lay next to a costly move."""
    plain = {"log": log, "move": f"{best[:1].upper()}{best[1:]}."}
    title, *sentences = [plain.get(key) or teller.say(key, details) for key, details in moment["said"]]
    whose = teller.say("luck.chance_of", {"seat": moment["seat"]})
    better = moment["better"]["said"] if moment["better"] else []
    beside = " ".join(plain.get(key) or teller.say(key, details) for key, details in better)
    return {
        **moment, "title": title.rstrip("."), "when": when_was(moment, teller), "whose": whose, "text": " ".join(sentences),
        "better_text": beside,
    }  # fmt: skip


def when_was(moment: Mapping[str, Any], teller: Teller) -> str:
    """Round, and whose turn it was."""
    by = moment["by"]
    kind = "move" if moment["kind"] == "move" else "table" if by is None else teller("luck_kind")
    who = teller.say(f"luck.when.{kind}", {"seat": by}) if by is not None else ""
    return " · ".join(part for part in (teller("luck.round", round=moment["round"]), who) if part)


def whole_evening(match: Match, accounts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Several games of the same people, the last one this; skill is told over all of them."""
    scale = measured(match.game, match.state.seats).get("skill", {})
    of_seats = [[one["seats"][seat]["sums"] for one in accounts] for seat in range(match.state.seats)]
    return evening(accounts, [skill(scale, [sum(parts) for parts in zip(*own, strict=True)]) for own in of_seats])


def reckoned_with(match: Match, lang: str) -> str:
    """What a chance during a game is reckoned with: equals, the levels of the computers, and what going first is worth."""
    teller = Teller(match.game, match, lang, None)
    parts = [part for part in (teller("luck.equals"), counted_as({"levels": levels(match)}, teller)) if part]
    told = ", ".join(parts) + "."
    first = measured(match.game, match.state.seats).get("first", [])
    if first and max(first) - min(first) >= BEGINNING and len(match.actions) < EARLY * match.state.seats:
        key = "ahead" if first[0] == max(first) else "behind" if first[0] == min(first) else None
        told += f" {teller(f'luck.first_{key}')}" if key else ""
    return told[:1].upper() + told[1:]


def evening_told(evening: Mapping[str, Any], teller: Teller) -> dict[str, Any]:
    """An evening and its sentence."""
    said = of_evening(evening, teller.reader)
    text = ""
    if said is not None:
        key, about = said
        if key == "lucky":
            key = "lucky_one" if about["wins"] == 1 else "lucky" if about["share"] == 1 else "lucky_many"
        text = teller.say(f"luck.evening.{key}", {**about, "luck": teller("luck_things")})
    title = teller("luck.evening_title", games=len(evening["games"]))
    return {**evening, "text": text, "title": title}
