"""Copies and casts."""

from __future__ import annotations

import numpy as np

from .. import dtypes
from ..operation import operation

__all__ = ["cast", "clone", "kept_gradient", "to"]


@operation("clone", linear=True, self=lambda g: g)
def clone(self):
    """A copy in memory of its own, still in the graph."""
    return np.array(self, order="C")


@operation("to_copy", linear=True, self=lambda g: g)
def _to_copy(self, dtype):
    return self.astype(dtype)


@operation("copy_gradient", node="CopyBackwards", linear=True, self=lambda g: g)
def kept_gradient(self):
    """The copy of a recorded gradient that a leaf keeps."""
    return np.array(self)


def cast(x, dtype):
    """To a numpy element type; of arrays as of Tensors."""
    return x.astype(dtype) if isinstance(x, (np.ndarray, np.generic)) else _to_copy(x, dtype)


def to(self, dtype):
    """To another element type; the tensor itself when it has that already."""
    return self if dtypes.of(self._array) is dtype else _to_copy(self, dtype.numpy)
