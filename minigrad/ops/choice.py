"""Comparisons, the larger and the smaller, and choosing between elements: what has kinks or no slope at all.

Shape law: that to which the tensors broadcast. Subgradients are PyTorch's: the halves of a tie share the gradient, a
bound that holds with equality lets it through.
"""

from __future__ import annotations

import numpy as np

from .. import dtypes
from ..operation import elementwise, operation
from ..tensor import Tensor
from .common import array_of, in_order, is_number, kind_of, like, name_of, tensors_only, zeros

# --- the larger, the smaller, what lies between ---


@tensors_only
@elementwise(
    np.maximum,
    floats=False,
    self=lambda g, self, other: share(g, self, other),
    other=lambda g, self, other: share(g, other, self),
)
def maximum(self, other):
    """The larger of the two; a tie shares the gradient.

    >>> mg.maximum(mg.tensor([1.0, 5.0]), mg.tensor([3.0, 4.0]))
    tensor([3., 5.])
    """


@tensors_only
@elementwise(
    np.minimum,
    floats=False,
    self=lambda g, self, other: share(g, other, self),
    other=lambda g, self, other: share(g, self, other),
)
def minimum(self, other):
    """The smaller of the two; a tie shares the gradient.

    >>> mg.minimum(mg.tensor([1.0, 5.0]), mg.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """


def share(g, winner, loser):
    """The part of `g` that goes to `winner`: all, nothing, or half."""
    a, b = array_of(winner), array_of(loser)
    return masked_fill(g, a < b, 0) * like(g, np.where(a == b, 0.5, 1.0).astype(array_of(g).dtype))


@operation(
    node="ClampBackward1",
    elementwise=True,
    self=lambda g, self, min, max: masked_fill(g, outside(self, min, max), 0),
)
def _clamp(self, min, max):
    self = self.astype(dtypes.result_type(self, *[b for b in (min, max) if b is not None]), copy=False)
    return between(self, min, max)


@elementwise(
    node="ClampBackward0",
    floats=False,
    self=lambda g, self, min, max: masked_fill(g, outside(self, min, max), 0),
    min=lambda g, self, min, max: masked_fill(g, ~outside(self, min) | (array_of(min) >= array_of(max)), 0),
    max=lambda g, self, max: masked_fill(g, ~outside(self, None, max), 0),
)
def _clamp_tensor(self, min, max):
    return between(self, min, max)


@elementwise(
    node="ClampMinBackward1",
    floats=False,
    self=lambda g, self, min: masked_fill(g, outside(self, min), 0),
    min=lambda g, self, min: masked_fill(g, ~outside(self, min), 0),
)
def _clamp_min(self, min):
    return between(self, min)


@elementwise(
    node="ClampMaxBackward1",
    floats=False,
    self=lambda g, self, max: masked_fill(g, outside(self, None, max), 0),
    max=lambda g, self, max: masked_fill(g, ~outside(self, None, max), 0),
)
def _clamp_max(self, max):
    return between(self, None, max)


def between(x, low=None, high=None):
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def outside(x, low=None, high=None):
    """Where x lies beyond a bound, or is not a number."""
    x = array_of(x)
    inside = True if low is None else x >= array_of(low)
    return ~(inside if high is None else inside & (x <= array_of(high)))


def bounded(min, max) -> tuple:
    """The operation that `clamp` is for such bounds, and its arguments."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if not isinstance(min, Tensor) and not isinstance(max, Tensor):
        return _clamp, min, max
    return (_clamp_max, max) if min is None else (_clamp_min, min) if max is None else (_clamp_tensor, min, max)


def clamp(self, min=None, max=None):
    """No less than min, no more than max: numbers, or tensors that broadcast. At a bound the slope is still 1.

    RuntimeError if both are left out.

    >>> mg.clamp(mg.tensor([-3.0, 0.5, 3.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    function, *bounds = bounded(min, max)
    return function(self, *bounds)


BITS = {"e": np.dtype("i2"), "f": np.dtype("i4"), "d": np.dtype("i8")}  # whole numbers as wide as the floats


@elementwise(floats=False, self=lambda g, result: threshold_backward(g, result))
def relu(self):
    """x, or 0 if that is more. Its slope at 0 is 0.

    >>> mg.relu(mg.tensor([-2.0, 3.0]))
    tensor([0., 3.])
    """
    return np.maximum(self, 0)


@operation(elementwise=True, self=lambda g, result: threshold_backward(g, result), result=lambda g: zeros(g))
def threshold_backward(self, result):
    """The gradient of `relu`: `self` where `result` is positive."""
    bits = self.view(BITS[self.dtype.char])  # whole numbers multiply as quickly as floats, and inf * 0 is 0
    return (bits * (result > 0)).view(self.dtype)


# --- choosing ---


@elementwise(
    floats=False,
    self=lambda g, condition: masked_fill(g, ~array_of(condition), 0),
    other=lambda g, condition: masked_fill(g, array_of(condition), 0),
)
def _where(condition, self, other):
    return np.where(condition, self, other)


def where(condition, self=None, other=None):
    """`self` where the condition holds, elsewhere `other`: tensors or numbers that broadcast.

    The branch not taken gets gradient 0; a nan that its own derivative makes of that 0 is not kept away.

    >>> x = mg.tensor([-1.0, 2.0])
    >>> mg.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    if self is None and other is None:
        return condition.nonzero(as_tuple=True)
    if kind_of(condition) != "b":
        if array_of(condition).dtype != np.uint8:
            kind = name_of(condition)
            raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {kind}")
        condition = condition != 0
    return _where(condition, self, other)


@operation(
    number="MaskedFillBackward0",
    node="MaskedFillBackward1",
    elementwise=True,
    self=lambda g, mask: masked_fill(g, mask, 0),
    value=lambda g, mask: masked_fill(g, ~array_of(mask), 0),
)
def masked_fill(self, mask, value):
    """`self` with `value`, a number or a tensor without dimensions, where the mask is true.

    >>> mg.tensor([1.0, 2.0]).masked_fill(mg.tensor([True, False]), 9.0)
    tensor([9., 2.])
    """
    value = np.asarray(value)
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_fill_ only supports boolean masks, but got a mask of another type")
    if value.ndim:
        dims = f"{value.ndim} dimension(s)"
        raise RuntimeError(f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {dims}.")
    return in_order(np.where(mask, value.astype(self.dtype), self))


# --- questions, answered by booleans: no derivative at all ---


def compare(name: str, ufunc, says: str):
    """Declare a comparison. What is neither number nor tensor is left to Python."""

    @operation(ufunc, name=name)
    def forward(self, other):
        """A comparison."""

    def call(self, other):
        if not (is_number(other) or isinstance(other, (Tensor, np.ndarray))):
            return NotImplemented
        return forward(self, other)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{says}, element by element, as booleans."
    return call


eq = compare("eq", np.equal, "Whether self == other")
ne = compare("ne", np.not_equal, "Whether self != other")
lt = compare("lt", np.less, "Whether self < other")
le = compare("le", np.less_equal, "Whether self <= other")
gt = compare("gt", np.greater, "Whether self > other")
ge = compare("ge", np.greater_equal, "Whether self >= other")
both = compare("bitwise_and", np.bitwise_and, "What `&` is: both")
either = compare("bitwise_or", np.bitwise_or, "What `|` is: one or both")
one_of = compare("bitwise_xor", np.bitwise_xor, "What `^` is: exactly one")


@operation(np.invert)
def inverted(self):
    """What `~` is: not, element by element."""


@operation(np.isnan)
def isnan(self):
    """Whether each element is not a number.

    >>> mg.isnan(mg.tensor([1.0, float("nan")]))
    tensor([False,  True])
    """


@operation(np.isfinite)
def isfinite(self):
    """Whether each element is a finite number.

    >>> mg.isfinite(mg.tensor([1.0, float("inf")]))
    tensor([ True, False])
    """


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> bool:
    """Whether every two elements differ by at most atol + rtol * |other|.

    >>> mg.allclose(mg.tensor([1.0]), mg.tensor([1.0 + 1e-9]))
    True
    """
    return bool(np.allclose(array_of(self), array_of(other), rtol, atol, equal_nan))


def equal(self, other) -> bool:
    """Whether shape and all elements are the same.

    >>> mg.equal(mg.tensor([1, 2]), mg.tensor([1, 2]))
    True
    """
    return bool(np.array_equal(array_of(self), array_of(other)))
