"""A network learns from tables: gradients by hand, steps by Adam, and an average of the weights over the last steps.

Arrays may be NumPy's or, on a graphics card, CuPy's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spieltisch.bots.net import Net

POINTS_SHARE = 0.1  # how much a point missed counts beside a chance missed
SLOW = 0.998  # how slowly the average follows the weights


def forward(net: Net, own: Any, table: Any) -> tuple[Any, Any, Any, Any]:
    """Both hidden layers, the chances and the points of many tables: own (tables, seats, OWN), table (tables, TABLE)."""
    count, seats, _ = own.shape
    common = table @ net.table + net.bias + own.sum(1) @ net.all
    alone = own.reshape(count * seats, -1) @ net.self
    first = np.maximum(alone.reshape(count, seats, -1) + common[:, None, :], 0).reshape(count * seats, -1)
    second = np.maximum(first @ net.second + net.second_bias, 0)
    out = (second @ net.last + net.last_bias).reshape(count, seats, 2)
    chances = np.exp(out[..., 0] - out[..., 0].max(1, keepdims=True))
    return first, second, chances / chances.sum(1, keepdims=True), out[..., 1]


def gradients(net: Net, own: Any, table: Any, shares: Any, points: Any) -> tuple[Net, Any]:
    """Where to go: cross-entropy of the chances and squared error of the points; and the cross-entropy itself."""
    first, second, chances, told = forward(net, own, table)
    count, seats, _ = own.shape
    out = np.stack([chances - shares, POINTS_SHARE * (told - points)], -1).reshape(count * seats, 2) / np.float32(count)
    above = (out @ net.last.T) * (second > 0)
    below = (above @ net.second.T) * (first > 0)
    together = below.reshape(count, seats, -1).sum(1)
    found = Net(
        own.reshape(count * seats, -1).T @ below, own.sum(1).T @ together, table.T @ together, together.sum(0),
        first.T @ above, above.sum(0), second.T @ out, out.sum(0),
    )  # fmt: skip
    return found, -(shares * np.log(np.maximum(chances, 1e-9))).sum() / count


def parted(weights: Any, like: Net) -> Net:
    """All weights in one row, seen as a network."""
    parts, at = [], 0
    for part in like:
        parts.append(weights[at : at + part.size].reshape(part.shape))
        at += part.size
    return Net(*parts)


def in_a_row(net: Net) -> Any:
    """A network's weights, one behind the other."""
    return np.concatenate([part.ravel() for part in net])


class Learner:
    """A network that is being taught."""

    def __init__(self, net: Net) -> None:
        self.steps = 0
        self._weights, self._average = in_a_row(net), in_a_row(net)
        self._mean, self._square = np.zeros_like(self._weights), np.zeros_like(self._weights)
        self.net, self.average = parted(self._weights, net), parted(self._average, net)

    def learn(self, own: Any, table: Any, shares: Any, points: Any, rate: float) -> Any:
        """One step on some tables; the cross-entropy before it."""
        found, missed = gradients(self.net, own, table, shares, points)
        slope = in_a_row(found)
        self.steps += 1
        slow = min(SLOW, self.steps / (self.steps + 10))
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        pace = rate * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self._weights -= pace * self._mean / (np.sqrt(self._square) + 1e-8)
        self._average += (1 - slow) * (self._weights - self._average)
        return missed
