"""Derivatives against differences.

(f(x + e) - f(x - e)) / 2e is off by terms of order e^2, and by the rounding of f over e: in float64 with e = 1e-6 both
are near 1e-10, in float32 the second alone is a few percent. Hence the wish for double precision.
"""

from __future__ import annotations

import warnings

import numpy as np

from . import modes
from .tensor import Tensor, wrap

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """The derivative and the differences disagree."""


def gradcheck(
    func,
    inputs,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
) -> bool:
    """Compare the Jacobian that backward gives with central differences, for every input that requires grad.

    GradcheckError, or False without `raise_exception`, where an element differs by more than atol + rtol * |element|.
    ValueError if no input requires grad.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(mg.exp, (x,))
    True
    """
    inputs = as_tuple(inputs)
    wanted = [(k, t) for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )
    for k, t in wanted:
        if t._array.dtype != np.float64:
            warnings.warn(
                f"Input #{k} requires gradient and is not a double precision floating point or complex. "
                "Differences in float32 are too coarse; expect a failure.",
                UserWarning,
                stacklevel=2,
            )
        if not t._array.flags.c_contiguous:
            raise RuntimeError(
                f"The {k}th input has a dimension with stride 0 or is not in order in memory: gradcheck "
                "moves elements one by one. Give it a .contiguous() copy."
            )
    for nr, out in enumerate(differentiable(func(*inputs))):
        for k, t in wanted:
            slope = derivative(out, t)
            differences = difference_quotients(func, inputs, nr, t, out._array.size, eps)
            if not np.allclose(slope, differences, rtol, atol):
                if raise_exception:
                    raise GradcheckError(
                        f"Jacobian mismatch for output {nr} with respect to input {k},\n"
                        f"numerical:{wrap(differences)!r}\nanalytical:{wrap(slope)!r}\n"
                    )
                return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, **options) -> bool:
    """`gradcheck` of the gradient itself, as a function of the inputs and of the gradients it starts from.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradgradcheck(mg.exp, (x,))
    True
    """
    from .autograd import grad

    inputs = as_tuple(inputs)
    outputs = differentiable(func(*inputs))
    if grad_outputs is None:
        rng = np.random.default_rng(0)
        grad_outputs = [
            wrap(rng.uniform(0.5, 1.5, o._array.shape).astype(o._array.dtype)).requires_grad_() for o in outputs
        ]
    count = len(as_tuple(grad_outputs))

    def gradient(*args):
        given, seeds = args[:-count], args[-count:]
        wanted = [t for t in given if isinstance(t, Tensor) and t.requires_grad]
        return grad(differentiable(func(*given)), wanted, seeds, create_graph=True, materialize_grads=True)

    return gradcheck(gradient, (*inputs, *as_tuple(grad_outputs)), **options)


def as_tuple(values) -> tuple:
    return (values,) if isinstance(values, Tensor) else tuple(values)


def differentiable(result) -> list:
    """The floating tensors among what a function returns."""
    return [t for t in as_tuple(result) if isinstance(t, Tensor) and t._array.dtype.kind == "f"]


def derivative(out: Tensor, t: Tensor) -> np.ndarray:
    """The Jacobian by backward, one walk for each element of the output: (elements of t, elements of out)."""
    from .autograd import grad

    jacobian = np.zeros((t._array.size, out._array.size), t._array.dtype)
    for i in range(out._array.size if out.requires_grad else 0):
        seed = np.zeros(out._array.shape, out._array.dtype)
        seed.reshape(-1)[i] = 1
        (g,) = grad(out, t, wrap(seed), retain_graph=True, allow_unused=True)
        if g is not None:
            jacobian[:, i] = g._array.reshape(-1)
    return jacobian


def difference_quotients(func, inputs, nr: int, t: Tensor, count: int, eps: float) -> np.ndarray:
    """The Jacobian by moving each element of `t` by eps either way; `t` is as before afterwards."""
    jacobian = np.zeros((t._array.size, count), t._array.dtype)
    flat = t._array.reshape(-1)
    for i in range(flat.size):
        was, ends = flat[i].copy(), []
        for step in (eps, -eps):
            flat[i] = was + step
            with modes.enable_grad():
                ends.append(differentiable(func(*inputs))[nr]._array.reshape(-1).copy())
        flat[i] = was
        jacobian[i] = (ends[0] - ends[1]) / (2 * eps)
    return jacobian
