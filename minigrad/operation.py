"""A declared operation: how it runs, and its node. `declare.py` has how it is declared.

Forward, `Operation.run` computes the value and gives the result a node; backward, `OperationNode.vjp` hands the
formulas what that node has saved. Users call the functions of `calls.py`, which are quicker in the usual case.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import asarray, ndarray

from . import dtypes, errors, views
from .formulas import holds_memory, on_saved, vjp_of_one
from .modes import current
from .node import Node, Port
from .saved import argument, keep, result, shape_of, unpack
from .tensor import INFERENCE, Tensor, gradient_edge, new, wrap

begin = Node.__init__

OPERATIONS: dict[str, Operation] = {}
OWN = (Tensor, ndarray, np.generic, int, float, complex, list, tuple, str)  # whose reflected operators are not asked


class Options:
    """What a declaration may say besides, and what holds if it does not."""

    node: str | None = None  # the name of the nodes, if not made from the operation's
    without: Any = None  # (an argument, the name of the nodes where that is None)
    outputs: Any = ("result",)  # the names of the results, or a named tuple for them; "many" if their number varies
    elementwise: bool = False  # an element depends on one of each input: the formulas are the forward-mode rule too
    kind: str | None = None  # how it is batched, where that is not elementwise: func/rules.py has the kinds
    linear: bool = False  # in all differentiable inputs together, so `forward` is the forward-mode rule
    factors: tuple = ()  # two inputs of which it is a product, to which the others are added: its forward-mode rule
    tangent: Any = None  # the forward-mode rule, where none of these is: a formula from the tangent of the first input
    floats: bool = False  # integers become floats first
    promote: bool = False  # differentiable inputs are cast to a common type first
    back: str = ""  # the method of a class of another kind that is asked when its object stands on the right
    check: Any = None  # called with the arguments before they are cast, if they are not of one floating type
    view: bool = False  # results lie on the memory of the first input
    variadic: bool = False  # the first input is a sequence of tensors; its formula gives one gradient for each


class Operation(Options):
    """One declared operation.

    name, forward   what it is called, and its value on arrays and plain arguments
    inputs          the names of all its arguments, in order
    formulas        differentiable input -> formula of its gradient; a node's edges are these inputs in this order
    number          the operation to run when the last differentiable input is a number, which then has no edge
    """

    number: Any
    node_class: Any

    def __init__(self, name: str, forward, formulas: dict, signature=None, **options) -> None:
        self.name, self.forward, self.formulas, self.number = name, forward, formulas, None
        signature = signature or forward
        self.inputs, self.defaults, self.doc = parameters(signature), signature.__defaults__ or (), signature.__doc__
        vars(self).update(options)
        self.make, self.outputs = getattr(self.outputs, "_make", None), getattr(self.outputs, "_fields", self.outputs)
        self.tuple = self.outputs == "many" or len(self.outputs) > 1
        self.casts = bool(self.floats or self.promote or self.variadic or self.check)
        self.positions = tuple(self.inputs.index(n) for n in formulas)  # of the differentiable inputs
        self.several = any(parameters(f)[0] == "gs" for f in formulas.values())  # they take a gradient for each output
        self.plan_saving([parameters(f)[1:] for f in formulas.values()])
        members = {"__slots__": (), "operation": self, "several": self.several, "frees": self.frees}
        if len(formulas) == 1 and not self.several and not self.variadic:
            (formula,), (rule,) = formulas.values(), self.rules
            members["vjp"] = vjp_of_one(formula, rule, bool(self.saves))
        self.node_class = type(self.node or camel(name) + "Backward0", (OperationNode,), members)
        if self.without is not None:
            argument_name, node = self.without
            self.without = self.inputs.index(argument_name)
            self.node_class_without = type(node, (OperationNode,), members)
        self.quick: Any = self  # the function of `calls.py`, when there is one
        OPERATIONS[name] = self

    def plan_saving(self, needs: list) -> None:
        """Work out what a node saves, where that is found in a call, and which formulas use it."""
        results = () if self.outputs == "many" else self.outputs
        places = {n: (argument, k) for k, n in enumerate(self.inputs)}
        places |= {n: (result, k) for k, n in enumerate(results) if n not in places}
        places |= {f"{n}_shape": (shape_of, k) for k, n in enumerate(self.inputs)}
        self.saves = [n for n in places if any(n in need for need in needs)]
        self.plan = [(*places[n], [k for k, need in enumerate(needs) if n in need]) for n in self.saves]
        uses = [tuple(map(self.saves.index, need)) for need in needs]
        self.rules = [on_saved(f, use, len(self.saves)) for f, use in zip(self.formulas.values(), uses, strict=True)]
        self.tangent_plan = [places[n] for n in (parameters(self.tangent)[1:] if self.tangent else ())]
        held = {n for n in self.saves if n in self.formulas or n in results}
        self.holding = [self.saves.index(n) for n in held]
        self.frees = all(held.intersection(need) for need in needs)  # whatever formula was wanted, it held something

    def run(self, args: tuple):
        """The results on Tensors, arrays and plain arguments, recorded when an input requires grad.

        On arrays alone it only computes, which is what formulas need.
        """
        for a in args[0] if self.variadic else args:
            if isinstance(a, Tensor):
                break
        else:
            if not self.variadic and not any(isinstance(a, (ndarray, np.generic)) for a in args):
                raise errors.no_tensor(self.name, "'input' (position 1)", args[0])
            return self.forward(*args)
        if self.back and not isinstance(args[-1], OWN) and hasattr(args[-1], self.back):
            return getattr(args[-1], self.back)(args[0])
        mode = current()
        if mode.level is not None:
            return mode.level.run(self, args)
        raw = self.on_arrays(*[a._array if isinstance(a, Tensor) else a for a in args])
        outs = tuple([wrap(r) for r in raw]) if self.tuple else (wrap(raw),)
        self.record(args, outs)
        return outs if self.tuple else outs[0]

    def on_arrays(self, *args):
        """The value of arguments that are cast as declared; numpy's complaints are put as PyTorch puts them."""
        arrays = self.cast(list(args)) if self.casts else args
        try:
            return self.forward(*arrays)
        except (TypeError, ValueError) as error:
            raise errors.of_numpy(error, arrays) from None

    def record(self, args, outs: tuple) -> None:
        """Give the results their place: on the memory of the first input, in inference mode, in the graph."""
        mode = current()
        if mode.inference:
            for t in outs:
                t._counter = INFERENCE
        if self.view:
            views.mark(args[0], outs, self.outputs == "many")
        if mode.grad and self.wants_grad(inputs := self.differentiable(args)):
            self.attach(self.make_node(args, outs, self.edges(inputs)), outs)

    def __call__(self, *args):
        return self.run(args)

    def variant(self, args: tuple) -> Operation:
        """The operation that these arguments mean: this one, or that for a number."""
        number = self.number is not None and isinstance(args[self.positions[-1]], (int, float, np.generic))
        return self.number if number else self

    def cast(self, arrays: list) -> list:
        """Cast the differentiable inputs as declared."""
        if self.variadic:
            xs = [t._array if isinstance(t, Tensor) else t for t in arrays[0]]
            common = dtypes.result_type(*xs)
            return [[x.astype(common, copy=False) for x in xs], *arrays[1:]]
        inputs = [arrays[p] for p in self.positions]
        if not self.casts or alike(inputs):
            return arrays
        if self.check is not None:
            self.check(*arrays)
        if not self.floats and not self.promote:
            return arrays
        common, tensors = dtypes.result_type(*inputs), any(isinstance(x, ndarray) for x in inputs)
        if self.floats and common.kind != "f":
            common = dtypes.DEFAULT[0].numpy
        for p, x in zip(self.positions, inputs, strict=True):
            if isinstance(x, (tuple, list)):  # of which numpy would make an array
                raise errors.no_tensor(self.name, repr(self.inputs[p]), x)
            if isinstance(x, (ndarray, np.generic)):
                arrays[p] = x.astype(common, copy=False)
            elif common.kind != "f" or type(x) is bool or not tensors:  # else it takes the type of floats by itself
                arrays[p] = asarray(x, common)
        return arrays

    def differentiable(self, args):
        """The arguments that may have a gradient."""
        return args[0] if self.variadic else [args[p] for p in self.positions]

    @staticmethod
    def edges(inputs) -> tuple:
        """Where the gradients of these inputs go."""
        return tuple([gradient_edge(t) if isinstance(t, Tensor) else None for t in inputs])

    @staticmethod
    def wants_grad(inputs) -> bool:
        """Whether one of these inputs requires grad."""
        for t in inputs:  # noqa: SIM110  quicker
            if isinstance(t, Tensor) and t.requires_grad:
                return True
        return False

    def attach(self, node: Node, outs: tuple) -> None:
        """Make `outs` the outputs of `node`. Only floating outputs take part."""
        if self.several:
            node.shape = len(outs)
            for nr, t in enumerate(outs):
                if t._array.dtype.kind == "f":
                    t._edge = Port(node, nr, t._array.shape, t._array.dtype)
            return
        for t in outs:
            node.shape, node.dtype = t._array.shape, t._array.dtype
            if node.dtype.kind == "f":
                t._edge = node
                return

    def make_node(self, args: tuple, outs: tuple, edges: tuple, own: Tensor | None = None, written=None) -> Node:
        """A node that keeps what the formulas of the wanted gradients ask for: results always, an input when a
        formula that is wanted uses it.

        For a write in place: `own` is a copy of the first input as it was, `written` the counter that has moved.
        """
        elsewhere = self.without is not None and args[self.without] is None
        node = new(self.node_class_without if elsewhere else self.node_class)
        begin(node, edges, 3)
        saved: list = []
        everything, mode = self.variadic or None not in edges, current()
        for find, index, users in self.plan:
            value = nr = None
            if find is result:
                value, nr = outs[index], index
            elif everything or any([edges[k] is not None for k in users]):  # noqa: C419  quicker
                value = args[index] if find is argument else find(args, outs, index)
                if own is not None and find is argument and index == 0:
                    value = own
            if isinstance(value, Tensor):
                counter = value._counter
                if counter is not None and counter.n:
                    node.versions = node.versions or [0] * len(self.plan)
                    node.versions[len(saved)] = counter.n - (counter is written and nr is None)
                if nr is not None or counter is not None or mode.pack:
                    value = keep(value, nr)
            saved.append(value)
        node.saved = tuple(saved)
        return node


class OperationNode(Node):
    """A node of a declared operation."""

    __slots__ = ()
    operation: Operation

    def vjp(self, g, create: bool):
        """The formulas whose gradients are wanted, on what was saved."""
        op, edges = self.operation, self.edges
        if g is None or (op.several and all(part is None for part in g)):
            return (None,) * len(edges)
        values = unpack(self, create) if op.saves else ()
        if op.variadic:
            return op.rules[0](g, values)
        grads = []
        for edge, rule in zip(edges, op.rules):  # noqa: B905  strict costs, and a rule has an edge
            grads.append(None if edge is None else rule(g, values))
        return grads

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


def parameters(function) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def alike(values: list) -> bool:
    """Whether nothing is to be cast: arrays of one floating type, and Python's numbers."""
    found = None
    for v in values:
        if type(v) is ndarray:
            if found is not None and v.dtype is not found:
                return False
            found = v.dtype
        elif type(v) is not float and type(v) is not int:
            return False
    return found is not None and found.kind == "f"
