"""A tensor that an optimiser is to change."""

from __future__ import annotations

from ..tensor import Tensor, wrap

__all__ = ["Parameter"]


class Parameter(Tensor):
    """A leaf that requires grad, on the memory of `data`.

    >>> import minigrad as mg
    >>> mg.nn.Parameter(mg.tensor([1.0]))
    Parameter containing:
    tensor([1.], requires_grad=True)
    """

    __slots__ = ()

    def __new__(cls, data: Tensor, requires_grad: bool = True) -> Parameter:
        source = data.detach()
        t = object.__new__(cls)
        t._array, t._edge, t._counter, t._meta = source._array, None, source._counter, None
        if requires_grad:
            t.requires_grad_()
        return t

    def __repr__(self) -> str:
        return "Parameter containing:\n" + wrap(self._array).requires_grad_(self.requires_grad).__repr__()
