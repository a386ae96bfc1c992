"""Derivatives of a function at a point, for functions of a tensor or a tuple of tensors.

The older relative of `minigrad.func`: it calls with the point at once, and results have a history only when
`create_graph` asks for it. With `strict`, an output that does not depend on an input is an error instead of a zero.
"""

from __future__ import annotations

import itertools

from .. import autograd, ops
from ..func.forward import block
from ..func.levels import zeros_like
from ..func.reverse import units
from ..modes import current, enable_grad, set_grad_enabled
from ..tensor import Tensor
from . import forward_ad

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """`func(*inputs)` and v^T J, a tensor or tuple like `inputs`. `v` is like the output; 1 if that has one element.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        run = Run("vjp", func, inputs, create_graph, strict)
        v = run.direction(v, run.outs, run.many_outs, "returns")
    with wanted(create_graph):
        found = derivative(run.outs, run.xs, v, create_graph)
        found = complete(found, run.xs, strict, create_graph, BACK)
    return run.finish(found, run.many)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """`func(*inputs)` and J v, a tensor or tuple like the output. `v` is like `inputs`; 1 if that has one element.

    Two reverse passes: J v is the derivative of J^T u with respect to u.

    >>> import minigrad as mg
    >>> mg.autograd.functional.jvp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        run = Run("jvp", func, inputs, create_graph, strict, v)
        us = tuple(zeros_like(t).requires_grad_() for t in run.outs)
        back = derivative(run.outs, run.xs, us, True)
        run.check(back, "grad_inputs")
    with wanted(create_graph):
        found = derivative(back, us, run.v, create_graph)
        found = complete(found, run.outs, strict, create_graph, TRICK)
    return run.finish(found, run.many_outs)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """The scalar `func(*inputs)` and v^T H, a tensor or tuple like `inputs`.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vhp(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]), mg.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    with enable_grad():
        run = Run("vhp", func, inputs, create_graph, strict, v)
        gradient = run.gradient()
    with wanted(create_graph):
        found = derivative(gradient, run.xs, run.v, create_graph)
        found = complete(found, run.xs, strict, create_graph, DOUBLE)
    return run.finish(found, run.many)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The scalar `func(*inputs)` and H v. H is symmetric, so `vhp` gives the same for less; this transposes twice.

    >>> import minigrad as mg
    >>> mg.autograd.functional.hvp(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]), mg.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    with enable_grad():
        run = Run("hvp", func, inputs, create_graph, strict, v)
        gradient = run.gradient()
        us = tuple(zeros_like(t).requires_grad_() for t in run.xs)
        back = derivative(gradient, run.xs, us, True)
    with wanted(create_graph):
        found = derivative(back, us, run.v, create_graph)
        found = complete(found, run.xs, strict, create_graph, DOUBLE_TRICK)
    return run.finish(found, run.many)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian, of the output's shape followed by the input's; nested tuples for tuples, outputs outside.

    `vectorize` is accepted and changes nothing but what may be combined; with it, `strategy` may be "forward-mode".

    >>> import minigrad as mg
    >>> mg.autograd.functional.jacobian(lambda x: x * x, mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    if strategy == "forward-mode":
        return jacobian_forward(func, inputs, create_graph, strict, vectorize)
    with enable_grad():
        run = Run("jacobian", func, inputs, create_graph, strict)
        if vectorize and strict:
            raise RuntimeError(
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
                "supported together. Choose one of them."
            )
        rows = tuple(jacobian_row(run, i, strict, create_graph) for i in range(len(run.outs)))
    if not create_graph:
        rows = tuple(tuple(t.detach() for t in row) for row in rows)
    return unpacked(tuple(unpacked(row, run.many) for row in rows), run.many_outs)


def jacobian_row(run: Run, i: int, strict: bool, create_graph: bool) -> tuple:
    """The Jacobians of output `i`, one for each input."""
    out, columns = run.outs[i], [[] for _ in run.xs]
    for unit in units(out):
        found = derivative((out,), run.xs, (unit,), create_graph)
        for k, (g, x) in enumerate(zip(found, run.xs, strict=True)):
            if strict and g is None:
                raise RuntimeError(
                    f"Output {i} of the user-provided function is independent of input {k}. This is not "
                    "allowed in strict mode."
                )
            if strict and create_graph and not g.requires_grad:
                raise RuntimeError(
                    f"The jacobian of the user-provided function is independent of input {i}. This is "
                    "not allowed in strict mode when create_graph=True."
                )
            columns[k].append(zeros_like(x) if g is None else g)
    return tuple(ops.reshape(ops.stack(c), (*out.shape, *x.shape)) for c, x in zip(columns, run.xs, strict=True))


def jacobian_forward(func, inputs, create_graph: bool, strict: bool, vectorize: bool):
    """The Jacobian column by column."""
    name = "torch.autograd.functional.jacobian"
    if create_graph:
        raise NotImplementedError(
            f'{name}: `create_graph=True` and `strategy="forward-mode"` are not supported '
            "together. Use func.jacfwd, which can be differentiated."
        )
    if strict:
        raise RuntimeError(f'{name}: `strict=True` and `strategy="forward-mode"` are not supported together.')
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is only "
            "implemented for `vectorize=True`."
        )
    many, xs = as_tensors(inputs, "inputs", "jacobian")
    columns, outs, many_outs = [], (), False
    for k, x in enumerate(xs):
        columns.append([])
        for unit in units(x):
            with forward_ad.dual_level():
                duals = [forward_ad.make_dual(y, unit if j == k else zeros_like(y)) for j, y in enumerate(xs)]
                many_outs, outs = as_tensors(func(*duals), "outputs", None)
                tangents = [forward_ad.unpack_dual(t).tangent for t in outs]
                columns[k].append([zeros_like(o) if t is None else t for t, o in zip(tangents, outs, strict=True)])
    rows = [
        tuple(block(column, i, out, x) for column, x in zip(columns, xs, strict=True)) for i, out in enumerate(outs)
    ]
    return unpacked(tuple(unpacked(row, many) for row in rows), many_outs)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one element: the Jacobian of its gradient.

    >>> import minigrad as mg
    >>> mg.autograd.functional.hessian(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    many, _ = as_tensors(inputs, "inputs", "hessian")

    def single(*xs):
        many_outs, outs = as_tensors(func(*xs), "outputs of the user-provided function", "hessian")
        require_grad(outs, "outputs", strict)
        require_one(many_outs, outs, "hessian")
        return ops.squeeze(outs[0])

    def gradient(*xs):
        if outer_jacobian_strategy == "forward-mode":
            xs = tuple(x.requires_grad_() for x in xs)
        rows = jacobian(single, xs, create_graph=True)
        require_grad(rows, "jacobian", strict)
        return rows

    rows = jacobian(gradient, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return unpacked(rows, many)


# --- what they share ---


class Run:
    """One run of the function on tensors that require grad."""

    def __init__(self, api: str, func, inputs, create_graph: bool, strict: bool, v: object = False) -> None:
        self.api, self.create_graph, self.strict = api, create_graph, strict
        self.many, inputs = as_tensors(inputs, "inputs", api)
        self.xs = tuple(
            x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in inputs
        )
        if v is not False:
            self.v = self.direction(v, self.xs, self.many, "input")
        self.many_outs, self.outs = as_tensors(func(*self.xs), "outputs of the user-provided function", api)
        self.check(self.outs, "outputs")

    def check(self, tensors, kind: str) -> None:
        require_grad(tensors, kind, self.strict)

    def gradient(self) -> tuple:
        """The gradient of the one output, recorded."""
        require_one(self.many_outs, self.outs, self.api)
        gradient = derivative(self.outs, self.xs, None, True)
        self.check(gradient, "jacobian")
        return gradient

    def direction(self, v, like: tuple, many: bool, which: str) -> tuple | None:
        """`v` as a tuple of the shapes of `like`; None for a single 1."""
        if v is None:
            if len(like) != 1 or like[0].numel() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the "
                    + (
                        "user-provided function returns a single Tensor with a single element."
                        if which == "returns"
                        else "input to the user-provided function is a single Tensor with a single element."
                    )
                )
            return None
        vs = as_tensors(v, "v", self.api)[1]
        if len(vs) != len(like):
            raise RuntimeError(
                f"v is a tuple of invalid length: should be {len(like)} but got {len(vs)}."
                if many
                else "The given v should contain a single Tensor."
            )
        for k, (a, b) in enumerate(zip(vs, like, strict=True)):
            if a.shape != b.shape:
                entry = f"Entry {k} in " if many else ""
                raise RuntimeError(f"{entry}v has invalid size: should be {b.shape} but got {a.shape}.")
        return tuple(a.view_as(a) if self.create_graph and a.requires_grad else a.detach() for a in vs)

    def finish(self, found: tuple, many: bool) -> tuple:
        """The output and the product, without history unless it was asked for."""
        outs = self.outs
        if not self.create_graph:
            outs, found = tuple(t.detach() for t in outs), tuple(t.detach() for t in found)
        return unpacked(outs, self.many_outs), unpacked(found, many)


def as_tensors(value, name: str, api: str | None) -> tuple[bool, tuple]:
    """Whether `value` is a tuple, and the tuple; TypeError for anything but tensors."""
    many = isinstance(value, tuple)
    for k, t in enumerate(value if many else (value,)):
        if not isinstance(t, Tensor):
            got = f"the value at index {k}" if many else f"the given {name}"
            raise TypeError(
                f"The {name} given to {api} must be either a Tensor or a tuple of Tensors but {got} has type {type(t)}."
            )
    return many, value if many else (value,)


def unpacked(values: tuple, many: bool):
    return values if many else values[0]


def wanted(create_graph: bool) -> set_grad_enabled:
    return set_grad_enabled(create_graph or current().grad)


def derivative(outs, xs, vs, create_graph: bool) -> tuple:
    """`autograd.grad` of those outputs that have a history; None for what does not matter."""
    vs = (None,) * len(outs) if vs is None else vs
    used = [(t, v) for t, v in zip(outs, vs, strict=True) if t is not None and t.requires_grad]
    if not used:
        return (None,) * len(xs)
    ts, seeds = zip(*used, strict=True)
    return autograd.grad(ts, xs, seeds, retain_graph=True, create_graph=create_graph, allow_unused=True)


def require_one(many: bool, outs: tuple, api: str) -> None:
    if many:
        raise RuntimeError(f"The function given to {api} should return a single Tensor")
    if outs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {api} should contain a single element")


# what strict mode says, by what depends on nothing
BACK = "The output of the user-provided function is independent of input {k}."
TRICK = "The gradient with respect to the input is independent of entry {k} in the grad_outputs."
DOUBLE = "The jacobian of the user-provided function is independent of input {k}."
DOUBLE_TRICK = "The hessian of the user-provided function is independent of entry {k} in the grad_jacobian."
STRICT = " This is not allowed in strict mode."
REQUIRE = {
    "outputs": "Output {k} of the user-provided function does not require gradients. The outputs must be computed from "
    "the inputs by recorded operations when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {k} is independent of the inputs of the user-provided function.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to "
    "input {k} is independent of the input.",
}


def require_grad(tensors, kind: str, strict: bool) -> None:
    """In strict mode, RuntimeError for what has no history."""
    for k, t in enumerate(tensors if isinstance(tensors, tuple) else (tensors,)) if strict else ():
        if t is None:
            raise RuntimeError(BACK.format(k=k) + STRICT)
        if not t.requires_grad:
            raise RuntimeError(REQUIRE[kind].format(k=k) + STRICT)


def complete(found, like, strict: bool, create_graph: bool, why: str) -> tuple:
    """Zeros for what does not matter; in strict mode an error."""
    for k, g in enumerate(found) if strict else ():
        if g is None:
            raise RuntimeError(why.format(k=k) + STRICT)
        if create_graph and not g.requires_grad:
            name = "hessian" if why in (DOUBLE, DOUBLE_TRICK) else "jacobian"
            raise RuntimeError(
                f"The {name} of the user-provided function is independent of input {k}. This is not "
                "allowed in strict mode when create_graph=True."
            )
    return tuple(zeros_like(x) if g is None else g for g, x in itertools.zip_longest(found, like))
