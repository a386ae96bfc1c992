"""What `forward` and `backward` of a custom Function share, the ctx, which in the graph is the node; and how what
`forward` returned takes its place there."""

import threading
import warnings
from contextvars import copy_context
from typing import Any

import numpy as np

from .. import errors, inplace, modes, views
from ..node import Node, Port
from ..saved import keep, unpack
from ..tensor import Tensor, shared_counter, wrap


class FunctionCtx:
    """What `forward` and `backward` of a Function share. In the graph it is the node itself."""

    to_save: tuple = ()
    saved_for_forward: tuple = ()
    dirty_tensors: tuple = ()
    non_differentiable: tuple = ()
    materialize_grads = True
    needs_input_grad: tuple[bool, ...] = ()
    saved_tensors: Any = ()

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `saved_tensors`, guarded against writes. The last call counts."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`."""
        only = "save_for_forward expects all arguments to be tensors; keep other things as attributes of ctx"
        errors.require(all(t is None or isinstance(t, Tensor) for t in tensors), only, AssertionError)
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Declare inputs that `forward` has written in place. Each of them must be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Declare outputs through which no gradient flows."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` receives zeros (the default) or None for an output nothing has used."""
        self.materialize_grads = value


DEEP = 40  # backwards of Functions inside one another, for each of which there are frames of ours and of the user
open_calls = threading.local()


def far_from_the_limit(backward, ctx, gradients: list):
    """Call the user's `backward`. One inside another inside another... goes on in a new thread every so often: each has
    Python's limit of frames to itself."""
    depth = getattr(open_calls, "number", 0)
    if depth == DEEP:
        # Here, since it takes a fifth of what importing this package takes, and nearly nobody comes this deep.
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(copy_context().run, backward, ctx, *gradients).result()
    open_calls.number = depth + 1
    try:
        return backward(ctx, *gradients)
    finally:
        open_calls.number = depth


class BackwardCFunction(Node, FunctionCtx):
    """The node of a custom Function, which is also its ctx: it takes any attribute."""

    fresh = False  # what a user's backward returns may be held by the user
    function: Any  # the Function, whose file stands on this one
    takes_tensor: list[bool]  # of each argument
    described: list  # shape and type of each output, None for what is no tensor

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{type(self).__name__} object at {id(self):#x}>"

    @property
    def saved_tensors(self) -> tuple:
        """The tensors given to `save_for_backward`. RuntimeError if they are gone or have been overwritten."""
        return tuple(unpack(self, True))

    @property
    def saved_variables(self) -> tuple:
        """Old name of `saved_tensors`."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    @modes.kept
    def vjp(self, g, create: bool) -> list:
        """Run the user's `backward`, on Tensors in any case; with zeros for outputs that nothing used."""
        gs = g if self.several else [g]
        if self.materialize_grads:
            gs = [np.zeros(*like) if d is None and like else d for d, like in zip(gs, self.described, strict=True)]
        gradients = [d if d is None or isinstance(d, Tensor) else wrap(d) for d in gs]
        answer = far_from_the_limit(self.function._backward_rule(), self, gradients)
        return self.checked(list(answer) if isinstance(answer, tuple) else [answer], create)

    def checked(self, answer: list, create: bool) -> list:
        """One gradient or None for each tensor argument. Surplus Nones at the end are forgiven."""
        expected, given = len(self.takes_tensor), f"function {type(self).__name__} returned"
        while len(answer) > expected and answer[-1] is None:
            answer.pop()
        if len(answer) != expected:  # no `require` here: every backward comes by
            raise RuntimeError(f"{given} an incorrect number of gradients (expected {expected}, got {len(answer)})")
        for k, (is_tensor, d) in enumerate(zip(self.takes_tensor, answer, strict=True)):
            if d is not None and not (is_tensor and isinstance(d, Tensor)):
                other = f"{given} a gradient different than None at position {k + 1}, where there was no Variable"
                raise RuntimeError(f"expected Variable or None (got {type(d).__name__})" if is_tensor else other)
        grads = [d for is_tensor, d in zip(self.takes_tensor, answer, strict=True) if is_tensor]
        return [d if d is None or create else d._array for d in grads]


# --- what `forward` returned ---


def connect(ctx: BackwardCFunction, inputs: list, outs: tuple, recording: bool) -> tuple:
    """Give the outputs of a forward their place in the graph, and save what was asked for."""
    check_marks(ctx, outs)
    ctx.several = len(outs) > 1
    ctx.described = [(t._array.shape, t._array.dtype) if isinstance(t, Tensor) else None for t in outs]
    ctx.shape, ctx.dtype = (len(outs), None) if ctx.several else ctx.described[0] or ((), None)
    for t in ctx.dirty_tensors:
        shared_counter(t).increase(type(ctx).__name__)
    done: dict[int, Tensor] = {}
    for nr, t in enumerate(outs):
        if id(t) not in done:
            done[id(t)] = place(ctx, t, nr, inputs, recording) if isinstance(t, Tensor) else t
    final = tuple(done[id(t)] for t in outs)
    if recording:
        tracked = [t for t in final if isinstance(t, Tensor) and t._edge is not None]
        for t in tracked if len(tracked) > 1 else ():
            if t._is_view():
                t._meta.view.creation = "multi"
        numbers = {id(t): nr for nr, t in enumerate(final)}
        ctx.saved = tuple(t if t is None else keep(t, numbers.get(id(t))) for t in ctx.to_save)
        ctx.versions = tuple(0 if t is None or t._counter is None else t._counter.n for t in ctx.to_save)
    ctx.to_save = ()
    return final


def check_marks(ctx: BackwardCFunction, outs: tuple) -> None:
    """Misuses of save_for_backward, mark_dirty and mark_non_differentiable."""
    for k, t in enumerate(ctx.to_save):
        if t is not None and not isinstance(t, Tensor):
            kind = type(t).__name__
            how = ": give it the tensors one by one, as in save_for_backward(x, y)" if kind in ("tuple", "list") else ""
            raise TypeError(f"save_for_backward can only save variables, but argument {k} is of type {kind}{how}")
    for t in ctx.dirty_tensors:
        errors.require(isinstance(t, Tensor), f"mark_dirty can only accept variables, but got a {type(t).__name__}")
        returned = any(t is out for out in outs)
        errors.require(returned, "Some elements marked as dirty during the forward method were not returned as output.")
    for t in ctx.non_differentiable:
        errors.require(isinstance(t, Tensor), f"mark_non_differentiable only accepts variable arguments, not {type(t)}")


def place(ctx: BackwardCFunction, t: Tensor, nr: int, inputs: list, recording: bool) -> Tensor:
    """One output: the tensor itself, or a view of it where an input comes back as it is."""
    is_input, dirty = (any(t is other for other in ts) for ts in (inputs, ctx.dirty_tensors))
    edge = Port(ctx, nr, t._array.shape, t._array.dtype) if ctx.several else ctx
    if not recording or not t.is_floating_point() or any(t is n for n in ctx.non_differentiable):
        if is_input:
            return t.detach() if t.requires_grad else t if dirty else as_view(t, None)
        if t.requires_grad:
            t._edge, t._special().requires_grad = None, False
        return t
    if dirty:
        check_dirty(t, is_input, ctx.several)
        inplace.rebase(t, edge)
        t._special().grad = None  # it was that of the value before
        return t
    if is_input:
        return as_view(t, edge)
    t._edge = edge
    if t._is_view():
        t._meta.view.creation, t._meta.view.version = "custom", t._counter.n
    return t


def check_dirty(t: Tensor, is_input: bool, several: bool) -> None:
    """Misuses of mark_dirty on a tensor that is to have a history."""
    if is_input:
        if t.is_leaf and t.requires_grad:  # PyTorch's words say that it is too late: forward has written already
            raise errors.leaf_written(False, "has been")
        inplace.check_writable(t, True)
    else:
        warnings.warn("ctx.mark_dirty() received a tensor that was not an input.", stacklevel=6)
    wrong = "If your Function modifies inplace an input that is a view of another Tensor, it cannot return several."
    errors.require(not (t._is_view() and several), f"{wrong} clone() the input, or split the Function.")


def as_view(t: Tensor, edge) -> Tensor:
    """`t` under another name, with an edge of its own, so that the input keeps its history."""
    out = wrap(t._array, edge)
    if (level := modes.current().level) is not None:
        level.keeps(t, out, False)
    views.mark(t, (out,), False)
    if out._meta is not None:
        out._meta.view.creation = "custom"
    return out
