"""What a bot looks at in Just 4 Fun."""

from __future__ import annotations

from spieltisch.rule import rule

from .lines import STEPS, WIDE, count, every, highest, ranked, some, spread, sums_of, survey, tallied, worth
from .prospects import hope, is_stopped, waits
from .rules import DRAW, FIELDS, HAND, PLAY, STONES

OWN = 162  # how many numbers describe one seat
TABLE = 14  # how many numbers describe the table as a whole
POINTS = 150.0  # what a winner typically has

BANDS = ((1 << 13) - 2, (1 << 25) - (1 << 13), (1 << 37) - (1 << 25))  # fields 1 to 12, 13 to 24, 25 to 36
EASE = (8, 19, 27, FIELDS)  # up to which field four cards make it: seldom, mostly, sometimes, rarely
STAGES = 4
MARGINS = (-80, -40, -20, -8, 0, 8, 20, 40, 80)

# Where the parts of a seat's numbers begin.
TEMPO, MARGIN, GROUND, LINES, THREATS, CARDS = 0, 17, 63, 83, 104, 136


# ---------------------------------------------------------------- one seat


@rule
def look(record, seat, seen):
    """What there is to see of one seat: tempo, points, fields, lines, threats, hand."""
    sums = sums_of(record, seat)
    points, reached, numbers, places = survey(record, seat, sums)
    wait = waits(record, seat)
    tell_tempo(record, seat, wait, seen)
    tell_margin(record, seat, points, seen)
    tell_ground(numbers, seen)
    winning, stopping = tell_lines(places, reached, seen)
    if winning:
        tell_threats(record, seat, wait, sums, winning, stopping, seen)
    tell_cards(record, seat, sums, numbers, seen)


@rule
def rise(seen, at, steps, value):
    """A thermometer: as many ones as the value, at most so many."""
    for step in range(min(steps, value)):
        seen[at + step] = 1.0


@rule
def tell_tempo(record, seat, wait, seen):
    """When the seat acts, how many stones it has, and whether the last word will be its own."""
    supply = int(record.supply[seat])
    if supply == 0:
        seen[TEMPO] = 1.0
        return
    seen[TEMPO + 1 + wait] = 1.0
    seen[TEMPO + 5] = record.phase == DRAW and record.turn == seat
    seen[TEMPO + 6] = supply / STONES
    if supply <= 4:
        seen[TEMPO + 6 + supply] = 1.0
    more = 1
    last = True
    for other in range(record.seats):
        if other != seat:
            theirs = int(record.supply[other])
            more = min(more, supply - theirs)
            last = last and (theirs < supply or (theirs == supply and waits(record, other) < wait))
    seen[TEMPO + 11] = max(more, -2) / 2
    if last:
        seen[TEMPO + 12] = 1.0
        seen[TEMPO + 13 + stage(record)] = 1.0


@rule
def stage(record):
    """How far the game is, 0 to 3, by the stones still to come."""
    left = 0
    for seat in range(record.seats):
        left += int(record.supply[seat])
    if left > 11 * record.seats:
        return 0
    return 1 if left > 5 * record.seats else 2 if left > 2 * record.seats else 3


@rule
def tell_margin(record, seat, points, seen):
    """Points as they stand and the lead over the best of the others, in each stage for itself."""
    own = points >> 16 * seat & 0xFFFF
    best = 0
    for other in range(record.seats):
        if other != seat:
            best = max(best, points >> 16 * other & 0xFFFF)
    margin = own - best
    rank = 0
    for step in MARGINS:
        rank += margin > step
    if margin == 0 and wins_tie(record, seat, points):
        rank += 1
    now = stage(record)
    seen[MARGIN] = own / POINTS
    seen[MARGIN + 1] = margin / POINTS
    seen[MARGIN + 2 + now] = min(max(margin / 60, -2.0), 2.0)
    seen[MARGIN + 6 + now * (len(MARGINS) + 1) + rank] = 1.0


@rule
def wins_tie(record, seat, points):
    """R12: would the highest field decide for this seat among those with as many points?"""
    for field in range(FIELDS, 0, -1):
        leader, most, second = ranked(record, field)
        if most > second and points >> 16 * leader & 0xFFFF == points >> 16 * seat & 0xFFFF:
            return leader == seat
    return True


@rule
def tell_ground(numbers, seen):
    """How many fields are locked, led, level and nearly level, what they are worth, and how high the safe and the open ones are."""
    for kind in range(4):
        seen[GROUND + kind] = count(numbers[kind]) / (12 if kind < 2 else 24)
        seen[GROUND + 4 + kind] = worth(numbers[kind]) / (POINTS if kind < 2 else 4 * POINTS)
        for band in range(3):
            seen[GROUND + 8 + 3 * kind + band] = count(numbers[kind] & BANDS[band]) / (6 if kind < 2 else 12)


# ---------------------------------------------------------------- lines


@rule
def tell_lines(places, reached, seen):
    """Lines by what they miss. Answers the places that win, those that make two threats at once, and those where one
    stone of somebody else would stop every line that the hand could complete."""
    locked, ahead, level, behind = places
    winning = threatening = forking = 0
    stopping = held_up = -1
    for step in STEPS:
        alive = every(locked | ahead | level | behind, step)
        loose = some(ahead, step)
        one, two, four = tallied(level, step)
        far, farther, farthest = tallied(behind, step)
        near = alive & ~(far | farther | farthest)
        three_held = near & one & ~two
        two_held = near & two & ~one
        seen[LINES] += count(three_held)
        seen[LINES + 1] += count(three_held & ~loose)
        seen[LINES + 2] += count(two_held)
        seen[LINES + 3] += count(two_held & ~loose)
        seen[LINES + 4] += count(alive & ~(one | two | four) & far & ~farther)
        seen[LINES + 5] += count(near & one & two)
        seen[LINES + 6] += count(alive & one & ~two & far & ~farther)
        seen[LINES + 7] += count(near & four)
        seen[LINES + 8] += count(alive)
        winning |= spread(three_held, step) & level
        makers = spread(two_held, step) & level
        forking |= threatening & makers
        threatening |= makers
        ready = three_held & some(level & reached, step)
        while three_held:
            line = three_held & -three_held
            held_up &= spread(line, step) & ~locked
            if line & ready:
                stopping &= spread(line, step) & ~locked
            three_held ^= line
    scale_lines(seen)
    rise(seen, CARDS + 18, 4, count(threatening & reached))
    rise(seen, CARDS + 22, 2, count(forking))
    rise(seen, CARDS + 24, 2, count(forking & reached))
    return winning, stopping if winning & reached else held_up


@rule
def scale_lines(seen):
    """Counts of lines as thermometers and as numbers near one."""
    rise(seen, LINES + 9, 2, int(seen[LINES]))
    rise(seen, LINES + 11, 2, int(seen[LINES + 1]))
    rise(seen, LINES + 13, 4, int(seen[LINES + 2]))
    rise(seen, LINES + 17, 2, int(seen[LINES + 3]))
    rise(seen, LINES + 19, 2, int(seen[LINES + 4]))
    for kind in range(9):
        seen[LINES + kind] /= 4 if kind < 2 else 8 if kind < 5 else 24 if kind < 7 else 54


@rule
def tell_threats(record, seat, wait, sums, winning, stopping, seen):
    """The fields that would win: how many, how easy to make, whether the hand makes one, and whether those before could stop it."""
    fields = 0
    rise(seen, THREATS, 3, count(winning))
    while winning:
        place = count((winning & -winning) - 1)
        field = int(record.board[place // WIDE, place % WIDE])
        fields |= 1 << field
        for band in range(len(EASE)):
            if field <= EASE[band]:
                seen[THREATS + 3 + band] += 0.5
                break
        winning &= winning - 1
    if record.supply[seat] == 0:
        seen[THREATS + 7] = 1.0
        return
    stopped = is_stopped(record, seat, stopping)
    if fields & sums:
        seen[THREATS + 8 + wait] = 1.0
        if not stopped:
            seen[THREATS + 12 + wait] = 1.0
        if count(fields & sums) > 1:
            seen[THREATS + 16 + wait] = 1.0
    elif record.cards[seat] < HAND:
        seen[THREATS + 20 + stopped] = 1.0
        seen[THREATS + 22 + stopped] = hope(record, seat, sums, fields)
    else:
        seen[THREATS + 24 + 4 * stopped + wait] = 1.0


# ---------------------------------------------------------------- the hand


@rule
def tell_cards(record, seat, sums, numbers, seen):
    """How many cards there are, low or high, and what the fields they reach are good for."""
    held = int(record.cards[seat])
    if record.supply[seat] == 0:
        return
    if held < HAND:
        seen[CARDS + held] = 1.0
    for slot in range(held):
        value = int(record.hands[seat, slot])
        seen[CARDS + 4] += value / 40
        seen[CARDS + 5] += (value <= 4) / HAND
        seen[CARDS + 6] += (value > 12) / HAND
    _, ahead, level, behind = numbers
    open_sums = sums & (ahead | level | behind)
    seen[CARDS + 7] = count(open_sums) / 12
    seen[CARDS + 8] = held == HAND and open_sums == 0
    seen[CARDS + 9] = count(sums & level) / 8
    seen[CARDS + 10] = count(sums & ahead) / 8
    seen[CARDS + 11] = count(sums & behind) / 8
    seen[CARDS + 12] = highest(sums & level) / FIELDS
    seen[CARDS + 13] = highest(sums & ahead) / FIELDS
    seen[CARDS + 14] = highest(sums & behind) / FIELDS
    if stage(record) == STAGES - 1:
        seen[CARDS + 15] = seen[CARDS + 12]
        seen[CARDS + 16] = seen[CARDS + 13]
        seen[CARDS + 17] = seen[CARDS + 14]


# ---------------------------------------------------------------- the table


@rule
def look_around(record, seen):
    """What there is to see of the table: the phase, the stones still to come, how much is settled, how much is fought over."""
    left = 0
    for seat in range(record.seats):
        left += int(record.supply[seat])
    seen[0] = left / (STONES * record.seats)
    seen[1 + stage(record)] = 1.0
    seen[5] = record.phase == PLAY
    seen[6] = record.phase == DRAW
    if left <= 4:
        seen[6 + max(left, 1)] = 1.0
    locked = empty = level = 0
    for field in range(1, FIELDS + 1):
        _, most, second = ranked(record, field)
        locked += int(record.locked[field])
        empty += most == 0
        level += most == second
    seen[11] = locked / FIELDS
    seen[12] = empty / FIELDS
    seen[13] = (level - empty) / FIELDS
