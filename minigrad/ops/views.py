"""Operations that give memory another shape, and the two that join tensors.

All but `cat` and `stack` return views: numpy shares the memory, `views.py` the history.
"""

from __future__ import annotations

import builtins
import math

import numpy as np

from ..inplace import turn
from ..operation import operation

__all__ = [
    "adjoint",
    "broadcast_to",
    "cat",
    "chunk",
    "concat",
    "diagonal",
    "expand",
    "expand_as",
    "flatten",
    "movedim",
    "narrow",
    "permute",
    "ravel",
    "reshape",
    "select",
    "split",
    "squeeze",
    "squeeze_",
    "stack",
    "swapaxes",
    "swapaxes_",
    "swapdims",
    "swapdims_",
    "t",
    "t_",
    "transpose",
    "transpose_",
    "unbind",
    "unflatten",
    "unsqueeze",
    "unsqueeze_",
    "view",
    "view_as",
]


def wrapped(dim: int, ndim: int) -> int:
    """A dimension counted from the front; IndexError when there is none such."""
    least = max(ndim, 1)
    if not -least <= dim < least:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-least}, {least - 1}], but got {dim})")
    return dim % least


def sizes(shape: tuple) -> tuple:
    """`(2, 3)` from view(2, 3) as from view((2, 3))."""
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    return tuple(int(s) for s in shape)


def whole(shape: tuple, count: int) -> tuple:
    """A shape with its -1 worked out; RuntimeError if `count` elements do not fill it."""
    known = math.prod(s for s in shape if s != -1)
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred: -1 may stand in one place")
    if -1 in shape and known and count % known == 0:
        shape = tuple(count // known if s == -1 else s for s in shape)
    if -1 in shape or math.prod(shape) != count:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {count}")
    return shape


# --- the same elements in the same order ---


@operation("view", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def _view(self, shape):
    try:
        return np.reshape(self, whole(shape, self.size), copy=False)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride: the elements do not lie in memory in "
            f"the order that {list(shape)} would read them. Use .reshape(...), which copies then."
        ) from None


@operation("reshape_alias", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def _reshape_alias(self, shape):
    return np.reshape(self, shape, copy=False)


@operation("unsafe_view", linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def _unsafe_view(self, shape):
    return np.reshape(self, whole(shape, self.size))


@operation("alias", view=True, linear=True, self=lambda g: g)
def alias(self):
    """The same tensor as a view."""
    return self[...]


def view(self, *shape):
    """The same memory in another shape; -1 is worked out. RuntimeError if that would need a copy.

    >>> import minigrad as mg
    >>> mg.tensor([1.0, 2.0, 3.0, 4.0]).view(2, -1).shape
    torch.Size([2, 2])
    """
    return _view(self, sizes(shape))


def view_as(self, other):
    """`view` in the shape of `other`."""
    return _view(self, tuple(other.shape))


def reshape(self, *shape):
    """Another shape: a view where memory allows it, a copy elsewhere."""
    shape = sizes(shape)
    if isinstance(self, (np.ndarray, np.generic)):
        return np.reshape(self, shape)
    shape = whole(shape, self._array.size)
    try:
        np.reshape(self._array, shape, copy=False)
    except ValueError:
        from .memory import clone

        return _unsafe_view(clone(self), shape)
    return _view(self, shape) if self._array.flags.c_contiguous else _reshape_alias(self, shape)


def flatten(self, start_dim=0, end_dim=-1):
    """Dimensions start_dim to end_dim run together into one."""
    start, end = wrapped(start_dim, self.ndim), wrapped(end_dim, self.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end and self.ndim:
        return self
    shape = tuple(self.shape)
    return reshape(self, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


def ravel(self):
    """All elements in one dimension."""
    return reshape(self, (-1,))


def unflatten(self, dim, sizes):
    """One dimension taken apart into several."""
    dim, shape = wrapped(dim, self.ndim), tuple(self.shape)
    return _view(self, (*shape[:dim], *whole(tuple(sizes), shape[dim]), *shape[dim + 1 :]))


@operation("unsqueeze", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def unsqueeze(self, dim):
    """A dimension of size 1 put in before `dim`."""
    return np.expand_dims(self, wrapped(dim, self.ndim + 1))


@operation("squeeze", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape))
def _squeeze_all(self):
    return np.reshape(self, [s for s in self.shape if s != 1], copy=False)


@operation(
    "squeeze_dim", node="SqueezeBackward1", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape)
)
def _squeeze_dim(self, dim):
    dim = wrapped(dim, self.ndim)
    return np.reshape(self, [s for k, s in enumerate(self.shape) if s != 1 or k != dim], copy=False)


@operation(
    "squeeze_dims", node="SqueezeBackward2", view=True, linear=True, self=lambda g, self_shape: reshape(g, self_shape)
)
def _squeeze_dims(self, dim):
    gone = {wrapped(d, self.ndim) for d in dim}
    return np.reshape(self, [s for k, s in enumerate(self.shape) if s != 1 or k not in gone], copy=False)


def squeeze(self, dim=None):
    """Without the dimensions of size 1: all, one, or those of a tuple."""
    if dim is None:
        return _squeeze_all(self)
    return _squeeze_dims(self, tuple(dim)) if isinstance(dim, (tuple, list)) else _squeeze_dim(self, dim)


# --- another order ---


@operation("transpose", view=True, linear=True, self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    """Two dimensions exchanged."""
    if self.ndim == 0:
        wrapped(dim0, 0), wrapped(dim1, 0)
        return self[...]
    return np.swapaxes(self, wrapped(dim0, self.ndim), wrapped(dim1, self.ndim))


@operation("t", view=True, linear=True, self=lambda g: t(g))
def t(self):
    """The transpose of a matrix; a vector stays."""
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


@operation("permute", view=True, linear=True, self=lambda g, dims: _permute(g, inverse(dims)))
def _permute(self, dims):
    return np.transpose(self, dims)


def inverse(order: tuple) -> tuple:
    """The permutation that undoes `order`."""
    return tuple(sorted(range(len(order)), key=order.__getitem__))


def permute(self, *dims):
    """The dimensions in another order."""
    dims = sizes(dims)
    if len(dims) != self.ndim:
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length "
            f"of the desired ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to "
            f"len(dims) = {len(dims)}"
        )
    dims = tuple(wrapped(d, self.ndim) for d in dims)
    if len(set(dims)) != len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return _permute(self, dims)


def movedim(self, source, destination):
    """Dimensions moved to other places, the rest keeping their order."""
    source, destination = ((d,) if isinstance(d, int) else tuple(d) for d in (source, destination))
    source, destination = ([wrapped(d, self.ndim) for d in dims] for dims in (source, destination))
    order = [d for d in range(self.ndim) if d not in source]
    for place, d in sorted(zip(destination, source, strict=True)):
        order.insert(place, d)
    return _permute(self, tuple(order))


def reverse_dims(self):
    """What `.T` is."""
    return _permute(self, tuple(reversed(range(self.ndim))))


def adjoint(self):
    """The last two dimensions exchanged."""
    return transpose(self, -2, -1)


swapaxes = swapdims = transpose
t_, transpose_ = turn(t, "TBackward1"), turn(transpose, "TransposeBackward1")
swapaxes_ = swapdims_ = transpose_
unsqueeze_, _squeeze_all_, _squeeze_dim_, _squeeze_dims_ = (
    turn(unsqueeze, "UnsqueezeBackward1"),
    turn(_squeeze_all, "SqueezeBackward3"),
    turn(_squeeze_dim, "SqueezeBackward4"),
    turn(_squeeze_dims, "SqueezeBackward5"),
)


def squeeze_(self, dim=None):
    """`squeeze` in place."""
    if dim is None:
        return _squeeze_all_(self)
    return _squeeze_dims_(self, tuple(dim)) if isinstance(dim, (tuple, list)) else _squeeze_dim_(self, dim)


# --- part of the elements, or some repeatedly ---


@operation("expand", view=True, linear=True, self=lambda g: g)
def _expand(self, shape):
    lead = len(shape) - self.ndim
    target = tuple(self.shape[k - lead] if s == -1 and k >= lead else s for k, s in enumerate(shape))
    for k in range(self.ndim):
        if lead < 0 or self.shape[k] not in (1, target[k + lead]):
            wanted = target[k + lead] if lead >= 0 else len(shape)
            raise RuntimeError(
                f"The expanded size of the tensor ({wanted}) must match the existing size ({self.shape[k]}) at "
                f"non-singleton dimension {k + max(lead, 0)}: {list(self.shape)} does not expand to {list(shape)}"
            )
    if any(s < 0 for s in target):
        raise RuntimeError(
            f"The expanded size of the tensor ({min(target)}) isn't allowed in a leading, non-existing "
            "dimension: -1 keeps a size, and there is none to keep"
        )
    if isinstance(self, np.ndarray) and not self.ndim:  # the gradient of a sum; np.broadcast_to takes longer
        return np.ndarray(target, self.dtype, self, 0, (0,) * len(target))
    view = np.broadcast_to(self, target)
    view.flags.writeable = True  # a write is refused with our own message
    return view


def expand(self, *shape):
    """Repeated along dimensions of size 1, without copying; -1 keeps a size."""
    return _expand(self, sizes(shape))


def expand_as(self, other):
    """`expand` to the shape of `other`."""
    return _expand(self, tuple(other.shape))


def broadcast_to(self, size):
    """`expand` to a shape."""
    return _expand(self, tuple(size))


@operation(
    "select",
    view=True,
    linear=True,
    self=lambda g, self_shape, dim, index: select_backward(g, self_shape, dim, index),
)
def select(self, dim, index):
    """One slice along a dimension, which goes."""
    if self.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrapped(dim, self.ndim)
    if not -self.shape[dim] <= index < self.shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {dim}"
        )
    return self[(builtins.slice(None),) * dim + (index, ...)]


@operation("select_backward", linear=True, self=lambda g, dim, index: select(g, dim, index))
def select_backward(self, shape, dim, index):
    """Zeros of `shape` with `self` as one slice."""
    out = np.zeros(shape, self.dtype)
    out[(builtins.slice(None),) * (dim % len(shape)) + (index, ...)] = self
    return out


@operation(
    "slice",
    view=True,
    linear=True,
    self=lambda g, self_shape, dim, start, stop, step: slice_backward(g, self_shape, dim, start, stop, step),
)
def slice_(self, dim, start, stop, step):
    """A range of a dimension."""
    return self[(builtins.slice(None),) * dim + (builtins.slice(start, stop, step), ...)]


@operation("slice_backward", linear=True, self=lambda g, dim, start, stop, step: slice_(g, dim, start, stop, step))
def slice_backward(self, shape, dim, start, stop, step):
    """Zeros of `shape` with `self` in a range."""
    out = np.zeros(shape, self.dtype)
    out[(builtins.slice(None),) * dim + (builtins.slice(start, stop, step), ...)] = self
    return out


def narrow(self, dim, start, length):
    """`length` slices of a dimension, from `start`."""
    dim = wrapped(dim, self.ndim)
    size = self.shape[dim]
    start = int(start) + (size if start < 0 else 0)
    if start + length > size or length < 0:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return slice_(self, dim, start, start + length, 1)


@operation(
    "diagonal",
    view=True,
    linear=True,
    self=lambda g, self_shape, offset, dim1, dim2: diagonal_backward(g, self_shape, offset, dim1, dim2),
)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, as the last dimension."""
    if wrapped(dim1, self.ndim) == wrapped(dim2, self.ndim):
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    view = np.diagonal(self, offset, dim1, dim2)
    view.flags.writeable = True
    return view


@operation("diagonal_backward", linear=True, self=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diagonal_backward(self, shape, offset, dim1, dim2):
    """Zeros of `shape` with `self` on a diagonal."""
    out = np.zeros(shape, self.dtype)
    line = np.diagonal(out, offset, dim1, dim2)
    line.flags.writeable = True
    line[...] = self
    return out


# --- several views at once ---


@operation(
    "unbind",
    view=True,
    linear=True,
    outputs="many",
    self=lambda gs, self_shape, dim: stack(filled(gs, [removed(self_shape, dim)] * len(gs)), dim),
)
def _unbind(self, dim):
    return tuple(self[(builtins.slice(None),) * dim + (k, ...)] for k in range(self.shape[dim]))


def unbind(self, dim=0):
    """All slices along a dimension, as a tuple of views."""
    return _unbind(self, wrapped(dim, self.ndim))


def removed(shape: tuple, dim: int) -> tuple:
    return (*shape[:dim], *shape[dim + 1 :])


def filled(gs: list, shapes: list) -> list:
    """Gradients of several outputs, zeros for those nobody used."""
    known = next(g for g in gs if g is not None)
    return [zeros_for(known, shape) if g is None else g for g, shape in zip(gs, shapes, strict=True)]


def zeros_for(g, shape):
    """Zeros of a shape, array or Tensor as `g` is, of its type."""
    if isinstance(g, (np.ndarray, np.generic)):
        return np.zeros(shape, g.dtype)
    from ..tensor import wrap

    return wrap(np.zeros(shape, g._array.dtype))


@operation(
    "split",
    view=True,
    linear=True,
    outputs="many",
    self=lambda gs, self_shape, lengths, dim: cat(
        filled(gs, [(*self_shape[:dim], n, *self_shape[dim + 1 :]) for n in lengths]), dim
    ),
)
def _split(self, lengths, dim):
    ends = np.cumsum(lengths)
    return tuple(
        self[(builtins.slice(None),) * dim + (builtins.slice(e - n, e), ...)]
        for e, n in zip(ends, lengths, strict=True)
    )


@operation(
    "split_with_sizes",
    node="SplitWithSizesBackward0",
    view=True,
    linear=True,
    outputs="many",
    self=_split.operation.formulas["self"],
)
def _split_with_sizes(self, lengths, dim):
    return _split.operation.forward(self, lengths, dim)


def split(self, split_size_or_sections, dim=0):
    """Pieces of a given length (the last may be shorter), or of given lengths, as a tuple of views."""
    dim, size = wrapped(dim, self.ndim), split_size_or_sections
    total = self.shape[dim]
    if isinstance(size, int):
        pieces = max(1, -(-total // size)) if size else 1
        return _split(self, tuple(min(size, total - k * size) for k in range(pieces)), dim)
    if builtins.sum(size) != total:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={list(size)}"
        )
    return _split_with_sizes(self, tuple(size), dim)


def chunk(self, chunks, dim=0):
    """`chunks` pieces of equal length, the last shorter; as a tuple of views."""
    return split(self, max(1, -(-self.shape[wrapped(dim, self.ndim)] // chunks)), dim)


# --- joining, which copies ---


@operation(
    "cat",
    linear=True,
    variadic=True,
    tensors=lambda g, tensors_shape, dim: pieces(g, [s[dim] if len(s) > dim else 0 for s in tensors_shape], dim),
)
def _cat(tensors, dim):
    return np.asarray(np.concatenate([x for x in tensors if x.shape != (0,)] or list(tensors), axis=dim), order="C")


def pieces(g, lengths, dim):
    """`g` cut into lengths, without the views' machinery."""
    ends = np.cumsum(lengths)
    return [slice_(g, dim, int(e - n), int(e), 1) for e, n in zip(ends, lengths, strict=True)]


def cat(tensors, dim=0):
    """Tensors joined along a dimension they have."""
    tensors = tuple(tensors)
    if not tensors:
        raise ValueError("expected a non-empty list of Tensors")
    if any(x.ndim == 0 for x in tensors):
        raise RuntimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
    dim = wrapped(dim, max(x.ndim for x in tensors))
    first = next((x for x in tensors if tuple(x.shape) != (0,)), tensors[0])
    for k, x in enumerate(tensors):
        wrong = [d for d in range(x.ndim) if d != dim and x.ndim == first.ndim and x.shape[d] != first.shape[d]]
        if wrong:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {dim}. Expected size "
                f"{first.shape[wrong[0]]} but got size {x.shape[wrong[0]]} for tensor number {k} in the "
                "list."
            )
    return _cat(tensors, dim)


concat = cat


@operation(
    "stack",
    linear=True,
    variadic=True,
    tensors=lambda g, tensors_shape, dim: [select(g, dim, k) for k in range(len(tensors_shape))],
)
def _stack(tensors, dim):
    return np.asarray(np.stack(tensors, axis=dim), order="C")


def stack(tensors, dim=0):
    """Tensors of one shape joined along a new dimension."""
    tensors = tuple(tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    for k, x in enumerate(tensors):
        if tuple(x.shape) != tuple(tensors[0].shape):
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry "
                f"0 and {list(x.shape)} at entry {k}"
            )
    return _stack(tensors, wrapped(dim, tensors[0].ndim + 1))
