"""Making tensors."""

from __future__ import annotations

import warnings

import numpy as np

from . import dtypes, modes
from .tensor import INFERENCE, Tensor, wrap

__all__ = ["ones", "ones_like", "tensor", "zeros", "zeros_like"]


def finish(array, requires_grad: bool = False) -> Tensor:
    """What every factory ends with."""
    t = wrap(array)
    if modes.current().inference:
        t._counter = INFERENCE
    if requires_grad:
        if t._array.dtype.kind != "f":
            raise RuntimeError(f"Only Tensors of floating point and complex dtype can require gradients; this one is "
                               f"{t.dtype}")
        t._special().requires_grad = True
    return t


def to_array(data, dtype) -> np.ndarray:
    """Python numbers in nested lists, arrays and tensors as one new array, with PyTorch's choice of type."""
    if isinstance(data, Tensor):
        array = np.array(data._array)
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.array(data)
    elif dtype is not None:
        array = np.array(plain(data), dtype.numpy)
    else:
        flat = np.array(plain(data))
        if (flat.dtype.kind == "f" and not holds_float64(data)) or (flat.size == 0 and flat.dtype.kind == "f"):
            flat = flat.astype(dtypes.DEFAULT[0].numpy)
        array = flat
    return array if dtype is None else array.astype(dtype.numpy, copy=False)


def plain(data):
    return [plain(d) for d in data] if isinstance(data, (list, tuple)) else \
        data._array if isinstance(data, Tensor) else data


def holds_float64(data) -> bool:
    while isinstance(data, (list, tuple)) and data:
        data = data[0]
    return isinstance(data, np.float64) or (isinstance(data, Tensor) and data.dtype is dtypes.float64) or (
        isinstance(data, np.ndarray) and data.dtype == np.float64)


def tensor(data, *, dtype=None, requires_grad: bool = False, device=None) -> Tensor:
    """A new leaf with a copy of `data`: numbers, nested lists, an array, a tensor.

    Python floats become float32, integers int64; arrays keep their type.

    >>> import minigrad as mg
    >>> mg.tensor([1.0, 2.0], requires_grad=True)
    tensor([1., 2.], requires_grad=True)
    """
    if isinstance(data, Tensor):
        warnings.warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                      "sourceTensor.detach().clone().requires_grad_(True): tensor() leaves the graph silently.",
                      UserWarning, stacklevel=2)
    return finish(to_array(data, dtype), requires_grad)


def legacy_tensor(cls, data=()) -> Tensor:
    """`Tensor(data)`: always the default type."""
    return finish(to_array(data, dtypes.DEFAULT[0]))


def zeros(*shape, dtype=None, requires_grad=False) -> Tensor:
    """A tensor of zeros."""
    shape = shape[0] if shape and isinstance(shape[0], (tuple, list)) else shape
    return finish(np.zeros(shape, (dtype or dtypes.DEFAULT[0]).numpy), requires_grad)


def ones(*shape, dtype=None, requires_grad=False) -> Tensor:
    """A tensor of ones."""
    shape = shape[0] if shape and isinstance(shape[0], (tuple, list)) else shape
    return finish(np.ones(shape, (dtype or dtypes.DEFAULT[0]).numpy), requires_grad)


def ones_like(t, dtype=None, requires_grad=False) -> Tensor:
    """Ones in the shape and type of `t`."""
    return finish(np.ones_like(t._array, None if dtype is None else dtype.numpy), requires_grad)


def zeros_like(t, dtype=None, requires_grad=False) -> Tensor:
    """Zeros in the shape and type of `t`."""
    return finish(np.zeros_like(t._array, None if dtype is None else dtype.numpy), requires_grad)
