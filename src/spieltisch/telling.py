"""What a play makes happen, told to each watcher from what that one may see. `room`, `table`, `events`, `hidden`: see `rule.for_room`.

The room tells its events once for every watcher, from copies of the record before and after as that watcher sees them; it may play on
these. What several are told alike becomes one event with all of them as its audience."""

from __future__ import annotations

from typing import Any

from spieltisch.rule import BY_CHANCE, ONLOOKERS, all_of, rule

room: Any
table: Any
events: Any
hidden: Any

UNKNOWN = -1  # instead of the code of a move or outcome, for those who may not know it
CLASSES = 5  # rows at the end of the spans, one for each of four seats and the onlookers


@rule(quick=True)
def tell_all(cell, after, seen, actor, code, names, out, spans):
    """Tell everybody at a table where nothing is hidden; the first event, how many, and where they end; each has audience, end and begin."""
    spans[0, 0] = 0
    seen[0] = cell[0]
    events.tell(seen[0], after[0], 0, actor, code, names, out, spans)
    for number in range(1, spans[0, 0] + 1):
        spans[number, 0] = all_of(cell[0].seats)
    return 1, int(spans[0, 0]), int(spans[spans[0, 0], 1])


@rule(quick=True)
def tell_each(cell, after, seen, actor, code, names, out, spans):
    """Tell every watcher by itself, `seen` being room for two veiled records; the first event, how many, and where all end."""
    owner = int(room.chance_for(cell[0])) if actor == BY_CHANCE else actor
    spans[0, 0] = 0
    classes = spans[len(spans) - CLASSES :]
    found = 0
    seats = int(cell[0].seats)
    is_open = table.uncovers(cell[0], after[0])
    for turn in range(-1, seats + 1):
        watcher = owner if turn < 0 else turn if turn < seats else -1
        if (turn < 0 and owner < 0) or (turn >= 0 and turn == owner):
            continue
        seen[0] = cell[0]
        seen[1] = after[0]
        if not is_open:
            table.veil(seen[0], watcher)
        table.veil(seen[1], watcher)
        first = int(spans[0, 0])
        known = code if is_open or table.may_know(actor, code, watcher, owner) else UNKNOWN
        events.tell(seen[0], seen[1], watcher, actor, known, names, out, spans)
        audience = ONLOOKERS if watcher < 0 else 1 << watcher
        found = into_class(out, spans, classes, found, first, audience)
    last = int(spans[0, 0])
    if found == 1:
        for number in range(1, last + 1):
            spans[number, 0] = classes[0, 0]
        return 1, last, int(spans[last, 1])
    return last + 1, merge(out, spans, spans[last + 1 :], classes, found), int(spans[last, 1])


@rule
def into_class(out, spans, classes, found, first, audience):
    """Whoever is told what another is told is of one class with that one. A class: audience, first event, and behind its last."""
    last = int(spans[0, 0])
    for one in range(found):
        if classes[one, 2] - classes[one, 1] == last - first and are_same(out, spans, int(classes[one, 1]), first, last - first):
            classes[one, 0] |= audience
            spans[0, 0] = first
            return found
    classes[found, 0] = audience
    classes[found, 1] = first
    classes[found, 2] = last
    return found + 1


@rule
def are_same(out, spans, one, other, count):
    """Are so many events alike?"""
    for number in range(1, count + 1):
        if not is_same(out, spans, one + number, other + number):
            return False
    return True


@rule
def is_same(out, spans, one, other):
    """Are two events alike, letter by letter?"""
    first = int(spans[one, 2])
    second = int(spans[other, 2])
    length = int(spans[one, 1]) - first
    if int(spans[other, 1]) - second != length:
        return False
    for place in range(length - 1, -1, -1):
        if out[first + place] != out[second + place]:
            return False
    return True


@rule
def merge(out, spans, merged, classes, found):
    """One list of the events of all classes, in an order that is right for each."""
    count = 0
    left = 0
    for one in range(found):
        left += classes[one, 2] - classes[one, 1]
    while left > 0:
        event = next_event(out, spans, classes, found)
        audience = 0
        for one in range(found):
            if classes[one, 1] < classes[one, 2] and is_same(out, spans, int(classes[one, 1]) + 1, event):
                audience |= int(classes[one, 0])
                classes[one, 1] += 1
                left -= 1
        merged[count, 0] = audience
        merged[count, 1] = spans[event, 1]
        merged[count, 2] = spans[event, 2]
        count += 1
    return count


@rule
def next_event(out, spans, classes, found):
    """The first event of a class for which no other class must be told something else before."""
    any_event = 0
    for one in range(found):
        if classes[one, 1] == classes[one, 2]:
            continue
        event = int(classes[one, 1]) + 1
        if any_event == 0:
            any_event = event
        is_free = True
        for other in range(found):
            for later in range(int(classes[other, 1]) + 2, int(classes[other, 2]) + 1):
                if other != one and is_same(out, spans, later, event) and not is_same(out, spans, int(classes[other, 1]) + 1, event):
                    is_free = False
        if is_free:
            return event
    return any_event


@rule(quick=True)
def shows_something(cell, after, seen, letters, seat, move, luck, tries):
    """Did a move show its own seat what it could not foresee? Tried on tables that look the same to it before the move.

    `seen` is room for two records, `letters` the same as bytes. Where the move brings everything to light, that is what was shown."""
    is_open = table.uncovers(cell[0], after[0])
    seen[1] = cell[0] if is_open else after[0]
    if not is_open:
        table.veil(seen[1], seat)
    for _ in range(tries):
        seen[0] = cell[0]
        table.veil(seen[0], seat)
        hidden.deal_anew(seen[0], seat, luck)
        if not is_open:
            room.play(seen[0], seat, move)
            table.veil(seen[0], seat)
        different = 0
        for place in range(letters.shape[1]):  # to the end, without a question in between: many letters at once
            different |= letters[0, place] ^ letters[1, place]
        if different:
            return True
    return False
