"""From tensors to the model: a walk over `grad_fn` and `next_functions`.

Any engine can be read whose objects have these. A **tensor** has `grad_fn` (a node, or None) and `is_leaf`; it may have
`requires_grad`, `data`, `grad`, `output_nr`, `_version` or `version.number`, `_base` or `base`. A **node** has
`next_functions`, a tuple of `(node, number of its output)` with `(None, 0)` for a constant, and `name`, a method or a
text; it may have `saved` (with `versions`, or of things that have `tensor` and `then`), `freed`, `shape`, and
`register_hook`. A leaf stands in `next_functions` as itself or as a node with `variable` and without `next_functions`.

The graph holds no intermediate tensors. What a node's result was is known where a variable or a saved value still
holds it; else its shape is shown.
"""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np

from . import saved, torch_nodes
from .model import CONSTANT, LEAF, OPERATION, Edge, Graph, Node
from .names import is_tensor
from .values import array_of, described, number, short


class NotAGraph(TypeError):
    """What was given to draw is no tensor."""


class Reading:
    """A graph with what it was read from: `objects[k]` is the node, or the leaf's tensor, behind `graph.nodes[k]`."""

    def __init__(self, roots: tuple, names: list[tuple[str, Any]]) -> None:
        for t in roots:
            if not is_tensor(t):
                raise NotAGraph(
                    f"draw and graph take a tensor, or several, not {type(t).__name__}: anything with "
                    "grad_fn and is_leaf, whose grad_fn has next_functions and name"
                )
        self.objects: list[Any] = []
        self.graph = Graph([], [], [])
        self.index: dict[int, int] = {}  # id of an object -> its place; self.objects keeps the ids valid
        self.names: dict[int, str] = {}  # id of a tensor -> its name
        self.arrays: dict[int, str] = {}  # id of a tensor's array -> the tensor's name, where tensors hold arrays
        for name, t in names:
            self.names.setdefault(id(t), name)
            if isinstance(array := getattr(t, "data", None), np.ndarray):
                self.arrays.setdefault(id(array), name)
        self.keep_alive = [t for _, t in names]
        for t in roots:
            self.walk(origin(t))
            self.graph.roots.append(self.index[id(origin(t))])
        self.describe([*roots, *self.keep_alive])

    def walk(self, start: Any) -> None:
        """Number everything under `start`, inputs before users, in the order of arguments. No recursion."""
        stack: list[tuple[Any, Any]] = [(start, None)]
        while stack:
            item, inputs = stack.pop()
            if id(item) in self.index:
                continue
            if inputs is None:
                inputs = self.inputs(item) if hasattr(item, "next_functions") else []
                stack.append((item, inputs))
                stack += [(obj, None) for obj, _ in reversed(inputs) if id(obj) not in self.index]
            else:
                self.add(item, inputs)

    def inputs(self, node: Any) -> list[tuple[Any, int]]:
        """The objects whose values `node` used, with the number of the output."""
        found = []
        for k, (below, nr) in enumerate(node.next_functions):
            if below is None:
                found.append((self.constant(node, k), 0))
            else:
                leaf = None if getattr(below, "next_functions", ()) else getattr(below, "variable", None)
                found.append((below if leaf is None else leaf, nr))
        return found

    def constant(self, node: Any, k: int) -> Any:
        """What stands for the constant at argument k: the tensor or number itself where the node has saved it."""
        if torch_nodes.is_torch(node):
            kept = torch_nodes.constants(node).get(k)
            if kept is not None and torch_nodes.is_number(kept) and not self.name_of(kept):
                return Constant(kept.item())
            return constant_of(kept)
        formulas = list(getattr(saved.operation_of(node), "formulas", ()))
        if saved.needs_of(node) == "inputs" and k < len(saved.held(node)):
            return constant_of(saved.held(node)[k][1])
        for word, kept, _ in saved.held(node) if k < len(formulas) else ():
            if word == formulas[k] and kept is not None:
                return constant_of(kept)
        return Constant(None)

    def add(self, item: Any, inputs: list[tuple[Any, int]]) -> None:
        place = self.index[id(item)] = len(self.objects)
        self.objects.append(item)
        if isinstance(item, Constant):
            value = item.value
            text = (
                number(value)
                if isinstance(value, bool | int | float)
                else short(array_of(value))
                if value is not None
                else ""
            )
            self.graph.nodes.append(Node(CONSTANT, value=text))
        elif is_tensor(item):
            wants = bool(getattr(item, "requires_grad", True))
            self.graph.nodes.append(Node(LEAF if wants else CONSTANT, requires_grad=wants))
        else:
            self.graph.nodes.append(self.operation(item))
        self.graph.edges += [Edge(self.index[id(obj)], place, k, nr) for k, (obj, nr) in enumerate(inputs)]

    def operation(self, node: Any) -> Node:
        made = Node(OPERATION, operation_name(node), requires_grad=True)
        made.freed = getattr(node, "saved", ()) is None or getattr(node, "freed", False) is True
        shape = getattr(node, "shape", None)
        if torch_nodes.is_torch(node):
            made.freed = torch_nodes.let_go(node)
            sizes = torch_nodes.outputs(node)
            shape = sizes[0] if len(sizes) == 1 else len(sizes)
        if isinstance(shape, tuple) and not several(node):
            made.shape = tuple(shape)
            made.dtype = str(getattr(node, "dtype", "") or "")
        if several(node):
            made.detail = f"{shape} outputs" if isinstance(shape, int) else "several outputs"
        elif not hasattr(node, "operation") and saved.operation_of(node):
            made.detail = f"writes {operation_name(node.function)} into a part of it"
        elif saved.writing(node) is not None:
            made.detail = f"writes {operation_name(saved.writing(node))} into a part of it"
        made.saved = saved.pins(node, self.name_of)
        return made

    def name_of(self, t: Any) -> str:
        """What the caller calls a tensor, or another one on the very same array."""
        if isinstance(t, torch_nodes.Overwritten):
            named = [each for each in self.keep_alive if t.is_now(each)]
            return self.names[id(named[0])] if len(named) == 1 else ""
        return self.names.get(id(t)) or self.arrays.get(id(getattr(t, "data", None)), "")

    # --- what tensors that are still there tell about the nodes ---

    def describe(self, tensors: list) -> None:
        """Names, values, gradients, versions and views, from the tensors somebody still holds and the saved ones."""
        for t in tensors:
            self.tell(t, self.names.get(id(t), ""))
        for place, item in enumerate(self.objects):
            if self.graph.nodes[place].kind == OPERATION:
                self.tell_saved(place, item)
            elif is_tensor(item):
                self.tell(item, self.names.get(id(item), ""))
        for place, into in enumerate(self.graph.uses()):
            self.join_view(place, into)

    def tell_saved(self, place: int, node: Any) -> None:
        for _, kept, then in saved.held(node):
            if saved.is_output(kept):
                if kept.counter.n == (then or 0) and not self.graph.nodes[place].value:
                    self.graph.nodes[place].value = short(kept.array)
            elif is_tensor(kept) and (saved.version_of(kept) or 0) == (then or 0):
                self.tell(kept, "")

    def tell(self, t: Any, name: str) -> None:
        """Write what the tensor `t` knows into its node, if that is drawn."""
        try:
            place = self.index.get(id(origin(t)))
        except RuntimeError:  # a view that may no longer be used has no place
            return
        if place is None:
            return
        node = self.graph.nodes[place]
        if name and name not in node.name.split(", "):
            node.name = f"{node.name}, {name}" if node.name else name
        array = None if several(t.grad_fn) else array_of(t)
        if array is not None:
            node.value = node.value or short(array)
            node.shape, node.dtype = array.shape, str(array.dtype)
        node.version = max(node.version, saved.version_of(t) or 0)
        if node.kind == LEAF or getattr(t, "retains_grad", False):
            node.grad = grad_text(t)
        base = getattr(t, "_base", getattr(t, "base", None))
        if base is None:
            node.writes = node.writes or [f"v{n} by {text}" for n, text in saved.changes(saved.counter_of(t))]
        elif (there := self.index.get(id(origin(base)))) is not None and there != place:
            node.base = there

    def join_view(self, place: int, into: list[Edge]) -> None:
        """A view that nobody holds any more is known by its operation."""
        made = self.graph.nodes[place]
        if made.base is None and getattr(getattr(self.objects[place], "operation", None), "view", False):
            below = into[0].source
            base = self.graph.nodes[below].base
            made.base = below if base is None else base


class Constant:
    """A value without a place in the graph: a number, or a tensor that nobody has kept (None)."""

    def __init__(self, value: Any) -> None:
        self.value = value


def constant_of(kept: Any) -> Any:
    """What stands for a constant that a node has kept."""
    return kept if is_tensor(kept) and kept.is_leaf else Constant(kept)


def origin(t: Any) -> Any:
    """Where `t` comes from: its node, or itself."""
    node = t.grad_fn
    return t if node is None else node


def several(node: Any) -> bool:
    """Whether a node has more than one output: then no single value is its own."""
    if torch_nodes.is_torch(node):
        return len(torch_nodes.outputs(node)) > 1
    return bool(getattr(node, "several", False))


def operation_name(node: Any) -> str:
    """'Mul' for MulBackward0, 'CopySlices' for torch::autograd::CopySlices."""
    name = node.name() if callable(node.name) else str(node.name)
    return re.sub(r"(.)Backward\d*$", r"\1", name.rpartition("::")[2])


def grad_text(t: Any) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = getattr(t, "grad", None)
    return None if grad is None else described(array_of(grad))
