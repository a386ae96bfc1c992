"""Part of the elements, as views: slices, ranges, diagonals. `placed` is the transpose of them all."""

import numpy as np

from ..declare import operation
from ..errors import require
from .common import at, wrapped
from .views import viewing


@operation(kind="own", linear=True, self=lambda g, view, args: view(g, *args))
def placed(self, shape, view, args):
    """Zeros of `shape` with `self` where `view(..., *args)` looks: the transpose of a view."""
    out = np.zeros(shape, self.dtype)
    view(out, *args)[...] = self
    return out


@viewing(kind="along", self=lambda g, self_shape, dim, index: placed(g, self_shape, select, (dim, index)))
def select(self, dim, index):
    """One slice along a dimension, which goes.

    >>> mg.tensor([[1, 2], [3, 4]]).select(1, 0)
    tensor([1, 3])
    """
    require(self.ndim != 0, "select() cannot be applied to a 0-dim tensor.", IndexError)
    dim, shape = wrapped(dim, self.ndim), list(self.shape)
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {shape} at dimension {dim}")
    return self[(*at(dim, index), ...)]


@viewing(
    kind="along",
    name="slice",
    self=lambda g, self_shape, dim, start, stop, step: placed(g, self_shape, slice_, (dim, start, stop, step)),
)
def slice_(self, dim, start, stop, step):
    """A range of a dimension: what `x[start:stop:step]` is."""
    return self[(*at(dim, slice(start, stop, step)), ...)]


def narrow(self, dim, start, length):
    """`length` slices of a dimension, from `start`.

    >>> mg.tensor([1, 2, 3, 4]).narrow(0, 1, 2)
    tensor([2, 3])
    """
    dim = wrapped(dim, self.ndim)
    size = self.shape[dim]
    outside = f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
    require(-size <= start <= size, outside, IndexError)
    start = int(start) + (size if start < 0 else 0)
    if start + length > size or length < 0:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return slice_(self, dim, start, start + length, 1)


def across(g, self_shape, offset, dim1, dim2):
    """The gradient of a diagonal."""
    return placed(g, self_shape, diagonal, (offset, dim1, dim2))


@viewing(kind="along", self=across)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, as the last dimension.

    >>> mg.tensor([[1, 2], [3, 4]]).diagonal()
    tensor([1, 4])
    """
    if wrapped(dim1, self.ndim) == wrapped(dim2, self.ndim):
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    line = np.diagonal(self, offset, dim1, dim2)
    line.flags.writeable = True
    return line
