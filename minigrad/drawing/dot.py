"""A graph as `graphviz.Digraph`: to print, to edit, to render elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import CONSTANT, FOLD, LEAF, OPERATION, Graph, Node
from .palette import LIGHT

if TYPE_CHECKING:
    import graphviz

STYLE = {
    LEAF: ("filled", LIGHT["leaf"]),
    CONSTANT: ("filled,dashed", LIGHT["paper"]),
    OPERATION: ("filled,rounded", LIGHT["operation"]),
    FOLD: ("filled,rounded,dashed", LIGHT["fold"]),
}


def digraph(graph: Graph, down: bool = False) -> graphviz.Digraph:
    """The graph in Graphviz's own terms, one record of text a node.

    >>> from minigrad.drawing.model import Edge, Graph, Node
    >>> g = Graph([Node("leaf", name="x"), Node("operation", "Mul")], [Edge(0, 1), Edge(0, 1, 1)], [1])
    >>> print(digraph(g).source.splitlines()[-2].strip())
    n0 -> n1
    """
    try:
        import graphviz
    except ImportError as error:
        raise ImportError(
            "draw(x).dot is a graphviz.Digraph, and the Python package graphviz is not here: pip install graphviz"
        ) from error
    font = {"fontname": "monospace", "fontsize": "11"}
    dot = graphviz.Digraph(
        graph_attr={"rankdir": "TB" if down else "LR", "label": graph.title, **font},
        node_attr={"shape": "box", **font},
        edge_attr={"color": LIGHT["edge"]},
    )
    for k, node in enumerate(graph.nodes):
        style, fill = STYLE[node.kind]
        dot.node(
            f"n{k}",
            graphviz.escape("\n".join(words(node))),
            style=style,
            fillcolor=fill,
            color=LIGHT["stale"] if node.stale else LIGHT["line"],
        )
    for e in graph.edges:
        dot.edge(f"n{e.source}", f"n{e.target}", **({"taillabel": f"output {e.output}"} if e.output else {}))
    for k, node in enumerate(graph.nodes):
        if node.base is not None:
            dot.edge(f"n{node.base}", f"n{k}", style="dotted", dir="none", constraint="false", label="same memory")
    return dot


def words(node: Node) -> list[str]:
    """The lines of a box, in every form that has boxes."""
    lines = [node.title]
    value = node.value or node.size
    if value and value != node.title:
        lines.append(value)
    if node.detail:
        lines.append(node.detail)
    if node.kind == LEAF:
        lines.append("requires_grad")
    if node.version:
        lines.append(f"written in place: now v{node.version}")
    if node.grad is not None:
        lines.append(f".grad {node.grad}")
    return lines + [s.text for s in node.saved] + (["saved values let go"] if node.freed else [])
