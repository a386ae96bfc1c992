"""What may be said of so many learners: shares and correlations with their uncertainty, or nothing.

A class of three has no discrimination. Where numbers are too few to mean something, these functions give None, and the
page shows what was counted and no more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

FEW = 10  # below so many learners there are counts only: no percentages, no quartiles
ENOUGH = 20  # from so many on a correlation is worked out,
EACH = 5  # if at least so many have all points of the exercise and so many have not
NORMAL = 1.959964  # 95 in 100 of a normal distribution lie within so many standard deviations


@dataclass(frozen=True)
class Estimate:
    """A number about `n` learners of a class, and the interval that holds the true one in 95 of 100 such classes."""

    value: float
    low: float
    high: float
    n: int


def share(part: int, n: int) -> Estimate | None:
    """`part` of `n` with Wilson's interval, which stays between 0 and 1; None for fewer than FEW."""
    if n < FEW:
        return None
    p, z2 = part / n, NORMAL**2
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = NORMAL / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)), n)


def correlation(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Pearson's; with only two values in `x` it is the point-biserial one. None where one of the two never differs."""
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    off_x, off_y = [each - mean_x for each in x], [each - mean_y for each in y]
    spread = math.sqrt(math.fsum(each**2 for each in off_x) * math.fsum(each**2 for each in off_y))
    if min(x) == max(x) or min(y) == max(y) or not spread:
        return None
    together = math.fsum(a * b for a, b in zip(off_x, off_y, strict=True))
    return max(-1.0, min(1.0, together / spread))


def discrimination(item: Sequence[float], rest: Sequence[float]) -> Estimate | None:
    """How an exercise goes with the rest: the correlation of `item`, shares of its points, with the points of the rest.

    The interval is Fisher's. None for fewer than ENOUGH learners, for fewer than EACH with or without all points, and
    where the points of the rest are the same for everybody.
    """
    n, full = len(item), sum(each >= 1 for each in item)
    if n < ENOUGH or min(full, n - full) < EACH:
        return None
    r = correlation(item, rest)
    if r is None:
        return None
    z, half = math.atanh(max(-1 + 1e-12, min(1 - 1e-12, r))), NORMAL / math.sqrt(n - 3)
    return Estimate(r, min(r, math.tanh(z - half)), max(r, math.tanh(z + half)), n)


def quartiles(values: Sequence[float]) -> tuple[float, float, float] | None:
    """The lower quartile, the median and the upper one, between two learners where need be; None for fewer than FEW."""
    if len(values) < FEW:
        return None
    ordered = sorted(values)

    def at(part: float) -> float:
        place = part * (len(ordered) - 1)
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (place - below) * (ordered[above] - ordered[below])

    return at(0.25), at(0.5), at(0.75)
