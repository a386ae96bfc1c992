"""One law for the fast path: what `calls.py` and `formulas.py` record and compute is what `Operation.run` and
`OperationNode.vjp` do, for every declared operation and every kind of argument."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from ops_samples import ELEMENTWISE, SHAPED, inputs

import minigrad as mg
from minigrad.func.levels import Level
from minigrad.inplace import write
from minigrad.node import Node
from minigrad.operation import OPERATIONS, OperationNode
from minigrad.saved import Output
from minigrad.tensor import Tensor

pytestmark = pytest.mark.filterwarnings("ignore")
MORE = [
    lambda x: x // 2,
    lambda x: (x.argmax(), x.argmin(), x.any(), x.all(), x.isnan(), x.isfinite(), ~(x > 0)),
    lambda x: ((x == 1) & (x != 1) | (x < 1) ^ (x <= 1), x >= 1, x.float()),
    lambda x: x.clone().zero_().fill_(x.sum()).copy_(x).clone().fill_(2.0),
    lambda x: x.detach().requires_grad_().backward(x, create_graph=True),
]


class Watching(Level):
    """Collects one use of each operation, in its ordinary or its in-place form."""

    functional = False

    def __init__(self) -> None:
        self.uses: dict = {}

    def run(self, op, args):
        self.uses.setdefault(op.name, (op, args))
        return super().run(op, args)

    def write(self, op, target, args, rest):
        self.uses.setdefault(op.name, (op, (target.detach().clone(), *args)))
        return super().write(op, target, args, rest)


@functools.cache
def uses() -> dict:
    level = Watching()
    elementwise = [(f, [(2, 3)] * count, low, high) for f, count, low, high in ELEMENTWISE.values()]
    shaped = [(f, shapes, -0.9, 0.9) for row in SHAPED.values() for f, *shapes in row]
    for f, shapes, low, high in [*elementwise, *shaped, *[(f, [(2, 3)], 0.3, 0.9) for f in MORE]]:
        tensors = inputs(shapes, 0, low, high)
        with level:
            out = f(*tensors)
            if isinstance(out, Tensor) and out.requires_grad and out.grad_fn.name() != "NotImplemented":
                (out * out).sum().backward(create_graph=True, inputs=tensors)
    return level.uses


def test_every_declared_operation_is_tried():
    turned = {name for name, op in OPERATIONS.items() if op.kind == "turn"}  # they have no other way to run
    assert OPERATIONS.keys() - turned - uses().keys() == set()


KINDS = {
    "leaf": lambda x: x.requires_grad_(),
    "constant": lambda x: x,
    "made": lambda x: x.requires_grad_() * 1,
    "written": lambda x: (x.requires_grad_() * 1).mul_(1),
    "constant, written": lambda x: x.mul_(1),
    "view": lambda x: (x.requires_grad_() * 1)[...],
    "float32": lambda x: x.float().requires_grad_(),
    "array": lambda x: x.numpy(),
    "number": lambda x: 0.5,
}


def fresh(value, kind: str):
    if not isinstance(value, Tensor) or not value.is_floating_point():
        return value
    return KINDS[kind](mg.tensor(value.detach().numpy(force=True).copy()))


def seen(value, outs: tuple):
    """A saved value as what it must be, whichever way it was saved."""
    if isinstance(value, Output):
        return "result", value.nr, value.array is outs[value.nr]._array, value.counter is outs[value.nr]._counter
    return id(value) if isinstance(value, Tensor) else repr(value)


def recorded(outs: tuple) -> list:
    """All that a call leaves behind."""
    found: list = []
    for t in outs:
        edge = t._edge
        found += [t._array.tobytes(), t._array.shape, t._array.dtype, t._array.strides, t.requires_grad, t._is_view()]
        found += [edge is None or (type(edge), edge.nr), t._counter is None or t._counter.n]
        if edge is not None:
            node = edge.node
            versions = node.versions or ()
            found += [
                type(node),
                node.edges,
                [seen(v, outs) for v in node.saved],
                list(versions) if any(versions) else None,
            ]
            found += [node.shape, node.dtype, node.code.co_filename, node.extra]
    return found


def outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)


def called(way, args) -> tuple:
    """The results of a call and all that they leave behind, or its error."""
    out = outcome(lambda: (way(*args),))
    if isinstance(out[0], type):
        return out
    outs = tuple(out[0]) if isinstance(out[0], tuple) else out
    if all(isinstance(t, Tensor) for t in outs):
        return outs, recorded(outs)
    return outs, [(type(t), repr(t)) for t in outs]


def argument_lists(op, args) -> list:
    """The arguments with tensors of every kind in the differentiable places."""
    places = [0] if op.variadic else list(op.positions) or [0]
    lists = []
    for kinds in itertools.product(KINDS, repeat=min(len(places), 2)):
        if not {"made", "constant"}.intersection(kinds) and len(kinds) == 2:
            continue  # one that is special at a time
        new = [a.detach().clone() if isinstance(a, Tensor) else a for a in args]  # what is saved will be written
        for place, kind in zip(places, itertools.cycle(kinds), strict=False):
            value = args[place]
            new[place] = [fresh(t, kind) for t in value] if op.variadic else fresh(value, kind)
        if kinds[0] == "array":  # as in formulas, where whatever else is a tensor is an array too
            new = [a._array if isinstance(a, Tensor) and k not in places else a for k, a in enumerate(new)]
        lists.append((kinds, tuple(new)))
    if len(places) == 2 and isinstance(lists[0][1][places[1]], Tensor):
        same = lists[0][1]
        lists.append((("twice the same",), tuple(same[places[0]] if k in places else a for k, a in enumerate(same))))
    return lists


@pytest.mark.parametrize("name", sorted(uses()))
def test_a_call_records_what_operation_run_records(name):
    op, args = uses()[name]
    for (kinds, given), mode in itertools.product(argument_lists(op, args), (mg.enable_grad, mg.no_grad)):
        with mode():
            quick = called(op.quick, given)
            full = called(lambda *args: op.run(args), given)
        assert type(quick[0]) is type(full[0]), (kinds, quick, full)
        assert quick[1] == full[1], (kinds, mode)


def gradients(vjp, node, g) -> str:
    return repr(outcome(lambda: list(vjp(node, g, False))))


@pytest.mark.parametrize("name", sorted(uses()))
def test_a_node_computes_what_its_formulas_say(name):
    op, args = uses()[name]
    for kinds, given in argument_lists(op, args):
        outs = called(op.quick, given)[0]
        if not isinstance(outs, tuple) or getattr(outs[0], "_edge", None) is None:
            continue
        node, rng = outs[0]._edge.node, np.random.default_rng(0)
        gs = [rng.random(t._array.shape).astype(t._array.dtype) for t in outs]
        g = gs if node.several else gs[0]
        for spoil in (lambda _: None, spoiled, Node.release):
            spoil(node)
            assert gradients(type(node).vjp, node, g) == gradients(OperationNode.vjp, node, g), kinds


def spoiled(node: Node) -> None:
    """Write what the node has saved first, if anything."""
    for value in node.saved or ():
        if isinstance(value, Tensor):
            with mg.no_grad():
                return write(OPERATIONS["zero"], value, (), "zero_")
