"""Views: tensors that lie on another's memory.

Every view knows its **base**, the tensor that owns the memory, never another view. numpy shares the elements and the
`Counter` shares the version. What remains is the graph: after a write to the base, or to another of its views, a view's
old node tells a wrong story. So a view remembers the version its node belongs to, and when it is next asked for its
edge and the version has moved on, it gets a new node, AsStridedBackward0, that reads its elements from the base.
"""

import weakref
from typing import Any

import numpy as np

from . import errors, modes
from .node import Node
from .tensor import INFERENCE, Meta, Tensor, gradient_edge, shared_counter


class View:
    """What makes a tensor a view."""

    __slots__ = ("base", "creation", "version")

    def __init__(self, base: Tensor, version: int, creation: str | None) -> None:
        self.base = base
        self.version = version  # of the base when the view's node was made
        self.creation = creation  # None, or why writing to it under grad is refused: no_grad, multi, custom, inference

    def refresh(self, t: Tensor) -> None:
        """Give the view `t` a new node if its memory was written since the old one was made."""
        now = t._counter.n if t._counter is not None else 0
        if now == self.version or not (t._edge is not None or self.base.requires_grad):
            return
        if self.creation is not None:
            raise errors.view_refused(t, self.creation, indirect=True)
        old, base = t._edge, self.base._array
        places = positions(t._array, base)
        t._edge = AsStridedBackward0(gradient_edge(self.base), (t._array.shape, base.dtype), base.shape, places)
        self.version = now
        move_kept_gradient(t, old)


def mark(parent: Tensor, outs: tuple, several: bool) -> None:
    """Make the tensors `outs` views of `parent`'s base."""
    mode = modes.current()
    if parent.is_inference():
        for t in outs:
            t._counter = INFERENCE
        return
    parent_view = parent._meta.view if parent._meta is not None else None
    creation = "inference" if mode.inference else "no_grad" if not mode.grad else "multi" if several else None
    base = parent
    if parent_view is not None:
        base, creation = parent_view.base, creation or parent_view.creation
    counter = shared_counter(parent)
    for t in outs:
        t._counter = counter
        t._meta = t._meta or Meta()
        t._meta.view = View(base, counter.n, creation)


def move_kept_gradient(t: Tensor, old) -> None:
    """`retain_grad` follows the tensor to its new node; other hooks stay with the old one."""
    if t.retains_grad and t._edge is not None:
        if old is not None and old.node.extra is not None:
            old.node.extra.retain.pop(old.nr, None)
        t._edge.node.get_extra().retain[t._edge.nr] = weakref.ref(t)


def expanded(array: np.ndarray) -> bool:
    """Whether several elements share one place in memory."""
    if 0 not in array.strides or not array.size:
        return False
    return any(stride == 0 and size > 1 for stride, size in zip(array.strides, array.shape, strict=True))


def addresses(array: np.ndarray) -> np.ndarray:
    """Where in memory each element lies."""
    first = np.asarray(array.__array_interface__["data"][0])
    return sum(map(np.multiply, np.indices(array.shape, sparse=True), array.strides), first)


def positions(view: np.ndarray, base: np.ndarray) -> np.ndarray:
    """Which element of the flattened base each element of the view is."""
    there = addresses(view)
    if base.flags.c_contiguous:
        return (there - base.__array_interface__["data"][0]) // base.itemsize
    here = addresses(base).ravel()
    order = np.argsort(here, kind="stable")
    return order[np.searchsorted(here[order], there)]


class AsStridedBackward0(Node):
    """Reads a view's elements out of the base: the node of a view whose memory has been written since.

    Its `vjp` and that of CopySlices are in `written.py`.
    """

    __slots__ = ("__weakref__", "base_shape", "places")

    def __init__(self, edge, view: tuple, base: tuple, places: np.ndarray) -> None:
        super().__init__((edge,))
        (self.shape, self.dtype), self.base_shape, self.places = view, base, places


class CopySlices(Node):
    """A write to a view, seen from the base: the written elements come from `function`, the others stay.

    Its edges are the base's history, then those of the written operation's other inputs.
    """

    __slots__ = ("function", "overlapping", "places", "reader")
    reader: Any  # weak reference to the view's new node

    def __init__(self, base: Tensor, view: Tensor, function: Node) -> None:
        super().__init__((gradient_edge(base), *function.edges[1:]))
        self.shape, self.dtype = base._array.shape, base._array.dtype
        self.function, self.places = function, positions(view._array, base._array)
        self.overlapping = expanded(view._array)
        self.saved = function.saved  # so that the walk knows there is something to release

    def name(self) -> str:
        return "torch::autograd::CopySlices"

    def release(self) -> None:
        self.function.release()
        self.saved = self.function.saved
