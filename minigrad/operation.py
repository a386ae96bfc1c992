"""How an operation is declared, and how a declared one runs.

A declaration names everything about an operation in one place: how the value is computed on arrays, and for each
differentiable input a formula for its gradient. A formula's parameter names say what it needs, and that is what the
operation saves:

    mul = elementwise("mul", np.multiply, self=lambda g, other: g * other, other=lambda g, self: g * self)

The first parameter is the gradient of the result. Others name an input, a result, an argument that is not a tensor, or
`<input>_shape`. Formulas are written in operators and declared operations, both of which work on arrays and Tensors
alike; so the same text computes plain gradients and, under `create_graph`, records higher ones. A formula may return
a gradient of the broadcast shape or a wider type: the engine sums and casts to what the input was.
"""

from __future__ import annotations

import numpy as np
from numpy import asarray, ndarray

from . import dtypes, errors, fast, modes, views
from .node import Node, Port
from .saved import Output, Packed, argument, keep, result, shape_of, unpack
from .tensor import INFERENCE, Tensor, gradient_edge, wrap

OPERATIONS: dict[str, Operation] = {}


def parameters(function) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


class Operation:
    """One declared operation.

    forward       on arrays and plain arguments
    inputs        the names of all its arguments, in order
    formulas      differentiable input -> formula of its gradient; the graph's edges are these inputs in this order
    outputs       the names of the results; "many" if their number varies
    elementwise   each element of the result depends on one element of each input, so the formulas are also the
                  forward-mode rule, and batching means aligning dimensions
    linear        in all differentiable inputs together, so `forward` itself is the forward-mode rule
    jvp, batch    the rules where neither holds; without a batching rule, a loop
    floats        integers become floats first
    promote       differentiable inputs are cast to a common type first
    view          results lie on the memory of the first input
    variadic      the first input is a sequence of tensors; its formula gives one gradient for each
    """

    def __init__(
        self,
        name,
        forward,
        formulas,
        *,
        inputs=None,
        outputs=("result",),
        elementwise=False,
        linear=False,
        jvp=None,
        batch=None,
        floats=False,
        promote=False,
        node=None,
        doc=None,
        view=False,
        variadic=False,
    ):
        self.name, self.forward, self.formulas, self.doc = name, forward, formulas, doc or forward.__doc__
        self.inputs = inputs or parameters(forward)
        self.outputs, self.tuple = outputs, outputs == "many" or len(outputs) > 1
        # the formulas of an operation with several differentiable outputs take a list, `gs`
        self.several = any(parameters(f)[0] == "gs" for f in formulas.values())
        self.elementwise, self.linear, self.jvp, self.batch = elementwise, linear, jvp, batch
        self.floats, self.promote, self.view, self.variadic = floats, promote, view, variadic
        self.positions = tuple(self.inputs.index(n) for n in formulas)  # of the differentiable inputs
        needs = [parameters(f)[1:] for f in formulas.values()]
        wanted = {n for need in needs for n in need}
        results = () if outputs == "many" else outputs
        self.saves = [n for n in (*self.inputs, *results) if n in wanted]
        self.saves += sorted(wanted.difference(self.saves))  # shapes
        self.rules = [(f, tuple(map(self.saves.index, need))) for f, need in zip(formulas.values(), needs, strict=True)]
        self.users = [tuple(k for k, need in enumerate(needs) if n in need) for n in self.saves]
        self.plan = [
            (argument, self.inputs.index(n), users)
            if n in self.inputs
            else (result, results.index(n), users)
            if n in results
            else (shape_of, self.inputs.index(n.removesuffix("_shape")), users)
            for n, users in zip(self.saves, self.users, strict=True)
        ]
        self.holding = [k for k, n in enumerate(self.saves) if n in formulas or n in results]
        self.node_class = type(
            node or camel(name) + "Backward0",
            (OperationNode,),
            {"__slots__": (), "operation": self, "several": self.several},
        )
        held = {self.saves[k] for k in self.holding}
        self.node_class.frees = bool(needs) and all(held.intersection(need) for need in needs)
        OPERATIONS[name] = self

    def __call__(self, *args):
        """Run on Tensors, arrays and plain arguments; record when an input requires grad.

        On arrays alone it only computes, which is what formulas need.
        """
        tensors = args[0] if self.variadic else args
        for a in tensors:
            if isinstance(a, Tensor):
                break
        else:
            return self.forward(*args)
        if (level := modes.current().level) is not None:
            return level.run(self, args)
        arrays = self.prepare(self.arrays(args))
        try:
            raw = self.forward(*arrays)
        except (TypeError, ValueError) as error:
            raise errors.of_numpy(error, arrays) from None
        outs = self.record(args, raw if self.tuple else (raw,))
        return outs if self.tuple else outs[0]

    def arrays(self, args) -> list:
        if self.variadic:
            tensors = [t._array if isinstance(t, Tensor) else t for t in args[0]]
            common = dtypes.result_type(*tensors)
            return [[x.astype(common, copy=False) for x in tensors], *args[1:]]
        return [a._array if isinstance(a, Tensor) else a for a in args]

    def prepare(self, arrays: list) -> list:
        """Cast the differentiable inputs as declared."""
        if (self.promote or self.floats) and not alike([arrays[p] for p in self.positions]):
            common = dtypes.result_type(*[arrays[p] for p in self.positions])
            if self.floats and common.kind != "f":
                common = dtypes.DEFAULT[0].numpy
            for p in self.positions:
                x = arrays[p]
                if isinstance(x, (ndarray, np.generic)):
                    arrays[p] = x.astype(common, copy=False)
                elif isinstance(x, (tuple, list)):  # numpy would make an array of it: `saved_tensors`, not unpacked
                    raise TypeError(
                        f"{self.name}(): argument '{self.inputs[p]}' must be Tensor, not {type(x).__name__}: "
                        "take the tensor out of it, or make one of it with tensor(...)"
                    )
                elif common.kind != "f" or type(x) is bool:  # a Python number takes the type of floats by itself
                    arrays[p] = asarray(x, common)
        return arrays

    def record(self, args, raws) -> tuple:
        """Wrap the results; give them a node when recording is on and an input requires grad."""
        outs = (wrap(raws[0]),) if len(raws) == 1 else tuple(map(wrap, raws))
        mode = modes.current()
        if mode.inference:
            for t in outs:
                t._counter = INFERENCE
        if self.view:
            views.mark(args[0], outs, self.outputs == "many")
        if mode.grad:
            edges = self.edges(args)
            if any(edges) or self.wants_grad(args):
                node = self.node_class(edges)
                self.attach(node, outs)
                self.save(node, args, outs)
        return outs

    def edges(self, args) -> tuple:
        """Where the gradients of the differentiable inputs go."""
        return tuple([gradient_edge(t) if isinstance(t, Tensor) else None for t in self.differentiable(args)])

    def wants_grad(self, args) -> bool:
        """Whether a differentiable input requires grad."""
        return any([isinstance(t, Tensor) and t.requires_grad for t in self.differentiable(args)])  # noqa: C419  a list is quicker

    def differentiable(self, args):
        return args[0] if self.variadic else [args[p] for p in self.positions]

    def attach(self, node: Node, outs) -> None:
        """Make `outs` the outputs of `node`. Only floating outputs take part."""
        if not self.several:
            out = next((t for t in outs if t._array.dtype.kind == "f"), outs[0])
            node.shape, node.dtype = out._array.shape, out._array.dtype
            out._edge = node if node.dtype.kind == "f" else None
            return
        node.shape = len(outs)
        for nr, t in enumerate(outs):
            if t._array.dtype.kind == "f":
                t._edge = Port(node, nr, t._array.shape, t._array.dtype)

    def save(self, node: Node, args, outs, own: Tensor | None = None, written=None) -> None:
        """Keep what the formulas of the wanted gradients ask for: results always, an input when a formula that is
        wanted uses it.

        For a write in place: `own` is a copy of the first input as it was, `written` the counter that has moved.
        """
        saved, versions = [], None
        for k, (find, index, users) in enumerate(self.plan):
            value, wanted = None, find is result or self.variadic
            for i in users:
                wanted = wanted or node.edges[i] is not None
            if wanted:
                value = own if own is not None and find is argument and index == 0 else find(args, outs, index)
            if isinstance(value, Tensor):
                if value._counter is not None and (n := value._counter.n):
                    versions = versions or [0] * len(self.plan)
                    versions[k] = n - (value._counter is written and find is not result)
                value = keep(value, outs if find is result else ())
            saved.append(value)
        node.saved, node.versions = tuple(saved), versions


class OperationNode(Node):
    """A node of a declared operation."""

    __slots__ = ()
    operation: Operation

    def vjp(self, g, create: bool):
        """The formulas whose gradients are wanted, on what was saved."""
        if g is None or (self.several and all(part is None for part in g)):
            return (None,) * len(self.edges)
        values, rules = unpack(self, create), self.operation.rules
        if self.operation.variadic:
            formula, needs = rules[0]
            return formula(g, *[values[i] for i in needs])
        return [
            None if edge is None else formula(g, *[values[i] for i in needs])
            for edge, (formula, needs) in zip(self.edges, rules)  # noqa: B905  strict costs, and a rule has an edge
        ]

    def release(self) -> None:
        """Let go of what holds memory. Shapes and plain arguments stay: a sum can be walked twice."""
        if any(map(holds_memory, self.saved)) or any(self.saved[k] is not None for k in self.operation.holding):
            self.saved = None

    def __getattr__(self, name: str):
        """`_saved_self` and its kin: what the node holds, under the names of the declaration."""
        saves = type(self).operation.saves
        if not name.startswith("_saved_") or name[7:] not in saves:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return unpack(self, True)[saves.index(name[7:])]


def alike(values: list) -> bool:
    """Whether nothing is to be cast: arrays of one floating type, and Python floats."""
    kinds = {v.dtype if type(v) is ndarray else type(v) for v in values}
    kinds.discard(float)
    return len(kinds) == 1 and getattr(kinds.pop(), "kind", "") == "f"


def holds_memory(value) -> bool:
    """Whether a saved value is, or contains, an array."""
    if isinstance(value, tuple):
        return any(map(holds_memory, value))
    return isinstance(value, (Tensor, ndarray, Output, Packed))


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


# --- declaring ---


def elementwise(
    name: str, forward, /, *, doc: str | None = None, node: str | None = None, floats: bool = True, jvp=None, **formulas
):
    """Declare an operation that acts element by element, on one or two tensors: a ufunc and a formula for each."""
    op = Operation(
        name,
        forward,
        formulas,
        inputs=tuple(formulas),
        elementwise=True,
        floats=floats,
        promote=len(formulas) > 1,
        node=node,
        doc=doc,
        jvp=jvp,
    )
    op.node_class.frees = True
    if op.saves in ([], ["self"], ["result"], ["self", "other"]):
        make = fast.unary_vjp if len(formulas) == 1 else fast.binary_vjp
        op.node_class.vjp = make(op, OperationNode.vjp)
    return named(op, fast.unary(op) if len(formulas) == 1 else fast.binary(op))


def operation(
    name: str,
    /,
    *,
    node: str | None = None,
    outputs=("result",),
    linear=False,
    elementwise=False,
    jvp=None,
    batch=None,
    floats=False,
    promote=False,
    view=False,
    variadic=False,
    **formulas,
):
    """Declare any other operation: decorates its forward function on arrays, whose docstring serves for both."""

    def declare(forward):
        op = Operation(
            name,
            forward,
            formulas,
            outputs=outputs,
            elementwise=elementwise,
            linear=linear,
            jvp=jvp,
            batch=batch,
            floats=floats,
            promote=promote,
            node=node,
            view=view,
            variadic=variadic,
        )
        special = op.tuple or op.several or op.view or op.variadic
        return named(op, general(op) if special else fast.usual(op, binding(op)))

    return declare


def named(op: Operation, call):
    call.__name__ = call.__qualname__ = op.name
    call.__doc__, call.operation = op.doc, op
    return call


def binding(op: Operation):
    """The function that puts arguments given by name into their places, and defaults for those left out."""
    names, defaults = op.inputs, op.forward.__defaults__ or ()
    optional = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))

    def bind(args: tuple, kwargs: dict) -> tuple:
        if "input" in kwargs:
            kwargs["self"] = kwargs.pop("input")
        given = dict(zip(names, args, strict=False))
        wrong = [k for k in kwargs if k in given or k not in names]
        if wrong or len(args) > len(names):
            raise TypeError(
                f"{op.name}() got an unexpected keyword argument '{wrong[0]}'"
                if wrong
                else f"{op.name}() takes {len(names)} arguments, {len(args)} were given"
            )
        given = {**optional, **given, **kwargs}
        missing = [n for n in names if n not in given]
        if missing:
            raise TypeError(f'{op.name}() missing 1 required positional arguments: "{missing[0]}"')
        return tuple(given[n] for n in names)

    return bind


def general(op: Operation):
    """The function for an operation with several results, or with results or inputs of a special kind."""
    bind = binding(op)

    def call(*args, **kwargs):
        if kwargs or len(args) != len(op.inputs):
            args = bind(args, kwargs)
        return op.forward(*args) if type(args[0]) is ndarray else op(*args)  # an array: in a formula

    return call
