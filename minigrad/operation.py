"""How an operation is declared, and how a declared one runs.

A declaration names everything about an operation in one place: how the value is computed on arrays, and for each
differentiable input a formula for its gradient. A formula's parameter names say what it needs, and that is what the
operation saves:

    mul = elementwise("mul", np.multiply, self=lambda g, other: g * other, other=lambda g, self: g * self)

`g` is the gradient of the result. Further names are an input, `result`, an argument that is not a tensor, or
`<input>_shape`. Formulas are written in operators and declared operations, both of which work on arrays and Tensors
alike; so the same text computes plain gradients and, under `create_graph`, records higher ones. A formula may return
a gradient of the broadcast shape or a wider type: the engine sums and casts to what the input was.
"""

from __future__ import annotations

from sys import _getframe

import numpy as np
from numpy import asarray, ndarray

from . import dtypes, errors, modes
from .modes import NO_GRAD, PLAIN
from .node import Counter, Node, Output, Packed, Port, next_number
from .tensor import Tensor, gradient_edge, new, shared_counter, wrap

OPERATIONS: dict[str, Operation] = {}
current_mode = modes.current


def parameters(function) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[:code.co_argcount]


class Operation:
    """One declared operation.

    forward       on arrays and plain arguments
    inputs        names of all its arguments, in order
    formulas      differentiable input -> formula of its gradient; the graph's edges are these inputs in this order
    outputs       names of the results
    elementwise   each element of the result depends on one element of each input, so the formulas are also the
                  forward-mode rule, and batching means aligning dimensions
    linear        in all differentiable inputs together, so `forward` itself is the forward-mode rule
    jvp, batch    the rules where neither holds; without a batching rule the engine loops
    floats        integers become floats first
    promote       differentiable inputs are cast to a common type first
    """

    def __init__(self, name, forward, formulas, *, inputs=None, outputs=("result",), elementwise=False, linear=False,
                 jvp=None, batch=None, floats=False, promote=False, node=None, doc=None, view=False) -> None:
        self.name, self.forward, self.formulas, self.outputs = name, forward, formulas, outputs
        self.inputs = inputs or (parameters(forward) if hasattr(forward, "__code__") else tuple(formulas))
        self.elementwise, self.linear, self.jvp, self.batch = elementwise, linear, jvp, batch
        self.floats, self.promote, self.view = floats, promote, view
        self.positions = tuple(self.inputs.index(n) for n in formulas)  # of the differentiable inputs
        self.needs = [parameters(f)[1:] for f in formulas.values()]
        wanted = {n for need in self.needs for n in need}
        saveable = [n for n in (*self.inputs, *outputs) if n in wanted]
        self.saves, self.notes = saveable, [n for n in wanted if n not in saveable]
        order = self.order = [*self.saves, *self.notes]
        self.holding = [k for k, n in enumerate(saveable) if n in formulas or n in outputs]
        self.rules = [(f, tuple(order.index(n) for n in need))
                      for f, need in zip(formulas.values(), self.needs, strict=True)]
        self.users = [[k for k, need in enumerate(self.needs) if n in need] for n in order]
        self.doc = doc or forward.__doc__
        self.node_class = type(node or camel(name) + "Backward0", (OperationNode,),
                               {"__slots__": (), "operation": self, "outputs": len(outputs)})
        OPERATIONS[name] = self

    # --- the general way to run; unary and binary operations have a faster one for the usual case ---

    def __call__(self, *args):
        """Run on Tensors, arrays and plain arguments; recorded when an input requires grad."""
        if not any(isinstance(a, Tensor) for a in args):
            return self.forward(*args)
        arrays = self.prepare([a._array if isinstance(a, Tensor) else a for a in args])
        try:
            raw = self.forward(*arrays)
        except ValueError as error:
            raise errors.of_numpy(error, arrays) from None
        if len(self.outputs) == 1:
            return self.record(args, (raw,))[0]
        return self.record(args, raw)

    def prepare(self, arrays: list) -> list:
        """Cast the differentiable inputs as declared."""
        if self.promote or self.floats:
            kinds = [arrays[p] for p in self.positions if arrays[p] is not None]
            common = dtypes.result_type(*kinds)
            if self.floats and common.kind != "f":
                common = dtypes.DEFAULT[0].numpy
            for p in self.positions:
                if isinstance(arrays[p], (ndarray, np.generic)):
                    arrays[p] = arrays[p].astype(common, copy=False)
                elif arrays[p] is not None:
                    arrays[p] = arrays[p] if common.kind == "f" and type(arrays[p]) is not bool \
                        else asarray(arrays[p], common)
        return arrays

    def record(self, args, raws) -> tuple:
        """Wrap the results; attach a node when recording is on and an input requires grad."""
        outs = tuple(map(wrap, raws))
        mode = current_mode()
        if mode.inference:
            for t in outs:
                t._special().inference = True
        if mode.grad:
            edges = self.edges(args)
            if any(e is not None for e in edges):
                node = self.make_node(edges)
                self.save(node, args, outs, mode)
                attach(node, outs)
        return outs

    def edges(self, args) -> tuple:
        return tuple([gradient_edge(args[p]) if isinstance(args[p], Tensor) else None for p in self.positions])

    def make_node(self, edges: tuple) -> Node:
        node = new(self.node_class)
        node.edges, node.extra, node.saved, node.versions = edges, None, (), None
        node.sequence = next_number()
        node.code, node.lasti = errors.user_line(3)
        if current_mode().anomaly:
            node.get_extra().stack = errors.user_stack()
        return node

    def save(self, node, args, outs, mode, own: Tensor | None = None) -> None:
        """Keep what the formulas of the needed gradients ask for; `own` replaces the first input (in place)."""
        saved, versions = [], []
        for k, name in enumerate((*self.saves, *self.notes)):
            value = None
            if any(node.edges[i] is not None for i in self.users[k]):
                value = self.find(name, args, outs, own)
            saved.append(keep(value, mode, outs) if isinstance(value, Tensor) else value)
            versions.append(0 if not isinstance(value, Tensor) or value._counter is None else value._counter.n)
        node.saved = tuple(saved)
        node.versions = tuple(versions) if any(versions) else None

    def save_pair(self, node, a, b) -> None:
        """`save` for two tensors in the plain mode."""
        by_self, by_other = self.users
        edges = node.edges
        a = a if any([edges[k] is not None for k in by_self]) else None
        b = b if any([edges[k] is not None for k in by_other]) else None
        node.saved = (a, b)
        va = a._counter.n if a is not None and a._counter is not None else 0
        vb = b._counter.n if type(b) is Tensor and b._counter is not None else 0
        if va or vb:
            node.versions = (va, vb)

    def find(self, name, args, outs, own):
        if name in self.outputs:
            return outs[self.outputs.index(name)]
        if name.endswith("_shape"):
            return args[self.inputs.index(name[:-6])].shape
        value = args[self.inputs.index(name)]
        return own if own is not None and value is args[0] and name == self.inputs[0] else value


def keep(t: Tensor, mode, outs):
    """What a node holds on to for a tensor: the tensor itself, or for its own output only the memory."""
    own = next((nr for nr, o in enumerate(outs) if o is t), None)
    if t.is_inference():
        raise errors.inference_saved()
    if mode.pack:
        pack, unpack = mode.pack[-1]
        before = modes.change(grad=False, pack=())
        try:
            return Packed(pack(t.detach() if own is not None else t), unpack, own)
        finally:
            modes.restore(before, "grad", "pack")
    return t if own is None else Output(t._array, shared_counter(t), own)


def attach(node: Node, outs) -> None:
    """Make `outs` the outputs of `node`. Only floating outputs take part."""
    if len(outs) == 1:
        node.shape, node.dtype = outs[0]._array.shape, outs[0]._array.dtype
        outs[0]._edge = node
        return
    node.shape, node.dtype = (), None
    for nr, t in enumerate(outs):
        if t._array.dtype.kind == "f":
            t._edge = Port(node, nr, t._array.shape, t._array.dtype)


class OperationNode(Node):
    """A node of a declared operation."""

    __slots__ = ()
    operation: Operation

    def vjp(self, g, create: bool):
        """Each formula whose gradient somebody needs."""
        if g is None or (type(g) is list and all(part is None for part in g)):
            return (None,) * len(self.edges)
        values = unpack(self, create)
        return [None if edge is None else formula(g, *[values[i] for i in needs])
                for edge, (formula, needs) in zip(self.edges, self.operation.rules, strict=True)]

    def release(self) -> None:
        """Let go of what holds memory. Shapes and plain arguments stay: a sum can be walked twice."""
        if any(isinstance(s, (Tensor, Output, Packed)) for s in self.saved) or any(
                self.saved[k] is not None for k in self.operation.holding):
            self.saved = None

    def __getattr__(self, name: str):
        """`_saved_self` and its kin: what the node holds, under the names of the declaration."""
        operation = type(self).operation
        if not name.startswith("_saved_") or name[7:] not in operation.order:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return unpack(self, True)[operation.order.index(name[7:])]


def unpack(node: Node, create: bool) -> list:
    """The saved values, unless they are gone or have been overwritten: arrays, or Tensors for `create`."""
    if node.saved is None:
        raise errors.freed(node)
    values = list(node.saved)
    versions = node.versions
    for i, s in enumerate(values):
        kind = type(s)
        if kind is Tensor or isinstance(s, Tensor):
            counter = s._counter
            if counter is not None and counter.n != (versions[i] if versions else 0):
                raise errors.modified(node, s._array, counter, versions[i] if versions else 0, s._edge)
            values[i] = s if create else s._array
        elif kind is Output:
            if s.counter.n != (versions[i] if versions else 0):
                raise errors.modified(node, s.array, s.counter, versions[i] if versions else 0, node)
            values[i] = output_again(node, s) if create else s.array
        elif kind is Packed:
            values[i] = s.unpack(s.value) if create else s.unpack(s.value)._array
    return values


def output_again(node: Node, saved: Output) -> Tensor:
    """A node's own result as a Tensor with its place in the graph."""
    edge = saved.edge or node
    if edge is node and node.outputs > 1:
        edge = Port(node, saved.nr, saved.array.shape, saved.array.dtype)
    t = wrap(saved.array, edge)
    t._counter = saved.counter
    return t


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


# --- declaring ---


def elementwise(name: str, forward, /, *, doc: str | None = None, node: str | None = None, floats: bool = True,
                jvp=None, **formulas):
    """Declare an operation that acts element by element, on one or two tensors: a ufunc and a formula for each."""
    op = Operation(name, forward, formulas, inputs=tuple(formulas), elementwise=True, floats=floats,
                   promote=len(formulas) > 1, node=node, doc=doc, jvp=jvp)
    return named(op, unary(op) if len(formulas) == 1 else binary(op))


def operation(name: str, /, *, node: str | None = None, outputs=("result",), linear=False, elementwise=False,
              jvp=None, batch=None, floats=False, promote=False, **formulas):
    """Declare any other operation: decorates its forward function on arrays, whose docstring serves for both."""

    def declare(forward):
        op = Operation(name, forward, formulas, outputs=outputs, elementwise=elementwise, linear=linear, jvp=jvp,
                       batch=batch, floats=floats, promote=promote, node=node)
        return named(op, general(op))

    return declare


def named(op: Operation, call):
    call.__name__ = call.__qualname__ = op.name
    call.__doc__ = op.doc
    call.operation = op
    return call


def general(op: Operation):
    """The function for an operation of any shape. Plain arguments may be given by name."""
    names, defaults = op.inputs, op.forward.__defaults__ or ()
    first_default = len(names) - len(defaults)

    def call(*args, **kwargs):
        if kwargs or len(args) < len(names):
            if "input" in kwargs:
                kwargs["self"] = kwargs.pop("input")
            rest = names[len(args):]
            args = (*args, *[kwargs.pop(n) if n in kwargs else defaults[k - first_default]
                             for k, n in enumerate(rest, len(args)) if n in kwargs or k >= first_default])
            if kwargs or len(args) < len(names):
                wrong = f"got an unexpected keyword argument '{next(iter(kwargs))}'" if kwargs else \
                    f"missing required argument '{names[len(args)]}'"
                raise TypeError(f"{op.name}() {wrong}")
        return op(*args)

    return call


def unary(op: Operation):
    """The fast way for one tensor: everything ordinary happens in this one function."""
    forward, node_class = op.forward, op.node_class
    keeps_self, keeps_result = op.saves == ["self"], op.saves == ["result"]
    plain = keeps_self or keeps_result or not op.saves

    def call(self):
        if type(self) is not Tensor or not plain:
            return op(self)
        x = self._array
        r = forward(x)
        if type(r) is not ndarray:
            r = asarray(r)
        mode = current_mode()
        if r.dtype is not x.dtype or (mode is not PLAIN and mode is not NO_GRAD):
            return op(self)
        t = new(Tensor)
        t._array, t._edge, t._counter, t._meta = r, None, None, None
        if mode is NO_GRAD:
            return t
        edge = self._edge if self._meta is None else gradient_edge(self)
        if edge is None:
            return t
        node = new(node_class)
        node.edges, node.extra, node.versions, node.sequence = (edge,), None, None, next_number()
        node.shape, node.dtype = r.shape, r.dtype
        frame = _getframe(1)
        node.code, node.lasti = frame.f_code, frame.f_lasti
        if keeps_self:
            node.saved = (self,)
            if self._counter is not None and self._counter.n:
                node.versions = (self._counter.n,)
        elif keeps_result:
            t._counter = Counter()
            node.saved = (Output(r, t._counter),)
        else:
            node.saved = ()
        t._edge = node
        return t

    return call


def binary(op: Operation):
    """The fast way for two tensors of one type, or a tensor and a Python number."""
    forward, node_class, nothing = op.forward, op.node_class, not op.saves
    plain = op.saves in ([], ["self", "other"])

    def call(self, other):
        if type(self) is not Tensor or not plain:
            return op(self, other)
        x, kind = self._array, type(other)
        if kind is Tensor:
            y = other._array
            if x.dtype is not y.dtype or x.dtype.kind != "f":
                return op(self, other)
        elif (kind is float or kind is int) and x.dtype.kind == "f":
            y = other
        else:
            return op(self, other)
        mode = current_mode()
        if mode is not PLAIN and mode is not NO_GRAD:
            return op(self, other)
        try:
            r = forward(x, y)
        except ValueError as error:
            raise errors.of_numpy(error, (x, y)) from None
        t = new(Tensor)
        t._array, t._edge, t._counter, t._meta = r if type(r) is ndarray else asarray(r), None, None, None
        if mode is NO_GRAD:
            return t
        edge = self._edge if self._meta is None else gradient_edge(self)
        if kind is not Tensor:
            edge_other = None
        else:
            edge_other = other._edge if other._meta is None else gradient_edge(other)
        if edge is None and edge_other is None:
            return t
        node = new(node_class)
        node.edges, node.extra, node.sequence = (edge, edge_other), None, next_number()
        node.shape, node.dtype = r.shape, r.dtype
        frame = _getframe(1)
        node.code, node.lasti = frame.f_code, frame.f_lasti
        node.versions = None
        if nothing:
            node.saved = ()
        else:
            op.save_pair(node, self, other)
        t._edge = node
        return t

    return call
