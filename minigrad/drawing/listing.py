"""A graph as text: what a terminal shows, what stands beside the picture, what a screen reader hears."""

from __future__ import annotations

from .model import CONSTANT, FOLD, LEAF, OPERATION, Edge, Graph, Node

LET_GO = "its saved values are let go"


def listing(graph: Graph) -> str:
    """One line a node, inputs before users, `%3` meaning the node of that line.

    >>> import minigrad as mg
    >>> from minigrad.drawing import draw
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> y = x * x
    >>> print(draw(y, names={"x": x, "y": y}))
    The graph of y: 1 operation, 1 leaf
    %0  leaf x           3.0   requires_grad
    %1  y = Mul(%0, %0)  9.0   saved x twice at v0, now v0
    """
    whole, graph = graph, graph.at_opening()
    heads = [head(graph, k, into) for k, into in enumerate(graph.uses())]
    values = [n.value or n.size for n in graph.nodes]
    wide, wider = max(map(len, heads), default=0), max(map(len, values), default=0)
    lines = [
        f"{f'%{k}':<{len(str(len(heads))) + 2}} {h:<{wide}}  {v:<{wider}}   {'; '.join(facts(graph, n))}".rstrip()
        for k, (h, v, n) in enumerate(zip(heads, values, graph.nodes, strict=True))
    ]
    parts = [f"{graph.title}: {graph.summary()}", *lines, *graph.notes]
    if graph.steps:
        parts += ["", "The backward pass, as it ran:"] + [f"{k}. {s.text}" for k, s in enumerate(graph.steps, 1)]
    if len(whole.steps) > len(graph.steps):
        steps = f"{len(whole.steps)} step{'s' * (len(whole.steps) > 1)}"
        parts += ["", f"The backward pass has {steps}. Press Next in the picture, or print the drawing without step=."]
    return "\n".join(parts)


def head(graph: Graph, k: int, into: list[Edge]) -> str:
    """'leaf x', 'constant 3', 'y = Mul(%0, %1)'."""
    node = graph.nodes[k]
    if node.kind in (OPERATION, FOLD):
        ports = [f"%{e.source}" + (f".{e.output}" if e.output else "") for e in into]
        return f"{node.title}({', '.join(ports)})"
    return f"{node.kind} {node.name or node.mark}".strip()


def facts(graph: Graph, node: Node) -> list[str]:
    """What there is to say about a node besides its value, most important first."""
    out = ["requires_grad"] if node.kind == LEAF else []
    out += [node.detail] if node.detail else []
    if node.grad is not None:
        out.append(f".grad is {node.grad}")
    if node.base is not None:
        out.append(f"a view of %{node.base}{node.counted}")
    out += [f"written in place: {w}" for w in node.writes]
    out += [s.text + (f" ({s.changed})" if s.stale and s.changed else "") for s in node.saved]
    if node.freed:
        out.append(LET_GO)
    if node.turn is not None:
        out.append(f"turn {node.turn} with the gradient {node.gradient}")
    return out


def called(graph: Graph, k: int) -> str:
    """A node's name in a sentence: 'y', 'Mul', 'the constant 3.0'."""
    node = graph.nodes[k]
    if node.kind == OPERATION:
        return node.name or node.title
    if node.kind == LEAF:
        return node.name or f"the {node.title} without a name"
    return node.name if node.kind == FOLD or node.name else f"the constant {node.value}".strip()


def sentences(graph: Graph) -> list[str]:
    """What a screen reader says of each node."""
    graph = graph.at_opening()
    return [sentence(graph, k, into) for k, into in enumerate(graph.uses())]


def sentence(graph: Graph, k: int, into: list[Edge]) -> str:
    """What a screen reader says when the node has the focus.

    >>> from minigrad.drawing.model import Edge, Graph, Node
    >>> x, y = Node("leaf", name="x", value="3.0"), Node("operation", "Mul", name="y", value="9.0")
    >>> g = Graph([x, y], [Edge(0, 1), Edge(0, 1, 1)], [1])
    >>> sentence(g, 1, g.edges)
    'Operation y = Mul of x and x, value 9.0.'
    """
    node, inputs = graph.nodes[k], [called(graph, e.source) for e in into]
    kind = {OPERATION: "Operation", LEAF: "Leaf", CONSTANT: "Constant", FOLD: "Folded:"}[node.kind]
    text = f"{kind} {node.title}" if node.title != node.kind else kind
    if inputs:
        text += " of " + (", ".join(inputs[:-1]) + " and " if inputs[1:] else "") + inputs[-1]
    value = node.value or node.size
    if value and node.title != value:
        text += f", value {node.value}" if node.value else f", {value}"
    text += "".join(f", {fact}" for fact in facts(graph, node)) + "."
    return text.replace("%" + str(node.base), called(graph, node.base)) if node.base is not None else text
