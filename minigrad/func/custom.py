"""Custom Functions inside `vmap`: by their own `vmap`, or by a Function of all slices that is made of them."""

from collections import deque
from functools import partial
from itertools import repeat
from typing import NamedTuple

from .. import modes, ops
from ..autograd.function import Function, FunctionCtx, positional
from ..tensor import Tensor
from .trees import flatten, map_tree, spread, unflatten


class VmapInfo(NamedTuple):
    """What a Function's `vmap` is told besides its arguments."""

    batch_size: int
    randomness: str


def apply(level, function: type[Function], args: tuple, kwargs: dict) -> tuple:
    """The ctx for one slice, and the outputs, of a Function on batched arguments."""

    def seen(t, dim):
        """An output as it is inside: the input that it is, or one of its slices."""
        if dim is None or not isinstance(t, Tensor):
            return t
        return given[id(t)] if id(t) in given else level.face(front(t, dim))

    args = positional(function.forward, args, kwargs, True)
    wholes, dims = outside(level, args)
    given = {id(w): t for w, t in zip(flatten(wholes)[0], flatten(args)[0], strict=True)}
    with modes.at(level.outer):
        if hasattr(function, "vmap"):
            found, out_dims = function.vmap(VmapInfo(level.size, level.randomness), dims, *wholes)
        else:
            found, out_dims = vmapped(level, function, dims).apply(*wholes), 0
        leaves, structure = flatten(found)
        outs = [seen(t, d) for t, d in zip(leaves, spread(out_dims, found), strict=True)]
    return function._run(args, lambda *args: unflatten(outs, structure), True)


def outside(level, tree) -> tuple:
    """A tree as it is outside, with the tensors of all slices; and along which dimension its leaves are batched."""
    wholes = map_tree(lambda t: t if (w := level.whole(t)) is None else w, tree)
    return wholes, map_tree(lambda t: None if level.whole(t) is None else 0, tree)


def front(t: Tensor, dim: int) -> Tensor:
    return t if dim == 0 else ops.movedim(t, dim, 0)


def vmapped(level, function: type[Function], dims: tuple) -> type[Function]:
    """The Function of all slices that runs `function` on batched tensors, forward, backward and in forward mode."""
    whole = OfAll(type(level)(level.size, level.randomness), function, dims)
    names = ("forward", "setup_context", "backward", "jvp")
    methods = {name: staticmethod(getattr(whole, name)) for name in names}
    return type(f"Vmapped{function.__name__}", (Function,), {"generate_vmap_rule": True, **methods})


class OfAll:
    """The methods of a Function of all slices: those of a Function of one, inside a level of their own."""

    def __init__(self, level, function: type[Function], dims: tuple) -> None:
        self.level, self.function, self.dims = level, function, dims
        self.one = FunctionCtx()  # what the methods see for one slice, kept beside the ctx of all slices
        level.faces = deque(maxlen=0)  # what a ctx keeps of one run is used in the next

    def faces(self, values, dims=None) -> list:
        """Tensors of all slices as they are seen inside; those whose dimension is None are shared."""
        pairs = zip(values, repeat(0) if dims is None else dims, strict=False)
        return [self.level.face(t) if d == 0 and isinstance(t, Tensor) else t for t, d in pairs]

    def run(self, method, values, dims=None):
        """What a method of one slice returns, called inside, as tensors of all slices."""
        with self.level:
            found = method(*self.faces(values, dims))
        return map_tree(lambda t: self.level.full(t) if isinstance(t, Tensor) else t, found)

    def forward(self, *args):
        return self.run(self.function.forward, args, self.dims)

    def setup_context(self, ctx, inputs, output) -> None:
        one, outs = self.one, output if isinstance(output, tuple) else (output,)
        seen = self.faces(outs)
        one.needs_input_grad = ctx.needs_input_grad
        with self.level:
            given = tuple(self.faces(inputs, self.dims))
            self.function.setup_context(one, given, tuple(seen) if isinstance(output, tuple) else seen[0])
        backward, ctx.dims = outside(self.level, one.to_save)
        forward, ctx.forward_dims = outside(self.level, one.saved_for_forward)
        ctx.save_for_backward(*backward)
        ctx.save_for_forward(*forward)
        ctx.set_materialize_grads(one.materialize_grads)
        marked = {id(t) for t in one.non_differentiable}
        ctx.mark_non_differentiable(*[t for t, face in zip(outs, seen, strict=True) if id(face) in marked])

    def backward(self, ctx, *gradients) -> tuple:
        self.one.saved_tensors = tuple(self.faces(ctx.saved_tensors, ctx.dims))
        found = self.run(partial(self.function._backward_rule(), self.one), gradients)
        pairs = zip(found if isinstance(found, tuple) else (found,), self.dims, strict=True)
        return tuple([g if g is None or d == 0 else ops.sum(g, 0) for g, d in pairs])

    def jvp(self, ctx, *tangents):
        self.one.saved_tensors = tuple(self.faces(ctx.saved_tensors, ctx.forward_dims))
        return self.run(partial(self.function.jvp, self.one), tangents, self.dims)
