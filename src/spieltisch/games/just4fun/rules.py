"""Just 4 Fun. Stones are kept by a field's number, `board` says where that number lies; card values are their own index.

A move is a set of hand cards: bit i of its code is the i-th card of the (ascending) hand; 0 is a pass."""

from __future__ import annotations

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, rule

SIDE = 6
FIELDS = 36
HIGHEST_CARD = 19
HAND = 4
DECK = 55
STONES = 20
LINE = 4

DEAL, PLAY, DRAW, OVER = range(4)
PHASES = ("deal", "play", "draw", "over")

PASS = 0
MOVES = 1 << HAND
LAY = HIGHEST_CARD  # outcome LAY + n: field n is laid next; outcomes 1 to 19 draw that card
OUTCOMES = LAY + FIELDS + 1


# ---------------------------------------------------------------- setup


@rule
def begin(record, seats, start):
    """R1: twenty stones each; the hands are dealt by chance."""
    record.seats = seats
    record.start = start
    record.turn = start
    record.phase = DEAL
    record.winner = -1
    for seat in range(seats):
        record.supply[seat] = STONES
    record.pile_size = 0
    for value in range(1, HIGHEST_CARD + 1):
        record.pile_size += record.pile[value]


@rule
def lay(record, field):
    """D10: the next place of a shuffled board gets this number."""
    set_place(record, field, record.laid)
    record.laid += 1


@rule
def set_place(record, field, place):
    """A field's number lies at this place of the board, counted in reading order."""
    record.row[field] = place // SIDE
    record.column[field] = place % SIDE
    record.board[place // SIDE, place % SIDE] = field


# ---------------------------------------------------------------- stones on a field


@rule
def best_other(record, seat, field):
    """The most stones that any other player has on a field."""
    most = 0
    for other in range(record.seats):
        if other != seat:
            most = max(most, record.stones[other, field])
    return most


@rule
def has_majority(record, seat, field):
    """R9: at least one stone more than every other player."""
    own = record.stones[seat, field]
    if own == 0:
        return False
    for other in range(record.seats):
        if other != seat and record.stones[other, field] >= own:
            return False
    return True


@rule
def may_place(record, seat, field):
    """R4: a field is barred where somebody is two stones ahead; D1: a locked one for everybody."""
    if record.locked[field]:
        return False
    for other in range(record.seats):
        if record.stones[other, field] >= record.stones[seat, field] + 2:
            return False
    return True


@rule
def place(record, seat, field):
    """R2: exactly one stone; R5: a lead of two over every other player locks the field."""
    record.stones[seat, field] += 1
    record.supply[seat] -= 1
    if record.stones[seat, field] >= best_other(record, seat, field) + 2:
        lock(record, seat, field)


@rule
def lock(record, seat, field):
    """R5: the field is theirs for good; all other stones there leave the game."""
    record.locked[field] = 1
    for other in range(record.seats):
        if other != seat:
            record.stones[other, field] = 0


# ---------------------------------------------------------------- lines


@rule
def reach(record, seat, field, down, right):
    """How many fields in a row, starting next to this one, the seat has the majority of."""
    count = 0
    row = record.row[field] + down
    column = record.column[field] + right
    while 0 <= row < SIDE and 0 <= column < SIDE and has_majority(record, seat, record.board[row, column]):
        count += 1
        row += down
        column += right
    return count


@rule
def completes_line(record, seat, field):
    """R10, D6: majority on four or more adjacent fields in one straight line through this one."""
    if not has_majority(record, seat, field):
        return False
    return (
        reach(record, seat, field, 0, 1) + reach(record, seat, field, 0, -1) >= LINE - 1
        or reach(record, seat, field, 1, 0) + reach(record, seat, field, -1, 0) >= LINE - 1
        or reach(record, seat, field, 1, 1) + reach(record, seat, field, -1, -1) >= LINE - 1
        or reach(record, seat, field, 1, -1) + reach(record, seat, field, -1, 1) >= LINE - 1
    )


# ---------------------------------------------------------------- cards


@rule
def total(record, seat, move):
    """What the chosen cards add up to."""
    value = 0
    for slot in range(HAND):
        if move >> slot & 1:
            value += int(record.hands[seat, slot])
    return value


@rule
def is_one_of_its_kind(record, seat, move):
    """Equal cards cannot be told apart: of several, the first ones are taken."""
    for slot in range(1, HAND):
        if move >> slot & 1 and not move >> (slot - 1) & 1 and record.hands[seat, slot] == record.hands[seat, slot - 1]:
            return False
    return True


@rule
def lay_off(record, seat, move):
    """The chosen cards go to the discard pile, the others close up."""
    kept = 0
    for slot in range(record.cards[seat]):
        value = record.hands[seat, slot]
        if move >> slot & 1:
            record.discard[value] += 1
        else:
            record.hands[seat, kept] = value
            kept += 1
    for slot in range(kept, HAND):
        record.hands[seat, slot] = 0
    record.cards[seat] = kept


@rule
def lay_off_covered(record, seat):
    """The whole hand goes to the discard pile, and nobody is shown it (D9)."""
    for slot in range(record.cards[seat]):
        record.covered[seat, record.hands[seat, slot]] += 1
    lay_off(record, seat, MOVES - 1)


@rule
def take(record, seat, value):
    """A card from the pile into the hand; R6: the moment the pile is empty, the discards become the new one."""
    record.pile[value] -= 1
    record.pile_size -= 1
    slot = int(record.cards[seat])
    while slot > 0 and record.hands[seat, slot - 1] > value:
        record.hands[seat, slot] = record.hands[seat, slot - 1]
        slot -= 1
    record.hands[seat, slot] = value
    record.cards[seat] += 1
    if record.pile_size == 0:
        reshuffle(record)


@rule
def reshuffle(record):
    """R6: the discard pile becomes the new draw pile; what was known about it is forgotten."""
    for value in range(1, HIGHEST_CARD + 1):
        record.pile[value] = record.discard[value]
        record.pile_size += record.discard[value]
        record.discard[value] = 0
        for seat in range(record.seats):
            record.covered[seat, value] = 0


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(record):
    """The seat at play, or chance while cards are dealt and drawn."""
    if record.phase == PLAY:
        return 1 << record.turn
    return GAME_OVER if record.phase == OVER else CHANCE_ACTS


@rule
def legal(record, seat, moves):
    """R2, D3, D4: every choice of cards whose total is a field where one may place; R7: only without any, a pass."""
    count = 0
    for move in range(1, 1 << record.cards[seat]):
        field = total(record, seat, move)
        if field <= FIELDS and is_one_of_its_kind(record, seat, move) and may_place(record, seat, field):
            moves[count] = move
            count += 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@rule
def play(record, seat, move):
    """A turn up to the drawing of new cards."""
    if move == PASS:
        lay_off_covered(record, seat)
        record.phase = DRAW
        return
    field = total(record, seat, move)
    lay_off(record, seat, move)
    place(record, seat, field)
    if record.supply[seat] == 0:
        lay_off_covered(record, seat)  # D2: who has placed the last stone lays down the hand and draws no more
    if completes_line(record, seat, field):
        record.winner = seat
        record.phase = OVER
    elif is_finished(record):
        record.phase = OVER
    elif record.supply[seat] == 0:
        next_turn(record)
    else:
        record.phase = DRAW


@rule
def is_finished(record):
    """R11: all stones are placed; D2: or nobody who has one left could place it anywhere, whatever the cards."""
    for seat in range(record.seats):
        if record.supply[seat] > 0:
            for field in range(1, FIELDS + 1):
                if may_place(record, seat, field):
                    return False
    return True


@rule
def next_turn(record):
    """R8: clockwise; D2: who has no stones left is passed over."""
    record.phase = PLAY
    record.turn = (record.turn + 1) % record.seats
    while record.supply[record.turn] == 0:
        record.turn = (record.turn + 1) % record.seats


# ---------------------------------------------------------------- chance


@rule
def chance_for(record):
    """The seat that draws (R6), or is dealt to, from the start seat on; -1 while a board is laid."""
    if record.laid < FIELDS:
        return -1
    if record.phase == DRAW:
        return int(record.turn)
    for step in range(record.seats):
        seat = (record.start + step) % record.seats
        if record.cards[seat] < HAND and record.supply[seat] > 0:
            return seat
    return -1


@rule
def tickets(record):
    """One for every card in the pile, or for every field not yet laid."""
    return int(record.pile_size) if record.laid == FIELDS else FIELDS - int(record.laid)


@rule
def outcome(record, ticket):
    """The card, or the field, on a ticket."""
    if record.laid < FIELDS:
        for field in range(1, FIELDS + 1):
            ticket -= not is_laid(record, field)
            if ticket < 0:
                return LAY + field
    for value in range(1, HIGHEST_CARD + 1):
        ticket -= record.pile[value]
        if ticket < 0:
            return value
    return 0


@rule
def is_laid(record, field):
    """Has this field its place on the board?"""
    return record.board[record.row[field], record.column[field]] == field


@rule
def happen(record, outcome):
    """A card is drawn, or a field laid."""
    if outcome > LAY:
        lay(record, outcome - LAY)
        return
    take(record, chance_for(record), outcome)
    if record.phase == DRAW and record.cards[record.turn] == HAND:
        next_turn(record)
    elif record.phase == DEAL and chance_for(record) < 0:
        record.phase = PLAY


# ---------------------------------------------------------------- the end


@rule
def owner(record, field):
    """R9, R11: the sole leader on a field, or -1."""
    for seat in range(record.seats):
        if has_majority(record, seat, field):
            return seat
    return -1


@rule
def score(record, places, points):
    """R10: a line wins and the others share second place; R11, R12: else the points of the fields, then the highest field."""
    for seat in range(record.seats):
        points[seat] = 0
        places[seat] = 1
    for field in range(1, FIELDS + 1):
        seat = owner(record, field)
        if seat >= 0:
            points[seat] += field
    for seat in range(record.seats):
        for other in range(record.seats):
            if record.winner >= 0:
                places[seat] = 1 if seat == record.winner else 2
            elif points[other] > points[seat]:
                places[seat] += 1
            elif other != seat and points[other] == points[seat]:
                places[seat] += highest_of(record, seat, other) == other


@rule
def highest_of(record, seat, other):
    """R12: which of two owns the highest-numbered field; D8: -1 if neither owns any."""
    for field in range(FIELDS, 0, -1):
        who = owner(record, field)
        if who in (seat, other):
            return who
    return -1
