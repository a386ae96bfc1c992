"""What looks along a dimension: running sums, extremes with their places, sorting.

Shape law: that of the tensor, but the dimension goes with the extremes and becomes `k` with `topk`. Values that were
picked send their gradient back to where they came from.
"""

import functools
from collections import namedtuple

import numpy as np

from ..calls import called
from ..declare import operation
from ..errors import require
from ..tensor import Tensor
from .choice import masked_fill, maximum, minimum
from .common import axes, everything, in_order, laid_like, sizes, wrapped
from .reduce import along_both, each_as_one, restore, sum, summable, ties
from .select import gather, gather_backward
from .views import movedim, reshape, unsqueeze


def pair(name: str):
    """The type of a result of two tensors, values and indices, that prints as PyTorch's does."""

    def __repr__(self):
        return f"torch.return_types.{name}(\nvalues={self.values!r},\nindices={self.indices!r})"

    kind = namedtuple(name, ("values", "indices"))
    return type(name, (kind,), {"__slots__": (), "__repr__": __repr__, "__module__": "torch.return_types"})


# --- running sums and products ---


@operation(kind="along", linear=True, self=lambda g, dim: flip(cumsum(flip(g, dim), dim), dim))
def cumsum(self, dim, dtype=None):
    """The sums of the first 1, 2, 3 ... elements along a dimension.

    >>> mg.cumsum(mg.tensor([1.0, 2.0, 3.0]), 0)
    tensor([1., 3., 6.])
    """
    dim = wrapped(dim, self.ndim)
    return in_order(np.cumsum(summable(self, dtype), axis=dim)) if self.ndim else summable(self, dtype).copy()


def products_of_others(g, self, dim, result):
    """The gradient of `cumprod`: of result_j / x_i the sum over j >= i, and with zeros of what that stands for."""
    if self.ndim == 0:
        return g
    if everything(self).all():
        return flip(cumsum(flip(g * result, dim), dim), dim) / self
    dim = wrapped(dim, self.ndim)
    return movedim(sum(left_out(self, dim) * g, dim + 1), 0, dim)


def of_products(t, self, dim, result):
    """The tangent of `cumprod`: the sum over i <= j."""
    if self.ndim == 0:
        return t
    if everything(self).all():
        return result * cumsum(t / self, dim)
    dim = wrapped(dim, self.ndim)
    return sum(left_out(self, dim) * unsqueeze(movedim(t, dim, 0), dim + 1), 0)


@operation(kind="along", tangent=of_products, self=products_of_others)
def cumprod(self, dim, dtype=None):
    """The products of the first 1, 2, 3 ... elements along a dimension.

    >>> mg.cumprod(mg.tensor([2.0, 3.0, 4.0]), 0)
    tensor([ 2.,  6., 24.])
    """
    dim = wrapped(dim, self.ndim)
    return in_order(np.cumprod(summable(self, dtype), axis=dim)) if self.ndim else summable(self, dtype).copy()


def left_out(x, dim: int):
    """[i, ..., j, ...]: the product of the first j elements without x_i, and 0 if that is not among them. These are the
    cumulative products of a square in whose row i that element is 1."""
    before = along_both(np.tri(x.shape[dim], k=-1, dtype=bool), x, dim)
    return masked_fill(cumprod(each_as_one(x, dim), dim + 1), before, 0)


@operation(kind="along", linear=True, self=lambda g, dims: _flip(g, dims))
def _flip(self, dims):
    return laid_like(self, np.flip(self, axes(dims, self.ndim) if dims else ()))


def flip(self, *args, dims=None):
    """A copy with dimensions run through backwards.

    >>> mg.flip(mg.tensor([1, 2, 3]), (0,))
    tensor([3, 2, 1])
    """
    return _flip(self, sizes(args if dims is None else (dims,)))


# --- extremes ---


def picked(g, self_shape, dim, keepdim, indices):
    """The gradient of values picked along `dim`: back to where they were."""
    if not self_shape:
        return g
    g, indices = restore(g, self_shape, dim, keepdim), restore(indices, self_shape, dim, keepdim)
    return gather_backward(g, self_shape, dim, indices)


def picked_too(t, dim, indices):
    """The tangent of values picked along `dim`: those of the same elements."""
    if not t.ndim:
        return t
    line = indices if indices.ndim == t.ndim else unsqueeze(indices, wrapped(dim, t.ndim))
    return reshape(gather(t, dim, line), tuple(indices.shape))


picking = functools.partial(operation, kind="along", tangent=picked_too)


def extreme(reduction, place, of_two):
    """Declare `max` or `min`: the docstring is the decorated function's."""

    def declare(function):
        name = function.__name__

        @operation(name=name, node=f"{name.title()}Backward1", kind="reduction", self=ties)
        def of_all(self, dim=None, keepdim=False):
            empty = "Expected reduction dim to be specified for input.numel() == 0. Specify it with 'dim'."
            require(self.size, f"{name}(): {empty}")
            return reduction(self, axis=dim, keepdims=keepdim)

        @picking(name=f"{name}_dim", node=f"{name.title()}Backward0", outputs=pair(name), self=picked)
        def along(self, dim, keepdim):
            dim = wrapped(dim, self.ndim)
            if not self.ndim:
                return self.copy(), np.zeros((), "i8")
            indices = place(self, axis=dim, keepdims=True)
            values = np.take_along_axis(self, indices, dim)
            return (values, indices) if keepdim else (np.squeeze(values, dim), np.squeeze(indices, dim))

        def call(self, dim=None, keepdim=False):
            if isinstance(dim, Tensor):
                return of_two(self, dim)
            return of_all(self) if dim is None else along(self, dim, keepdim)

        return called(call, name, function.__doc__)

    return declare


@extreme(np.max, np.argmax, maximum)
def max(self, dim=None, keepdim=False):
    """The largest element: of all (ties share the gradient), or with its place along a dimension (the first of a tie
    gets all). With a tensor in place of `dim`, `maximum`.

    >>> mg.max(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    torch.return_types.max(
    values=tensor([5., 7.]),
    indices=tensor([1, 0]))
    """


@extreme(np.min, np.argmin, minimum)
def min(self, dim=None, keepdim=False):
    """The smallest element; as `max`.

    >>> mg.min(mg.tensor([3.0, 1.0, 2.0]))
    tensor(1.)
    """


# --- places alone, which have no derivative ---


@operation(kind="reduction")
def argmax(self, dim=None, keepdim=False):
    """Where the largest element is, the first of equals; without dim, in the flattened tensor.

    >>> mg.argmax(mg.tensor([1.0, 3.0, 2.0]))
    tensor(1)
    """
    return np.argmax(self, axis=None if dim is None else wrapped(dim, self.ndim), keepdims=keepdim)


@operation(kind="reduction")
def argmin(self, dim=None, keepdim=False):
    """Where the smallest element is, the first of equals; without dim, in the flattened tensor.

    >>> mg.argmin(mg.tensor([1.0, 3.0, 2.0]))
    tensor(0)
    """
    return np.argmin(self, axis=None if dim is None else wrapped(dim, self.ndim), keepdims=keepdim)


# --- sorting ---


def sorted_from(g, self_shape, dim, indices):
    return picked(g, self_shape, dim, True, indices)


@picking(outputs=pair("sort"), node="SortBackward1", without=("stable", "SortBackward0"), self=sorted_from)
def sort(self, dim=-1, descending=False, stable=None):
    """The elements along a dimension in order, and where they were. Equal ones keep their order.

    >>> mg.sort(mg.tensor([3.0, 1.0, 2.0])).indices
    tensor([1, 2, 0])
    """
    dim = wrapped(dim, self.ndim)
    if not self.ndim:
        return self.copy(), np.zeros((), "i8")
    indices = np.argsort(np.flip(self, dim) if descending else self, axis=dim, kind="stable")
    if descending:
        indices = np.flip(self.shape[dim] - 1 - indices, dim)
    return laid_like(self, np.take_along_axis(self, indices, dim)), laid_like(self, indices)


@picking(outputs=pair("topk"), self=sorted_from)
def topk(self, k, dim=-1, largest=True, sorted=True):
    """The k largest elements along a dimension, the largest first, and where they are; or the smallest.

    RuntimeError if there are fewer than k.

    >>> mg.topk(mg.tensor([3.0, 1.0, 2.0]), 2).values
    tensor([3., 2.])
    """
    dim, size = wrapped(dim, self.ndim), (self.shape or (1,))[dim]
    require(k <= size, f"selected index k out of range: k is {k}, and dimension {dim} has {size}")
    values, indices = sort(self, dim, largest)
    return (np.take(values, range(k), dim), np.take(indices, range(k), dim)) if self.ndim else (values, indices)
