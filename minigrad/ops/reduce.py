"""Reductions."""

from __future__ import annotations

import numpy as np

from ..operation import operation
from .shape import expand, reshape, unsqueeze_all

__all__ = ["mean", "sum", "sum_to_size"]


@operation("sum", linear=True, self=lambda g, self_shape: expand(g, self_shape))
def _sum_all(self):
    return np.add.reduce(self, axis=None)


@operation("sum_dim", node="SumBackward1", linear=True,
           self=lambda g, self_shape, dim, keepdim: expand(unsqueeze_all(g, self_shape, dim, keepdim), self_shape))
def _sum_dim(self, dim, keepdim):
    return np.add.reduce(self, axis=dim, keepdims=keepdim)


@operation("mean", linear=True, self=lambda g, self_shape: expand(g / _count(self_shape), self_shape))
def _mean_all(self):
    return np.mean(self)


@operation("mean_dim", node="MeanBackward1", linear=True,
           self=lambda g, self_shape, dim, keepdim: expand(
               unsqueeze_all(g, self_shape, dim, keepdim) / _count(self_shape, dim), self_shape))
def _mean_dim(self, dim, keepdim):
    return np.mean(self, axis=dim, keepdims=keepdim)


def _count(shape, dim=None):
    return int(np.prod(shape if dim is None else [shape[d] for d in dim]))


def dims(dim) -> tuple | None:
    """A dimension or several as a tuple; None for all."""
    return None if dim is None or dim == () or dim == [] else (dim,) if isinstance(dim, int) else tuple(dim)


def sum(self, dim=None, keepdim=False):
    """The sum of all elements, or along dimensions.

    >>> import minigrad as mg
    >>> mg.sum(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 0)
    tensor([4., 6.])
    """
    return _sum_all(self) if dim is None else _sum_dim(self, dims(dim), keepdim)


def mean(self, dim=None, keepdim=False):
    """The mean of all elements, or along dimensions."""
    return _mean_all(self) if dim is None else _mean_dim(self, dims(dim), keepdim)


def sum_to_size(self, shape):
    """Undo broadcasting: the sum over what `shape` would have to be repeated over."""
    extra = self.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(k + extra for k, s in enumerate(shape) if s == 1 and self.shape[k + extra] != 1)
    return reshape(sum(self, axes, True) if axes else self, tuple(shape))
