"""Reductions: many elements to one, over all dimensions or some.

Shape law of all of them: the dimensions named by `dim` go, or become 1 with `keepdim`; without `dim`, all go.
"""

from __future__ import annotations

import math

import numpy as np

from .. import dtypes
from ..operation import operation
from .choice import masked_fill
from .common import array_of, axes, count, in_order, like, restore
from .views import broadcast_to, expand, movedim, reshape, wrapped

__all__ = [
    "all",
    "allclose",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "equal",
    "mean",
    "prod",
    "sum",
    "sum_to_size",
]


def spread(g, shape, dim, keepdim=False):
    """The gradient of a sum: each element that went in gets that of the sum."""
    return expand(restore(g, shape, dim, keepdim), shape)


# --- sums ---


@operation("sum", linear=True, self=lambda g, self_shape: expand(g, self_shape))
def _sum_all(self):
    return np.add.reduce(self, axis=None)


@operation(
    "sum_dim",
    node="SumBackward1",
    linear=True,
    self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim),
)
def _sum_dim(self, dim, keepdim):
    return in_order(np.add.reduce(self, axis=dim, keepdims=keepdim))


def sum(self, dim=None, keepdim=False, *, dtype=None):
    """The sum. Integers and booleans add up to int64.

    >>> import minigrad as mg
    >>> mg.sum(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 0)
    tensor([4., 6.])
    """
    if dtype is not None or array_of(self).dtype.kind != "f":
        from .memory import cast

        self = cast(self, (dtype or dtypes.int64).numpy)
    return _sum_all(self) if dim is None and not keepdim else _sum_dim(self, axes(dim, self.ndim), keepdim)


def sum_to_size(self, *shape):
    """Undo broadcasting: the sum over what `shape` would have to be repeated over.

    >>> import minigrad as mg
    >>> mg.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    shape = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    extra = self.ndim - len(shape)
    dims = tuple(range(extra)) + tuple(k + extra for k, s in enumerate(shape) if s == 1 and self.shape[k + extra] != 1)
    return reshape(_sum_dim(self, dims, True) if dims else self, tuple(shape))


@operation("mean", linear=True, self=lambda g, self_shape: expand(g / math.prod(self_shape), self_shape))
def _mean_all(self):
    return np.mean(self)


@operation(
    "mean_dim",
    node="MeanBackward1",
    linear=True,
    self=lambda g, self_shape, dim, keepdim: spread(g / count(self_shape, dim), self_shape, dim, keepdim),
)
def _mean_dim(self, dim, keepdim):
    return in_order(np.mean(self, axis=dim, keepdims=keepdim))


def mean(self, dim=None, keepdim=False, *, dtype=None):
    """The mean. RuntimeError for integers, whose mean has another type: say which with `dtype`.

    >>> import minigrad as mg
    >>> mg.mean(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
    tensor([1.5000, 3.5000])
    """
    if dtype is not None:
        from .memory import cast

        self = cast(self, dtype.numpy)
    if array_of(self).dtype.kind != "f":
        raise RuntimeError(
            "mean(): could not infer output dtype. The mean of integers is not an integer: convert with "
            f".float(), or pass dtype. Got: {dtypes.of(array_of(self)).long_name}"
        )
    return _mean_all(self) if dim is None and not keepdim else _mean_dim(self, axes(dim, self.ndim), keepdim)


# --- products ---


@operation("prod", self=lambda g, self, result: reshape(others(reshape(self, (-1,)), g, result, 0), tuple(self.shape)))
def _prod_all(self):
    return np.multiply.reduce(self, axis=None)


@operation(
    "prod_dim",
    node="ProdBackward1",
    self=lambda g, self, dim, keepdim, result: others(
        self, restore(g, self.shape, (dim,), keepdim), restore(result, self.shape, (dim,), keepdim), dim
    ),
)
def _prod_dim(self, dim, keepdim):
    return in_order(np.multiply.reduce(self, axis=dim, keepdims=keepdim))


def others(x, g, result, dim):
    """For each element `g` times the product of all others along `dim`.

    Without zeros that is result / x. With zeros, the rows of a square in which each element is once replaced by 1.
    """
    if (array_of(x) != 0).all():
        return g * (result / x)
    if x.ndim == 0 or x.shape[dim] == 1:
        return g * like(x, np.ones_like(array_of(x)))
    n = x.shape[dim]
    eye = np.eye(n, dtype=bool).reshape((n,) + (1,) * dim + (n,) + (1,) * (x.ndim - dim - 1))
    square = masked_fill(broadcast_to(x, (n, *x.shape)), eye, 1)  # [k]: x with element k along dim made 1
    products = prod(square, dim + 1)
    return g * movedim(products, 0, dim)


def prod(self, dim=None, keepdim=False, *, dtype=None):
    """The product. Its derivative is right at zeros too. Integers and booleans give int64.

    >>> import minigrad as mg
    >>> mg.prod(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
    tensor([ 2., 12.])
    """
    if dtype is not None or array_of(self).dtype.kind != "f":
        from .memory import cast

        self = cast(self, (dtype or dtypes.int64).numpy)
    if dim is None:
        return _prod_all(self)
    if not isinstance(dim, int):
        raise TypeError(f"prod() received an invalid combination of arguments: dim is one integer, not {dim!r}")
    dims = axes(dim, self.ndim)
    return _prod_dim(self, dims[0], keepdim) if dims else _prod_all(self)


# --- extremes of values; with their places: `order` ---


def ties(g, x, result, dim):
    """The gradient of an extreme: to all elements that are equal to it, in equal parts."""
    hit = array_of(x) == array_of(result)
    shares = hit / np.add.reduce(hit, axis=dim, keepdims=True)
    return g * like(g, shares.astype(array_of(g).dtype))


_EXTREME = {
    "self": lambda g, self, dim, keepdim, result: ties(
        restore(g, self.shape, dim, keepdim), self, restore(result, self.shape, dim, keepdim), dim
    )
}


@operation("amax", **_EXTREME)
def _amax(self, dim, keepdim):
    return np.max(self, axis=dim, keepdims=keepdim)


@operation("amin", **_EXTREME)
def _amin(self, dim, keepdim):
    return np.min(self, axis=dim, keepdims=keepdim)


def amax(self, dim=(), keepdim=False):
    """The largest element; equal ones share the gradient.

    >>> import minigrad as mg
    >>> mg.amax(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    tensor([5., 7.])
    """
    return _amax(self, axes(dim, self.ndim), keepdim)


def amin(self, dim=(), keepdim=False):
    """The smallest element; equal ones share the gradient.

    >>> import minigrad as mg
    >>> mg.amin(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    tensor([1., 2.])
    """
    return _amin(self, axes(dim, self.ndim), keepdim)


# --- places and questions: no derivative ---


@operation("argmax")
def argmax(self, dim=None, keepdim=False):
    """Where the largest element is, the first of equals; without dim, in the flattened tensor.

    >>> import minigrad as mg
    >>> mg.argmax(mg.tensor([1.0, 3.0, 2.0]))
    tensor(1)
    """
    return np.argmax(self, axis=None if dim is None else wrapped(dim, self.ndim), keepdims=keepdim)


@operation("argmin")
def argmin(self, dim=None, keepdim=False):
    """Where the smallest element is, the first of equals; without dim, in the flattened tensor.

    >>> import minigrad as mg
    >>> mg.argmin(mg.tensor([1.0, 3.0, 2.0]))
    tensor(0)
    """
    return np.argmin(self, axis=None if dim is None else wrapped(dim, self.ndim), keepdims=keepdim)


@operation("any")
def any(self, dim=None, keepdim=False):
    """Whether an element is true.

    >>> import minigrad as mg
    >>> mg.any(mg.tensor([True, False]))
    tensor(True)
    """
    return np.any(self, axis=axes(dim, self.ndim), keepdims=keepdim)


@operation("all")
def all(self, dim=None, keepdim=False):
    """Whether every element is true.

    >>> import minigrad as mg
    >>> mg.all(mg.tensor([True, False]))
    tensor(False)
    """
    return np.all(self, axis=axes(dim, self.ndim), keepdims=keepdim)


@operation("count_nonzero")
def count_nonzero(self, dim=None):
    """How many elements are not 0.

    >>> import minigrad as mg
    >>> mg.count_nonzero(mg.tensor([0, 3, 2]))
    tensor(2)
    """
    return np.count_nonzero(self, axis=axes(dim, self.ndim))


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> bool:
    """Whether every two elements differ by at most atol + rtol * |other|.

    >>> import minigrad as mg
    >>> mg.allclose(mg.tensor([1.0]), mg.tensor([1.0 + 1e-9]))
    True
    """
    return bool(np.allclose(array_of(self), array_of(other), rtol, atol, equal_nan))


def equal(self, other) -> bool:
    """Whether shape and all elements are the same.

    >>> import minigrad as mg
    >>> mg.equal(mg.tensor([1, 2]), mg.tensor([1, 2]))
    True
    """
    return bool(np.array_equal(array_of(self), array_of(other)))
