"""Everything there is at a table of Sailorman Dice. What a seat enters is its own until the throw is complete (R3, D10)."""

from __future__ import annotations

from typing import Any

from spieltisch.table import (
    ALL,
    OWNER,
    derived,
    each,
    gap,
    moves,
    outcomes,
    own_form,
    printed,
    seat,
    table,
    values,
    within,
    word,
)

from .chart import BOXES, COLUMNS, NOTHING, OVER, PHASES, ROWS, SYMBOLS
from .entering import PAIRS
from .hidden import completes_throw, hide
from .notation import (
    PAIR,
    write_boxes,
    write_chart,
    write_crosses_for,
    write_entered,
    write_last_round,
    write_left,
    write_pair_text,
    write_points,
    write_rest,
    write_shells,
    write_thinking,
    write_throw,
)
from .position import read_boxes, read_chart, read_entered, read_left, read_rest, read_shells, read_thinking, read_throw


def has_entered(record: Any, options: Any) -> bool:
    """Has anybody entered anything in the running throw?"""
    return any(cell != NOTHING for entries in record.entered.tolist() for cell in entries)


COUNTED = "rows: number; columns: number; regions: number; shells: number; groups: [number, number]; total: number; river: number"
STANDING = f"{{ {COUNTED} }}"
SYMBOL = "|".join(SYMBOLS)
NAME = " | ".join(f'"{name}"' for name in SYMBOLS)

TABLE = table(
    captain=seat(seen_by=ALL),
    thrower=seat(seen_by=ALL),
    phase=word(PHASES, seen_by=ALL),
    throw=own_form(write_throw, read_throw, ts=f"[{NAME}, {NAME}, number, number] | null", seen_by=ALL),
    charts=each(own_form(write_chart, read_chart, ts="string[]"), seen_by=ALL),
    marks=each(own_form(write_boxes, read_boxes, ts="Record<string, number>"), view="boxes", position="boxes", seen_by=ALL),
    takers_of=own_form(write_shells, read_shells, view="shells", position="shells", ts="Record<string, number[]>", seen_by=ALL),
    thinking=own_form(write_thinking, read_thinking, position=None, ts="boolean[]", seen_by=ALL),
    last_round=own_form(write_last_round, position=None, ts="boolean", seen_by=ALL),
    points=own_form(write_points, position=None, ts=f"({STANDING})[]", seen_by=ALL),
    left=each(own_form(write_left, read_left, shaped=(), ts="number"), view=None, own="left", blank=None, seen_by=OWNER),  # entries open
    rest=own_form(write_rest, read_rest, shaped=(), view=None, own="rest", owner="thrower", blank=NOTHING,
                  ts=f"[{NAME}, number] | null", seen_by=OWNER),  # the thrower's second pair once the first is used, or -1
    entered=each(own_form(write_entered, read_entered, shaped=(2,), ts=f'([{NAME}, number] | "skip")[]'), view=None, own="entered",
                 blank=NOTHING, when=has_entered, seen_by=OWNER),  # cells entered in the running throw, in order; -1 for none
    crosses_for=own_form(write_crosses_for, view=None, own="crosses_for", position=None, ts=f"[{NAME}, number][]", seen_by=ALL),
    symbols=within(values(0, 5, 2), seen_by=ALL),  # the throw, in row order and ascending; zeros between throws
    numbers=within(values(0, 6, 2), seen_by=ALL),
    cells=within(values(0, 7, (4, ROWS, COLUMNS)), seen_by=ALL),  # as far as they may be seen: `hide` takes back what may not
    boxes=within(values(-1, 54, (4, BOXES)), seen_by=ALL),  # points, or -1 while unfilled
    takers=within(values(0, 15, BOXES), seen_by=ALL),  # the seats that got a box's shells (bit s = seat s)
    missing=derived(values(0, 54, (4, BOXES)), seen_by=ALL),  # empty cells of each row, column and sub-area
    area=printed(values(0, 7, (ROWS, COLUMNS))),  # the chart: which sub-area a cell belongs to
    shells=printed(values(0, 20, BOXES)),
    position="captain thrower phase throw charts boxes shells left rest entered",
    veil=hide,
    uncovers=completes_throw,
    over=OVER,
)

MOVES = moves(
    (f"write {{pair}} at {{column:1-{COLUMNS}}}", OWNER),
    (f"cross {{row:{SYMBOL}}} {{column:1-{COLUMNS}}} for {{pair}}", OWNER, "pair row column"),
    ("skip", OWNER),
    pair=gap(PAIRS, write_pair_text, PAIR, "bell 3", "boat 6"),
)
OUTCOMES = outcomes((f"throw {{symbols:2 of {SYMBOL}}} {{numbers:2 of 1-6}}", ALL))
