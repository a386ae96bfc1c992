"""Making tensors: from data, filled, counted, drawn at random.

All take `dtype` and `requires_grad`; floats are float32 unless something else is asked for. `device` is taken and
ignored, so that programs written for PyTorch run.
"""

import math
import warnings

import numpy as np

from . import dtypes, modes
from .calls import called
from .conversion import to_array
from .dtypes import get_default_dtype
from .errors import require
from .random import default_generator
from .tensor import INFERENCE, Tensor, batched, look, wrap


def finish(array, usual=None, *, dtype=None, requires_grad: bool = False, device=None) -> Tensor:
    """What every factory ends with: the tensor, of the type asked for or else the usual one, as a leaf."""
    kind = dtype or usual
    t = wrap(array if kind is None else np.asarray(array).astype(kind.numpy, copy=False))
    mode = modes.current()
    if mode.inference:
        t._counter = INFERENCE
    if mode.level is not None:
        mode.level.born(t)
    if requires_grad:
        refused = "Only Tensors of floating point and complex dtype can require gradients"
        require(t._array.dtype.kind == "f", f"{refused}. This one is {t.dtype}")
        t._special().requires_grad = True
    return t


# --- from data ---


def tensor(data, *, dtype=None, requires_grad: bool = False, device=None) -> Tensor:
    """A new leaf with a copy of `data`: numbers, nested lists, an array, a tensor.

    Python floats become float32, integers int64, booleans bool; arrays keep their type. ValueError if lists of one
    level differ in length.

    >>> mg.tensor([1.0, 2.0], requires_grad=True)
    tensor([1., 2.], requires_grad=True)
    """
    if isinstance(data, Tensor):
        copies = "sourceTensor.detach().clone() or sourceTensor.detach().clone().requires_grad_(True)"
        advice = f"To copy construct from a tensor, it is recommended to use {copies}"
        warnings.warn(f"{advice}: tensor() leaves the graph silently.", UserWarning, stacklevel=2)
        if batched(data):
            return data.detach().to(dtype or data.dtype, copy=True)
    return finish(to_array(data, dtype), requires_grad=requires_grad)


def legacy_tensor(cls, data=()) -> Tensor:
    """`Tensor(data)`: always the default type; an integer is a size."""
    if isinstance(data, int):
        return finish(np.zeros(data), get_default_dtype())
    number = "new(): data must be a sequence (got float): tensor(2.) makes a tensor of a number"
    require(not isinstance(data, float), number, TypeError)
    return finish(to_array(data, get_default_dtype()))


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """The tensor itself, or one on the memory of an array, or a new one: a copy only where there must be one.

    >>> mg.as_tensor([1, 2])
    tensor([1, 2])
    """
    if isinstance(data, Tensor):
        return data if dtype is None or data.dtype is dtype else data.to(dtype)
    return finish(data if isinstance(data, np.ndarray) else to_array(data, dtype), dtype=dtype)


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor on the memory of an array. TypeError for anything else, and for types no tensor has.

    >>> import numpy
    >>> mg.from_numpy(numpy.ones(2))
    tensor([1., 1.], dtype=torch.float64)
    """
    require(isinstance(array, np.ndarray), f"expected np.ndarray (got {type(array).__name__})", TypeError)
    dtypes.of(array)
    return finish(array)


# --- filled ---


def shape_of(sizes: tuple, name: str = "size") -> tuple:
    """`(2, 3)` from zeros(2, 3) as from zeros((2, 3)); RuntimeError for a negative size."""
    shape = tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    require(all(s >= 0 for s in shape), f"{name}: Dimension size must be non-negative, not {min(shape, default=0)}")
    return shape


def filled(name: str, value: float):
    """Declare a factory that fills a shape, and the one that takes shape and type from a tensor."""

    def factory(*size, **how) -> Tensor:
        return finish(np.full(shape_of(size, name), value, "f4"), get_default_dtype(), **how)

    def factory_like(t, **how) -> Tensor:
        kind = f"{name}_like(): argument 'input' (position 1) must be Tensor, not {type(t).__name__}"
        require(isinstance(t, Tensor), kind, TypeError)
        return finish(np.full_like(t._array, value), t.dtype, **how)

    what = f"A tensor filled with {value}, "
    like = called(factory_like, f"{name}_like", what + "in the shape and type of `t`.")
    return called(factory, name, what + "of a shape given as sizes or as one tuple."), like


zeros, zeros_like = filled("zeros", 0)
ones, ones_like = filled("ones", 1)
empty, empty_like = filled("empty", 0)


def full(size, fill_value, **how) -> Tensor:
    """A tensor of one value, whose type is that of the number.

    >>> mg.full((2,), 7.0)
    tensor([7., 7.])
    """
    value = np.asarray(fill_value._array if isinstance(fill_value, Tensor) else fill_value)
    return finish(np.full(shape_of((size,)), value), get_default_dtype() if value.dtype.kind == "f" else None, **how)


def full_like(t, fill_value, **how) -> Tensor:
    """A tensor of one value, in the shape and type of `t`.

    >>> mg.full_like(mg.tensor([1, 2]), 7)
    tensor([7, 7])
    """
    return full(t.shape, fill_value, **{"dtype": t.dtype, **how})


def eye(n: int, m: int | None = None, **how) -> Tensor:
    """The unit matrix, (n, n) or (n, m).

    >>> mg.eye(2)
    tensor([[1., 0.],
            [0., 1.]])
    """
    return finish(np.eye(n, m), get_default_dtype(), **how)


# --- counted ---


def arange(*args, **how) -> Tensor:
    """start, start + step, ... before end; integers if all arguments are. `arange(end)`, `arange(start, end, step)`.

    >>> mg.arange(3), mg.arange(0, 1, 0.25)
    (tensor([0, 1, 2]), tensor([0.0000, 0.2500, 0.5000, 0.7500]))
    """
    start, end, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
    start, end, step = (v.item() if isinstance(v, Tensor) else v for v in (start, end, step))
    require(step != 0, "step must be nonzero")
    require((end - start) * step >= 0, "upper bound and lower bound inconsistent with step sign")
    whole = all(isinstance(v, int) for v in (start, end, step))
    numbers = start + step * np.arange(math.ceil((end - start) / step))
    return finish(numbers, dtypes.int64 if whole else get_default_dtype(), **how)


def linspace(start, end, steps: int, **how) -> Tensor:
    """So many numbers at equal distances, both ends among them.

    >>> mg.linspace(0, 1, 3)
    tensor([0.0000, 0.5000, 1.0000])
    """
    start, end = (v.item() if isinstance(v, Tensor) else v for v in (start, end))
    return finish(np.linspace(start, end, steps), get_default_dtype(), **how)


# --- drawn at random ---


def drawn(numbers, size: tuple, dtype=None, **how) -> Tensor:
    """As many numbers as the shape has elements, in that shape."""
    kind = dtype or get_default_dtype()
    return random(shape_of(size), lambda shape: numbers(math.prod(shape), kind.numpy).reshape(shape), kind, **how)


def random(shape: tuple, make, kind, **how) -> Tensor:
    """A tensor that `make` draws; inside `vmap` once for all slices, or for each."""
    look(None, "random")
    if (level := modes.current().level) is not None:
        return level.draw(lambda shape: random(shape, make, kind, **how), shape)
    return finish(make(shape), kind, **how)


def rand(*size, **how) -> Tensor:
    """Numbers from 0 to below 1, all equally likely.

    >>> mg.rand(2).shape
    torch.Size([2])
    """
    return drawn(default_generator.uniform, size, **how)


def randn(*size, **how) -> Tensor:
    """Numbers of the standard normal distribution.

    >>> mg.randn(2, 3).shape
    torch.Size([2, 3])
    """
    return drawn(default_generator.normal, size, **how)


def rand_like(t, **how) -> Tensor:
    """`rand` in the shape and type of `t`."""
    return rand(t.shape, **{"dtype": t.dtype, **how})


def randn_like(t, **how) -> Tensor:
    """`randn` in the shape and type of `t`."""
    return randn(t.shape, **{"dtype": t.dtype, **how})


def randint(low, high=None, size=None, **how) -> Tensor:
    """Integers from low (0 if left out) up to but not including high.

    >>> mg.randint(10, (3,)).dtype
    torch.int64
    """
    if size is None:
        low, high, size = 0, low, high
    require(high > low, f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")

    def make(shape: tuple):
        return default_generator.integers(low, high, math.prod(shape)).reshape(shape)

    return random(tuple(size), make, dtypes.int64, **how)


def randperm(n: int, **how) -> Tensor:
    """The integers below n in random order.

    >>> mg.randperm(4).sort().values
    tensor([0, 1, 2, 3])
    """

    def make(shape: tuple):
        many = [default_generator.permutation(n) for _ in range(math.prod(shape[:-1]))]
        return np.array(many, np.int64).reshape(shape)

    return random((n,), make, dtypes.int64, **how)


HELPERS = {"drawn", "filled", "finish", "legacy_tensor", "random", "shape_of"}
__all__ = [n for n, f in globals().items() if getattr(f, "__module__", None) == __name__ and n not in HELPERS]
