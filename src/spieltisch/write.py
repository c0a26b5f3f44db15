"""JSON from inside compiled code: each function writes onto an array of bytes from a place on, and says where to go on."""

from __future__ import annotations

from .rule import rule

ENOUGH = 1 << 14  # bytes: for any view, and for all events of one play
MOST_EVENTS = 120  # of one play


@rule
def write_text(out, at, text):
    """Write a text, from a place on; where to go on."""
    for index in range(len(text)):
        out[at + index] = text[index]
    return at + len(text)


@rule
def write_number(out, at, number):
    """Write a whole number that is not negative."""
    rest = int(number)
    if rest < 10:  # most are
        out[at] = 48 + rest
        return at + 1
    if rest < 100:
        out[at] = 48 + rest // 10
        out[at + 1] = 48 + rest % 10
        return at + 2
    after = at + 1
    limit = 10
    while rest >= limit:
        after += 1
        limit *= 10
    for place in range(after - 1, at - 1, -1):
        out[place] = 48 + rest % 10
        rest //= 10
    return after


@rule
def write_field(out, at, key, number):
    """Write a key, as it stands in the text with its signs, and a number."""
    return write_number(out, write_text(out, at, key), number)


@rule
def write_numbers(out, at, numbers, count):
    """Write the first numbers of an array as a list."""
    first = open_list(out, at)
    at = first
    for index in range(count):
        at = write_item(out, at, numbers[index])
    return close_list(out, at, first)


@rule
def open_list(out, at):
    """Begin a list of numbers."""
    out[at] = 91
    return at + 1


@rule
def write_item(out, at, number):
    """A number of a list, and a comma behind it."""
    at = write_number(out, at, number)
    out[at] = 44
    return at + 1


@rule
def close_list(out, at, first):
    """End a list of numbers; the last comma goes."""
    if at > first:
        at -= 1
    out[at] = 93
    return at + 1


@rule
def write_multiset(out, at, counts):
    """Write a list of values, ascending, from how many there are of each; 0, the unknown ones, is left out."""
    first = at = open_list(out, at)
    for value in range(1, len(counts)):
        for _ in range(counts[value]):
            at = write_item(out, at, value)
    return close_list(out, at, first)


@rule
def write_rest(out, at, counts, parts, seats):
    """The same without those that are, seat by seat, a part of them which is told elsewhere."""
    first = at = open_list(out, at)
    for value in range(1, len(counts)):
        rest = int(counts[value])
        for seat in range(seats):
            rest -= parts[seat, value]
        for _ in range(rest):
            at = write_item(out, at, value)
    return close_list(out, at, first)


@rule
def write_sizes(out, at, counts, seats):
    """How many things each seat has in its multiset."""
    first = at = open_list(out, at)
    for seat in range(seats):
        size = 0
        for value in range(counts.shape[1]):
            size += counts[seat, value]
        at = write_item(out, at, size)
    return close_list(out, at, first)


@rule
def write_marks(out, at, marked):
    """The places that are marked, as a list."""
    first = at = open_list(out, at)
    for place in range(len(marked)):
        if marked[place]:
            at = write_item(out, at, place)
    return close_list(out, at, first)


@rule
def write_sparse(out, at, columns, seats):
    """Place → a number for each seat, where one of them is not 0."""
    at = write_text(out, at, b"{")
    first = at
    for place in range(columns.shape[1]):
        some = 0
        for seat in range(seats):
            some |= columns[seat, place]
        if some:
            at = write_field(out, at, b'"' if at == first else b',"', place)
            at = write_numbers(out, write_text(out, at, b'":'), columns[:, place], seats)
    return write_text(out, at, b"}")


@rule
def length(numbers):
    """How many numbers stand before the first 0."""
    count = 0
    while count < len(numbers) and numbers[count] != 0:
        count += 1
    return count


@rule
def write_packed(out, at, packed, ends, number):
    """One of many texts that lie in one array, each ending where the next begins."""
    for place in range(ends[number], ends[number + 1]):
        out[at] = packed[place]
        at += 1
    return at


@rule
def begin_event(out, spans, kind):
    """Begin an event behind those that are told already; spans[0] counts them, spans[n] has the n-th one's audience, end and begin."""
    at = int(spans[spans[0, 0], 1])
    at = write_text(out, write_text(out, at, b'{"event":"'), kind)
    return write_text(out, at, b'"')


@rule
def end_event(out, spans, at):
    """An event is told."""
    number = spans[0, 0] + 1
    spans[0, 0] = number
    spans[number, 1] = write_text(out, at, b"}")
    spans[number, 2] = spans[number - 1, 1]
