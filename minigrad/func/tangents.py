"""Forward mode: tangents carried along with the values.

What an operation declares about itself is its rule. Of a linear one it is the operation, applied to the tangents. Where
an element depends on its like alone, the gradient formulas are the rule, since that Jacobian is diagonal. A product has
a term for each factor; a reduction or a loss the slopes times the tangents, summed. What is none of these says its rule
itself (`tangent`). None of it walks back, so an operation costs at most a few of its kind.
"""

from copy import copy

import numpy as np

from .. import inplace, modes, ops
from ..errors import check_tangent_size, require
from ..operation import Operation, argument
from ..saved import Output
from ..tensor import Tensor, wrap
from ..views import positions
from .levels import Level, alias, listed


class Forward(Level):
    """Carries tangents. They are kept with the tensors that own memory. A view has its own until that is written, and
    then reads it out of its base's."""

    tracks = False

    def note(self, t: Tensor, value) -> None:
        super().note(t, (t._counter.n, value) if t._is_view() else value)

    def of(self, t: Tensor):
        meta = t._meta
        if meta is None or meta.view is None:
            return super().of(t)
        version, tangent = (meta.levels or {}).get(self, (None, None))
        if version != t._counter.n and (whole := self.of(meta.view.base)) is not None:
            with modes.at(self.outer):
                tangent = ops.read_at(whole, positions(t._array, meta.view.base._array))
            self.note(t, tangent)
        return tangent

    def dual(self, primal: Tensor, tangent: Tensor) -> Tensor:
        """The primal under another name, with the tangent."""
        for name, t in (("primal", primal), ("tangent", tangent)):
            require(t.is_floating_point(), f"Expected {name} to be floating point, but got: {t.dtype}", ValueError)
        check_tangent_size(primal, tangent)
        new = alias(primal)
        self.note(new, tangent)
        return new

    def after(self, outs) -> None:
        """What was made inside needs no note here."""

    def tangents(self, args) -> list:
        """The tangents of these arguments, None for those that have none."""
        return [self.of(t) if isinstance(t, Tensor) else None for t in args]

    def run(self, op: Operation, args):
        with modes.at(self.outer):
            outs = op(*args)
            tangents = self.tangents(op.differentiable(args))
            if any(t is not None for t in tangents):
                for out, tangent in zip(listed(outs), push(op, args, listed(outs), tangents), strict=True):
                    if tangent is not None:
                        self.note(out, tangent)
                self.remember(op, listed(outs))
        return outs

    def write(self, op: Operation, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        with modes.at(self.outer):
            tangents = self.tangents(op.differentiable((target, *args)))
            if all(t is None for t in tangents):
                return inplace.write(op, target, args, *rest)
            old = ops.clone(target)
            inplace.write(op, target, args, *rest)
            (new,) = push(op, (old, *args), (target,), tangents)
            self.replace(target, direction(target, new))
            self.remember(op, (target,), True, tangents[0])
        return target

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        super().turn(call, view, target, args)
        if target._base is None and (tangent := self.of(target)) is not None:
            with modes.at(self.outer):
                self.note(target, view(tangent, *args))
        return target

    def replace(self, t: Tensor, tangent: Tensor) -> None:
        """Set the tangent of a tensor that has been written; in its base's, if it is a view."""
        base = t._base
        if base is None:
            self.note(t, tangent)
            return
        whole = direction(base, self.of(base))
        self.note(base, ops.write_at(whole, ops.cast(tangent, whole._array.dtype), positions(t._array, base._array)))
        t._meta.levels = {k: v for k, v in (t._meta.levels or {}).items() if k is not self}

    def remember(self, op: Operation, outs, written: bool = False, before=None) -> None:
        """Give the values that a node has saved their tangents: own results, and what was overwritten."""
        for out in outs:
            edge = (out._base if written and out._is_view() else out)._edge
            node = edge and getattr(edge.node, "function", edge.node)  # of a CopySlices
            if getattr(node, "operation", None) is not op:
                continue
            for (find, index, _), saved in zip(op.plan, node.saved or (), strict=False):
                if type(saved) is Output and outs[saved.nr] is out:
                    saved.levels = {**(saved.levels or {}), self: self.of(out)}
                elif before is not None and find is argument and index == 0 and isinstance(saved, Tensor):
                    self.note(saved, before)

    def apply(self, function, args: tuple, kwargs: dict) -> tuple:
        """The tangents are what the Function's own `jvp` says."""
        ctx, outs = super().apply(function, args, kwargs)
        args = (*args, *kwargs.values())
        with modes.at(self.outer):
            given = self.tangents(args)
            if all(t is None for t in given):
                return ctx, outs
            if ctx.materialize_grads:
                pairs = zip(given, args, strict=True)
                given = [ops.common.zeros(a) if t is None and isinstance(a, Tensor) else t for t, a in pairs]
            forward_ctx = copy(ctx)  # in which `saved_tensors` are those that were saved for forward
            forward_ctx.saved, forward_ctx.versions = ctx.saved_for_forward, None
            found = listed(function.jvp(forward_ctx, *given))
            counts = f"(expected {len(listed(outs))} but got {len(found)})"
            same = len(found) == len(listed(outs))
            require(same, f"Function's jvp returned an invalid number of forward gradients {counts}")
            for k, (out, tangent) in enumerate(zip(listed(outs), found, strict=True)):
                if tangent is not None:
                    check_tangent(ctx, k, out, tangent)
                    self.place(ctx, out, tangent, given)
        return ctx, outs

    def place(self, ctx, out: Tensor, tangent: Tensor, given: list) -> None:
        """Note the tangent of an output of a Function: with the base of a view, if it came that way."""
        dirty = any(out is t for t in ctx.dirty_tensors)
        before = self.of(out) if dirty or (out._is_view() and not self.functional) else None
        if before is not None:
            check_tangent_in_place(tangent, given, dirty)
        if dirty:
            self.replace(out, tangent)
        elif before is None:
            self.note(out, tangent)

    def kept(self, note, detached: bool):
        return None if detached else note

    def printed(self, t: Tensor) -> list[str]:
        tangent = None if self.functional else self.of(t)
        return [] if tangent is None else [f"tangent={tangent if tangent.ndim else tangent.item()}"]


# --- misuses of a Function's `jvp` ---


def check_tangent(ctx, k: int, out, t) -> None:
    """What `jvp` gives for an output is a tensor like it, and None for one without derivative."""
    require(isinstance(t, Tensor), f"expected Variable or None (got {type(t).__name__}) for grad output {k}.")
    able = isinstance(out, Tensor) and out.is_floating_point() and all(out is not n for n in ctx.non_differentiable)
    where = f"at position {k}, but the corresponding forward output is not a differentiable Tensor: return None"
    require(able, f"Function's jvp returned a gradient {where}.")
    check_tangent_size(out, t)


def check_tangent_in_place(tangent: Tensor, given: list, dirty: bool) -> None:
    """What `forward` wrote in place, `jvp` does too; where `forward` returned a view, `jvp` returns one."""
    if dirty:
        wrote = "An inplace custom Function is not modifying the forward mode gradients inplace. Where forward writes"
        require(any(tangent is t for t in given), f"{wrote} its input, jvp has to write and return the tangent of it.")
        return
    view = "A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view."
    require(tangent._is_view(), f"{view} Return a view of the tangent.")
    other = "A custom Function is returning a view but the jvp is not returning a view of the given grad input."
    require(any(t is not None and np.may_share_memory(tangent._array, t._array) for t in given), other)


# --- the rules ---


def push(op: Operation, args, outs, tangents: list) -> list:
    """The tangents of the results of `op`, from those of its differentiable arguments; None for zero."""
    if op.linear:
        full = map(direction, op.differentiable(args), tangents)
        found = listed(op(*with_differentiable(op, args, list(full))))
    elif op.factors:
        first, *more = of_product(op, args, tangents)
        found = [sum(more, first)]
    elif op.tangent is not None:
        tangent = op.tangent(tangents[0], *[find(args, outs, index) for find, index in op.tangent_plan])
        found = [tangent] + [None] * (len(outs) - 1)
    else:
        values = [find(args, outs, index) for find, index, _ in op.plan]
        diagonal = op.elementwise or "none" in args  # the Jacobian, which is its own transpose then
        pairs = [(t, rule) for t, rule in zip(tangents, op.rules, strict=True) if t is not None]
        parts = [rule(t, values) if diagonal else gathered(op, args, outs, t, rule, values) for t, rule in pairs]
        found = [sum(parts[1:], parts[0])]
    return [fitted(t, out) if out.is_floating_point() else None for t, out in zip(found, outs, strict=True)]


def gathered(op: Operation, args, outs, t: Tensor, rule, values):
    """Where an element of the input goes into one result, the gradient of that is its slope: slopes times tangents,
    summed as the values were."""
    ones = wrap(np.ones_like(outs[0]._array))
    slopes = t * rule(ones, values)
    given = dict(zip(op.inputs, args, strict=True))
    return ops.sum(slopes, given["dim"], given["keepdim"]) if op.kind == "reduction" else ops.sum(slopes)


def direction(x, tangent: Tensor | None):
    """The tangent of an argument; zero if it has none."""
    return tangent if tangent is not None or x is None else ops.common.zeros(x) if isinstance(x, Tensor) else 0.0


def of_product(op: Operation, args, tangents: list):
    """The tangents of a product, one for each factor that has one; what is added goes with the first of them."""
    inputs = dict(zip(op.formulas, zip(op.differentiable(args), tangents, strict=True), strict=True))
    moving = [name for name in op.factors if inputs[name][1] is not None] or [op.factors[0]]
    for k, factor in enumerate(moving):
        given = []
        for name, (x, t) in inputs.items():
            fixed = name in op.factors and name != factor
            given.append(x if fixed else direction(x, t if name == factor or k == 0 else None))
        yield op(*with_differentiable(op, args, given))


def with_differentiable(op: Operation, args, values: list) -> tuple:
    """The arguments with others in the differentiable places."""
    if op.variadic:
        return (values, *args[1:])
    new = dict(enumerate(args)) | dict(zip(op.positions, values, strict=True))
    return tuple(new.values())


def fitted(t: Tensor | None, out: Tensor) -> Tensor | None:
    """A tangent in the shape of its value: what broadcast did to the value, it does to the tangent."""
    return t if t is None or t.shape == out.shape else ops.broadcast_to(t, tuple(out.shape)).clone()
