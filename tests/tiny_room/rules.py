"""Tiny Race. Everybody walks a track; the start seat begins."""

from spieltisch.rule import CHANCE_ACTS, GAME_OVER, layout, rule

STAY, GO = range(2)
MOVES = 2
OUTCOMES = 7  # rolls 1 to 6

STATE = layout(("seats", "i1"), ("start", "i1"), ("turn", "i1"), ("die", "i1"), ("track", "i1"), ("at", "i1", (4,)))


@rule
def begin(state, seats, start):
    """Everybody stands before the first field."""
    state.seats = seats
    state.start = start
    state.turn = start


@rule
def is_home(state, seat):
    """At the end of the track."""
    return state.at[seat] >= state.track


@rule
def to_act(state):
    """The seat that has rolled; chance before that; nobody once somebody is home."""
    for seat in range(state.seats):
        if is_home(state, seat):
            return GAME_OVER
    return 1 << state.turn if state.die else CHANCE_ACTS


@rule
def legal(state, seat, moves):
    """Go, or stay; a six must be gone."""
    if state.die == 6:
        moves[0] = GO
        return 1
    moves[0] = STAY
    moves[1] = GO
    return 2


@rule
def play(state, seat, move):
    """Walk as far as the die says; the turn moves on."""
    if move == GO:
        state.at[seat] = min(int(state.at[seat]) + int(state.die), int(state.track))
    state.die = 0
    state.turn = (state.turn + 1) % state.seats


@rule
def chance_for(state):
    """The seat whose die it is."""
    return int(state.turn)


@rule
def tickets(state):
    """One for each side of the die."""
    return 6


@rule
def outcome(state, ticket):
    """The side on a ticket."""
    return ticket + 1


@rule
def happen(state, outcome):
    """The die falls."""
    state.die = outcome


@rule
def score(state, places, points):
    """Whoever is further ahead is placed before the others."""
    for seat in range(state.seats):
        points[seat] = state.at[seat]
        places[seat] = 1
        for other in range(state.seats):
            places[seat] += state.at[other] > state.at[seat]
