"""Writes in place: versions, what was saved, and views."""

from __future__ import annotations

from typing import Any

from .asking import MATRIX, WEIGHTS, behaviour, function, given, leaf, numbers, said, version


@behaviour("each write in place adds 1 to the version, and nothing else does", "Version, Saved")
def _(engine: Any) -> list:
    x = leaf(engine, [1.0, 2.0])
    y = x + 1.0
    counts = [version(y)]
    y.add_(1.0)
    counts.append(version(y))
    y.exp()
    y.mul_(2.0)
    counts.append(version(y))
    return [counts, version(x), numbers(y)]


@behaviour("a leaf that wants a gradient is written under no_grad() only, and then it counts", "Version, Saved")
def _(engine: Any) -> list:
    x = leaf(engine, [1.0, 2.0])
    refused = said(lambda: x.add_(1.0))
    before = [numbers(x), version(x)]
    with engine.no_grad():
        x.sub_(0.5)
    return [refused, before, numbers(x), version(x), x.is_leaf]


@behaviour("detach() is on the same memory, and counts with it", "Version, Saved")
def _(engine: Any) -> list:
    y = leaf(engine, [1.0, 2.0]) + 1.0
    y.detach().mul_(3.0)
    return [numbers(y), version(y)]


@behaviour(
    "a Function that marks its input as dirty writes the tensor itself, and its backward counts",
    "apply",
    "Version, Saved",
)
def _(engine: Any) -> list:
    base: Any = function(engine)

    class Tenfold(base):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            x.mul_(10.0)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 7.0

    x = leaf(engine, [1.0, 2.0])
    y = x + 1.0
    z = Tenfold.apply(y)
    z.backward(given(engine, [1.0, 10.0]))
    return [z is y, numbers(y), version(y), numbers(x.grad), said(lambda: Tenfold.apply(x)).partition(":")[0]]


@behaviour(
    "a factor that was written since is refused on the way back, and nothing is added", "unpack", "Version, Saved"
)
def _(engine: Any) -> list:
    x = leaf(engine, [1.0, 2.0])
    y = x + 1.0
    z = y * y
    y.add_(1.0)
    weights = given(engine, [1.0, 10.0])
    return [said(lambda: z.backward(weights)), numbers(x.grad)]


@behaviour("what nobody saved can be written: the input of exp, the terms of a sum", "unpack", "Version, Saved")
def _(engine: Any) -> list:
    x, early = leaf(engine, [1.0, 2.0]), leaf(engine, 3.0)
    y = x + 1.0
    z = y.exp() + y
    y.add_(1.0)
    z.backward(given(engine, [1.0, 10.0]))
    before = early + 1.0
    before.mul_(0.5)  # written before it is saved
    (before * before).backward()
    result = leaf(engine, [0.5]).exp()
    result.add_(1.0)  # but exp has saved its result
    return [numbers(x.grad), numbers(early.grad), said(lambda: result.backward())]


@behaviour("a view and its base are one memory with one version, whichever is written", "share, write_view")
def _(engine: Any) -> list:
    y = leaf(engine, MATRIX) + 1.0
    row, turned = y[1], y.transpose(0, 1)
    row.mul_(2.0)
    turned[0].add_(1.0)
    y.add_(1.0)
    copied = y[[0, 1]]
    copied.add_(1.0)
    return [version(y), version(row), version(turned), version(copied), numbers(row)]


@behaviour("a write through a view changes the history of the base: old numbers, new ones, rest", "share, write_view")
def _(engine: Any) -> list:
    x, w = leaf(engine, MATRIX), leaf(engine, [2.0, -1.0, 3.0])
    y = x + 1.0
    y[1].sub_(w)
    y[0, 1:].zero_()
    y.backward(given(engine, WEIGHTS))
    return [numbers(x.grad), numbers(w.grad)]
