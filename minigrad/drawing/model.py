"""What a drawing knows about a graph: plain data, from which every form of it is made.

Nothing here refers to tensors. The listing, the DOT text, the SVG, the live view and the data for exercises read this
model and nothing else; so a graph recorded in one process can be drawn in another (`transport`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

LEAF, CONSTANT, OPERATION, FOLD = "leaf", "constant", "operation", "fold"
KINDS = (LEAF, CONSTANT, OPERATION, FOLD)
STOPS = "backward() stops with an error, which the last step shows."


@dataclass
class Saved:
    """A value that an operation keeps for the way back, with its version then and now."""

    what: str  # the variable's name where there is one, else the operation's word for it: "self", "result"
    value: str = ""
    then: int | None = None  # None: its memory has no version counter
    now: int | None = None
    times: int = 1  # x * x saves x twice
    changed: str = ""  # who wrote the memory since: "add_, line 3: y.add_(1)"

    @property
    def stale(self) -> bool:
        """Whether the memory has been written since the value was saved; backward will refuse it."""
        return self.then != self.now

    @property
    def text(self) -> str:
        """The pin: what was saved, and at which version."""
        what = self.what + {1: "", 2: " twice"}.get(self.times, f" {self.times} times")
        if self.then is None:
            return f"saved {what}"
        return f"{'STALE: ' if self.stale else ''}saved {what} at v{self.then}, now v{self.now}"


@dataclass
class Node:
    """A leaf, a constant, an executed operation with its result, or a fold that stands for many of these."""

    kind: str
    operation: str = ""  # "Mul"; what PyTorch calls MulBackward0
    name: str = ""  # the variable that holds it
    mark: str = ""  # "#2": tells nameless ones of the same operation apart
    value: str = ""
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    requires_grad: bool = False
    grad: str | None = None  # what `.grad` holds
    detail: str = ""  # what the name of the operation does not say
    version: int = 0
    saved: list[Saved] = field(default_factory=list)
    freed: bool = False  # whether the saved values have been let go, by a backward pass
    writes: list[str] = field(default_factory=list)  # in place, oldest first: "v1 by add_, line 3: y.add_(1)"
    base: int | None = None  # the node that holds the memory this one is a view of
    holds: int = 1  # for a fold: how many nodes it stands for
    turn: int | None = None  # when its turn came in the recorded backward pass
    gradient: str = ""  # what had arrived by then

    @property
    def title(self) -> str:
        """'y = Mul', 'Mul', 'Mul #2', 'x': what stands first in a box."""
        if self.kind == OPERATION:
            return f"{self.name} = {self.operation}" if self.name else f"{self.operation} {self.mark}".strip()
        return self.name or (self.value if self.kind == CONSTANT and self.value else f"{self.kind} {self.mark}".strip())

    @property
    def stale(self) -> bool:
        return any(s.stale for s in self.saved)

    @property
    def counted(self) -> str:
        """', at v2' for a further name of memory that was written; '' before the first write."""
        return f", at v{self.version}" if self.version else ""

    @property
    def size(self) -> str:
        """'shape (2, 3)' or 'a scalar'; '' when unknown."""
        if self.shape is None:
            return ""
        return f"shape ({', '.join(map(str, self.shape))}{',' * (len(self.shape) == 1)})" if self.shape else "a scalar"


@dataclass
class Edge:
    """A value's way from the node that made it to the node that used it; the gradient goes the other way."""

    source: int
    target: int
    argument: int = 0  # which input of the target
    output: int = 0  # which output of the source


@dataclass
class Step:
    """One moment of a recorded backward pass, as the difference to the moment before."""

    text: str
    node: int | None = None  # whose turn it is
    edge: int | None = None  # the edge a gradient is travelling
    gradients: dict[int, str] = field(default_factory=dict)  # node -> what now waits at it or has arrived in it
    done: int | None = None  # a node that is finished
    queue: list[int] = field(default_factory=list)  # the nodes that hold a gradient and wait for their turn


@dataclass
class Graph:
    """Nodes in an order in which inputs come before their users, the edges, and the nodes that were asked for.

    >>> g = Graph([Node(LEAF, name="x"), Node(OPERATION, "Mul")], [Edge(0, 1, 0), Edge(0, 1, 1)], [1])
    >>> g.data()
    {'nodes': ['leaf x', 'Mul'], 'edges': [(0, 1), (0, 1)]}
    """

    nodes: list[Node]
    edges: list[Edge]
    roots: list[int]
    title: str = ""
    notes: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    opens: int | None = None  # the step at which the stepper opens, 0 before the first; None: at the whole pass

    def at_opening(self) -> Graph:
        """What is shown first: of the recorded pass no more than the steps up to that at which it opens.

        >>> g = Graph([Node(LEAF, name="x", gradient="6.0")], [], [0], steps=[Step("x.grad is 6.0.")], opens=0)
        >>> g.at_opening().nodes[0].gradient, g.at_opening().steps
        ('', [])
        """
        if self.opens is None or not self.steps:
            return self
        arrived: dict[int, str] = {}
        for step in self.steps[: self.opens]:
            arrived |= step.gradients
        nodes = [replace(n, turn=None, gradient=arrived.get(k, "")) for k, n in enumerate(self.nodes)]
        notes = [note for note in self.notes if note != STOPS]
        return replace(self, nodes=nodes, notes=notes, steps=self.steps[: self.opens])

    def without_saved(self) -> None:
        """Forget what operations have saved, at which versions, and who wrote in place."""
        self.nodes = [replace(n, saved=[], freed=False, writes=[]) for n in self.nodes]

    def data(self) -> dict[str, list]:
        """Nodes and edges as plain values that compare with ==: see `minigrad.drawing.graph`."""
        words = {OPERATION: lambda n: n.operation, FOLD: lambda n: n.name}
        return {
            "nodes": [words.get(n.kind, lambda n: f"{n.kind} {n.name}".strip())(n) for n in self.nodes],
            "edges": [(e.source, e.target) for e in self.edges],
        }

    def mark_twins(self) -> None:
        """Number the nameless operations and leaves of which there are several."""
        twins: dict[tuple[str, str], list[Node]] = {}
        for n in self.nodes:
            if not n.name and n.kind != CONSTANT:
                twins.setdefault((n.kind, n.operation), []).append(n)
        for alike in twins.values():
            for k, n in enumerate(alike if len(alike) > 1 else (), 1):
                n.mark = f"#{k}"

    def uses(self) -> list[list[Edge]]:
        """For each node the edges that lead into it, in the order of its arguments."""
        into: list[list[Edge]] = [[] for _ in self.nodes]
        for e in self.edges:
            into[e.target].append(e)
        return into

    def summary(self) -> str:
        """'3 operations, 2 leaves, 1 constant'."""
        counts = Counter(n.kind for n in self.nodes)
        plural = {LEAF: "leaves"}
        parts = [
            f"{counts[k]} {k if counts[k] == 1 else plural.get(k, k + 's')}"
            for k in (OPERATION, LEAF, CONSTANT, FOLD)
            if counts[k]
        ]
        return ", ".join(parts)
