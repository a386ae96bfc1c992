"""The backward walk.

Nodes carry the order of their making, and a node is made after everything it leads to. So the walk takes, again and
again, the youngest node that has received a gradient: all its users are younger and have had their turn. No recursion,
no counting of users; gradients that meet are added up while they wait.

Ordinarily the gradients are plain arrays. Under `create_graph` they are Tensors, and the same formulas record.
"""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar
from heapq import heappop, heappush

from numpy import ndarray

from . import hooks, modes
from .fitting import fit
from .node import LEAF_HOOKS, AccumulateGrad, Port
from .tensor import look, wrap

running: ContextVar[Plan | None] = ContextVar("running", default=None)  # of the innermost walk that has a plan


class Plan:
    """What a walk towards given targets, or one that leaf hooks watch, has to know beforehand.

    order       all nodes under the roots, each after the nodes its edges lead to
    waiting     how many gradients each leaf is still to receive; at zero it accumulates
    needed      the nodes to run, those on a way to a target; None: all
    ends        the targets' nodes
    plain       of the nodes to run, those at which nothing is captured
    captured    target (node, output number) -> its gradient; None: leaves accumulate
    """

    def __init__(self, roots: list, targets, accumulate: bool) -> None:
        self.order = order = sorted(below(roots), key=lambda node: node.sequence)
        self.captured = None if targets is None or accumulate else dict.fromkeys(targets)
        self.needed, self.ends = None, {node for node, _ in targets or ()}
        if targets is not None:
            self.needed, leads = set(self.ends) if accumulate else set(), set(self.ends)
            for node in order:  # children come before their users
                if not leads.isdisjoint([e.node for e in node.edges if e is not None]):
                    leads.add(node)
                    self.needed.add(node)
        runs = order if self.needed is None else [node for node in order if node in self.needed]
        self.plain = {node for node in runs if node not in self.ends}
        self.waiting = Counter([e for node in runs for e in node.edges if e is not None and not e.node.sequence])

    def runs(self, node) -> bool:
        """Whether the walk comes to this node."""
        return node in self.order and not self.skips(node)

    def skips(self, node) -> bool:
        """Whether a gradient for this node leads nowhere."""
        return self.needed is not None and node not in self.needed and node not in self.ends


def below(roots) -> set:
    """All nodes under the roots, theirs among them."""
    seen, stack = set(), [e.node for e in roots]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += [e.node for e in node.edges if e is not None]
    return seen


def run(roots: list, gradients: list, keep: bool, create: bool, targets=None, accumulate=False) -> dict | None:
    """Walk from the root edges with their gradients.

    With targets, (node, output number), only towards these; returns their gradients, or with `accumulate` adds them
    to `.grad`.
    """
    plan = Plan(roots, targets, accumulate) if targets is not None or LEAF_HOOKS.seen else None
    look(None, "walk")
    tensors = create or modes.current().level is not None  # a function transform follows the walk
    walk = Walk(plan, keep, tensors)
    before, around = modes.change_grad(create), None if plan is None else running.set(plan)
    try:
        if len(roots) == 1 and roots[0].sequence and type(roots[0]) is not Port:  # the usual case
            walk.go(roots[0], gradients[0] if tensors else gradients[0]._array)
            return None if plan is None else plan.captured
        for edge, g in zip(roots, gradients, strict=True):
            if plan is not None and not edge.sequence:
                plan.waiting[edge] += 1
            if edge.sequence:
                walk.deliver(edge, g if tensors else g._array)
            else:
                walk.deliver_leaf(edge, g if tensors else g._array, new=False)
        walk.go()
    finally:
        modes.change_grad(before.grad)
        if around is not None:
            running.reset(around)
    return None if plan is None else plan.captured


class Walk:
    """One backward pass: the gradients that wait at nodes, and the nodes in the order of their turn."""

    def __init__(self, plan: Plan | None, keep: bool, create: bool) -> None:
        self.plan, self.keep, self.create = plan, keep, create
        self.buffers: dict = {}  # node -> gradient, or list of gradients if it has several outputs
        self.leaves: dict = {}  # AccumulateGrad -> gradient
        self.heap: list = []
        self.ready: list = []  # leaves that have received everything

    def go(self, node=None, g=None) -> None:
        """Until nothing waits, from `node` if one is given: the next node of a chain never sees the heap, for speed."""
        heap, buffers, keep, create, plan = self.heap, self.buffers, self.keep, self.create, self.plan
        level = modes.current().level
        while node is not None or heap:
            if node is None:
                node = heappop(heap)[1]
                g = buffers.pop(node)
            if node.extra is None and (plan is None or node in plan.plain):
                grads = node.vjp(g, create) if level is None else level.pull(node, g)
            else:
                grads = hooks.run_node(node, g, create, plan)
            if node.saved and not keep and grads:
                if node.frees:
                    node.saved = None
                else:
                    node.release()
            following = following_g = None
            for edge, d in zip(node.edges, grads):  # noqa: B905  strict costs, and there is one for each
                if edge is None or (plan is not None and node.fresh and plan.skips(edge.node)):
                    continue
                if d is not None and (create or d.shape != edge.shape or d.dtype is not edge.dtype):
                    d = fit(d, edge, node)
                if plan is not None and plan.skips(edge.node):
                    continue
                if not edge.sequence:
                    self.deliver_leaf(edge, d, d is not g and node.fresh and node.extra is None)
                elif edge is following:
                    following_g = following_g if d is None else following_g + d
                elif following is None and d is not None and edge not in buffers and type(edge) is not Port:
                    following, following_g = edge, d
                else:
                    self.deliver(edge, d)
            if plan is not None and self.ready:
                self.accumulate_ready()
            node, g = following, following_g
            if heap and node is not None and -heap[0][0] > node.sequence:  # a younger one goes first
                self.deliver(node, g)
                node = None
        self.ready = list(self.leaves)
        self.accumulate_ready()

    def deliver(self, edge, d) -> None:
        """Add `d` to what waits at a node of the graph, or at one of its outputs."""
        node = edge.node
        if node not in self.buffers:
            self.buffers[node] = None if type(edge) is not Port else [None] * node.shape
            heappush(self.heap, (-node.sequence, node))
        if d is None:
            return
        waiting, place = (self.buffers[node], edge.nr) if type(edge) is Port else (self.buffers, node)
        waiting[place] = d if waiting[place] is None else waiting[place] + d

    def deliver_leaf(self, leaf: AccumulateGrad, d, new: bool) -> None:
        """What a leaf receives becomes its `.grad`: an array that is not new, so somebody may hold it, is copied."""
        before = self.leaves.get(leaf)
        if before is not None:
            d = before if d is None else before + d
        elif type(d) is ndarray and not (new and d.base is None):
            d = d.copy()
        self.leaves[leaf] = d
        if self.plan is not None:
            left = self.plan.waiting[leaf] = self.plan.waiting.get(leaf, 1) - 1
            if left == 0:
                self.ready.append(leaf)

    def accumulate_ready(self) -> None:
        for leaf in self.ready:
            g, meta = self.leaves.pop(leaf), leaf.variable._meta
            if self.plan is None and g is not None and meta.extra is None:
                if meta.grad is None and meta.requires_grad and not self.create:
                    meta.grad = wrap(g)
                else:
                    hooks.accumulate(leaf.variable, g, self.create)
            else:
                hooks.run_leaf(leaf, g, self.create, self.plan)
        self.ready = []
