"""Functions of one number, with their derivatives: one line an operation.

In a formula `g` is the gradient of the result; `self` and `result` are what the operation took and gave. Where a
derivative does not exist or is a matter of taste, the choice is PyTorch's. Shape law: that of the tensor. Integers
become float32 unless it says `floats=False`.
"""

import math

import numpy as np

from ..declare import elementwise, operation
from .common import precise, refuses, zeros

error_function = np.vectorize(math.erf, otypes=["f8"])  # numpy has none


@elementwise(floats=False, self=lambda g: -g)
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


# --- steps: slope 0 everywhere; and the size, whose slope is one ---


@elementwise(floats=False, self=lambda g: zeros(g))
def sign(self):
    """-1, 0 or 1, by the sign.

    >>> mg.sign(mg.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    return np.where(np.isnan(self), 0, self if self.dtype == bool else np.sign(self)).astype(self.dtype)


@elementwise(np.floor, floats=False, check=refuses("b", "floor_vml_cpu"), self=lambda g: zeros(g))
def floor(self):
    """The next integer below.

    >>> mg.floor(mg.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """


@elementwise(np.ceil, floats=False, check=refuses("b", "ceil_vml_cpu"), self=lambda g: zeros(g))
def ceil(self):
    """The next integer above.

    >>> mg.ceil(mg.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """


@operation(np.round, elementwise=True, self=lambda g: zeros(g))
def round(self, decimals=0):
    """The nearest integer, halves to the even one; or to so many decimals.

    >>> mg.round(mg.tensor([0.5, 1.5, 2.6]))
    tensor([0., 2., 3.])
    """


@elementwise(np.abs, floats=False, check=refuses("b", "abs_cpu"), self=lambda g, self: g * sign(self))
def abs(self):
    """The size without the sign. Its slope at 0 is taken as 0.

    >>> mg.abs(mg.tensor([-2.0, 3.0]))
    tensor([2., 3.])
    """
