"""Blöder Sack, turn by turn; the dice on the trays and the conditions of the cards are in `trays`.

Moves: score a tray, decline, place by value and tray, swap by tray and space. Outcomes: 21 rolls, then one per card."""

from __future__ import annotations

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, rule

from .trays import (
    ALL_VALUES,
    DICE,
    DISCARD,
    FACES,
    LARGEST_DECK,
    NO_CARD,
    NOBODY,
    PILE,
    SPACES,
    TRAY,
    TRAYS,
    WON,
    fitting,
    free_place,
    has_dice,
    has_open_tray,
    lay,
    put_back,
    replace,
    send_home,
    spaces,
    winner,
)

CARDS_TO_END = 4
NO_TRAY = -1

SHORT, ROLL, SIX, PLACE, DRAW, OVER = range(6)
PHASES = ("short", "roll", "six", "place", "draw", "over")
END = 6  # besides ROLL and PLACE, what may follow a draw: the end of the turn

DECLINE = TRAYS
PLACES = DECLINE + 1
SWAPS = PLACES + FACES * TRAYS
MOVES = SWAPS + TRAYS * SPACES

LOW = tuple(low for low in range(1, FACES + 1) for high in range(low, FACES + 1))
HIGH = tuple(high for low in range(1, FACES + 1) for high in range(low, FACES + 1))
ROLL_ON_TICKET = tuple(roll for roll in range(len(LOW)) for _ in range(1 if LOW[roll] == HIGH[roll] else 2))
DRAWS = len(LOW)
OUTCOMES = DRAWS + LARGEST_DECK


# ---------------------------------------------------------------- setup


@rule
def begin(record, seats, start):
    """R1: ten dice each; the cards for the five trays are dealt by chance."""
    record.seats = seats
    record.start = start
    record.turn = start
    for seat in range(seats):
        record.supply[seat] = DICE
    for tray in range(TRAYS):
        record.card[tray] = NO_CARD
    record.pile_size = record.deck_size
    record.phase = DRAW
    record.then = ROLL


# ---------------------------------------------------------------- scoring a card


@rule
def score_card(record, tray, then):
    """R10-R12: the card, if there is one to score; a free place draws at once, then the turn goes on; D4: no card left."""
    if tray != NO_TRAY:
        take_card(record, tray)
    if tray != NO_TRAY and record.card[tray] == NO_CARD and record.pile_size > 0:
        record.phase = DRAW
        record.then = then
    else:
        go_on(record, then)


@rule
def take_card(record, tray):
    """R10: the winner keeps the card; D3: without one it stays (house rule: leaves the game). R12: the dice go home."""
    card = record.card[tray]
    seat = winner(record, tray)
    if seat != NOBODY:
        record.won[seat] += 1
        record.lies[card] = WON + seat
        record.card[tray] = NO_CARD
    elif record.discards:
        record.lies[card] = DISCARD
        record.card[tray] = NO_CARD
    send_home(record, tray)


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(record):
    """The seat at turn, or chance while dice are rolled and cards drawn."""
    if record.phase == DRAW or record.phase == ROLL:
        return CHANCE_ACTS
    return GAME_OVER if record.phase == OVER else 1 << record.turn


@rule
def legal(record, seat, moves):
    """R3 and R6: which card to score; R7: where to place, or whose die to replace."""
    if record.phase == PLACE:
        count = placings(record, moves)
        return swaps(record, seat, moves, count) if record.dice[1] else count
    return scorings(record, seat, moves)


@rule
def may_score(record, seat, tray):
    """R3: short of dice, a tray with at least two own dice; R6, D5: after a double 6 one with any die."""
    if record.phase == SHORT:
        return fitting(record, tray, seat, ALL_VALUES) >= 2
    return record.count[tray] > 0


@rule
def scorings(record, seat, moves):
    """R3: one card has to be scored; R6: after a double 6 one may decline."""
    count = 0
    for tray in range(TRAYS):
        if may_score(record, seat, tray):
            moves[count] = tray
            count += 1
    if record.phase == SIX:
        moves[count] = DECLINE
        count += 1
    return count


@rule
def placings(record, moves):
    """R7a: each die onto any tray with a card; it need not fit. Two equal dice are one move."""
    count = 0
    for i in range(2):
        value = int(record.dice[i])
        if value and (i == 0 or value != record.dice[0]):
            for tray in range(TRAYS):
                if record.card[tray] != NO_CARD:
                    moves[count] = PLACES + (value - 1) * TRAYS + tray
                    count += 1
    return count


@rule
def swaps(record, seat, moves, count):
    """R7b: every die of another player that shows the value of one of the two dice."""
    low = int(record.dice[0])
    high = int(record.dice[1])
    for tray in range(TRAYS):
        for space in range(record.count[tray]):
            value = record.value[tray, space]
            if value in (low, high) and record.owner[tray, space] != seat:
                moves[count] = SWAPS + tray * SPACES + space
                count += 1
    return count


@rule
def play(record, seat, move):
    """A card scored, a double 6 declined, a die placed or replaced; then the turn goes on."""
    scored = NO_TRAY
    then = PLACE
    if move < DECLINE:
        scored = move
        then = ROLL if record.phase == SHORT else PLACE
    elif move >= SWAPS:
        replace(record, seat, (move - SWAPS) // SPACES, (move - SWAPS) % SPACES)
        record.dice[0] = 0  # one die now lies there; R7b: the other goes back unused
        then = END
    elif move != DECLINE:
        scored = place(record, seat, (move - PLACES) // TRAYS + 1, (move - PLACES) % TRAYS)
        then = PLACE if record.dice[0] else END
    score_card(record, scored, then)


@rule
def place(record, seat, value, tray):
    """R7a: one die; R8: a full tray is scored at once, and a die still in hand may go onto the new card."""
    lay(record, seat, value, tray)
    if record.dice[0] == value:
        record.dice[0] = record.dice[1]
    record.dice[1] = 0
    return tray if record.count[tray] == spaces(record) else NO_TRAY


@rule
def go_on(record, then):
    """What comes next in the turn; D4: with no open tray left the dice go back and the turn is over."""
    record.then = 0
    if then == ROLL:
        record.phase = ROLL
    elif then == PLACE and has_open_tray(record):
        record.phase = PLACE
    else:
        put_back(record)
        end_turn(record)


@rule
def end_turn(record):
    """R9: clockwise; R3: who is short of dice scores first; R13: the round is played to its end."""
    following = (record.turn + 1) % record.seats
    if following == record.start and is_last_round(record):
        score_all(record)
        record.phase = OVER
        return
    record.turn = following
    record.phase = SHORT if record.supply[following] < 2 else ROLL


# ---------------------------------------------------------------- chance


@rule
def chance_for(record):
    """The seat that rolls; cards are drawn for the table, so that they come in the same order whoever frees a place."""
    return int(record.turn) if record.phase == ROLL else -1


@rule
def tickets(record):
    """One for every card in the pile, or for every way two dice can fall."""
    return int(record.pile_size) if record.phase == DRAW else FACES * FACES


@rule
def outcome(record, ticket):
    """The card, or the roll, on a ticket."""
    if record.phase == ROLL:
        return ROLL_ON_TICKET[ticket]
    for card in range(record.deck_size):
        ticket -= record.lies[card] == PILE
        if ticket < 0:
            return DRAWS + card
    return DRAWS


@rule
def happen(record, outcome):
    """Two dice are rolled, or a card is drawn; then the turn goes on."""
    scored = NO_TRAY
    then = PLACE
    if outcome < DRAWS:
        scored = roll(record, LOW[outcome], HIGH[outcome])
        if record.dice[0] == FACES and has_dice(record):
            record.phase = SIX  # R6: any card, or none
            return
    else:
        draw(record, outcome - DRAWS)
        if record.pile_size > 0 and free_place(record) >= 0:
            return
        then = int(record.then)
    score_card(record, scored, then)


@rule
def roll(record, low, high):
    """R4: exactly two dice. R5: a double scores its card, if a die lies there, and without these two (D6)."""
    record.supply[record.turn] -= 2
    record.dice[0] = low
    record.dice[1] = high
    return low - 1 if low == high and low <= TRAYS and record.count[low - 1] > 0 else NO_TRAY


@rule
def draw(record, card):
    """R1, R12: a card from the pile for the first free place."""
    record.card[free_place(record)] = card
    record.lies[card] = TRAY
    record.pile_size -= 1


# ---------------------------------------------------------------- the end


@rule
def is_last_round(record):
    """R13: somebody owns four won cards; or no tray is open."""
    # Our decision beside D4: without an open tray nothing can happen any more, so the running round is the last.
    for seat in range(record.seats):
        if record.won[seat] >= CARDS_TO_END:
            return True
    return not has_open_tray(record)


@rule
def score_all(record):
    """R14: every card with at least one die on its tray; no new cards are drawn."""
    for tray in range(TRAYS):
        if record.count[tray] > 0:
            take_card(record, tray)


@rule
def score(record, places, points):
    """R15: most sacks; tie: more cards; still tied: shared rank."""
    for seat in range(record.seats):
        places[seat] = 1
        points[seat] = 0
    for card in range(record.deck_size):
        if record.lies[card] >= WON:
            points[record.lies[card] - WON] += record.sacks[card]
    for seat in range(record.seats):
        for other in range(record.seats):
            more = points[other] > points[seat]
            level = points[other] == points[seat]
            places[seat] += more or (level and record.won[other] > record.won[seat])
