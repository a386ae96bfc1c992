"""The checker's own gradcheck: a function's backward held against central differences of its plain values.

It decides on numbers alone, so it needs no word of the engine under test: `f` is evaluated at two near points along a
random direction, and the slope must be what the gradient says. One direction tests all partial derivatives at once,
at the price of two evaluations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ATOL = 1e-7
DIRECTIONS = 2


@dataclass
class GradientCheck:
    """Compares `f`, a function over tensors of `engine`, with itself near `arrays`.

    engine: minigrad, or the learner's side of it; plain: takes a tensor to a numpy copy.
    """

    f: Callable[..., Any]
    engine: Any
    plain: Callable[[Any], Any]
    rng: np.random.Generator
    eps: float
    rtol: float

    def __post_init__(self) -> None:
        self.tensor = self.engine.tensor  # looked up once: the engine may be in another process

    def mismatch(self, arrays: Sequence[Any], order: int) -> str | None:
        """None when all slopes agree, otherwise the end of a sentence."""
        arrays = [np.array(array, dtype=np.float64) for array in arrays]
        out = np.shape(self.plain(self.f(*self._leaves(arrays))))
        upstream = self.rng.normal(size=out)
        if order == 1:
            return self._compare(arrays, lambda points: self._first(points, upstream))
        weights = [self.rng.normal(size=array.shape) for array in arrays]
        return self._compare([*arrays, upstream], lambda points: self._second(points, weights))

    def _leaves(self, arrays: Sequence[np.ndarray]) -> list[Any]:
        return [self.tensor(array, requires_grad=True) for array in arrays]

    def _first(self, arrays: Sequence[np.ndarray], upstream: np.ndarray) -> tuple[float, Callable[[], list[Any]]]:
        """The number `sum(upstream * f(x))`, and how to get its gradients from backward."""
        leaves = self._leaves(arrays)
        y = self.f(*leaves)

        def gradients() -> list[Any]:
            y.backward(self.tensor(upstream))
            return [leaf.grad for leaf in leaves]

        return float(np.sum(upstream * self.plain(y))), gradients

    def _second(self, points: Sequence[np.ndarray], weights: Sequence[np.ndarray]) -> tuple[float, Callable]:
        """The number `sum(weights * gradient)`, as a function of the inputs and of the upstream gradient."""
        leaves = self._leaves(points)
        *inputs, upstream = leaves
        y = self.f(*inputs)
        grads = self.engine.autograd.grad(y, inputs, upstream, create_graph=True)
        value = sum(float(np.sum(weight * self.plain(grad))) for weight, grad in zip(weights, grads, strict=True))

        def gradients() -> list[Any]:
            for weight, grad in zip(weights, grads, strict=True):
                if grad.requires_grad:  # a constant gradient has no second one, and needs none
                    (grad * self.tensor(weight)).sum().backward(retain_graph=True)
            return [leaf.grad for leaf in leaves]

        return value, gradients

    def _compare(self, arrays: list[np.ndarray], at: Callable) -> str | None:
        grads = [None if grad is None else np.asarray(self.plain(grad)) for grad in at(arrays)[1]()]
        for index, (array, grad) in enumerate(zip(arrays, grads, strict=True)):
            if grad is not None and grad.shape != array.shape:
                return f"gives input {index} a gradient of shape {grad.shape}, expected {array.shape}"
            for _ in range(DIRECTIONS):
                direction = self.rng.normal(size=array.shape)
                above, below = (at(_moved(arrays, index, step * direction))[0] for step in (self.eps, -self.eps))
                slope = (above - below) / (2 * self.eps)
                terms = np.zeros(1) if grad is None else grad * direction
                said, scale = float(np.sum(terms)), max(float(np.sum(np.abs(terms))), abs(slope))
                # So written, NaN fails; an infinite slope would be near everything.
                if not (np.isfinite(scale) and abs(said - slope) <= ATOL + self.rtol * scale):
                    return (
                        f"has slope {slope:.6g} along a random direction of input {index}, its backward says {said:.6g}"
                    )
        return None


def _moved(arrays: list[np.ndarray], index: int, step: np.ndarray) -> list[np.ndarray]:
    return [array + step if number == index else array for number, array in enumerate(arrays)]
