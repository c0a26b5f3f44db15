"""Tiny Trade. A card is its value, 0 is none; from the start seat on everybody acts once."""

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, rule

HIGHEST = 9
DECK = 18

DEAL, TRADE, OVER = range(3)
PHASES = ("deal", "trade", "over")

KEEP, SWAP = range(2)
MOVES = 2
OUTCOMES = HIGHEST + 1  # the card that is dealt


@rule
def begin(record, seats, start):
    """The cards are dealt by chance, from the start seat on."""
    record.seats = seats
    record.start = start
    record.turn = start
    record.pile_size = 0
    for value in range(1, HIGHEST + 1):
        record.pile_size += record.pile[value]


@rule
def to_act(record):
    """The seat at turn; chance while cards are dealt."""
    if record.phase == DEAL:
        return CHANCE_ACTS
    return GAME_OVER if record.phase == OVER else 1 << record.turn


@rule
def legal(record, seat, moves):
    """Keep the card, or trade it: always both."""
    moves[0] = KEEP
    moves[1] = SWAP
    return 2


@rule
def play(record, seat, move):
    """Two hidden cards change places, unseen by anybody else."""
    if move == SWAP:
        other = (seat + 1) % record.seats
        card = record.hands[seat, 0]
        record.hands[seat, 0] = record.hands[other, 0]
        record.hands[other, 0] = card
    record.turn = (seat + 1) % record.seats
    if record.turn == record.start:
        record.phase = OVER


@rule
def chance_for(record):
    """The seat that is dealt to."""
    for step in range(record.seats):
        seat = (record.start + step) % record.seats
        if record.cards[seat] == 0:
            return seat
    return -1


@rule
def tickets(record):
    """One for every card in the pile."""
    return int(record.pile_size)


@rule
def outcome(record, ticket):
    """The card on a ticket."""
    value = 0
    while ticket >= 0:
        value += 1
        ticket -= record.pile[value]
    return value


@rule
def happen(record, outcome):
    """A card goes from the pile to a seat."""
    seat = chance_for(record)
    record.hands[seat, 0] = outcome
    record.cards[seat] = 1
    record.pile[outcome] -= 1
    record.pile_size -= 1
    if chance_for(record) < 0:
        record.phase = TRADE


@rule
def worth(record, seat):
    """What a seat's card counts; house rule: the lowest wins."""
    card = int(record.hands[seat, 0])
    return HIGHEST + 1 - card if record.lowest else card


@rule
def score(record, places, points):
    """Whoever has the better card is placed before the others."""
    for seat in range(record.seats):
        points[seat] = worth(record, seat)
        places[seat] = 1
        for other in range(record.seats):
            places[seat] += worth(record, other) > worth(record, seat)
