"""The in-place forms, and `out=`: the operation of the same name, its result put into memory that is there already."""

import functools
from typing import Any

import numpy as np

from .. import modes
from ..inplace import inplace, write
from ..tensor import Tensor, shared_counter
from . import arithmetic, arrange, choice, elementwise, linear, order, powers, reduce, select
from .memory import copy_

MODULES = (elementwise, arithmetic, powers, choice, reduce, order, linear, select, arrange)
PLAIN = """abs acos addcdiv addcmul asin atan atan2 ceil cos cosh cumprod cumsum div erf exp expm1 floor lerp log log1p
log2 mul neg pow reciprocal relu remainder round rsqrt sigmoid sign sin sinh sqrt tan tanh tril triu"""
SEPARATE, OVERLAP = "index_add scatter scatter_add", "masked_fill"
WITH_OUT = "abs add clamp cos div exp log matmul maximum minimum mm mul mv neg pow sigmoid sin sqrt sub sum tanh"


def found(name: str):
    """The operation of this name, in whichever file it is."""
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


# --- in place ---


def add_(self, other, *, alpha=1):
    """`self + alpha * other`, in place."""
    if alpha == 1:
        return write(arithmetic._add.operation, self, (other,), "add_")
    return write(arithmetic._add_scaled.operation, self, (other, alpha), "add_")


def sub_(self, other, *, alpha=1):
    """`self - alpha * other`, in place."""
    if alpha == 1:
        return write(arithmetic._sub.operation, self, (other,), "sub_")
    return write(arithmetic._sub_scaled.operation, self, (other, alpha), "sub_")


def square_(self):
    """`self ** 2`, in place."""
    return FORMS["pow_"](self, 2)


def clamp_(self, min=None, max=None):
    """`clamp`, in place."""
    return write(choice.clamping(min, max).operation, self, (min, max), "clamp_")


FORMS: dict[str, Any] = {"add_": add_, "sub_": sub_, "square_": square_, "clamp_": clamp_}
FORMS |= {f"{name}_": inplace(found(name), f"{name}_") for name in PLAIN.split()}
FORMS |= {f"{name}_": inplace(found(name), f"{name}_", separate=True) for name in SEPARATE.split()}
FORMS |= {f"{name}_": inplace(found(name), f"{name}_", overlap=True) for name in OVERLAP.split()}
globals().update(FORMS)


# --- out= ---


def with_out(function):
    """The function with one argument more. RuntimeError when a gradient would be lost by it."""

    @functools.wraps(function)
    def call(*args, out=None, **kwargs):
        if out is None:
            return function(*args, **kwargs)
        if modes.current().grad and any(isinstance(t, Tensor) and t.requires_grad for t in (*args, out)):
            raise RuntimeError(
                f"{function.__name__}(): functions with out=... arguments don't support automatic differentiation, but "
                "one of the arguments requires grad: leave out= away"
            )
        with modes.no_grad():
            found = function(*args, **kwargs)
            if modes.current().level is not None:
                return copy_(out, found)
        result = found._array
        if out._array.shape == result.shape:
            np.copyto(out._array, result, casting="same_kind")
        else:
            out._array = result.astype(out._array.dtype)
        shared_counter(out).increase(f"{function.__name__}(out=)")
        return out

    return call


OUT = {name: with_out(found(name)) for name in WITH_OUT.split()}
