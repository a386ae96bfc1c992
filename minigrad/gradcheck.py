"""Derivatives against differences.

(f(x + e) - f(x - e)) / 2e is off by terms of order e^2, and by the rounding of f over e: in float64 with e = 1e-6 both
are near 1e-10, in float32 the second alone is a few percent. Hence the wish for double precision.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np

from . import modes, ops
from .autograd.gradients import as_tuple, basis, filled, grad, pull, rows
from .errors import require
from .node import Node
from .tensor import Tensor, gradient_edge, wrap


class GradcheckError(RuntimeError):
    """The derivative and the differences disagree."""


NO_INPUT = "gradcheck expects at least one input tensor to require gradient, but none of them does."


class Settings(NamedTuple):
    """What `gradcheck` may be told. The last three are PyTorch's, and change nothing."""

    eps: float = 1e-6
    atol: float = 1e-5
    rtol: float = 1e-3
    raise_exception: bool = True
    nondet_tol: float = 0.0
    check_undefined_grad: bool = True
    check_batched_grad: bool = False
    check_batched_forward_grad: bool = False
    check_forward_ad: bool = False
    check_backward_ad: bool = True
    check_grad_dtypes: bool = False
    fast_mode: bool = False
    masked: bool | None = None

    def check(self) -> Settings:
        """Refuse what does not go together."""
        needs = "Setting check_batched_{}grad=True requires check_{}_ad to be True"
        either = "Expected at least one of check_forward_ad or check_backward_ad to be True"
        backward, forward = self.check_backward_ad, self.check_forward_ad
        require(forward or backward, either, AssertionError)
        require(backward or not self.check_batched_grad, needs.format("", "backward"), AssertionError)
        require(forward or not self.check_batched_forward_grad, needs.format("forward_", "forward"), AssertionError)
        return self

    def near(self, found, expected) -> bool:
        """Whether two Jacobians agree."""
        return np.allclose(found, expected, self.rtol, self.atol)


def gradcheck(func, inputs, **options) -> bool:
    """Compare the Jacobian that backward gives with central differences, for every input that requires grad.

    GradcheckError, or False with `raise_exception=False`, where an element differs by more than atol + rtol times its
    size, where two walks differ by more than `nondet_tol`, and where gradients of 0, or None (`check_undefined_grad`),
    do not lead to zeros. `check_forward_ad` compares forward mode too, `check_backward_ad=False` that alone;
    `check_batched_grad` and `check_batched_forward_grad` what a `vmap` finds. `Settings` has all options, and what
    holds without them. ValueError if no input requires grad.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(mg.exp, (x,), check_forward_ad=True)
    True
    """
    for name in options.keys() - set(Settings._fields):
        raise TypeError(f"gradcheck() got an unexpected keyword argument '{name}'")
    how, inputs = Settings(**options).check(), as_tuple(inputs)
    wanted = {k: t for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad}
    require(wanted, NO_INPUT, ValueError)
    for k, t in wanted.items():
        check_input(k, t)
    try:
        for nr, out in enumerate(differentiable(func(*inputs))):
            check_output(func, inputs, wanted, nr, out, how)
        if how.check_backward_ad:
            check_nothing_in(func, inputs, tuple(wanted.values()), how.check_undefined_grad)
    except GradcheckError:
        if how.raise_exception:
            raise
        return False
    return True


def check_output(func, inputs, wanted: dict, nr: int, out: Tensor, how: Settings) -> None:
    """Compare the Jacobians of one output, each that is asked for with the differences."""

    def agree(k: int, found, what: str) -> None:
        both = f"numerical:{wrap(numbers[k])!r}\nanalytical:{wrap(found)!r}"
        where = f"mismatch for output {nr} with respect to input {k}"
        require(how.near(found, numbers[k]), f"{what} {where},\n{both}\n", GradcheckError)

    xs = wanted.values()
    numbers = {k: difference_quotients(func, inputs, nr, t, out.numel(), how.eps) for k, t in wanted.items()}
    if not out.requires_grad:
        zero = "Numerical gradient for function expected to be zero"
        require(all(how.near(d, 0) for d in numbers.values()), zero, GradcheckError)
        return
    for k in wanted if how.check_forward_ad else ():
        agree(k, tangents(func, inputs, k, nr), "Jacobian computed with forward mode")
        if how.check_batched_forward_grad:
            agree(k, at_once(tangents, func, inputs, k, nr, True), "Jacobian computed with a vmap of forward mode")
    if how.check_backward_ad:
        for k, one, other in zip(wanted, slopes(out, xs), slopes(out, xs), strict=True):
            again = "Backward is not reentrant, i.e., running backward with the same input and gradient gives"
            last_place = 1e-14 * np.abs(one).max(initial=0)  # where arrays lie in memory may change how sums round
            same = np.allclose(one, other, rtol=0, atol=max(how.nondet_tol, last_place), equal_nan=True)
            require(same, f"{again}\n{one}\nand then\n{other}", GradcheckError)
            agree(k, one, "Jacobian")
    if how.check_batched_grad:
        for k, found in zip(wanted, at_once(slopes, out, xs, None), strict=True):
            agree(k, found, "Jacobian computed with a vmap")


def check_input(k: int, t: Tensor) -> None:
    """Warn of, or refuse, an input for which differences would be of no use."""
    if t._array.dtype != np.float64:
        what = "requires gradient and is not a double precision floating point or complex"
        warnings.warn(f"Input #{k} {what}: expect failure.", UserWarning, stacklevel=3)
    way_out = "give gradcheck a .contiguous() copy, whose elements it can move one by one."
    shared = 0 in t._array.strides and t.numel() > 1
    require(not shared, f"The {k}th input has a dimension with stride 0: {way_out}")


def slopes(out: Tensor, xs, chunk_size=0) -> list:
    """The Jacobians that backward gives, inputs first; row by row, or with None all at once."""
    found = filled(rows(out, xs, False, chunk_size), xs, out.shape)
    return [s._array.reshape(out.numel(), t.numel()).T for s, t in zip(found, xs, strict=True)]


def tangents(func, inputs, k: int, nr: int, together=False) -> np.ndarray:
    """The Jacobian that forward mode gives; column by column, or all at once."""
    from .autograd.forward_ad import dual_level, make_dual, unpack_dual  # not before transforms are asked for
    from .func.batched import Unit
    from .func.batching import mapped_on

    def push(unit):
        with dual_level():
            dual = make_dual(inputs[k].detach(), unit)
            out = differentiable(func(*inputs[:k], dual, *inputs[k + 1 :]))[nr]
            tangent = unpack_dual(out).tangent
            return ops.reshape(out.detach() * 0 if tangent is None else tangent, (-1,))

    (seeds,) = basis([inputs[k]])
    return mapped_on(Unit, push)(seeds)._array if together else np.array([push(unit)._array for unit in seeds.unbind()])


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


def gradgradcheck(func, inputs, grad_outputs=None, *, check_fwd_over_rev=False, check_rev_over_rev=True, **options):
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
            with modes.enable_grad():
                ends.append(differentiable(func(*inputs))[nr]._array.reshape(-1).copy())
        flat[i] = was
        jacobian[i] = (ends[0] - ends[1]) / (2 * eps)
    return jacobian
