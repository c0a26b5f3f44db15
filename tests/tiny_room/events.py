"""What happens in Tiny Trade, told from what a watcher sees before and after it."""

from spieltisch.rule import BY_CHANCE, rule
from spieltisch.write import begin_event, end_event, write_field

from .rules import OVER, SWAP, chance_for


@rule
def tell(record, after, watcher, actor, code, names, out, spans):
    """A card dealt, kept or traded; at the end all are shown."""
    if actor == BY_CHANCE:
        tell_deal(chance_for(record), code, out, spans)
        return
    at = begin_event(out, spans, b"traded" if code == SWAP else b"kept")
    at = write_field(out, at, b',"seat":', actor)
    if code == SWAP:
        at = write_field(out, at, b',"other":', (actor + 1) % record.seats)
    end_event(out, spans, at)
    for seat in range(record.seats):
        if after.hands[seat, 0] and (after.phase == OVER or record.hands[seat, 0] != after.hands[seat, 0]):
            tell_card(seat, after.hands[seat, 0], after.phase == OVER, out, spans)


@rule
def tell_deal(seat, card, out, spans):
    """A card is dealt; which one, its owner knows alone."""
    if card < 0:
        end_event(out, spans, write_field(out, begin_event(out, spans, b"dealt_unseen"), b',"seat":', seat))
    else:
        at = write_field(out, begin_event(out, spans, b"dealt"), b',"seat":', seat)
        end_event(out, spans, write_field(out, at, b',"card":', card))


@rule
def tell_card(seat, card, is_over, out, spans):
    """A card that the watcher sees and did not see before."""
    at = write_field(out, begin_event(out, spans, b"shown" if is_over else b"got"), b',"seat":', seat)
    end_event(out, spans, write_field(out, at, b',"card":', card))


def why(state, points):
    """The better card, or equal ones."""
    return "card" if points.count(max(points)) == 1 else "shared"
