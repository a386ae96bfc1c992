"""Copies, casts, and writes that replace what was there."""

import numpy as np

from .. import dtypes, errors, inplace, views
from ..declare import operation
from .common import zeros


@operation(elementwise=True, linear=True, self=lambda g: g)
def clone(self):
    """A copy in memory of its own, still in the graph.

    >>> x = mg.tensor([1.0])
    >>> x.clone().mul_(2), x
    (tensor([2.]), tensor([1.]))
    """
    return np.array(self, order="K")


@operation(node="CloneBackward0", elementwise=True, linear=True, self=lambda g: g)
def _clone_in_order(self):
    return np.array(self, order="C")


def contiguous(self):
    """The tensor itself if its elements lie in memory in order, else a copy that does."""
    return self if self._array.flags.c_contiguous else _clone_in_order(self)


def detach_(self):
    """Leave the graph: this tensor becomes a leaf that requires no gradient."""
    history = "Can't detach views in-place. The base would keep the history; use detach() instead."
    errors.require(not self._is_view(), history)
    self._edge = None
    if self._meta is not None:
        self._meta.requires_grad = self._meta.retains_grad = False
    return self


# --- casts ---


@operation(elementwise=True, linear=True, self=lambda g: g)
def _to_copy(self, dtype):
    return self.astype(dtype)


def cast(x, dtype):
    """To a numpy element type; of arrays as of Tensors, and only if it is not that already."""
    if isinstance(x, (np.ndarray, np.generic)):
        return x.astype(dtype, copy=False)
    return x if x._array.dtype == dtype else _to_copy(x, dtype)


def to(self, *what, dtype=None, device=None, copy=False):
    """To another element type, or that of another tensor; the tensor itself when it has that already. A device is
    taken, and ignored.

    >>> mg.tensor([1.0, 2.5]).to(mg.int64)
    tensor([1, 2])
    """
    kinds = [getattr(x, "dtype", x) for x in (*what, dtype) if not isinstance(x, str) and x is not None]
    target = kinds[0] if kinds else dtypes.of(self._array)
    return _to_copy(self, target.numpy) if copy else cast(self, target.numpy)


def caster(target: dtypes.dtype):
    """The method that converts to one element type; the tensor itself when it has that already."""

    def method(self):
        return cast(self, target.numpy)

    method.__doc__ = f"As {target}: converted and recorded, or the tensor itself when it is of that type."
    return method


double, float, half, long, int, bool = map(
    caster, (dtypes.float64, dtypes.float32, dtypes.float16, dtypes.int64, dtypes.int32, dtypes.bool)
)


@operation(node="CopyBackwards", elementwise=True, linear=True, self=lambda g: g)
def kept_gradient(self):
    """The copy of a recorded gradient that a leaf keeps."""
    return np.array(self)


# --- replacing ---


@operation(node="CopyBackwards", elementwise=True, linear=True, self=lambda g: zeros(g), src=lambda g: g)
def _copy(self, src):
    return np.broadcast_to(src, np.broadcast_shapes(self.shape, src.shape)).astype(self.dtype)


@operation(number="FillBackward2", node="FillBackward3", elementwise=True, self=lambda g: zeros(g), value=lambda g: g)
def _fill(self, value):
    return np.full(self.shape, value, self.dtype)


@operation(elementwise=True, self=lambda g: zeros(g))
def _zero(self):
    return np.zeros_like(self)


copy_, zero_ = inplace.inplace(_copy, "copy_"), inplace.inplace(_zero, "zero_", overlap=True)
_fill_ = inplace.inplace(_fill, "fill_", overlap=True)


def fill_(self, value):
    """Replace every element by `value`, a number or a tensor without dimensions."""
    ndim = getattr(value, "ndim", 0)
    errors.require(not ndim, f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions.")
    errors.require(not hasattr(value, "_array") or not views.expanded(self._array), errors.EXPANDED_WRITTEN)
    return _fill_(self, value)
