"""What is printed on the cards, and the house rules: `replacement`, `unclaimed`, `open_sacks` and `deck`.

A deck of one's own is a list of cards, a dict with that list under `cards`, or a TOML file like `content.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from spieltisch.door import Refused, one_of, sequence, short, table, toml_file, whole, yes_or_no
from spieltisch.rule import rule
from spieltisch.write import write_text

from .trays import FACES, KINDS, LARGEST_DECK, PARITIES, SPACES, TRAYS

Card = dict[str, Any]

PRINTED = "printed"
CHOICES = {"replacement": ("space", "newest"), "unclaimed": ("stays", "discarded")}  # as printed or decided, the first
KEYS = ("id", "kind", "values", "parity", "below", "sacks", "attested", "de", "en")
FITS = {"most": ("values",), "last": ("values",), "sum": ("parity", "below"), "same": (), "different": ()}
LARGEST_SUM = FACES * SPACES
LONGEST_TEXT = 80
LONGEST_ID = 24


@cache
def printed() -> list[Card]:
    """The cards of the content file, checked."""
    content = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
    return check_deck(content["cards"], "cards")


# ---------------------------------------------------------------- a deck, checked


def check_deck(cards: Any, key: str) -> list[Card]:
    """Cards with different ids, at least one for each tray."""
    deck = [check_card(card, key) for card in sequence(cards, key, TRAYS, LARGEST_DECK)]
    names = set()
    for card in deck:
        if card["id"] in names:
            raise Refused("card_twice", key=key, card=card["id"])
        names.add(card["id"])
    return deck


def check_card(given: Any, key: str) -> Card:
    """One card, in full: what it asks, its sacks, its text in both languages."""
    card = table(given, key, KEYS)
    name = card.get("id")
    if not isinstance(name, str) or not re.fullmatch(f"[a-z0-9_]{{1,{LONGEST_ID}}}", name):
        raise Refused("bad_id", key=f"{key}.id", value=short(name))
    kind = one_of(card.get("kind"), f"{key}.kind", KINDS)
    for part in ("values", "parity", "below"):
        if part in card and part not in FITS[kind]:
            raise Refused("does_not_fit", key=f"{key}.{part}", kind=kind, card=name)
    if "attested" in card:
        yes_or_no(card["attested"], f"{key}.attested")
    checked: Card = {"id": name, "kind": kind}
    if "values" in FITS[kind]:
        checked["values"] = check_values(card.get("values", list(range(1, FACES + 1))), f"{key}.values")
    if "parity" in card:
        checked["parity"] = one_of(card["parity"], f"{key}.parity", PARITIES[1:])
    if "below" in card:
        checked["below"] = whole(card["below"], f"{key}.below", 2, LARGEST_SUM)
    checked["sacks"] = whole(card.get("sacks"), f"{key}.sacks", 1, 9)
    first = card.get("de", card.get("en", name))
    return {**checked, **{lang: check_text(card.get(lang, first), f"{key}.{lang}") for lang in ("de", "en")}}


def check_values(given: Any, key: str) -> list[int]:
    """Some of the values 1 to 6, each once."""
    values = sorted(whole(value, key, 1, FACES) for value in sequence(given, key, 1, FACES))
    for value in values:
        if values.count(value) > 1:
            raise Refused("value_twice", key=key, value=value)
    return values


def check_text(text: Any, key: str) -> str:
    """A line that may stand on a card."""
    if not isinstance(text, str):
        raise Refused("wrong_type", key=key, wanted="str", value=short(text))
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise Refused("bad_text", key=key, most=LONGEST_TEXT)
    return text


# ---------------------------------------------------------------- house rules


def house_rules() -> dict[str, list[Any]]:
    """What a table may choose by name, as usual first."""
    return {**{name: list(allowed) for name, allowed in CHOICES.items()}, "open_sacks": [False, True]}


def settle(options: Any) -> dict[str, Any]:
    """The house rules of a table, checked; what is as usual is left out."""
    given = table(options, "options", [*CHOICES, "open_sacks", "deck"])
    settled: dict[str, Any] = {}
    for name, allowed in CHOICES.items():
        if one_of(given.get(name, allowed[0]), f"options.{name}", allowed) != allowed[0]:
            settled[name] = given[name]
    if yes_or_no(given.get("open_sacks", False), "options.open_sacks"):
        settled["open_sacks"] = True
    deck = settle_deck(given.get("deck", PRINTED), "options.deck")
    if deck != printed():
        settled["deck"] = deck
    return settled


def settle_deck(deck: Any, key: str) -> list[Card]:
    """The printed deck by its name, or one of one's own."""
    if isinstance(deck, Path):
        deck = toml_file(deck, key)
    if isinstance(deck, str):
        one_of(deck, key, [PRINTED])
        return printed()
    if isinstance(deck, Mapping):
        deck = table(deck, key, ["cards"]).get("cards")
    return check_deck(deck, key)


def deck_of(options: Mapping[str, Any]) -> list[Card]:
    """The cards of a table with these (settled) options."""
    return options.get("deck") or printed()


def lay_out(record: Any, options: Mapping[str, Any]) -> None:
    """The deck and the house rules, laid out in a new record."""
    record.newest = options.get("replacement") == "newest"
    record.discards = options.get("unclaimed") == "discarded"
    deck = deck_of(options)
    record.deck_size = len(deck)
    for number, card in enumerate(deck):
        record.kind[number] = KINDS.index(card["kind"])
        record.values[number] = sum(1 << value for value in card.get("values", []))
        record.parity[number] = PARITIES.index(card.get("parity", "any"))
        record.limit[number] = card.get("below", 0)
        record.sacks[number] = card["sacks"]


def in_views(options: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in every view: the deck of the table, each card's sacks."""
    return {"deck": {card["id"]: card["sacks"] for card in deck_of(options)}}


def own_words(options: Mapping[str, Any], lang: str) -> dict[str, dict[str, str]]:
    """The texts of the cards, printed or one's own."""
    return {"cards": {card["id"]: card["en" if lang == "en" else "de"] for card in deck_of(options)}}


# ---------------------------------------------------------------- the ids of cards, for compiled rules


def names_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of a table's cards."""
    return tuple(card["id"] for card in options["deck"]) if "deck" in options else printed_names()


@cache
def printed_names() -> tuple[str, ...]:
    """Those of the printed deck, which are asked for again and again."""
    return tuple(card["id"] for card in printed())


NAMES = (LARGEST_DECK, LONGEST_ID)  # how many there may be, and of how many letters


@rule
def write_id(names, card, out, at):
    """A card's id."""
    for letter in names[card]:
        if letter:
            out[at] = letter
            at += 1
    return at


@rule
def write_name(names, card, out, at):
    """A card's id as JSON."""
    return write_text(out, write_id(names, card, out, write_text(out, at, b'"')), b'"')
