"""Right answers for the engine's slots, and notebooks that hold them: these tests hang on no real notebook."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.kit.tape.slots import slots

STUB = 'raise NotImplementedError("still the stub")'
ANSWERS = {
    "sum_to_shape": """\
def sum_to_shape(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis=axis, keepdims=True)
    return g""",
    "topological_order": """\
def topological_order(node):
    finished, seen, waiting = [], {node}, [(node, iter(node.next_functions))]
    while waiting:
        here, rest = waiting[-1]
        after = next((n for n, _ in rest if n is not None and n not in seen), None)
        if after is None:
            finished.append(here)
            waiting.pop()
        else:
            seen.add(after)
            waiting.append((after, iter(after.next_functions)))
    return finished[::-1]""",
    "backward": """\
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        g = arrived.pop(node)
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = Tensor(g if old is None else old.data + g)
        for (after, _), part in zip(node.next_functions, node(g) if node.next_functions else (), strict=True):
            if after is not None:
                arrived[after] = arrived[after] + part if after in arrived else part""",
    "first_gradient": """\
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if any(node.freed for node in order):
        raise RuntimeError("Trying to backward through the graph a second time")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return np.ones(output.shape) if gradient is None else gradient.data""",
}
# Answers for the slots of 04, 05 and 06.
LATER = {
    "apply": """\
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    wanted = [isinstance(each, tape.Tensor) and each.requires_grad for each in inputs]
    if tape.recording and any(wanted):
        output.requires_grad, output.grad_fn = True, node
        pairs = zip(inputs, wanted, strict=True)
        node.next_functions = tuple((tape.node_of(each) if want else None, 0) for each, want in pairs)
    return output""",
    "Version, Saved": """\
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number""",
    "unpack": """\
def unpack(node, saved):
    version = saved.tensor.version
    if version.number != saved.then:
        raise RuntimeError(
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            f"{node.name()} ({node.where()}) saved it at version {saved.then}, and it is at version {version.number}; "
            f"version {saved.then + 1} was made by {version.changes[saved.then]}"
        )
    return saved.tensor""",
    "share, write_view": """\
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g))
    take(before)[...] = part
    return (before, *others)""",
    "mul_rule, div_rule": """\
def mul_rule(g, a, b):
    return sum_to_shape(g * b, a.shape), sum_to_shape(g * a, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)""",
    "sum_rule, mean_rule": """\
def sum_rule(g, shape, dim, keepdim):
    if dim is not None and not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, shape).copy()


def mean_rule(g, shape, dim, keepdim):
    axes = tuple(range(len(shape))) if dim is None else dim
    count = np.prod([shape[axis] for axis in np.atleast_1d(axes)])
    return sum_rule(g, shape, dim, keepdim) / count""",
    "matmul_rule": """\
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)""",
    "index_rule": """\
def index_rule(g, shape, index):
    whole = np.zeros(shape)
    np.add.at(whole, index, g)
    return whole""",
    "softmax_rule, log_softmax_rule": """\
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(axis=dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(axis=dim, keepdims=True)""",
}
GRADE_IDS = {"sum_to_shape": "ex1_5", "topological_order": "ex3_4", "backward": "ex3_5", "first_gradient": "ex3_8"}
# What a learner's own engine can do, with nothing of the course beside it.
USES_IT_ALONE = """
import sys
import my_tape
x = my_tape.tensor([1.0, -2.0], requires_grad=True)
(x * x + x).sum().backward()
assert x.grad.data.tolist() == [3.0, -3.0]
assert not any(name.startswith(("minigrad", "autograder")) for name in sys.modules)
"""


def write_slots(folder: Path, notebook: str, *names: str) -> Path:
    """What a release brings along, with the references of these slots."""
    folder.mkdir(parents=True, exist_ok=True)
    known = [slot.name for slot in slots() if slot.name in {*ANSWERS, *names} and slot.notebook <= notebook[:2]]
    content = {"notebook": notebook, "slots": {name: (ANSWERS | LATER)[name] for name in names}, "known": known}
    (folder / "tape_slots.json").write_text(json.dumps(content))
    return folder


def write_notebook(folder: Path, name: str, **answers: str) -> Path:
    """A learner's notebook NAME/NAME.ipynb: the answer to each slot in its cell."""
    cells = [
        {
            "cell_type": "code",
            "source": source.splitlines(keepends=True),
            "metadata": {"nbgrader": {"grade_id": GRADE_IDS.get(slot, "ex4_1"), "solution": True}},
        }
        for slot, source in answers.items()
    ]
    path = folder / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path
