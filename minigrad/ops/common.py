"""What several files of operations need. All of it works on arrays and on Tensors alike, since formulas run on both."""

import functools
import math

import numpy as np

from .. import dtypes, errors
from ..tensor import Tensor, batched, wrap

SMALL = 1024


# --- dimensions ---


def wrapped(dim: int, ndim: int) -> int:
    """A dimension counted from the front; IndexError when there is none such."""
    least = max(ndim, 1)
    if not -least <= dim < least:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-least}, {least - 1}], but got {dim})")
    return dim % least


def axes(dim, ndim: int) -> tuple[int, ...]:
    """A dimension, or several, as a tuple counted from the front; None and () mean all.

    IndexError for one that is not there, RuntimeError for one named twice.
    """
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(ndim))
    dims = tuple(wrapped(d, ndim) for d in (dim if isinstance(dim, (tuple, list)) else (dim,)))
    if len(set(dims)) != len(dims):
        raise RuntimeError(f"dim {max(dims, key=dims.count)} appears multiple times in the list of dims")
    return dims if ndim else ()


def count(shape, dim) -> int:
    """How many elements one reduction over `dim` takes in."""
    return math.prod(shape[d] for d in axes(dim, len(shape)))


def sizes(shape: tuple) -> tuple:
    """`(2, 3)` from view(2, 3) as from view((2, 3))."""
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    return tuple(int(s) for s in shape)


def broadcast_shape(*xs) -> tuple:
    """The shape to which tensors broadcast; RuntimeError if they do not."""
    try:
        return np.broadcast_shapes(*[tuple(x.shape) for x in xs])
    except ValueError as error:
        raise errors.of_numpy(error, [array_of(x) for x in xs]) from None


def at(dim: int, index) -> tuple:
    """What to write in brackets to index one dimension."""
    return (slice(None),) * dim + (index,)


# --- arrays or Tensors ---


def array_of(x):
    """The numbers, to look at and not to differentiate."""
    return x._array if isinstance(x, Tensor) else x


def everything(x) -> np.ndarray:
    """The numbers to look at before a way is chosen that must be right for all: inside `vmap`, those of all slices."""
    while isinstance(x, Tensor):
        x = x._meta.batch[1] if batched(x) else x._array
    return np.asarray(x)


def like(x, array):
    """An array as what `x` is: an array, or a Tensor without history."""
    return wrap(array) if isinstance(x, Tensor) else array


def zeros(g, shape=None):
    """Zeros of the type of `g`, and of its shape unless another is given: a step lets no more through."""
    return like(g, np.zeros(g.shape if shape is None else shape, array_of(g).dtype))


def kind_of(x) -> str:
    """ "f" for floats, "i" and "u" for integers, "b" for booleans."""
    return array_of(x).dtype.kind


def is_number(x) -> bool:
    """Whether PyTorch would take `x` for a number and not for a tensor."""
    return isinstance(x, (int, float, np.number, np.bool_)) and not isinstance(x, np.ndarray)


def name_of(x) -> str:
    """The element type as PyTorch's messages write it: Float, Long."""
    return dtypes.of(array_of(x)).long_name


# --- arguments ---


def must_float(kernel: str, x) -> None:
    """NotImplementedError for integers, where PyTorch has no such kernel."""
    if kind_of(x) != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{name_of(x)}': convert with .float()")


def refuses(kind: str, kernel: str):
    """The `check` of an operation that PyTorch has no kernel for: "b" for booleans, "f" for floats."""

    def check(*args):
        common = dtypes.result_type(*args)
        if common.kind == kind:
            name = dtypes.OF_NUMPY[common].long_name
            raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}': convert with .to()")

    return check


def tensors_only(function):
    """A binary operation neither of whose operands may be a Python number."""

    @functools.wraps(function)
    def call(self, other):
        for place, (name, x) in enumerate({"input": self, "other": other}.items(), 1):
            if not isinstance(x, (Tensor, np.ndarray, np.generic)):
                raise errors.no_tensor(function.__name__, f"'{name}' (position {place})", x)
        return function(self, other)

    return call


# --- forward functions ---


def promoted(x, number):
    """Integers as floats when they meet a number that is one."""
    return x if x.dtype.kind == "f" else x.astype(dtypes.result_type(x, number), copy=False)


def precise(ufunc):
    """The function of numpy, small float32 arrays computed in double: numpy's own float32 is off by up to four in the
    last place, and what prints would differ from PyTorch's. Large arrays take numpy's fast way."""

    def forward(x):
        if x.dtype.char != "f" or x.size > SMALL:
            return ufunc(x)
        return ufunc(x, dtype="f8").astype("f4")

    return forward


def in_order(array):
    """The elements in memory in the order of the dimensions, as many operations leave them whatever they were given.

    It shows: `view` needs it.
    """
    return np.asarray(array, order="C")


def laid_like(x, array):
    """An array of the shape of `x`, in memory in the order `x` is."""
    out = np.empty_like(x, dtype=array.dtype)
    out[...] = array
    return out
