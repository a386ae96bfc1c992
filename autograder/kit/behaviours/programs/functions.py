"""Functions of one's own: what is recorded of a call, and what is asked of its backward."""

from __future__ import annotations

from typing import Any

from .asking import behaviour, edges, function, given, leaf, numbers, said


@behaviour("of a Function only its own backward counts, whatever its forward does", "apply")
def _(engine: Any) -> list:
    base: Any = function(engine)

    class Doubled(base):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x + x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 100.0

    x = leaf(engine, [1.0, 2.0])
    y = Doubled.apply(x)
    y.backward(given(engine, [1.0, 10.0]))
    return [numbers(y), numbers(x.grad)]


@behaviour("nothing is recorded inside forward: the call leaves one node", "apply")
def _(engine: Any) -> list:
    inside = []

    base: Any = function(engine)

    class Looked(base):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x.exp()
            inside.append(bool(y.requires_grad))
            return y.tanh()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    x = leaf(engine, 0.5)
    y = Looked.apply(x.sin())
    (after, _), *_ = y.grad_fn.next_functions
    return [inside, bool(y.requires_grad), y.grad_fn.name(), after.name()]


@behaviour("an argument that is no tensor comes as it is, and backward returns None for it", "apply")
def _(engine: Any) -> list:
    kinds = []

    base: Any = function(engine)

    class Shifted(base):
        @staticmethod
        def forward(ctx: Any, x: Any, by: Any, note: Any) -> Any:
            kinds.extend([type(by).__name__, type(note).__name__])
            return x + by

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2.0, None, None

    x = leaf(engine, [1.0, 2.0])
    y = Shifted.apply(x, 3.0, "a note")
    y.backward(given(engine, [1.0, 10.0]))
    return [kinds, numbers(x.grad)]


@behaviour("of two inputs the one that wants no gradient has no edge and gets none", "apply")
def _(engine: Any) -> list:
    base: Any = function(engine)

    class Weighed(base):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any) -> Any:
            ctx.save_for_backward(a, b)
            return a - b

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            saved = ctx.saved_tensors
            return g * len(saved), g * -5.0

    a, b = given(engine, [1.0, 2.0]), leaf(engine, [3.0, 4.0])
    y = Weighed.apply(a, b)
    y.backward(given(engine, [1.0, 10.0]))
    neither = Weighed.apply(a, a)
    return [edges(y), numbers(a.grad), numbers(b.grad), bool(neither.requires_grad), neither.is_leaf]


@behaviour("under no_grad() a call leaves no node, and after it recording goes on", "apply")
def _(engine: Any) -> list:
    x = leaf(engine, 2.0)
    with engine.no_grad():
        y = x.exp()
    z = x.exp()
    return [bool(y.requires_grad), y.is_leaf, y.grad_fn is None, bool(z.requires_grad), z.is_leaf]


@behaviour("an error in forward comes out as it is, and after it recording goes on", "apply")
def _(engine: Any) -> list:
    base: Any = function(engine)

    class Fails(base):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            raise ZeroDivisionError("forward of Fails")

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    x = leaf(engine, 2.0)
    return [said(lambda: Fails.apply(x)), bool(x.exp().requires_grad)]
