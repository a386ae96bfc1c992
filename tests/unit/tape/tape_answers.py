"""Right answers for the engine's slots, and notebooks that hold them: these tests hang on no real notebook."""

from __future__ import annotations

import json
from pathlib import Path

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
    content = {"notebook": notebook, "slots": {name: ANSWERS[name] for name in names}}
    (folder / "tape_slots.json").write_text(json.dumps(content))
    return folder


def write_notebook(folder: Path, name: str, **answers: str) -> Path:
    """A learner's notebook NAME/NAME.ipynb: the answer to each slot in its cell."""
    cells = [
        {
            "cell_type": "code",
            "source": source.splitlines(keepends=True),
            "metadata": {"nbgrader": {"grade_id": GRADE_IDS[slot], "solution": True}},
        }
        for slot, source in answers.items()
    ]
    path = folder / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path
