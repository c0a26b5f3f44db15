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
def begin(state, seats, start):
    """R1: twenty stones each; the hands are dealt by chance."""
    state.seats = seats
    state.start = start
    state.turn = start
    state.phase = DEAL
    state.winner = -1
    for seat in range(seats):
        state.supply[seat] = STONES
    state.pile_size = 0
    for value in range(1, HIGHEST_CARD + 1):
        state.pile_size += state.pile[value]


@rule
def lay(state, field):
    """D10: the next place of a shuffled board gets this number."""
    set_place(state, field, state.laid)
    state.laid += 1


@rule
def set_place(state, field, place):
    """A field's number lies at this place of the board, counted in reading order."""
    state.row[field] = place // SIDE
    state.column[field] = place % SIDE
    state.board[place // SIDE, place % SIDE] = field


# ---------------------------------------------------------------- stones on a field


@rule
def best_other(state, seat, field):
    """The most stones that any other player has on a field."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, state.stones[other, field])
    return most


@rule
def has_majority(state, seat, field):
    """R9: at least one stone more than every other player."""
    own = state.stones[seat, field]
    if own == 0:
        return False
    for other in range(state.seats):
        if other != seat and state.stones[other, field] >= own:
            return False
    return True


@rule
def may_place(state, seat, field):
    """R4: a field is barred where somebody is two stones ahead; D1: a locked one for everybody."""
    if state.locked[field]:
        return False
    for other in range(state.seats):
        if state.stones[other, field] >= state.stones[seat, field] + 2:
            return False
    return True


@rule
def place(state, seat, field):
    """R2: exactly one stone; R5: a lead of two over every other player locks the field."""
    state.stones[seat, field] += 1
    state.supply[seat] -= 1
    if state.stones[seat, field] >= best_other(state, seat, field) + 2:
        lock(state, seat, field)


@rule
def lock(state, seat, field):
    """R5: the field is theirs for good; all other stones there leave the game."""
    state.locked[field] = 1
    for other in range(state.seats):
        if other != seat:
            state.stones[other, field] = 0


# ---------------------------------------------------------------- lines


@rule
def reach(state, seat, field, down, right):
    """How many fields in a row, starting next to this one, the seat has the majority of."""
    count = 0
    row = state.row[field] + down
    column = state.column[field] + right
    while 0 <= row < SIDE and 0 <= column < SIDE and has_majority(state, seat, state.board[row, column]):
        count += 1
        row += down
        column += right
    return count


@rule
def completes_line(state, seat, field):
    """R10, D6: majority on four or more adjacent fields in one straight line through this one."""
    if not has_majority(state, seat, field):
        return False
    return (
        reach(state, seat, field, 0, 1) + reach(state, seat, field, 0, -1) >= LINE - 1
        or reach(state, seat, field, 1, 0) + reach(state, seat, field, -1, 0) >= LINE - 1
        or reach(state, seat, field, 1, 1) + reach(state, seat, field, -1, -1) >= LINE - 1
        or reach(state, seat, field, 1, -1) + reach(state, seat, field, -1, 1) >= LINE - 1
    )


# ---------------------------------------------------------------- cards


@rule
def total(state, seat, move):
    """What the chosen cards add up to."""
    value = 0
    for slot in range(HAND):
        if move >> slot & 1:
            value += int(state.hands[seat, slot])
    return value


@rule
def is_one_of_its_kind(state, seat, move):
    """Equal cards cannot be told apart: of several, the first ones are taken."""
    for slot in range(1, HAND):
        if move >> slot & 1 and not move >> (slot - 1) & 1 and state.hands[seat, slot] == state.hands[seat, slot - 1]:
            return False
    return True


@rule
def lay_off(state, seat, move):
    """The chosen cards go to the discard pile, the others close up."""
    kept = 0
    for slot in range(state.cards[seat]):
        value = state.hands[seat, slot]
        if move >> slot & 1:
            state.discard[value] += 1
        else:
            state.hands[seat, kept] = value
            kept += 1
    for slot in range(kept, HAND):
        state.hands[seat, slot] = 0
    state.cards[seat] = kept


@rule
def lay_off_covered(state, seat):
    """The whole hand goes to the discard pile, and nobody is shown it (D9)."""
    for slot in range(state.cards[seat]):
        state.covered[seat, state.hands[seat, slot]] += 1
    lay_off(state, seat, MOVES - 1)


@rule
def take(state, seat, value):
    """A card from the pile into the hand; R6: the moment the pile is empty, the discards become the new one."""
    state.pile[value] -= 1
    state.pile_size -= 1
    slot = int(state.cards[seat])
    while slot > 0 and state.hands[seat, slot - 1] > value:
        state.hands[seat, slot] = state.hands[seat, slot - 1]
        slot -= 1
    state.hands[seat, slot] = value
    state.cards[seat] += 1
    if state.pile_size == 0:
        reshuffle(state)


@rule
def reshuffle(state):
    """R6: the discard pile becomes the new draw pile; what was known about it is forgotten."""
    for value in range(1, HIGHEST_CARD + 1):
        state.pile[value] = state.discard[value]
        state.pile_size += state.discard[value]
        state.discard[value] = 0
        for seat in range(state.seats):
            state.covered[seat, value] = 0


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(state):
    """The seat at play, or chance while cards are dealt and drawn."""
    if state.phase == PLAY:
        return 1 << state.turn
    return GAME_OVER if state.phase == OVER else CHANCE_ACTS


@rule
def legal(state, seat, moves):
    """R2, D3, D4: every choice of cards whose total is a field where one may place; R7: only without any, a pass."""
    count = 0
    for move in range(1, 1 << state.cards[seat]):
        field = total(state, seat, move)
        if field <= FIELDS and is_one_of_its_kind(state, seat, move) and may_place(state, seat, field):
            moves[count] = move
            count += 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@rule
def play(state, seat, move):
    """A turn up to the drawing of new cards."""
    if move == PASS:
        lay_off_covered(state, seat)
        state.phase = DRAW
        return
    field = total(state, seat, move)
    lay_off(state, seat, move)
    place(state, seat, field)
    if state.supply[seat] == 0:
        lay_off_covered(state, seat)  # D2: who has placed the last stone lays down the hand and draws no more
    if completes_line(state, seat, field):
        state.winner = seat
        state.phase = OVER
    elif is_finished(state):
        state.phase = OVER
    elif state.supply[seat] == 0:
        next_turn(state)
    else:
        state.phase = DRAW


@rule
def is_finished(state):
    """R11: all stones are placed; D2: or nobody who has one left could place it anywhere, whatever the cards."""
    for seat in range(state.seats):
        if state.supply[seat] > 0:
            for field in range(1, FIELDS + 1):
                if may_place(state, seat, field):
                    return False
    return True


@rule
def next_turn(state):
    """R8: clockwise; D2: who has no stones left is passed over."""
    state.phase = PLAY
    state.turn = (state.turn + 1) % state.seats
    while state.supply[state.turn] == 0:
        state.turn = (state.turn + 1) % state.seats


# ---------------------------------------------------------------- chance


@rule
def chance_for(state):
    """The seat that draws (R6), or is dealt to, from the start seat on; -1 while a board is laid."""
    if state.laid < FIELDS:
        return -1
    if state.phase == DRAW:
        return int(state.turn)
    for step in range(state.seats):
        seat = (state.start + step) % state.seats
        if state.cards[seat] < HAND and state.supply[seat] > 0:
            return seat
    return -1


@rule
def tickets(state):
    """One for every card in the pile, or for every field not yet laid."""
    return int(state.pile_size) if state.laid == FIELDS else FIELDS - int(state.laid)


@rule
def outcome(state, ticket):
    """The card, or the field, on a ticket."""
    if state.laid < FIELDS:
        for field in range(1, FIELDS + 1):
            ticket -= not is_laid(state, field)
            if ticket < 0:
                return LAY + field
    for value in range(1, HIGHEST_CARD + 1):
        ticket -= state.pile[value]
        if ticket < 0:
            return value
    return 0


@rule
def is_laid(state, field):
    """Has this field its place on the board?"""
    return state.board[state.row[field], state.column[field]] == field


@rule
def happen(state, outcome):
    """A card is drawn, or a field laid."""
    if outcome > LAY:
        lay(state, outcome - LAY)
        return
    take(state, chance_for(state), outcome)
    if state.phase == DRAW and state.cards[state.turn] == HAND:
        next_turn(state)
    elif state.phase == DEAL and chance_for(state) < 0:
        state.phase = PLAY


# ---------------------------------------------------------------- the end


@rule
def owner(state, field):
    """R9, R11: the sole leader on a field, or -1."""
    for seat in range(state.seats):
        if has_majority(state, seat, field):
            return seat
    return -1


@rule
def score(state, places, points):
    """R10: a line wins and the others share second place; R11, R12: else the points of the fields, then the highest field."""
    for seat in range(state.seats):
        points[seat] = 0
        places[seat] = 1
    for field in range(1, FIELDS + 1):
        seat = owner(state, field)
        if seat >= 0:
            points[seat] += field
    for seat in range(state.seats):
        for other in range(state.seats):
            if state.winner >= 0:
                places[seat] = 1 if seat == state.winner else 2
            elif points[other] > points[seat]:
                places[seat] += 1
            elif other != seat and points[other] == points[seat]:
                places[seat] += highest_of(state, seat, other) == other


@rule
def highest_of(state, seat, other):
    """R12: which of two owns the highest-numbered field; D8: -1 if neither owns any."""
    for field in range(FIELDS, 0, -1):
        who = owner(state, field)
        if who in (seat, other):
            return who
    return -1
