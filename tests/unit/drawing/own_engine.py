"""A learner's own engine, scalars only: what `minigrad.drawing` must be able to draw, and nothing of minigrad in it."""

from __future__ import annotations

import math


class Leaf:
    """The end of a path, as it stands in `next_functions`."""

    def __init__(self, variable: Value) -> None:
        self.variable = variable

    next_functions = ()

    def name(self) -> str:
        return "Leaf"


class Operation:
    """A node: where gradients go next, and the local derivatives."""

    def __init__(self, name: str, inputs: tuple, slopes: tuple) -> None:
        self.inputs, self.slopes = inputs, slopes
        self.label = name
        self.next_functions = tuple(edge(x) for x in inputs)

    def name(self) -> str:
        return self.label + "Backward"


class Value:
    """A number that remembers how it was computed."""

    def __init__(self, data: float, grad_fn: Operation | None = None, requires_grad: bool = False) -> None:
        self.data, self.grad_fn, self.grad = data, grad_fn, None
        self.requires_grad = requires_grad or grad_fn is not None

    @property
    def is_leaf(self) -> bool:
        return self.grad_fn is None

    def __mul__(self, other: Value) -> Value:
        return made("Mul", self.data * other.data, (self, other), (other.data, self.data))

    def __add__(self, other: Value) -> Value:
        return made("Add", self.data + other.data, (self, other), (1.0, 1.0))

    def exp(self) -> Value:
        result = math.exp(self.data)
        return made("Exp", result, (self,), (result,))


def made(name: str, data: float, inputs: tuple, slopes: tuple) -> Value:
    wanted = any(x.requires_grad for x in inputs)
    return Value(data, Operation(name, inputs, slopes) if wanted else None)


def edge(x: Value) -> tuple:
    if x.grad_fn is not None:
        return x.grad_fn, 0
    if not x.requires_grad:
        return None, 0
    if not hasattr(x, "leaf"):
        x.leaf = Leaf(x)
    return x.leaf, 0
