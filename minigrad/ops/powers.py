"""Powers, and the mixtures of three tensors."""

from __future__ import annotations

import math

import numpy as np

from .. import dtypes
from ..operation import operation
from .choice import masked_fill
from .common import array_of, in_order, is_number, must_float, zeros
from .elementwise import log

__all__ = ["addcdiv", "addcmul", "lerp", "pow", "rpow", "square"]


@operation(
    "pow_number",
    node="PowBackward0",
    elementwise=True,
    self=lambda g, self, exponent: zeros(g) if exponent == 0 else g * (exponent * pow(self, exponent - 1)),
)
def _pow_number(self, exponent):
    if self.dtype.kind == "f":
        return self**exponent
    if isinstance(exponent, (float, np.floating)):
        return self.astype("f4") ** exponent
    return whole_power(self, exponent)


@operation(
    "pow",
    node="PowBackward1",
    elementwise=True,
    promote=True,
    self=lambda g, self, exponent: g * base_slope(self, exponent),
    exponent=lambda g, self, exponent, result: g * exponent_slope(self, exponent, result),
)
def _pow(self, exponent):
    return np.power(self, exponent) if self.dtype.kind == "f" else whole_power(self, exponent)


@operation(
    "rpow",
    node="PowBackward2",
    elementwise=True,
    promote=True,
    self=lambda g, self, other, result: g * exponent_slope(other, self, result),
)
def _rpow(self, other):
    if self.dtype.kind != "f":
        return whole_power(other, self)
    return np.power(np.asarray(other, self.dtype), in_order(self))


def whole_power(base, exponent):
    """Powers of integers. RuntimeError for a negative number as exponent; for negative elements, what is left of
    1 / base^n without its fraction."""
    base, p = np.asarray(base), np.asarray(exponent)
    if is_number(exponent) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed: make the base a float")
    kind = base.dtype if base.ndim and base.dtype.kind != "b" else p.dtype
    sizes = np.power(base.astype(kind), np.abs(p).astype(kind))
    return np.where((p < 0) & (np.abs(base) != 1), 0, sizes) if (p < 0).any() else sizes


def base_slope(x, p):
    """p * x^(p-1), and 0 where p is 0, also at x = 0."""
    slope = p * pow(x, p - 1)
    return masked(slope, array_of(p) == 0)


def exponent_slope(x, p, result):
    """x^p log x, and 0 at x = 0, where the limit is, unless p is negative."""
    if is_number(x):
        if x == 0:
            return masked(result * -math.inf, array_of(p) >= 0)
        return result * (math.log(x) if x > 0 else math.nan)
    return masked(result * log(x), (array_of(x) == 0) & (array_of(p) >= 0))


def masked(x, where):
    """`x` with zeros there, also for what is not finite."""
    return masked_fill(x, where, 0) if np.any(where) else x


def pow(self, exponent):
    """`self ** exponent`: tensor and number, two tensors, or number and tensor.

    The derivative in the exponent is 0 where the base is 0; numbers as exponents have none. Integers stay integers
    for an integer exponent, RuntimeError if that is negative.

    >>> import minigrad as mg
    >>> mg.pow(mg.tensor([2.0, 3.0]), 2), mg.pow(2, mg.tensor([1.0, 3.0]))
    (tensor([4., 9.]), tensor([2., 8.]))
    """
    if is_number(exponent):
        return _pow_number(self, exponent)
    return _rpow(exponent, self) if is_number(self) else _pow(self, exponent)


def rpow(self, other):
    """What `2 ** x` is.

    >>> import minigrad as mg
    >>> 2 ** mg.tensor([1.0, 3.0])
    tensor([2., 8.])
    """
    return _rpow(self, other)


def square(self):
    """`self ** 2`.

    >>> import minigrad as mg
    >>> mg.square(mg.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    return _pow_number(self, 2)


@operation("lerp", elementwise=True, self=lambda g, weight: g * (1 - weight), end=lambda g, weight: g * weight)
def _lerp_number(self, end, weight):
    check_lerp(self, end)
    return self + (end - self) * weight


@operation(
    "lerp_tensor",
    node="LerpBackward1",
    elementwise=True,
    self=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    weight=lambda g, self, end: g * (end - self),
)
def _lerp_tensor(self, end, weight):
    check_lerp(self, end)
    return self + (end - self) * weight


def check_lerp(x, end) -> None:
    """RuntimeError unless both are of one floating type: it does not promote."""
    must_float("lerp_kernel_scalar", x)
    if x.dtype != end.dtype:
        raise RuntimeError(
            f"expected dtype {dtypes.of(x).long_name.lower()} for `end` but got dtype "
            f"{dtypes.of(end).long_name.lower()}"
        )


def lerp(self, end, weight):
    """The point `weight` of the way from self to end.

    >>> import minigrad as mg
    >>> mg.lerp(mg.tensor([0.0, 10.0]), mg.tensor([10.0, 20.0]), 0.3)
    tensor([ 3., 13.])
    """
    return (_lerp_number if is_number(weight) else _lerp_tensor)(self, end, weight)


@operation(
    "addcmul",
    elementwise=True,
    promote=True,
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (tensor2 * value),
    tensor2=lambda g, tensor1, value: g * (tensor1 * value),
)
def _addcmul(self, tensor1, tensor2, value):
    if self.dtype.kind == "b":
        raise NotImplementedError("\"addcmul_cpu_out\" not implemented for 'Bool'")
    return self + (value if self.dtype.kind == "f" else int(value)) * (tensor1 * tensor2)


@operation(
    "addcdiv",
    elementwise=True,
    promote=True,
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)),
)
def _addcdiv(self, tensor1, tensor2, value):
    return self + value * (tensor1 / tensor2)


def addcmul(self, tensor1, tensor2, *, value=1):
    """`self + value * tensor1 * tensor2`.

    >>> import minigrad as mg
    >>> mg.addcmul(mg.tensor([1.0]), mg.tensor([3.0]), mg.tensor([2.0]), value=2)
    tensor([13.])
    """
    return _addcmul(self, tensor1, tensor2, value)


def addcdiv(self, tensor1, tensor2, *, value=1):
    """`self + value * tensor1 / tensor2`.

    >>> import minigrad as mg
    >>> mg.addcdiv(mg.tensor([1.0]), mg.tensor([3.0]), mg.tensor([2.0]), value=2)
    tensor([4.])
    """
    if array_of(tensor1).dtype.kind != "f" and array_of(tensor2).dtype.kind != "f":
        raise RuntimeError("Integer division with addcdiv is no longer supported: convert with .float()")
    return _addcdiv(self, tensor1, tensor2, value)
