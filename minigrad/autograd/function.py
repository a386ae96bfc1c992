"""Operations with a derivative of your own."""

from __future__ import annotations

import functools

from .. import errors, modes
from ..node import Node, Port, next_number
from ..operation import keep, unpack
from ..tensor import Tensor, gradient_edge, wrap

__all__ = ["Function", "FunctionCtx", "once_differentiable"]


class FunctionCtx:
    """What `forward` and `backward` of a Function share. In the graph it is the node itself."""

    def save_for_backward(self, *tensors) -> None:
        """Keep tensors for `saved_tensors`. Last call wins."""
        self.to_save = tensors

    def mark_dirty(self, *tensors) -> None:
        """Declare inputs that `forward` has modified in place; each must be returned."""
        self.dirty = tensors

    def mark_non_differentiable(self, *tensors) -> None:
        """Declare outputs through which no gradient flows."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` receives zeros (the default) or None for an output nothing used."""
        self.materialize_grads = value


class FunctionNode(Node, FunctionCtx):
    """The node of a custom Function, and its ctx: it takes any attribute."""

    fresh = False
    function: type

    def __init__(self) -> None:
        self.to_save = self.dirty = self.non_differentiable = ()
        self.materialize_grads = True
        self.edges, self.saved, self.versions, self.extra = (), (), None, None
        self.sequence, self.outputs = next_number(), 1

    @property
    def saved_tensors(self) -> tuple:
        """The tensors given to `save_for_backward`, unless freed or overwritten since."""
        return tuple(unpack(self, True))

    def vjp(self, g, create: bool):
        gs = g if self.outputs > 1 else [g]
        tensors = [self.incoming(nr, d) for nr, d in enumerate(gs)]
        grads = self.function.backward(self, *tensors)
        grads = grads if isinstance(grads, tuple) else (grads,)
        return self.check(grads, create)

    def incoming(self, nr: int, d):
        if d is None:
            if not self.materialize_grads:
                return None
            import numpy as np

            shape, dtype = self.shapes[nr]
            return wrap(np.zeros(shape, dtype))
        return d if isinstance(d, Tensor) else wrap(d)

    def check(self, grads: tuple, create: bool) -> list:
        """One gradient or None for each argument of apply, those of tensors that require grad as the engine wants."""
        expected = len(self.slots)
        while len(grads) > expected and grads[-1] is None:
            grads = grads[:-1]
        if len(grads) != expected:
            raise RuntimeError(f"function {type(self).__name__} returned an incorrect number of gradients (expected "
                               f"{expected}, got {len(grads)})")
        out = []
        for is_tensor, d in zip(self.slots, grads, strict=True):
            if not is_tensor:
                if d is not None:
                    raise RuntimeError(f"function {type(self).__name__} returned a gradient different from None at "
                                       "a position whose argument is not a tensor")
                continue
            if d is not None and not isinstance(d, Tensor):
                raise RuntimeError(f"expected Variable or None (got {type(d).__name__})")
            out.append(d if d is None or create else d._array)
        return [d if e is not None else None for d, e in zip(out, self.edges, strict=True)]


class Function(FunctionCtx):
    """A differentiable operation of your own: static `forward(ctx, ...)` and `backward(ctx, *gradients)`.

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

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls._node_class = type(cls.__name__ + "Backward", (FunctionNode,), {"function": cls})

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run `forward` unrecorded and make one node for it, if recording is on and an argument requires grad."""
        node = cls._node_class()
        node.slots = [isinstance(a, Tensor) for a in args]
        edges = [gradient_edge(a) for a in args if isinstance(a, Tensor)]
        recording = modes.current().grad and any(e is not None for e in edges)
        node.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad and recording for a in args)
        with modes.no_grad():
            result = cls.forward(node, *args, **kwargs)
        outs = result if isinstance(result, tuple) else (result,)
        if recording:
            node.edges = tuple(edges)
            node.code, node.lasti = errors.user_line()
            cls._connect(node, args, outs)
        return result

    @staticmethod
    def _connect(node, args, outs) -> None:
        node.outputs = len(outs)
        node.shapes = [(t._array.shape, t._array.dtype) if isinstance(t, Tensor) else None for t in outs]
        for nr, t in enumerate(outs):
            if isinstance(t, Tensor) and t._array.dtype.kind == "f" and not any(
                    t is n for n in node.non_differentiable):
                t._edge = node if len(outs) == 1 else Port(node, nr, t._array.shape, t._array.dtype)
        node.shape, node.dtype = (outs[0]._array.shape, outs[0]._array.dtype) if len(outs) == 1 else ((), None)
        mode = modes.current()
        node.saved = tuple(t if t is None else keep(t, mode, outs) for t in node.to_save)
        node.versions = tuple(0 if t is None or t._counter is None else t._counter.n for t in node.to_save)
        node.to_save = ()


def once_differentiable(backward):
    """Decorate a `backward` that is not itself differentiable."""

    @functools.wraps(backward)
    def wrapped(ctx, *gradients):
        with modes.no_grad():
            return backward(ctx, *gradients)

    return wrapped
