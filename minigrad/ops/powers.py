"""Powers, with a number or a tensor on either side."""

import math

import numpy as np

from .. import dtypes
from ..declare import choosing, elementwise, operation
from .choice import masked_fill
from .common import everything, in_order, is_number, promoted, refuses, zeros
from .elementwise import log, rsqrt


@elementwise(
    number="PowBackward0",
    node="PowBackward1",
    floats=False,
    check=refuses("b", "pow"),
    self=lambda g, self, exponent: base_slope(g, self, exponent),
    exponent=lambda g, self, exponent, result: g * exponent_slope(self, exponent, result),
)
def pow(self, exponent):
    """`self ** exponent`: tensor and number, two tensors, or number and tensor.

    The derivative in the exponent is 0 where the base is 0; numbers as exponents have none. Integers stay integers
    for an integer exponent, RuntimeError if that is negative.

    >>> mg.pow(mg.tensor([2.0, 3.0]), 2), mg.pow(2, mg.tensor([1.0, 3.0]))
    (tensor([4., 9.]), tensor([2., 8.]))
    """
    if is_number(self) or self.dtype.kind == "f":
        return rsqrt(self) if is_number(exponent) and exponent == -0.5 else self**exponent
    floats = isinstance(exponent, (float, np.floating))
    return promoted(self, exponent) ** exponent if floats else whole_power(self, exponent)


@operation(
    node="PowBackward2",
    elementwise=True,
    promote=True,
    self=lambda g, self, other, result: g * exponent_slope(other, self, result),
)
def rpow(self, other):
    """What `2 ** x` is."""
    if self.dtype.kind != "f" and not isinstance(other, float):
        return whole_power(other, self)
    exponent = in_order(promoted(self, other))
    return np.power(np.asarray(other, exponent.dtype), exponent)


def whole_power(base, exponent):
    """Powers of integers. RuntimeError for a negative number as exponent; for negative elements, what is left of
    1 / base^n without its fraction."""
    kind, base, p = dtypes.result_type(base, exponent), np.asarray(base), np.asarray(exponent)
    if is_number(exponent) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed: make the base a float")
    powers = np.power(base.astype(kind), np.abs(p).astype(kind))
    return np.where((p < 0) & (np.abs(base) != 1), 0, powers) if (p < 0).any() else powers


def base_slope(g, x, p):
    """g * p * x^(p-1), and 0 where p is 0, also at x = 0."""
    if is_number(p):
        return zeros(g) if p == 0 else g * (p * pow(x, p - 1))
    return masked(g * (p * pow(x, p - 1)), p == 0)


def exponent_slope(x, p, result):
    """x^p log x, and 0 at x = 0, where the limit is, unless p is negative."""
    if is_number(x):
        if x == 0:
            return masked(result * -math.inf, p >= 0)
        return result * (math.log(x) if x > 0 else math.nan)
    return masked(result * log(x), (x == 0) & (p >= 0))


def masked(x, where):
    """`x` with zeros there, also for what is not finite."""
    return masked_fill(x, where, 0) if everything(where).any() else x


@choosing
def square(self):
    """`self ** 2`.

    >>> mg.square(mg.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    return pow, self, 2
