"""Gradients in the shape and type of what they are meant for.

A formula may return a gradient of the broadcast shape or of a wider type: here it becomes one of its input. The walk
does so with all, and hooks of a node see them so.
"""

from functools import lru_cache

from numpy import add, ndarray, ones

from . import errors, ops
from .tensor import Tensor

SMALL = 1024  # rows that a product with ones may add up


def fit(d, edge, node):
    """A gradient in the shape and type of its target: sums over what was broadcast, casts what was promoted."""
    if type(d) is ndarray and d.ndim and d.shape[1:] == edge.shape and d.dtype is edge.dtype:  # a bias
        if d.ndim == 2 and len(d) <= SMALL and d.dtype.char in "fd":
            return row_of_ones(len(d), d.dtype).dot(d)  # quicker than the sum
        return add.reduce(d, axis=0)
    array = d._array if isinstance(d, Tensor) else d
    if array.shape != edge.shape:
        if array is d and array.ndim >= len(edge.shape):
            d = sum_array(d, edge.shape)
        elif expandable(edge.shape, array.shape):
            d = ops.sum_to_size(d, edge.shape)
        if d.shape != edge.shape:
            raise errors.wrong_gradient(node, edge, array.shape)
    if array.dtype != edge.dtype:
        d = ops.cast(d, edge.dtype)
    return d


@lru_cache(64)
def row_of_ones(n: int, dtype) -> ndarray:
    return ones(n, dtype)


def sum_array(d, shape: tuple):
    """`ops.sum_to_size` for an array: the sum over the dimensions that `shape` lacks or has once."""
    lead = d.ndim - len(shape)
    if lead:
        d = add.reduce(d, axis=tuple(range(lead)))
    once = tuple([k for k, size in enumerate(shape) if size == 1 and d.shape[k] != 1])
    return add.reduce(d, axis=once, keepdims=True) if once else d


def expandable(small: tuple, large: tuple) -> bool:
    """Whether `small` broadcasts to `large`."""
    return len(small) <= len(large) and all(a in (1, b) for a, b in zip(reversed(small), reversed(large), strict=False))
