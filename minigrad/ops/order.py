"""What looks along a dimension: running sums, extremes with their places, sorting.

Values that were picked send their gradient back to where they came from.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..operation import operation
from ..tensor import Tensor
from .choice import masked_fill, maximum, minimum
from .common import array_of, axes, in_order, laid_like, restore
from .reduce import sum, ties
from .select import scatter_add
from .views import broadcast_to, movedim, wrapped, zeros_for

__all__ = ["argsort", "cumprod", "cumsum", "flip", "max", "median", "min", "sort", "topk"]


def pair(name: str):
    """The type of a result of two tensors, values and indices, that prints as PyTorch's does."""

    def __repr__(self):
        return f"torch.return_types.{name}(\nvalues={self.values!r},\nindices={self.indices!r})"

    kind = namedtuple(name, ("values", "indices"))
    return type(name, (kind,), {"__slots__": (), "__repr__": __repr__, "__module__": "torch.return_types"})


MaxResult, MinResult, SortResult, TopkResult, MedianResult = map(pair, ("max", "min", "sort", "topk", "median"))


# --- running sums and products ---


@operation("cumsum", linear=True, self=lambda g, dim: flip(cumsum(flip(g, dim), dim), dim))
def _cumsum(self, dim):
    return in_order(np.cumsum(self, axis=dim)) if self.ndim else self.copy()


def cumsum(self, dim, *, dtype=None):
    """The sums of the first 1, 2, 3 ... elements along a dimension. Same shape.

    >>> import minigrad as mg
    >>> mg.cumsum(mg.tensor([1.0, 2.0, 3.0]), 0)
    tensor([1., 3., 6.])
    """
    return _cumsum(whole(self, dtype), wrapped(dim, self.ndim))


def whole(x, dtype=None):
    """Integers and booleans as int64, unless a type is asked for."""
    if dtype is None and array_of(x).dtype.kind == "f":
        return x
    from .memory import cast

    return cast(x, np.dtype("i8") if dtype is None else dtype.numpy)


@operation("cumprod", self=lambda g, self, dim, result: cumprod_slope(g, self, dim, result))
def _cumprod(self, dim):
    return in_order(np.cumprod(self, axis=dim)) if self.ndim else self.copy()


def cumprod(self, dim, *, dtype=None):
    """The products of the first 1, 2, 3 ... elements along a dimension. Same shape.

    >>> import minigrad as mg
    >>> mg.cumprod(mg.tensor([2.0, 3.0, 4.0]), 0)
    tensor([ 2.,  6., 24.])
    """
    return _cumprod(whole(self, dtype), wrapped(dim, self.ndim))


def cumprod_slope(g, x, dim, result):
    """Without zeros the gradient of result_j / x_i over j >= i. With zeros, products that leave x_i out: the
    cumulative products of a square in whose row i that element is 1."""
    if x.ndim == 0:
        return g
    if (array_of(x) != 0).all():
        return flip(cumsum(flip(g * result, dim), dim), dim) / x
    n = x.shape[dim]
    lead, trail = (1,) * dim, (1,) * (x.ndim - dim - 1)
    eye = np.eye(n, dtype=bool).reshape((n, *lead, n, *trail))
    before = np.tri(n, k=-1, dtype=bool).reshape((n, *lead, n, *trail))  # j < i: result_j has no x_i in it
    products = cumprod(masked_fill(broadcast_to(x, (n, *x.shape)), eye, 1), dim + 1)
    return movedim(sum(masked_fill(products * g, before, 0), dim + 1), 0, dim)


@operation("flip", linear=True, self=lambda g, dims: flip(g, dims))
def _flip(self, dims):
    return laid_like(self, np.flip(self, dims))


def flip(self, *dims):
    """A copy with dimensions run through backwards.

    >>> import minigrad as mg
    >>> mg.flip(mg.tensor([1, 2, 3]), (0,))
    tensor([3, 2, 1])
    """
    dims = dims[0] if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return _flip(self, axes(tuple(dims), self.ndim) if dims else ())


# --- extremes ---


def picked(g, self_shape, dim, indices, keepdim=True):
    """The gradient of values picked along `dim`: back to where they were."""
    if not self_shape:
        return g
    return scatter_add(
        zeros_for(g, self_shape),
        dim,
        restore(indices, self_shape, (dim,), keepdim),
        restore(g, self_shape, (dim,), keepdim),
    )


_PICK = {
    "outputs": ("values", "indices"),
    "self": lambda g, self_shape, dim, keepdim, indices: picked(g, self_shape, dim, indices, keepdim),
}


@operation("max_dim", node="MaxBackward0", **_PICK)
def _max_dim(self, dim, keepdim):
    return take_at(self, np.argmax(self, axis=dim, keepdims=True) if self.ndim else None, dim, keepdim)


@operation("min_dim", node="MinBackward0", **_PICK)
def _min_dim(self, dim, keepdim):
    return take_at(self, np.argmin(self, axis=dim, keepdims=True) if self.ndim else None, dim, keepdim)


def take_at(x, indices, dim, keepdim):
    """Values and indices of one place along `dim`."""
    if indices is None:
        return x.copy(), np.zeros((), "i8")
    values = np.take_along_axis(x, indices, dim)
    return (values, indices) if keepdim else (np.squeeze(values, dim), np.squeeze(indices, dim))


_WHOLE = {"self": lambda g, self, result: ties(g, self, result, tuple(range(self.ndim)))}


@operation("max", node="MaxBackward1", **_WHOLE)
def _max_all(self):
    return np.max(self)


@operation("min", node="MinBackward1", **_WHOLE)
def _min_all(self):
    return np.min(self)


def max(self, dim=None, keepdim=False):
    """The largest element: of all (ties share the gradient), or with its place along a dimension (the first of a tie
    gets all). With a tensor in place of `dim`, `maximum`.

    >>> import minigrad as mg
    >>> mg.max(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    torch.return_types.max(
    values=tensor([5., 7.]),
    indices=tensor([1, 0]))
    """
    return extreme(self, dim, keepdim, _max_all, _max_dim, maximum, MaxResult)


def min(self, dim=None, keepdim=False):
    """The smallest element; as `max`.

    >>> import minigrad as mg
    >>> mg.min(mg.tensor([3.0, 1.0, 2.0]))
    tensor(1.)
    """
    return extreme(self, dim, keepdim, _min_all, _min_dim, minimum, MinResult)


def extreme(self, dim, keepdim, of_all, along, of_two, kind):
    """The three meanings of max and min."""
    if isinstance(dim, Tensor):
        return of_two(self, dim)
    if dim is not None and not isinstance(dim, int):
        raise TypeError(
            f"{kind.__name__}() received an invalid combination of arguments: dim is one integer, not {dim!r}"
        )
    if dim is not None:
        return kind(*along(self, wrapped(dim, self.ndim), keepdim))
    if not array_of(self).size:
        raise RuntimeError(
            f"{kind.__name__}(): Expected reduction dim to be specified for input.numel() == 0. Specify "
            "the reduction dim with the 'dim' argument."
        )
    return of_all(self)


# --- sorting ---


@operation(
    "sort", outputs=("values", "indices"), self=lambda g, self_shape, dim, indices: picked(g, self_shape, dim, indices)
)
def _sort(self, dim, descending):
    if not self.ndim:
        return self.copy(), np.zeros((), "i8")
    if descending:  # stable: equal elements keep their order
        last = self.shape[dim] - 1
        indices = np.flip(last - np.argsort(np.flip(self, dim), axis=dim, kind="stable"), dim)
    else:
        indices = np.argsort(self, axis=dim, kind="stable")
    return laid_like(self, np.take_along_axis(self, indices, dim)), laid_like(self, indices)


@operation(
    "sort_stable",
    node="SortBackward1",
    outputs=("values", "indices"),
    self=lambda g, self_shape, dim, indices: picked(g, self_shape, dim, indices),
)
def _sort_stable(self, dim, descending):
    return _sort.operation.forward(self, dim, descending)


@operation(
    "topk", outputs=("values", "indices"), self=lambda g, self_shape, dim, indices: picked(g, self_shape, dim, indices)
)
def _topk(self, k, dim, largest):
    values, indices = _sort.operation.forward(self, dim, largest)
    return (np.take(values, range(k), dim), np.take(indices, range(k), dim)) if self.ndim else (values, indices)


def sort(self, dim=-1, descending=False, *, stable=None):
    """The elements along a dimension in order, and where they were. Equal ones keep their order.

    >>> import minigrad as mg
    >>> mg.sort(mg.tensor([3.0, 1.0, 2.0])).indices
    tensor([1, 2, 0])
    """
    how = _sort if stable is None else _sort_stable
    return SortResult(*how(self, wrapped(dim, self.ndim), descending))


def argsort(self, dim=-1, descending=False, stable=False):
    """The places the sorted elements had.

    >>> import minigrad as mg
    >>> mg.argsort(mg.tensor([3.0, 1.0, 2.0]))
    tensor([1, 2, 0])
    """
    return sort(self, dim, descending)[1]


def topk(self, k, dim=-1, largest=True, sorted=True):
    """The k largest elements along a dimension, the largest first, and where they are; or the smallest.

    RuntimeError if there are fewer than k.

    >>> import minigrad as mg
    >>> mg.topk(mg.tensor([3.0, 1.0, 2.0]), 2).values
    tensor([3., 2.])
    """
    dim = wrapped(dim, self.ndim)
    if k > (self.shape[dim] if self.ndim else 1):
        raise RuntimeError(f"selected index k out of range: k is {k}, and dimension {dim} has {self.shape[dim]}")
    return TopkResult(*_topk(self, k, dim, largest))


@operation("median", self=lambda g, self, result: ties(g, self, result, tuple(range(self.ndim))))
def _median(self):
    return np.sort(self, axis=None)[(self.size - 1) // 2]


@operation("median_dim", node="MedianBackward1", **_PICK)
def _median_dim(self, dim, keepdim):
    order = np.argsort(self, axis=dim, kind="stable") if self.ndim else None
    place = None if order is None else np.take(order, [(self.shape[dim] - 1) // 2], dim)
    return take_at(self, place, dim, keepdim)


def median(self, dim=None, keepdim=False):
    """The middle element, the lower of two: of all, or with its place along a dimension.

    >>> import minigrad as mg
    >>> mg.median(mg.tensor([3.0, 1.0, 2.0, 4.0]))
    tensor(2.)
    """
    return _median(self) if dim is None else MedianResult(*_median_dim(self, wrapped(dim, self.ndim), keepdim))
