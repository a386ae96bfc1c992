"""Looking at the graph, and taking charge of what it saves."""

from __future__ import annotations

from typing import NamedTuple

from .. import modes
from ..errors import require
from ..node import Node
from ..tensor import Tensor, gradient_edge, shared_counter


class GradientEdge(NamedTuple):
    """A place in the graph: output `output_nr` of `node`."""

    node: Node
    output_nr: int


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Where the gradient of `tensor` goes; an AccumulateGrad for a leaf."""
    edge = gradient_edge(tensor)
    require(edge, "It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(edge.node, edge.nr)


class saved_tensors_hooks(modes.ModeManager):
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
        super().__init__(pack=())
        self._hooks = (pack_hook, unpack_hook)

    def __enter__(self) -> None:
        self._before.append(modes.change(pack=(*modes.current().pack, self._hooks)))


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    """Let saved tensors be written afterwards: nodes save copies."""

    def __init__(self) -> None:
        super().__init__(lambda t: t.clone(), lambda t: t)


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
