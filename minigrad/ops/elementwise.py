"""Functions of one number, with their derivatives, one line an operation; and powers.

In a formula `g` is the gradient of the result; `self` and `result` are what the operation took and gave. Where a
derivative does not exist or is a matter of taste, the choice is PyTorch's. Shape law: that of the tensor. Integers
become float32 unless it says `keeping`.
"""

import math

import numpy as np

from .. import dtypes
from ..declare import choosing, elementwise, keeping, operation
from .choice import masked_fill
from .common import everything, in_order, is_number, precise, promoted, refuses, zeros

error_function = np.vectorize(math.erf, otypes=["f8"])  # numpy has none


@keeping(self=lambda g: -g)
def neg(self):
    """Minus each element. RuntimeError for booleans.

    >>> mg.neg(mg.tensor([1.0, -2.0]))
    tensor([-1.,  2.])
    """
    if self.dtype.kind == "b":
        raise RuntimeError("Negation, the `-` operator, on a bool tensor is not supported: to invert a mask, use `~`")
    return -self


# --- exponentials ---


@elementwise(precise(np.exp), self=lambda g, result: g * result)
def exp(self):
    """e to the power of each element.

    >>> mg.exp(mg.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """


@elementwise(precise(np.expm1), self=lambda g, result: g * (result + 1))
def expm1(self):
    """e^x - 1, exact near 0.

    >>> mg.expm1(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 1.7183])
    """


@elementwise(precise(np.log), self=lambda g, self: g / self)
def log(self):
    """The natural logarithm.

    >>> mg.log(mg.tensor([1.0, 2.0]))
    tensor([0.0000, 0.6931])
    """


@elementwise(precise(np.log1p), node="Log1PBackward0", self=lambda g, self: g / (self + 1))
def log1p(self):
    """log(1 + x), exact near 0.

    >>> mg.log1p(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.6931])
    """


@elementwise(precise(np.log2), self=lambda g, self: g / (self * math.log(2)))
def log2(self):
    """The logarithm to base 2.

    >>> mg.log2(mg.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """


@elementwise(np.sqrt, self=lambda g, result: g / (2 * result))
def sqrt(self):
    """The square root; its slope at 0 is inf.

    >>> mg.sqrt(mg.tensor([4.0, 2.0]))
    tensor([2.0000, 1.4142])
    """


@elementwise(self=lambda g, result: -0.5 * g * result * result * result)
def rsqrt(self):
    """One over the square root.

    >>> mg.rsqrt(mg.tensor([4.0, 1.0]))
    tensor([0.5000, 1.0000])
    """
    return 1 / np.sqrt(self)


@elementwise(self=lambda g, result: -g * (result * result))
def reciprocal(self):
    """1 / x.

    >>> mg.reciprocal(mg.tensor([4.0, 1.0]))
    tensor([0.2500, 1.0000])
    """
    return 1 / self


@elementwise(self=lambda g, result: g * (1 - result) * result)
def sigmoid(self):
    """1 / (1 + e^-x).

    >>> mg.sigmoid(mg.tensor([0.0, 1.0]))
    tensor([0.5000, 0.7311])
    """
    small = exp(-np.abs(self))  # by the side on which e^ cannot overflow
    return np.where(self >= 0, 1, small) / (1 + small)


@elementwise(self=lambda g, self: g * (2 / math.sqrt(math.pi) * exp(-self * self)))
def erf(self):
    """2/sqrt(pi) times the integral of e^(-t*t) from 0 to x.

    >>> mg.erf(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8427])
    """
    return error_function(self).astype(self.dtype)


# --- angles, in radians ---


@elementwise(precise(np.sin), self=lambda g, self: g * cos(self))
def sin(self):
    """The sine.

    >>> mg.sin(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8415])
    """


@elementwise(precise(np.cos), self=lambda g, self: g * -sin(self))
def cos(self):
    """The cosine.

    >>> mg.cos(mg.tensor([0.0, 1.0]))
    tensor([1.0000, 0.5403])
    """


@elementwise(precise(np.tan), self=lambda g, result: g * (1 + result * result))
def tan(self):
    """The tangent.

    >>> mg.tan(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5574])
    """


@elementwise(precise(np.arcsin), self=lambda g, self: g * rsqrt(1 - self * self))
def asin(self):
    """The angle whose sine is x.

    >>> mg.asin(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """


@elementwise(precise(np.arccos), self=lambda g, self: g * -rsqrt(1 - self * self))
def acos(self):
    """The angle whose cosine is x.

    >>> mg.acos(mg.tensor([0.0, 1.0]))
    tensor([1.5708, 0.0000])
    """


@elementwise(precise(np.arctan), self=lambda g, self: g / (self * self + 1))
def atan(self):
    """The angle whose tangent is x.

    >>> mg.atan(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """


@elementwise(precise(np.sinh), self=lambda g, self: g * cosh(self))
def sinh(self):
    """The hyperbolic sine.

    >>> mg.sinh(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """


@elementwise(precise(np.cosh), self=lambda g, self: g * sinh(self))
def cosh(self):
    """The hyperbolic cosine.

    >>> mg.cosh(mg.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """


@elementwise(precise(np.tanh), self=lambda g, result: g * (1 - result * result))
def tanh(self):
    """The hyperbolic tangent.

    >>> mg.tanh(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """


# --- powers, with a number or a tensor on either side ---


def base_slope(g, self, exponent):
    """g * p * x^(p-1), and 0 where p is 0, also at x = 0."""
    if is_number(exponent):
        return zeros(g) if exponent == 0 else g * (exponent * pow(self, exponent - 1))
    return masked(g * (exponent * pow(self, exponent - 1)), exponent == 0)


def exponent_slope(g, self, exponent, result):
    """g * x^p log x, and 0 at x = 0, where the limit is, unless p is negative."""
    if not is_number(self):
        return g * masked(result * log(self), (self == 0) & (exponent >= 0))
    if self == 0:
        return g * masked(result * -math.inf, exponent >= 0)
    return g * (result * (math.log(self) if self > 0 else math.nan))


def masked(x, where):
    """`x` with zeros there, also for what is not finite."""
    return masked_fill(x, where, 0) if everything(where).any() else x


@keeping(number=True, check=refuses("b", "pow"), self=base_slope, exponent=exponent_slope)
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


def slope_of_exponent(g, self, other, result):
    """The same where the exponent comes first."""
    return exponent_slope(g, other, self, result)


@operation(node="PowBackward2", elementwise=True, promote=True, self=slope_of_exponent)
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


@choosing
def square(self):
    """`self ** 2`.

    >>> mg.square(mg.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    return pow, self, 2
