"""Pictures as SVG: lines over an axis, dots with their doubt. No library: a few shapes and texts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

COLOURS = ("#c23b2a", "#5b3e8c", "#b07a0c", "#1f8373")
SHAPES = (
    "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5",
    "M0-6.5L6.5 0 0 6.5-6.5 0Z",
    "M-4.7-4.7H4.7V4.7H-4.7Z",
    "M0-6L6 5H-6Z",
)  # as at the table: colour is never the only sign
PAPER, INK, QUIET, GRID = "#fffaf1", "#2b2420", "#5a4d43", "#dccdb6"
WIDTH, HEIGHT = 760, 420
LEFT, TOP, RIGHT, BOTTOM = 64, 58, 24, 64


class Line(NamedTuple):
    """A named line through points; `doubt` is how far each may lie above or below."""

    name: str
    points: Sequence[tuple[float, float]]
    doubt: Sequence[float] = ()
    dashed: bool = False
    joined: bool = True


class Axis(NamedTuple):
    """What stands at an axis: its name, its ends, its marks."""

    name: str
    low: float
    high: float
    marks: Sequence[tuple[float, str]]


def percent(name: str, low: float = 0.0, high: float = 1.0, step: float = 0.25) -> Axis:
    """An axis of chances."""
    count = round((high - low) / step)
    return Axis(name, low, high, [(low + index * step, f"{100 * (low + index * step):.0f} %") for index in range(count + 1)])  # fmt: skip


def whole_numbers(name: str, high: float, marks: int = 5) -> Axis:
    """An axis of counts from 0."""
    step = max(1, nice(high / marks))
    return Axis(name, 0, high, [(value, f"{value:,}".replace(",", " ")) for value in range(0, int(high) + 1, step)])


def nice(number: float) -> int:
    """A round number not below this one: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power >= number:
                return factor * power
        power *= 10


def chart(title: str, across: Axis, up: Axis, lines: Sequence[Line], pins: Sequence[tuple[float, str]] = ()) -> str:
    """A whole picture."""

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - across.low) / max(1e-9, across.high - across.low)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - up.low) / max(1e-9, up.high - up.low)

    parts = [text(LEFT - 40, 30, title, 19, INK, weight=700), text(WIDTH - RIGHT, 30, up.name, 14, QUIET, "end")]
    for value, said in up.marks:
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(text(LEFT - 8, y(value) + 4, said, 13, QUIET, "end"))
    for value, said in across.marks:
        parts.append(text(x(value), HEIGHT - BOTTOM + 20, said, 13, QUIET, "middle"))
    parts.append(text(WIDTH - RIGHT, HEIGHT - BOTTOM + 38, across.name, 13, QUIET, "end"))
    for value, said in pins:
        parts.append(f'<path d="M{x(value):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{INK}" stroke-dasharray="2 3"/>')
        parts.append(f'<circle cx="{x(value):.1f}" cy="{TOP - 6}" r="10" fill="{INK}"/>')
        parts.append(text(x(value), TOP - 1.5, said, 13, PAPER, "middle", 700))
    for index, line in enumerate(lines):
        parts += drawn(
            line, index, [(x(across_at), y(up_at)) for across_at, up_at in line.points], y(up.low) - y(up.high), up
        )
    parts += legend(lines)
    label = escape(
        f"{title}. {up.name}: " + "; ".join(f"{line.name} {line.points[-1][1]:.2f}" for line in lines if line.points)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" '
        f'font-family="system-ui, sans-serif"><rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{PAPER}"/>'
        + "".join(parts)
        + "</svg>\n"
    )


def drawn(line: Line, index: int, places: list[tuple[float, float]], height: float, up: Axis) -> list[str]:
    """A line, its doubt and its shapes."""
    colour = INK if line.dashed else COLOURS[index % 4]
    parts = []
    if line.joined and places:
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dashes = ' stroke-dasharray="5 5"' if line.dashed else ""
        parts.append(
            f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="{1.2 if line.dashed else 2.2}"{dashes}/>'
        )
    for (x, y), doubt in zip(places, line.doubt, strict=False):
        reach = doubt * height / (up.high - up.low)
        bars = f"M{x:.1f} {y - reach:.1f}V{y + reach:.1f}M{x - 4:.1f} {y - reach:.1f}h8M{x - 4:.1f} {y + reach:.1f}h8"
        parts.append(f'<path d="{bars}" stroke="{colour}" stroke-width="1.6"/>')
    if not line.dashed:
        every = max(1, len(places) // 12) if line.joined else 1
        parts += [f'<path d="{SHAPES[index % 4]}" transform="translate({x:.1f} {y:.1f})" fill="{colour}"/>' for x, y in places[::every]]  # fmt: skip
    return parts


def legend(lines: Sequence[Line]) -> list[str]:
    """The names below the picture."""
    parts, x = [], float(LEFT)
    for index, line in enumerate(lines):
        if not line.dashed and line.name:
            parts.append(f'<path d="{SHAPES[index % 4]}" transform="translate({x:.0f} {HEIGHT - 16})" fill="{COLOURS[index % 4]}"/>')  # fmt: skip
            parts.append(text(x + 12, HEIGHT - 11, line.name, 14, INK))
            x += 34 + 8.2 * len(line.name)
    return parts


def text(x: float, y: float, said: str, size: int, colour: str, anchor: str = "start", weight: int = 400) -> str:
    """Some words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">{escape(said)}</text>'
