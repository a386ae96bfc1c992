"""Forty behaviours of PyTorch that an engine with the course's slots can have, each as a small program.

A program gets an engine (tape, a learner's own, minigrad or torch itself) and returns what it saw, as lists of numbers
and words. What PyTorch says to it stands in recorded.json. This file needs numpy only, and goes as it is into the
package that `autograder gather --package` makes.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

#: Words by which an error is known: PyTorch's messages have them, and the exercises ask for them.
WORDS = (
    "does not require grad",
    "a second time",
    "only for scalar outputs",
    "one of the variables needed for gradient computation has been modified by an inplace operation",
    "a leaf Variable that requires grad is being used in an in-place operation",
)
LONGEST = 90  # characters of an error with other words

MATRIX = [[0.5, -1.5, 2.0], [1.0, 0.25, -0.75]]
WEIGHTS = [[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]]


@dataclass(frozen=True)
class Behaviour:
    """What PyTorch does, the slots of the engine that it takes (the first one most of all), and the program."""

    name: str
    slots: tuple[str, ...]
    program: Callable[[Any], list]


BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(name: str, *slots: str) -> Callable[[Callable[[Any], list]], Callable[[Any], list]]:
    """Put a program into BEHAVIOURS."""

    def put(program: Callable[[Any], list]) -> Callable[[Any], list]:
        assert name not in BEHAVIOURS, name
        BEHAVIOURS[name] = Behaviour(name, slots, program)
        return program

    return put


def seen(engine: Any, name: str) -> list:
    """What the program of this behaviour sees with an engine; an error that ends it is told in its place."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return BEHAVIOURS[name].program(engine)
        except Exception as error:
            return [told(error)]


def agree(one: Any, other: Any) -> bool:
    """Equality, of numbers up to rounding."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if type(one) in (int, float) and type(other) in (int, float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9) or (one != one and other != other)
    return type(one) is type(other) and bool(one == other)


def plain(what: Any) -> Any:
    """What a program saw, as JSON has it: of what cannot be there, the name of its class."""
    return json.loads(json.dumps(what, default=lambda each: type(each).__name__))


# --- what the programs are made of


def leaf(engine: Any, data: Any) -> Any:
    """A tensor that wants a gradient, in double precision everywhere."""
    return engine.tensor(np.array(data, dtype=float), requires_grad=True)


def given(engine: Any, data: Any) -> Any:
    """A tensor that wants none."""
    return engine.tensor(np.array(data, dtype=float))


def numbers(x: Any) -> Any:
    """The numbers of a tensor, or None for a .grad that is not there."""
    return None if x is None else np.asarray(x.detach().numpy(), dtype=float).tolist()


def version(x: Any) -> Any:
    """How often the memory of x was written; None where nobody counts."""
    number = x._version if hasattr(x, "_version") else x.version.number
    return None if number is None else int(number)


def told(error: Exception) -> str:
    """An error in short: its kind, as Python has it, and the words that it is known by, or else its first ones."""
    kind = next(each.__name__ for each in type(error).__mro__ if each.__module__ == "builtins")
    try:
        text = str(error)
    except Exception:  # of a class of the engine's own, which cannot say it
        text = ""
    words = next((each for each in WORDS if each in text), " ".join(text.split())[:LONGEST])
    return f"{kind}: {words}"


def said(call: Callable[[], Any]) -> str:
    """How a call ends: in an error, which is told, or "runs"."""
    try:
        call()
    except Exception as error:
        return told(error)
    return "runs"


def function(engine: Any) -> Any:
    """What Functions of one's own are made from."""
    return engine.autograd.Function if hasattr(engine, "autograd") else engine.Function


def edges(x: Any) -> list[bool]:
    """Of each input of the node that made x, whether a gradient goes there."""
    return [after is not None for after, _ in x.grad_fn.next_functions]


# --- shapes


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


# --- the order of the walk


@behaviour("where a long way and a short way meet, the node waits for both", "topological_order", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, 0.5)
    met = x.exp()
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


# --- the walk


@behaviour("two uses of a leaf add up in its .grad", "backward")
def _(engine: Any) -> list:
    x = leaf(engine, [2.0, -3.0])
    (x.exp() + x).backward(given(engine, [1.0, 10.0]))
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


# --- what the walk begins with


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
    x = leaf(engine, 0.5)
    y = x.exp().tanh()
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


# --- local rules


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


@behaviour("what an index leaves out gets zeros", "index_rule")
def _(engine: Any) -> list:
    x = leaf(engine, MATRIX)
    x[1, ::2].backward(given(engine, [7.0, -9.0]))
    return [numbers(x.grad)]


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


# --- Functions


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


# --- writes


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


# --- views


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
