"""Looking at the graph, hooks on several tensors, and taking charge of what the graph saves."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from .. import engine, modes
from ..errors import require
from ..node import LEAF_HOOKS, Node, RemovableHandle
from ..tensor import Tensor, gradient_edge, shared_counter


class GradientEdge(NamedTuple):
    """A place in the graph: output `output_nr` of `node`. It may stand for its tensor in `grad` and `backward`."""

    node: Node
    output_nr: int
    ownership_token: Any = None  # the edge itself, which knows the shape


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Where the gradient of `tensor` goes; an AccumulateGrad for a leaf.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> mg.autograd.grad(x * x, mg.autograd.graph.get_gradient_edge(x))
    (tensor(6.),)
    """
    edge = gradient_edge(tensor)
    require(edge, "It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(edge.node, edge.nr, edge)


class Handles(ExitStack):
    """Several handles as one."""

    remove = ExitStack.close


def register_multi_grad_hook(tensors, fn, *, mode="all") -> Handles:
    """Call `fn` once in each backward that reaches any of `tensors`.

    "all": with the list of their gradients, None for those that this backward does not reach, as soon as the last is
    known. "any": with the first gradient that is known. What `fn` returns changes nothing.

    >>> import minigrad as mg
    >>> x, y = mg.ones(2, requires_grad=True).unbind()
    >>> handle = mg.autograd.graph.register_multi_grad_hook((x, y), print)
    >>> (2 * x + 3 * y).backward()
    [tensor(2.), tensor(3.)]
    """
    require(mode in ("all", "any"), f"Expects mode to be one of ('all', 'any') but got {mode}", ValueError)
    nodes = [edge and edge.node for edge in map(gradient_edge, tensors)]
    require(all(nodes), "Expected gradient function to be set: each of the tensors must require grad", AssertionError)
    LEAF_HOOKS.seen = True  # so that every walk has a plan
    found: WeakKeyDictionary = WeakKeyDictionary()  # of each walk: which gradients are known

    def hook(k: int, g) -> None:
        plan: Any = engine.running.get()
        known = found.setdefault(plan, {})
        known[k] = g
        if mode == "all" and len(known) == sum(map(plan.runs, nodes)):
            fn([known.get(i) for i in range(len(nodes))])
        elif mode == "any" and len(known) == 1:
            fn(g)

    handles = Handles()
    for k, t in enumerate(tensors):
        handles.enter_context(t.register_hook(partial(hook, k)))
    return handles


class saved_tensors_hooks:
    """Save `pack(tensor)` instead of each tensor a node saves, and give `unpack` of that back when it is needed.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> with mg.autograd.graph.saved_tensors_hooks(lambda t: t.numpy(force=True).copy(), mg.tensor):
    ...     y = x * x
    >>> y.backward()
    >>> x.grad
    tensor(6.)
    """

    def __init__(self, pack_hook, unpack_hook) -> None:
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        modes.change(pack=(*modes.current().pack, self))

    def __exit__(self, *_) -> None:
        modes.change(pack=modes.current().pack[:-1])

    def before_write(self, t: Tensor) -> None:
        """What is to be done before `t` is written."""


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    """Let saved tensors be written: before the first write in the block a copy is taken, and that is what backward,
    which has to come in the block too, computes with.

    >>> import minigrad as mg
    >>> with mg.autograd.graph.allow_mutation_on_saved_tensors():
    ...     x = mg.tensor(3.0, requires_grad=True)
    ...     y = x.clone()
    ...     z = y * y
    ...     _ = y.mul_(100)
    ...     z.backward()
    >>> x.grad
    tensor(6.)
    """

    def __init__(self) -> None:
        super().__init__(self._keep, self._given)
        self.original: WeakKeyDictionary = WeakKeyDictionary()  # what a node holds -> the tensor, as long as it is so
        self.cloned: WeakKeyDictionary = WeakKeyDictionary()  # -> its copy

    def __enter__(self) -> allow_mutation_on_saved_tensors:
        nested = any(isinstance(hooks, allow_mutation_on_saved_tensors) for hooks in modes.current().pack)
        require(not nested, "allow_mutation_on_saved_tensors contexts cannot be nested")
        super().__enter__()
        return self

    def __exit__(self, *_) -> None:
        super().__exit__()
        self.clear()

    def clear(self) -> None:
        """Forget all that was saved."""
        self.original.clear()
        self.cloned.clear()

    def _keep(self, t: Tensor) -> RemovableHandle:
        handle = RemovableHandle({}, None)  # something that dies with the node
        self.original[handle] = t
        return handle

    def _given(self, handle: RemovableHandle) -> Tensor:
        found: Any = self.cloned.get(handle, self.original.get(handle))
        outside = "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
        require(found is not None, f"{outside} in which the graph was originally recorded.", AssertionError)
        return found

    def before_write(self, t: Tensor) -> None:
        for handle, saved in list(self.original.items()):
            if saved is t or (saved._counter is not None and saved._counter is t._counter):
                with modes.no_grad():
                    self.cloned[handle] = self.original.pop(handle).clone()


def increment_version(tensor) -> None:
    """Count a write that minigrad could not see, say through numpy."""
    for t in [tensor] if isinstance(tensor, Tensor) else tensor:
        shared_counter(t).increase("increment_version")


class _unsafe_preserve_version_counter:
    """Forget, at the end of the block, that these tensors were written in it. The saved-value check cannot see then."""

    def __init__(self, tensors) -> None:
        self._tensors = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)

    def __enter__(self) -> None:
        self._versions = [t._version for t in self._tensors]

    def __exit__(self, *_) -> None:
        for t, version in zip(self._tensors, self._versions, strict=True):
            if t._counter is not None:
                t._counter.n = version
