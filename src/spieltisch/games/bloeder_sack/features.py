"""What a bot looks at in Blöder Sack.

Trays are added up, for only their doubles tell them apart. Small facts about all seats at once are kept in one number, some bits for each."""

from __future__ import annotations

from spieltisch.rule import rule

from .rules import CARDS_TO_END, DRAW, END, OVER
from .trays import (
    ALL_VALUES,
    ANY,
    FACES,
    LAST,
    MOST,
    NO_CARD,
    NOBODY,
    ODD,
    SAME,
    SUM,
    TRAYS,
    WON,
    fitting,
    has_open_tray,
    held,
    lies_later,
    spaces,
    strength,
)

STAGES = 6  # at most one card won, two, three; the last round with two turns or more to come, with one, with none
MARGINS = 9  # sacks ahead: -3 or worse, -2, -1; level with fewer cards, level, with more cards; 1, 2, 3 or more
SAFE, FIRM, ONE_VALUE, FEW_VALUES, MANY_VALUES, MANY_OUTS, FEW_OUTS, ONE_OUT, TWO_DICE, OUT = range(10)  # on a tray
STATUSES = 10
ROOM = 4  # spaces left on a tray: one, two, three or four, more
FAMILIES = 9  # of cards

# Where the numbers of a seat begin.
DISTANCE = 0  # turns until it moves; then: does it hold a die
ROUND = DISTANCE + 5  # its place in the round
SUPPLY = ROUND + 4  # dice: 0 to 10
FORCED = SUPPLY + 11  # short of dice: the best card to score, or none worth it
CARDS = FORCED + 2
SACKS = CARDS + 6
AHEAD = SACKS + 10  # in sacks won
FINAL = AHEAD + MARGINS  # in sacks if all cards were scored now, by stage
LIKELY = FINAL + STAGES * MARGINS  # ahead in sacks that the trays promise
ENDING = LIKELY + 9  # with three cards: behind, level or ahead if all cards were scored now
CHANCES = ENDING + 3  # sacks by status and by room on the tray
CLAIMS = CHANCES + STATUSES * ROOM  # cards by status
KINDS = CLAIMS + STATUSES  # sacks by family: led, or within reach
LAST_ROUND = KINDS + 2 * FAMILIES  # sacks by status, in the last round
GRAB = LAST_ROUND + STATUSES  # a card to be filled up and won, by distance; then: it would be the fourth
IN_HAND = GRAB + 5  # what the die in hand can take: a lead on 1, 2, 3 sacks; a card of 1, of 2
OWN = IN_HAND + 5

TABLE = 22
POINTS = 8.0

TWO_LEAD = 1 << 7  # beside a set of values: with two dice there might be the lead
ALL_MOVE = 0b11111  # more than there are seats: this is not the last round
STEPS = (-80, -48, -24, -8, 8, 24, 48, 80)  # in thirty-seconds of a sack


# ---------------------------------------------------------------- a seat


@rule
def look(record, seat, seen):
    """What there is to see of a seat."""
    gone, stage, moving = clock(record)
    distance = (seat - int(record.start) - gone) % int(record.seats)
    seen[DISTANCE + distance] = 1.0
    seen[DISTANCE + 4] = int(seat == record.turn and record.dice[0] > 0)
    seen[ROUND + (seat - int(record.start)) % int(record.seats)] = 1.0
    seen[SUPPLY + int(record.supply[seat])] = 1.0
    seen[FORCED + 1] = int(record.supply[seat] < 2)
    won = cards_won(record)
    final = won
    promised = 0
    for tray in range(TRAYS):
        if record.card[tray] != NO_CARD:
            more, promise = look_at_tray(record, tray, seat, moving, distance, seen)
            final += more
            promised += promise
    look_at_points(record, seat, won, final, promised, stage, seen)


@rule
def look_at_points(record, seat, won, final, promised, stage, seen):
    """Cards and sacks so far, and against the best other: won, if all were scored now, and as the trays promise."""
    for step in range(min(won >> 16 * seat & 63, 6)):
        seen[CARDS + step] = 1.0
    for step in range(min(won >> 16 * seat + 6 & 511, 10)):
        seen[SACKS + step] = 1.0
    seen[AHEAD + margin(record, won, seat)] = 1.0
    ahead = margin(record, final, seat)
    seen[FINAL + MARGINS * stage + ahead] = 1.0
    if (won >> 16 * seat & 63) == CARDS_TO_END - 1:
        seen[ENDING + (ahead > 2) + (ahead > 5)] = 1.0
    best = 0
    for other in range(record.seats):
        if other != seat:
            best = max(best, expected(won, promised, other))
    lead = expected(won, promised, seat) - best
    for step in range(8):
        seen[LIKELY + step] = int(lead >= STEPS[step])
    seen[LIKELY + 8] = min(max(lead / 128.0, -1.5), 1.5)


@rule
def look_at_tray(record, tray, seat, moving, distance, seen):
    """A seat's prospects on a tray; answers what its leader would win and what all may hope for, 16 bits a seat."""
    card = int(record.card[tray])
    sacks = int(record.sacks[card])
    holding = seat == record.turn and record.dice[0] > 0
    if record.count[tray] == 0 and not holding:
        return 0, 0
    leader, reached = contest(record, tray, moving)
    mine = reached >> 8 * seat & 255
    if holding:
        look_at_hand(record, tray, sacks, mine, seat == leader, seen)
    if record.count[tray] == 0:
        return 0, 0
    weight = 0.5 * min(sacks, 4)
    left = spaces(record) - int(record.count[tray])
    known = status(seat == leader, mine, others_reach(reached, seat))
    seen[CHANCES + ROOM * known + (left > 1) + (left > 2) + (left > 4)] += weight
    seen[CLAIMS + known] += 0.5
    if moving != ALL_MOVE:
        seen[LAST_ROUND + known] += weight
    if known < TWO_DICE:
        seen[KINDS + 2 * family(record, card) + (known > MANY_VALUES)] += weight
    if left <= 2:
        look_at_grab(record, seat, distance, left, weight, count_values(mine), seen)
    if known <= MANY_VALUES and record.supply[seat] < 2 and fitting(record, tray, seat, ALL_VALUES) >= 2:
        seen[FORCED] = max(seen[FORCED], weight)
        seen[FORCED + 1] = 0.0
    final = (sacks << 6) + 1 << 16 * leader if leader != NOBODY else 0
    return final, promises(record, leader, reached, sacks)


@rule
def look_at_hand(record, tray, sacks, mine, leads, seen):
    """What the dice in hand can take here: the lead, or the card at once."""
    full = record.count[tray] + 1 == spaces(record)
    for i in range(2):
        if record.dice[i] > 0 and mine >> int(record.dice[i]) & 1:
            if not leads:
                seen[IN_HAND + min(sacks, 3) - 1] = 1.0
            if full:
                seen[IN_HAND + 2 + min(sacks, 2)] = 1.0


@rule
def look_at_grab(record, seat, distance, left, weight, outs, seen):
    """R8: a tray that the seat could fill on its next turn, and lead then: with one die of two, or with both."""
    grab = weight * (outs * (12 - outs) / 36.0 if left == 1 else outs / 6.0)
    seen[GRAB + distance] = max(seen[GRAB + distance], grab)
    if record.won[seat] == CARDS_TO_END - 1:
        seen[GRAB + 4] = max(seen[GRAB + 4], grab)


# ---------------------------------------------------------------- the table


@rule
def look_around(record, seen):
    """What there is to see of the table: the dice in hand, the stage, the pile, empty and nearly full trays, house rules."""
    for i in range(2):
        if record.dice[i] > 0:
            seen[int(record.dice[i]) - 1] += 1.0
    seen[6 + clock(record)[1]] = 1.0
    seen[12] = int(record.pile_size == 0)
    seen[13] = min(int(record.pile_size), 27) / 27.0
    for tray in range(TRAYS):
        if record.card[tray] != NO_CARD:
            weight = 0.25 * min(int(record.sacks[record.card[tray]]), 4)
            left = spaces(record) - int(record.count[tray])
            seen[14] += 0.2
            seen[15] += 0.5 * weight
            if record.count[tray] == 0:
                seen[16] += weight
            if left <= 3:
                seen[16 + left] += weight
    seen[20] = float(record.newest)
    seen[21] = float(record.discards)


# ---------------------------------------------------------------- how near the end is


@rule
def clock(record):
    """How many turns of the round are gone, the stage of the game, and the seats, as bits, that will still move."""
    seats = int(record.seats)
    most = 0
    for seat in range(seats):
        most = max(most, int(record.won[seat]))
    done = record.phase == OVER or (record.phase == DRAW and record.then == END)  # or over but for a card to be drawn
    gone = (int(record.turn) - int(record.start)) % seats + int(done)
    if most < CARDS_TO_END and (record.pile_size > 0 or has_open_tray(record)):
        return gone, max(most - 1, 0), ALL_MOVE
    moving = 0
    for place in range(gone, seats):
        moving |= 1 << (int(record.start) + place) % seats
    return gone, STAGES - 1 - min(seats - gone, 2), moving


# ---------------------------------------------------------------- points of all seats: six bits for cards, nine for sacks


@rule
def cards_won(record):
    """The cards and sacks that each seat has won."""
    keys = 0
    for card in range(record.deck_size):
        if record.lies[card] >= WON:
            keys += (int(record.sacks[card]) << 6) + 1 << 16 * (int(record.lies[card]) - WON)
    return keys


@rule
def margin(record, keys, seat):
    """R15: how far a seat is ahead of the best other, as one of nine."""
    mine = keys >> 16 * seat & 0x7FFF
    best = 0
    for other in range(record.seats):
        if other != seat:
            best = max(best, keys >> 16 * other & 0x7FFF)
    sacks = (mine >> 6) - (best >> 6)
    if sacks == 0:
        return 4 + (mine > best) - (mine < best)
    return 5 + min(sacks, 3) if sacks > 0 else 3 + max(sacks, -3)


@rule
def expected(won, promised, seat):
    """Sacks won and promised, in thirty-seconds."""
    return ((won >> 16 * seat + 6 & 511) << 5) + (promised >> 16 * seat & 0x7FFF)


# ---------------------------------------------------------------- who may win a tray


@rule
def contest(record, tray, moving):
    """Who leads a tray, and for each seat that still moves, eight bits: the values of a die that would make it lead."""
    leader = NOBODY
    most = 0
    second = 0
    amounts = 0
    for seat in range(record.seats):
        amount = int(strength(record, tray, seat))
        amounts |= amount << 16 * seat
        if amount > most or (amount == most and amount > 0 and lies_later(record, tray, seat, leader)):
            leader = seat
            second = most
            most = amount
        else:
            second = max(second, amount)
    reached = 0
    for seat in range(record.seats):
        if moving >> seat & 1:
            wanted = max(second if seat == leader else most, 1)
            reached |= reach(record, tray, seat, amounts >> 16 * seat & 0x7FFF, wanted) << 8 * seat
    return leader, reached


@rule
def reach(record, tray, seat, own, wanted):
    """With which values one more die makes a seat lead (R11: it lies latest, so level is enough), or whether two dice might."""
    card = int(record.card[tray])
    kind = int(record.kind[card])
    values = int(record.values[card])
    if kind == LAST:
        return ALL_VALUES if own >= wanted else values
    tally = held(record, tray, seat)
    if kind == SUM:
        return reach_by_sum(record, card, tally, wanted)
    bits = TWO_LEAD if own + 2 >= wanted else 0
    for value in range(1, FACES + 1):
        alike = tally >> 4 * value & 15
        more = values >> value & 1 if kind == MOST else int(alike == 0)
        after = max(own, alike + 1) if kind == SAME else own + more
        bits |= int(after >= wanted) << value
    return bits


@rule
def reach_by_sum(record, card, tally, wanted):
    """The same for sums: the parity must fit, and the limit must not be reached."""
    parity = int(record.parity[card])
    limit = int(record.limit[card]) if record.limit[card] else 99
    total = 0
    for value in range(1, FACES + 1):
        total += value * (tally >> 4 * value & 15)
    bits = TWO_LEAD if total + 2 * FACES >= wanted and total + 2 < limit else 0
    for value in range(1, FACES + 1):
        fits = parity == ANY or (total + value & 1 == 1) == (parity == ODD)
        bits |= int(fits and wanted <= total + value < limit) << value
    return bits


@rule
def others_reach(reached, seat):
    """The values with which any other seat would lead."""
    rest = reached & ~(255 << 8 * seat)
    return (rest | rest >> 8 | rest >> 16 | rest >> 24) & 255


@rule
def count_values(bits):
    """How many values are in a set, without a loop."""
    pairs = (bits >> 1 & 0b010101) + (bits >> 2 & 0b010101)
    return (pairs & 3) + (pairs >> 2 & 3) + (pairs >> 4)


@rule
def status(leads, mine, others):
    """How a seat stands on a tray: by how many values it may lose the lead, or take it."""
    bits = others if leads else mine
    count = count_values(bits)
    grade = int(bits > 0) + int(count > 0) + int(count > 1) + int(count > 3)
    return grade if leads else OUT - grade


@rule
def promises(record, leader, reached, sacks):
    """What each seat may hope for on a tray, in thirty-seconds of a sack."""
    hopes = 0
    for seat in range(record.seats):
        if seat == leader:
            share = 32 - 2 * count_values(others_reach(reached, seat))
        else:
            outs = count_values(reached >> 8 * seat)
            share = min(4 * outs, 6 + outs)
        hopes += sacks * share << 16 * seat
    return hopes


@rule
def family(record, card):
    """Cards of a like kind: most of one value, of few, of many; same, different, last; sums, with a parity, with a limit."""
    kind = int(record.kind[card])
    if kind == MOST:
        fits = count_values(int(record.values[card]))
        return int(fits > 1) + int(fits > 3)
    if kind == SUM:
        return 8 if record.limit[card] else 6 + int(record.parity[card] != ANY)
    return 2 + kind
