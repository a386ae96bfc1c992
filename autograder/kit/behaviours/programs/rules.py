"""Local rules, and shapes that they have to fit."""

from __future__ import annotations

from typing import Any

from .asking import MATRIX, WEIGHTS, behaviour, given, leaf, numbers


@behaviour("a quotient gives to both, to the divisor with a minus and its square", "mul_rule, div_rule")
def _(engine: Any) -> list:
    a, b = leaf(engine, [3.0, -2.0]), leaf(engine, [0.5, 4.0])
    (a / b).backward(given(engine, [1.0, 10.0]))
    return [numbers(a.grad), numbers(b.grad)]


@behaviour(
    "a product of a column and a row gives each the other's numbers, added up", "mul_rule, div_rule", "sum_to_shape"
)
def _(engine: Any) -> list:
    column, row = leaf(engine, [[2.0], [-1.0]]), leaf(engine, [1.0, 3.0, -0.5])
    (column * row).backward(given(engine, WEIGHTS))
    return [numbers(column.grad), numbers(row.grad)]


@behaviour("a sum over an axis hands its gradient to all that it added", "sum_rule, mean_rule")
def _(engine: Any) -> list:
    x, y = leaf(engine, MATRIX), leaf(engine, MATRIX)
    x.sum(0).backward(given(engine, [1.0, -2.0, 3.0]))
    y.sum(1, keepdim=True).backward(given(engine, [[5.0], [-7.0]]))
    return [numbers(x.grad), numbers(y.grad)]


@behaviour("a mean shares its gradient out among as many as it took the mean of", "sum_rule, mean_rule")
def _(engine: Any) -> list:
    x, y = leaf(engine, [MATRIX, WEIGHTS]), leaf(engine, MATRIX)
    x.mean((0, 2)).backward(given(engine, [6.0, -12.0]))
    y.mean().backward()
    return [numbers(x.grad), numbers(y.grad)]


@behaviour("a matrix product gives each factor the other one transposed, on its own side", "matmul_rule")
def _(engine: Any) -> list:
    a, b = leaf(engine, MATRIX), leaf(engine, [[1.0, 2.0], [-0.5, 0.25], [3.0, -1.0]])
    (a @ b).backward(given(engine, [[1.0, -2.0], [3.0, 5.0]]))
    return [numbers(a.grad), numbers(b.grad)]


@behaviour("one matrix that multiplies a batch gets the sum over the batch", "matmul_rule", "sum_to_shape")
def _(engine: Any) -> list:
    batch, b = given(engine, [MATRIX, WEIGHTS]), leaf(engine, [[1.0], [-0.5], [3.0]])
    (batch @ b).backward(given(engine, [[[1.0], [2.0]], [[-3.0], [5.0]]]))
    return [numbers(b.grad)]


@behaviour("a row that is picked twice gets both gradients", "index_rule")
def _(engine: Any) -> list:
    x = leaf(engine, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    x[[0, 2, 0]].backward(given(engine, [[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]]))
    return [numbers(x.grad)]


@behaviour("what an index leaves out gets zeros, and other axes or another shape move nothing", "index_rule")
def _(engine: Any) -> list:
    x, y = leaf(engine, MATRIX), leaf(engine, [MATRIX, WEIGHTS])
    x[1, ::2].backward(given(engine, [7.0, -9.0]))
    y.transpose(0, 1)[1].reshape(3, 2).backward(given(engine, [[1.0, -2.0], [3.0, 5.0], [-7.0, 11.0]]))
    return [numbers(x.grad), numbers(y.grad)]


@behaviour("a softmax gives each entry its own share less that of its row", "softmax_rule, log_softmax_rule")
def _(engine: Any) -> list:
    x, y = leaf(engine, MATRIX), leaf(engine, MATRIX)
    x.softmax(1).backward(given(engine, WEIGHTS))
    y.softmax(0).backward(given(engine, WEIGHTS))
    return [numbers(x.grad), numbers(y.grad)]


@behaviour("log_softmax of large numbers has a finite gradient", "softmax_rule, log_softmax_rule")
def _(engine: Any) -> list:
    x = leaf(engine, [[1000.0, 1001.0, 0.0], [-1000.0, 0.5, 0.25]])
    x.log_softmax(1).backward(given(engine, WEIGHTS))
    return [numbers(x.grad)]
