"""How an operation is declared.

A declaration names everything about an operation in one place: how the value is computed on arrays, and for each
differentiable input a formula for its gradient. A formula's parameter names say what it needs, and that is what the
operation saves:

    @elementwise(np.multiply, self=lambda g, other: g * other, other=lambda g, self: g * self)
    def mul(self, other): "The product."

The name and the docstring are the function's; its body computes the value where no ufunc is given. The first parameter
of a formula is the gradient of the result. Others name an input, a result, an argument that is not a tensor, or
`<input>_shape`. Formulas are written in operators and declared operations, both of which work on arrays and Tensors
alike; so the same text computes plain gradients and, under `create_graph`, records higher ones. A formula may return
a gradient of the broadcast shape or a wider type: the engine sums and casts to what the input was.
"""

import functools
from typing import Any

from .calls import function_of
from .operation import Operation, Options, camel

OPTIONS = Options.__annotations__.keys()


def operation(forward=None, /, *, name: str | None = None, number: str | bool = False, **declared):
    """Declare an operation: decorates its forward function on arrays, whose name and docstring serve for both.

    Where numpy has the forward function, it is given here, and the decorated one has only a docstring. By keyword: what
    `Options` lists, and the formulas under the names of their inputs. `number`: the last differentiable input may be a
    number, and then the node is named so, or with True Backward0 as opposed to Backward1. That is not linear, since the
    number has no tangent.
    """
    options = {key: declared.pop(key) for key in OPTIONS & declared.keys()}

    def declare(function):
        called = name or function.__name__.strip("_")
        if number is True:
            options["node"] = f"{camel(called)}Backward1"
        op = Operation(called, forward or function, declared, function, **options)
        if number:
            fewer = dict(list(declared.items())[:-1])
            other = {**options, "node": f"{camel(called)}Backward0" if number is True else number, "linear": False}
            op.number = Operation(f"{op.name}_number", op.forward, fewer, function, **other)
        return function_of(op)

    return declare


def elementwise(forward=None, /, *, floats=True, **declared):
    """Declare an operation that acts element by element; otherwise as `operation`. Integers become floats unless told
    otherwise, and two inputs or more become of one type."""
    inputs = declared.keys() - OPTIONS - {"name", "number"}
    return operation(forward, floats=floats, promote=len(inputs) > 1, elementwise=True, **declared)


keeping: Any = functools.partial(elementwise, floats=False)  # for what leaves integers as they are
numbered: Any = functools.partial(operation, number=True, elementwise=True)  # for one whose last input may be a number
moving: Any = functools.partial(operation, kind="own", linear=True)  # for what leaves elements as they are


def choosing(choose):
    """The function of what is one operation or another: `choose` says which, and with which arguments."""

    @functools.wraps(choose)
    def call(*args, **kwargs):
        chosen = choose(*args, **kwargs)
        return chosen[0](*chosen[1:])

    call.choose = choose  # type: ignore[attr-defined]
    return call
