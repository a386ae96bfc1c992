"""Element types, and the type a result takes when its operands differ.

>>> import minigrad as mg
>>> mg.tensor([1, 2]).dtype, mg.tensor([1.0]).dtype
(torch.int64, torch.float32)
>>> (mg.tensor([1, 2]) * 2.5).dtype
torch.float32
"""

import builtins
import math
from typing import Any

import numpy as np

__all__ = ["Size", "bool", "dtype", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"]


class dtype:
    """An element type, as in PyTorch: `minigrad.float32` and its kin. Prints under PyTorch's name."""

    __slots__ = ("is_floating_point", "itemsize", "long_name", "name", "numpy")
    is_complex = False

    def __init__(self, name: str, long_name: str) -> None:
        self.name, self.long_name, self.numpy = name, long_name, np.dtype(name)
        self.is_floating_point, self.itemsize = self.numpy.kind == "f", self.numpy.itemsize

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:  # one object per type, also after pickle and deepcopy
        return self.name


class Size(tuple):
    """The shape of a tensor: a tuple that can count its elements."""

    __slots__ = ()

    def numel(self) -> builtins.int:
        """The number of elements of a tensor of this shape; 1 for the empty shape."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, key):
        part = tuple.__getitem__(self, key)
        return Size(part) if isinstance(key, slice) else part

    def __add__(self, other):
        return Size(tuple.__add__(self, tuple(other)))


bool_type, int_type = bool, int
float16, float32, float64 = dtype("float16", "Half"), dtype("float32", "Float"), dtype("float64", "Double")
int8, int16 = dtype("int8", "Char"), dtype("int16", "Short")
int32, int64 = dtype("int32", "Int"), dtype("int64", "Long")
uint8, bool = dtype("uint8", "Byte"), dtype("bool", "Bool")
half, float, double, short, int, long = float16, float32, float64, int16, int32, int64

OF_NUMPY = {d.numpy: d for d in (float16, float32, float64, int8, int16, int32, int64, uint8, bool)}
RANK = {"b": 0, "u": 1, "i": 1, "f": 2}
DEFAULT = [float32]


def get_default_dtype() -> dtype:
    """The type that Python floats take; float32 unless changed."""
    return DEFAULT[0]


def set_default_dtype(d: dtype) -> None:
    """Make `d` the type that Python floats take."""
    DEFAULT[0] = d


def of(array: np.ndarray) -> dtype:
    """The element type of an array; TypeError for one that no tensor can have."""
    try:
        return OF_NUMPY[array.dtype]
    except KeyError:
        raise TypeError(f"can't convert np.ndarray of type {array.dtype}: minigrad has no such element type") from None


def scalar_type(value) -> np.dtype:
    """What a Python number becomes as a tensor of its own."""
    kind = type(value)
    if kind is bool_type:
        return bool.numpy
    return int64.numpy if issubclass(kind, int_type) else DEFAULT[0].numpy


def result_type(*operands) -> np.dtype:
    """The common element type of arrays and Python numbers.

    Three ranks take part: tensors with dimensions, tensors without, Python numbers. A lower rank decides only when
    its category (bool, integer, floating) is higher than that of every rank above.

    >>> result_type(np.ones(2, "int64"), np.ones((), "float64"))
    dtype('float64')
    >>> result_type(np.ones(2, "float32"), np.ones((), "float64"))
    dtype('float32')
    >>> result_type(np.ones(2, "float32"), np.ones(2, "int64"))
    dtype('float32')
    """
    best: Any = None
    for rank in (
        [o.dtype for o in operands if isinstance(o, np.ndarray) and o.ndim],
        [o.dtype for o in operands if isinstance(o, np.ndarray) and not o.ndim],
        [scalar_type(o) for o in operands if not isinstance(o, np.ndarray)],
    ):
        here = None
        for d in rank:
            here = d if here is None else promote(here, d)
        if here is not None and (best is None or RANK[here.kind] > RANK[best.kind]):
            best = here
    return best


def promote(a: np.dtype, b: np.dtype) -> np.dtype:
    """The common type of two arrays of equal rank: the higher category wins, else numpy's choice."""
    if RANK[a.kind] != RANK[b.kind]:
        return a if RANK[a.kind] > RANK[b.kind] else b
    return np.promote_types(a, b)
