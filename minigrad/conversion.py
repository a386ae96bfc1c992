"""Python numbers in nested lists, arrays and tensors, as arrays of the type PyTorch would choose."""

import numpy as np

from . import dtypes
from .errors import require
from .tensor import Tensor, look


def to_array(data, dtype=None) -> np.ndarray:
    """Numbers in nested lists, arrays and tensors as one new array, of the type PyTorch would choose."""
    data = data._array if isinstance(data, Tensor) else data
    if isinstance(data, (np.ndarray, np.generic)):
        return np.array(data, dtype=dtype and dtype.numpy)
    check_rectangle(data)
    found = leaves(data)
    try:
        array = np.array(plain(data))
        ours = array.dtype.kind in "biuf"
    except (TypeError, ValueError):
        ours = False
    if not ours:
        require(not isinstance(found[0], str), "new(): invalid data type 'str'", TypeError)
        raise RuntimeError(f"Could not infer dtype of {type(found[0]).__name__}")
    if dtype is not None:
        return array.astype(dtype.numpy, copy=False)
    doubles = {getattr(x, "dtype", None) for x in plain(found)} == {np.dtype("f8")}
    usual = not array.size or (array.dtype.kind == "f" and not doubles)  # floats of Python
    return array.astype(dtypes.DEFAULT[0].numpy) if usual else array


def leaves(data) -> list:
    """What nested lists hold."""
    return [leaf for part in data for leaf in leaves(part)] if isinstance(data, (list, tuple)) else [data]


def plain(data):
    """Nested lists with arrays for the tensors in them."""
    if isinstance(data, (list, tuple)):
        return [plain(part) for part in data]
    if isinstance(data, Tensor):
        look(data, "item")
    return data._array if isinstance(data, Tensor) else data


def check_rectangle(data, dim: int = 1) -> None:
    """ValueError if lists of one level differ in length; TypeError if numbers stand beside lists."""
    if not isinstance(data, (list, tuple)) or not data:
        return
    lists = [isinstance(part, (list, tuple)) for part in data]
    require(lists[0] or not any(lists), "must be real number, not list: numbers and lists are mixed", TypeError)
    require(not lists[0] or all(lists), "expected Tensor as element of a list of lists, but got a number", TypeError)
    for part in data if lists[0] else ():
        sizes = f"expected sequence of length {len(data[0])} at dim {dim} (got {len(part)})"
        require(len(part) == len(data[0]), sizes, ValueError)
        check_rectangle(part, dim + 1)
