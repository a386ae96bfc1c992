"""Comparisons, rounding, and choosing between elements: what has kinks or no slope at all.

Subgradients are PyTorch's: the halves of a tie share the gradient, a bound that holds with equality lets it through.
"""

from __future__ import annotations

import numpy as np

from .. import dtypes
from ..operation import operation
from ..tensor import Tensor
from .common import array_of, each, in_order, is_number, like, tensors_only, zeros

__all__ = [
    "abs",
    "absolute",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "ceil",
    "clamp",
    "clamp_max",
    "clamp_min",
    "clip",
    "eq",
    "fix",
    "floor",
    "ge",
    "greater",
    "gt",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "le",
    "less",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lt",
    "masked_fill",
    "maximum",
    "minimum",
    "ne",
    "relu",
    "round",
    "sgn",
    "sign",
    "trunc",
    "where",
]

# --- steps: slope 0 everywhere ---


def signs(x):
    return np.where(np.isnan(x), 0, np.sign(x)).astype(x.dtype) if x.dtype.kind == "f" else np.sign(x)


_STEP = {"floats": False, "self": lambda g: zeros(g)}
sign = each("sign", signs, "-1, 0 or 1, by the sign.", "[-2., 0., 3.] -> [-1.,  0.,  1.]", **_STEP)
floor = each("floor", np.floor, "The next integer below.", "[1.5, -1.5] -> [ 1., -2.]", **_STEP)
ceil = each("ceil", np.ceil, "The next integer above.", "[1.5, -1.5] -> [ 2., -1.]", **_STEP)
sgn = each("sgn", signs, "-1, 0 or 1: `sign`, under another name.", "[-2., 0., 3.] -> [-1.,  0.,  1.]", **_STEP)
trunc = each("trunc", np.trunc, "The next integer towards 0.", "[1.5, -1.5] -> [ 1., -1.]", **_STEP)


@operation("round", elementwise=True, self=lambda g: zeros(g))
def _round(self, decimals):
    return np.round(self, decimals)


def round(self, *, decimals=0):
    """The nearest integer, halves to the even one; or to so many decimals. Its slope is 0.

    >>> import minigrad as mg
    >>> mg.round(mg.tensor([0.5, 1.5, 2.6]))
    tensor([0., 2., 3.])
    """
    return _round(self, decimals)


abs = each(
    "abs",
    np.abs,
    "The size without the sign. Its slope at 0 is taken as 0.",
    "[-2., 3.] -> [2., 3.]",
    floats=False,
    self=lambda g, self: g * sgn(self),
)


# --- the larger, the smaller, what lies between ---

maximum = tensors_only(
    each(
        "maximum",
        np.maximum,
        "The larger of the two; a tie shares the gradient.",
        "[1., 5.] ; [3., 4.] -> [3., 5.]",
        floats=False,
        self=lambda g, self, other: share(g, self, other),
        other=lambda g, self, other: share(g, other, self),
    )
)
minimum = tensors_only(
    each(
        "minimum",
        np.minimum,
        "The smaller of the two; a tie shares the gradient.",
        "[1., 5.] ; [3., 4.] -> [1., 4.]",
        floats=False,
        self=lambda g, self, other: share(g, other, self),
        other=lambda g, self, other: share(g, self, other),
    )
)


def share(g, winner, loser):
    """The part of `g` that goes to `winner`: all, nothing, or half."""
    a, b = array_of(winner), array_of(loser)
    return masked_fill(g, a < b, 0) * like(g, np.where(a == b, 0.5, 1.0).astype(array_of(g).dtype))


@operation(
    "clamp",
    node="ClampBackward1",
    elementwise=True,
    self=lambda g, self, min, max: masked_fill(g, outside(self, min, max), 0),
)
def _clamp(self, min, max):
    self = self.astype(dtypes.result_type(self, *[b for b in (min, max) if b is not None]), copy=False)
    if min is not None:
        self = np.maximum(self, min)
    return self if max is None else np.minimum(self, max)


@operation(
    "clamp_tensor",
    node="ClampBackward0",
    elementwise=True,
    promote=True,
    self=lambda g, self, min, max: masked_fill(g, outside(self, min, max), 0),
    min=lambda g, self, min, max: masked_fill(g, ~below(self, min, max), 0),
    max=lambda g, self, max: masked_fill(g, array_of(self) <= array_of(max), 0),
)
def _clamp_tensor(self, min, max):
    return np.minimum(np.maximum(self, min), max)


@operation(
    "clamp_min_number",
    node="ClampMinBackward0",
    elementwise=True,
    self=lambda g, self, min: masked_fill(g, outside(self, min), 0),
)
def _clamp_min_number(self, min):
    return _clamp.operation.forward(self, min, None)


@operation(
    "clamp_max_number",
    node="ClampMaxBackward0",
    elementwise=True,
    self=lambda g, self, max: masked_fill(g, outside(self, None, max), 0),
)
def _clamp_max_number(self, max):
    return _clamp.operation.forward(self, None, max)


@operation(
    "clamp_min",
    node="ClampMinBackward1",
    elementwise=True,
    promote=True,
    self=lambda g, self, min: masked_fill(g, outside(self, min), 0),
    min=lambda g, self, min: masked_fill(g, ~outside(self, min), 0),
)
def _clamp_min(self, min):
    return np.maximum(self, min)


@operation(
    "clamp_max",
    node="ClampMaxBackward1",
    elementwise=True,
    promote=True,
    self=lambda g, self, max: masked_fill(g, outside(self, None, max), 0),
    max=lambda g, self, max: masked_fill(g, ~outside(self, None, max), 0),
)
def _clamp_max(self, max):
    return np.minimum(self, max)


def outside(x, low=None, high=None):
    """Where x lies beyond a bound, or is not a number."""
    x = array_of(x)
    inside = True if low is None else x >= array_of(low)
    return ~(inside if high is None else inside & (x <= array_of(high)))


def below(x, low, high):
    return (array_of(x) < array_of(low)) & (array_of(low) < array_of(high))


def clamp(self, min=None, max=None):
    """No less than min, no more than max: numbers, or tensors that broadcast. At a bound the slope is still 1.

    RuntimeError if both are left out.

    >>> import minigrad as mg
    >>> mg.clamp(mg.tensor([-3.0, 0.5, 3.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        return (
            _clamp_max(self, max)
            if min is None
            else _clamp_min(self, min)
            if max is None
            else _clamp_tensor(self, min, max)
        )
    return _clamp(self, min, max)


def clamp_min(self, min):
    """No less than min.

    >>> import minigrad as mg
    >>> mg.clamp_min(mg.tensor([1.0, 5.0]), 2)
    tensor([2., 5.])
    """
    return (_clamp_min_number if is_number(min) else _clamp_min)(self, min)


def clamp_max(self, max):
    """No more than max.

    >>> import minigrad as mg
    >>> mg.clamp_max(mg.tensor([1.0, 5.0]), 2)
    tensor([1., 2.])
    """
    return (_clamp_max_number if is_number(max) else _clamp_max)(self, max)


relu = each(
    "relu",
    lambda x: np.maximum(x, 0),
    "x, or 0 if that is more. Its slope at 0 is 0.",
    "[-1., 2.] -> [0., 2.]",
    floats=False,
    self=lambda g, result: threshold_backward(g, result),
)


@operation(
    "threshold_backward",
    elementwise=True,
    self=lambda g, result: threshold_backward(g, result),
    result=lambda g: zeros(g),
)
def threshold_backward(self, result):
    """The gradient of `relu`: `self` where `result` is positive."""
    return np.where(result > 0, self, np.zeros((), self.dtype))


@operation(
    "where",
    elementwise=True,
    promote=True,
    self=lambda g, condition: masked_fill(g, ~array_of(condition), 0),
    other=lambda g, condition: masked_fill(g, array_of(condition), 0),
)
def _where(condition, self, other):
    return np.where(condition, self, other)


def where(condition, self=None, other=None):
    """`self` where the condition holds, elsewhere `other`: tensors or numbers that broadcast.

    The branch not taken gets gradient 0; a nan that its own derivative makes of that 0 is not kept away.

    >>> import minigrad as mg
    >>> x = mg.tensor([-1.0, 2.0])
    >>> mg.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    if self is None and other is None:
        return condition.nonzero(as_tuple=True)
    if array_of(condition).dtype.kind != "b":
        if array_of(condition).dtype != np.uint8:
            raise RuntimeError(
                "where expected condition to be a boolean tensor, but got a tensor with dtype "
                f"{dtypes.of(array_of(condition)).long_name}"
            )
        condition = condition != 0
    return _where(condition, self, other)


@operation("masked_fill", elementwise=True, self=lambda g, mask: masked_fill(g, mask, 0))
def _masked_fill(self, mask, value):
    return in_order(np.where(mask, np.asarray(value).astype(self.dtype), self))


@operation(
    "masked_fill_tensor",
    node="MaskedFillBackward1",
    elementwise=True,
    self=lambda g, mask: masked_fill(g, mask, 0),
    value=lambda g, mask: masked_fill(g, ~array_of(mask), 0),
)
def _masked_fill_tensor(self, mask, value):
    return in_order(np.where(mask, value.astype(self.dtype), self))


def masked_fill(self, mask, value):
    """`self` with `value`, a number or a tensor without dimensions, where the mask is true.

    >>> import minigrad as mg
    >>> mg.tensor([1.0, 2.0]).masked_fill(mg.tensor([True, False]), 9.0)
    tensor([9., 2.])
    """
    check_mask(mask, value)
    return (_masked_fill_tensor if isinstance(value, Tensor) else _masked_fill)(self, mask, value)


def check_mask(mask, value) -> None:
    """RuntimeError for a mask that is not boolean or a value with dimensions."""
    if array_of(mask).dtype.kind != "b":
        raise RuntimeError("masked_fill_ only supports boolean masks, but got a mask of another type")
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )


# --- questions, answered by booleans: no derivative at all ---


def compare(name: str, ufunc, says: str):
    """Declare a comparison. What is neither number nor tensor is left to Python."""

    @operation(name)
    def forward(self, other):
        return ufunc(self, other)

    def call(self, other):
        if not (is_number(other) or isinstance(other, (Tensor, np.ndarray))):
            return NotImplemented
        return forward(self, other)

    call.__name__ = call.__qualname__ = name
    call.__doc__, call.operation = f"{says}, element by element, as booleans.", forward.operation
    return call


eq = compare("eq", np.equal, "Whether self == other")
ne = compare("ne", np.not_equal, "Whether self != other")
lt = compare("lt", np.less, "Whether self < other")
le = compare("le", np.less_equal, "Whether self <= other")
gt = compare("gt", np.greater, "Whether self > other")
ge = compare("ge", np.greater_equal, "Whether self >= other")
logical_and = compare("logical_and", np.logical_and, "Whether both are true")
logical_or = compare("logical_or", np.logical_or, "Whether one is true")
logical_xor = compare("logical_xor", np.logical_xor, "Whether exactly one is true")
bitwise_and = compare("bitwise_and", np.bitwise_and, "Both, bit by bit")
bitwise_or = compare("bitwise_or", np.bitwise_or, "Either, bit by bit")
bitwise_xor = compare("bitwise_xor", np.bitwise_xor, "Exactly one, bit by bit")


@operation("isclose")
def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where the two differ by at most atol + rtol * |other|.

    >>> import minigrad as mg
    >>> mg.isclose(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 2.1]))
    tensor([ True, False])
    """
    return np.isclose(self, other, rtol, atol, equal_nan)


def question(name: str, ufunc, says: str):
    """Declare a question about each element."""

    @operation(name)
    def forward(self):
        return ufunc(self)

    forward.__doc__ = says
    return forward


logical_not = question("logical_not", np.logical_not, "Whether each element is false.")
bitwise_not = question("bitwise_not", np.invert, "Not, bit by bit: what `~x` is.")
isnan = question("isnan", np.isnan, "Whether each element is not a number.")
isinf = question("isinf", np.isinf, "Whether each element is infinite.")
isfinite = question("isfinite", np.isfinite, "Whether each element is a finite number.")

absolute, fix, clip, greater, less = abs, trunc, clamp, gt, lt
