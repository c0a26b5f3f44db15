"""What the lab has found, as pictures: learning, truth of the chances, the ladder, and the curve of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.words import Words

from .calibration import Calibration
from .charts import Axis, Line, chart, percent, whole_numbers
from .ladder import Duel


def learning(title: str, curves: Mapping[int, Sequence[tuple[int, float]]], words: Words) -> str:
    """How often a network on its way beats the one it became."""
    longest = max(done for curve in curves.values() for done, _ in curve)
    lines = [Line(words("pictures.seats", seats=seats), curve) for seats, curve in curves.items()]
    return chart(
        words("pictures.learning", game=title),
        whole_numbers(words("pictures.games"), longest),
        percent(words("pictures.against_final"), 0.0, 0.6, 0.1),
        [*lines, Line("", [(0, 0.5), (longest, 0.5)], dashed=True)],
    )


def reliability(title: str, checks: Mapping[int, Calibration], words: Words) -> str:
    """The chance told, and how often it came true: the nearer to the diagonal the better."""
    lines = [
        Line(
            words("pictures.seats", seats=seats),
            [(told, came) for told, came, count in zip(check.told, check.came, check.tables, strict=True) if count],
        )
        for seats, check in checks.items()
    ]
    return chart(
        words("pictures.reliability", game=title),
        percent(words("pictures.told")),
        percent(words("pictures.came")),
        [*lines, Line("", [(0, 0), (1, 1)], dashed=True)],
    )


def rungs(title: str, duels: Sequence[Duel], words: Words) -> str:
    """Each level against the next lower one: the share of first places, with its 95 % interval."""
    marks = [(index + 0.5, f"{duel.one} : {duel.other}") for index, duel in enumerate(duels)]
    points = [(index + 0.5, duel.share) for index, duel in enumerate(duels)]
    doubt = [(duel.high - duel.low) / 2 for duel in duels]
    return chart(
        words("pictures.ladder", game=title),
        Axis("", 0, len(duels), marks),
        percent(words("pictures.firsts")),
        [
            Line(words("pictures.share"), points, doubt, joined=False),
            Line("", [(0, 0.5), (len(duels), 0.5)], dashed=True),
        ],
    )


def curve(review: Mapping[str, Any], names: Sequence[str], words: Words) -> str:
    """A game's chances, seat by seat, with its three moments."""
    actions = review["actions"]
    lines = [
        Line(name, [(0, actions[0]["before"][seat]), *((index + 1, action["after"][seat]) for index, action in enumerate(actions))])
        for seat, name in enumerate(names)
    ]  # fmt: skip
    marks = {action["round"]: index for index, action in reversed(list(enumerate(actions)))}
    every = max(1, len(marks) // 8)
    shown = [(at, str(number)) for number, at in sorted(marks.items()) if number % every == 0]
    across = Axis(words("pictures.round"), 0, len(actions), shown)
    pins = [(moment["action"] + 1, str(number)) for number, moment in enumerate(review["moments"], 1)]
    return chart(words("pictures.curve"), across, percent(words("pictures.chance")), lines, pins)


def evening(samples: Sequence[Mapping[str, Any]], words: Words) -> str:
    """A server over an evening: what it holds, and the slowest move of people whom all the rest is nothing to."""
    lines = [
        Line(words(f"pictures.{name}"), [(sample["minutes"], sample[name]) for sample in samples])
        for name in ("memory_mb", "descriptors", "threads", "slowest_ms")
    ]
    highest = max(value for line in lines for _, value in line.points)
    return chart(
        words("pictures.evening"),
        whole_numbers(words("pictures.minutes"), samples[-1]["minutes"], 6),
        whole_numbers("", 1.1 * highest),
        lines,
    )
