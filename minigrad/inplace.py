"""Writing in place.

A written tensor gets the history of what was written: it becomes an output of the new node. If it is a view, the
history belongs to its base, whose new node is a CopySlices; the view finds its own again when next asked. Each write
moves the version, so that a node which saved the old value notices.
"""

import weakref

import numpy as np

from . import dtypes, errors, modes, views
from .calls import bind, called
from .operation import Operation, alike
from .tensor import Tensor, shared_counter, wrap

SHARED = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
    "location, so the outcome would depend on the order of writing. clone() one of them first."
)


def inplace(function, name: str, separate: bool = False, overlap: bool = False):
    """The in-place form of a declared operation, or of several that `choosing` chooses from: the same formulas, the
    result in the memory of the first input. `separate` and `overlap` are those of `write`.
    """
    own = getattr(function, "operation", None)

    def call(self, *args, **kwargs):
        op = own
        if op is None:
            chosen, _, *rest = function.choose(self, *args, **kwargs)
            op, args = chosen.operation, tuple(rest)
        elif kwargs or len(args) != len(op.inputs) - 1:
            args = bind(op, (self, *args), kwargs)[1:]
        return write(op.variant((self, *args)), self, args, name, separate, overlap)

    return called(call, name, f"`{name[:-1]}`, its result put in place of this tensor's elements.")


def write(op: Operation, self: Tensor, args: tuple, name: str, separate=False, overlap=False) -> Tensor:
    """Run `op` on `self` and `args` and leave the result in `self`.

    `separate`: no other input may lie on that memory at all; otherwise it may, if element by element.
    `overlap`: elements of `self` may share memory, since only some are written, or all become the same.
    """
    if (level := modes.current().level) is not None:
        return level.write(op, self, args, (name, separate, overlap))
    inputs = (self, *args)
    edges = begin(op, inputs, separate, overlap)
    recording, own = edges is not None, None
    if recording or not compute_there(op, inputs, self._array):
        result = compute(op, inputs, self._array, overlap)
        own = wrap(self._array.copy(), edges[0]) if edges and op.inputs[0] in op.saves else None
        changed = True if 0 not in self._array.strides else result != self._array
        np.copyto(self._array, result, casting="unsafe", where=changed)
    return end(op, inputs, edges, own, name)


def begin(op: Operation, inputs: tuple, separate: bool, overlap: bool) -> tuple | None:
    """Refuse what may not be written. Where the gradients of the inputs go, if the write is to be recorded."""
    self, *args = inputs
    for hooks in modes.current().pack:
        hooks.before_write(self)
    recording = modes.current().grad and op.wants_grad(op.differentiable(inputs))
    check_writable(self, recording)
    edges = op.edges(op.differentiable(inputs)) if recording else None
    for t in args if separate or not overlap else ():
        meets = isinstance(t, Tensor) and (separate if t is self else overlaps(self._array, t._array, separate))
        errors.require(not meets, SHARED)
    return edges


def end(op: Operation, inputs: tuple, edges: tuple | None, own: Tensor | None, name: str) -> Tensor:
    """Count the write, and record it; `own` is a copy of the first input as it was, if that is to be saved."""
    self = inputs[0]
    shared_counter(self).increase(name)
    if edges is not None:
        node = op.make_node(inputs, (self,), edges, own, self._counter)
        node.shape, node.dtype = self._array.shape, self._array.dtype
        rebase(self, node)
    return self


def compute_there(op: Operation, inputs: tuple, target: np.ndarray) -> bool:
    """Have a ufunc write its result at once, where nothing needs checking or casting: an optimiser's step."""
    arrays = [t._array if isinstance(t, Tensor) else t for t in inputs]
    if not isinstance(op.forward, np.ufunc) or 0 in target.strides or not alike(arrays):
        return False
    try:
        op.forward(*arrays, out=target)
    except ValueError:  # shapes: the careful way says which
        return False
    return True


def compute(op: Operation, inputs: tuple, target: np.ndarray, overlap: bool):
    """The value to be written, after checking that it fits into the target."""
    if op.name == "copy" and inputs[0] is inputs[1]:
        return target
    result = np.asarray(op.on_arrays(*[t._array if isinstance(t, Tensor) else t for t in inputs]))
    shapes = f"shape {list(target.shape)} doesn't match the broadcast shape {list(result.shape)}"
    errors.require(result.shape == target.shape, f"output with {shapes}: a write in place cannot change the shape")
    if dtypes.RANK[result.dtype.kind] > dtypes.RANK[target.dtype.kind]:
        names = [dtypes.of(x).long_name for x in (result, target)]
        raise RuntimeError(f"result type {names[0]} can't be cast to the desired output type {names[1]}")
    errors.require(overlap or not views.expanded(target), errors.EXPANDED_WRITTEN)
    return result


def turn(function, node: str, without: tuple | None = None):
    """The in-place form of a view: the tensor itself gets the other shape; its elements stay where they are."""
    view = function.operation
    op = Operation(view.name + "_", view.forward, view.formulas, node=node, without=without, linear=True)
    op.kind = "turn"

    def call(self, *args, **kwargs):
        args = bind(op, (self, *args), kwargs)[1:]
        if (level := modes.current().level) is not None:
            return level.turn(call, function, self, args)
        edges = begin(op, (self, *args), separate=False, overlap=True)
        array = op.forward(self._array, *args)
        shared_counter(self).increase(op.name)
        node = None if edges is None else op.make_node((self, *args), (), edges)
        old, self._array = self._edge, array
        if node is not None:
            op.attach(node, (self,))
            views.move_kept_gradient(self, old)
        if self._meta is not None and self._meta.view is not None:
            self._meta.view.version = self._counter.n
        return self

    return called(call, op.name, f"`{view.name}` of this tensor in place: it gets the other shape itself.")


def overlaps(a: np.ndarray, b: np.ndarray, at_all: bool) -> bool:
    """Whether two arrays share memory other than element by element (or at all)."""
    if a.size == 0 or b.size == 0 or not np.may_share_memory(a, b) or not (dense(a) and dense(b)):
        return False
    same = a.__array_interface__["data"][0] == b.__array_interface__["data"][0] and a.nbytes == b.nbytes
    return at_all or not same or a.strides != b.strides


def dense(a: np.ndarray) -> bool:
    """Whether the elements fill their stretch of memory, in whatever order."""
    return a.transpose(sorted(range(a.ndim), key=a.strides.__getitem__, reverse=True)).flags.c_contiguous


def check_writable(self: Tensor, recording: bool) -> None:
    """Refuse writes whose history could not be told."""
    there = "Inplace update to inference tensor outside InferenceMode is not allowed: write to a clone() of it"
    errors.require(not self.is_inference() or modes.current().inference, there)
    if not recording:
        return
    view = self._meta.view if self._meta is not None else None
    if view is not None and view.creation is not None:
        raise errors.view_refused(self, view.creation, indirect=False)
    if self.requires_grad and (self if view is None else view.base).is_leaf:
        raise errors.leaf_written(view is not None)


def rebase(self: Tensor, node) -> None:
    """Make `self` the output of `node`, or of a Port; through the base if it is a view."""
    view = self._meta.view if self._meta is not None else None
    target = self
    if view is not None:
        target, node = view.base, views.CopySlices(view.base, self, node)
    old, target._edge = target._edge, node
    views.move_kept_gradient(target, old)
    if view is not None:
        view.version = -1
        view.refresh(self)
        node.reader = weakref.ref(self._edge)
