"""The table of Blöder Sack as plain text: each tray with its card, who leads and why, and its numbered spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.door import Words


def picture(view: Mapping[str, Any], words: Words) -> str:
    """Trays, people, pile, and whose turn it is."""
    lines = [line for number, tray in enumerate(view["trays"], 1) for line in tray_lines(view, words, number, tray)]
    lines += [person(view, words, seat) for seat in range(view["seats"])]
    lines.append(words("picture.pile", pile=view["pile"]))
    lines.append(words(f"picture.{view['phase']}", turn=view["turn"], dice=view["dice"]))
    return "\n".join(lines)


def tray_lines(view: Mapping[str, Any], words: Words, number: int, tray: Mapping[str, Any]) -> list[str]:
    """A tray: its card and leader, then its spaces: `1 R4   2 G6   3 ·`."""
    if tray["card"] is None:
        return [words("picture.closed", tray=number)]
    told = words("picture.tray", tray=number, card=tray["card"], sacks=tray["sacks"], lead=lead(tray, words))
    dice = [die(text, words) for text in tray["dice"]]
    cells = [f"{space} {text}" for space, text in enumerate([*dice, *["·"] * (view["spaces"] - len(dice))], 1)]
    return [told, "   " + "".join(f"{cell:<8}" for cell in cells).rstrip()]


def lead(tray: Mapping[str, Any], words: Words) -> str:
    """Who would win the card now, and why."""
    if tray["leader"] is None:
        return words("picture.nobody")
    reason = words(f"measures.{tray['reason']['measure']}", **tray["reason"])
    kind = "picture.leads_tied" if tray["reason"]["tie"] else "picture.leads"
    return words(kind, leader=tray["leader"], reason=reason)


def die(text: str, words: Words) -> str:
    """A die by its owner's letter and its value; when two names begin alike, by the seat's number too."""
    seat, value = text.partition("#")[0].split(":")
    letters = [words.seat(other)[:1].upper() for other in range(4)]
    letter = letters[int(seat)]
    return f"{letter}{value}" if letters.count(letter) == 1 else f"{letter}{int(seat) + 1}:{value}"


def person(view: Mapping[str, Any], words: Words, seat: int) -> str:
    """One line per seat; D9: the sacks only at the end or at an open table."""
    shown = view["phase"] == "over" or view["options"].get("open_sacks")
    kind = "picture.person_open" if shown else "picture.person"
    return words(kind, seat=seat, supply=view["supply"][seat], cards=view["cards"][seat], sacks=view["sacks"][seat])


def account(view: Mapping[str, Any], words: Words) -> str:
    """How the sacks came together: the cards each seat has won."""
    lines = []
    for seat, won in enumerate(view["won"]):
        cards = [f"{words.format_field(card, 'cards')} ({view['deck'][card]})" for card in won]
        told = "; ".join(cards) or words("picture.none")
        lines.append(words("picture.account", seat=seat, cards=told, sacks=view["sacks"][seat]))
    return "\n".join(lines)
