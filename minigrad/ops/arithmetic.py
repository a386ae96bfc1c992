"""Arithmetic: operations of two numbers or three, with their derivatives.

Shape law: that to which the tensors broadcast. In a formula `g` is the gradient of the result, in the shape of the
result; the engine sums it to the shape of the operand.
"""

import numpy as np

from .. import dtypes, errors
from ..declare import choosing, elementwise, keeping, numbered, operation
from .choice import masked_fill
from .common import array_of, is_number, kind_of, like, must_float, name_of, promoted, refuses, tensors_only, zeros
from .elementwise import exp, reciprocal


@keeping(np.add, self=lambda g: g, other=lambda g: g)
def _add(self, other):
    """The sum: what `+` is."""


def no_booleans(self, other, *_):
    """RuntimeError for a difference of booleans."""
    bools = [kind_of(np.asarray(x)) == "b" for x in (self, other)]
    which = "two bool tensors is not supported: use `^`" if all(bools) else "a bool tensor is not supported: use `~`"
    errors.require(not any(bools), f"Subtraction, the `-` operator, with {which} or logical operators, or .float().")


@keeping(np.subtract, check=no_booleans, self=lambda g: g, other=lambda g: -g)
def _sub(self, other):
    """The difference: what `-` is."""


@keeping(np.multiply, self=lambda g, other: g * other, other=lambda g, self: g * self)
def mul(self, other):
    """The product.

    >>> mg.mul(mg.tensor([1.0, 2.0]), 3)
    tensor([3., 6.])
    """


@elementwise(
    np.true_divide, self=lambda g, other: g / other, other=lambda g, self, other: -g * ((self / other) / other)
)
def _div(self, other):
    """The quotient: what `/` is."""


@keeping(node="DivBackward2", self=lambda g: zeros(g), other=lambda g: zeros(g))
def _div_rounded(self, other, rounding_mode):
    wrong = f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
    errors.require(rounding_mode in ("floor", "trunc"), wrong)
    refuse_zero(self, other)
    down = np.floor_divide(self, other)
    if rounding_mode == "floor":
        return down
    return np.trunc(self / other) if down.dtype.kind == "f" else down + ((down < 0) & (down * other != self))


@keeping(node="AddBackward0", self=lambda g: g, other=lambda g, alpha: g * alpha)
def _add_scaled(self, other, alpha):
    check_alpha(alpha, self, other)
    return (self + other * alpha).astype(self.dtype, copy=False)


@keeping(node="SubBackward0", check=no_booleans, self=lambda g: g, other=lambda g, alpha: -g * alpha)
def _sub_scaled(self, other, alpha):
    check_alpha(alpha, self, other)
    return (self - other * alpha).astype(self.dtype, copy=False)


def check_alpha(alpha, *operands):
    """RuntimeError for a factor that is no integer between operands that are."""
    if isinstance(alpha, float) and all(is_number(x) or kind_of(x) != "f" for x in operands):
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


@choosing
def add(self, other, *, alpha=1):
    """`self + alpha * other`.

    >>> mg.add(mg.tensor([1.0, 2.0]), mg.tensor(3.0), alpha=2)
    tensor([7., 8.])
    """
    return (_add, self, other) if alpha == 1 else (_add_scaled, self, other, alpha)


@choosing
def sub(self, other, *, alpha=1):
    """`self - alpha * other`.

    >>> mg.sub(mg.tensor([1.0, 2.0]), 3, alpha=2)
    tensor([-5., -4.])
    """
    return (_sub, self, other) if alpha == 1 else (_sub_scaled, self, other, alpha)


@choosing
def div(self, other, *, rounding_mode=None):
    """The quotient; with `rounding_mode` the next whole number below ("floor") or towards 0 ("trunc"), whose slope
    is 0.

    >>> mg.div(mg.tensor([1.0, 2.0]), 4), mg.div(mg.tensor([-7, 7]), 2, rounding_mode="trunc")
    (tensor([0.2500, 0.5000]), tensor([-3,  3]))
    """
    return (_div, self, other) if rounding_mode is None else (_div_rounded, self, other, rounding_mode)


true_divide = div


# --- what is left of a division ---


def refuse_zero(x, y) -> None:
    """RuntimeError if an integer is to be divided by 0."""
    if x.dtype.kind in "iub" and np.asarray(y).dtype.kind in "iub" and not np.all(y):
        raise RuntimeError("ZeroDivisionError")


@operation(np.floor_divide, elementwise=True)
def _times_in(self, other):
    """How many times `other` goes into `self`: a constant to derivatives."""


def times_less(g, self, other):
    """The gradient of what is divided by: each time it goes in takes it away."""
    return -g * _times_in(self, other)


@keeping(number=True, check=refuses("b", "remainder_cpu"), self=lambda g: g, other=times_less)
def remainder(self, other):
    """What is left of self / other, with the sign of other. RuntimeError for integers divided by 0.

    >>> mg.remainder(mg.tensor([5.0, -5.0]), 3)
    tensor([2., 1.])
    """
    refuse_zero(self, other)
    return np.remainder(promoted(self, other), other)


def refused(g):
    raise RuntimeError("derivative for aten::floor_divide is not implemented. Where it may be 0: (x / y).floor()")


@keeping(node="NotImplemented", check=refuses("b", "div_floor_cpu"), self=refused, other=refused)
def floor_divide(self, other):
    """`self // other`. As in PyTorch it is recorded, and asking for its derivative is an error.

    >>> mg.tensor([7, -7]) // 2
    tensor([ 3, -4])
    """
    refuse_zero(self, other)
    return np.floor_divide(self, other)


# --- a number on the left ---


@keeping(node="RsubBackward1", self=lambda g: -g)
def _rsub(self, other):
    no_booleans(self, other)
    return other - promoted(self, other)


def rsub(self, other):
    """`other - self`: what `3 - x` is.

    >>> mg.rsub(mg.tensor([1.0, 2.0]), 5)
    tensor([4., 3.])
    """
    return _rsub(self, other) if is_number(other) else sub(other, self)


def rdiv(self, other):
    """What `3 / x` is: the reciprocal, times the number."""
    return mul(reciprocal(self), other)


def reflected(function):
    """The operation with a number on the left: what `7 % x` is."""
    return lambda self, other: function(like(self, np.asarray(other, dtypes.result_type(array_of(self), other))), self)


rremainder, rfloordiv = reflected(remainder), reflected(floor_divide)


# --- others of two ---


@tensors_only
@elementwise(
    np.arctan2,
    self=lambda g, self, other: g * off_origin(other, self * self + other * other),
    other=lambda g, self, other: g * off_origin(-self, self * self + other * other),
)
def atan2(self, other):
    """The angle of the point (other, self), from -pi to pi; at the origin the slope is taken as 0.

    >>> mg.atan2(mg.tensor([1.0, 0.0]), mg.tensor([1.0, -1.0]))
    tensor([0.7854, 3.1416])
    """


def off_origin(part, squared):
    """A part over a squared distance, 0 where that is 0."""
    return masked_fill(part / squared, squared == 0, 0)


@tensors_only
@elementwise(
    np.logaddexp,
    check=refuses("b", "logaddexp_cpu"),
    self=lambda g, self, other: g / (1 + exp(other - self)),
    other=lambda g, self, other: g / (1 + exp(self - other)),
)
def logaddexp(self, other):
    """log(e^self + e^other), without overflow.

    >>> mg.logaddexp(mg.tensor([0.0, 100.0]), mg.tensor([0.0, 0.0]))
    tensor([  0.6931, 100.0000])
    """


# --- of three ---


def whole_way(g, self, end):
    """The gradient of the weight of `lerp`: how far it is from one to the other."""
    return g * (end - self)


@numbered(self=lambda g, weight: g * (1 - weight), end=lambda g, weight: g * weight, weight=whole_way)
def lerp(self, end, weight):
    """The point `weight` of the way from self to end. RuntimeError unless both are of one type.

    >>> mg.lerp(mg.tensor([0.0, 10.0]), mg.tensor([10.0, 20.0]), 0.3)
    tensor([ 3., 13.])
    """
    must_float("lerp_kernel_scalar", self)
    types = f"expected dtype {name_of(self).lower()} for `end` but got dtype {name_of(end).lower()}"
    errors.require(self.dtype == end.dtype, types)
    way = end - self  # counted from the nearer end, so that weight 1 gives `end` itself
    return np.where(np.abs(weight) < 0.5, self + way * weight, end - way * (1 - weight)).astype(self.dtype, copy=False)


@keeping(
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (tensor2 * value),
    tensor2=lambda g, tensor1, value: g * (tensor1 * value),
)
def addcmul(self, tensor1, tensor2, value=1):
    """`self + value * tensor1 * tensor2`.

    >>> mg.addcmul(mg.tensor([1.0]), mg.tensor([3.0]), mg.tensor([2.0]), value=2)
    tensor([13.])
    """
    errors.require(self.dtype.kind != "b", "\"addcmul_cpu_out\" not implemented for 'Bool'", NotImplementedError)
    return self + (value if self.dtype.kind == "f" else int(value)) * (tensor1 * tensor2)


def of_divisor(g, tensor1, tensor2, value):
    """The gradient of what `addcdiv` divides by."""
    return -g * (value * tensor1 / (tensor2 * tensor2))


@keeping(self=lambda g: g, tensor1=lambda g, tensor2, value: g * (value / tensor2), tensor2=of_divisor)
def addcdiv(self, tensor1, tensor2, value=1):
    """`self + value * tensor1 / tensor2`.

    >>> mg.addcdiv(mg.tensor([1.0]), mg.tensor([3.0]), mg.tensor([2.0]), value=2)
    tensor([4.])
    """
    whole = "Integer division with addcdiv is no longer supported: convert with .float()"
    errors.require("f" in (tensor1.dtype.kind, tensor2.dtype.kind), whole)
    return self + value * (tensor1 / tensor2)
