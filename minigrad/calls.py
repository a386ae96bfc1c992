"""The functions that users call: `Operation.run`, and less of it in the usual case.

That case: one result, tensors of one floating type, and recording simply on or off. In it a small operation costs
mostly overhead, so what a declaration says is looked up once, here, and not in each call. Everything else is passed on.
"""

import itertools

from numpy import asarray, generic, ndarray

from . import errors
from .formulas import vjp_of_two
from .modes import NO_GRAD, PLAIN, current
from .node import Counter, Node
from .operation import Operation
from .saved import Output, argument, result
from .tensor import INFERENCE, Tensor, gradient_edge, new, wrap

begin = Node.begin


def function_of(op: Operation):
    """The function for users, and for formulas: on arrays it is `forward`."""
    two = len(op.inputs) == len(op.formulas) == 2 and op.saves in ([], list(op.inputs)) and not op.several
    if op.tuple or op.view or op.variadic:
        call = general(op)
    elif two:
        call = of_two(op) if op.elementwise else named(op, of_two(op))
        op.node_class.vjp = vjp_of_two(op.formulas.values(), op.rules, bool(op.saves), op.node_class.vjp)
    else:
        call = of_one(op) if op.positions == (0,) else general(op)
    op.quick = call
    if op.number is not None:
        call = either(op, call, function_of(op.number))
    call.operation = op
    return called(call, op.name, op.doc)


def called(function, name: str, doc: str | None):
    """The function, which gets a name and a docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def general(op: Operation):
    """The function of any operation."""
    run, make, count = op.run, op.make, len(op.inputs)

    def call(*args, **kwargs):
        args = bind(op, args, kwargs) if kwargs or len(args) != count else args
        return run(args) if make is None else make(run(args))

    return call


def of_one(op: Operation):
    """The function of an operation that differentiates its first argument: quick in the two usual modes."""
    forward, run, cast, casts = op.forward, op.run, op.cast, op.casts
    plan, node_class, count, without = op.plan, op.node_class, len(op.inputs), op.without

    def call(*args, **kwargs):
        if kwargs or len(args) != count:
            args = bind(op, args, kwargs)
        x, mode = args[0], current()
        if type(x) is ndarray:
            return forward(*args)
        if not isinstance(x, Tensor) or (mode is not PLAIN and mode is not NO_GRAD):
            return run(args)
        arrays = [x._array] if count == 1 else [a._array if isinstance(a, Tensor) else a for a in args]
        if casts:
            arrays = cast(arrays)
        try:
            t = wrap(forward(*arrays))
        except (TypeError, ValueError) as error:
            raise errors.of_numpy(error, arrays) from None
        if mode is NO_GRAD:
            return t
        edge = x._edge if x._meta is None else gradient_edge(x)
        if edge is None:
            return run(args) if x.requires_grad else t
        saved: list = []
        versions = None
        for find, index, _ in plan:
            if find is result:
                t._counter = Counter()
                value = Output(t._array, t._counter)
            else:
                value = args[index] if find is argument else find(args, (), index)
                if isinstance(value, Tensor) and value._counter is not None:
                    versions = versions or [0] * len(plan)
                    versions[len(saved)] = version_of(value)
            saved.append(value)
        node = new(node_class if without is None or args[without] is not None else op.node_class_without)
        begin(node, (edge,))
        node.saved, node.versions = tuple(saved), versions
        node.shape, node.dtype = t._array.shape, t._array.dtype
        if node.dtype.kind == "f":
            t._edge = node
        return t

    return call


def either(op: Operation, with_tensor, with_number):
    """The function of an operation whose last differentiable input may be a number."""
    place, count = op.positions[-1], len(op.inputs)

    def call(*args, **kwargs):
        if kwargs or len(args) != count:
            args = bind(op, args, kwargs)
        return (with_number if isinstance(args[place], (int, float, generic)) else with_tensor)(*args)

    return call


def named(op: Operation, call):
    """The function that also takes its two operands by name."""

    def with_names(*args, **kwargs):
        return call(*bind(op, args, kwargs)) if kwargs or len(args) != 2 else call(*args)

    with_names.of_two = call  # type: ignore[attr-defined]
    return with_names


def bind(op: Operation, args: tuple, kwargs: dict) -> tuple:
    """Arguments given by name, or left out, in their places."""
    left_out = len(op.inputs) - len(args)
    if not kwargs and 0 < left_out <= len(op.defaults):
        return args + op.defaults[-left_out:]
    if "input" in kwargs:
        kwargs["self"] = kwargs.pop("input")
    names, defaults = op.inputs, op.defaults
    given = dict(zip(names, args, strict=False))
    for name in kwargs:
        if name in given or name not in names:
            raise TypeError(f"{op.name}() got an unexpected keyword argument '{name}'")
    if len(args) > len(names):
        raise TypeError(f"{op.name}() takes {len(names)} positional arguments but {len(args)} were given")
    given = dict(zip(reversed(names), reversed(defaults), strict=False)) | given | kwargs
    for name in names:
        if name not in given:
            raise TypeError(f'{op.name}() missing 1 required positional arguments: "{name}"')
    return tuple(given[n] for n in names)


def of_two(op: Operation):
    """The function of two operands: `Operation.run` without its loops, for operands of one floating type, or a tensor
    and a number, in the two usual modes. Sums and products of small tensors are what programs are full of.
    """
    forward, run, node_class, saves = op.forward, op.run, op.node_class, bool(op.saves)
    kept = {  # which gradients are wanted -> which operands are saved
        wanted: [any(wanted[k] for k in users) for _, _, users in op.plan]
        for wanted in itertools.product((False, True), repeat=2)
    }

    def call(input, other):
        mode, kind = current(), type(other)
        if kind is ndarray and type(input) is ndarray:
            return forward(input, other)
        if not isinstance(input, Tensor) or (mode is not PLAIN and mode is not NO_GRAD):
            return run((input, other))
        both = isinstance(other, Tensor)
        x, y = input._array, other._array if both else other
        if (y.dtype is not x.dtype if both else kind is not float and kind is not int) or x.dtype.kind != "f":
            return run((input, other))
        try:
            r = forward(x, y)
        except ValueError as error:
            raise errors.of_numpy(error, (x, y)) from None
        t = new(Tensor)
        t._array = r if type(r) is ndarray else asarray(r)
        t._edge = t._counter = t._meta = None
        if mode is NO_GRAD:
            return t
        a = input._edge if input._meta is None else gradient_edge(input)
        b = None if not both else other._edge if other._meta is None else gradient_edge(other)
        if a is None and b is None:
            return t if input._meta is None and (not both or other._meta is None) else run((input, other))
        t._edge = node = new(node_class)
        begin(node, (a, b))
        node.saved, node.versions = (), None
        if saves:
            keep_input, keep_other = kept[a is not None, b is not None]
            node.saved = (input if keep_input else None, other if keep_other else None)
            if input._counter is not None or (both and other._counter is not None):
                first = version_of(input) if keep_input else 0
                node.versions = (first, version_of(other) if keep_other and both else 0)
        node.shape, node.dtype = r.shape, x.dtype
        return t

    return call


def version_of(saved: Tensor) -> int:
    """The version of a tensor that is being saved. RuntimeError for one that has none."""
    errors.require(saved._counter is not INFERENCE, errors.INFERENCE_SAVED)
    return 0 if saved._counter is None else saved._counter.n
