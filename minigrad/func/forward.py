"""Forward mode: tangents carried along with the values.

An operation that is declared linear is its own rule: it is applied to the tangents. For one declared elementwise the
gradient formulas are the rule, since its Jacobian is diagonal. For all others the rule follows from the formulas by
transposing twice: the gradient J^T u is linear in u, and the gradient of <J^T u, v> with respect to u is J v. That is
exact, and needs nothing declared besides; it costs an operation about four times its price.
"""

from __future__ import annotations

import functools

import numpy as np

from .. import autograd, modes, ops
from ..inplace import write
from ..operation import Operation, argument
from ..saved import Output
from ..tensor import Tensor, wrap
from ..views import positions
from .levels import MADE, Level, Reverse, alias, at, inside, listed, settle, variable, zeros_like
from .reverse import chosen, jacrev, replaced, settled, split_aux, units
from .trees import flatten, map_tree, unflatten


class Forward(Level):
    """Carries tangents. They are kept with the tensors that own memory; a view reads its own out of its base's."""

    def __init__(self, functional: bool = True) -> None:
        self.functional = functional

    def of(self, t: Tensor):
        meta = t._meta
        if meta is None:
            return None
        if meta.levels is not None and self in meta.levels:
            return meta.levels[self]
        base = None if meta.view is None else meta.view.base
        whole = None if base is None else self.of(base)
        return None if whole is None else ops.read_at(whole, positions(t._array, base._array))

    def dual(self, primal: Tensor, tangent: Tensor) -> Tensor:
        """The primal under another name, with the tangent."""
        for name, t in (("primal", primal), ("tangent", tangent)):
            if not t.is_floating_point():
                raise ValueError(f"Expected {name} to be floating point or complex, but got: {t.dtype}")
        if primal.shape != tangent.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is "
                f"not supported. Tensor is of size {list(primal.shape)} while the given forward gradient is of size "
                f"{list(tangent.shape)}."
            )
        new = alias(primal)
        self.note(new, tangent)
        return new

    def primal(self, t: Tensor) -> Tensor:
        """A dual tensor without its tangent."""
        return t if self.of(t) is None else alias(t)

    def run(self, op: Operation, args):
        with at(self.outer):
            outs = op(*args)
            tangents = [self.of(t) if isinstance(t, Tensor) else None for t in op.differentiable(args)]
            if any(t is not None for t in tangents):
                found = push(op, args, listed(outs), tangents)
                for out, tangent in zip(listed(outs), found, strict=True):
                    if tangent is not None and not (op.view and self.of(out) is not None):
                        self.note(out, tangent)
                self.remember(op, listed(outs))
        return outs

    def write(self, op: Operation, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        with at(self.outer):
            before = self.of(target)
            tangents = [self.of(t) if isinstance(t, Tensor) else None for t in op.differentiable((target, *args))]
            moved = any(t is not None for t in tangents)
            old = ops.clone(target) if moved or before is not None else None
            write(op, target, args, *rest)
            if old is not None:
                new = push(op, (old, *args), (target,), tangents)[0] if moved else None
                self.replace(target, zeros_like(target) if new is None else new)
                self.remember(op, (target,), True, before)
        return target

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        super().turn(call, view, target, args)
        if target._base is None and (tangent := self.of(target)) is not None:
            with at(self.outer):
                self.note(target, view(tangent, *args))
        return target

    def replace(self, t: Tensor, tangent: Tensor) -> None:
        """Set the tangent of a tensor that has been written; in its base's, if it is a view."""
        base = t._base
        if base is None:
            self.note(t, tangent)
            return
        whole = self.of(base)
        whole = zeros_like(base) if whole is None else whole
        self.note(base, ops.write_at(whole, ops.cast(tangent, whole._array.dtype), positions(t._array, base._array)))
        t._meta.levels = {k: v for k, v in (t._meta.levels or {}).items() if k is not self}

    def remember(self, op: Operation, outs, written: bool = False, before=None) -> None:
        """Give the values that a node has saved their tangents: own results, and what was overwritten."""
        for out in outs:
            edge = (out._base if written and out._is_view() else out)._edge
            node = None if edge is None else getattr(edge.node, "function", edge.node)  # of a CopySlices
            if type(node) is not op.node_class:
                continue
            for (find, index, _), saved in zip(op.plan, node.saved or (), strict=False):
                if type(saved) is Output and outs[saved.nr] is out:
                    saved.levels = {**(saved.levels or {}), self: self.of(out)}
                elif before is not None and find is argument and index == 0 and isinstance(saved, Tensor):
                    self.note(saved, before)

    def apply(self, function, args: tuple, kwargs: dict):
        tensors = [a for a in (*args, *kwargs.values()) if isinstance(a, Tensor)]
        with at(self.outer):
            tangents = [self.of(t) for t in tensors]
        if self.outer is not None or all(t is None for t in tangents):
            outs = super().apply(function, args, kwargs)
            ctx = function._backward_cls()
            if any(t is not None for t in tangents):
                function.setup_context(ctx, (*args, *kwargs.values()), outs)
        else:
            self.refuse_old_style(function)
            with at(None):
                ctx, outs = function._apply(args, kwargs)
        if any(t is not None for t in tangents):
            with at(self.outer):
                self.push_function(function, ctx, (*args, *kwargs.values()), listed(outs))
        return outs

    def push_function(self, function, ctx, args: tuple, outs) -> None:
        """The tangents that a Function's own `jvp` gives."""
        given = [self.of(a) if isinstance(a, Tensor) else None for a in args]
        if ctx.materialize_grads:
            given = [
                zeros_like(a) if t is None and isinstance(a, Tensor) else t for t, a in zip(given, args, strict=True)
            ]
        kept = ctx.saved, ctx.versions
        ctx.saved, ctx.versions = tuple(getattr(ctx, "saved_for_forward", ())), None
        try:
            tangents = listed(function.jvp(ctx, *given))
        finally:
            ctx.saved, ctx.versions = kept
        for out, tangent in zip(outs, tangents, strict=True):
            if isinstance(out, Tensor) and tangent is not None:
                self.note(out, tangent)

    def printed(self, t: Tensor) -> list[str]:
        tangent = None if self.functional else self.of(t)
        return [] if tangent is None else [f"tangent={tangent if tangent.ndim else tangent.item()}"]

    def keeps(self, t: Tensor, new: Tensor) -> None:
        """A detached tensor has no tangent."""
        if self.outer is not None:
            self.outer.keeps(t, new)


# --- the rules ---


def push(op: Operation, args, outs, tangents: list) -> list:
    """The tangents of the results of `op`, from those of its differentiable arguments; None for zero."""
    if op.linear:
        found = listed(op(*with_differentiable(op, args, filled(op, args, tangents))))
    elif op.elementwise and not op.variadic:
        values = [find(args, outs, index) for find, index, _ in op.plan]
        parts = [
            formula(t, *[values[i] for i in needs])
            for t, (formula, needs) in zip(tangents, op.rules, strict=True)
            if t is not None
        ]
        found = [functools.reduce(lambda a, b: a + b, parts)]
    else:
        found = transposed_twice(op, args, tangents)
    return [fitted(t, out) if out.is_floating_point() else None for t, out in zip(found, outs, strict=True)]


def filled(op: Operation, args, tangents: list) -> list:
    """Zeros for the tangents that are None."""
    return [
        t if t is not None else zeros_like(x) if isinstance(x, Tensor) else 0.0
        for t, x in zip(tangents, op.differentiable(args), strict=True)
    ]


def with_differentiable(op: Operation, args, values: list) -> tuple:
    """The arguments with others in the differentiable places."""
    if op.variadic:
        return (values, *args[1:])
    new = list(args)
    for p, value in zip(op.positions, values, strict=True):
        new[p] = value
    return tuple(new)


def fitted(t: Tensor | None, out: Tensor) -> Tensor | None:
    """A tangent in the shape of its value: what broadcast did to the value, it does to the tangent."""
    return t if t is None or t.shape == out.shape else ops.broadcast_to(t, tuple(out.shape)).clone()


def transposed_twice(op: Operation, args, tangents: list) -> list:
    """J v as the gradient of <J^T u, v> with respect to u."""
    before = modes.change(grad=True)
    try:
        xs = [variable(x, None) if t is not None else x for t, x in zip(tangents, op.differentiable(args), strict=True)]
        outs = listed(op(*with_differentiable(op, args, xs)))
        live = [t for t in outs if t.requires_grad]
        us = [variable(zeros_like(t), None) for t in live]
        pairs = [(x, t) for x, t in zip(xs, tangents, strict=True) if t is not None]
        back = autograd.grad(live, [x for x, _ in pairs], us, create_graph=True, allow_unused=True)
        pairs = [
            (g, ops.cast(t, g._array.dtype))
            for g, (_, t) in zip(back, pairs, strict=True)
            if g is not None and g.requires_grad
        ]
        found = iter([None] * len(us))
        if pairs and us:
            gs, ts = zip(*pairs, strict=True)
            found = iter(autograd.grad(gs, us, ts, create_graph=True, allow_unused=True))
    finally:
        modes.restore(before, "grad")
    found = [next(found) if t.requires_grad else None for t in outs]
    return [None if t is None else settle(t) for t in found]


# --- the transforms ---

API = "jvp(f, primals, tangents)"


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """`func(*primals)` and its derivative in the direction of the tangents: (value, tangent).

    `primals` and `tangents` are tuples alike in shapes; the tangent of the result has its shape. With `has_aux`,
    `func` returns (value, more) and the result is (value, tangent, more).

    >>> import minigrad as mg
    >>> mg.func.jvp(lambda x: x * x, (mg.tensor([1.0, 2.0]),), (mg.tensor([1.0, 10.0]),))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{API}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    value, tangent, aux = pushed(func, primals, tangents, tuple(range(len(primals))), has_aux, strict)
    return (value, tangent, aux) if has_aux else (value, tangent)


def pushed(func, args: tuple, tangents, argnums, has_aux: bool, strict: bool = False) -> tuple:
    """The value, its tangent and what else the function returned."""
    primals, structure = flatten(chosen(args, argnums) if args else ())
    given, like = flatten(tangents)
    if like != structure:
        raise RuntimeError(
            f"{API}: Expected primals and tangents to have the same python structure: a tangent for "
            "each primal, nested in the same way."
        )
    if not primals:
        raise RuntimeError(f"{API}: Expected primals to contain at least one Tensor.")
    for name, ts in (("primals", primals), ("tangents", given)):
        for t in ts:
            if not isinstance(t, Tensor):
                raise RuntimeError(f"{API}: Expected {name} to only contain Tensors, got {type(t)}")
    level = Forward()
    duals = [level.dual(p, t) for p, t in zip(primals, given, strict=True)]
    with Reverse() as around:  # nothing but arguments and what is made inside may be written in place
        for t in duals:
            around.note(t, MADE)
        args = replaced(inside(around, args), argnums, unflatten(duals, structure))
        with level:
            result = func(*args)
    value, aux = split_aux(result, has_aux, API)
    outs, structure = flatten(value)
    if not outs or outs == [None]:
        raise RuntimeError(f"{API}: Expected f to be a function that has non-empty output (got output = {outs})")
    for t in outs:
        if not isinstance(t, Tensor):
            raise RuntimeError(f"{API}: expected f(*primals) to return only tensors, got unsupported type {type(t)}")
    found = [level.of(t) for t in outs]
    if strict and None in found:
        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs.")
    found = [zeros_like(t) if d is None else settle(d) for d, t in zip(found, outs, strict=True)]
    return value, unflatten(found, structure), settled(aux) if has_aux else None


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """The function that computes the Jacobian of `func`, column by column, by forward mode.

    Shapes as in `jacrev`, with which it agrees; it is the cheaper one when there are fewer inputs than outputs.

    >>> import minigrad as mg
    >>> mg.func.jacfwd(lambda x: x * x)(mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    @functools.wraps(func)
    def jacobian(*args):
        arguments, structure = flatten(chosen(args, argnums))
        columns, value, aux = [], None, None
        left = sum(x.numel() for x in arguments)
        for k, x in enumerate(arguments):
            columns.append([])
            for unit in units(x):
                tangents = unflatten([unit if j == k else zeros_like(y) for j, y in enumerate(arguments)], structure)
                left -= 1  # what the function writes to its arguments is seen once, at the end
                given = map_tree(lambda t: t.clone() if isinstance(t, Tensor) else t, args) if left else args
                value, tangent, more = pushed(func, given, tangents, argnums, has_aux)
                aux = more if aux is None else aux
                columns[k].append(flatten(tangent)[0])
        outs, out_structure = flatten(value)
        blocks = [
            [block(column, i, out, x) for column, x in zip(columns, arguments, strict=True)]
            for i, out in enumerate(outs)
        ]
        answer = unflatten([unflatten(row, structure) for row in blocks], out_structure)
        return (answer, aux) if has_aux else answer

    return jacobian


def block(columns: list, i: int, out: Tensor, x: Tensor) -> Tensor:
    """The Jacobian of output `i` by one argument, from the tangents of all outputs for each of its elements."""
    shape = (*out.shape, *x.shape)
    if not columns:
        return wrap(np.zeros(shape, out._array.dtype))
    return ops.reshape(ops.stack([column[i] for column in columns], -1), shape)


def hessian(func, argnums=0):
    """The function that computes the second derivatives of `func`: `jacfwd(jacrev(func))`.

    Its shape is that of the value, then twice that of the argument.

    >>> import minigrad as mg
    >>> mg.func.hessian(lambda x: (x ** 3).sum())(mg.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


def linearize(func, *primals):
    """`func(*primals)` and the linear function that its derivative is there: (value, push).

    >>> import minigrad as mg
    >>> y, push = mg.func.linearize(lambda x: x * x, mg.tensor(3.0))
    >>> push(mg.tensor(2.0))
    tensor(12.)
    """
    value = map_tree(settle, func(*primals))
    return value, lambda *tangents: jvp(func, primals, tangents)[1]
