"""What `forward` and `backward` of a custom Function share: the ctx, which in the graph is the node."""

from __future__ import annotations

import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import numpy as np

from .. import modes
from ..errors import require
from ..node import Node
from ..saved import unpack
from ..tensor import Tensor, wrap


class FunctionCtx:
    """What `forward` and `backward` of a Function share. In the graph it is the node itself."""

    to_save: tuple = ()
    saved_for_forward: tuple = ()
    dirty_tensors: tuple = ()
    non_differentiable: tuple = ()
    materialize_grads = True

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `saved_tensors`, guarded against writes. The last call counts."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`."""
        only = "save_for_forward expects all arguments to be tensors; keep other things as attributes of ctx"
        require(all(t is None or isinstance(t, Tensor) for t in tensors), only, AssertionError)
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
    needs_input_grad: tuple[bool, ...]
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
