"""The trays of Blöder Sack: the dice on them, and what the cards ask of them.

Trays and spaces are counted from 0; a card is its number in the deck, and what is printed on it is in the record."""

from __future__ import annotations

from spieltisch.rule import rule

TRAYS = 5
SPACES = 9
DICE = 10
FACES = 6
LARGEST_DECK = 40
LATEST = 999  # the highest number a die's order of placing may have

MOST, SAME, DIFFERENT, LAST, SUM = range(5)
KINDS = ("most", "same", "different", "last", "sum")
ANY, ODD, EVEN = range(3)
PARITIES = ("any", "odd", "even")
ALL_VALUES = 0b1111110  # a set of values: bit v for value v

NO_CARD = -1
NOBODY = -1
PILE, TRAY, DISCARD, WON = range(4)  # where a card lies; WON + s: won by seat s


# ---------------------------------------------------------------- trays and dice


@rule
def spaces(record):
    """R8: a tray is full with nine dice, with two players already with six."""
    return 6 if record.seats == 2 else SPACES


@rule
def has_open_tray(record):
    """D4: a tray without a card accepts no dice."""
    for tray in range(TRAYS):
        if record.card[tray] != NO_CARD:
            return True
    return False


@rule
def has_dice(record):
    """Does a die lie on any tray?"""
    for tray in range(TRAYS):
        if record.count[tray] > 0:
            return True
    return False


@rule
def free_place(record):
    """The first tray without a card, or -1."""
    for tray in range(TRAYS):
        if record.card[tray] == NO_CARD:
            return tray
    return -1


@rule
def put(record, seat, value, tray, space):
    """A die comes to lie on a space."""
    if record.newest:
        record.order[tray, space] = next_order(record)
    record.owner[tray, space] = seat
    record.value[tray, space] = value


@rule
def lay(record, seat, value, tray):
    """R7a: always on the free space with the lowest number."""
    put(record, seat, value, tray, int(record.count[tray]))
    record.count[tray] += 1


@rule
def replace(record, seat, tray, space):
    """R7b: a die of the same value on that very space; D2: the removed die goes back to its owner."""
    record.supply[record.owner[tray, space]] += 1
    put(record, seat, record.value[tray, space], tray, space)


@rule
def next_order(record):
    """D1, `newest`: later than every die that lies on the table."""
    latest = 0
    for tray in range(TRAYS):
        for space in range(record.count[tray]):
            latest = max(latest, int(record.order[tray, space]))
    return latest + 1 if latest < LATEST else number_anew(record) + 1


@rule
def number_anew(record):
    """Keep the order of the dice but number them from 1, so that the numbers never run out; how many there are."""
    done = 0
    for number in range(1, TRAYS * SPACES + 1):
        following = LATEST + 1
        for tray in range(TRAYS):
            for space in range(record.count[tray]):
                if done < record.order[tray, space] < following:
                    following = int(record.order[tray, space])
        if following > LATEST:
            return number - 1
        for tray in range(TRAYS):
            for space in range(record.count[tray]):
                if record.order[tray, space] == following:
                    record.order[tray, space] = number
        done = following
    return TRAYS * SPACES


@rule
def send_home(record, tray):
    """R12: all dice on the tray go back to their owners' supplies."""
    for space in range(record.count[tray]):
        record.supply[record.owner[tray, space]] += 1
        record.owner[tray, space] = 0
        record.value[tray, space] = 0
        record.order[tray, space] = 0
    record.count[tray] = 0


@rule
def put_back(record):
    """The dice in hand go back to the supply."""
    for i in range(2):
        if record.dice[i]:
            record.supply[record.turn] += 1
            record.dice[i] = 0


# ---------------------------------------------------------------- conditions


@rule
def held(record, tray, seat):
    """The seat's dice on the tray, counted by value: four bits for each."""
    tally = 0
    for space in range(record.count[tray]):
        if record.owner[tray, space] == seat:
            tally += 1 << 4 * int(record.value[tray, space])
    return tally


@rule
def fitting(record, tray, seat, values):
    """How many of the seat's dice on the tray show one of these values."""
    tally = held(record, tray, seat)
    count = 0
    for value in range(1, FACES + 1):
        count += (tally >> 4 * value & 15) * (values >> value & 1)
    return count


@rule
def last_fitting(record, tray, seat, values):
    """How late the seat's last die with one of these values lies; 0 if none. D1: by space, or by order of placing."""
    latest = 0
    for space in range(record.count[tray]):
        if record.owner[tray, space] == seat and values >> record.value[tray, space] & 1:
            latest = max(latest, int(record.order[tray, space]) if record.newest else space + 1)
    return latest


@rule
def largest_group(record, tray, seat):
    """Most same: a single die counts 1, two pairs count 2."""
    tally = held(record, tray, seat)
    largest = 0
    for value in range(1, FACES + 1):
        largest = max(largest, tally >> 4 * value & 15)
    return largest


@rule
def distinct_values(record, tray, seat):
    """Most different: the number of distinct values."""
    tally = held(record, tray, seat)
    count = 0
    for value in range(1, FACES + 1):
        count += (tally >> 4 * value & 15) > 0
    return count


@rule
def competing_sum(record, tray, seat, card):
    """The total of the seat's dice; 0 when its parity or the card's limit keeps it from competing."""
    tally = held(record, tray, seat)
    total = 0
    for value in range(1, FACES + 1):
        total += value * (tally >> 4 * value & 15)
    if record.parity[card] != ANY and (total % 2 == 1) != (record.parity[card] == ODD):
        return 0
    if record.limit[card] and total >= record.limit[card]:
        return 0
    return total


@rule
def strength(record, tray, seat):
    """How well a seat meets the condition of the card above a tray; D3: 0 does not fulfil it."""
    card = record.card[tray]
    kind = record.kind[card]
    if kind == MOST:
        return fitting(record, tray, seat, int(record.values[card]))
    if kind == LAST:
        return last_fitting(record, tray, seat, int(record.values[card]))
    if kind == SAME:
        return largest_group(record, tray, seat)
    if kind == DIFFERENT:
        return distinct_values(record, tray, seat)
    return competing_sum(record, tray, seat, card)


@rule
def lies_later(record, tray, seat, other):
    """R11: does the seat's last die on the tray lie later than the other's, whether it fits or not?"""
    return last_fitting(record, tray, seat, ALL_VALUES) > last_fitting(record, tray, other, ALL_VALUES)


@rule
def winner(record, tray):
    """R10: who meets the condition best; R11: of the tied, the one whose last die lies later; D3: perhaps nobody."""
    best = NOBODY
    most = 0
    for seat in range(record.seats):
        amount = strength(record, tray, seat)
        if amount > most or (amount == most and amount > 0 and lies_later(record, tray, seat, best)):
            best = seat
            most = amount
    return best
