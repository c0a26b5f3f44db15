"""Positions of Tiny Trade: what is left out, and what cannot be."""

from spieltisch.door import Refused

from .rules import DEAL, TRADE, chance_for


def complete(record, told):
    """Fill in what was not told."""
    if "turn" not in told:
        record.turn = record.start
    if "phase" not in told:
        record.phase = DEAL if chance_for(record) >= 0 else TRADE


def faults(record, watcher):
    """Refuse what contradicts itself, with the key at fault."""
    dealt_to = int(chance_for(record))
    if (record.phase == DEAL) != (dealt_to >= 0):
        raise Refused("wrong_deal", key="phase")
    after = [(record.start + step) % record.seats for step in range(record.seats)]
    if dealt_to >= 0 and any(record.cards[seat] for seat in after[after.index(dealt_to) :]):
        raise Refused("dealt_out_of_order", key="hands", seat=dealt_to)
    if record.phase != TRADE and record.turn != record.start:
        raise Refused("wrong_turn", key="turn", seat=int(record.start))
