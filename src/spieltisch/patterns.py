"""Moves and outcomes by pattern: from `place {value:1-6} on {tray:1-5}` follow codes, texts, the reader, and the words that tests try.

A code counts through a pattern's gaps as through the digits of a number, the last gap fastest. Patterns follow each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

from .kinds import Misdeclared, Seen


@dataclass(eq=False)
class Gap:
    """What stands in a gap: texts that are always the same; or a compiled function writes them, and an expression reads them."""

    codes: int  # how many of the move's codes it tells apart; 1: none, the text only says what is known anyway
    write: Callable[..., Any] | None = None  # (record, seat, names, code, out, at); code: this gap's, or all of it if it has only one
    form: str = ""
    texts: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()


def gap(codes: int, write: Callable[..., Any], form: str, *samples: str) -> Gap:
    """A gap whose text depends on the table: how many codes, the compiled writer, a regular expression, and a few texts for tests to try."""
    return Gap(codes, write, form, (), samples)


def _fixed(form: str) -> Gap:
    """A gap such as `1-6`, `bell|boat`, `2 of 1-6` (in any order, written ascending), or `1-5/9`: 6 to 9 can be read, to be refused."""
    form, _, readable = form.partition("/")
    several = re.fullmatch(r"(\d) of (.*)", form)
    span = re.fullmatch(r"(\d+)-(\d+)", several[2] if several else form)
    ones = [str(n) for n in range(int(span[1]), int(span[2]) + 1)] if span else (several[2] if several else form).split("|")
    texts = [" ".join(some) for some in combinations_with_replacement(ones, int(several[1]))] if several else ones
    more = [str(n) for n in range(int(ones[-1]) + 1, int(readable) + 1)] if readable else []
    readers = "|".join(map(re.escape, [*texts, *more]))
    return Gap(len(texts), None, readers, tuple(texts), (*texts[:: max(1, len(texts) // 3)], *more[-1:]))


@dataclass(eq=False)
class Pattern:
    """One form of move or outcome, and who may know which one it was."""

    text: str
    seen_by: Seen
    gaps: dict[str, Gap]
    pieces: list[tuple[str, str]]  # plain text and the gap behind it; "" at the end
    digits: list[str]  # the gaps in the order in which the code counts them
    first: int = 0

    @property
    def verb(self) -> str:
        return self.text.partition(" ")[0]

    @property
    def codes(self) -> int:
        return prod(one.codes for one in self.gaps.values())

    @property
    def is_fixed(self) -> bool:
        return all(one.texts for one in self.gaps.values())

    def texts(self) -> Iterator[str]:
        """All texts in the order of their codes."""
        for chosen in product(*(self.gaps[name].texts for name in self.digits)):
            found = dict(zip(self.digits, chosen, strict=True))
            yield "".join(plain + found.get(name, "") for plain, name in self.pieces)

    @cached_property
    def form(self) -> re.Pattern[str]:
        inside = "".join(
            re.escape(plain) + (f"(?P<{name}>{self.gaps[name].form})" if name else "") for plain, name in self.pieces
        )
        return re.compile(inside, re.ASCII)

    def digit(self, name: str) -> str:
        """The text that takes a gap's own code from the pattern's."""
        if self.gaps[name].codes == 1:
            return "code"
        behind = prod(self.gaps[other].codes for other in self.digits[self.digits.index(name) + 1 :])
        return f"code // {behind} % {self.gaps[name].codes}"


class Actions:
    """All moves, or all outcomes, of a game."""

    def __init__(self, patterns: list[Pattern], first: int) -> None:
        self.patterns = patterns
        self.first = first
        for pattern in patterns:
            pattern.first = first
            first += pattern.codes
        self.count = first  # one more than the highest code

    def read(self, text: str) -> tuple[str, dict[str, str]] | None:
        """The verb of a text and what stands in its gaps; None: no pattern has such a form."""
        for pattern in self.patterns:
            if found := pattern.form.fullmatch(text):
                return pattern.verb, found.groupdict()
        return None

    def pattern_of(self, text: str) -> Pattern:
        """The pattern whose form a text has."""
        return next(pattern for pattern in self.patterns if pattern.form.fullmatch(text))

    @cached_property
    def fixed(self) -> list[str | None]:
        """The texts that are always the same, by their codes."""
        texts: list[str | None] = [None] * self.count
        for pattern in self.patterns:
            if pattern.is_fixed:
                texts[pattern.first : pattern.first + pattern.codes] = pattern.texts()
        return texts

    def words(self) -> list[str]:
        """The words of all texts, and a few that stand in their gaps: what tests put together and try."""
        found: dict[str, None] = {}
        for pattern in self.patterns:
            for plain, _ in pattern.pieces:
                found.update(dict.fromkeys(plain.split()))
            for one in pattern.gaps.values():
                found.update(dict.fromkeys(one.samples))
        return list(found)

    def samples(self) -> list[str]:
        """A few texts that have a form, whether or not they are possible now."""
        return [
            "".join(plain + dict(zip(pattern.gaps, chosen, strict=True)).get(name, "") for plain, name in pattern.pieces)
            for pattern in self.patterns
            for chosen in [*product(*(one.samples[:3] for one in pattern.gaps.values()))][:6]
        ]


def _pattern(text: str, seen_by: Seen, gaps: dict[str, Gap], digits: str) -> Pattern:
    """A pattern, read; `digits` names its gaps in the order of the code where that is another than in the text."""
    found: dict[str, Gap] = {}
    pieces = []
    for plain, name, form in re.findall(r"([^{]*)(?:\{(\w+)(?::([^}]*))?\}|$)", text):
        if name and not form and name not in gaps:
            raise Misdeclared(f"table.py: the pattern {text!r} has a gap {name} without a form: {{{name}:1-6}}, or {name}=gap(…).")
        if name:
            found[name] = _fixed(form) if form else gaps[name]
        if plain or name:
            pieces.append((plain, name))
    return Pattern(text, seen_by, found, pieces, digits.split() or list(found))


def _actions(patterns: tuple[tuple[Any, ...], ...], first: int, gaps: dict[str, Gap]) -> Actions:
    for one in patterns:
        if not isinstance(one, tuple) or len(one) < 2 or not isinstance(one[1], Seen):
            raise Misdeclared(f"table.py: the pattern {one!r} does not say who may know which one it was: (pattern, ALL), OWNER or NOBODY.")
    return Actions([_pattern(text, seen_by, gaps, *(digits or ("",))) for text, seen_by, *digits in patterns], first)


def moves(*patterns: tuple[Any, ...], **gaps: Gap) -> Actions:
    """All moves: (pattern, who may know which one it was), in the order of their codes. OWNER is the seat that moves."""
    return _actions(patterns, 0, gaps)


def outcomes(*patterns: tuple[Any, ...], first: int = 0, **gaps: Gap) -> Actions:
    """All outcomes of chance, likewise; OWNER is the seat for which chance acts."""
    return _actions(patterns, first, gaps)
