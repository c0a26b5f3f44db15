"""What a move or an outcome of Just 4 Fun makes happen, told from what a watcher sees before and after it."""

from __future__ import annotations

from spieltisch.door import State
from spieltisch.rule import BY_CHANCE, rule
from spieltisch.write import begin_event, end_event, write_field, write_text

from .rules import FIELDS, HIGHEST_CARD, LAY, OVER, chance_for, completes_line


@rule
def tell(record, after, watcher, actor, code, names, out, spans):
    """Cards drawn, fields laid, stones placed; code: the move or outcome, where the watcher may know it."""
    if actor != BY_CHANCE:
        tell_move(record, after, actor, out, spans)
    elif record.laid < FIELDS:
        at = write_field(out, begin_event(out, spans, b"laid"), b',"field":', code - LAY)
        end_event(out, spans, write_field(out, at, b',"place":', after.laid))
    else:
        tell_draw(record, after, code, out, spans)


@rule
def tell_draw(record, after, card, out, spans):
    """A card drawn, known to its owner alone; a new pile."""
    if card < 0:
        at = write_field(out, begin_event(out, spans, b"drew_unseen"), b',"seat":', chance_for(record))
    else:
        at = write_field(out, begin_event(out, spans, b"drew"), b',"seat":', chance_for(record))
        at = write_field(out, at, b',"card":', card)
    end_event(out, spans, at)
    if after.pile_size > record.pile_size:
        at = write_field(out, begin_event(out, spans, b"reshuffled"), b',"cards":', after.pile_size)
        end_event(out, spans, at)


@rule
def played(record, after, value):
    """How many cards of a value were laid down for all to see."""
    count = int(after.discard[value]) - int(record.discard[value])
    if count:
        for seat in range(record.seats):
            count -= int(after.covered[seat, value]) - int(record.covered[seat, value])
    return count


@rule
def tell_move(record, after, seat, out, spans):
    """Cards played and what the stone does; without a stone placed, it was a pass."""
    if after.supply[seat] == record.supply[seat]:
        end_event(out, spans, write_field(out, begin_event(out, spans, b"passed"), b',"seat":', seat))
        return
    at = write_field(out, begin_event(out, spans, b"played"), b',"seat":', seat)
    field = 0
    at = write_text(out, at, b',"cards":[')
    for value in range(1, HIGHEST_CARD + 1):
        for _ in range(played(record, after, value)):
            at = write_field(out, at, b"," if field else b"", value)
            field += value
    end_event(out, spans, write_field(out, at, b'],"field":', field))
    tell_stone(record, after, seat, field, out, spans)


@rule
def tell_stone(record, after, seat, field, out, spans):
    """A lock, the last stone, a line, the end."""
    if after.locked[field]:
        at = write_field(out, begin_event(out, spans, b"locked"), b',"seat":', seat)
        at = write_text(out, write_field(out, at, b',"field":', field), b',"lost":[')
        for other in range(record.seats):
            at = write_field(out, at, b"," if other else b"", record.stones[other, field] if other != seat else 0)
        end_event(out, spans, write_text(out, at, b"]"))
    if after.supply[seat] == 0:
        end_event(out, spans, write_field(out, begin_event(out, spans, b"placed_last"), b',"seat":', seat))
    if after.winner >= 0:
        at = write_field(out, begin_event(out, spans, b"line"), b',"seat":', seat)
        at = write_text(out, at, b',"fields":[')
        first = at
        for other in range(1, FIELDS + 1):
            if completes_line(after, seat, other):
                at = write_field(out, at, b"" if at == first else b",", other)
        end_event(out, spans, write_text(out, at, b"]"))
    elif after.phase == OVER:
        end_event(out, spans, begin_event(out, spans, b"all_placed"))


def why(state: State, points: list[int]) -> str:
    """What decided the game: a line, points, the highest field, or nothing (shared)."""
    if state.plain.winner >= 0:
        return "line"
    if points.count(max(points)) == 1:
        return "points"
    return "highest_field" if max(points) else "shared"
