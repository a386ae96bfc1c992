"""The tensor: a numpy array, the edge its gradient goes to, and a version counter.

Most tensors have nothing else. What leaves and views have in addition sits in a `Meta`, so that the usual tensor stays
small and an operation finds out with one look that nothing special is to be done.

What a tensor can do that needs operations or the engine, `attach.py` gives to the class: the operations themselves,
operators, `backward`, `T`, and `Tensor(data)`.
"""

from __future__ import annotations

import warnings
import weakref
from typing import TYPE_CHECKING, Any

from numpy import asarray, ndarray

from . import errors, modes
from .array import Array, look, read_only
from .errors import require
from .node import AccumulateGrad, Counter, NodeExtra, RemovableHandle

new: Any = object.__new__


class Meta:
    """What only some tensors have, and each of them little of it: a leaf's gradient and hooks, a view's history, a kept
    gradient, a tangent."""

    requires_grad = retains_grad = False
    grad: Tensor | None = None
    accumulate: weakref.ref[AccumulateGrad] | None = None  # weak as it refers to the leaf
    extra: NodeExtra | None = None  # hooks of a leaf
    view: Any = None  # views.View: what this tensor is a view of
    levels: dict | None = None  # what function transforms have noted on it: func/levels.py
    batch: tuple | None = None  # of one of many slices: the level and the tensor of all: func/batched.py


class InferenceCounter(Counter):
    """The counter of tensors made in inference mode: it counts nothing, so nothing can be saved under its guard."""

    __slots__ = ()

    def increase(self, operation: str) -> None:
        """Not counted."""


INFERENCE = InferenceCounter()


def wrap(array, edge=None) -> Tensor:
    """A tensor around an array (or a numpy scalar), without copying."""
    t = new(Tensor)
    t._array = array if type(array) is ndarray else asarray(array)
    t._edge, t._counter, t._meta = edge, None, None
    return t


def gradient_edge(t: Tensor):
    """Where a gradient of `t` goes: its node or port, its AccumulateGrad if it is a leaf, None for a constant."""
    meta = t._meta
    if meta is None:
        return t._edge
    if meta.view is not None:
        meta.view.refresh(t)
    if t._edge is not None:
        return t._edge
    if not meta.requires_grad:  # a view of a leaf made under no_grad may require grad and yet lead nowhere
        return None
    node = meta.accumulate and meta.accumulate()
    if node is None:
        node = AccumulateGrad(t)
        meta.accumulate = weakref.ref(node)
    return node


def batched(t: Tensor) -> bool:
    """Whether `t` stands for many slices inside `vmap`; its own array is the first of them."""
    return t._meta is not None and t._meta.batch is not None


def shared_counter(t: Tensor) -> Counter:
    """The version counter of `t`, made on first need; until then the tensor is at version 0 and alone."""
    if t._counter is None:
        t._counter = Counter()
    return t._counter


class Tensor(Array):
    """A multi-dimensional array that can remember how it was computed.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ("__weakref__", "_array", "_counter", "_edge", "_meta")
    _edge: Any  # a Node, or a Port of one; None: no recorded operation made it
    _counter: Any  # a Counter, made on first need
    _meta: Any  # a Meta, made on first need
    __array_priority__ = 1000.0  # numpy arrays leave mixed arithmetic to us

    if TYPE_CHECKING:  # what attach.py gives it

        def __getattr__(self, name: str) -> Any: ...

    def _special(self) -> Meta:
        if self._meta is None:
            self._meta = Meta()
        return self._meta

    # --- its place in the graph ---

    @property
    def requires_grad(self) -> bool:
        """Whether operations on it are recorded. Settable on leaves."""
        if self._edge is not None:
            return True
        meta = self._meta
        return meta is not None and (meta.requires_grad or (meta.view is not None and meta.view.base.requires_grad))

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        look(self, "requires_grad_")
        require(isinstance(flag, bool), f"requires_grad must be a bool, not {type(flag).__name__}")
        require(not flag or self._edge is None, f"{LEAVES_ONLY} This one requires grad anyway: it was computed.")
        set_requires_grad(self, flag, "only Tensors of floating point and complex dtype can require gradients")

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Set `requires_grad` in place; returns the tensor itself."""
        look(self, "requires_grad_")
        set_requires_grad(self, requires_grad, "only Tensors of floating point dtype can require gradients")
        return self

    @read_only
    def grad_fn(self):
        """The node this tensor is an output of; None for leaves and constants."""
        edge = gradient_edge(self)
        return None if edge is None or not edge.sequence else edge.node

    is_leaf = read_only(lambda self: self.grad_fn is None, doc="Whether no recorded operation made it.")
    output_nr = read_only(lambda self: 0 if self._edge is None else self._edge.nr, doc="Which output of its `grad_fn`.")

    @read_only
    def _version(self) -> int:
        counts = not self.is_inference()
        require(counts, "Inference tensors do not track version counter: nothing can be saved that they hold.")
        return 0 if self._counter is None else self._counter.n

    def is_inference(self) -> bool:
        """Whether it was made in `inference_mode`."""
        return self._counter is INFERENCE

    @read_only
    def _base(self) -> Tensor | None:
        return None if self._meta is None or self._meta.view is None else self._meta.view.base

    def _is_view(self) -> bool:
        return self._base is not None

    # --- gradients ---

    @property
    def grad(self) -> Tensor | None:
        """The gradient that `backward` has left here, or None."""
        meta = self._meta
        if self._edge is not None and not (meta is not None and meta.retains_grad):
            what = "The .grad attribute of a Tensor that is not a leaf is being read, and backward() does not fill it"
            advice = "Call .retain_grad() on this tensor before backward(), or read the leaf's .grad."
            warnings.warn(f"{what}. {advice}", UserWarning, stacklevel=2)
        return None if meta is None else meta.grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            errors.check_assigned_grad(self, value)
        self._special().grad = value

    @grad.deleter
    def grad(self) -> None:
        self._special().grad = None

    @read_only
    def retains_grad(self) -> bool:
        """Whether `retain_grad` has been called on it while it was not a leaf."""
        return self._meta is not None and self._meta.retains_grad

    def retain_grad(self) -> None:
        """Have `backward` fill `.grad` although this is not a leaf."""
        require(self.requires_grad, "can't retain_grad on Tensor that has requires_grad=False: no gradient reaches it")
        edge = gradient_edge(self)
        if edge is not None and edge.sequence and not self.retains_grad:
            self._special().retains_grad = True
            edge.node.get_extra().retain[edge.nr] = weakref.ref(self)

    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad)` whenever a gradient for this tensor is known; what it returns replaces the gradient."""
        require(self.requires_grad, NOTHING_TO_HOOK)
        edge = gradient_edge(self)  # None for a view of a leaf that was made under no_grad
        return RemovableHandle({} if edge is None else edge.node.get_extra().tensor.setdefault(edge.nr, {}), hook)

    def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:
        """Call `hook(tensor)` each time `backward` has added to this leaf's `.grad`."""
        require(self.requires_grad, NOTHING_TO_HOOK)
        edge = gradient_edge(self)
        leaf = "post accumulate grad hooks cannot be registered on non-leaf tensors: nothing is accumulated there"
        require(edge is None or not edge.sequence, leaf)
        return RemovableHandle({} if edge is None else edge.get_extra().post_accumulate, hook)

    # --- other names for the same memory ---

    def detach(self) -> Tensor:
        """The same memory and version counter, outside the graph."""
        t = wrap(self._array)
        t._counter = shared_counter(self)
        if (level := modes.current().level) is not None:
            level.keeps(self, t)
        return t

    @property
    def data(self) -> Tensor:
        """The same memory, outside the graph and with a version counter of its own: writes go unnoticed."""
        look(self, "data")
        return wrap(self._array)

    @data.setter
    def data(self, value: Tensor) -> None:
        look(self, "set data")
        self._array = value._array
        if self._meta is not None and self._meta.accumulate is not None:
            self._meta.accumulate = None

    def __deepcopy__(self, memo: dict) -> Tensor:
        leaves = "Only Tensors created explicitly by the user (graph leaves) can be deep-copied"
        require(self.is_leaf, f"{leaves}: a copy of this one would need a copy of the graph behind it")
        t = memo[id(self)] = wrap(self._array.copy())
        if self.requires_grad:
            t.requires_grad_()
        if self._meta is not None and self._meta.grad is not None:
            t._special().grad = self._meta.grad.__deepcopy__(memo)
        return t


LEAVES_ONLY = "you can only change requires_grad flags of leaf variables."
NOTHING_TO_HOOK = "cannot register a hook on a tensor that doesn't require gradient: none would come"


def set_requires_grad(t: Tensor, flag: bool, refusal: str) -> None:
    """Make `t` a leaf that requires grad, or no longer."""
    if t._edge is not None:
        require(flag, f"{LEAVES_ONLY} This one was computed: use its .detach() where no gradient is wanted.")
        return
    require(not flag or t._array.dtype.kind == "f", f"{refusal}. This one is {t.dtype}")
    outside = "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed: clone() it first"
    require(not flag or not t.is_inference() or modes.current().inference, outside)
    if flag or t._meta is not None:
        t._special().requires_grad = bool(flag)
