"""Elements picked and placed by index tensors and masks.

Reading and writing come in pairs, each the other's derivative: `gather` and `scatter_add`, `index_select` and
`index_add`, `masked_select` and its inverse.
"""

from __future__ import annotations

import numpy as np

from .. import dtypes
from ..operation import operation
from ..tensor import look, wrap
from .common import array_of, broadcast_shape, in_order, like
from .views import broadcast_to, reshape, wrapped, zeros_for

__all__ = [
    "gather",
    "index_add",
    "index_select",
    "masked_select",
    "nonzero",
    "scatter",
    "scatter_add",
    "take",
    "take_along_dim",
]


def grid(index: np.ndarray, dim: int) -> tuple:
    """The index of every element of `index` in a tensor: its own place, except along `dim`, where `index` says."""
    places = list(np.indices(index.shape, sparse=True))
    if places:
        places[dim] = index
    return tuple(places)


def checked(name: str, index, dim: int, shape) -> np.ndarray:
    """The array of an index tensor; RuntimeError or IndexError when it cannot index `shape` along `dim`."""
    index = np.asarray(array_of(index))
    if index.dtype.kind not in "iu":
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index, but got {dtypes.of(index)}")
    if index.ndim != len(shape) and index.size and len(shape):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as input tensor: {name} got "
            f"{index.ndim} and {len(shape)}"
        )
    size = shape[dim] if shape else 1
    if index.size and (index.min() < 0 or index.max() >= size):
        wrong = index[(index < 0) | (index >= size)].flat[0]
        raise RuntimeError(f"index {wrong} is out of bounds for dimension {dim} with size {size}")
    return index


def same_type(name: str, x, src) -> None:
    """RuntimeError unless both are of one type: these do not promote."""
    if x.dtype != src.dtype:
        raise RuntimeError(
            f"{name}(): Expected self.dtype to be equal to src.dtype, not {dtypes.of(x)} and {dtypes.of(src)}"
        )


# --- gather and scatter: an index for each element ---


@operation(
    "gather", linear=True, self=lambda g, self_shape, dim, index: scatter_add(zeros_for(g, self_shape), dim, index, g)
)
def _gather(self, dim, index):
    index = checked("gather", index, dim, self.shape)
    return in_order(self[grid(index, dim)]) if self.ndim else np.broadcast_to(self, index.shape).copy()


def gather(self, dim, index, *, sparse_grad=False):
    """result[i, j] = self[index[i, j], j] for dim 0, and so on: the shape of `index`.

    RuntimeError for an index out of range.

    >>> import minigrad as mg
    >>> mg.gather(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1, mg.tensor([[1], [0]]))
    tensor([[2.],
            [3.]])
    """
    return _gather(self, wrapped(dim, self.ndim), index)


@operation(
    "scatter_add",
    linear=True,
    self=lambda g: g,
    src=lambda g, src_shape, dim, index: cut_to(gather(g, dim, index), src_shape),
)
def _scatter_add(self, dim, index, src):
    index = checked("scatter_add", index, dim, self.shape)
    same_type("scatter", self, src)
    out = np.array(self, order="C")
    np.add.at(out, grid(index, dim) if self.ndim else (), src[tuple(map(slice, index.shape))])
    return out


def cut_to(g, shape):
    """A gradient for the part of `src` that was used, with zeros for the rest."""
    return g if tuple(g.shape) == tuple(shape) else pad_to(g, shape)


@operation("pad_to", linear=True, self=lambda g, self_shape: corner(g, self_shape))
def pad_to(self, shape):
    """Zeros of `shape`, with `self` in the first corner."""
    out = np.zeros(shape, self.dtype)
    out[tuple(map(slice, self.shape))] = self
    return out


@operation("corner", linear=True, self=lambda g, self_shape: pad_to(g, self_shape))
def corner(self, shape):
    """The first corner of `shape`."""
    return self[tuple(map(slice, shape))]


def scatter_add(self, dim, index, src):
    """A copy of `self` to which src[i, j] is added at [index[i, j], j], and so on.

    >>> import minigrad as mg
    >>> mg.scatter_add(mg.zeros(3), 0, mg.tensor([2, 2]), mg.tensor([1.0, 2.0]))
    tensor([0., 0., 3.])
    """
    return _scatter_add(self, wrapped(dim, self.ndim), index, src)


@operation(
    "scatter",
    linear=True,
    self=lambda g, dim, index: scatter(g, dim, index, 0),
    src=lambda g, src_shape, dim, index: cut_to(gather(g, dim, index), src_shape),
)
def _scatter(self, dim, index, src):
    index = checked("scatter", index, dim, self.shape)
    same_type("scatter", self, src)
    out = np.array(self, order="C")
    out[grid(index, dim) if self.ndim else ()] = src[tuple(map(slice, index.shape))]
    return out


@operation("scatter_value", node="ScatterBackward1", self=lambda g, dim, index: scatter(g, dim, index, 0))
def _scatter_value(self, dim, index, value):
    out = np.array(self, order="C")
    out[grid(checked("scatter", index, dim, self.shape), dim) if self.ndim else ()] = value
    return out


def scatter(self, dim, index, src=None, *, value=None):
    """A copy of `self` with src[i, j], or a number, put at [index[i, j], j], and so on.

    >>> import minigrad as mg
    >>> mg.scatter(mg.zeros(3), 0, mg.tensor([2, 0]), mg.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    dim, src = wrapped(dim, self.ndim), value if src is None else src
    return (_scatter_value if isinstance(src, (int, float)) else _scatter)(self, dim, index, src)


def take_along_dim(self, indices, dim=None):
    """`gather` with shapes that broadcast; without dim, on the flattened tensor.

    >>> import minigrad as mg
    >>> mg.take_along_dim(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([[1], [0]]), 1)
    tensor([[2.],
            [3.]])
    """
    if dim is None:
        return gather(reshape(self, (-1,)), 0, reshape(indices, (-1,)))
    dim = wrapped(dim, self.ndim)
    if self.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but "
            f"got {self.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    shape = broadcast_shape(
        *[np.broadcast_to(0, [1 if k == dim else s for k, s in enumerate(x.shape)]) for x in (self, indices)]
    )
    full = [(*shape[:dim], x.shape[dim], *shape[dim + 1 :]) for x in (self, indices)]
    return gather(broadcast_to(self, full[0]), dim, like(indices, np.broadcast_to(array_of(indices), full[1])))


@operation("take", linear=True, self=lambda g, self_shape, index: put_flat(g, self_shape, index))
def take(self, index):
    """The elements at these places of the flattened tensor, in the shape of `index`.

    >>> import minigrad as mg
    >>> mg.take(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([3, 0]))
    tensor([4., 1.])
    """
    return in_order(self.reshape(-1)[index])


@operation("put_flat", linear=True, self=lambda g, index: take(g, index))
def put_flat(self, shape, index):
    """Zeros of `shape` with `self` added at places of the flattened tensor: the transpose of `take`."""
    out = np.zeros(shape, self.dtype)
    np.add.at(out.reshape(-1), index, self)
    return out


# --- index_select and index_add: an index for each slice ---


@operation(
    "index_select",
    linear=True,
    self=lambda g, self_shape, dim, index: index_add(zeros_for(g, self_shape), dim, index, g),
)
def _index_select(self, dim, index):
    return np.take(self, inside(index, self.shape[dim] if self.ndim else 1), axis=dim if self.ndim else None)


def inside(index, size: int, error=IndexError, dim: int = 0):
    """An index tensor's array, at most one-dimensional and within range."""
    index = np.asarray(array_of(index))
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype.kind not in "iu":
        raise RuntimeError(f"index_select(): Expected dtype int32 or int64 for index, not {dtypes.of(index)}")
    if index.size and (index.min() < 0 or index.max() >= size):
        wrong = index[(index < 0) | (index >= size)].flat[0]
        raise error(
            "index out of range in self: " * (error is IndexError)
            + f"index {wrong} is out of bounds for dimension {dim} with size {size}"
        )
    return index.reshape(-1)


def index_select(self, dim, index):
    """The slices along `dim` that `index` names, in its order.

    >>> import minigrad as mg
    >>> mg.index_select(mg.tensor([1.0, 2.0, 3.0]), 0, mg.tensor([2, 0]))
    tensor([3., 1.])
    """
    return _index_select(self, wrapped(dim, self.ndim), index)


@operation(
    "index_add",
    linear=True,
    self=lambda g: g,
    source=lambda g, dim, index, alpha: scaled(index_select(g, dim, index), alpha),
)
def _index_add(self, dim, index, source, alpha):
    out = np.array(self, order="C")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({dtypes.of(self).long_name}) and source "
            f"({dtypes.of(source).long_name}) must have the same scalar type"
        )
    index = inside(index, self.shape[dim] if self.ndim else 1, RuntimeError, dim)
    if index.size != (source.shape[dim] if source.ndim else 1):
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): "
            f"({source.shape[dim]}), for dim: {dim}"
        )
    if self.ndim and (*self.shape[:dim], *self.shape[dim + 1 :]) != (*source.shape[:dim], *source.shape[dim + 1 :]):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
            f"self.shape = {list(self.shape)} source.shape = {list(source.shape)}"
        )
    if self.ndim:
        np.add.at(np.moveaxis(out, dim, 0), index, np.moveaxis(source * alpha, dim, 0))
        return out
    return out + np.add.reduce(source * alpha, axis=None)


def scaled(g, alpha):
    return g if alpha == 1 else g * alpha


def index_add(self, dim, index, source, *, alpha=1):
    """A copy of `self` to whose slices `index` names, the slices of `source` are added.

    >>> import minigrad as mg
    >>> mg.index_add(mg.zeros(3), 0, mg.tensor([2, 0, 2]), mg.tensor([1.0, 2.0, 3.0]))
    tensor([2., 0., 4.])
    """
    return _index_add(self, wrapped(dim, self.ndim), index, source, alpha)


# --- masks ---


@operation("masked_select", linear=True, self=lambda g, self_shape, mask: masked_put(g, self_shape, mask))
def _masked_select(self, mask):
    return np.broadcast_to(self, np.broadcast_shapes(self.shape, mask.shape))[
        np.broadcast_to(mask, np.broadcast_shapes(self.shape, mask.shape))
    ]


def masked_select(self, mask):
    """The elements where the mask is true, in one dimension.

    >>> import minigrad as mg
    >>> mg.masked_select(mg.tensor([1.0, 2.0]), mg.tensor([False, True]))
    tensor([2.])
    """
    if array_of(mask).dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    look(mask, "nonzero")
    return _masked_select(self, mask)


@operation("masked_put", linear=True, self=lambda g, mask: masked_select(g, like(g, array_of(mask))))
def masked_put(self, shape, mask):
    """Zeros with `self` where the mask is true: the transpose of `masked_select`."""
    full = np.broadcast_shapes(shape, mask.shape)
    out = np.zeros(full, self.dtype)
    out[np.broadcast_to(mask, full)] = self
    return out


def nonzero(self, *, as_tuple=False):
    """The indices of the elements that are not 0: a row for each, or a tensor for each dimension.

    >>> import minigrad as mg
    >>> mg.nonzero(mg.tensor([0, 3, 2]))
    tensor([[1],
            [2]])
    """
    look(self, "nonzero")
    places = np.nonzero(array_of(self)) if self.ndim else (np.zeros(int(array_of(self) != 0), "i8"),)
    return tuple(map(wrap, places)) if as_tuple else wrap(np.stack(places, 1)[:, : self.ndim])
