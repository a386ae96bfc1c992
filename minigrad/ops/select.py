"""Elements picked and placed by index tensors and masks, along a dimension.

Reading and writing come in pairs, each the other's derivative: `gather` and `scatter_add`, `index_select` and
`index_add`. `indexing.index_backward` takes what was read back to where it was.
"""

import numpy as np

from .. import dtypes
from ..declare import moving, operation
from ..errors import require
from ..tensor import look, wrap
from .common import array_of, at, broadcast_shape, everything, in_order, kind_of, name_of, wrapped
from .indexing import _index, grid, index_backward, within
from .parts import placed
from .views import broadcast_to, reshape

# --- gather and scatter: an index for each element ---


def places(name: str, self, dim: int, index) -> tuple:
    """Where an index tensor points, for numpy. RuntimeError when it cannot index `self` along `dim`."""
    index, dim = np.asarray(array_of(index)), wrapped(dim, self.ndim)
    require(index.dtype.kind in "iu", f"{name}(): Expected dtype int32/int64 for index, but got {dtypes.of(index)}")
    both = f"{name} got {index.ndim} and {self.ndim}"
    fits = index.ndim == self.ndim or not index.size or not self.ndim
    require(fits, f"Index tensor must have the same number of dimensions as input tensor: {both}")
    within(index, 0, self.shape[dim] if self.ndim else 1, dim)
    return grid(index, dim) if self.ndim else ()


@moving(kind="along", self=lambda g, dim, index: gather(g, dim, index))
def gather_backward(self, shape, dim, index):
    """Zeros of `shape` to which `self` is added where `index` points along `dim`: the transpose of `gather`."""
    out = np.zeros(shape, self.dtype)
    where, values = (grid(np.asarray(index), dim), self) if shape else ((), self.sum())
    np.add.at(out, where, values)
    return out


@moving(kind="along", self=lambda g, self_shape, dim, index: gather_backward(g, self_shape, dim, index))
def gather(self, dim, index):
    """result[i, j] = self[index[i, j], j] for dim 0, and so on: the shape of `index`.

    RuntimeError for an index out of range.

    >>> mg.gather(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1, mg.tensor([[1], [0]]))
    tensor([[2.],
            [3.]])
    """
    found = self[places("gather", self, dim, index)]
    return in_order(found) if self.ndim else np.broadcast_to(found, index.shape).copy()


def corner(x, shape):
    """The first corner of `x`: of a source that is larger than its index, the part that is used."""
    return x[tuple(map(slice, shape))]


def used(g, src_shape, dim, index):
    """The gradient of a source that was scattered."""
    g = gather(g, dim, index)
    return g if tuple(g.shape) == tuple(src_shape) else placed(g, src_shape, corner, (tuple(g.shape),))


def target(name: str, self, dim, index, src):
    """A copy to write to, where to write, and what."""
    both = f"{dtypes.of(self)} and {dtypes.of(src)}"
    require(src.dtype == self.dtype, f"scatter(): Expected self.dtype to be equal to src.dtype, not {both}")
    return np.array(self, order="C"), places(name, self, dim, index), corner(src, index.shape)


@moving(kind="along", self=lambda g: g, src=used)
def scatter_add(self, dim, index, src):
    """A copy of `self` to which src[i, j] is added at [index[i, j], j], and so on.

    >>> mg.scatter_add(mg.zeros(3), 0, mg.tensor([2, 2]), mg.tensor([1.0, 2.0]))
    tensor([0., 0., 3.])
    """
    out, where, values = target("scatter_add", self, dim, index, src)
    np.add.at(out, where, values)
    return out


def emptied(g, dim, index):
    """What is left of elements over which others are put; of their tangents too."""
    return scatter(g, dim, index, 0)


@moving(kind="along", number="ScatterBackward1", tangent=emptied, self=emptied, src=used)
def scatter(self, dim, index, src):
    """A copy of `self` with src[i, j], or a number, put at [index[i, j], j], and so on.

    >>> mg.scatter(mg.zeros(3), 0, mg.tensor([2, 0]), mg.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    if not isinstance(src, np.ndarray):
        src = np.broadcast_to(np.asarray(src, self.dtype), index.shape)
    out, where, values = target("scatter", self, dim, index, src)
    out[where] = values
    return out


def take_along_dim(self, indices, dim=None):
    """`gather` with shapes that broadcast; without dim, on the flattened tensor.

    >>> mg.take_along_dim(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([[1], [0]]), 1)
    tensor([[2.],
            [3.]])
    """
    if dim is None:
        return gather(reshape(self, (-1,)), 0, reshape(indices, (-1,)))
    dim = wrapped(dim, self.ndim)
    both = f"the same number of dimensions, but got {self.ndim} and {indices.ndim}"
    require(self.ndim == indices.ndim, f"torch.take_along_dim(): input and indices should have {both}")
    shape = broadcast_shape(*[array_of(x)[at(dim, slice(0, 1))] for x in (self, indices)])
    full = [(*shape[:dim], x.shape[dim], *shape[dim + 1 :]) for x in (self, indices)]
    return gather(broadcast_to(self, full[0]), dim, broadcast_to(indices, full[1]))


# --- index_select and index_add: an index for each slice ---


def slices(self, dim, index, error=IndexError) -> tuple:
    """Which slices an index tensor names."""
    numbers, dim = everything(index), wrapped(dim, self.ndim)
    require(index.ndim <= 1, "index_select(): Index is supposed to be a vector", IndexError)
    wrong = f"index_select(): Expected dtype int32 or int64 for index, not {dtypes.of(numbers)}"
    require(numbers.dtype.kind in "iu", wrong)
    start = "index out of range in self: " * (error is IndexError)
    within(numbers, 0, self.shape[dim] if self.ndim else 1, dim, error, start)
    return at(dim, index.reshape(-1)) if self.ndim else ()


def slices_from(g, self_shape, dim, index):
    """The gradient of `index_select`."""
    return index_backward(g, self_shape, at(wrapped(dim, len(self_shape)), index)) if self_shape else g


@operation(kind="composed", linear=True, self=slices_from)
def index_select(self, dim, index):
    """The slices along `dim` that `index` names, in its order.

    >>> mg.index_select(mg.tensor([1.0, 2.0, 3.0]), 0, mg.tensor([2, 0]))
    tensor([3., 1.])
    """
    return _index(self, slices(self, dim, index))


@moving(self=lambda g: g, source=lambda g, dim, index, alpha: index_select(g, dim, index) * alpha)
def index_add(self, dim, index, source, alpha=1):
    """A copy of `self` to whose slices `index` names, `alpha` times the slices of `source` are added.

    >>> mg.index_add(mg.zeros(3), 0, mg.tensor([2, 0, 2]), mg.tensor([1.0, 2.0, 3.0]))
    tensor([2., 0., 4.])
    """
    out, where, dim = np.array(self, order="C"), slices(self, dim, index, RuntimeError), wrapped(dim, self.ndim)
    both = f"self ({name_of(self)}) and source ({name_of(source)})"
    require(self.dtype == source.dtype, f"index_add_(): {both} must have the same scalar type")
    size = source.shape[dim] if source.ndim else 1
    wrong = f"Number of indices ({index.size}) should be equal to source.size(dim): ({size}), for dim: {dim}"
    require(index.size == size, f"index_add_(): {wrong}")
    both = f"Got self.shape = {list(self.shape)} source.shape = {list(source.shape)}"
    fits = not self.ndim or (*self.shape[:dim], size, *self.shape[dim + 1 :]) == source.shape
    require(fits, f"source tensor shape must match self tensor shape, excluding the specified dimension. {both}")
    np.add.at(out, where, source * alpha)
    return out


# --- masks ---


@operation(kind="composed", linear=True, self=lambda g, self, mask: masked_from(g, tuple(self.shape), mask))
def _masked_select(self, mask):
    require(kind_of(mask) == "b", "masked_select: expected BoolTensor for mask")
    full = broadcast_shape(self, mask)
    return _index(broadcast_to(self, full), (np.broadcast_to(array_of(mask), full),))


def masked_select(self, mask):
    """The elements where the mask is true, in one dimension.

    >>> mg.masked_select(mg.tensor([1.0, 2.0]), mg.tensor([False, True]))
    tensor([2.])
    """
    look(mask, "nonzero")
    return _masked_select(self, mask)


def masked_from(g, self_shape, mask):
    """The gradient of `masked_select`."""
    full = np.broadcast_shapes(self_shape, tuple(mask.shape))
    return index_backward(g, full, (np.broadcast_to(array_of(mask), full),))


def nonzero(self, *, as_tuple=False):
    """The indices of the elements that are not 0: a row for each, or a tensor for each dimension.

    >>> mg.nonzero(mg.tensor([0, 3, 2]))
    tensor([[1],
            [2]])
    """
    look(self, "nonzero")
    found = np.nonzero(array_of(self)) if self.ndim else (np.zeros(int(array_of(self) != 0), "i8"),)
    return tuple(map(wrap, found)) if as_tuple else wrap(np.stack(found, 1)[:, : self.ndim])
