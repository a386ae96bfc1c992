"""The graph: nodes, the edges between them, and the values they save for the way back.

A **node** stands for one executed operation. Its `edges` lead to where the gradients of the operation's inputs go:
another node, a `Port` (one of several outputs of a node), an `AccumulateGrad` (a leaf), or None (a constant). A tensor
holds the edge it came from, nothing holds a tensor that came out of it; so there are no cycles, and a graph dies when
its last name dies.
"""

from __future__ import annotations

import itertools
from sys import _getframe
from types import CodeType, FrameType
from typing import Any

from . import errors
from .errors import inside
from .modes import current

next_number = itertools.count(1).__next__


class Counter:
    """How often a piece of memory has been written, shared by all tensors that lie on it, and by whom last."""

    __slots__ = ("changes", "n")

    def __init__(self) -> None:
        self.n = 0
        self.changes: tuple = ()  # (version, operation, code, lasti)

    def increase(self, operation: str) -> None:
        """Note a write. The last few are remembered with their lines, for the message if it turns out to hurt."""
        self.n += 1
        self.changes = (*self.changes[-7:], (self.n, operation, *errors.user_line()))


class Node:
    """One operation of the graph."""

    __slots__ = ("code", "dtype", "edges", "extra", "lasti", "saved", "sequence", "shape", "versions")
    edges: tuple
    sequence: int
    extra: NodeExtra | None
    saved: Any  # a tuple, or None when it has been let go
    versions: Any  # of what is saved, in its order; None: all at 0
    shape: Any  # that of the output, or how many outputs there are
    dtype: Any
    # where the operation was called: two cheap references, made into a line only in messages
    code: CodeType | None
    lasti: int

    def __init__(self, edges: tuple = (), depth: int = 2) -> None:
        """A node with these edges, its place in the order, and nothing saved. `depth`: so many callers are ours."""
        self.begin(edges, depth + 1)
        self.saved, self.shape = (), ()
        self.dtype = self.versions = None
        if current().anomaly:
            self.get_extra().stack = errors.user_stack()

    def begin(self, edges: tuple, depth: int = 2) -> None:
        """What every node has from the start: its edges, its place in the order, where it was called."""
        self.edges, self.sequence, self.extra = edges, next_number(), None
        frame: FrameType | None = _getframe(depth)
        while frame is not None and inside[frame.f_code.co_filename]:
            frame = frame.f_back
        if frame is None:
            self.code, self.lasti = None, 0
        else:
            self.code, self.lasti = frame.f_code, frame.f_lasti

    nr = 0  # an edge to a node means its output 0
    several = False  # whether vjp takes a list of gradients, one for each output
    frees = False  # whether all it saved goes at once; release() decides otherwise
    fresh = True  # whether vjp makes new arrays, so that a leaf may keep what it receives

    @property
    def node(self) -> Node:
        """The node an edge leads to: for a Node itself, for a Port its node."""
        return self

    @property
    def next_functions(self) -> tuple:
        """Where each gradient goes next: `(node, number of its output)`, `(None, 0)` for a constant."""
        return tuple((None, 0) if e is None else (e.node, e.nr) for e in self.edges)

    @property
    def metadata(self) -> dict:
        """A dictionary for notes of your own."""
        return self.get_extra().metadata

    @property
    def _sequence_nr(self) -> int:
        return self.sequence

    def name(self) -> str:
        """The node's name, e.g. `MulBackward0`."""
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"

    def get_extra(self) -> NodeExtra:
        """The record for hooks and notes, made on first use."""
        if self.extra is None:
            self.extra = NodeExtra()
        return self.extra

    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad_inputs, grad_outputs)` after this node; what it returns replaces grad_inputs."""
        return RemovableHandle(self.get_extra().post, hook)

    def register_prehook(self, hook) -> RemovableHandle:
        """Call `hook(grad_outputs)` before this node; what it returns replaces grad_outputs."""
        return RemovableHandle(self.get_extra().pre, hook)

    def vjp(self, g, create: bool):
        """The gradients of the inputs, one per edge, from the gradient(s) of the output(s).

        Arrays in and out, or Tensors when `create`. A node with several outputs receives a list; None stands for the
        gradient of an output that nothing used.
        """
        raise NotImplementedError

    def release(self) -> None:
        """Let go of the saved values, after the last backward."""
        if self.saved:
            self.saved = None


class Port:
    """The edge to output `nr` of a node that has several; knows the shape and type of that output."""

    __slots__ = ("dtype", "node", "nr", "shape")

    def __init__(self, node: Node, nr: int, shape: tuple, dtype) -> None:
        self.node, self.nr, self.shape, self.dtype = node, nr, shape, dtype

    @property
    def sequence(self) -> int:
        return self.node.sequence


class NodeExtra:
    """What only few nodes have. Hooks run in this order: tensor, retain, pre, the node itself, post."""

    __slots__ = ("metadata", "post", "post_accumulate", "pre", "retain", "stack", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, dict] = {}  # output number -> hooks registered on that tensor
        self.retain: dict[int, Any] = {}  # output number -> weak reference to the tensor that wants its gradient
        self.pre: dict[int, Any] = {}
        self.post: dict[int, Any] = {}
        self.post_accumulate: dict[int, Any] = {}
        self.metadata: dict = {}
        self.stack: str | None = None  # the stack of the forward call, in anomaly mode


class RemovableHandle:
    """What registering a hook returns; `remove()` takes the hook off, as does leaving a `with` block."""

    __slots__ = ("__weakref__", "_hooks", "id")
    _numbers = itertools.count()

    def __init__(self, hooks: dict, hook) -> None:
        self._hooks, self.id = hooks, next(self._numbers)
        hooks[self.id] = hook

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *_) -> None:
        self.remove()


class AccumulateGrad(Node):
    """The end of every path: adds what arrives to the `.grad` of its leaf, `variable`."""

    __slots__ = ("__weakref__", "variable")
    sequence = lasti = 0
    edges = saved = ()
    versions = code = None

    def __init__(self, variable: Any) -> None:  # a Tensor; that class stands on this one
        self.variable, self.extra, array = variable, variable._meta.extra, variable._array
        self.shape, self.dtype = array.shape, array.dtype

    def get_extra(self) -> NodeExtra:
        """Hooks of a leaf live with the leaf: this node may die between two graphs."""
        if self.extra is None:
            self.extra = self.variable._special().extra = NodeExtra()
        LEAF_HOOKS.seen = True
        return self.extra

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"


class LEAF_HOOKS:
    """Whether any leaf ever had a hook: only then does the moment of accumulation matter."""

    seen = False
