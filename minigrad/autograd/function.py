"""Operations with a derivative of your own."""

import functools
import inspect
import warnings
from typing import Any

from .. import modes
from ..errors import require
from ..node import Node
from ..tensor import Tensor, gradient_edge, wrap
from .context import BackwardCFunction, FunctionCtx, connect  # noqa: F401  PyTorch has the first two here


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
    _backward_cls: Any  # the class of its nodes
    _separate: bool  # whether `forward` takes no ctx; then what it does can be seen without one

    def __init__(self, *args, **kwargs) -> None:
        message = f"{type(self)} should not be instantiated: call apply on the class."
        warnings.warn(message, DeprecationWarning, stacklevel=2)

    __repr__ = BackwardCFunction.__repr__

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls._separate = cls.setup_context is not Function.setup_context
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
        return cls._run(positional(cls.forward, args, kwargs, cls._separate), cls.forward, cls._separate)

    @classmethod
    def _run(cls, args: tuple, forward, separate: bool) -> tuple:
        """The same, with what `forward` returns."""
        tensors = [a for a in args if isinstance(a, Tensor)]
        recording = modes.current().grad and any(t.requires_grad for t in tensors)
        edges = tuple(gradient_edge(t) for t in tensors) if recording else ()
        ctx = cls._backward_cls(edges)  # after its edges, as every node
        ctx.takes_tensor = [isinstance(a, Tensor) for a in args]
        ctx.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        with modes.no_grad():
            result = forward(*args) if separate else forward(ctx, *args)
            if separate:
                cls.setup_context(ctx, args, result)
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
