"""Derivatives against differences."""

from __future__ import annotations

import warnings

import numpy as np

from . import modes
from .tensor import Tensor

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """The derivative and the differences disagree."""


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0) -> bool:
    """Compare the Jacobian that backward gives with central differences.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(mg.exp, (x,))
    True
    """
    from . import autograd

    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    diff = [(k, t) for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
    if not diff:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have "
                         "requires_grad=True.")
    for k, t in diff:
        if t._array.dtype != np.float64:
            warnings.warn(f"Input #{k} requires gradient and is not a double precision floating point or complex. "
                          "Differences in float32 are too coarse; expect a failure.", UserWarning, stacklevel=2)
    outputs = as_outputs(func(*inputs))
    for nr, out in enumerate(outputs):
        for k, t in diff:
            numerical = numerical_jacobian(func, inputs, nr, t, out, eps)
            analytical = np.zeros_like(numerical)
            for i in range(out._array.size if out.requires_grad else 0):
                seed = np.zeros(out._array.size, out._array.dtype)
                seed[i] = 1
                from .tensor import wrap

                g, = autograd.grad(out, t, wrap(seed.reshape(out._array.shape)), retain_graph=True, allow_unused=True)
                if g is not None:
                    analytical[:, i] = g._array.reshape(-1)
            if not np.allclose(analytical, numerical, rtol, atol):
                if not raise_exception:
                    return False
                from .tensor import wrap

                raise GradcheckError(f"Jacobian mismatch for output {nr} with respect to input {k},\n"
                                     f"numerical:{wrap(numerical)!r}\nanalytical:{wrap(analytical)!r}\n")
    return True


def as_outputs(result) -> list:
    items = result if isinstance(result, (tuple, list)) else (result,)
    return [t for t in items if isinstance(t, Tensor) and t._array.dtype.kind == "f"]


def numerical_jacobian(func, inputs, nr, t, out, eps):
    jacobian = np.zeros((t._array.size, out._array.size), t._array.dtype)
    flat = t._array.reshape(-1) if t._array.flags.c_contiguous else None
    if flat is None:
        raise ValueError("gradcheck needs contiguous inputs")
    for i in range(flat.size):
        was = flat[i].copy()
        ends = []
        for step in (eps, -eps):
            flat[i] = was + step
            with modes.enable_grad():
                ends.append(as_outputs(func(*inputs))[nr]._array.reshape(-1).copy())
        flat[i] = was
        jacobian[i] = (ends[0] - ends[1]) / (2 * eps)
    return jacobian


def gradgradcheck(func, inputs, grad_outputs=None, **options) -> bool:
    """`gradcheck` of the gradient itself."""
    from . import autograd
    from .factories import tensor

    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    outputs = as_outputs(func(*inputs))
    if grad_outputs is None:
        rng = np.random.default_rng(0)
        grad_outputs = [tensor(rng.standard_normal(o._array.shape), requires_grad=True) for o in outputs]
    grad_outputs = [grad_outputs] if isinstance(grad_outputs, Tensor) else list(grad_outputs)
    n = len(grad_outputs)

    def first(*args):
        ins, seeds = args[:-n], args[-n:]
        outs = as_outputs(func(*ins))
        wanted = [t for t in ins if isinstance(t, Tensor) and t.requires_grad]
        return autograd.grad(outs, wanted, seeds, create_graph=True, allow_unused=True, materialize_grads=True)

    return gradcheck(first, (*inputs, *grad_outputs), **options)
