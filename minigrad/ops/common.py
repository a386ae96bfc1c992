"""What several files of operations need: dimensions, zeros, and how a declaration gets its docstring.

Everything here works on arrays and on Tensors alike, since formulas run on both.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from .. import dtypes, errors
from ..operation import elementwise
from ..tensor import Tensor, wrap
from .views import reshape, wrapped

SMALL = 1024


def axes(dim, ndim: int) -> tuple[int, ...]:
    """A dimension, or several, as a tuple counted from the front; None and () mean all.

    IndexError for one that is not there, RuntimeError for one named twice.
    """
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(ndim))
    dims = tuple(wrapped(d, ndim) for d in (dim if isinstance(dim, (tuple, list)) else (dim,)))
    if len(set(dims)) != len(dims):
        twice = next(d for d in dims if dims.count(d) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    return dims if ndim else ()


def count(shape, dims) -> int:
    """How many elements one reduction over `dims` takes in."""
    return math.prod(shape[d] for d in dims)


def restore(g, shape, dims, keepdim):
    """Put back, as size 1, the dimensions a reduction took out, so that `g` broadcasts to `shape` again."""
    return g if keepdim else reshape(g, tuple(1 if k in dims else s for k, s in enumerate(shape)))


def array_of(x):
    """The numbers, to look at and not to differentiate."""
    return x._array if isinstance(x, Tensor) else x


def broadcast_shape(*xs) -> tuple:
    """The shape to which tensors broadcast; RuntimeError if they do not."""
    try:
        return np.broadcast_shapes(*[tuple(x.shape) for x in xs])
    except ValueError as error:
        raise errors.of_numpy(error, [array_of(x) for x in xs]) from None


def must_float(kernel: str, x) -> None:
    """NotImplementedError for integers, where PyTorch has no such kernel."""
    if not isinstance(x, (Tensor, np.ndarray, np.generic)):
        raise TypeError(
            f"{kernel.removesuffix('_cpu')}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}"
        )
    if array_of(x).dtype.kind != "f":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{dtypes.of(array_of(x)).long_name}': convert with .float()"
        )


def like(x, array):
    """An array as what `x` is: an array, or a Tensor without history."""
    return wrap(array) if isinstance(x, Tensor) else array


def zeros(g):
    """Zeros like `g`: what a step function lets through, however large `g` is."""
    return like(g, np.zeros_like(array_of(g)))


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


def is_number(x) -> bool:
    """Whether PyTorch would take `x` for a number and not for a tensor."""
    return isinstance(x, (int, float, np.number, np.bool_)) and not isinstance(x, np.ndarray)


def each(
    name: str,
    forward,
    says: str,
    example: str,
    *,
    floats: bool = True,
    node: str | None = None,
    where: str = "mg",
    **formulas,
):
    """Declare an elementwise operation of one tensor, or two, with a docstring made from one line and an example.

    `example` is "arguments -> result", numbers as they stand in a call of `tensor`.
    """
    given, result = example.split(" -> ")
    shape = "Shape: that of the tensor." if len(formulas) == 1 else "Shape: that to which the two broadcast."
    types = " Integers become float32." if floats else ""
    arguments = ", ".join(f"mg.tensor({part})" for part in given.split(" ; "))
    doc = f"{says}\n\n{shape}{types}\n\n>>> import minigrad as mg\n>>> {where}.{name}({arguments})\ntensor({result})\n"
    return elementwise(name, forward, doc=doc, floats=floats, node=node, **formulas)


def tensors_only(function):
    """A binary operation whose second operand may not be a Python number."""

    @functools.wraps(function)
    def call(self, other):
        for place, (name, x) in enumerate({"input": self, "other": other}.items(), 1):
            if not isinstance(x, (Tensor, np.ndarray, np.generic)):
                raise TypeError(
                    f"{function.__name__}(): argument '{name}' (position {place}) must be Tensor, not "
                    f"{type(x).__name__}"
                )
        return function(self, other)

    return call
