"""Sets of fields in Just 4 Fun, and lines in them.

A set is a number with a bit for each field: by number (bit n is field n), to be met with the sums of a hand; or by place on the board
(bit 8 * row + column), where a line is its first place moved along, and the two spare columns keep it from running over the edge."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import FIELDS, SIDE

WIDE = 8  # places in a row of a set by place
STEPS = (1, WIDE - 1, WIDE, WIDE + 1)  # from place to place along a line: across, slanting, down, slanting
SUMS = (1 << FIELDS + 1) - 2


# ---------------------------------------------------------------- sets


@rule
def count(fields):
    """How many fields are in a set."""
    fields -= fields >> 1 & 0x5555555555555555
    fields = (fields & 0x3333333333333333) + (fields >> 2 & 0x3333333333333333)
    fields = fields + (fields >> 4) & 0x0F0F0F0F0F0F0F0F
    fields += fields >> 8
    fields += fields >> 16
    return fields + (fields >> 32) & 0x7F


@rule
def worth(fields):
    """What the fields of a set, by number, add up to."""
    return (
        count(fields & 0xAAAAAAAAAA)
        + 2 * count(fields & 0xCCCCCCCCCC)
        + 4 * count(fields & 0xF0F0F0F0F0)
        + 8 * count(fields & 0xFF00FF00)
        + 16 * count(fields & 0xFFFF0000)
        + 32 * count(fields & 0xFF00000000)
    )


@rule
def highest(fields):
    """The highest field of a set by number; 0 for none."""
    for shift in (1, 2, 4, 8, 16, 32):
        fields |= fields >> shift
    return max(count(fields) - 1, 0)


# ---------------------------------------------------------------- a hand and the board


@rule
def sums_of(record, seat):
    """The fields, by number, that some of a seat's cards add up to."""
    sums = 1
    for slot in range(record.cards[seat]):
        sums |= sums << int(record.hands[seat, slot])
    return sums & SUMS


@rule
def survey(record, seat, sums):
    """Everyone's points (16 bits each), the places that the sums reach, and by number and by place the fields
    that are the seat's for good, that it leads, where it is one stone short of the lead, and two."""
    points = reached = 0
    locked = ahead = level = behind = 0
    locked_at = ahead_at = level_at = behind_at = 0
    for row in range(SIDE):
        for column in range(SIDE):
            field = int(record.board[row, column])
            at = 1 << row * WIDE + column
            leader, most, second = ranked(record, field)
            if most > second:
                points += field << 16 * leader
            short = (second if leader == seat else most) + 1 - int(record.stones[seat, field])
            if record.locked[field]:
                if leader == seat:
                    locked |= 1 << field
                    locked_at |= at
                continue
            if sums >> field & 1:
                reached |= at
            if short <= 0:
                ahead |= 1 << field
                ahead_at |= at
            elif short == 1:
                level |= 1 << field
                level_at |= at
            elif short == 2:
                behind |= 1 << field
                behind_at |= at
    return points, reached, (locked, ahead, level, behind), (locked_at, ahead_at, level_at, behind_at)


@rule
def ranked(record, field):
    """Who has the most stones on a field (the first of several), how many, and how many the next has."""
    leader = -1
    most = second = 0
    for seat in range(record.seats):
        stones = int(record.stones[seat, field])
        if stones > most:
            leader, most, second = seat, stones, most
        else:
            second = max(second, stones)
    return leader, most, second


# ---------------------------------------------------------------- lines


@rule
def every(fields, step):
    """The first places of all lines that lie within a set."""
    pairs = fields & fields >> step
    return pairs & pairs >> 2 * step


@rule
def some(fields, step):
    """The first places of all lines that meet a set."""
    pairs = fields | fields >> step
    return pairs | pairs >> 2 * step


@rule
def spread(firsts, step):
    """All places of the lines that begin there."""
    pairs = firsts | firsts << step
    return pairs | pairs << 2 * step


@rule
def tallied(fields, step):
    """For every line how many of its fields are in a set, as the three binary digits of that number."""
    odd, both = fields ^ fields >> step, fields & fields >> step
    return odd ^ odd >> 2 * step, both ^ both >> 2 * step ^ odd & odd >> 2 * step, both & both >> 2 * step
