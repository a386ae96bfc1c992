"""Products of vectors and matrices."""

from __future__ import annotations

import math

import numpy as np

from .. import dtypes
from ..operation import operation
from ..tensor import Tensor, shared_counter
from .common import array_of
from .elementwise import mul
from .views import _unsafe_view, expand, reshape, squeeze, transpose, unsqueeze

__all__ = ["addmm", "baddbmm", "bmm", "dot", "inner", "matmul", "mm", "mv", "outer", "vdot"]


def same_type(name: str, *tensors) -> None:
    """RuntimeError unless all have one element type: products do not promote."""
    kinds = {x.dtype for x in tensors}
    if len(kinds) > 1:
        names = [dtypes.of(x).long_name.lower() for x in tensors]
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {' != '.join(names)}; {name} does not "
            "promote, convert one of them with .to()"
        )


def by(shape) -> str:
    return "x".join(map(str, shape))


def need(name: str, which: str, x, ndim: int) -> None:
    """RuntimeError unless x has so many dimensions."""
    if x.ndim != ndim:
        raise RuntimeError(
            f"{which} must be a {'matrix' if ndim == 2 else f'{ndim}D tensor'}: {name} got a shape of {list(x.shape)}"
        )


# --- each with the derivative of a product: the other factor, transposed ---


@operation("mm", self=lambda g, mat2: g @ mat2.T, mat2=lambda g, self: self.T @ g)
def mm(self, mat2):
    """The product of two matrices, (n, k) and (k, m) to (n, m). RuntimeError for other shapes or mixed types.

    >>> import minigrad as mg
    >>> mg.mm(mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0], [4.0]]))
    tensor([[11.]])
    """
    if self.ndim != 2 or mat2.ndim != 2:
        need("mm", "self", self, 2)
        need("mm", "mat2", mat2, 2)
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({by(self.shape)} and {by(mat2.shape)}): the "
            "second size of the one must be the first of the other"
        )
    if self.dtype is not mat2.dtype:
        same_type("mm", self, mat2)
    return self @ mat2


@operation(
    "bmm", self=lambda g, mat2: bmm(g, transpose(mat2, 1, 2)), mat2=lambda g, self: bmm(transpose(self, 1, 2), g)
)
def bmm(self, mat2):
    """The products of as many pairs of matrices, (b, n, k) and (b, k, m) to (b, n, m).

    >>> import minigrad as mg
    >>> mg.bmm(mg.ones(2, 1, 3), mg.ones(2, 3, 4)).shape
    torch.Size([2, 1, 4])
    """
    need("bmm", "batch1", self, 3)
    need("bmm", "batch2", mat2, 3)
    if self.shape[0] != mat2.shape[0] or self.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{self.shape[0]}, "
            f"{self.shape[2]}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    same_type("bmm", self, mat2)
    return np.matmul(self, mat2)


@operation("mv", self=lambda g, vec: unsqueeze(g, 1) * vec, vec=lambda g, self: mv(transpose(self, 0, 1), g))
def mv(self, vec):
    """A matrix times a vector, (n, k) and (k) to (n).

    >>> import minigrad as mg
    >>> mg.mv(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([1.0, 10.0]))
    tensor([21., 43.])
    """
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({by(self.shape)}), vec ({vec.shape[0]})")
    same_type("mv", self, vec)
    return self @ vec


@operation("dot", self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self)
def dot(self, tensor):
    """The inner product of two vectors, (n) and (n) to ().

    >>> import minigrad as mg
    >>> mg.dot(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    tensor(11.)
    """
    if self.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    if self.dtype != tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{dtypes.of(self).long_name} and {dtypes.of(tensor).long_name}"
        )
    if self.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{self.shape[0]}] and src [{tensor.shape[0]}] "
            f"to have the same number of elements, but got {self.shape[0]} and {tensor.shape[0]}"
        )
    return np.dot(self, tensor)


@operation(
    "addmm",
    self=lambda g, beta: times(g, beta),
    mat1=lambda g, mat2, alpha: times(mm(g, transpose(mat2, 0, 1)), alpha),
    mat2=lambda g, mat1, alpha: times(mm(transpose(mat1, 0, 1), g), alpha),
)
def _addmm(self, mat1, mat2, beta, alpha):
    same_type("addmm", self, mat1, mat2)
    return times(self, beta) + times(mm(mat1, mat2), alpha)


@operation(
    "baddbmm",
    self=lambda g, beta: times(g, beta),
    batch1=lambda g, batch2, alpha: times(bmm(g, transpose(batch2, 1, 2)), alpha),
    batch2=lambda g, batch1, alpha: times(bmm(transpose(batch1, 1, 2), g), alpha),
)
def _baddbmm(self, batch1, batch2, beta, alpha):
    same_type("baddbmm", self, batch1, batch2)
    return times(self, beta) + times(bmm(batch1, batch2), alpha)


def times(x, factor):
    return x if factor == 1 else x * factor


def addmm(self, mat1, mat2, *, beta=1, alpha=1):
    """`beta * self + alpha * (mat1 @ mat2)`; self broadcasts to (n, m).

    >>> import minigrad as mg
    >>> mg.addmm(mg.tensor([10.0]), mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0], [4.0]]))
    tensor([[21.]])
    """
    return _addmm(self, mat1, mat2, beta, alpha)


def baddbmm(self, batch1, batch2, *, beta=1, alpha=1):
    """`beta * self + alpha * (batch1 @ batch2)`, matrix by matrix; self broadcasts to (b, n, m).

    >>> import minigrad as mg
    >>> mg.baddbmm(mg.zeros(1), mg.ones(2, 1, 3), mg.ones(2, 3, 1)).shape
    torch.Size([2, 1, 1])
    """
    return _baddbmm(self, batch1, batch2, beta, alpha)


# --- in terms of those ---


def outer(self, vec2):
    """All products of an element of one vector and one of the other, (n) and (m) to (n, m).

    >>> import minigrad as mg
    >>> mg.outer(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    if self.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer: Expected 1-D argument self and vec2, but got {self.ndim}-D and {vec2.ndim}-D")
    return mul(reshape(self, (-1, 1)), vec2)


def inner(self, other):
    """The sum of products along the last dimension of both.

    >>> import minigrad as mg
    >>> mg.inner(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    tensor(11.)
    """
    if self.ndim == 0 or other.ndim == 0:
        return mul(self, other)
    return squeeze(matmul(self, transpose(other, -2, -1))) if other.ndim > 1 else matmul(self, other)


vdot = dot


def matmul(self, other):
    """The matrix product, `@`. A vector counts as a row on the left and a column on the right; further dimensions in
    front broadcast.

    >>> import minigrad as mg
    >>> (mg.ones(2, 3) @ mg.ones(3)).shape, (mg.ones(5, 2, 3) @ mg.ones(3, 4)).shape
    (torch.Size([2]), torch.Size([5, 2, 4]))
    """
    if type(self) is type(other) is Tensor and self._array.ndim == other._array.ndim == 2:
        return mm(self, other)
    if not hasattr(other, "ndim"):
        return NotImplemented
    kinds = array_of(self).ndim, array_of(other).ndim
    if 0 in kinds:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {kinds[0]}D and {kinds[1]}D")
    if kinds == (2, 2):
        return mm(self, other)
    if kinds == (1, 1):
        return dot(self, other)
    if kinds == (2, 1):
        return mv(self, other)
    if kinds == (1, 2):
        return without_row(mm(unsqueeze(self, 0), other))
    return batched(self, other)


@operation("squeeze_row", node="SqueezeBackward4", linear=True, self=lambda g: unsqueeze(g, 0))
def _without_row(self):
    return self[0]


def without_row(product):
    """The only row of a matrix; PyTorch squeezes in place here, which counts as a write."""
    row = _without_row(product)
    if isinstance(row, Tensor):
        shared_counter(row).increase("squeeze_")
    return row


def batched(self, other):
    """matmul where one has three dimensions or more."""
    a, b = tuple(self.shape), tuple(other.shape)
    if other.ndim <= 2:  # the batch is one tall matrix
        tall = reshape(self, (-1, a[-1]))
        return _unsafe_view(mm(tall, other) if other.ndim == 2 else mv(tall, other), (*a[:-1], *b[1:]))
    if self.ndim == 1:
        return batched(transpose(other, -2, -1), self)
    if a[-1] != b[-2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{math.prod(b[:-2])}, "
            f"{a[-1]}] but got: [{math.prod(b[:-2])}, {b[-2]}]."
        )
    try:
        lead = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError:
        raise RuntimeError(
            f"The size of tensor a ({a[0]}) must match the size of tensor b ({b[0]}) at non-singleton "
            "dimension 0: the dimensions in front of the matrices have to broadcast"
        ) from None
    left = reshape(expand(self, (*lead, *a[-2:])), (-1, *a[-2:]))
    right = reshape(expand(other, (*lead, *b[-2:])), (-1, *b[-2:]))
    return _unsafe_view(bmm(left, right), (*lead, a[-2], b[-1]))
