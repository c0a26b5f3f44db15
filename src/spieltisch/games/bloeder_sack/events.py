"""What a move or an outcome of Blöder Sack makes happen, step by step. Everyone may see everything (D9)."""

from __future__ import annotations

from spieltisch.door import State
from spieltisch.rule import BY_CHANCE, rule
from spieltisch.write import begin_event, end_event, length, write_field, write_numbers, write_text

from .content import write_name
from .leaders import is_tied, write_lead
from .rules import (
    CARDS_TO_END,
    DECLINE,
    DRAWS,
    HIGH,
    LOW,
    NO_TRAY,
    OVER,
    PLACES,
    SHORT,
    SWAPS,
    draw,
    place,
    roll,
    take_card,
)
from .trays import (
    ALL_VALUES,
    DISCARD,
    NO_CARD,
    NOBODY,
    SPACES,
    TRAYS,
    fitting,
    free_place,
    has_open_tray,
    replace,
    winner,
)


@rule
def tell(record, after, watcher, actor, code, names, out, spans):
    """The spans of one play: its steps are followed on the record as it was before, with the rules' own functions."""
    scored = NO_TRAY
    cause = b"double"
    had_four = owner_of_four(record) != NOBODY
    had_open_tray = has_open_tray(record)
    if actor == BY_CHANCE and code < DRAWS:
        scored = tell_roll(record, LOW[code], HIGH[code], out, spans)
    elif actor == BY_CHANCE:
        tell_draw(record, code - DRAWS, names, out, spans)
    elif code < DECLINE:
        scored = code
        cause = tell_choice(record, code, out, spans)
    elif code == DECLINE:
        end_event(out, spans, begin(record, out, spans, b"declined"))
    elif code < SWAPS:
        scored = tell_placing(record, actor, (code - PLACES) // TRAYS + 1, (code - PLACES) % TRAYS, out, spans)
        cause = b"full"
    else:
        tell_swap(record, actor, (code - SWAPS) // SPACES, (code - SWAPS) % SPACES, out, spans)
    if scored != NO_TRAY:
        tell_scoring(record, scored, cause, names, out, spans)
    tell_end(record, after, had_four, had_open_tray, names, out, spans)


# ---------------------------------------------------------------- parts of events


@rule
def begin(now, out, spans, kind):
    """Something that the seat at turn does."""
    return write_field(out, begin_event(out, spans, kind), b',"seat":', now.turn)


@rule
def begin_on(tray, out, spans, kind):
    """Something that happens on a tray."""
    return write_field(out, begin_event(out, spans, kind), b',"tray":', tray + 1)


@rule
def write_card(names, card, out, at):
    """A card by its id."""
    return write_name(names, card, out, write_text(out, at, b',"card":'))


# ---------------------------------------------------------------- what is done


@rule
def tell_roll(now, low, high, out, spans):
    """R4; R5: the tray of a double, if its card is scored."""
    scored = roll(now, low, high)
    at = write_text(out, begin(now, out, spans, b"rolled"), b',"dice":')
    end_event(out, spans, write_numbers(out, at, now.dice, length(now.dice)))
    return scored


@rule
def tell_draw(now, card, names, out, spans):
    """A card for a free place; before any card has left the table, it is dealt."""
    at = begin_on(free_place(now), out, spans, b"drew" if has_lost_card(now) else b"dealt")
    at = write_field(out, write_card(names, card, out, at), b',"sacks":', now.sacks[card])
    end_event(out, spans, at)
    draw(now, card)


@rule
def has_lost_card(record):
    """Has any card left the table, won or discarded?"""
    for card in range(record.deck_size):
        if record.lies[card] >= DISCARD:
            return True
    return False


@rule
def tell_choice(now, tray, out, spans):
    """R3: a card is scored because of too few dice; R6: after a double 6."""
    if now.phase != SHORT:
        return b"six"
    at = begin(now, out, spans, b"forced")
    end_event(out, spans, write_field(out, at, b',"tray":', tray + 1))
    return b"short"


@rule
def tell_placing(now, seat, value, tray, out, spans):
    """R7a; R8: the tray, if it is full and its card is scored."""
    scored = place(now, seat, value, tray)
    at = write_field(out, begin(now, out, spans, b"placed"), b',"value":', value)
    at = write_field(out, at, b',"tray":', tray + 1)
    end_event(out, spans, write_field(out, at, b',"space":', now.count[tray]))
    return scored


@rule
def tell_swap(now, seat, tray, space, out, spans):
    """R7b: one die replaces, the other goes back unused."""
    value = now.value[tray, space]
    at = write_field(out, begin(now, out, spans, b"swapped"), b',"owner":', now.owner[tray, space])
    at = write_field(out, at, b',"value":', value)
    at = write_field(out, at, b',"tray":', tray + 1)
    at = write_field(out, at, b',"space":', space + 1)
    unused = now.dice[1] if now.dice[0] == value else now.dice[0]
    end_event(out, spans, write_field(out, at, b',"unused":', unused))
    replace(now, seat, tray, space)
    now.dice[0] = 0
    now.dice[1] = 0


# ---------------------------------------------------------------- scoring, and the end of a turn


@rule
def tell_scoring(now, tray, cause, names, out, spans):
    """R10-R12: who wins the card and why, and whose dice go home; D3: a card that nobody wins may leave the game."""
    card = now.card[tray]
    leader = winner(now, tray)
    tied = leader != NOBODY and is_tied(now, tray, leader)
    at = begin_on(tray, out, spans, b"unclaimed" if leader == NOBODY else b"scored")
    at = write_text(out, write_card(names, card, out, at), b',"cause":"')
    at = write_lead(now, tray, leader, b',"winner":', out, write_text(out, write_text(out, at, cause), b'"'))
    at = write_text(out, at, b',"returned":[')
    for seat in range(now.seats):
        at = write_field(out, at, b"," if seat else b"", fitting(now, tray, seat, ALL_VALUES))
    end_event(out, spans, write_text(out, at, b"]"))
    take_card(now, tray)
    if tied:
        at = write_field(out, begin_on(tray, out, spans, b"tie"), b',"winner":', leader)
        end_event(out, spans, at)
    if leader == NOBODY and now.card[tray] == NO_CARD:
        end_event(out, spans, write_card(names, card, out, begin_on(tray, out, spans, b"discarded")))


@rule
def tell_end(now, after, had_four, had_open_tray, names, out, spans):
    """How the turn ends: dice without a tray (D4), the last round (R13), the last scoring (R14)."""
    if now.dice[0] and not after.dice[0]:
        at = write_text(out, begin(now, out, spans, b"returned"), b',"dice":')
        end_event(out, spans, write_numbers(out, at, now.dice, length(now.dice)))
    if after.phase == OVER:
        end_event(out, spans, begin_event(out, spans, b"ended"))
        for tray in range(TRAYS):
            if now.count[tray]:
                tell_scoring(now, tray, b"end", names, out, spans)
    elif owner_of_four(after) != NOBODY and not had_four:
        at = write_field(out, begin_event(out, spans, b"last_round"), b',"seat":', owner_of_four(after))
        end_event(out, spans, at)
    elif had_open_tray and not has_open_tray(after):
        end_event(out, spans, begin_event(out, spans, b"no_cards_left"))


@rule
def owner_of_four(record):
    """R13: the seat that owns four won cards, if there is one."""
    for seat in range(record.seats):
        if record.won[seat] >= CARDS_TO_END:
            return seat
    return NOBODY


def why(state: State, points: list[int]) -> str:
    """What decided the game: sacks, the number of cards, or nothing (shared)."""
    best = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(best) == 1:
        return "sacks"
    cards = sorted(state.plain.won[seat] for seat in best)
    return "cards" if cards[-1] > cards[-2] else "shared"
