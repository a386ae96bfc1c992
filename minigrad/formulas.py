"""The formulas of a declared operation, made ready to run on what a node has saved; shortcuts where they are few."""

from numpy import ndarray

from .node import Node
from .saved import Output, Packed, unpack
from .tensor import Tensor

UNWRITTEN = (0, 0)


def vjp_of_one(formula, rule, saves: bool):
    """`OperationNode.vjp` where there is one formula."""

    def vjp(node: Node, g, create: bool):
        if g is None or node.edges[0] is None:
            return (None,)
        return (rule(g, unpack(node, create)) if saves else formula(g),)

    return vjp


def vjp_of_two(formulas, rules, saves: bool, general):
    """`OperationNode.vjp` for two inputs, quicker on arrays when nobody has written the saved operands since.

    `general` is the one for all other cases.
    """
    first, second = rules
    one, other = formulas

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

    return vjp if saves else vjp_of_sum


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
