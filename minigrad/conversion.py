"""Python numbers in nested lists, arrays and tensors, as arrays of the type PyTorch would choose."""

from __future__ import annotations

import numpy as np

from . import dtypes
from .tensor import Tensor


def to_array(data, dtype=None) -> np.ndarray:
    """Numbers in nested lists, arrays and tensors as one new array, of the type PyTorch would choose."""
    if isinstance(data, Tensor):
        data = data._array
    elif isinstance(data, np.generic):
        data = np.asarray(data)
    if isinstance(data, np.ndarray):
        return np.array(data, dtype=dtype and dtype.numpy)
    check_rectangle(data)
    try:
        array = np.array(numbers(data))
    except (TypeError, ValueError):
        array = None
    if array is None or array.dtype.kind not in "biuf":
        kind = type(first_leaf(data)).__name__
        raise (
            RuntimeError(f"Could not infer dtype of {kind}")
            if kind != "str"
            else TypeError(f"new(): invalid data type '{kind}'")
        )
    if dtype is not None:
        return array.astype(dtype.numpy, copy=False)
    kinds = leaf_types(data) if isinstance(data, (list, tuple)) else set()
    if (array.dtype.kind == "f" and not kinds <= {np.dtype("f8")}) or array.size == 0:
        return array.astype(dtypes.DEFAULT[0].numpy)
    return array if kinds or array.dtype.kind != "f" else array.astype(dtypes.DEFAULT[0].numpy)


def numbers(data):
    """Nested lists with tensors as their numbers."""
    return (
        [numbers(d) for d in data]
        if isinstance(data, (list, tuple))
        else data.item()
        if isinstance(data, (Tensor, np.ndarray)) and data.ndim == 0
        else data._array
        if isinstance(data, Tensor)
        else data
    )


def check_rectangle(data, dim: int = 1) -> None:
    """ValueError if lists of one level differ in length."""
    if not isinstance(data, (list, tuple)) or not data:
        return
    if isinstance(data[0], (list, tuple)):
        for part in data:
            if not isinstance(part, (list, tuple)):
                raise TypeError(f"expected Tensor as element of a list of lists, but got {type(part).__name__}")
            if len(part) != len(data[0]):
                raise ValueError(f"expected sequence of length {len(data[0])} at dim {dim} (got {len(part)})")
        for part in data:
            check_rectangle(part, dim + 1)
    elif any(isinstance(part, (list, tuple)) for part in data):
        raise TypeError("must be real number, not list: numbers and lists are mixed in one level")


def first_leaf(data):
    while isinstance(data, (list, tuple)) and data:
        data = data[0]
    return data


def leaf_types(data) -> set:
    """The element types of the arrays and tensors among nested lists; None for a Python number."""
    if isinstance(data, (list, tuple)):
        return set().union(*map(leaf_types, data)) if data else {None}
    return {data._array.dtype if isinstance(data, Tensor) else getattr(data, "dtype", None)}
