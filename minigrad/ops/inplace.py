"""The in-place forms, and `out=`: the operation of the same name, its result put into memory that is there already."""

import functools

import numpy as np

from .. import errors, inplace, modes
from ..tensor import Tensor, shared_counter
from . import arithmetic, arrange, choice, elementwise, linear, order, reduce, select
from .memory import copy_

MODULES = (elementwise, arithmetic, choice, reduce, order, linear, select, arrange)
SEPARATE, OVERLAP = ("index_add", "scatter", "scatter_add"), ("masked_fill",)  # as `inplace.write` has it
PLAIN = """abs acos add addcdiv addcmul asin atan atan2 ceil clamp cos cosh cumprod cumsum div erf exp expm1 floor lerp
log log1p log2 mul neg pow reciprocal relu remainder round rsqrt sigmoid sign sin sinh sqrt square sub tan tanh tril
triu true_divide"""
WITH_OUT = "abs add clamp cos div exp log matmul maximum minimum mm mul mv neg pow sigmoid sin sqrt sub sum tanh"


def found(name: str):
    """The operation of this name, in whichever file it is."""
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


# --- in place ---


FORMS = {
    f"{name}_": inplace.inplace(found(name), f"{name}_", name in SEPARATE, name in OVERLAP)
    for name in (*PLAIN.split(), *SEPARATE, *OVERLAP)
}
globals().update(FORMS)


# --- out= ---


def with_out(function):
    """The function with one argument more. RuntimeError when a gradient would be lost by it."""

    @functools.wraps(function)
    def call(*args, out=None, **kwargs):
        if out is None:
            return function(*args, **kwargs)
        recorded = modes.current().grad and any(isinstance(t, Tensor) and t.requires_grad for t in (*args, out))
        what = f"{function.__name__}(): functions with out=... arguments don't support automatic differentiation"
        errors.require(not recorded, f"{what}, but one of the arguments requires grad: leave out= away")
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
