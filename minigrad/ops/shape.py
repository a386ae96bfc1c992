"""Operations that give the same elements another shape: most of them are views."""

from __future__ import annotations

import numpy as np

from ..operation import operation

__all__ = ["expand", "getitem", "reshape", "t", "transpose", "unsqueeze", "view"]


@operation("view", linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def _view(self, shape):
    return np.reshape(self, shape, copy=False)


def sizes(shape: tuple) -> tuple:
    """`(2, 3)` from view(2, 3) as from view((2, 3))."""
    return tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape


def view(self, *shape):
    """The same memory in another shape."""
    return _view(self, sizes(shape))


@operation("transpose", linear=True, self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    """The same memory with two dimensions exchanged."""
    return np.swapaxes(self, dim0, dim1)


@operation("unsqueeze", linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def unsqueeze(self, dim):
    """The same memory with a dimension of size 1 put in."""
    return np.expand_dims(self, dim)


@operation("expand", linear=True, self=lambda g: g)
def expand(self, shape):
    """The same memory seen with repeated dimensions."""
    return np.broadcast_to(self, shape)


@operation("getitem", node="IndexBackward0", linear=True, self=lambda g, self_shape, index: _scatter(g, self_shape, index))
def getitem(self, index):
    """Part of a tensor."""
    return self[index]


@operation("scatter", linear=True, self=lambda g, index: getitem(g, index))
def _scatter(self, shape, index):
    out = np.zeros(shape, self.dtype)
    np.add.at(out, index, self)
    return out


def reshape(self, *shape):
    """Another shape; a view where that can be."""
    try:
        return _view(self, sizes(shape))
    except ValueError:
        from .memory import clone

        return _view(clone(self), sizes(shape))


def t(self):
    """The transpose of a matrix."""
    return transpose(self, 0, 1)


def unsqueeze_all(g, shape, dim, keepdim):
    """Put back, as size 1, the dimensions a reduction took out."""
    if keepdim:
        return g
    if dim is None:
        dim = range(len(shape))
    gone = {d % len(shape) for d in dim} if shape else set()
    return reshape(g, tuple(1 if k in gone else s for k, s in enumerate(shape)))
