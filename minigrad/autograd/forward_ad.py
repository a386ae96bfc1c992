"""Forward mode by hand: tensors that carry a tangent, between entering a level and leaving it.

>>> import minigrad as mg
>>> from minigrad.autograd import forward_ad
>>> with forward_ad.dual_level():
...     x = forward_ad.make_dual(mg.tensor(3.0), mg.tensor(1.0))
...     forward_ad.unpack_dual(x * x).tangent
tensor(6.)
"""

from typing import NamedTuple

from .. import modes
from ..errors import require
from ..func.levels import alias, outwards, settle
from ..func.tangents import Forward
from ..tensor import Tensor

__all__ = ["UnpackedDualTensor", "dual_level", "make_dual", "unpack_dual"]


class UnpackedDualTensor(NamedTuple):
    """A value and its tangent, None if it has none."""

    primal: Tensor
    tangent: Tensor | None


def current() -> Forward | None:
    """The level that is open, if any."""
    return next((level for level in outwards(modes.current().level) if isinstance(level, dual_level)), None)


class dual_level(Forward):
    """The block in which tensors can carry tangents. One at a time: RuntimeError inside another."""

    functional, tracks = False, True

    def __enter__(self):
        require(current() is None, "Nested forward mode AD is not supported at the moment: func.jvp nests")
        return super().__enter__()


def make_dual(tensor: Tensor, tangent: Tensor, *, level=None) -> Tensor:
    """`tensor` with a tangent of the same shape. RuntimeError outside a level, or if the shapes differ."""
    here = current()
    require(here, "Trying to create a dual Tensor for forward AD but no level exists: open a dual_level() first.")
    assert here is not None
    return here.dual(tensor, tangent)


def unpack_dual(tensor: Tensor, *, level=None) -> UnpackedDualTensor:
    """The value without its tangent, and the tangent."""
    here = current()
    if here is None:
        return UnpackedDualTensor(tensor, None)
    wrong = f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type(tensor).__name__}"
    require(isinstance(tensor, Tensor), wrong, TypeError)
    with modes.at(here.outer):
        tangent = here.of(tensor)
        return UnpackedDualTensor(*((tensor, None) if tangent is None else (alias(tensor), settle(tangent))))
