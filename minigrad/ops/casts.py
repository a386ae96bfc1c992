"""`x.double()` and its kin, and a few methods whose arguments stand in another order than the function's."""

from __future__ import annotations

from .. import dtypes
from ..tensor import Tensor
from . import choice
from .memory import cast
from .views import reshape

__all__ = [
    "bool",
    "double",
    "float",
    "half",
    "int",
    "long",
    "new_empty",
    "new_full",
    "new_ones",
    "new_tensor",
    "new_zeros",
    "reshape_as",
    "short",
    "type_as",
    "where",
]


def caster(target: dtypes.dtype):
    """The method that converts to one element type; the tensor itself when it has that already."""

    def method(self):
        return cast(self, target.numpy)

    method.__name__ = method.__qualname__ = target.long_name.lower()
    method.__doc__ = f"As {target}: converted and recorded, or the tensor itself when it is of that type."
    return method


double, float, half, int, long, short, bool = map(
    caster, (dtypes.float64, dtypes.float32, dtypes.float16, dtypes.int32, dtypes.int64, dtypes.int16, dtypes.bool)
)


def type_as(self, other):
    """As the element type of `other`."""
    return cast(self, other._array.dtype)


def where(self, condition, other):
    """`self` where the condition holds, elsewhere `other`."""
    return choice.where(condition, self, other)


def reshape_as(self, other):
    """`reshape` in the shape of `other`."""
    return reshape(self, tuple(other.shape))


def new_factory(name: str):
    """The method that makes a tensor of this one's element type."""

    def method(self, *args, dtype=None, requires_grad=False) -> Tensor:
        from .. import factories

        return getattr(factories, name)(*args, dtype=dtype or self.dtype, requires_grad=requires_grad)

    method.__doc__ = f"`{name}`, of this tensor's element type unless another is given."
    return method


new_zeros, new_ones, new_full, new_empty, new_tensor = map(new_factory, ("zeros", "ones", "full", "empty", "tensor"))
