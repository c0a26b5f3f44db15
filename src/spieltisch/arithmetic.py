"""exp, log, power and cosine as rules: plain sums and products in a fixed order, so that every machine finds the same bits.

Libraries differ in the last digit, and a choice between two moves may hang on it. The ways are those of fdlibm (Sun Microsystems, 1993):
reduce to a small range, then a short polynomial; off by less than one unit in the last place."""

from __future__ import annotations

import numpy as np

from .rule import rule

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # together the logarithm of two, the first with short digits
PER_LN2 = 1.44269504088896338700e00
ROUND = 6755399441055744.0  # 1.5 * 2**52: added and taken away again, it rounds to the nearest whole number
TINY, LARGE = -745.2, 709.782712893384  # beyond these exp is 0 or infinite
EXP = (1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05, -1.65339022054652515390e-06,
       4.13813679705723846039e-08)  # fmt: skip
LOG = (6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
       1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01)  # fmt: skip
COS = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05, -2.75573143513906633035e-07,
       2.08757232129817482790e-09, -1.13596475577881948265e-11)  # fmt: skip
SIN = (-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
       -2.50507602534068634195e-08, 1.58969099521155010221e-10)  # fmt: skip
TURN = 6.28318530717958647693

ONE = 0x3FF0000000000000  # the bits of 1.0
HIGH = -0x100000000  # keeps the upper half of a number's bits
ROOT_HALF = 0x3FE6A09E667F3BCD  # the bits of the square root of one half
FRACTION = 0x000FFFFFFFFFFFFF


@rule
def bits_of(number):
    """A number's bits."""
    return np.float64(number).view(np.int64)


@rule
def from_bits(bits):
    """The number of some bits."""
    return np.int64(bits).view(np.float64)


@rule
def top(number):
    """A number with the lower half of its bits cleared: products of such are exact."""
    return from_bits(bits_of(number) & HIGH)


@rule
def scaled(number, exponent):
    """A number near one times a power of two."""
    if exponent < -1000:
        return number * from_bits(ONE + ((exponent + 500) << 52)) * from_bits(ONE + (-500 << 52))
    if exponent > 1000:
        return number * from_bits(ONE + ((exponent - 500) << 52)) * from_bits(ONE + (500 << 52))
    return number * from_bits(ONE + (exponent << 52))


@rule
def even(terms, square):
    """A polynomial in a square without its constant: terms[0] * square + terms[1] * square**2 …"""
    total = 0.0
    for index in range(len(terms) - 1, -1, -1):
        total = square * (terms[index] + total)
    return total


@rule
def exp(number):
    """e to a power."""
    if number != number:
        return number
    if number > LARGE:
        return np.inf
    if number < TINY:
        return 0.0
    times = number * PER_LN2 + ROUND - ROUND
    high = number - times * LN2_HIGH
    low = times * LN2_LOW
    rest = high - low
    part = rest - even(EXP, rest * rest)
    return scaled(1.0 - ((low - (rest * part) / (2.0 - part)) - high), int(times))


@rule
def log(number):
    """The natural logarithm."""
    if number != number or number < 0.0:
        return np.nan
    if number == 0.0:
        return -np.inf
    if number == np.inf:
        return number
    if number < 2.2250738585072014e-308:
        return log(number * 18014398509481984.0) - 54.0 * LN2_HIGH - 54.0 * LN2_LOW
    bits = bits_of(number)
    exponent = (bits + (ONE - ROOT_HALF) >> 52) - 1023
    rest = from_bits(bits - (exponent << 52)) - 1.0
    half = 0.5 * rest * rest
    part = rest / (2.0 + rest)
    more = even(LOG, part * part)
    return exponent * LN2_HIGH - ((half - (part * (half + more) + exponent * LN2_LOW)) - rest)


@rule
def cosine(turns):
    """The cosine of an angle, counted in turns: 1.0 is once around."""
    quarters = 4.0 * turns + ROUND - ROUND
    angle = (turns - 0.25 * quarters) * TURN
    quarter = int(quarters) & 3
    square = angle * angle
    if quarter & 1:
        sine = angle + angle * even(SIN, square)
        return -sine if quarter == 1 else sine
    half = 0.5 * square
    whole = 1.0 - half
    found = whole + (((1.0 - whole) - half) + square * even(COS, square))
    return -found if quarter == 2 else found


# ---------------------------------------------------------------- powers

POWER = (5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01, 2.72728123808534006489e-01,
         2.30660745775561754067e-01, 2.06975017800338417784e-01)  # fmt: skip
CP, CP_HIGH, CP_LOW = 9.61796693925975554329e-01, 9.61796700954437255859e-01, -7.02846165095275826516e-09  # 2 / (3 ln 2)
LOG_HIGH, LOG_LOW = 5.84962487220764160156e-01, 1.35003920212974897128e-08  # of 1.5, to base two
LG2, LG2_HIGH, LG2_LOW = 6.93147180559945286227e-01, 6.93147182464599609375e-01, -1.90465429995776804525e-09


@rule
def log_of_two_parts(base):
    """The logarithm to base two of a positive number, as two numbers to be added."""
    bits = bits_of(base)
    exponent = (bits >> 52) - 1023
    near = 1.0
    high = low = 0.0
    if bits & FRACTION >= 0xBB67A00000000:  # above the root of three
        exponent += 1
    elif bits & FRACTION > 0x3988EFFFFFFFF:  # above the root of one and a half
        near, high, low = 1.5, LOG_HIGH, LOG_LOW
    base = from_bits(bits - (exponent << 52))
    over = base - near
    under = 1.0 / (base + near)
    part = over * under
    part_high = top(part)
    sum_high = top(base + near)
    sum_low = base - (sum_high - near)
    part_low = under * ((over - part_high * sum_high) - part_high * sum_low)
    square = part * part
    more = square * even(POWER, square) + part_low * (part_high + part)
    square = part_high * part_high
    three = top(3.0 + square + more)
    rest = more - ((three - 3.0) - square)
    first = part_high * three
    second = part_low * three + rest * part
    log_high = top(first + second)
    log_low = second - (log_high - first)
    first = CP_HIGH * log_high
    second = CP_LOW * log_high + log_low * CP + low
    whole = top(((first + second) + high) + exponent)
    return whole, second - (((whole - exponent) - high) - first)


@rule
def power(base, exponent):
    """A number that is not negative to any power."""
    if exponent == 0.0 or base == 1.0:
        return 1.0
    if base == 0.0:
        return 0.0 if exponent > 0.0 else np.inf
    high, low = log_of_two_parts(base)
    exponent_high = top(exponent)
    low = (exponent - exponent_high) * high + exponent * low
    high = exponent_high * high
    together = high + low
    if together >= 1024.0:
        return np.inf
    if together < -1075.0:
        return 0.0
    times = together + ROUND - ROUND
    high -= times
    sum_high = top(low + high)
    first = sum_high * LG2_HIGH
    second = (low - (sum_high - high)) * LG2 + sum_high * LG2_LOW
    rest = first + second
    behind = second - (rest - first)
    part = rest - even(EXP, rest * rest)
    return scaled(1.0 - ((rest * part) / (part - 2.0) - (behind + rest * behind) - rest), int(times))
