"""Arithmetic and the functions of a pocket calculator, with their derivatives: one line an operation.

In a formula `g` is the gradient of the result; `self`, `other` and `result` are what the operation took and gave.
Where a derivative does not exist or is a matter of taste, the choice is PyTorch's.
"""

from __future__ import annotations

import math

import numpy as np

from ..operation import operation
from .common import array_of, each, is_number, like, precise, tensors_only, zeros

__all__ = [
    "acos",
    "add",
    "arccos",
    "arcsin",
    "arctan",
    "asin",
    "atan",
    "atan2",
    "cos",
    "cosh",
    "div",
    "divide",
    "erf",
    "exp",
    "expm1",
    "floor_divide",
    "fmod",
    "hypot",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "mul",
    "multiply",
    "neg",
    "negative",
    "rdiv",
    "reciprocal",
    "remainder",
    "rfloordiv",
    "rremainder",
    "rsqrt",
    "rsub",
    "sigmoid",
    "sin",
    "sinh",
    "sqrt",
    "sub",
    "subtract",
    "tan",
    "tanh",
    "true_divide",
]


def logistic(x):
    """1 / (1 + e^-x), by the side on which e^ cannot overflow."""
    small = exp(-np.abs(x))
    return np.where(x >= 0, 1, small) / (1 + small)


def error_function(x, exact=np.vectorize(math.erf, otypes=["f8"])):  # noqa: B008  numpy has none
    return exact(x).astype(x.dtype)


def negated(x):
    if x.dtype.kind == "b":
        raise RuntimeError("Negation, the `-` operator, on a bool tensor is not supported: to invert a mask, use `~`")
    return -x


def remaining(x, y):
    refuse_zero(x, y)
    return np.remainder(x, y)


def refuse_zero(x, y) -> None:
    """RuntimeError if an integer is to be divided by 0."""
    if x.dtype.kind in "iub" and np.asarray(y).dtype.kind in "iub" and not np.all(y):
        raise RuntimeError("ZeroDivisionError")


# --- of one tensor ---

neg = each("neg", negated, "Minus each element.", "[1., -2.] -> [-1.,  2.]", floats=False, self=lambda g: -g)
exp = each(
    "exp",
    precise(np.exp),
    "e to the power of each element.",
    "[0., 1.] -> [1.0000, 2.7183]",
    self=lambda g, result: g * result,
)
expm1 = each(
    "expm1",
    precise(np.expm1),
    "e^x - 1, exact near 0.",
    "[0., 1.] -> [0.0000, 1.7183]",
    self=lambda g, result: g * (result + 1),
)
log = each(
    "log", precise(np.log), "The natural logarithm.", "[1., 2.] -> [0.0000, 0.6931]", self=lambda g, self: g / self
)
log1p = each(
    "log1p",
    precise(np.log1p),
    "log(1 + x), exact near 0.",
    "[0., 1.] -> [0.0000, 0.6931]",
    node="Log1PBackward0",
    self=lambda g, self: g / (self + 1),
)
log2 = each(
    "log2",
    precise(np.log2),
    "The logarithm to base 2.",
    "[1., 8.] -> [0., 3.]",
    self=lambda g, self: g / (self * math.log(2)),
)
log10 = each(
    "log10",
    precise(np.log10),
    "The logarithm to base 10.",
    "[1., 1000.] -> [0., 3.]",
    self=lambda g, self: g / (self * math.log(10)),
)
sqrt = each(
    "sqrt",
    np.sqrt,
    "The square root; its slope at 0 is inf.",
    "[4., 2.] -> [2.0000, 1.4142]",
    self=lambda g, result: g / (2 * result),
)
rsqrt = each(
    "rsqrt",
    lambda x: 1 / np.sqrt(x),
    "One over the square root.",
    "[4., 1.] -> [0.5000, 1.0000]",
    self=lambda g, result: -0.5 * g * result * result * result,
)
reciprocal = each(
    "reciprocal",
    lambda x: 1 / x,
    "1 / x.",
    "[4., 1.] -> [0.2500, 1.0000]",
    self=lambda g, result: -g * (result * result),
)
sin = each(
    "sin", precise(np.sin), "The sine, in radians.", "[0., 1.] -> [0.0000, 0.8415]", self=lambda g, self: g * cos(self)
)
cos = each(
    "cos",
    precise(np.cos),
    "The cosine, in radians.",
    "[0., 1.] -> [1.0000, 0.5403]",
    self=lambda g, self: g * -sin(self),
)
tan = each(
    "tan",
    precise(np.tan),
    "The tangent, in radians.",
    "[0., 1.] -> [0.0000, 1.5574]",
    self=lambda g, result: g * (1 + result * result),
)
asin = each(
    "asin",
    precise(np.arcsin),
    "The angle whose sine is x.",
    "[0., 1.] -> [0.0000, 1.5708]",
    self=lambda g, self: g * rsqrt(1 - self * self),
)
acos = each(
    "acos",
    precise(np.arccos),
    "The angle whose cosine is x.",
    "[0., 1.] -> [1.5708, 0.0000]",
    self=lambda g, self: g * -rsqrt(1 - self * self),
)
atan = each(
    "atan",
    precise(np.arctan),
    "The angle whose tangent is x.",
    "[0., 1.] -> [0.0000, 0.7854]",
    self=lambda g, self: g / (self * self + 1),
)
sinh = each(
    "sinh",
    precise(np.sinh),
    "The hyperbolic sine.",
    "[0., 1.] -> [0.0000, 1.1752]",
    self=lambda g, self: g * cosh(self),
)
cosh = each(
    "cosh",
    precise(np.cosh),
    "The hyperbolic cosine.",
    "[0., 1.] -> [1.0000, 1.5431]",
    self=lambda g, self: g * sinh(self),
)
tanh = each(
    "tanh",
    precise(np.tanh),
    "The hyperbolic tangent.",
    "[0., 1.] -> [0.0000, 0.7616]",
    self=lambda g, result: g * (1 - result * result),
)
sigmoid = each(
    "sigmoid",
    logistic,
    "1 / (1 + e^-x).",
    "[0., 1.] -> [0.5000, 0.7311]",
    self=lambda g, result: g * (1 - result) * result,
)
erf = each(
    "erf",
    error_function,
    "2/sqrt(pi) times the integral of e^(-t*t) from 0 to x.",
    "[0., 1.] -> [0.0000, 0.8427]",
    self=lambda g, self: g * (2 / math.sqrt(math.pi) * exp(-self * self)),
)

# --- of two ---

_add = each("add", np.add, "The sum.", "[1., 2.] ; 3. -> [4., 5.]", floats=False, self=lambda g: g, other=lambda g: g)
_sub = each(
    "sub",
    np.subtract,
    "The difference.",
    "[1., 2.] ; 3. -> [-2., -1.]",
    floats=False,
    self=lambda g: g,
    other=lambda g: -g,
)
mul = each(
    "mul",
    np.multiply,
    "The product.",
    "[1., 2.] ; 3. -> [3., 6.]",
    floats=False,
    self=lambda g, other: g * other,
    other=lambda g, self: g * self,
)
_div = each(
    "div",
    np.true_divide,
    "The quotient.",
    "[1., 2.] ; 4. -> [0.2500, 0.5000]",
    self=lambda g, other: g / other,
    other=lambda g, self, other: -g * ((self / other) / other),
)
atan2 = tensors_only(
    each(
        "atan2",
        np.arctan2,
        "The angle of the point (other, self), from -pi to pi; at the origin the slope is taken as 0.",
        "[1., 0.] ; [1., -1.] -> [0.7854, 3.1416]",
        self=lambda g, self, other: g * (other / off_origin(self * self + other * other)),
        other=lambda g, self, other: g * (-self / off_origin(self * self + other * other)),
    )
)
hypot = each(
    "hypot",
    np.hypot,
    "The length of the vector (self, other).",
    "[3., 0.] ; [4., 2.] -> [5., 2.]",
    self=lambda g, self, result: g * (self / result),
    other=lambda g, other, result: g * (other / result),
)
logaddexp = tensors_only(
    each(
        "logaddexp",
        np.logaddexp,
        "log(e^self + e^other), without overflow.",
        "[0., 100.] ; [0., 0.] -> [  0.6931, 100.0000]",
        self=lambda g, self, other: g / (1 + exp(other - self)),
        other=lambda g, self, other: g / (1 + exp(self - other)),
    )
)
_remainder = each(
    "remainder",
    remaining,
    "What is left of self / other, with the sign of other.",
    "[5., -5.] ; 3. -> [2., 1.]",
    floats=False,
    node="RemainderBackward1",
    self=lambda g: g,
    other=lambda g, self, other: -g * _div_rounded(self, other, "floor"),
)
fmod = each(
    "fmod",
    np.fmod,
    "What is left of self / other, with the sign of self.",
    "[5., -5.] ; 3. -> [ 2., -2.]",
    floats=False,
    node="FmodBackward1",
    self=lambda g: g,
    other=lambda g, self, other: -g * _div_rounded(self, other, "trunc"),
)


def off_origin(square):
    """A squared distance, 1 in place of 0."""
    zero = array_of(square) == 0
    return square + like(square, zero.astype(array_of(square).dtype)) if np.any(zero) else square


# --- the same with numbers that are not tensors, which get nodes of their own ---


@operation(
    "add_scaled",
    node="AddBackward0",
    elementwise=True,
    promote=True,
    self=lambda g: g,
    other=lambda g, alpha: g * alpha,
)
def _add_scaled(self, other, alpha):
    check_alpha(alpha, self, other)
    return (self + other * alpha).astype(self.dtype, copy=False)


@operation(
    "sub_scaled",
    node="SubBackward0",
    elementwise=True,
    promote=True,
    self=lambda g: g,
    other=lambda g, alpha: -g * alpha,
)
def _sub_scaled(self, other, alpha):
    check_alpha(alpha, self, other)
    return (self - other * alpha).astype(self.dtype, copy=False)


@operation("rsub", node="RsubBackward1", elementwise=True, promote=True, self=lambda g, alpha: -g * alpha)
def _rsub(self, other, alpha):
    return other - self * alpha


@operation("remainder_number", node="RemainderBackward0", elementwise=True, self=lambda g: g)
def _remainder_number(self, other):
    return remaining(self, other)


def remainder(self, other):
    """What is left of self / other, with the sign of other. RuntimeError for integers divided by 0.

    >>> import minigrad as mg
    >>> mg.remainder(mg.tensor([5.0, -5.0]), 3)
    tensor([2., 1.])
    """
    return (_remainder_number if is_number(other) else _remainder)(self, other)


# --- the public forms with their options ---


def add(self, other, *, alpha=1):
    """`self + alpha * other`.

    >>> import minigrad as mg
    >>> mg.add(mg.tensor([1.0, 2.0]), mg.tensor(3.0), alpha=2)
    tensor([7., 8.])
    """
    return _add(self, other) if alpha == 1 else _add_scaled(self, other, alpha)


def check_alpha(alpha, *operands):
    """RuntimeError for a factor that is no integer between operands that are."""
    if isinstance(alpha, float) and all(getattr(x, "dtype", np.dtype("i8")).kind != "f" for x in operands):
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


def sub(self, other, *, alpha=1):
    """`self - alpha * other`.

    >>> import minigrad as mg
    >>> mg.sub(mg.tensor([1.0, 2.0]), 3, alpha=2)
    tensor([-5., -4.])
    """
    return _sub(self, other) if alpha == 1 else _sub_scaled(self, other, alpha)


def rsub(self, other, *, alpha=1):
    """`other - alpha * self`: what `3 - x` is.

    >>> import minigrad as mg
    >>> mg.rsub(mg.tensor([1.0, 2.0]), 5)
    tensor([4., 3.])
    """
    if is_number(other):
        return _rsub(self, other, alpha)
    return sub(other, self, alpha=alpha)


def div(self, other, *, rounding_mode=None):
    """`self / other`; with rounding_mode "floor" or "trunc" to an integer, which has no derivative.

    >>> import minigrad as mg
    >>> mg.div(mg.tensor([7.0, -7.0]), 2, rounding_mode="floor")
    tensor([ 3., -4.])
    """
    if rounding_mode is None:
        return _div(self, other)
    if rounding_mode not in ("floor", "trunc"):
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )
    return _div_rounded(self, other, rounding_mode)


@operation(
    "div_rounded",
    node="DivBackward2",
    elementwise=True,
    promote=True,
    self=lambda g: zeros(g),
    other=lambda g: zeros(g),
)
def _div_rounded(self, other, rounding_mode):
    return (
        np.floor_divide(self, other)
        if rounding_mode == "floor"
        else np.trunc(np.true_divide(self, other)).astype(np.result_type(self))
    )


@operation(
    "floor_divide",
    node="NotImplemented",
    elementwise=True,
    promote=True,
    self=lambda g: refuse("floor_divide"),
    other=lambda g: refuse("floor_divide"),
)
def floor_divide(self, other):
    """`self // other`. As in PyTorch it is recorded, and asking for its derivative is an error.

    >>> import minigrad as mg
    >>> mg.tensor([7, -7]) // 2
    tensor([ 3, -4])
    """
    refuse_zero(self, other)
    return np.floor_divide(self, other)


def refuse(name: str):
    raise RuntimeError(
        f"derivative for aten::{name} is not implemented: it is zero almost everywhere. Use "
        "div(..., rounding_mode='floor') if that is meant."
    )


def rdiv(self, other):
    """What `1 / x` is: the reciprocal, times the number.

    >>> import minigrad as mg
    >>> 1 / mg.tensor([2.0, 4.0])
    tensor([0.5000, 0.2500])
    """
    return mul(reciprocal(self), other)


def rremainder(self, other):
    """What `5 % x` is.

    >>> import minigrad as mg
    >>> 7 % mg.tensor([2.0, 4.0])
    tensor([1., 3.])
    """
    return _remainder(like(self, np.asarray(other, array_of(self).dtype)), self)


def rfloordiv(self, other):
    """What `5 // x` is.

    >>> import minigrad as mg
    >>> 7 // mg.tensor([2.0, 4.0])
    tensor([3., 1.])
    """
    return floor_divide(like(self, np.asarray(other, array_of(self).dtype)), self)


negative, subtract, multiply, divide, true_divide = neg, sub, mul, div, div
arcsin, arccos, arctan = asin, acos, atan
