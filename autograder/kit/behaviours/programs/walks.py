"""Shapes, the order of the walk, the walk, and what it begins with."""

from __future__ import annotations

from typing import Any

from .asking import MATRIX, WEIGHTS, behaviour, given, leaf, numbers, said


@behaviour("a row that is added to each row of a matrix gets the sum of what came to its copies", "sum_to_shape")
def _(engine: Any) -> list:
    row = leaf(engine, [1.0, -2.0, 0.5])
    (given(engine, MATRIX) + row).backward(given(engine, WEIGHTS))
    return [numbers(row.grad)]


@behaviour("a column that is stretched keeps its axis of size 1 in .grad", "sum_to_shape")
def _(engine: Any) -> list:
    column = leaf(engine, [[1.0], [-2.0]])
    (given(engine, MATRIX) + column).backward(given(engine, WEIGHTS))
    return [numbers(column.grad)]


@behaviour("a number that is added to a matrix gets one number", "sum_to_shape")
def _(engine: Any) -> list:
    number = leaf(engine, 3.0)
    (given(engine, MATRIX) + number).backward(given(engine, WEIGHTS))
    return [numbers(number.grad)]


@behaviour("where a long way and a short way meet, the node waits for both", "topological_order", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, 0.5)
    met = x.log()
    long = ((met + 1.0).tanh() + 2.0).tanh()
    (met + long).backward()
    return [numbers(x.grad)]


@behaviour(
    "a result that is its own two terms, nine times over, has a gradient of 512", "topological_order", "backward"
)
def _(engine: Any) -> list:
    x = y = leaf(engine, 1.0)
    for _ in range(9):
        y = y + y
    y.backward()
    return [numbers(x.grad)]


@behaviour("a chain of 1 500 operations is walked to its end", "topological_order", "backward")
def _(engine: Any) -> list:
    x = y = leaf(engine, 1.0)
    for _ in range(1500):
        y = y + 0.5
    y.backward()
    return [numbers(x.grad)]


@behaviour("all uses of a leaf add up in its .grad, and where relu is at 0 it gives nothing", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, [2.0, -3.0, 0.0])
    (x.exp() + x.cos() + -x + x.relu()).backward(given(engine, [10.0, 1.0, 100.0]))
    return [numbers(x.grad)]


@behaviour("two walks add up in .grad, and after x.grad = None it begins anew", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, 2.0)
    (x + 1.0).backward()
    x.exp().backward()
    both = numbers(x.grad)
    x.grad = None
    (x + 1.0).backward()
    return [both, numbers(x.grad)]


@behaviour("only leaves get a .grad, and an inner tensor after retain_grad()", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, 0.5)
    inner, asked = x.exp(), x.sin()
    asked.retain_grad()
    (inner.tanh() + asked.exp()).backward()
    return [numbers(asked.grad), numbers(x.grad), inner.is_leaf, asked.is_leaf, x.is_leaf]


@behaviour("a tensor that wants no gradient gets none, and the one beside it gets its own", "backward")
def _(engine: Any) -> list:
    x, c = leaf(engine, [1.0, 2.0]), given(engine, [3.0, 4.0])
    (c - x).backward(given(engine, [1.0, 10.0]))
    return [numbers(c.grad), numbers(x.grad)]


@behaviour("backward() of more than one number is refused without a gradient", "first_gradient")
def _(engine: Any) -> list:
    x = leaf(engine, [1.0, 2.0])
    return [said(lambda: (x + 1.0).backward()), numbers(x.grad)]


@behaviour("backward() of what nothing was recorded for is refused", "first_gradient")
def _(engine: Any) -> list:
    return [said(lambda: (given(engine, 1.0) + 1.0).backward())]


@behaviour("a second walk through a graph that has let go is refused", "first_gradient")
def _(engine: Any) -> list:
    x = leaf(engine, 0.5)
    y = x.exp()
    y.backward()
    return [said(lambda: y.backward()), numbers(x.grad)]


@behaviour("with retain_graph=True a second walk adds the same again", "first_gradient", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, -0.5)
    y = (x**4).exp().tanh()
    y.backward(retain_graph=True)
    once = numbers(x.grad)
    y.backward()
    return [once, numbers(x.grad)]


@behaviour("a graph that has saved nothing can be walked again without being asked to stay", "first_gradient")
def _(engine: Any) -> list:
    x = leaf(engine, 0.5)
    y = x + 1.0
    y.backward()
    return [said(lambda: y.backward()), numbers(x.grad)]


@behaviour("the gradient given to backward says how much each entry counts", "first_gradient")
def _(engine: Any) -> list:
    x = leaf(engine, MATRIX)
    x.exp().backward(given(engine, WEIGHTS))
    one = leaf(engine, [[0.5]])  # one entry, so nothing has to be given
    one.exp().backward()
    return [numbers(x.grad), numbers(one.grad)]
