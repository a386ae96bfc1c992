"""Operations that give memory another shape.

All but `_unsafe_view` return views: numpy shares the memory, `views.py` the history.
"""

import functools
import math

import numpy as np

from ..declare import operation
from ..errors import require
from ..inplace import turn
from .common import at, name_of, sizes, wrapped

viewing = functools.partial(operation, view=True, linear=True)


def back(g, self_shape):
    """The gradient of a view with all elements in their order: the same elements in the old shape."""
    return reshape(g, self_shape)


# --- the same elements in the same order ---


def whole(shape: tuple, count: int, wrong: str | None = None) -> tuple:
    """A shape with its -1 worked out; RuntimeError if `count` elements do not fill it."""
    known = math.prod(s for s in shape if s != -1)
    require(shape.count(-1) <= 1, "only one dimension can be inferred: -1 may stand in one place")
    if -1 in shape and known and count % known == 0:
        shape = tuple(count // known if s == -1 else s for s in shape)
    if -1 in shape or math.prod(shape) != count:
        raise RuntimeError(wrong or f"shape '{list(shape)}' is invalid for input of size {count}")
    return shape


@viewing(kind="shape", self=back)
def _view(self, shape):
    try:
        return np.reshape(self, whole(shape, self.size), copy=False)
    except ValueError:
        why = f"the elements do not lie in the order of {list(shape)}. Use .reshape(...), which copies then."
        raise RuntimeError(f"view size is not compatible with input tensor's size and stride: {why}") from None


@viewing(kind="shape", self=back)
def _reshape_alias(self, shape):
    return np.reshape(self, shape, copy=False)


@operation(kind="shape", linear=True, self=back)
def _unsafe_view(self, shape):
    return np.reshape(self, whole(shape, self.size))


@viewing(kind="leading", self=lambda g: g)
def alias(self):
    """The same tensor as a view."""
    return self[...]


def view(self, *shape):
    """The same memory in another shape; -1 is worked out. RuntimeError if that would need a copy.

    >>> mg.tensor([1.0, 2.0, 3.0, 4.0]).view(2, -1).shape
    torch.Size([2, 2])
    """
    return _view(self, sizes(shape))


def view_as(self, other):
    """`view` in the shape of `other`."""
    return _view(self, tuple(other.shape))


def reshape(self, *shape):
    """Another shape: a view where memory allows it, a copy elsewhere.

    >>> mg.tensor([[1, 2], [3, 4]]).t().reshape(4)
    tensor([1, 3, 2, 4])
    """
    if isinstance(self, (np.ndarray, np.generic)):
        return self.reshape(*shape)
    shape = whole(sizes(shape), self._array.size)
    try:
        np.reshape(self._array, shape, copy=False)
    except ValueError:
        return _unsafe_view(self.clone(), shape)
    return _view(self, shape) if self._array.flags.c_contiguous else _reshape_alias(self, shape)


def flatten(self, start_dim=0, end_dim=-1):
    """Dimensions start_dim to end_dim run together into one.

    >>> mg.ones(2, 3, 4).flatten(1).shape
    torch.Size([2, 12])
    """
    start, end = wrapped(start_dim, self.ndim), wrapped(end_dim, self.ndim)
    require(start <= end, "flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end and self.ndim:
        return self
    shape = tuple(self.shape)
    return reshape(self, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


def unflatten(self, dim, sizes):
    """One dimension taken apart into several.

    >>> mg.ones(2, 12).unflatten(1, (3, -1)).shape
    torch.Size([2, 3, 4])
    """
    dim, shape = wrapped(dim, self.ndim), tuple(self.shape)
    wrong = f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({shape[dim]})"
    return _view(self, (*shape[:dim], *whole(tuple(sizes), shape[dim], wrong), *shape[dim + 1 :]))


@viewing(kind="own", self=back)
def unsqueeze(self, dim):
    """A dimension of size 1 put in before `dim`.

    >>> mg.ones(2, 3).unsqueeze(1).shape
    torch.Size([2, 1, 3])
    """
    return self[(*at(wrapped(dim, self.ndim + 1), None), ...)]  # quicker than np.expand_dims


@viewing(kind="composed", node="SqueezeBackward2", self=back)
def _squeeze_dims(self, dim):
    gone = [wrapped(d, self.ndim) for d in dim]
    return reshape(self, [s for k, s in enumerate(self.shape) if s != 1 or k not in gone])


@viewing(kind="composed", node="SqueezeBackward1", without=("dim", "SqueezeBackward0"), self=back)
def _squeeze(self, dim=None):
    return _squeeze_dims(self, range(self.ndim) if dim is None else (dim,))


def squeeze(self, dim=None):
    """Without the dimensions of size 1: all, one, or those of a tuple.

    >>> mg.ones(2, 1, 3, 1).squeeze(1).shape
    torch.Size([2, 3, 1])
    """
    return _squeeze_dims(self, tuple(dim)) if isinstance(dim, (tuple, list)) else _squeeze(self, dim)


# --- another order ---


@viewing(kind="along", self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    """Two dimensions exchanged.

    >>> mg.ones(2, 3, 4).transpose(0, -1).shape
    torch.Size([4, 3, 2])
    """
    dim0, dim1 = wrapped(dim0, self.ndim), wrapped(dim1, self.ndim)
    return np.swapaxes(self, dim0, dim1) if self.ndim else self[...]


swapaxes = swapdims = transpose


@viewing(kind="composed", self=lambda g: t(g))
def t(self):
    """The transpose of a matrix; a vector stays.

    >>> mg.ones(2, 3).t().shape
    torch.Size([3, 2])
    """
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return transpose(self, 0, 1) if self.ndim == 2 else alias(self)


@viewing(kind="own", self=lambda g, dims: _permute(g, tuple(np.argsort(dims))))
def _permute(self, dims):
    return np.transpose(self, dims)


def permute(self, *dims):
    """The dimensions in another order.

    >>> mg.ones(2, 3, 4).permute(2, 0, 1).shape
    torch.Size([4, 2, 3])
    """
    dims = sizes(dims)
    both = f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
    what = "number of dimensions in the tensor input does not match the length of the desired"
    require(len(dims) == self.ndim, f"permute(sparse_coo): {what} {both}")
    dims = tuple(wrapped(d, self.ndim) for d in dims)
    require(len(set(dims)) == len(dims), "permute(): duplicate dims are not allowed.")
    return _permute(self, dims)


def movedim(self, source, destination):
    """Dimensions moved to other places, the rest keeping their order.

    >>> mg.ones(2, 3, 4).movedim(0, 2).shape
    torch.Size([3, 4, 2])
    """
    source, destination = ((d,) if isinstance(d, int) else tuple(d) for d in (source, destination))
    source, destination = ([wrapped(d, self.ndim) for d in dims] for dims in (source, destination))
    order = [d for d in range(self.ndim) if d not in source]
    for place, d in sorted(zip(destination, source, strict=True)):
        order.insert(place, d)
    return _permute(self, tuple(order))


def reverse_dims(self):
    """What `.T` is."""
    return _permute(self, tuple(reversed(range(self.ndim))))


t_, transpose_ = turn(t, "TBackward1"), turn(transpose, "TransposeBackward1")
unsqueeze_ = turn(unsqueeze, "UnsqueezeBackward1")
squeeze_ = turn(_squeeze, "SqueezeBackward4", without=("dim", "SqueezeBackward3"))


# --- some elements repeatedly, without more memory ---


@viewing(kind="own", self=lambda g: g)  # the engine sums what was repeated
def _expand(self, shape):
    lead = len(shape) - self.ndim
    target = tuple(self.shape[k - lead] if s == -1 and k >= lead else s for k, s in enumerate(shape))
    if lead < 0:
        call = f"expand(torch.{name_of(self)}Tensor{{{list(self.shape)}}}, size={list(shape)})"
        numbers = f"provided ({len(shape)}) must be greater or equal to the number of dimensions in the tensor"
        raise RuntimeError(f"{call}: the number of sizes {numbers} ({self.ndim})")
    for k in range(self.ndim):
        if self.shape[k] not in (1, target[k + lead]):
            where = f"non-singleton dimension {k + lead}: {list(self.shape)} does not expand to {list(shape)}"
            sizes = f"({target[k + lead]}) must match the existing size ({self.shape[k]})"
            raise RuntimeError(f"The expanded size of the tensor {sizes} at {where}")
    if min(target, default=0) < 0:
        size = f"The expanded size of the tensor ({min(target)})"
        raise RuntimeError(f"{size} isn't allowed in a leading, non-existing dimension: there is none to keep")
    if isinstance(self, np.ndarray) and not self.ndim:  # the gradient of a sum; np.broadcast_to takes longer
        return np.ndarray(target, self.dtype, self, 0, (0,) * len(target))
    view = np.broadcast_to(self, target)
    view.flags.writeable = True  # a write is refused with our own message
    return view


def expand(self, *shape):
    """Repeated along dimensions of size 1, without copying; -1 keeps a size.

    >>> mg.tensor([[1], [2]]).expand(-1, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    return _expand(self, sizes(shape))


def expand_as(self, other):
    """`expand` to the shape of `other`.

    >>> mg.tensor([1, 2]).expand_as(mg.ones(2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return _expand(self, tuple(other.shape))


def broadcast_to(self, size):
    """`expand` to a shape.

    >>> mg.broadcast_to(mg.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return _expand(self, tuple(size))
