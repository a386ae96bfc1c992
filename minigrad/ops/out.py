"""`out=`: functions that put their result into a tensor that is there already, outside the graph."""

from __future__ import annotations

import functools

import numpy as np

from .. import modes
from ..tensor import Tensor, shared_counter
from . import choice, elementwise, linear, powers, reduce

NAMES = {
    elementwise: "add cos div exp log mul neg sigmoid sin sqrt sub tanh",
    choice: "abs clamp maximum minimum",
    linear: "matmul mm mv",
    powers: "pow",
    reduce: "sum",
}
__all__: list[str] = []


def with_out(function):
    """The function with one argument more. RuntimeError when a gradient would be lost by it."""

    @functools.wraps(function)
    def call(*args, out=None, **kwargs):
        if out is None:
            return function(*args, **kwargs)
        if modes.current().grad and any(isinstance(t, Tensor) and t.requires_grad for t in (*args, out)):
            raise RuntimeError(
                f"{function.__name__}(): functions with out=... arguments don't support automatic "
                "differentiation, but one of the arguments requires grad: leave out= away"
            )
        with modes.no_grad():
            result = function(*args, **kwargs)._array
        if out._array.shape == result.shape:
            np.copyto(out._array, result, casting="same_kind")
        else:
            out._array = result.astype(out._array.dtype)
        shared_counter(out).increase(f"{function.__name__}(out=)")
        return out

    return call


for _module, _names in NAMES.items():
    for _name in _names.split():
        globals()[_name] = with_out(getattr(_module, _name))
        __all__.append(_name)
