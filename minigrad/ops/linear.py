"""Products of vectors and matrices."""

from __future__ import annotations

import numpy as np

from ..operation import operation
from .shape import transpose, unsqueeze

__all__ = ["dot", "matmul", "mm", "mv"]


@operation("mm", self=lambda g, mat2: mm(g, transpose(mat2, 0, 1)), mat2=lambda g, self: mm(transpose(self, 0, 1), g))
def mm(self, mat2):
    """The product of two matrices, (n, k) and (k, m) to (n, m)."""
    if self.ndim != 2 or mat2.ndim != 2 or self.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({'x'.join(map(str, self.shape))} and "
                           f"{'x'.join(map(str, mat2.shape))})")
    return self @ mat2


@operation("mv", self=lambda g, vec: unsqueeze(g, 1) * vec, vec=lambda g, self: mv(transpose(self, 0, 1), g))
def mv(self, vec):
    """A matrix times a vector, (n, k) and (k) to (n)."""
    return self @ vec


@operation("dot", self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self)
def dot(self, tensor):
    """The inner product of two vectors."""
    return np.dot(self, tensor)


def matmul(self, other):
    """The matrix product, with vectors as PyTorch takes them."""
    kinds = self.ndim, other.ndim
    if kinds == (2, 2):
        return mm(self, other)
    if kinds == (2, 1):
        return mv(self, other)
    if kinds == (1, 1):
        return dot(self, other)
    raise NotImplementedError(f"matmul of {kinds[0]} and {kinds[1]} dimensions")
