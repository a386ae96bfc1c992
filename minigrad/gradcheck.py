"""Derivatives against differences.

(f(x + e) - f(x - e)) / 2e is off by terms of order e^2, and by the rounding of f over e: in float64 with e = 1e-6 both
are near 1e-10, in float32 the second alone is a few percent. Hence the wish for double precision.
"""

from __future__ import annotations

import warnings

import numpy as np

from .autograd.gradients import as_tuple, filled, grad, rows
from .errors import require
from .modes import enable_grad
from .tensor import Tensor, wrap


class GradcheckError(RuntimeError):
    """The derivative and the differences disagree."""


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **_) -> bool:
    """Compare the Jacobian that backward gives with central differences, for every input that requires grad.

    GradcheckError, or False without `raise_exception`, where an element differs by more than atol + rtol * |element|.
    ValueError if no input requires grad. PyTorch's further options are accepted and change nothing.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(mg.exp, (x,))
    True
    """
    inputs = as_tuple(inputs)
    wanted = {k: t for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad}
    require(wanted, "gradcheck expects at least one input tensor to require gradient, and none does.", ValueError)
    for k, t in wanted.items():
        check_input(k, t)
    for nr, out in enumerate(differentiable(func(*inputs))):
        slopes = filled(rows(out, wanted.values(), False), wanted.values(), out.shape)
        for (k, t), slope in zip(wanted.items(), slopes, strict=True):
            slope = slope._array.reshape(out.numel(), t.numel()).T
            differences = difference_quotients(func, inputs, nr, t, out.numel(), eps)
            if not np.allclose(slope, differences, rtol, atol):
                both = f"numerical:{wrap(differences)!r}\nanalytical:{wrap(slope)!r}"
                message = f"Jacobian mismatch for output {nr} with respect to input {k},\n{both}\n"
                require(not raise_exception, message, GradcheckError)
                return False
    return True


def check_input(k: int, t: Tensor) -> None:
    """Warn of, or refuse, an input for which differences would be of no use."""
    if t._array.dtype != np.float64:
        message = (
            f"Input #{k} requires gradient and is not a double precision floating point or complex: expect a failure."
        )
        warnings.warn(message, UserWarning, stacklevel=3)
    message = (
        f"The {k}th input has a dimension with stride 0 or is not in order in memory: give gradcheck a .contiguous()"
    )
    require(t.is_contiguous(), f"{message} copy, whose elements it can move one by one.")


def gradgradcheck(func, inputs, grad_outputs=None, **options) -> bool:
    """`gradcheck` of the gradient itself, as a function of the inputs and of the gradients it starts from.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradgradcheck(mg.exp, (x,))
    True
    """
    inputs = as_tuple(inputs)
    if grad_outputs is None:
        rng, outs = np.random.default_rng(0), [t._array for t in differentiable(func(*inputs))]
        grad_outputs = [wrap(rng.uniform(0.5, 1.5, a.shape).astype(a.dtype)).requires_grad_() for a in outs]
    seeds = as_tuple(grad_outputs)

    def gradient(*args):
        given = args[: len(inputs)]
        wanted = [t for t in given if isinstance(t, Tensor) and t.requires_grad]
        outs = differentiable(func(*given))
        return grad(outs, wanted, args[len(inputs) :], create_graph=True, materialize_grads=True)

    return gradcheck(gradient, (*inputs, *seeds), **options)


def differentiable(result) -> list:
    """The floating tensors among what a function returns."""
    return [t for t in as_tuple(result) if isinstance(t, Tensor) and t.is_floating_point()]


def difference_quotients(func, inputs, nr: int, t: Tensor, count: int, eps: float) -> np.ndarray:
    """The Jacobian by moving each element of `t` by eps either way; `t` is as before afterwards."""
    jacobian = np.zeros((t.numel(), count), t._array.dtype)
    flat = t._array.reshape(-1)
    for i in range(flat.size):
        was, ends = flat[i].copy(), []
        for step in (eps, -eps):
            flat[i] = was + step
            with enable_grad():
                ends.append(differentiable(func(*inputs))[nr]._array.reshape(-1).copy())
        flat[i] = was
        jacobian[i] = (ends[0] - ends[1]) / (2 * eps)
    return jacobian
