"""The way back through a declared operation: its formulas, run on what the node has saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import ndarray

from .node import Node
from .saved import Output, Packed, unpack
from .tensor import Tensor

if TYPE_CHECKING:
    from .operation import Operation

UNWRITTEN = (0, 0)


class OperationNode(Node):
    """A node of a declared operation."""

    __slots__ = ()
    operation: Operation

    def vjp(self, g, create: bool):
        """The formulas whose gradients are wanted, on what was saved."""
        op, edges = self.operation, self.edges
        if g is None or (op.several and all(part is None for part in g)):
            return (None,) * len(edges)
        values = unpack(self, create) if op.saves else ()
        if op.variadic:
            return op.rules[0](g, values)
        grads = []
        for edge, rule in zip(edges, op.rules):  # noqa: B905  strict costs, and a rule has an edge
            grads.append(None if edge is None else rule(g, values))
        return grads

    def release(self) -> None:
        """Let go of what holds memory. Shapes and plain arguments stay: a sum can be walked twice."""
        if any(map(holds_memory, self.saved)) or any(self.saved[k] is not None for k in self.operation.holding):
            self.saved = None

    def __getattr__(self, name: str):
        """`_saved_self` and its kin: what the node holds, under the names of the declaration."""
        saves = type(self).operation.saves
        if not name.startswith("_saved_") or name[7:] not in saves:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return unpack(self, True)[saves.index(name[7:])]


def vjp_of_one(formula, rule, saves: bool):
    """`OperationNode.vjp` where there is one formula."""

    def vjp(node: Node, g, create: bool):
        if g is None or node.edges[0] is None:
            return (None,)
        return (rule(g, unpack(node, create)) if saves else formula(g),)

    return vjp


def vjp_of_two(op: Operation, general):
    """`OperationNode.vjp` for two inputs, quicker on arrays when nobody has written the saved operands since.

    `general` is the one for all other cases.
    """
    first, second = op.rules
    one, other = op.formulas.values()

    def vjp_of_sum(node: Node, g, create: bool):
        a, b = node.edges
        if g is None or create:
            return general(node, g, create)
        return None if a is None else one(g), None if b is None else other(g)

    def vjp(node: Node, g, create: bool):
        a, b = node.edges
        if g is None or create or node.saved is None:
            return general(node, g, create)
        x, y = node.saved
        first_version, second_version = node.versions or UNWRITTEN
        if isinstance(x, Tensor) and (x._counter is None or x._counter.n == first_version):
            x = x._array
        elif x is not None:
            return general(node, g, create)
        if isinstance(y, Tensor) and (y._counter is None or y._counter.n == second_version):
            y = y._array
        elif y is not None and type(y) is not float and type(y) is not int:
            return general(node, g, create)
        return None if a is None else first(g, (x, y)), None if b is None else second(g, (x, y))

    return vjp if op.saves else vjp_of_sum


def on_saved(formula, use: tuple, count: int):
    """A formula as a function of the gradient and of all `count` saved values, of which it uses some."""
    if not use:
        return lambda g, values: formula(g)
    if len(use) == 1:
        return lambda g, values, k=use[0]: formula(g, values[k])
    if use == tuple(range(count)):
        return lambda g, values: formula(g, *values)
    return lambda g, values: formula(g, *[values[k] for k in use])


def holds_memory(value) -> bool:
    """Whether a saved value is, or contains, an array."""
    if isinstance(value, tuple):
        return any(map(holds_memory, value))
    return isinstance(value, (Tensor, ndarray, Output, Packed))
