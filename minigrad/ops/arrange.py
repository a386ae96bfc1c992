"""Copies in another arrangement: repeated, rolled, padded, cut to a triangle, laid on a diagonal."""

from __future__ import annotations

import numpy as np

from ..operation import operation
from .common import axes, in_order
from .reduce import sum
from .views import broadcast_to, diagonal, diagonal_backward, expand, reshape

__all__ = [
    "diag",
    "diag_embed",
    "meshgrid",
    "pad",
    "repeat",
    "repeat_interleave",
    "roll",
    "tile",
    "trace",
    "tril",
    "triu",
]


@operation("repeat", linear=True, self=lambda g, self_shape, repeats: fold(g, self_shape, repeats))
def _repeat(self, repeats):
    return np.tile(self, repeats)


def fold(g, shape, repeats):
    """The sum over the repetitions: every copy's gradient."""
    lead = len(repeats) - len(shape)
    sizes = [n for r, s in zip(repeats, (1,) * lead + tuple(shape), strict=True) for n in (r, s)]
    return reshape(sum(reshape(g, sizes), tuple(range(0, len(sizes), 2))) if sizes else g, tuple(shape))


def repeat(self, *repeats):
    """The tensor so many times along each dimension, new dimensions in front.

    >>> import minigrad as mg
    >>> mg.tensor([1.0, 2.0]).repeat(2, 2)
    tensor([[1., 2., 1., 2.],
            [1., 2., 1., 2.]])
    """
    if not repeats:
        raise TypeError('repeat() missing 1 required positional arguments: "repeats"')
    repeats = tuple(repeats[0]) if len(repeats) == 1 and isinstance(repeats[0], (tuple, list)) else repeats
    if len(repeats) < self.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return _repeat(self, repeats)


def tile(self, *dims):
    """`repeat`, with missing numbers taken as 1.

    >>> import minigrad as mg
    >>> mg.tile(mg.tensor([1, 2]), (2,))
    tensor([1, 2, 1, 2])
    """
    dims = tuple(dims[0]) if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return _repeat(self, (1,) * (self.ndim - len(dims)) + dims)


def repeat_interleave(self, repeats, dim=None):
    """Each element, or slice, so many times in a row.

    >>> import minigrad as mg
    >>> mg.repeat_interleave(mg.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    """
    from .select import index_select

    if dim is None:
        self, dim = reshape(self, (-1,)), 0
    from ..tensor import wrap

    return index_select(self, dim, wrap(np.repeat(np.arange(self.shape[dim]), np.asarray(repeats))))


@operation("roll", linear=True, self=lambda g, shifts, dims: _roll(g, tuple(-s for s in shifts), dims))
def _roll(self, shifts, dims):
    return in_order(np.roll(self, shifts, dims) if dims else np.roll(self, shifts[0]))


def roll(self, shifts, dims=None):
    """Elements moved along dimensions, those that fall off coming in at the other end; without dims, flattened.

    >>> import minigrad as mg
    >>> mg.roll(mg.tensor([1, 2, 3]), 1)
    tensor([3, 1, 2])
    """
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    given = 0 if dims is None else 1 if isinstance(dims, int) else len(dims)
    if given != len(shifts) and (given or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{given}")
    return _roll(self, shifts, () if dims is None else axes(dims, self.ndim))


@operation("tril", linear=True, self=lambda g, diagonal: tril(g, diagonal))
def tril(self, diagonal=0):
    """The lower triangle of the last two dimensions, zeros above.

    >>> import minigrad as mg
    >>> mg.tril(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 0.],
            [3., 4.]])
    """
    return in_order(np.tril(self, diagonal))


@operation("triu", linear=True, self=lambda g, diagonal: triu(g, diagonal))
def triu(self, diagonal=0):
    """The upper triangle of the last two dimensions, zeros below.

    >>> import minigrad as mg
    >>> mg.triu(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 2.],
            [0., 4.]])
    """
    return in_order(np.triu(self, diagonal))


@operation(
    "trace",
    linear=True,
    self=lambda g, self_shape: diagonal_backward(broadcast_to(g, (min(self_shape),)), self_shape, 0, 0, 1),
)
def trace(self):
    """The sum of a matrix's diagonal.

    >>> import minigrad as mg
    >>> mg.trace(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(5.)
    """
    if self.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.ndim}")
    return np.trace(self)


@operation("diag_embed", linear=True, self=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diag_embed(self, offset=0, dim1=-2, dim2=-1):
    """Matrices of zeros with the last dimension on their diagonals.

    >>> import minigrad as mg
    >>> mg.diag_embed(mg.tensor([1.0, 2.0]))
    tensor([[1., 0.],
            [0., 2.]])
    """
    n = self.shape[-1] + abs(offset)
    shape = list(self.shape[:-1])
    for d in sorted((dim1 % (self.ndim + 1), dim2 % (self.ndim + 1))):
        shape.insert(d, n)
    return diagonal_backward.operation.forward(self, tuple(shape), offset, dim1, dim2)


@operation(
    "diagonal_copy",
    node="DiagonalBackward0_copy",
    linear=True,
    self=lambda g, self_shape, offset, dim1, dim2: diagonal_backward(g, self_shape, offset, dim1, dim2),
)
def _diagonal_copy(self, offset, dim1, dim2):
    return np.diagonal(self, offset, dim1, dim2).copy()


def diag(self, diagonal=0):
    """A vector as the diagonal of a matrix; a matrix's diagonal as a vector.

    >>> import minigrad as mg
    >>> mg.diag(mg.tensor([1.0, 2.0]))
    tensor([[1., 0.],
            [0., 2.]])
    """
    if self.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.ndim}D")
    return diag_embed(self, diagonal) if self.ndim == 1 else _diagonal_copy(self, diagonal, 0, 1)


@operation("pad_value", node="ConstantPadNdBackward0", self=lambda g, pad: _pad(g, tuple(-p for p in pad)))
def _pad_value(self, pad, value):
    lead = self.ndim - len(pad) // 2
    pairs = [(0, 0)] * lead + [pad[k : k + 2] for k in range(len(pad) - 2, -1, -2)]
    inner = self[tuple(slice(max(0, -a), s - max(0, -b)) for (a, b), s in zip(pairs, self.shape, strict=True))]
    return np.pad(in_order(inner), [(max(0, a), max(0, b)) for a, b in pairs], constant_values=value)


@operation("constant_pad_nd", linear=True, self=lambda g, pad: _pad(g, tuple(-p for p in pad)))
def _pad(self, pad):
    return _pad_value(self, pad, 0)


def pad(self, pad, mode="constant", value=None):
    """A border of `value`, widths given in pairs from the last dimension on; a negative width cuts off.

    >>> import minigrad as mg
    >>> mg.nn.functional.pad(mg.tensor([1.0, 2.0]), (1, 2))
    tensor([0., 1., 2., 0., 0.])
    """
    if mode != "constant":
        raise NotImplementedError(f"pad: mode '{mode}' is not there, only 'constant'")
    if len(pad) % 2 or len(pad) // 2 > self.ndim:
        raise RuntimeError(f"Padding length must be divisible by 2 and at most twice the number of dimensions: {pad}")
    return _pad_value(self, tuple(pad), value) if value else _pad(self, tuple(pad))


def meshgrid(*tensors, indexing="ij"):
    """Vectors as the coordinates of a grid, a tensor of its shape for each.

    >>> import minigrad as mg
    >>> mg.meshgrid(mg.tensor([1, 2]), mg.tensor([3, 4]), indexing="ij")[1]
    tensor([[3, 4],
            [3, 4]])
    """
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    shape = tuple(t.shape[0] for t in tensors)
    sides = [reshape(t, [-1 if k == i else 1 for k in range(len(shape))]) for i, t in enumerate(tensors)]
    return tuple(expand(t, shape) for t in sides)
