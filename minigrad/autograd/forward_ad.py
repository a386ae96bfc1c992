"""Forward mode by hand: tensors that carry a tangent, between entering a level and leaving it.

>>> import minigrad as mg
>>> from minigrad.autograd import forward_ad
>>> with forward_ad.dual_level():
...     x = forward_ad.make_dual(mg.tensor(3.0), mg.tensor(1.0))
...     forward_ad.unpack_dual(x * x).tangent
tensor(6.)
"""

from __future__ import annotations

from typing import NamedTuple

from .. import modes
from ..func.levels import alias, at, settle
from ..func.tangents import Forward
from ..tensor import Tensor

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]


class UnpackedDualTensor(NamedTuple):
    """A value and its tangent, None if it has none."""

    primal: Tensor
    tangent: Tensor | None


def current() -> Forward | None:
    """The level that is open, if any."""
    level = modes.current().level
    while level is not None and level.functional:
        level = level.outer
    return level


class dual_level(Forward):
    """The block in which tensors can carry tangents. One at a time: RuntimeError inside another."""

    def __init__(self) -> None:
        super().__init__(functional=False)

    def __enter__(self):
        if current() is not None:
            raise RuntimeError("Nested forward mode AD is not supported at the moment: use func.jvp, which nests")
        return super().__enter__()


opened: list[dual_level] = []


def enter_dual_level() -> None:
    """Open a level; `dual_level` as a context manager is safer."""
    opened.append(dual_level().__enter__())


def exit_dual_level(*, level=None) -> None:
    """Close the level that `enter_dual_level` has opened; tangents are gone then."""
    if not opened:
        raise RuntimeError("Trying to exit a forward AD level but no level exists")
    opened.pop().__exit__()


def make_dual(tensor: Tensor, tangent: Tensor, *, level=None) -> Tensor:
    """`tensor` with a tangent of the same shape. RuntimeError outside a level, or if the shapes differ."""
    here = current()
    if here is None:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    tensor.is_floating_point(), tangent.is_floating_point()  # what has no such method is no tensor
    return here.dual(tensor, tangent)


def unpack_dual(tensor: Tensor, *, level=None) -> UnpackedDualTensor:
    """The value without its tangent, and the tangent."""
    here = current()
    if here is None:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, Tensor):
        raise TypeError(f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type(tensor).__name__}")
    with at(here.outer):
        tangent = here.of(tensor)
        return (
            UnpackedDualTensor(tensor, None) if tangent is None else UnpackedDualTensor(alias(tensor), settle(tangent))
        )
