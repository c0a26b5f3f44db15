"""How far a Tiny Trade is."""

from spieltisch.rule import rule


@rule
def progress(record):
    """By the seats that have had their turn."""
    return (record.turn - record.start) % record.seats / record.seats
