"""Copies in another arrangement: repeated, rolled, padded, cut to a triangle, laid on a diagonal."""

import numpy as np

from ..declare import moving, operation
from ..errors import require
from .common import axes, in_order, sizes
from .parts import across, diagonal
from .reduce import sum
from .views import broadcast_to, reshape


def folded(g, self_shape, repeats):
    """The gradient of `repeat`: the sum over the copies."""
    shape = (1,) * (len(repeats) - len(self_shape)) + tuple(self_shape)
    pairs = [n for r, s in zip(repeats, shape, strict=True) for n in (r, s)]
    return reshape(sum(reshape(g, pairs), tuple(range(0, len(pairs), 2))) if pairs else g, tuple(self_shape))


@operation(np.tile, kind="own", linear=True, self=folded)
def _repeat(self, repeats):
    """The tensor so many times along each dimension."""


def repeat(self, *repeats):
    """The tensor so many times along each dimension, new dimensions in front.

    >>> mg.tensor([1.0, 2.0]).repeat(2, 2)
    tensor([[1., 2., 1., 2.],
            [1., 2., 1., 2.]])
    """
    require(repeats, 'repeat() missing 1 required positional arguments: "repeats"', TypeError)
    repeats = sizes(repeats)
    few = "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
    require(len(repeats) >= self.ndim, few)
    return _repeat(self, repeats)


def tile(self, *dims):
    """`repeat`, with missing numbers taken as 1.

    >>> mg.tile(mg.tensor([1, 2]), (2,))
    tensor([1, 2, 1, 2])
    """
    dims = sizes(dims)
    return _repeat(self, (1,) * (self.ndim - len(dims)) + dims)


@moving(self=lambda g, shifts, dims: _roll(g, tuple(-s for s in shifts), dims))
def _roll(self, shifts, dims):
    return in_order(np.roll(self, shifts, dims) if dims else np.roll(self, shifts[0]))


def roll(self, shifts, dims=None):
    """Elements moved along dimensions, those that fall off coming in at the other end; without dims, flattened.

    >>> mg.roll(mg.tensor([1, 2, 3]), 1)
    tensor([3, 1, 2])
    """
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    dims = () if dims is None else axes(dims, self.ndim)
    if len(dims) != len(shifts) and (dims or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    return _roll(self, shifts, dims)


@operation(kind="leading", linear=True, self=lambda g, diagonal: tril(g, diagonal))
def tril(self, diagonal=0):
    """The lower triangle of the last two dimensions, zeros above.

    >>> mg.tril(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 0.],
            [3., 4.]])
    """
    return in_order(np.tril(self, diagonal))


@operation(kind="leading", linear=True, self=lambda g, diagonal: triu(g, diagonal))
def triu(self, diagonal=0):
    """The upper triangle of the last two dimensions, zeros below.

    >>> mg.triu(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 2.],
            [0., 4.]])
    """
    return in_order(np.triu(self, diagonal))


def on_diagonal(g, self_shape):
    """The gradient of `trace`."""
    return across(broadcast_to(g, (min(self_shape),)), self_shape, 0, 0, 1)


@operation(kind="composed", linear=True, self=on_diagonal)
def trace(self):
    """The sum of a matrix's diagonal.

    >>> mg.trace(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(5.)
    """
    require(self.ndim == 2, f"trace: expected a matrix, but got tensor with dim {self.ndim}")
    return sum(diagonal(self), 0)


@operation(kind="composed", linear=True, self=lambda g, offset: diagonal(g, offset))
def _diag_embed(self, offset):
    return across(self, (self.shape[0] + abs(offset),) * 2, offset, 0, 1)


@operation(kind="along", node="DiagonalBackward0_copy", linear=True, self=across)
def _diagonal_copy(self, offset, dim1, dim2):
    return np.diagonal(self, offset, dim1, dim2).copy()


def diag(self, diagonal=0):
    """A vector as the diagonal of a matrix; a matrix's diagonal as a vector.

    >>> mg.diag(mg.tensor([1.0, 2.0]))
    tensor([[1., 0.],
            [0., 2.]])
    """
    require(self.ndim in (1, 2), f"diag(): Supports 1D or 2D tensors. Got {self.ndim}D")
    return _diag_embed(self, diagonal) if self.ndim == 1 else _diagonal_copy(self, diagonal, 0, 1)


def diagflat(self, offset=0):
    """All elements as the diagonal of a matrix.

    >>> mg.diagflat(mg.tensor([[1, 2]]))
    tensor([[1, 0],
            [0, 2]])
    """
    return _diag_embed(reshape(self, (-1,)), offset)


def inside(g, pad):
    """The gradient of `pad`: what lies within the border."""
    return _pad(g, tuple(-p for p in pad), 0)


@operation(kind="leading", node="ConstantPadNdBackward0", tangent=lambda t, pad: _pad(t, pad, 0), self=inside)
def _pad(self, pad, value):
    lead = self.ndim - len(pad) // 2
    pairs = [(0, 0)] * lead + [pad[k : k + 2] for k in range(len(pad) - 2, -1, -2)]
    inner = self[tuple(slice(max(0, -a), s - max(0, -b)) for (a, b), s in zip(pairs, self.shape, strict=True))]
    return np.pad(in_order(inner), [(max(0, a), max(0, b)) for a, b in pairs], constant_values=value)


def pad(self, pad, mode="constant", value=None):
    """A border of `value`, widths given in pairs from the last dimension on; a negative width cuts off.

    >>> mg.nn.functional.pad(mg.tensor([1.0, 2.0]), (1, 2))
    tensor([0., 1., 2., 0., 0.])
    """
    require(mode == "constant", f"pad: mode '{mode}' is not there, only 'constant'", NotImplementedError)
    if len(pad) % 2 or len(pad) // 2 > self.ndim:
        raise RuntimeError(f"Padding length must be divisible by 2 and at most twice the number of dimensions: {pad}")
    return _pad(self, tuple(pad), value or 0)
