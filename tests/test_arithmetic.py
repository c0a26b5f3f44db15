"""Our own exp, log, power and cosine: as good as a library's, and the same everywhere."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from spieltisch.arithmetic import cosine, exp, log, power

CLOSE = 0.9  # units in the last place; a number that is rounded rightly is off by half of one
dice = np.random.default_rng(7)


def miss(found, exact):
    """How far a number is off, in units of its last place."""
    return abs(float((Decimal(found) - exact) / Decimal(math.ulp(float(exact)))))


def drawn(*ranges):
    """Many numbers from some ranges."""
    return [float(number) for low, high in ranges for number in dice.uniform(low, high, 400)]


def test_exp_is_right_to_the_last_digit():
    with localcontext() as context:
        context.prec = 50
        assert all(miss(exp(number), Decimal(number).exp()) < CLOSE for number in drawn((-1, 1), (-30, 30), (-700, 700)))


def test_log_is_right_to_the_last_digit():
    with localcontext() as context:
        context.prec = 50
        numbers = [*drawn((0, 2), (0.99, 1.01)), *(math.exp(number) for number in drawn((-700, 700)))]
        assert all(miss(log(number), Decimal(number).ln()) < CLOSE for number in numbers)


def test_power_is_right_to_the_last_digit():
    with localcontext() as context:
        context.prec = 50
        pairs = list(zip(drawn((0, 1), (0, 9)), drawn((0, 4), (-40, 40)), strict=True))
        assert all(miss(power(*pair), Decimal(pair[0]) ** Decimal(pair[1])) < CLOSE for pair in pairs)


def test_cosine_agrees_with_a_library_and_knows_its_quarters():
    assert all(abs(cosine(turns) - math.cos(math.tau * turns)) < 2e-15 for turns in drawn((0, 1), (-1, 1)))
    assert [cosine(quarter / 4) for quarter in range(-2, 6)] == [-1, 0, 1, 0, -1, 0, 1, 0]


@pytest.mark.parametrize(
    ("function", "given", "wanted"),
    [
        (exp, (0.0,), 1.0), (exp, (710.0,), math.inf), (exp, (-746.0,), 0.0), (exp, (-745.0,), 5e-324), (exp, (-math.inf,), 0.0),
        (log, (1.0,), 0.0), (log, (0.0,), -math.inf), (log, (math.inf,), math.inf), (log, (5e-324,), math.log(5e-324)),
        (power, (0.0, 2.0), 0.0), (power, (0.0, -1.0), math.inf), (power, (7.0, 0.0), 1.0), (power, (2.0, 2000.0), math.inf),
        (power, (2.0, -2000.0), 0.0), (power, (2.0, 10.0), 1024.0), (power, (1.0, 1e300), 1.0),
    ],
)  # fmt: skip
def test_the_ends_of_the_scale(function, given, wanted):
    assert function(*given) == wanted


def test_what_is_not_a_number_stays_none():
    assert math.isnan(exp(math.nan)) and math.isnan(log(math.nan)) and math.isnan(log(-1.0))
