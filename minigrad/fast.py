"""The fast way for the operations of which programs are full: on one tensor, on two or a tensor and a number, and
whatever else has one result.

What `Operation` does in general, forward and backward, in one function each for the usual case: plain mode or
`no_grad`, tensors of one type, plain arrays on the way back. Everything else is passed on to the general way.
"""

from __future__ import annotations

from sys import _getframe

from numpy import asarray, dtype, ndarray

from . import errors, modes
from .errors import PACKAGE
from .modes import NO_GRAD, PLAIN
from .node import Counter, next_number
from .saved import Output, argument, result
from .tensor import INFERENCE, Tensor, gradient_edge, new

current_mode = modes.current
FLOAT32 = dtype("f4")


def unary(op):
    """The function for an operation on one tensor."""
    forward, node_class = op.forward, op.node_class
    keeps_self, keeps_result = op.saves == ["self"], op.saves == ["result"]
    plain = len(op.saves) < 2

    def call(self):
        if type(self) is not Tensor or not plain:
            return forward(self) if type(self) is ndarray else op(self)  # an array: in a formula
        x, mode = self._array, current_mode()
        if mode is not PLAIN and mode is not NO_GRAD:
            return op(self)
        r = forward(x)
        if type(r) is not ndarray:
            r = asarray(r)
        if r.dtype is not x.dtype:
            return op(self)
        t = new(Tensor)
        t._array = r
        t._edge = t._counter = t._meta = None
        if mode is NO_GRAD:
            return t
        edge = self._edge if self._meta is None else gradient_edge(self)
        if edge is None:
            return t if self._meta is None else op(self)
        t._edge = node = new(node_class)
        node.extra = node.versions = None
        node.edges, node.saved, node.sequence = (edge,), (), next_number()
        node.shape, node.dtype = r.shape, r.dtype
        frame = _getframe(1)
        while frame.f_code.co_filename.startswith(PACKAGE):  # called by a function of ours with more options
            frame = frame.f_back
        node.code, node.lasti = frame.f_code, frame.f_lasti
        if keeps_self:
            node.saved = (self,)
            if self._counter is not None:
                node.versions = (version(self),)
        elif keeps_result:
            t._counter = Counter()
            node.saved = (Output(r, t._counter),)
        return t

    return call


def binary(op):
    """The function for an operation on two tensors, or on a tensor and a Python number."""
    forward, node_class, saves = op.forward, op.node_class, bool(op.saves)
    plain = op.saves in ([], ["self", "other"])
    users = op.users if saves and plain else ((), ())  # which edges make self, and other, worth saving
    (self_for_self, self_for_other), (other_for_self, other_for_other) = [(0 in u, 1 in u) for u in users]

    def call(self, other):
        kind, mode = type(other), current_mode()
        if type(self) is not Tensor or not plain or (mode is not PLAIN and mode is not NO_GRAD):
            return op(self, other)
        x, y = self._array, other._array if kind is Tensor else other
        if x.dtype is not y.dtype if kind is Tensor else kind is not float and kind is not int:
            return op(self, other)
        if x.dtype is not FLOAT32 and x.dtype.kind != "f":
            return op(self, other)
        try:
            r = forward(x, y)
        except ValueError as error:
            raise errors.of_numpy(error, (x, y)) from None
        t = new(Tensor)
        t._array = r if type(r) is ndarray else asarray(r)
        t._edge = t._counter = t._meta = None
        if mode is NO_GRAD:
            return t
        a = self._edge if self._meta is None else gradient_edge(self)
        b = None if kind is not Tensor else other._edge if other._meta is None else gradient_edge(other)
        if a is None and b is None:
            return t if self._meta is None and (kind is not Tensor or other._meta is None) else op(self, other)
        t._edge = node = new(node_class)
        node.extra = node.versions = None
        node.edges, node.saved, node.sequence = (a, b), (), next_number()
        node.shape, node.dtype = r.shape, r.dtype
        frame = _getframe(1)
        while frame.f_code.co_filename.startswith(PACKAGE):  # called by a function of ours with more options
            frame = frame.f_back
        node.code, node.lasti = frame.f_code, frame.f_lasti
        if not saves:
            return t
        p = self if (self_for_other and b is not None) or (self_for_self and a is not None) else None
        q = other if (other_for_self and a is not None) or (other_for_other and b is not None) else None
        node.saved = (p, q)
        if (p is not None and p._counter is not None) or (type(q) is Tensor and q._counter is not None):
            node.versions = (version(p), version(q))
        return t

    return call


def usual(op, bind):
    """The function for an operation with one result. `bind` puts arguments given by name, or left out, in place."""
    forward, node_class, positions, save = op.forward, op.node_class, op.positions, saving(op)
    count, casts = len(op.inputs), op.floats or op.promote

    def call(*args, **kwargs):
        if kwargs or len(args) != count:
            args = bind(args, kwargs)
        if type(args[0]) is ndarray:  # in a formula
            return forward(*args)
        mode = current_mode()
        if not isinstance(args[0], Tensor) or (mode is not PLAIN and mode is not NO_GRAD):
            return op(*args)
        arrays = [a._array if isinstance(a, Tensor) else a for a in args]
        if casts and not same_floats(arrays, positions):
            return op(*args)
        try:
            r = forward(*arrays)
        except (TypeError, ValueError) as error:
            raise errors.of_numpy(error, arrays) from None
        t = new(Tensor)
        t._array = r if type(r) is ndarray else asarray(r)
        t._edge = t._counter = t._meta = None
        if mode is NO_GRAD:
            return t
        edges = tuple([gradient_edge(args[p]) if isinstance(args[p], Tensor) else None for p in positions])
        if not any(edges) and not op.wants_grad(args):
            return t
        node = new(node_class)
        node.extra = node.versions = None
        node.edges, node.sequence = edges, next_number()
        node.shape, node.dtype = r.shape, r.dtype
        if node.dtype.kind == "f":
            t._edge = node
        frame = _getframe(1)
        while frame.f_code.co_filename.startswith(PACKAGE):  # called by a function of ours with more options
            frame = frame.f_back
        node.code, node.lasti = frame.f_code, frame.f_lasti
        save(node, args, t)
        return t

    return call


def same_floats(arrays: list, positions: tuple) -> bool:
    """Whether the arrays at these positions are floats of one type, so that nothing is to be cast."""
    first = arrays[positions[0]]
    if type(first) is not ndarray or first.dtype.kind != "f":
        return False
    return len(positions) == 1 or all(
        [type(arrays[p]) is ndarray and arrays[p].dtype is first.dtype for p in positions[1:]]  # noqa: C419
    )


def saving(op):
    """`Operation.save` for a result that no write has touched and nobody packs."""
    one = len(op.formulas) == 1  # then everything is wanted

    def save(node, args, t):
        saved, edges = [], node.edges
        for find, index, users in op.plan:
            if find is result:
                t._counter = Counter()
                value = Output(t._array, t._counter)
            elif not one and edges[users[0]] is None and not any([edges[k] for k in users]):  # noqa: C419  quicker
                value = None
            elif find is argument:
                value = args[index]
                if isinstance(value, Tensor) and value._counter is not None:
                    if node.versions is None:
                        node.versions = [0] * len(op.plan)
                    node.versions[len(saved)] = version(value)
            else:
                value = find(args, (), index)
            saved.append(value)
        node.saved = tuple(saved)

    return save


def version(t) -> int:
    """The version a tensor is saved at."""
    if type(t) is not Tensor or t._counter is None:
        return 0
    if t._counter is INFERENCE:
        raise errors.inference_saved()
    return t._counter.n


# --- the way back ---


def unary_vjp(op, general):
    """`OperationNode.vjp` for one formula that needs nothing, the input or the result."""
    formula, needs = op.rules[0]
    kind = Tensor if op.saves == ["self"] else Output

    def vjp_of_gradient(node, g, create):
        return general(node, g, create) if g is None else (formula(g),)

    def vjp(node, g, create):
        if g is None or create or node.saved is None or type(node.saved[0]) is not kind:
            return general(node, g, create)
        (saved,) = node.saved
        if kind is Output:
            counter, array = saved.counter, saved.array
        else:
            counter, array = saved._counter, saved._array
        if counter is not None and counter.n != (node.versions[0] if node.versions else 0):
            return general(node, g, create)
        return (formula(g, array),)

    return vjp if needs else vjp_of_gradient


def binary_vjp(op, general):
    """`OperationNode.vjp` for two formulas that need nothing, one input or both."""
    (first, first_needs), (second, second_needs) = op.rules
    needs = first_needs or second_needs
    if (1, 0) in (first_needs, second_needs):
        return general
    crossed = (first_needs, second_needs) == ((1,), (0,))  # as in a product
    one, two = (slice(n[0], n[-1] + 1) if n else slice(0) for n in (first_needs, second_needs))

    def vjp(node, g, create):
        if g is None or create or node.saved is None:
            return general(node, g, create)
        a, b = node.edges
        if not needs:
            return (None if a is None else first(g), None if b is None else second(g))
        x, y = node.saved
        if type(x) is Tensor:
            if x._counter is not None and x._counter.n != (node.versions[0] if node.versions else 0):
                return general(node, g, create)
            x = x._array
        elif x is not None:
            return general(node, g, create)
        if type(y) is Tensor:
            if y._counter is not None and y._counter.n != (node.versions[1] if node.versions else 0):
                return general(node, g, create)
            y = y._array
        elif y is not None and type(y) is not float and type(y) is not int:
            return general(node, g, create)
        if crossed:
            return (None if a is None else first(g, y), None if b is None else second(g, x))
        values = (x, y)
        return (None if a is None else first(g, *values[one]), None if b is None else second(g, *values[two]))

    return vjp
