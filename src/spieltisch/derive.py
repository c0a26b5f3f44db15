"""From a room's declaration the compiled code that follows from it: the veil, the view writer, texts of moves.

Its source is put together here as text, a few lines for each field, and compiled and cached like the rules themselves."""

from __future__ import annotations

import linecache
import sys
from types import ModuleType
from typing import Any

import numpy as np

from . import rule, write
from .kinds import Kind, Seen, each, multiset, own_form, values
from .patterns import Actions, Pattern
from .rule import room_of
from .table import Table

HEAD = '''"""Made from the table of {room}."""'''


def made_from(declared: Any, rules: ModuleType) -> Any:
    """A module with the compiled code of a declaration: `veil`, `write_view`, `write_legal`, `write_outcome`, `may_know`."""
    room = room_of(declared.__name__)
    module = ModuleType(f"spieltisch.table@{room}")
    table, moves, outcomes = declared.TABLE, declared.MOVES, declared.OUTCOMES
    writers = {name: found for name, found in vars(write).items() if not name.startswith("_")}
    module.__dict__.update(writers, rule=rule.rule, BY_CHANCE=rule.BY_CHANCE, room=rules)
    module.__dict__.update(_functions(table), **_gaps("move", moves), **_gaps("outcome", outcomes))
    text = "\n\n\n".join(
        [HEAD.format(room=room), veil_source(table), view_source(table), knowing_source(moves, outcomes),
         actions_source("move", moves), actions_source("outcome", outcomes), LEGAL]
    )  # fmt: skip
    file = f"table_of_{room}.py"
    sys.modules[module.__name__] = module  # Numba looks it up there when it loads what it has compiled before
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), module.__dict__)
    return module


@rule.rule
def never(record, after):
    """No play brings to light what was hidden before it."""
    return False


def _functions(table: Table) -> dict[str, Any]:
    """The room's own compiled functions, by the names that the made code calls them."""
    found: dict[str, Any] = {"uncovers": table.uncovers or never}
    if table.veil is not None:
        found["own_veil"] = table.veil
    for name, thing in table.fields.items():
        inside = thing.inside if isinstance(thing, each) else thing
        if isinstance(inside, own_form):
            found[f"own_{name}"] = inside.write
        if thing.shown_if is not None:
            found[f"shows_{name}"] = thing.shown_if
    return found


def _indented(text: str, by: int = 4) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


# ---------------------------------------------------------------- the veil


def veil_source(table: Table) -> str:
    """What turns a record into what a watcher (-1: an onlooker) may see of it."""
    parts, calls = [], []
    if table.veil is not None:
        calls.append("own_veil(record, watcher)")
    for thing in table.fields.values():
        if thing.is_hidden and thing.type and thing.blank is not None and not is_stock(table, thing):
            parts.append(f"@rule\ndef hide_{thing.name}(record, watcher):\n" + _indented(_hiding(table, thing)))
            calls.append(f"hide_{thing.name}(record, watcher)")
    body = "\n".join(calls) or "pass"
    doc = '"""Blank everything that a watcher may not see; a veiled record stays as it is."""'
    return "\n\n\n".join([*parts, f"@rule\ndef veil(record, watcher):\n    {doc}\n{_indented(body)}"])


def is_stock(table: Table, thing: Kind) -> bool:
    """Is this where others come from? Then what nobody sees is there, and what a watcher does not see may be."""
    return any(other.of == thing.name for other in table.fields.values())


def _hiding(table: Table, thing: Kind) -> str:
    """The statements that hide one field."""
    assert thing.seen_by is not None
    lines = []
    if Seen.WHEN_OVER in thing.seen_by:
        lines.append(f"if record.phase == {table.over}:\n    return")
    if thing.owner is not None and Seen.OWNER in thing.seen_by:
        lines.append(f"if record.{thing.owner} == watcher:\n    return")
    if isinstance(thing, each):
        whose = "if seat != watcher:" if Seen.OWNER in thing.seen_by else "if True:"
        hidden = _blanking(thing, thing.inside, f"record.{thing.name}[seat", "]")
        lines.append(f"for seat in range(record.seats):\n    {whose}\n{_indented(hidden, 8)}")
    else:
        lines.append(_blanking(thing, thing, f"record.{thing.name}", ""))
    return "\n".join(lines)


def _blanking(thing: Kind, inside: Kind, place: str, end: str) -> str:
    """The statements that blank one thing: to 0, and the values of a multiset to unknown ones; what came from a stock goes back there."""
    if not inside.shape():
        return f"{place}{end} = {thing.blank}"
    at = f"{place}, index]" if end else f"{place}[index]"
    back = f"\nrecord.{thing.of}[index] += count" if thing.of else ""
    if isinstance(inside, multiset):
        unknown = f"{place}, 0]" if end else f"{place}[0]"
        among = f"\nrecord.{thing.part_of}[index] -= count\nrecord.{thing.part_of}[0] += count" if thing.part_of else ""
        moved = _indented(f"{at} = 0\n{unknown} += count{among}{back}", 8)
        some = f"some = 0\nfor index in range(1, {inside.high + 1}):\n    some |= {at}\nif some:\n"
        return some + _indented(f"for index in range(1, {inside.high + 1}):\n    count = {at}\n    if count:\n{moved}")
    if isinstance(inside, values):
        back = f"\n    if {at}:\n        record.{thing.of}[{at}] += 1" if thing.of else ""
        return f"for index in range({inside.most}):{back}\n    {at} = 0"
    if len(inside.shape()) == 1:
        return f"for index in range({inside.shape()[0]}):\n    {at} = {thing.blank}"
    return f"{place}{end}[:] = {thing.blank}"


# ---------------------------------------------------------------- views


def view_source(table: Table) -> str:
    """What writes a view: all fields in order, then what is the watcher's own."""
    parts, lines = [], []
    told = [thing for thing in table.fields.values() if thing.view]
    for number, thing in enumerate(told):
        key = b'%s"%s":' % (b"," if number else b"", str(thing.view).encode())
        lines.append(_shown(table, thing, key))
    for thing in table.fields.values():
        if thing.own:
            parts.append(_own_source(thing))
            lines.append(f"at = write_own_{thing.name}(record, watcher, names, out, at)")
    body = "\n".join(["at = 0", *lines, "return at"])
    parts.append(f'@rule\ndef write_seen(record, watcher, names, out):\n    """All that a veiled record shows."""\n{_indented(body)}')
    parts.append(VEILED_VIEW if table.has_secrets else OPEN_VIEW)
    return "\n\n\n".join(parts)


VEILED_VIEW = '''@rule(quick=True)
def write_view(cell, veiled, watcher, names, out):
    """A watcher's view, by way of a veiled copy; where it ends."""
    veiled[0] = cell[0]
    veil(veiled[0], watcher)
    return write_seen(veiled[0], watcher, names, out)'''

OPEN_VIEW = '''@rule(quick=True)
def write_view(cell, veiled, watcher, names, out):
    """A view of a table where nothing is hidden; where it ends."""
    return write_seen(cell[0], watcher, names, out)'''


def _shown(table: Table, thing: Kind, key: bytes) -> str:
    """The statements that write the public part of a field."""
    assert thing.seen_by is not None
    parts = [other for other in table.fields.values() if other.part_of == thing.name]
    if parts:
        code = f"at = write_rest(out, write_text(out, at, {key!r}), record.{thing.name}, record.{parts[0].name}, record.seats)"
    elif thing.is_hidden and isinstance(thing, each) and isinstance(thing.inside, multiset):
        code = f"at = write_sizes(out, write_text(out, at, {key!r}), record.{thing.name}, record.seats)"
    else:
        code = thing.code(key)
    if Seen.WHEN_OVER in thing.seen_by:
        null = f"at = write_text(out, at, {key + b'null'!r})"
        code = f"if record.phase == {table.over}:\n{_indented(code)}\nelse:\n    {null}"
    if thing.shown_if is not None:
        code = f"if shows_{thing.name}(record):\n{_indented(code)}"
    return code


def _own_source(thing: Kind) -> str:
    """What writes the watcher's own one of something that each seat has; an onlooker has none."""
    key = b',"%s":' % str(thing.own).encode()
    if isinstance(thing, each) and isinstance(thing.inside, own_form):
        code = f"at = write_text(out, at, {key!r})\n{thing.one('watcher')}\nreturn at"
    elif isinstance(thing, each):
        none = b"[]" if thing.inside.shape() else b"0"
        code = f"at = write_text(out, at, {key!r})\nif watcher < 0:\n    return write_text(out, at, {none!r})\n{thing.one('watcher')}\nreturn at"
    else:
        code = thing.code(key) + "\nreturn at"
    return f'@rule\ndef write_own_{thing.name}(record, watcher, names, out, at):\n    """The watcher\'s own."""\n{_indented(code)}'


# ---------------------------------------------------------------- moves and outcomes


def _gaps(kind: str, actions: Actions) -> dict[str, Any]:
    """The writers of gaps, and the texts that are always the same in one array."""
    found: dict[str, Any] = {}
    for number, pattern in enumerate(actions.patterns):
        for name, one in pattern.gaps.items():
            if one.write is not None:
                found[f"gap_{kind}_{number}_{name}"] = one.write
    texts = [(text or "").encode() for text in actions.fixed]
    found[f"{kind}_texts"] = np.frombuffer(b"".join(texts) or b" ", np.uint8).copy()
    found[f"{kind}_ends"] = np.cumsum([0, *map(len, texts)]).astype(np.int32)
    return found


def actions_source(kind: str, actions: Actions) -> str:
    """What writes the text of a move or an outcome."""
    parts, lines = [], []
    for number, pattern in enumerate(actions.patterns):
        if not pattern.is_fixed:
            parts.append(_pattern_source(kind, number, pattern))
            lines.append(f"if {pattern.first} <= code < {pattern.first + pattern.codes}:")
            lines.append(f"    return write_{kind}_{number}(record, seat, names, code - {pattern.first}, out, at)")
    lines.append(f"return write_packed(out, at, {kind}_texts, {kind}_ends, code)")
    doc = '"""The text of a code."""'
    body = _indented("\n".join(lines))
    return "\n\n\n".join([*parts, f"@rule\ndef write_{kind}(record, seat, names, code, out, at):\n    {doc}\n{body}"])


def _pattern_source(kind: str, number: int, pattern: Pattern) -> str:
    """What writes a text with gaps that depend on the table."""
    lines = []
    for plain, name in pattern.pieces:
        if plain:
            lines.append(f"at = write_text(out, at, {plain.encode()!r})")
        if name and pattern.gaps[name].write is not None:
            lines.append(f"at = gap_{kind}_{number}_{name}(record, seat, names, {pattern.digit(name)}, out, at)")
        elif name:
            texts = tuple(text.encode() for text in pattern.gaps[name].texts)
            lines.append(f"at = write_text(out, at, {texts!r}[{pattern.digit(name)}])")
    body = _indented("\n".join([*lines, "return at"]))
    return f'@rule\ndef write_{kind}_{number}(record, seat, names, code, out, at):\n    """{pattern.text}"""\n{body}'


def knowing_source(moves: Actions, outcomes: Actions) -> str:
    """What says whether a watcher may know which move or outcome it was."""
    lines = ["if actor == BY_CHANCE:"]
    for actions, by in ((outcomes, 4), (moves, 0)):
        for pattern in actions.patterns:
            who = "True" if Seen.ALL in pattern.seen_by else "watcher == owner" if Seen.OWNER in pattern.seen_by else "False"
            lines.append(f"{' ' * by}if code < {pattern.first + pattern.codes}:\n{' ' * by}    return {who}")
        lines.append(f"{' ' * by}return False")
    doc = '"""May a watcher know the code of what the actor did, or of what chance brought for the owner?"""'
    return f"@rule\ndef may_know(actor, code, watcher, owner):\n    {doc}\n{_indented(chr(10).join(lines))}"


LEGAL = '''@rule(quick=True)
def write_legal(cell, seat, names, codes, out):
    """The legal moves of a seat, as codes and as a list of texts in JSON; how many, and where the list ends."""
    record = cell[0]
    count = room.legal(record, seat, codes)
    at = write_text(out, 0, b"[")
    for number in range(count):
        at = write_text(out, at, b',"' if number else b'"')
        at = write_text(out, write_move(record, seat, names, codes[number], out, at), b'"')
    return count, write_text(out, at, b"]")


@rule(quick=True)
def write_outcome_of(cell, names, code, out):
    """An outcome's text; where it ends."""
    return write_outcome(cell[0], -1, names, code, out, 0)


@rule(quick=True)
def veil_cell(cell, watcher):
    """Veil the only record of an array."""
    veil(cell[0], watcher)'''
