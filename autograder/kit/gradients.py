"""The checker's own gradcheck: a function's backward held against central differences of its plain values.

It decides on numbers alone, so it needs no word of the engine under test: `f` is evaluated at two near points along a
random direction, and the slope must be what the gradient says. One direction tests all partial derivatives at once,
at the price of two evaluations.

`values_at` and `gradients_at` are the two acts for which the engine is needed; a worker does them for the judge, all
points in one request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.kit.arrays import np

ATOL = 1e-7
DIRECTIONS = 2
Arrays = Sequence[np.ndarray]


def values_at(
    engine: Any, plain: Callable[[Any], Any], f: Callable[..., Any], points: Sequence[Arrays], order: int
) -> list[list[Any]]:
    """What `f` gives at each point, a list of arrays, as plain numbers; for order 2 its gradients, not its value.

    engine: minigrad, or the learner's side of it; plain: takes a tensor to a numpy copy. For order 2 the last array of
    a point is the upstream gradient.
    """
    return [[plain(y) for y in _outputs(engine, f, _leaves(engine, point), order)] for point in points]


def gradients_at(
    engine: Any, plain: Callable[[Any], Any], f: Callable[..., Any], point: Arrays, weights: Arrays, order: int
) -> list[Any]:
    """What backward says of the number `sum(weights * values)`: a gradient or None for each array of the point."""
    leaves = _leaves(engine, point)
    for y, weight in zip(_outputs(engine, f, leaves, order), weights, strict=True):
        if order == 1 or y.requires_grad:  # a constant gradient has no second one, and needs none
            y.backward(engine.tensor(weight), retain_graph=order == 2)
    return [None if (grad := leaf.grad) is None else plain(grad) for leaf in leaves]


def _leaves(engine: Any, arrays: Arrays) -> list[Any]:
    tensor = engine.tensor  # looked up once: the engine may be in another process
    return [tensor(array, requires_grad=True) for array in arrays]


def _outputs(engine: Any, f: Callable[..., Any], leaves: list[Any], order: int) -> Sequence[Any]:
    if order == 1:
        return [f(*leaves)]
    *inputs, upstream = leaves
    return engine.autograd.grad(f(*inputs), inputs, upstream, create_graph=True)


@dataclass
class GradientCheck:
    """Compares a function with itself near some arrays.

    values, gradients: `values_at` and `gradients_at` of this function, wherever it lives
    """

    values: Callable[[Sequence[Arrays], int], list[list[Any]]]
    gradients: Callable[[Arrays, Arrays, int], list[Any]]
    rng: np.random.Generator
    eps: float
    rtol: float

    def mismatch(self, arrays: Sequence[Any], order: int) -> str | None:
        """None when all slopes agree, otherwise the end of a sentence."""
        point = [np.array(array, dtype=np.float64) for array in arrays]
        upstream = self.rng.normal(size=np.shape(self.values([point], 1)[0][0]))
        weights = [upstream] if order == 1 else [self.rng.normal(size=array.shape) for array in point]
        if order == 2:
            point.append(upstream)
        grads = [None if grad is None else np.asarray(grad) for grad in self.gradients(point, weights, order)]
        for index, (array, grad) in enumerate(zip(point, grads, strict=True)):
            if grad is not None and grad.shape != array.shape:
                return f"gives input {index} a gradient of shape {grad.shape}, expected {array.shape}"
        ways = [(k, self.rng.normal(size=array.shape)) for k, array in enumerate(point) for _ in range(DIRECTIONS)]
        near = [_moved(point, k, step * way) for k, way in ways for step in (self.eps, -self.eps)]
        numbers = [_weighted(weights, values) for values in self.values(near, order)]
        for (k, way), above, below in zip(ways, numbers[::2], numbers[1::2], strict=True):
            if end := self._disagreement(grads[k], way, (above - below) / (2 * self.eps)):
                return f"has slope {end[0]:.6g} along a random direction of input {k}, its backward says {end[1]:.6g}"
        return None

    def _disagreement(self, grad: np.ndarray | None, way: np.ndarray, slope: float) -> tuple[float, float] | None:
        """The slope, and what the gradient says it is, where the two differ."""
        terms = np.zeros(1) if grad is None else grad * way
        said, scale = float(np.sum(terms)), max(float(np.sum(np.abs(terms))), abs(slope))
        # So written, NaN fails; an infinite slope would be near everything.
        return None if np.isfinite(scale) and abs(said - slope) <= ATOL + self.rtol * scale else (slope, said)


def _weighted(weights: Arrays, values: Sequence[Any]) -> float:
    return sum(float(np.sum(weight * value)) for weight, value in zip(weights, values, strict=True))


def _moved(arrays: Arrays, index: int, step: np.ndarray) -> list[np.ndarray]:
    return [array + step if number == index else array for number, array in enumerate(arrays)]
