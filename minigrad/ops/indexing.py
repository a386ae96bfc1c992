"""x[...] and x[...] = value.

An index is worked through from left to right as PyTorch does it: integers, slices and None give views, one after the
other; what then remains, lists and tensors, gives a copy, in one step.
"""

from __future__ import annotations

import numpy as np

from ..inplace import write
from ..operation import operation
from ..tensor import Tensor, look, wrap
from .memory import copy_, fill_
from .views import alias, broadcast_to, reshape, select, slice_, unsqueeze, view

__all__ = ["getitem", "index_put_", "setitem"]


@operation("index", self=lambda g, self_shape, index: _index_backward(g, self_shape, index), linear=True)
def _index(self, index):
    return np.asarray(self[index], order="C")


@operation("index_backward", linear=True, self=lambda g, index: _index(g, index))
def _index_backward(self, shape, index):
    out = np.zeros(shape, self.dtype)
    np.add.at(out, index, self)
    return out


@operation("index_put", self=lambda g, index: _index_zeros(g, index), values=lambda g, index: _index(g, index))
def _index_put(self, values, index):
    out = np.array(self)
    out[index] = values
    return out


@operation("index_zeros", linear=True, self=lambda g, index: _index_zeros(g, index))
def _index_zeros(self, index):
    out = np.array(self)
    out[index] = 0
    return out


@operation(
    "index_put_add", node="IndexPutBackward0", linear=True, self=lambda g: g, values=lambda g, index: _index(g, index)
)
def _index_put_add(self, values, index):
    out = np.array(self)
    np.add.at(out, index, values)
    return out


def getitem(self, index):
    """`self[index]`: a view for integers, slices, None and ...; a copy for lists, boolean and integer tensors."""
    if isinstance(self, (np.ndarray, np.generic)):
        return self[index]
    part, rest = basic(self, index, keep_full=isinstance(index, slice))
    if rest is not None:
        return _index(part, rest)
    return alias(part) if part is self else part


def setitem(self, index, value) -> None:
    """`self[index] = value`, in place and recorded; numbers and tensors that broadcast to the part."""
    part, rest = basic(self, index, keep_full=False)
    if not isinstance(value, Tensor):
        value = wrap(np.asarray(value, self._array.dtype))
    if rest is not None:
        masked = value._array.size == 1 and all(i.dtype == bool for i in rest if not isinstance(i, slice))
        if value._array.dtype != self._array.dtype and not masked:
            names = f"{self.dtype.long_name} for the destination and {value.dtype.long_name} for the source"
            raise RuntimeError(f"Index put requires the source and destination dtypes match, got {names}.")
        write(_index_put.operation, part, (lead_ones_off(value, None), rest), "index_put_", not masked, True)
    elif value._array.shape == part._array.shape:
        copy_(part, value)
    elif value.ndim == 0:
        fill_(part, value)
    else:
        copy_(part, broadcast_to(lead_ones_off(value, part), part.shape))


def lead_ones_off(value: Tensor, part) -> Tensor:
    """Leading dimensions of size 1 of a value do not count in an assignment."""
    shape = tuple(value.shape)
    while shape and shape[0] == 1 and (part is None or len(shape) > part.ndim or True):
        shape = shape[1:]
    return value if shape == tuple(value.shape) else view(value, shape)


def index_put_(self, indices, values, accumulate=False):
    """Write, or add, `values` at the places that index tensors name."""
    index = tuple(np.asarray(i._array if isinstance(i, Tensor) else i) for i in indices)
    operation = _index_put_add.operation if accumulate else _index_put.operation
    return write(operation, self, (values, index), "index_put_")


def basic(self: Tensor, index, keep_full: bool):
    """Apply the parts of an index that give views; returns the view and what is left, or None."""
    items = list(index) if isinstance(index, tuple) else [index]
    items = [plain(i) for i in items]
    used = sum(
        1 if not isinstance(i, np.ndarray) or i.dtype != bool else i.ndim
        for i in items
        if i is not None and i is not Ellipsis and i is not True and i is not False
    )
    if used > self.ndim:
        if self.ndim == 0:
            raise IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` for its value as a Python number.")
        raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
    part, dim, rest = self, 0, []
    for item in items:
        if item is Ellipsis:
            skipped = self.ndim - used
            rest += [slice(None)] * skipped
            dim += skipped
        elif item is None:
            part = unsqueeze(part, dim)
            rest.append(slice(None))
            dim += 1
        elif isinstance(item, bool):
            part = unsqueeze(part, dim)
            rest.append(np.array([item]))
            dim += 1
        elif isinstance(item, slice):
            part = cut(part, dim, item, keep_full)
            rest.append(slice(None))
            dim += 1
        elif isinstance(item, np.ndarray):
            rest.append(item)
            dim += item.ndim if item.dtype == bool else 1
        else:
            part = pick(part, dim, item)
    advanced = any(isinstance(r, np.ndarray) for r in rest)
    return part, tuple(rest) if advanced else None


def plain(item):
    """A list or tensor as an array; a tensor without dimensions as a number."""
    if isinstance(item, Tensor):
        array = item._array
        if array.dtype == bool:
            look(item, "mask")
        if array.ndim == 0:
            return bool(array) if array.dtype == bool else int(array) if array.dtype.kind in "iu" else refuse(array)
        if array.dtype.kind not in "iub":
            refuse(array)
        return np.array(array)
    if isinstance(item, (list, range)):
        array = np.asarray([i.item() if isinstance(i, Tensor) else i for i in item])
        return array if array.size else array.astype(np.int64)
    if isinstance(item, np.ndarray) and item.ndim == 0:
        return item.item()
    return int(item) if isinstance(item, np.integer) else item


def refuse(array):
    raise IndexError(f"tensors used as indices must be long, int, byte or bool tensors, not {array.dtype}")


def pick(part: Tensor, dim: int, index) -> Tensor:
    if not isinstance(index, int):
        raise IndexError(
            f"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
            f"indices (got {type(index).__name__})"
        )
    size = part._array.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    return select(part, dim, index)


def cut(part: Tensor, dim: int, item: slice, keep_full: bool) -> Tensor:
    if not part.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    size = part._array.shape[dim]
    if item.step is not None and int(item.step) <= 0:
        raise ValueError("step must be greater than zero")
    start, stop, step = item.indices(size)
    if (start, stop, step) == (0, size, 1) and not keep_full:
        return part
    return slice_(part, dim, start, max(start, stop), step)


_ = reshape
