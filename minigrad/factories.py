"""Making tensors: from data, filled, counted, drawn at random.

All take `dtype` and `requires_grad`; floats are float32 unless something else is asked for. `device` is taken and
ignored, so that programs written for PyTorch run.
"""

from __future__ import annotations

import math
import warnings

import numpy as np

from . import dtypes, modes
from .conversion import to_array
from .random import default_generator
from .tensor import INFERENCE, Tensor, look, wrap

__all__ = [
    "arange",
    "as_tensor",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_numpy",
    "full",
    "full_like",
    "linspace",
    "logspace",
    "ones",
    "ones_like",
    "rand",
    "rand_like",
    "randint",
    "randn",
    "randn_like",
    "randperm",
    "scalar_tensor",
    "tensor",
    "zeros",
    "zeros_like",
]


def finish(array, requires_grad: bool = False, dtype=None) -> Tensor:
    """What every factory ends with: the tensor, of the type asked for, as a leaf."""
    t = wrap(array if dtype is None else np.asarray(array).astype(dtype.numpy, copy=False))
    mode = modes.current()
    if mode.inference:
        t._counter = INFERENCE
    if mode.level is not None:
        mode.level.born(t)
    if requires_grad:
        if t._array.dtype.kind != "f":
            raise RuntimeError(
                f"Only Tensors of floating point and complex dtype can require gradients; this one is {t.dtype}"
            )
        t._special().requires_grad = True
    return t


def default():
    """The element type that floats take."""
    return dtypes.DEFAULT[0]


# --- from data ---


def tensor(data, *, dtype=None, requires_grad: bool = False, device=None) -> Tensor:
    """A new leaf with a copy of `data`: numbers, nested lists, an array, a tensor.

    Python floats become float32, integers int64, booleans bool; arrays keep their type. ValueError if lists of one
    level differ in length.

    >>> import minigrad as mg
    >>> mg.tensor([1.0, 2.0], requires_grad=True)
    tensor([1., 2.], requires_grad=True)
    """
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True): tensor() leaves the graph silently.",
            UserWarning,
            stacklevel=2,
        )
    return finish(to_array(data, dtype), requires_grad)


def legacy_tensor(cls, data=()) -> Tensor:
    """`Tensor(data)`: always the default type; an integer is a size."""
    if isinstance(data, int):
        return finish(np.zeros(data, default().numpy))
    if isinstance(data, float):
        raise TypeError("new(): data must be a sequence (got float): tensor(2.) makes a tensor of a number")
    return finish(to_array(data, default()))


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """The tensor itself, or one on the memory of an array, or a new one: a copy only where there must be one.

    >>> import minigrad as mg
    >>> mg.as_tensor([1, 2])
    tensor([1, 2])
    """
    if isinstance(data, Tensor):
        return data if dtype is None or data.dtype is dtype else data.to(dtype)
    if isinstance(data, np.ndarray):
        return finish(data, dtype=dtype)
    return tensor(data, dtype=dtype)


asarray = as_tensor


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor on the memory of an array. TypeError for anything else, and for types no tensor has.

    >>> import minigrad as mg
    >>> import numpy
    >>> mg.from_numpy(numpy.ones(2))
    tensor([1., 1.], dtype=torch.float64)
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    dtypes.of(array)
    return finish(array)


def scalar_tensor(value, *, dtype=None, requires_grad=False) -> Tensor:
    """A number as a tensor without dimensions; of the default type.

    >>> import minigrad as mg
    >>> mg.scalar_tensor(2)
    tensor(2.)
    """
    return finish(np.asarray(value), requires_grad, dtype or default())


# --- filled ---


def shape_of(sizes: tuple, name: str = "size") -> tuple:
    """`(2, 3)` from zeros(2, 3) as from zeros((2, 3)); RuntimeError for a negative size."""
    shape = tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    if any(s < 0 for s in shape):
        raise RuntimeError(f"{name}: Dimension size must be non-negative, not {min(shape)}")
    return shape


def filled(name: str, value: float):
    """Declare a factory that fills a shape, and the one that takes shape and type from a tensor."""

    def factory(*size, dtype=None, requires_grad=False, device=None) -> Tensor:
        return finish(np.full(shape_of(size, name), value, (dtype or default()).numpy), requires_grad)

    def factory_like(t, *, dtype=None, requires_grad=False, device=None) -> Tensor:
        if not isinstance(t, Tensor):
            raise TypeError(f"{name}_like(): argument 'input' (position 1) must be Tensor, not {type(t).__name__}")
        return finish(np.full_like(t._array, value, (dtype or t.dtype).numpy), requires_grad)

    factory.__name__ = factory.__qualname__ = name
    factory.__doc__ = f"A tensor filled with {value}, of a shape given as sizes or as one tuple."
    factory_like.__name__ = factory_like.__qualname__ = f"{name}_like"
    factory_like.__doc__ = f"A tensor filled with {value}, in the shape and type of `t`."
    return factory, factory_like


zeros, zeros_like = filled("zeros", 0)
ones, ones_like = filled("ones", 1)
empty, empty_like = filled("empty", 0)


def full(size, fill_value, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """A tensor of one value, whose type is that of the number.

    >>> import minigrad as mg
    >>> mg.full((2,), 7.0)
    tensor([7., 7.])
    """
    value = np.asarray(fill_value._array if isinstance(fill_value, Tensor) else fill_value)
    kind = dtype.numpy if dtype is not None else default().numpy if value.dtype.kind == "f" else value.dtype
    return finish(np.full(shape_of((size,)), value, kind), requires_grad)


def full_like(t, fill_value, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """A tensor of one value, in the shape and type of `t`.

    >>> import minigrad as mg
    >>> mg.full_like(mg.tensor([1, 2]), 7)
    tensor([7, 7])
    """
    return full(t.shape, fill_value, dtype=dtype or t.dtype, requires_grad=requires_grad)


def eye(n: int, m: int | None = None, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """The unit matrix, (n, n) or (n, m).

    >>> import minigrad as mg
    >>> mg.eye(2)
    tensor([[1., 0.],
            [0., 1.]])
    """
    return finish(np.eye(n, m), requires_grad, dtype or default())


# --- counted ---


def arange(*args, dtype=None, requires_grad=False, device=None) -> Tensor:
    """start, start + step, ... before end; integers if all arguments are. `arange(end)`, `arange(start, end, step)`.

    >>> import minigrad as mg
    >>> mg.arange(3), mg.arange(0, 1, 0.25)
    (tensor([0, 1, 2]), tensor([0.0000, 0.2500, 0.5000, 0.7500]))
    """
    start, end, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
    start, end, step = (v.item() if isinstance(v, Tensor) else v for v in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) / step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((end - start) / step)
    whole = all(isinstance(v, int) for v in (start, end, step))
    return finish(start + step * np.arange(count), requires_grad, dtype or (dtypes.int64 if whole else default()))


def linspace(start, end, steps: int, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """So many numbers at equal distances, both ends among them.

    >>> import minigrad as mg
    >>> mg.linspace(0, 1, 3)
    tensor([0.0000, 0.5000, 1.0000])
    """
    start, end = (v.item() if isinstance(v, Tensor) else v for v in (start, end))
    return finish(np.linspace(start, end, steps), requires_grad, dtype or default())


def logspace(start, end, steps: int, base=10.0, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """`base` to the powers of a `linspace`.

    >>> import minigrad as mg
    >>> mg.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    return finish(np.logspace(start, end, steps, base=base), requires_grad, dtype or default())


# --- drawn at random ---


def drawn(numbers, size: tuple, requires_grad: bool, dtype):
    """As many numbers as the shape has elements, in that shape."""
    look(None, "random")
    shape = shape_of(size)
    dtype = dtype or default()
    return finish(numbers(math.prod(shape), dtype.numpy).reshape(shape), requires_grad, dtype)


def rand(*size, dtype=None, requires_grad=False, generator=None, device=None) -> Tensor:
    """Numbers from 0 to below 1, all equally likely.

    >>> import minigrad as mg
    >>> mg.rand(2).shape
    torch.Size([2])
    """
    return drawn((generator or default_generator).uniform, size, requires_grad, dtype)


def randn(*size, dtype=None, requires_grad=False, generator=None, device=None) -> Tensor:
    """Numbers of the standard normal distribution.

    >>> import minigrad as mg
    >>> mg.randn(2, 3).shape
    torch.Size([2, 3])
    """
    return drawn((generator or default_generator).normal, size, requires_grad, dtype)


def randint(low, high=None, size=None, *, dtype=None, requires_grad=False, generator=None, device=None) -> Tensor:
    """Integers from low (0 if left out) up to but not including high.

    >>> import minigrad as mg
    >>> mg.randint(10, (3,)).dtype
    torch.int64
    """
    if size is None:
        low, high, size = 0, low, high
    if high <= low:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    look(None, "random")
    array = (generator or default_generator).integers(low, high, math.prod(size)).reshape(tuple(size))
    return finish(array, requires_grad, dtype or dtypes.int64)


def randperm(n: int, *, dtype=None, generator=None, device=None) -> Tensor:
    """The integers below n in random order.

    >>> import minigrad as mg
    >>> mg.randperm(4).sort().values
    tensor([0, 1, 2, 3])
    """
    look(None, "random")
    return finish((generator or default_generator).permutation(n), dtype=dtype or dtypes.int64)


def rand_like(t, *, dtype=None, requires_grad=False) -> Tensor:
    """`rand` in the shape and type of `t`.

    >>> import minigrad as mg
    >>> mg.rand_like(mg.zeros(2)).shape
    torch.Size([2])
    """
    return rand(t.shape, dtype=dtype or t.dtype, requires_grad=requires_grad)


def randn_like(t, *, dtype=None, requires_grad=False) -> Tensor:
    """`randn` in the shape and type of `t`.

    >>> import minigrad as mg
    >>> mg.randn_like(mg.zeros(2)).shape
    torch.Size([2])
    """
    return randn(t.shape, dtype=dtype or t.dtype, requires_grad=requires_grad)
