"""x[...] and x[...] = value.

An index is worked through from left to right as PyTorch does it: integers, slices and None give views, one after the
other; what then remains, lists and tensors, gives a copy, in one step.
"""

import numpy as np

from ..declare import moving
from ..errors import require
from ..inplace import write
from ..tensor import Tensor, batched, look, wrap
from .common import array_of, everything, in_order, is_number
from .memory import copy_, fill_
from .parts import select, slice_
from .views import alias, broadcast_to, reshape, unsqueeze, view

# --- arrays as indices ---


def arrays_of(index):
    """An index as numpy takes it; a tensor stays in one while its slices in `vmap` point to different places."""
    return tuple(map(array_of, index)) if isinstance(index, tuple) else index


@moving(self=lambda g, self_shape, index: index_backward(g, self_shape, index))
def _index(self, index):
    return in_order(self[arrays_of(index)])


@moving(self=lambda g, index: _index(g, index))
def index_backward(self, shape, index):
    """Zeros of `shape` to which `self` is added at places that may repeat: the transpose of reading there."""
    out = np.zeros(shape, self.dtype)
    np.add.at(out, arrays_of(index), self)
    return out


@moving(self=lambda g, index: _index_put(g, 0, index), values=lambda g, index: _index(g, index))
def _index_put(self, values, index):
    out, index = np.array(self, order="C"), arrays_of(index)
    try:
        out[index] = values
    except ValueError:
        there = f"indexing result of shape {list(out[index].shape)}"
        wrong = f"value tensor of shape {list(values.shape)} cannot be broadcast to {there}"
        raise RuntimeError(f"shape mismatch: {wrong}") from None
    return out


def grid(index: np.ndarray, dim: int) -> tuple:
    """The index of every element of `index` in a tensor: its own place, except along `dim`, where `index` says."""
    places: list = list(np.indices(index.shape, sparse=True))
    if places:
        places[dim] = index
    return tuple(places)


# --- single elements of memory, for views whose memory has been written ---


def read_at(x, places):
    """The elements at these places of the flattened tensor, in the shape of `places`."""
    return _index(reshape(x, (-1,)), places)


def put_back(x, places, shape):
    """Zeros of `shape` with `x` added at places of the flattened tensor: the transpose of `read_at`."""
    return reshape(index_backward(x, (int(np.prod(shape)),), places), shape)


def write_at(x, values, places):
    """A copy of `x` with other values at places of the flattened tensor."""
    return reshape(_index_put(reshape(x, (-1,)), values, places), tuple(x.shape))


# --- the brackets ---


def getitem(self, index):
    """`self[index]`: a view for integers, slices, None and ...; a copy for lists, boolean and integer tensors."""
    part, rest = basic(self, index, keep_full=isinstance(index, slice))
    if rest is not None:
        return _index(part, rest)
    return alias(part) if part is self else part


def setitem(self, index, value) -> None:
    """`self[index] = value`, in place and recorded; numbers and tensors that broadcast to the part."""
    part, rest = basic(self, index, keep_full=False)
    if not isinstance(value, Tensor):
        wrong = f"can't assign a {type(value).__name__} to a torch.{self.dtype.long_name}Tensor: make a tensor of it"
        require(is_number(value), wrong, TypeError)
        value = wrap(np.asarray(value, self._array.dtype))
    if rest is not None:
        masked = value._array.size == 1 and all(i.dtype == bool for i in rest if not isinstance(i, slice))
        if value._array.dtype != self._array.dtype and not masked:
            names = f"{self.dtype.long_name} for the destination and {value.dtype.long_name} for the source"
            raise RuntimeError(f"Index put requires the source and destination dtypes match, got {names}.")
        write(_index_put.operation, part, (lead_ones_off(value), rest), "index_put_", not masked, True)
    elif value._array.shape == part._array.shape:
        copy_(part, value)
    elif value.ndim == 0:
        fill_(part, value)
    else:
        copy_(part, broadcast_to(lead_ones_off(value), part.shape))


def lead_ones_off(value: Tensor) -> Tensor:
    """Leading dimensions of size 1 of a value do not count in an assignment."""
    shape = tuple(value.shape)
    while shape and shape[0] == 1:
        shape = shape[1:]
    return value if shape == tuple(value.shape) else view(value, shape)


def basic(self: Tensor, index, keep_full: bool):
    """Apply the parts of an index that give views; returns the view and what is left, or None."""
    items = [plain(i) for i in (index if isinstance(index, tuple) else (index,))]
    used = sum(width(i) for i in items if not isinstance(i, bool))
    if used > self.ndim:
        require(not self.ndim, f"too many indices for tensor of dimension {self.ndim}", IndexError)
        require(not isinstance(items[0], slice), "slice() cannot be applied to a 0-dim tensor.", IndexError)
        raise IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` for its value as a Python number.")
    part = self
    rest: list = []  # for each dimension of the part that has been worked through
    for item in items:
        dim = sum(map(width, rest))
        if item is Ellipsis:
            rest += [slice(None)] * (self.ndim - used)
        elif isinstance(item, (np.ndarray, Tensor)):
            check_inside(everything(item), part.shape, dim)
            rest.append(item)
        elif isinstance(item, slice):
            part = cut(part, dim, item, keep_full)
            rest.append(slice(None))
        elif item is None or isinstance(item, bool):
            part = unsqueeze(part, dim)
            rest.append(slice(None) if item is None else np.array([item]))
        else:
            part = pick(part, dim, item)
    arrays = [r for r in rest if isinstance(r, (np.ndarray, Tensor))]
    if len(arrays) > 1:
        check_together(arrays)
    return part, tuple(rest) if arrays else None


def check_together(indices: list) -> None:
    """IndexError for several index arrays that do not broadcast; a mask counts as the places it names."""
    shapes = [i.shape if i.dtype != bool else (np.count_nonzero(i),) for i in indices]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        several = ", ".join(str(list(s)) for s in shapes)
        why = f"indexing tensors could not be broadcast together with shapes {several}"
        raise IndexError(f"shape mismatch: {why}") from None


def check_inside(index: np.ndarray, shape: tuple, dim: int) -> None:
    """IndexError for a mask of another shape than what it masks, or an index beyond the end."""
    if index.dtype == bool:
        there = f"the shape of the indexed tensor {list(shape)} at index {dim}"
        fits = index.shape == tuple(shape[dim : dim + index.ndim])
        require(fits, f"The shape of the mask {list(index.shape)} at index {dim} does not match {there}", IndexError)
        return
    within(index, -shape[dim], shape[dim], dim, IndexError)


def within(index: np.ndarray, low: int, size: int, dim: int, error=RuntimeError, start: str = "") -> None:
    """RuntimeError, or another, for an index that is out of range."""
    if index.size and (index.min() < low or index.max() >= size):
        wrong = index[(index < low) | (index >= size)].flat[0]
        raise error(f"{start}index {wrong} is out of bounds for dimension {dim} with size {size}")


def width(item) -> int:
    """How many dimensions a part of an index takes up."""
    if item is None or item is Ellipsis:
        return 0
    return item.ndim if isinstance(item, np.ndarray) and item.dtype == bool else 1


def plain(item):
    """A list or tensor as an array; a tensor without dimensions as a number."""
    if isinstance(item, Tensor):
        array = item._array
        if array.dtype == bool:
            look(item, "mask")
        if array.dtype.kind not in "iub":
            raise IndexError(f"tensors used as indices must be long, int, byte or bool tensors, not {array.dtype}")
        if batched(item):
            return item
        return np.array(array) if array.ndim else bool(array) if array.dtype == bool else int(array)
    if isinstance(item, (list, range)):
        array = np.asarray([i.item() if isinstance(i, Tensor) else i for i in item])
        return array if array.size else array.astype(np.int64)
    number = isinstance(item, np.integer) or (isinstance(item, np.ndarray) and item.ndim == 0)
    return item.item() if number else item


def pick(part: Tensor, dim: int, index) -> Tensor:
    """The slice that an integer names."""
    if not isinstance(index, int):
        wanted = "integers, slices (`:`), ellipsis (`...`), None and long or byte Variables"
        raise IndexError(f"only {wanted} are valid indices (got {type(index).__name__})")
    size = part._array.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    return select(part, dim, index)


def cut(part: Tensor, dim: int, item: slice, keep_full: bool) -> Tensor:
    """The range that a slice names."""
    size = part._array.shape[dim]
    require(item.step is None or int(item.step) > 0, "step must be greater than zero", ValueError)
    start, stop, step = item.indices(size)
    if (start, stop, step) == (0, size, 1) and not keep_full:
        return part
    return slice_(part, dim, start, max(start, stop), step)
