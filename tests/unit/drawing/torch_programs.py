"""Small programs that are drawn from PyTorch's tensors and from minigrad's: `PROGRAMS[name](engine)`.

Each returns what is drawn, the names in the picture, and whether a backward pass is recorded. What PyTorch's tensors
show stands in torch_drawings.json, written by `tools/record_drawings.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Drawn = tuple[list, dict[str, Any], bool]
PROGRAMS: dict[str, Callable[[Any], Drawn]] = {}


def program(work: Callable[[Any], Drawn]) -> Callable[[Any], Drawn]:
    PROGRAMS[work.__name__] = work
    return work


def shown(engine: Any, name: str) -> dict[str, Any]:
    """Everything that a drawing tells: the list, the data, the saved values, the stepper's sentences."""
    from minigrad.drawing import draw, graph

    tensors, names, backward = PROGRAMS[name](engine)
    drawing = draw(*tensors, names=names, backward=backward)
    nodes = drawing.graph.nodes
    return {
        "listing": str(drawing).splitlines(),
        "data": repr(graph(*tensors, names=names)),
        "saved": [[each.text for each in node.saved] for node in nodes],
        "versions": [node.version for node in nodes],
        "turns": [node.turn for node in nodes],
        "gradients": [node.gradient for node in nodes],
        "steps": [step.text for step in drawing.graph.steps],
    }


def leaf(engine: Any, data: Any) -> Any:
    return engine.tensor(data, dtype=engine.float64, requires_grad=True)


@program
def one_factor_twice(e):
    x = leaf(e, 3.0)
    y = x * x
    return [y], {"x": x, "y": y}, True


@program
def a_diamond(e):
    x = leaf(e, 3.0)
    a, b = x * x, x.exp()
    loss = a + b
    return [loss], {"x": x, "a": a, "b": b, "loss": loss}, True


@program
def a_small_network(e):
    x = e.tensor([[1.0, -2.0], [0.5, 3.0]], dtype=e.float64)
    weights, bias = leaf(e, [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]), leaf(e, [0.0, 0.1, 0.2])
    hidden = e.tanh(x @ weights + bias)
    loss = (hidden**2).mean()
    return [loss], {"x": x, "weights": weights, "bias": bias, "hidden": hidden, "loss": loss}, True


@program
def a_view_that_is_written(e):
    a = leaf(e, [1.0, 2.0, 3.0])
    b = a * 2
    v = b[0]
    v.mul_(10)
    total = b.sum()
    return [total, v], {"a": a, "b": b, "v": v, "total": total}, False


@program
def a_saved_value_that_is_overwritten(e):
    x = leaf(e, 2.0)
    y = x * 3
    z = y * y
    y.add_(1)
    return [z], {"x": x, "y": y, "z": z}, False


@program
def a_backward_that_is_refused(e):
    x = leaf(e, 2.0)
    y = x * 3
    z = y * y
    y.add_(1)
    return [z], {"x": x, "y": y, "z": z}, True


@program
def a_function_of_ones_own(e):
    class Twice(e.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return 2 * x

        @staticmethod
        def backward(ctx, g):
            return 2 * g

    x = leaf(e, [1.0, 2.0])
    y = Twice.apply(x)
    total = y.sum()
    return [total], {"x": x, "y": y, "total": total}, True


@program
def several_outputs(e):
    x = leaf(e, [1.0, 2.0, 3.0])
    first, _, third = x.unbind()
    y = first * third
    return [y], {"x": x, "first": first, "third": third, "y": y}, True


@program
def detached_and_constant(e):
    x = leaf(e, 3.0)
    stopped = (x * x).detach()
    y = stopped * x
    return [y], {"x": x, "stopped": stopped, "y": y}, True


@program
def shapes_that_are_stretched(e):
    column, row = leaf(e, [[1.0], [2.0]]), leaf(e, [10.0, 20.0, 30.0])
    both = column * row
    total = both.sum()
    return [total], {"column": column, "row": row, "both": both, "total": total}, True


@program
def an_inner_gradient_kept(e):
    x = leaf(e, [1.0, -1.0])
    h = x.sin()
    h.retain_grad()
    y = (h * h).sum()
    y.backward(retain_graph=True)
    return [y], {"x": x, "h": h, "y": y}, False


@program
def after_the_graph_has_let_go(e):
    x = leaf(e, 2.0)
    y = x * x
    y.backward()
    return [y], {"x": x, "y": y}, False


@program
def choices_and_joins(e):
    x = leaf(e, [1.0, -2.0, 3.0])
    y = e.where(x > 0, x, x * 0.1)
    z = e.cat([y, x[1:]])
    total = z.relu().sum()
    return [total], {"x": x, "y": y, "z": z, "total": total}, True
