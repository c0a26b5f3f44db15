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
def spaces(state):
    """R8: a tray is full with nine dice, with two players already with six."""
    return 6 if state.seats == 2 else SPACES


@rule
def has_open_tray(state):
    """D4: a tray without a card accepts no dice."""
    for tray in range(TRAYS):
        if state.card[tray] != NO_CARD:
            return True
    return False


@rule
def has_dice(state):
    """Does a die lie on any tray?"""
    for tray in range(TRAYS):
        if state.count[tray] > 0:
            return True
    return False


@rule
def free_place(state):
    """The first tray without a card, or -1."""
    for tray in range(TRAYS):
        if state.card[tray] == NO_CARD:
            return tray
    return -1


@rule
def put(state, seat, value, tray, space):
    """A die comes to lie on a space."""
    if state.newest:
        state.order[tray, space] = next_order(state)
    state.owner[tray, space] = seat
    state.value[tray, space] = value


@rule
def lay(state, seat, value, tray):
    """R7a: always on the free space with the lowest number."""
    put(state, seat, value, tray, int(state.count[tray]))
    state.count[tray] += 1


@rule
def replace(state, seat, tray, space):
    """R7b: a die of the same value on that very space; D2: the removed die goes back to its owner."""
    state.supply[state.owner[tray, space]] += 1
    put(state, seat, state.value[tray, space], tray, space)


@rule
def next_order(state):
    """D1, `newest`: later than every die that lies on the table."""
    latest = 0
    for tray in range(TRAYS):
        for space in range(state.count[tray]):
            latest = max(latest, int(state.order[tray, space]))
    return latest + 1 if latest < LATEST else number_anew(state) + 1


@rule
def number_anew(state):
    """Keep the order of the dice but number them from 1, so that the numbers never run out; how many there are."""
    done = 0
    for number in range(1, TRAYS * SPACES + 1):
        following = LATEST + 1
        for tray in range(TRAYS):
            for space in range(state.count[tray]):
                if done < state.order[tray, space] < following:
                    following = int(state.order[tray, space])
        if following > LATEST:
            return number - 1
        for tray in range(TRAYS):
            for space in range(state.count[tray]):
                if state.order[tray, space] == following:
                    state.order[tray, space] = number
        done = following
    return TRAYS * SPACES


@rule
def send_home(state, tray):
    """R12: all dice on the tray go back to their owners' supplies."""
    for space in range(state.count[tray]):
        state.supply[state.owner[tray, space]] += 1
        state.owner[tray, space] = 0
        state.value[tray, space] = 0
        state.order[tray, space] = 0
    state.count[tray] = 0


@rule
def put_back(state):
    """The dice in hand go back to the supply."""
    for i in range(2):
        if state.dice[i]:
            state.supply[state.turn] += 1
            state.dice[i] = 0


# ---------------------------------------------------------------- conditions


@rule
def held(state, tray, seat):
    """The seat's dice on the tray, counted by value: four bits for each."""
    tally = 0
    for space in range(state.count[tray]):
        if state.owner[tray, space] == seat:
            tally += 1 << 4 * int(state.value[tray, space])
    return tally


@rule
def fitting(state, tray, seat, values):
    """How many of the seat's dice on the tray show one of these values."""
    tally = held(state, tray, seat)
    count = 0
    for value in range(1, FACES + 1):
        count += (tally >> 4 * value & 15) * (values >> value & 1)
    return count


@rule
def last_fitting(state, tray, seat, values):
    """How late the seat's last die with one of these values lies; 0 if none. D1: by space, or by order of placing."""
    latest = 0
    for space in range(state.count[tray]):
        if state.owner[tray, space] == seat and values >> state.value[tray, space] & 1:
            latest = max(latest, int(state.order[tray, space]) if state.newest else space + 1)
    return latest


@rule
def largest_group(state, tray, seat):
    """Most same: a single die counts 1, two pairs count 2."""
    tally = held(state, tray, seat)
    largest = 0
    for value in range(1, FACES + 1):
        largest = max(largest, tally >> 4 * value & 15)
    return largest


@rule
def distinct_values(state, tray, seat):
    """Most different: the number of distinct values."""
    tally = held(state, tray, seat)
    count = 0
    for value in range(1, FACES + 1):
        count += (tally >> 4 * value & 15) > 0
    return count


@rule
def competing_sum(state, tray, seat, card):
    """The total of the seat's dice; 0 when its parity or the card's limit keeps it from competing."""
    tally = held(state, tray, seat)
    total = 0
    for value in range(1, FACES + 1):
        total += value * (tally >> 4 * value & 15)
    if state.parity[card] != ANY and (total % 2 == 1) != (state.parity[card] == ODD):
        return 0
    if state.limit[card] and total >= state.limit[card]:
        return 0
    return total


@rule
def strength(state, tray, seat):
    """How well a seat meets the condition of the card above a tray; D3: 0 does not fulfil it."""
    card = state.card[tray]
    kind = state.kind[card]
    if kind == MOST:
        return fitting(state, tray, seat, int(state.values[card]))
    if kind == LAST:
        return last_fitting(state, tray, seat, int(state.values[card]))
    if kind == SAME:
        return largest_group(state, tray, seat)
    if kind == DIFFERENT:
        return distinct_values(state, tray, seat)
    return competing_sum(state, tray, seat, card)


@rule
def lies_later(state, tray, seat, other):
    """R11: does the seat's last die on the tray lie later than the other's, whether it fits or not?"""
    return last_fitting(state, tray, seat, ALL_VALUES) > last_fitting(state, tray, other, ALL_VALUES)


@rule
def winner(state, tray):
    """R10: who meets the condition best; R11: of the tied, the one whose last die lies later; D3: perhaps nobody."""
    best = NOBODY
    most = 0
    for seat in range(state.seats):
        amount = strength(state, tray, seat)
        if amount > most or (amount == most and amount > 0 and lies_later(state, tray, seat, best)):
            best = seat
            most = amount
    return best
