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
def begin(state, seats, start):
    """R1: ten dice each; the cards for the five trays are dealt by chance."""
    state.seats = seats
    state.start = start
    state.turn = start
    for seat in range(seats):
        state.supply[seat] = DICE
    for tray in range(TRAYS):
        state.card[tray] = NO_CARD
    state.pile_size = state.deck_size
    state.phase = DRAW
    state.then = ROLL


# ---------------------------------------------------------------- scoring a card


@rule
def score_card(state, tray, then):
    """R10-R12: the card, if there is one to score; a free place draws at once, then the turn goes on; D4: no card left."""
    if tray != NO_TRAY:
        take_card(state, tray)
    if tray != NO_TRAY and state.card[tray] == NO_CARD and state.pile_size > 0:
        state.phase = DRAW
        state.then = then
    else:
        go_on(state, then)


@rule
def take_card(state, tray):
    """R10: the winner keeps the card; D3: without one it stays (house rule: leaves the game). R12: the dice go home."""
    card = state.card[tray]
    seat = winner(state, tray)
    if seat != NOBODY:
        state.won[seat] += 1
        state.lies[card] = WON + seat
        state.card[tray] = NO_CARD
    elif state.discards:
        state.lies[card] = DISCARD
        state.card[tray] = NO_CARD
    send_home(state, tray)


# ---------------------------------------------------------------- whose turn, and what may be done


@rule
def to_act(state):
    """The seat at turn, or chance while dice are rolled and cards drawn."""
    if state.phase == DRAW or state.phase == ROLL:
        return CHANCE_ACTS
    return GAME_OVER if state.phase == OVER else 1 << state.turn


@rule
def legal(state, seat, moves):
    """R3 and R6: which card to score; R7: where to place, or whose die to replace."""
    if state.phase == PLACE:
        count = placings(state, moves)
        return swaps(state, seat, moves, count) if state.dice[1] else count
    return scorings(state, seat, moves)


@rule
def may_score(state, seat, tray):
    """R3: short of dice, a tray with at least two own dice; R6, D5: after a double 6 one with any die."""
    if state.phase == SHORT:
        return fitting(state, tray, seat, ALL_VALUES) >= 2
    return state.count[tray] > 0


@rule
def scorings(state, seat, moves):
    """R3: one card has to be scored; R6: after a double 6 one may decline."""
    count = 0
    for tray in range(TRAYS):
        if may_score(state, seat, tray):
            moves[count] = tray
            count += 1
    if state.phase == SIX:
        moves[count] = DECLINE
        count += 1
    return count


@rule
def placings(state, moves):
    """R7a: each die onto any tray with a card; it need not fit. Two equal dice are one move."""
    count = 0
    for i in range(2):
        value = int(state.dice[i])
        if value and (i == 0 or value != state.dice[0]):
            for tray in range(TRAYS):
                if state.card[tray] != NO_CARD:
                    moves[count] = PLACES + (value - 1) * TRAYS + tray
                    count += 1
    return count


@rule
def swaps(state, seat, moves, count):
    """R7b: every die of another player that shows the value of one of the two dice."""
    low = int(state.dice[0])
    high = int(state.dice[1])
    for tray in range(TRAYS):
        for space in range(state.count[tray]):
            value = state.value[tray, space]
            if value in (low, high) and state.owner[tray, space] != seat:
                moves[count] = SWAPS + tray * SPACES + space
                count += 1
    return count


@rule
def play(state, seat, move):
    """A card scored, a double 6 declined, a die placed or replaced; then the turn goes on."""
    scored = NO_TRAY
    then = PLACE
    if move < DECLINE:
        scored = move
        then = ROLL if state.phase == SHORT else PLACE
    elif move >= SWAPS:
        replace(state, seat, (move - SWAPS) // SPACES, (move - SWAPS) % SPACES)
        state.dice[0] = 0  # one die now lies there; R7b: the other goes back unused
        then = END
    elif move != DECLINE:
        scored = place(state, seat, (move - PLACES) // TRAYS + 1, (move - PLACES) % TRAYS)
        then = PLACE if state.dice[0] else END
    score_card(state, scored, then)


@rule
def place(state, seat, value, tray):
    """R7a: one die; R8: a full tray is scored at once, and a die still in hand may go onto the new card."""
    lay(state, seat, value, tray)
    if state.dice[0] == value:
        state.dice[0] = state.dice[1]
    state.dice[1] = 0
    return tray if state.count[tray] == spaces(state) else NO_TRAY


@rule
def go_on(state, then):
    """What comes next in the turn; D4: with no open tray left the dice go back and the turn is over."""
    state.then = 0
    if then == ROLL:
        state.phase = ROLL
    elif then == PLACE and has_open_tray(state):
        state.phase = PLACE
    else:
        put_back(state)
        end_turn(state)


@rule
def end_turn(state):
    """R9: clockwise; R3: who is short of dice scores first; R13: the round is played to its end."""
    following = (state.turn + 1) % state.seats
    if following == state.start and is_last_round(state):
        score_all(state)
        state.phase = OVER
        return
    state.turn = following
    state.phase = SHORT if state.supply[following] < 2 else ROLL


# ---------------------------------------------------------------- chance


@rule
def chance_for(state):
    """The seat that rolls; cards are drawn for the table, so that they come in the same order whoever frees a place."""
    return int(state.turn) if state.phase == ROLL else -1


@rule
def tickets(state):
    """One for every card in the pile, or for every way two dice can fall."""
    return int(state.pile_size) if state.phase == DRAW else FACES * FACES


@rule
def outcome(state, ticket):
    """The card, or the roll, on a ticket."""
    if state.phase == ROLL:
        return ROLL_ON_TICKET[ticket]
    for card in range(state.deck_size):
        ticket -= state.lies[card] == PILE
        if ticket < 0:
            return DRAWS + card
    return DRAWS


@rule
def happen(state, outcome):
    """Two dice are rolled, or a card is drawn; then the turn goes on."""
    scored = NO_TRAY
    then = PLACE
    if outcome < DRAWS:
        scored = roll(state, LOW[outcome], HIGH[outcome])
        if state.dice[0] == FACES and has_dice(state):
            state.phase = SIX  # R6: any card, or none
            return
    else:
        draw(state, outcome - DRAWS)
        if state.pile_size > 0 and free_place(state) >= 0:
            return
        then = int(state.then)
    score_card(state, scored, then)


@rule
def roll(state, low, high):
    """R4: exactly two dice. R5: a double scores its card, if a die lies there, and without these two (D6)."""
    state.supply[state.turn] -= 2
    state.dice[0] = low
    state.dice[1] = high
    return low - 1 if low == high and low <= TRAYS and state.count[low - 1] > 0 else NO_TRAY


@rule
def draw(state, card):
    """R1, R12: a card from the pile for the first free place."""
    state.card[free_place(state)] = card
    state.lies[card] = TRAY
    state.pile_size -= 1


# ---------------------------------------------------------------- the end


@rule
def is_last_round(state):
    """R13: somebody owns four won cards; or no tray is open."""
    # Our decision beside D4: without an open tray nothing can happen any more, so the running round is the last.
    for seat in range(state.seats):
        if state.won[seat] >= CARDS_TO_END:
            return True
    return not has_open_tray(state)


@rule
def score_all(state):
    """R14: every card with at least one die on its tray; no new cards are drawn."""
    for tray in range(TRAYS):
        if state.count[tray] > 0:
            take_card(state, tray)


@rule
def score(state, places, points):
    """R15: most sacks; tie: more cards; still tied: shared rank."""
    for seat in range(state.seats):
        places[seat] = 1
        points[seat] = 0
    for card in range(state.deck_size):
        if state.lies[card] >= WON:
            points[state.lies[card] - WON] += state.sacks[card]
    for seat in range(state.seats):
        for other in range(state.seats):
            more = points[other] > points[seat]
            level = points[other] == points[seat]
            places[seat] += more or (level and state.won[other] > state.won[seat])
