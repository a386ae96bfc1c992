"""What a custom `forward` returned takes its place in the graph, and its misuses are told."""

from __future__ import annotations

import warnings

import numpy as np

from .. import views
from ..errors import check_tangent_size, leaf_written, require
from ..inplace import check_writable, rebase
from ..node import Port
from ..saved import keep
from ..tensor import Tensor, shared_counter, wrap
from .context import BackwardCFunction


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
        require(isinstance(t, Tensor), f"mark_dirty can only accept variables, but got a {type(t).__name__}")
        returned = any(t is out for out in outs)
        require(returned, "Some elements marked as dirty during the forward method were not returned as output.")
    for t in ctx.non_differentiable:
        require(isinstance(t, Tensor), f"mark_non_differentiable only accepts variable arguments, not {type(t)}")


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
        rebase(t, edge)
        t._special().grad = None  # it was that of the value before
        return t
    if is_input:
        return as_view(t, edge)
    t._edge = edge
    if t._is_view():
        t._meta.view.creation, t._meta.view.version = "custom", t._counter.n
    return t


def check_tangents(ctx: BackwardCFunction, outs, tangents) -> None:
    """Misuses of `jvp`: as many tangents as outputs, each like its output, None for those without derivative."""
    counts = f"(expected {len(outs)} but got {len(tangents)})"
    same = len(tangents) == len(outs)
    require(same, f"Function's jvp returned an invalid number of forward gradients {counts}")
    for k, (out, t) in enumerate(zip(outs, tangents, strict=True)):
        if t is None:
            continue
        require(isinstance(t, Tensor), f"expected Variable or None (got {type(t).__name__}) for grad output {k}.")
        marked = any(out is n for n in ctx.non_differentiable)
        able = isinstance(out, Tensor) and out.is_floating_point() and not marked
        where = f"at position {k}, but the corresponding forward output is not a differentiable Tensor: return None"
        require(able, f"Function's jvp returned a gradient {where}.")
        check_tangent_size(out, t)


def check_tangent_in_place(out: Tensor, tangent: Tensor, given: list, dirty: bool) -> None:
    """What `forward` wrote in place, `jvp` does too; where `forward` returned a view, `jvp` returns one."""
    if dirty:
        wrote = "An inplace custom Function is not modifying the forward mode gradients inplace. Where forward writes"
        require(any(tangent is t for t in given), f"{wrote} its input, jvp has to write and return the tangent of it.")
        return
    view = "A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view."
    require(tangent._is_view(), f"{view} Return a view of the tangent.")
    other = "A custom Function is returning a view but the jvp is not returning a view of the given grad input."
    require(any(t is not None and np.may_share_memory(tangent._array, t._array) for t in given), other)


def check_dirty(t: Tensor, is_input: bool, several: bool) -> None:
    """Misuses of mark_dirty on a tensor that is to have a history."""
    if is_input:
        if t.is_leaf and t.requires_grad:  # PyTorch's words say that it is too late: forward has written already
            raise leaf_written(False, "has been")
        check_writable(t, True)
    else:
        warnings.warn("ctx.mark_dirty() received a tensor that was not an input.", stacklevel=6)
    wrong = "If your Function modifies inplace an input that is a view of another Tensor, it cannot return several."
    require(not (t._is_view() and several), f"{wrong} clone() the input, or split the Function.")


def as_view(t: Tensor, edge) -> Tensor:
    """`t` under another name, with an edge of its own, so that the input keeps its history."""
    out = wrap(t._array, edge)
    views.mark(t, (out,), False)
    if out._meta is not None:
        out._meta.view.creation = "custom"
    return out
