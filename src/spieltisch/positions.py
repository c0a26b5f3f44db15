"""Positions and views, read by a room's declaration: every range is checked here and a refusal names its key.

A view gives a veiled record: what the watcher may not see is blank, as `veil` would leave it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .checks import Refused, sequence, table, whole
from .kinds import Kind, Seen, each, multiset, number, own_form, values
from .state import State
from .table import Table

Given = Mapping[str, Any]


# ---------------------------------------------------------------- positions


def write_position(declared: Table, state: State, written: Callable[[Kind, int], Any]) -> dict[str, Any]:
    """All that a position tells, in its order; `written` is what has a form of its own, of the table or of a seat."""
    position: dict[str, Any] = {}
    for thing in declared.told():
        if (thing.when is None or thing.when(state.record, state.options)) and is_chosen(thing, state.options):
            position[str(thing.position)] = _told(thing, state, written)
    return position


def is_chosen(thing: Kind, options: Given) -> bool:
    """Is there something to tell with these house rules?"""
    return thing.chosen is None or bool(thing.chosen(options))


def _told(thing: Kind, state: State, written: Callable[[Kind, int], Any]) -> Any:
    """One field, as positions tell it."""
    if isinstance(thing, own_form):
        return thing.kept(written(thing, -1))
    if isinstance(thing, each) and isinstance(thing.inside, own_form):
        return [written(thing, seat) for seat in range(state.seats)]
    return thing.told(getattr(state.plain, thing.name), state.seats)


def read_position(declared: Table, given: dict[str, Any], record: Any, options: Given) -> None:
    """Fill a laid-out record from JSON; what is not told stays as laid out, for the room to complete."""
    told = declared.told()
    table(given, "", [str(thing.position) for thing in told])
    for thing in told:
        if thing.position in given:
            _store(thing, given[thing.position], thing.position, record, options)
    _count(declared, record)
    for thing in told:
        if thing.of and not thing.part_of:
            _take(record[thing.of], _known(thing, record), str(thing.position))
    for thing in declared.fields.values():
        if thing.size:
            setattr(record, thing.size, sum(record[thing.name].tolist()))


def _store(thing: Kind, value: Any, key: str, record: Any, options: Given) -> None:
    """One field, checked and kept."""
    if isinstance(thing, own_form):
        assert thing.reader is not None
        thing.reader(value, key, record, options)
    elif isinstance(thing, each) and isinstance(thing.inside, own_form):
        assert thing.inside.reader is not None
        seats = int(record.seats)
        for seat, one in enumerate([] if value is None else sequence(value, key, seats, seats)):
            if one is not None:
                thing.inside.reader(one, key, record, options, seat)
    else:
        setattr(record, thing.name, thing.read(value, key, int(record.seats)))


def _count(declared: Table, record: Any) -> None:
    """How long the lists are whose length another field has."""
    for thing in declared.fields.values():
        inside = thing.inside if isinstance(thing, each) else thing
        if isinstance(inside, values) and inside.count:
            kept = record[thing.name].tolist()
            setattr(record, inside.count, [_length(row) for row in kept] if isinstance(thing, each) else _length(kept))


def _length(row: list[int]) -> int:
    """How many things lie in a row; a zero is none."""
    return sum(one != 0 for one in row)


def _known(thing: Kind, record: Any) -> list[int]:
    """The values of all that is known of something."""
    kept = record[thing.name].tolist()
    rows = [thing.inside.told(row, 0) for row in kept] if isinstance(thing, each) else [thing.told(kept, 0)]
    return [one for row in rows for one in row if one]


def _take(stock: Any, wanted: list[int], key: str) -> None:
    """What lies elsewhere is not in the stock; there are only so many of each."""
    for one in wanted:
        if stock[one] == 0:
            raise Refused("too_many_cards", key=key, card=one)
        stock[one] -= 1


# ---------------------------------------------------------------- views


def read_view(declared: Table, known: Given, record: Any, seat: int, options: Given) -> set[str]:
    """Fill a laid-out record with what a seat (-1: an onlooker) is shown; the keys that were told."""
    told = [thing for thing in declared.fields.values() if is_read(declared, thing)]
    for thing in sorted(told, key=lambda thing: thing.is_hidden):  # what is open first: it says how much there is of the rest
        key = thing.view or thing.own
        if key not in known and not thing.shown_if:
            raise Refused("missing_key", key=key)
        if thing.is_hidden:
            _read_hidden(declared, thing, known, record, seat, options)
        elif thing.view in known and is_chosen(thing, options):
            value = known[str(thing.view)]
            _store(thing, thing.kept(value) if isinstance(thing, own_form) else value, str(thing.view), record, options)
    for thing in declared.fields.values():
        if thing.part_of:
            among = [record[thing.part_of].tolist(), *record[thing.name].tolist()]
            record[thing.part_of][:] = [sum(counts) for counts in zip(*among, strict=True)]
    for thing in told:
        if thing.of and not thing.part_of:
            _take(record[thing.of], _known(thing, record), str(thing.own if thing.is_hidden else thing.view))
    _check_stocks(declared, record, seat)
    return {str(thing.position) for thing in told if (thing.view or thing.own) in known}


def is_read(declared: Table, thing: Kind) -> bool:
    """Is a field read from a view? What positions tell, what says how much is hidden, and what has a reader."""
    inside = thing.inside if isinstance(thing, each) else thing
    has_reader = isinstance(inside, own_form) and inside.reader is not None
    return bool(thing.view or thing.own) and bool(thing.position or thing.name in amounts(declared) or has_reader)


def amounts(declared: Table) -> set[str]:
    """The fields that say how much there is of something that may be hidden."""
    insides = [thing.inside if isinstance(thing, each) else thing for thing in declared.fields.values()]
    counts = {inside.count for inside in insides if isinstance(inside, values) and inside.count}
    return counts | {thing.size for thing in declared.fields.values() if thing.size}


def _read_hidden(declared: Table, thing: Kind, known: Given, record: Any, seat: int, options: Given) -> None:
    """Of something that not everybody sees: the watcher's own, the sizes of the others, all of it at the end."""
    assert thing.seen_by is not None
    seats = int(record.seats)
    if Seen.WHEN_OVER in thing.seen_by and record.phase == declared.over:
        setattr(record, thing.name, thing.read(known[str(thing.view)], str(thing.view), seats))
    elif isinstance(thing, each):
        if isinstance(thing.inside, multiset):
            sizes = each(number(0, thing.inside.most)).read(known[str(thing.view)], str(thing.view), seats)
            for other, size in enumerate(sizes):
                record[thing.name][other, 0] = size
        if seat >= 0 and thing.own and isinstance(thing.inside, own_form):
            assert thing.inside.reader is not None
            thing.inside.reader(known.get(thing.own), thing.own, record, options, seat)
        elif seat >= 0 and thing.own:
            record[thing.name][seat] = thing.inside.read(known.get(thing.own), thing.own, seats)
    elif isinstance(thing, own_form) and thing.reader is not None and (thing.owner is None or record[thing.owner] == seat):
        thing.reader(known[str(thing.own or thing.view)], str(thing.own or thing.view), record, options)
    if isinstance(thing, each):
        _check_lengths(thing, known, record, seat)


def _check_lengths(thing: each, known: Given, record: Any, seat: int) -> None:
    """There are as many as the field with their number says."""
    inside = thing.inside
    if isinstance(inside, multiset) and seat >= 0 and thing.own:
        size = int(sequence(known[str(thing.view)], str(thing.view))[seat])
        whole(len(known[thing.own]), thing.own, size, size)
    if isinstance(inside, values) and inside.count:
        for other in range(int(record.seats)):
            shown = _length(record[thing.name][other].tolist())
            if shown != record[inside.count][other] and (shown or other == seat):
                key = str(thing.own if other == seat else thing.view)
                raise Refused("wrong_length", key=key, count=shown, low=int(record[inside.count][other]), high=int(record[inside.count][other]))


def _check_stocks(declared: Table, record: Any, seat: int) -> None:
    """What is not seen anywhere is in the stock, or with those who hide it; else the view cannot be."""
    for stock in declared.fields.values():
        if not stock.size:
            continue
        elsewhere = 0
        for thing in declared.fields.values():
            if thing.of == stock.name and isinstance(thing, each):
                if isinstance(thing.inside, multiset):
                    elsewhere += sum(row[0] for row in record[thing.name].tolist())
                elif isinstance(thing.inside, values) and thing.inside.count:
                    elsewhere += sum(record[thing.inside.count].tolist()) - sum(_length(row) for row in record[thing.name].tolist())
        unseen, told = sum(record[stock.name].tolist()), int(record[stock.size])
        if unseen != told + elsewhere:
            raise Refused("wrong_stock", key=str(declared.fields[stock.size].view), count=told, due=unseen - elsewhere)


def watcher_of(known: Given, seats: int) -> int:
    """The seat whose view this is; -1 for an onlooker's."""
    seat = known.get("seat")
    return -1 if seat is None else whole(seat, "seat", 0, seats - 1)

