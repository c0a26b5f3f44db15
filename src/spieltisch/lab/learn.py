"""A network learns from tables: gradients by hand, steps by Adam, and an average of the weights over the last steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.bots.net import Net

POINTS_SHARE = 0.1  # how much a point missed counts beside a chance missed
SLOW = 0.998  # how slowly the average follows the weights


def forward(net: Net, own: Any, table: Any) -> tuple[Any, Any, Any, Any]:
    """Both hidden layers, the chances and the points of many tables: own (tables, seats, OWN), table (tables, TABLE)."""
    common = table @ net.table + net.bias + own.sum(1) @ net.all
    first = np.maximum(own @ net.self + common[:, None, :], 0)
    second = np.maximum(first @ net.second + net.second_bias, 0)
    out = second @ net.last + net.last_bias
    chances = np.exp(out[..., 0] - out[..., 0].max(1, keepdims=True))
    return first, second, chances / chances.sum(1, keepdims=True), out[..., 1]


def gradients(net: Net, own: Any, table: Any, shares: Any, points: Any) -> tuple[Net, float]:
    """Where to go: cross-entropy of the chances and squared error of the points; and the cross-entropy itself."""
    first, second, chances, told = forward(net, own, table)
    count = len(own)
    out = np.stack([chances - shares, POINTS_SHARE * (told - points)], -1).astype(np.float32) / count
    flat = out.reshape(-1, 2)
    above = (out @ net.last.T) * (second > 0)
    below = (above @ net.second.T) * (first > 0)
    together = below.sum(1)
    width = first.shape[-1]
    seen = own.reshape(-1, own.shape[-1])
    found = Net(
        seen.T @ below.reshape(-1, width), own.sum(1).T @ together, table.T @ together, together.sum(0),
        first.reshape(-1, width).T @ above.reshape(-1, above.shape[-1]), above.sum((0, 1)),
        second.reshape(-1, second.shape[-1]).T @ flat, flat.sum(0),
    )  # fmt: skip
    return found, float(-(shares * np.log(np.maximum(chances, 1e-9))).sum() / count)


class Learner:
    """A network that is being taught."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.steps = 0
        self._mean = [np.zeros_like(part) for part in net]
        self._square = [np.zeros_like(part) for part in net]
        self.average = Net(*(part.copy() for part in net))

    def learn(self, own: Any, table: Any, shares: Any, points: Any, rate: float) -> float:
        """One step on some tables; the cross-entropy before it."""
        found, missed = gradients(self.net, own, table, shares, points)
        self.steps += 1
        slow = min(SLOW, self.steps / (self.steps + 10))
        for part, slope, mean, square, kept in zip(
            self.net, found, self._mean, self._square, self.average, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            pace = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            part -= (pace * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
            kept += (1 - slow) * (part - kept)
        return missed
