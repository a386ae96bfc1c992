"""A backward pass, recorded while it runs.

Hooks on every node and leaf note what really happens: which node has its turn, which gradient has arrived there, which
gradients it sends. The pass itself is the engine's own. Afterwards each `.grad` is what it was before.
"""

from __future__ import annotations

import copy
from contextlib import ExitStack, contextmanager
from typing import Any

from .listing import called
from .model import LEAF, OPERATION, STOPS, Step
from .read import Reading
from .values import array_of, brief

NO_HOOKS = (
    "The nodes of this engine have no register_hook, so its backward pass cannot be recorded; "
    "the graph is drawn without steps."
)


def record(reading: Reading, root: Any, gradient: Any = None) -> None:
    """Run `root.backward(gradient)` and write into the graph what happened: steps, turns, gradients.

    An error of the pass becomes the last step: it is what the learner would see.
    """
    operations = [(k, o) for k, o in enumerate(reading.objects) if reading.graph.nodes[k].kind == OPERATION]
    leaves = [(k, o) for k, o in enumerate(reading.objects) if reading.graph.nodes[k].kind == LEAF]
    if not all(hasattr(node, "register_hook") for _, node in operations):
        reading.graph.notes.append(NO_HOOKS)
        return
    tape = Tape(reading)
    with ExitStack() as after:
        after.enter_context(as_before([o for _, o in leaves]))
        for k, node in operations:
            add = node.register_hook(lambda sent, arrived, k=k: tape.turn(k, arrived, sent))
            after.callback(add.remove)
        for k, leaf in leaves:
            if hasattr(leaf, "register_post_accumulate_grad_hook"):
                add = leaf.register_post_accumulate_grad_hook(lambda t, k=k: tape.accumulated(k, t))
                after.callback(add.remove)
        tape.before = {k: None if leaf.grad is None else brief(array_of(leaf.grad)) for k, leaf in leaves}
        tape.start(gradient)
        try:
            root.backward(gradient, retain_graph=True)
        except RuntimeError as error:
            tape.refused(error)


@contextmanager
def as_before(leaves: list):
    """Leave every `.grad` as it was: the pass adds to copies, and the engine forgets that leaves were watched."""
    from .. import node as engine

    kept = [(leaf, leaf.grad) for leaf in leaves]
    watched = engine.LEAF_HOOKS.seen
    for leaf, grad in kept:
        leaf.grad = grad.detach().clone() if hasattr(grad, "detach") else copy.copy(grad)
    try:
        yield
    finally:
        for leaf, grad in kept:
            leaf.grad = grad
        engine.LEAF_HOOKS.seen = watched


class Tape:
    """The steps so far, and what waits where."""

    def __init__(self, reading: Reading) -> None:
        self.graph = reading.graph
        self.place = {(e.target, e.argument): k for k, e in enumerate(self.graph.edges)}
        self.waiting: dict[int, list[str]] = {}  # node -> the gradients that have come to it
        self.before: dict[int, str | None] = {}
        self.turns = 0

    def name(self, k: int) -> str:
        return called(self.graph, k)

    def step(self, text: str, **more: Any) -> None:
        queue = sorted(k for k in self.waiting if self.graph.nodes[k].kind == OPERATION)
        self.graph.steps.append(Step(text, queue=queue, **more))

    def start(self, gradient: Any) -> None:
        root = self.graph.roots[0]
        text = "1.0" if gradient is None else brief(array_of(gradient))
        self.waiting[root] = [text]
        self.step(
            f"backward() puts the gradient {text} at {self.name(root)}: the derivative of {self.name(root)} "
            "with respect to itself."
            if gradient is None
            else f"backward() puts the gradient you gave, {text}, at {self.name(root)}.",
            node=root,
            gradients={root: text},
        )

    def turn(self, k: int, arrived: tuple, sent: tuple) -> None:
        """Node `k` has run: `arrived` for its outputs, `sent` for its inputs."""
        self.turns += 1
        total = ", ".join("nothing" if g is None else brief(array_of(g)) for g in arrived)
        parts = self.waiting.pop(k, [])
        node = self.graph.nodes[k]
        node.turn, node.gradient = self.turns, total
        sum_of = f" ({joined(parts)})" if len(parts) > 1 else ""
        self.step(
            f"Turn {self.turns}: {node.title}. The gradient that has arrived is {total}{sum_of}.",
            node=k,
            gradients={k: total},
        )
        for argument, g in enumerate(sent):
            edge = self.place[k, argument]
            target = self.graph.edges[edge].source
            if g is not None and self.graph.nodes[target].requires_grad:
                self.send(k, edge, target, g)
        if self.graph.steps[-1].node == k:
            self.graph.steps[-1].done = k

    def send(self, k: int, edge: int, target: int, g: Any) -> None:
        text = brief(array_of(g))
        parts = self.waiting.setdefault(target, [])
        parts.append(text)
        adds = f" It is added (+=) to what waits there: {joined(parts)}." if len(parts) > 1 else ""
        self.step(
            f"{self.name(k)} sends {text} to {self.name(target)}.{adds}",
            node=k,
            edge=edge,
            gradients={target: joined(parts)},
        )

    def accumulated(self, k: int, leaf: Any) -> None:
        """The engine has added to the leaf's `.grad`."""
        now, was = brief(array_of(leaf.grad)), self.before[k]
        parts = self.waiting.pop(k, [now])
        came = joined(parts)
        node = self.graph.nodes[k]
        if was is not None:
            text, node.gradient = f"was {was}; += {came} makes it {now}", f"{was} += {came}"
        elif len(parts) > 1:
            text = f"was None and is now {came} = {now}"
            node.gradient = f"{came} = {now}" if len(parts) <= 3 else f"{now}, of {len(parts)} gradients"
        else:
            text, node.gradient = f"was None and is now {now}", now
        self.step(f"{self.name(k)}.grad {text}.", node=k, gradients={k: node.gradient}, done=k)

    def refused(self, error: RuntimeError) -> None:
        """The pass has stopped; the first words of the error say why."""
        ready = [k for k in self.waiting if self.graph.nodes[k].kind == OPERATION]
        for k in ready[-1:]:
            self.graph.nodes[k].gradient = f"{joined(self.waiting[k])}, then an error"
        self.step(f"Here backward() stops with an error: {str(error)[:600]}", node=ready[-1] if ready else None)
        self.graph.notes.append(STOPS)


def joined(parts: list[str]) -> str:
    """The gradients that have met, as a sum; long sums by their ends."""
    if len(parts) <= 3:
        return " + ".join(parts)
    return f"{parts[0]} + … + {parts[-1]} ({len(parts)} gradients)"
