"""Operations with a derivative of your own."""

from __future__ import annotations

import functools
import inspect
import warnings

import numpy as np

from .. import modes
from ..errors import require
from ..node import Node
from ..saved import unpack
from ..tensor import Tensor, gradient_edge, wrap
from .returned import connect


class FunctionCtx:
    """What `forward` and `backward` of a Function share. In the graph it is the node itself."""

    to_save = saved_for_forward = dirty_tensors = non_differentiable = ()
    materialize_grads = True

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `saved_tensors`, guarded against writes. The last call counts."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`."""
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


class BackwardCFunction(Node, FunctionCtx):
    """The node of a custom Function, which is also its ctx: it takes any attribute."""

    fresh = False  # what a user's backward returns may be held by the user
    function: type[Function]

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

    def vjp(self, g, create: bool) -> list:
        """Run the user's `backward`, on Tensors in any case; with zeros for outputs that nothing used."""
        gs = g if self.several else [g]
        if self.materialize_grads:
            gs = [np.zeros(*like) if d is None and like else d for d, like in zip(gs, self.described, strict=True)]
        gradients = [d if d is None or isinstance(d, Tensor) else wrap(d) for d in gs]
        answer = self.function._backward_rule()(self, *gradients)
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


class Function:
    """A differentiable operation of your own: static `forward(ctx, ...)` and `backward(ctx, *gradients)`.

    `apply` runs it. `backward` returns one gradient for each argument of `apply`, None where there is none. Or write
    `forward(...)` without ctx and `setup_context(ctx, inputs, output)`.

    >>> import minigrad as mg
    >>> class Square(mg.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         x, = ctx.saved_tensors
    ...         return 2 * x * g
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> Square.apply(x).backward()
    >>> x.grad
    tensor(6.)
    """

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs) -> None:
        message = f"{type(self)} should not be instantiated: call apply on the class."
        warnings.warn(message, DeprecationWarning, stacklevel=2)

    __repr__ = BackwardCFunction.__repr__

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls._backward_cls = type(cls.__name__ + "Backward", (BackwardCFunction,), {"function": cls})

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated: call apply instead.")

    @staticmethod
    def forward(*args, **kwargs):
        """The value. Operations inside are not recorded."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Save what `backward` needs, when `forward` takes no ctx."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """The gradients of the arguments, from those of the outputs."""
        raise NotImplementedError("You must implement either the backward or vjp method for your custom Function.")

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """The tangents of the outputs, from those of the arguments."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function in forward mode.")

    @classmethod
    def _backward_rule(cls):
        own, other = cls.backward is not Function.backward, cls.vjp is not Function.vjp
        require(not (own and other), "Implementing both 'backward' and 'vjp' for a custom Function is not allowed.")
        return cls.vjp if other else cls.backward

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run `forward`, and make one node for it if recording is on and a tensor among the arguments requires grad."""
        return cls._apply(args, kwargs)[1]

    @classmethod
    def _apply(cls, args: tuple, kwargs: dict) -> tuple:
        """The node, or what would be it, and what `apply` returns."""
        if (level := modes.current().level) is not None:
            return level.apply(cls, args, kwargs)
        separate = cls.setup_context is not Function.setup_context
        args = positional(cls.forward, args, kwargs, separate)
        tensors = [a for a in args if isinstance(a, Tensor)]
        recording = modes.current().grad and any(t.requires_grad for t in tensors)
        edges = tuple(gradient_edge(t) for t in tensors) if recording else ()
        ctx = cls._backward_cls(edges)  # after its edges, as every node
        ctx.takes_tensor = [isinstance(a, Tensor) for a in args]
        ctx.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        before = modes.change_grad(False)  # no_grad, which costs more
        try:
            result = cls.forward(*args) if separate else cls.forward(ctx, *args)
            if separate:
                cls.setup_context(ctx, args, result)
        finally:
            modes.restore(before, "grad")
        outs = connect(ctx, tensors, result if isinstance(result, tuple) else (result,), recording)
        return ctx, outs if isinstance(result, tuple) else outs[0]


def positional(forward, args: tuple, kwargs: dict, separate: bool) -> tuple:
    """The arguments in the order of `forward`'s parameters, with defaults if it takes no ctx."""
    if not kwargs and not separate:
        return args
    first = 0 if separate else 1
    bound = inspect.signature(forward).bind(*[None] * first, *args, **kwargs)
    if separate:
        bound.apply_defaults()
    return bound.args[first:]


class Error(Node):
    """The node behind a gradient that cannot be differentiated again."""

    __slots__ = ()

    def vjp(self, g, create: bool):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def once_differentiable(backward):
    """Decorate a `backward` that computes with more than recorded operations: a second derivative is refused."""

    @functools.wraps(backward)
    def wrapped(ctx, *gradients):
        with modes.no_grad():
            answer = backward(ctx, *gradients)
        if not modes.current().grad or not any(isinstance(g, Tensor) and g.requires_grad for g in gradients):
            return answer
        parts = answer if isinstance(answer, tuple) else (answer,)
        return tuple(guarded(p) if isinstance(p, Tensor) else p for p in parts)

    return wrapped


def guarded(t: Tensor) -> Tensor:
    node = Error((gradient_edge(wrap(t._array).requires_grad_()),))
    node.shape, node.dtype = t._array.shape, t._array.dtype
    return wrap(t._array, node)
