"""Comparisons, the larger and the smaller, and choosing between elements: what has kinks or no slope at all.

Shape law: that to which the tensors broadcast. Subgradients are PyTorch's: the halves of a tie share the gradient, a
bound that holds with equality lets it through.
"""

import numpy as np

from .. import dtypes
from ..calls import called
from ..declare import choosing, keeping, numbered, operation
from ..errors import require
from ..tensor import Tensor, look
from .common import array_of, in_order, is_number, kind_of, name_of, refuses, tensors_only, zeros

# --- the larger, the smaller, what lies between ---


def larger(g, self, other):
    """The part of `g` that goes to `self` if it is the larger: all, nothing, or half."""
    return where(self == other, g * 0.5, masked_fill(g, self < other, 0))


def smaller(g, self, other):
    """The part that goes to `self` if it is the smaller, and so to `other` if that is the larger."""
    return larger(g, other, self)


@tensors_only
@keeping(np.maximum, self=larger, other=smaller)
def maximum(self, other):
    """The larger of the two; a tie shares the gradient.

    >>> mg.maximum(mg.tensor([1.0, 5.0]), mg.tensor([3.0, 4.0]))
    tensor([3., 5.])
    """


@tensors_only
@keeping(np.minimum, self=smaller, other=larger)
def minimum(self, other):
    """The smaller of the two; a tie shares the gradient.

    >>> mg.minimum(mg.tensor([1.0, 5.0]), mg.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """


def within(g, self, min, max):
    """The gradient of what is clamped: none beyond the bounds, or where one of them is not a number."""
    inside = (True if min is None else self >= min) & (True if max is None else self <= max)
    return masked_fill(g, ~inside, 0)


@operation(node="ClampBackward1", elementwise=True, self=within)
def _clamp(self, min, max):
    require(min is not None or max is not None, "torch.clamp: At least one of 'min' or 'max' must not be None")
    self = self.astype(dtypes.result_type(self, *[b for b in (min, max) if b is not None]), copy=False)
    self = self if min is None else np.maximum(self, min)
    return self if max is None else np.minimum(self, max)


def below(g, self, min, max):
    """The gradient of a lower bound: where it is the result."""
    return masked_fill(g, ~((self < min) & (True if max is None else min < max)), 0)


def above(g, self, min, max):
    """The gradient of an upper bound: where it is the result, which it is also where it lies under the lower one."""
    return masked_fill(g, ~((self > max) | (False if min is None else max < min)), 0)


@operation(node="ClampBackward0", elementwise=True, self=within, min=below, max=above)
def _clamp_tensors(self, min, max):
    return _clamp(self, min, max)


@choosing
def clamp(self, min=None, max=None):
    """No less than min, no more than max: numbers, or tensors that broadcast. At a bound the slope is still 1.

    RuntimeError if both are left out, TypeError for a number and a tensor.

    >>> mg.clamp(mg.tensor([-3.0, 0.5, 3.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    tensors = [isinstance(bound, Tensor) for bound in (min, max) if bound is not None]
    mixed = "clamp() received an invalid combination of arguments: both bounds numbers, or both tensors"
    require(not any(tensors) or all(tensors), mixed, TypeError)
    return (_clamp_tensors if any(tensors) else _clamp), self, min, max


BITS = {"e": np.dtype("i2"), "f": np.dtype("i4"), "d": np.dtype("i8")}  # whole numbers as wide as the floats
ZERO = {kind: np.zeros((), kind) for kind in BITS}  # quicker than the number 0


@keeping(self=lambda g, result: threshold_backward(g, result))
def relu(self):
    """x, or 0 if that is more. Its slope at 0 is 0. RuntimeError for booleans.

    >>> mg.relu(mg.tensor([-2.0, 3.0]))
    tensor([0., 3.])
    """
    zero = ZERO.get(self.dtype.char)
    if zero is None:
        require(self.dtype.kind != "b", "Boolean inputs not supported for relu: there is nothing below 0 to cut off")
    return np.maximum(self, 0 if zero is None else zero)


@operation(elementwise=True, self=lambda g, result: threshold_backward(g, result), result=lambda g: zeros(g))
def threshold_backward(self, result):
    """The gradient of `relu`: `self` where the result is not 0."""
    kind = BITS[self.dtype.char]
    bits = self.view(kind)  # whole numbers multiply as quickly as floats, and inf * 0 is 0
    bits = bits * np.not_equal(result, ZERO[result.dtype.char]).astype(kind)
    return bits.view(self.dtype)


# --- steps: slope 0 everywhere; and the size, whose slope is one ---


@keeping(self=lambda g: zeros(g))
def sign(self):
    """-1, 0 or 1, by the sign.

    >>> mg.sign(mg.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    return np.where(np.isnan(self), 0, self if self.dtype == bool else np.sign(self)).astype(self.dtype)


@keeping(np.floor, check=refuses("b", "floor_vml_cpu"), self=lambda g: zeros(g))
def floor(self):
    """The next integer below.

    >>> mg.floor(mg.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """


@keeping(np.ceil, check=refuses("b", "ceil_vml_cpu"), self=lambda g: zeros(g))
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


@keeping(np.abs, check=refuses("b", "abs_cpu"), self=lambda g, self: g * sign(self))
def abs(self):
    """The size without the sign. Its slope at 0 is taken as 0.

    >>> mg.abs(mg.tensor([-2.0, 3.0]))
    tensor([2., 3.])
    """


# --- choosing ---


@keeping(
    self=lambda g, condition: masked_fill(g, ~condition, 0), other=lambda g, condition: masked_fill(g, condition, 0)
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
        what = f"where expected condition to be a boolean tensor, but got a tensor with dtype {name_of(condition)}"
        require(array_of(condition).dtype == np.uint8, what)
        condition = condition != 0
    return _where(condition, self, other)


def where_method(self, condition, other):
    """`self` where the condition holds, elsewhere `other`."""
    return where(condition, self, other)


@numbered(self=lambda g, mask: masked_fill(g, mask, 0), value=lambda g, mask: masked_fill(g, ~mask, 0))
def masked_fill(self, mask, value):
    """`self` with `value`, a number or a tensor without dimensions, where the mask is true.

    >>> mg.tensor([1.0, 2.0]).masked_fill(mg.tensor([True, False]), 9.0)
    tensor([9., 2.])
    """
    value = np.asarray(value)
    require(mask.dtype.kind == "b", "masked_fill_ only supports boolean masks, but got a mask of another type")
    require(not value.ndim, "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with dimension(s)")
    return in_order(np.where(mask, value.astype(self.dtype), self))


# --- questions, answered by booleans: no derivative at all ---


def compare(name: str, ufunc, says: str, check=None):
    """Declare a comparison. What is neither number nor tensor is left to Python."""

    @operation(ufunc, name=name, elementwise=True, check=check)
    def forward(self, other):
        """A comparison."""

    def call(self, other):
        known = is_number(other) or isinstance(other, (Tensor, np.ndarray))
        return forward(self, other) if known else NotImplemented

    return called(call, name, f"{says}, element by element, as booleans.")


eq = compare("eq", np.equal, "Whether self == other")
ne = compare("ne", np.not_equal, "Whether self != other")
lt = compare("lt", np.less, "Whether self < other")
le = compare("le", np.less_equal, "Whether self <= other")
gt = compare("gt", np.greater, "Whether self > other")
ge = compare("ge", np.greater_equal, "Whether self >= other")
both = compare("bitwise_and", np.bitwise_and, "What `&` is: both", refuses("f", "bitwise_and_cpu"))
either = compare("bitwise_or", np.bitwise_or, "What `|` is: one or both", refuses("f", "bitwise_or_cpu"))
one_of = compare("bitwise_xor", np.bitwise_xor, "What `^` is: exactly one", refuses("f", "bitwise_xor_cpu"))


@operation(elementwise=True)
def inverted(self):
    """What `~` is: not, element by element."""
    what = "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
    require(self.dtype.kind != "f", f"{what}: this one is of floats", TypeError)
    return ~self


@operation(np.isnan, elementwise=True)
def isnan(self):
    """Whether each element is not a number.

    >>> mg.isnan(mg.tensor([1.0, float("nan")]))
    tensor([False,  True])
    """


@operation(np.isfinite, elementwise=True)
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
    for t in (self, other):
        look(t, "allclose")
    return bool(np.allclose(array_of(self), array_of(other), rtol, atol, equal_nan))


def equal(self, other) -> bool:
    """Whether shape and all elements are the same.

    >>> mg.equal(mg.tensor([1, 2]), mg.tensor([1, 2]))
    True
    """
    for t in (self, other):
        look(t, "bool")
    return bool(np.array_equal(array_of(self), array_of(other)))
