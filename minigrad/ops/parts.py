"""Part of the elements, as views: slices, ranges, diagonals, or several at once; and several tensors as one, which is a
copy. `placed` is the transpose of all views here."""

import numpy as np

from ..declare import moving
from ..errors import require
from .common import at, in_order, wrapped, zeros
from .views import viewing


@moving(self=lambda g, view, args: view(g, *args))
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


def laid_out(g, self_shape, dim, start, stop, step):
    """The gradient of a range."""
    return placed(g, self_shape, slice_, (dim, start, stop, step))


@viewing(kind="along", self=laid_out)
def slice_(self, dim, start, stop, step):
    """A range of a dimension: what `x[start:stop:step]` is."""
    return self[(*at(dim, slice(start, stop, step)), ...)]


def narrow(self, dim, start, length):
    """`length` slices of a dimension, from `start`.

    >>> mg.tensor([1, 2, 3, 4]).narrow(0, 1, 2)
    tensor([2, 3])
    """
    size = self.shape[dim := wrapped(dim, self.ndim)]
    outside = f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
    require(-size <= start <= size, outside, IndexError)
    start = int(start) + (size if start < 0 else 0)
    require(0 <= length <= size - start, f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
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
    two = wrapped(dim1, self.ndim) != wrapped(dim2, self.ndim)
    require(two, f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    line = np.diagonal(self, offset, dim1, dim2)
    line.flags.writeable = True
    return line


# --- several views at once ---


def filled(gs: list, shapes: list) -> list:
    """Gradients of several outputs, zeros for those nobody used."""
    known = next(g for g in gs if g is not None)
    blank = {shape: zeros(known, shape) for shape in set(shapes)}
    return [blank[shape] if g is None else g for g, shape in zip(gs, shapes, strict=True)]


def stacked(gs, self_shape, dim):
    """The gradient of `unbind`."""
    return _stack(filled(gs, [(*self_shape[:dim], *self_shape[dim + 1 :])] * len(gs)), dim)


@viewing(kind="along", outputs="many", self=stacked)
def _unbind(self, dim):
    return tuple(self[(*at(dim, k), ...)] for k in range(self.shape[dim]))


def unbind(self, dim=0):
    """All slices along a dimension, as a tuple of views.

    >>> mg.tensor([[1, 2], [3, 4]]).unbind()
    (tensor([1, 2]), tensor([3, 4]))
    """
    require(self.ndim, "Dimension specified as 0 but tensor has no dimensions", IndexError)
    return _unbind(self, wrapped(dim, self.ndim))


def rejoined(gs, self_shape, lengths, dim):
    """The gradient of `split`."""
    return _cat(filled(gs, [(*self_shape[:dim], n, *self_shape[dim + 1 :]) for n in lengths]), dim)


def pieces(x, lengths, dim):
    """`x` cut along `dim`."""
    ends = np.cumsum(lengths).tolist()
    return [slice_(x, dim, end - n, end, 1) for end, n in zip(ends, lengths, strict=True)]


@viewing(kind="along", outputs="many", self=rejoined)
def _split(self, lengths, dim):
    return tuple(pieces(self, lengths, dim))


splitting = viewing(name="split_with_sizes", kind="along", outputs="many", self=rejoined)
_split_with_sizes = splitting(_split.operation.forward)


def split(self, split_size_or_sections, dim=0):
    """Pieces of a given length (the last may be shorter), or of given lengths, as a tuple of views.

    >>> mg.arange(5).split(2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    dim, size = wrapped(dim, self.ndim), split_size_or_sections
    total = self.shape[dim]
    if isinstance(size, int):
        require(size >= 0, f"split expects split_size be non-negative, but got split_size={size}")
        nothing = f"split_size can only be 0 if dimension size is 0, but got dimension size of {total}"
        require(size or not total, nothing)
        many = max(1, -(-total // size)) if size else 1
        return _split(self, tuple(min(size, total - k * size) for k in range(many)), dim)
    what = f"(input tensor's size at dimension {dim}), but got split_sizes={list(size)}"
    require(sum(size) == total, f"split_with_sizes expects split_sizes to sum exactly to {total} {what}")
    return _split_with_sizes(self, tuple(size), dim)


def chunk(self, chunks, dim=0):
    """`chunks` pieces of equal length, the last shorter; as a tuple of views.

    >>> mg.arange(5).chunk(2)
    (tensor([0, 1, 2]), tensor([3, 4]))
    """
    require(chunks > 0, f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    return split(self, max(1, -(-self.shape[wrapped(dim, self.ndim)] // chunks)), dim)


# --- joining, which copies ---


def cut(g, tensors_shape, dim):
    """The gradient of `cat`."""
    return pieces(g, [s[dim] if len(s) > dim else 0 for s in tensors_shape], dim)


@moving(variadic=True, tensors=cut)
def _cat(tensors, dim):
    return in_order(np.concatenate([x for x in tensors if x.shape != (0,)] or list(tensors), axis=dim))


def cat(tensors, dim=0):
    """Tensors joined along a dimension they have. RuntimeError unless their other sizes agree.

    >>> mg.cat([mg.tensor([1, 2]), mg.tensor([3])])
    tensor([1, 2, 3])
    """
    tensors = tuple(tensors)
    require(tensors, "expected a non-empty list of Tensors", ValueError)
    require(all(x.ndim for x in tensors), "zero-dimensional tensor (at position 0) cannot be concatenated")
    dim = wrapped(dim, max(x.ndim for x in tensors))
    first = next((x for x in tensors if tuple(x.shape) != (0,)), tensors[0])
    for k, x in enumerate(tensors):
        for d, (n, m) in enumerate(zip(first.shape, x.shape, strict=False)):
            what = f"Expected size {n} but got size {m} for tensor number {k} in the list."
            alike = n == m or d == dim or x.ndim != first.ndim
            require(alike, f"Sizes of tensors must match except in dimension {dim}. {what}")
    return _cat(tensors, dim)


@moving(variadic=True, tensors=lambda g, tensors_shape, dim: [select(g, dim, k) for k in range(len(tensors_shape))])
def _stack(tensors, dim):
    return in_order(np.stack(tensors, axis=dim))


def stack(tensors, dim=0):
    """Tensors of one shape joined along a new dimension.

    >>> mg.stack([mg.tensor([1, 2]), mg.tensor([3, 4])], 1)
    tensor([[1, 3],
            [2, 4]])
    """
    tensors = tuple(tensors)
    require(tensors, "stack expects a non-empty TensorList")
    for k, x in enumerate(tensors):
        shapes = f"{list(tensors[0].shape)} at entry 0 and {list(x.shape)} at entry {k}"
        require(x.shape == tensors[0].shape, f"stack expects each tensor to be equal size, but got {shapes}")
    return _stack(tensors, wrapped(dim, tensors[0].ndim + 1))
