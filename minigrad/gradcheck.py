"""Derivatives against differences.

(f(x + e) - f(x - e)) / 2e is off by terms of order e^2, and by the rounding of f over e: in float64 with e = 1e-6 both
are near 1e-10, in float32 the second alone is a few percent. Hence the wish for double precision.
"""

from __future__ import annotations

import warnings

import numpy as np

from . import ops
from .autograd.gradients import as_tuple, filled, grad, pull, rows, units
from .errors import require
from .modes import enable_grad
from .node import Node
from .tensor import Tensor, gradient_edge, wrap


class GradcheckError(RuntimeError):
    """The derivative and the differences disagree."""


NO_INPUT = "gradcheck expects at least one input tensor to require gradient, but none of them does."


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
    masked=None,
) -> bool:
    """Compare the Jacobian that backward gives, or forward mode, with central differences, for every input that
    requires grad; and with that of a `vmap`, where asked for.

    GradcheckError, or False without `raise_exception`, where an element differs by more than atol + rtol * |element|,
    where two walks differ by more than `nondet_tol`, and where a gradient of 0 or None does not lead to zeros.
    ValueError if no input requires grad. `fast_mode`, `masked` and `check_grad_dtypes` change nothing.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(mg.exp, (x,), check_forward_ad=True)
    True
    """
    either = "Expected at least one of check_forward_ad or check_backward_ad to be True"
    require(check_forward_ad or check_backward_ad, either, AssertionError)
    needs = "Setting check_batched_{}grad=True requires check_{}_ad to be True"
    require(check_backward_ad or not check_batched_grad, needs.format("", "backward"), AssertionError)
    require(check_forward_ad or not check_batched_forward_grad, needs.format("forward_", "forward"), AssertionError)
    inputs = as_tuple(inputs)
    wanted = {k: t for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad}
    require(wanted, NO_INPUT, ValueError)
    for k, t in wanted.items():
        check_input(k, t)

    def agree(found, expected, what: str) -> None:
        both = f"numerical:{wrap(expected)!r}\nanalytical:{wrap(found)!r}"
        require(np.allclose(found, expected, rtol, atol), f"{what},\n{both}\n", GradcheckError)

    def check(nr: int, out: Tensor) -> None:
        numbers = {k: difference_quotients(func, inputs, nr, t, out.numel(), eps) for k, t in wanted.items()}
        if not out.requires_grad:
            zero = "Numerical gradient for function expected to be zero"
            require(all(np.allclose(d, 0, rtol, atol) for d in numbers.values()), zero, GradcheckError)
            return
        for k, expected in numbers.items() if check_forward_ad else ():
            where = f"mismatch for output {nr} with respect to input {k}"
            agree(tangents(func, inputs, k, nr), expected, f"Jacobian computed with forward mode {where}")
            if check_batched_forward_grad:
                agree(at_once(tangents, func, inputs, k, nr, True), expected, f"Jacobian of a vmap {where}")
        if not check_backward_ad:
            return
        first, second = slopes(out, wanted.values()), slopes(out, wanted.values())
        for (k, expected), one, other in zip(numbers.items(), first, second, strict=True):
            same = np.allclose(one, other, rtol=0, atol=nondet_tol)
            again = "Backward is not reentrant, i.e., running backward with the same input and gradient gives"
            require(same, f"{again}\n{one}\nand then\n{other}", GradcheckError)
            agree(one, expected, f"Jacobian mismatch for output {nr} with respect to input {k}")
        if check_batched_grad:
            for (k, _), one, many in zip(
                numbers.items(), first, at_once(slopes, out, wanted.values(), None), strict=True
            ):
                agree(many, one, f"Jacobian of a vmap mismatch for output {nr} with respect to input {k}")

    try:
        for nr, out in enumerate(differentiable(func(*inputs))):
            check(nr, out)
        if check_backward_ad:
            check_nothing_in(func, inputs, tuple(wanted.values()), check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def check_input(k: int, t: Tensor) -> None:
    """Warn of, or refuse, an input for which differences would be of no use."""
    if t._array.dtype != np.float64:
        message = (
            f"Input #{k} requires gradient and is not a double precision floating point or complex: expect a failure."
        )
        warnings.warn(message, UserWarning, stacklevel=3)
    message = f"The {k}th input has a dimension with stride 0: give gradcheck a .contiguous() copy, whose elements it"
    require(0 not in t._array.strides or t.numel() < 2, f"{message} can move one by one.")


def slopes(out: Tensor, xs, chunk_size=0) -> list:
    """The Jacobians that backward gives, inputs first; row by row, or with None all at once."""
    found = filled(rows(out, xs, False, chunk_size), xs, out.shape)
    return [s._array.reshape(out.numel(), t.numel()).T for s, t in zip(found, xs, strict=True)]


def tangents(func, inputs, k: int, nr: int, together=False) -> np.ndarray:
    """The Jacobian that forward mode gives; column by column, or all at once."""
    from .autograd.forward_ad import dual_level, make_dual, unpack_dual  # not before transforms are asked for
    from .func.batched import Unit

    def push(unit):
        with dual_level():
            dual = make_dual(inputs[k].detach(), unit)
            out = differentiable(func(*inputs[:k], dual, *inputs[k + 1 :]))[nr]
            tangent = unpack_dual(out).tangent
            return ops.reshape(out.detach() * 0 if tangent is None else tangent, (-1,))

    seeds = units(inputs[k])
    if not together:
        return np.array([push(unit)._array for unit in seeds.unbind()])
    level = Unit(len(seeds))
    with level:
        found = push(level.face(seeds))
    return level.full(found)._array


def at_once(jacobian, *args):
    """A Jacobian by way of `vmap`; GradcheckError for what it cannot do."""
    try:
        return jacobian(*args)
    except RuntimeError as error:
        raise GradcheckError(f"While computing batched gradients, got: {error}") from error


class Undefined(Node):
    """In the graph above an output: passes no gradient on."""

    __slots__ = ()

    def vjp(self, g, create: bool):
        return (None,)


def check_nothing_in(func, inputs, xs: tuple, undefined: bool) -> None:
    """Gradients of zero lead to zeros, and so do those that are None: for all outputs together, and each alone."""

    def outputs() -> list:
        return [t for t in differentiable(func(*inputs)) if t.requires_grad]

    def cut(t: Tensor) -> Tensor:
        node = Undefined((gradient_edge(t),))
        node.shape, node.dtype = t._array.shape, t._array.dtype
        return wrap(t._array, node)

    def check(outs: list, message: str) -> None:
        found = pull(outs, [wrap(np.zeros_like(t._array)) for t in outs], xs, False)
        require(all(g is None or not g._array.any() for g in found), message, GradcheckError)

    count = len(outputs())
    if count:
        check(outputs(), "backward not multiplied by grad_output")
    alone = [{k} for k in range(count)] if count > 1 else []
    for gone in [set(range(count)), *alone] if undefined and count else ():
        outs = [cut(t) if k in gone else t for k, t in enumerate(outputs())]
        check(outs, "Expected all input grads to be undefined or zero when all output grads are undefined or zero.")


def gradgradcheck(
    func, inputs, grad_outputs=None, *, check_fwd_over_rev=False, check_rev_over_rev=True, **options
) -> bool:
    """`gradcheck` of the gradient itself, as a function of the inputs and of the gradients it starts from.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradgradcheck(mg.exp, (x,))
    True
    """
    inputs = as_tuple(inputs)
    require(any(isinstance(t, Tensor) and t.requires_grad for t in inputs), NO_INPUT, ValueError)
    undefined = check_rev_over_rev or not options.get("check_undefined_grad", True)
    require(undefined, "Setting check_undefined_grad=True requires check_rev_over_rev to be True", AssertionError)
    if grad_outputs is None:
        rng, outs = np.random.default_rng(0), [t._array for t in differentiable(func(*inputs))]
        grad_outputs = [wrap(rng.uniform(0.5, 1.5, a.shape).astype(a.dtype)).requires_grad_() for a in outs]
    seeds = as_tuple(grad_outputs)

    def gradient(*args):
        given = args[: len(inputs)]
        wanted = [t for t, was in zip(given, inputs, strict=True) if isinstance(was, Tensor) and was.requires_grad]
        for t in wanted:
            t.requires_grad_()  # a dual has been detached
        outs = differentiable(func(*given))
        return grad(outs, wanted, args[len(inputs) :], create_graph=True, materialize_grads=True)

    both = {"check_forward_ad": check_fwd_over_rev, "check_backward_ad": check_rev_over_rev}
    return gradcheck(gradient, (*inputs, *seeds), **both, **options)


def differentiable(result) -> list:
    """The floating tensors among what a function returns."""
    return [t for t in as_tuple(result) if isinstance(t, Tensor) and t.is_floating_point()]


def difference_quotients(func, inputs, nr: int, t: Tensor, count: int, eps: float) -> np.ndarray:
    """The Jacobian by moving each element of `t` by eps either way; `t` is as before afterwards."""
    jacobian = np.zeros((t.numel(), count), t._array.dtype)
    flat = t._array.flat
    for i in range(len(flat)):
        was, ends = flat[i].copy(), []
        for step in (eps, -eps):
            flat[i] = was + step
            with enable_grad():
                ends.append(differentiable(func(*inputs))[nr]._array.reshape(-1).copy())
        flat[i] = was
        jacobian[i] = (ends[0] - ends[1]) / (2 * eps)
    return jacobian
