"""Copies, casts, and writes that replace what was there."""

from __future__ import annotations

import numpy as np

from .. import dtypes, errors
from ..inplace import write
from ..operation import operation
from ..views import expanded
from .views import zeros_for

__all__ = [
    "cast",
    "clone",
    "contiguous",
    "copy_",
    "detach",
    "detach_",
    "fill_",
    "kept_gradient",
    "put_back",
    "read_at",
    "to",
    "write_at",
    "write_zeros_at",
    "zero_",
]


@operation("clone", linear=True, self=lambda g: g)
def _clone(self):
    return np.array(self, order="K")


def clone(self, *, memory_format=None):
    """A copy in memory of its own, still in the graph."""
    return _clone(self)


def contiguous(self):
    """The tensor itself if its elements lie in memory in order, else a copy that does."""
    return self if self._array.flags.c_contiguous else _clone_in_order(self)


@operation("contiguous", node="CloneBackward0", linear=True, self=lambda g: g)
def _clone_in_order(self):
    return np.array(self, order="C")


def detach(self):
    """The same memory and version counter, outside the graph."""
    return self.detach()


def detach_(self):
    """Leave the graph: this tensor becomes a leaf that requires no gradient."""
    if self._is_view():
        raise RuntimeError("Can't detach views in-place. The base would keep the history; use detach() instead.")
    self._edge = None
    if self._meta is not None:
        self._meta.requires_grad = self._meta.retains_grad = False
    return self


# --- casts ---


@operation("to_copy", linear=True, self=lambda g: g)
def _to_copy(self, dtype):
    return self.astype(dtype)


def cast(x, dtype):
    """To a numpy element type; of arrays as of Tensors, and only if it is not that already."""
    if isinstance(x, (np.ndarray, np.generic)):
        return x.astype(dtype, copy=False)
    return x if x._array.dtype == dtype else _to_copy(x, dtype)


def to(self, dtype=None, *, copy=False):
    """To another element type, or that of another tensor; the tensor itself when it has that already."""
    target = dtype if isinstance(dtype, dtypes.dtype) else getattr(dtype, "dtype", None) or dtypes.of(self._array)
    return cast(self, target.numpy) if not copy else _to_copy(self, target.numpy)


@operation("copy_gradient", node="CopyBackwards", linear=True, self=lambda g: g)
def kept_gradient(self):
    """The copy of a recorded gradient that a leaf keeps."""
    return np.array(self)


# --- replacing ---


def zeros_like_gradient(g):
    return zeros_for(g, tuple(g.shape))


@operation("copy", node="CopyBackwards", linear=True, self=zeros_like_gradient, src=lambda g: g)
def _copy(self, src):
    return np.broadcast_to(src, np.broadcast_shapes(self.shape, src.shape)).astype(self.dtype)


@operation("fill", node="FillBackward2", self=zeros_like_gradient)
def _fill(self, value):
    return np.full(self.shape, value, self.dtype)


@operation("fill_tensor", node="FillBackward3", self=zeros_like_gradient, value=lambda g: g)
def _fill_tensor(self, value):
    return np.full(self.shape, value, self.dtype)


@operation("zero", self=zeros_like_gradient)
def _zero(self):
    return np.zeros_like(self)


def copy_(self, src, non_blocking=False):
    """Replace the elements by those of `src`, broadcast and cast."""
    return write(_copy.operation, self, (src,), "copy_")


def fill_(self, value):
    """Replace every element by `value`, a number or a tensor without dimensions."""
    if hasattr(value, "_array"):
        if value.ndim:
            raise RuntimeError(
                f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions."
            )
        if expanded(self._array):
            raise errors.expanded_written()
        return write(_fill_tensor.operation, self, (value,), "fill_", overlap=True)
    return write(_fill.operation, self, (value,), "fill_", overlap=True)


def zero_(self):
    """Replace every element by 0."""
    return write(_zero.operation, self, (), "zero_", overlap=True)


# --- single elements of memory, for views whose memory has been written ---


@operation("read_at", linear=True, self=lambda g, self_shape, places: put_back(g, places, self_shape))
def read_at(self, places):
    """The elements at these places of the flattened tensor, in the shape of `places`."""
    return np.asarray(self).reshape(-1)[places]


@operation("put_back", linear=True, self=lambda g, places: read_at(g, places))
def put_back(self, places, shape):
    """Zeros of `shape` with `self` added at places: the transpose of `read_at`."""
    out = np.zeros(int(np.prod(shape)), self.dtype)
    np.add.at(out, np.asarray(places).reshape(-1), np.asarray(self).reshape(-1))
    return out.reshape(shape)


@operation(
    "write_at",
    linear=True,
    self=lambda g, places: write_zeros_at(g, places),
    values=lambda g, places: read_at(g, places),
)
def write_at(self, values, places):
    """A copy of `self` with other values at places."""
    out = np.array(self, order="C")
    out.reshape(-1)[places] = values
    return out


@operation("write_zeros_at", linear=True, self=lambda g, places: write_zeros_at(g, places))
def write_zeros_at(self, places):
    """A copy of `self` with zeros at places."""
    out = np.array(self, order="C")
    out.reshape(-1)[places] = 0
    return out
