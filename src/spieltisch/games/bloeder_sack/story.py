"""What a move or an outcome of Blöder Sack makes happen, step by step. Everyone may see everything."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from spieltisch.door import Actor, Event, State
from spieltisch.rule import copied

from .content import deck_of
from .leaders import leaders
from .notation import numbers, outcome_code
from .rules import CARDS_TO_END, DRAWS, OVER, SHORT, draw, take_card
from .trays import DISCARD, FACES, NO_CARD, TRAYS, lay, replace, spaces


def events(state: State, actor: Actor, text: str, after: State) -> list[Event]:
    """The story of one play."""
    story = Story(state, after)
    kind = text.partition(" ")[0]
    if kind == "draw":
        story.draw(int(outcome_code(state, text) or 0) - DRAWS)
    else:
        getattr(story, kind)(*numbers(text))
    story.end()
    return story.told


class Story:
    """Tells each step of a play. Where a card is scored, it follows on a record of its own with the rules' own functions."""

    def __init__(self, state: State, after: State) -> None:
        self.state = state
        self.after = after
        self.steps: list[tuple[Any, ...]] = []  # rules and what they are told, yet to be followed
        self.seat = state.plain.turn
        self.dice = [value for value in state.plain.dice if value]
        self.told: list[Event] = []

    @cached_property
    def own_record(self) -> Any:
        return copied(self.state.record)

    @property
    def record(self) -> Any:
        """The table as it is by now."""
        for step, *told in self.steps:
            step(self.own_record, *told)
        self.steps.clear()
        return self.own_record

    def tell(self, kind: str, **details: Any) -> None:
        """One step."""
        self.told.append(Event(kind, self.state.everyone(), details))

    def name(self, card: int) -> str:
        """A card's id."""
        return str(deck_of(self.state.options)[card]["id"])

    def roll(self, low: int, high: int) -> None:
        """R4; R5: a double may score its card."""
        self.dice = [low, high]
        self.tell("rolled", seat=self.seat, dice=[low, high])
        if low == high < FACES and self.state.plain.count[low - 1]:
            self.scored(low - 1, "double")

    def draw(self, card: int) -> None:
        """A card for a free place; before any card has left the table, it is dealt."""
        plain = self.state.plain
        opening = not any(plain.won) and DISCARD not in plain.lies
        tray = plain.card.index(NO_CARD)
        self.steps.append((draw, card))
        self.tell("dealt" if opening else "drew", tray=tray + 1, card=self.name(card), sacks=plain.sacks[card])

    def decline(self) -> None:
        """R6: no card after a double 6."""
        self.tell("declined", seat=self.seat)

    def score(self, tray: int) -> None:
        """R3: because of too few dice; R6: after a double 6."""
        if self.state.plain.phase == SHORT:
            self.tell("forced", seat=self.seat, tray=tray)
            self.scored(tray - 1, "short")
        else:
            self.scored(tray - 1, "six")

    def place(self, value: int, tray: int) -> None:
        """R7a; R8: a full tray scores its card."""
        self.steps.append((lay, self.seat, value, tray - 1))
        self.dice.remove(value)
        count = self.state.plain.count[tray - 1] + 1
        self.tell("placed", seat=self.seat, value=value, tray=tray, space=count)
        if self.after.only("count")[tray - 1] != count and count == spaces(self.record):
            self.scored(tray - 1, "full")

    def swap(self, value: int, tray: int, space: int) -> None:
        """R7b: one die replaces, the other goes back unused."""
        owner = self.state.plain.owner[tray - 1][space - 1]
        self.steps.append((replace, self.seat, tray - 1, space - 1))
        self.dice.remove(value)
        unused = self.dice.pop()
        self.tell("swapped", seat=self.seat, owner=owner, value=value, tray=tray, space=space, unused=unused)

    def scored(self, tray: int, cause: str) -> None:
        """R10-R12: who wins the card and why, and whose dice go home."""
        record = self.record
        card = self.name(record.card[tray])
        lead = leaders(State(self.state.game, record, self.state.options))[tray]
        owners = record.owner[tray, : record.count[tray]].tolist()
        take_card(record, tray)
        self.tell(
            "unclaimed" if lead["leader"] is None else "scored",
            tray=tray + 1,
            card=card,
            cause=cause,
            winner=lead["leader"],
            sacks=lead["sacks"],
            reason=lead["reason"],
            returned=[owners.count(seat) for seat in range(self.state.seats)],
        )
        if lead["leader"] is None and record.card[tray] == NO_CARD:
            self.tell("discarded", tray=tray + 1, card=card)
        elif lead["leader"] is not None and lead["reason"]["tie"]:
            self.tell("tie", tray=tray + 1, winner=lead["leader"])

    def end(self) -> None:
        """How the turn ends: dice without a tray (D4), the last round (R13), the last scoring (R14)."""
        before, after = self.state.plain, self.after
        won = after.only("won")
        if self.dice and not any(after.only("dice")):
            self.tell("returned", seat=self.seat, dice=self.dice)
        if after.only("phase") == OVER:
            self.tell("ended")
            for tray in range(TRAYS):
                if self.record.count[tray]:
                    self.scored(tray, "end")
        elif max(won) >= CARDS_TO_END > max(before.won):
            self.tell("last_round", seat=won.index(max(won)))
        elif max(before.card) != NO_CARD and max(after.only("card")) == NO_CARD:
            self.tell("no_cards_left")
