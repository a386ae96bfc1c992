"""A graph as JSON-able values, for drawing in another process than the one that recorded it.

The recording process may be one that runs anybody's code, so what comes back is checked like any other input: known
fields, exact types, bounded sizes, places that exist. What is drawn from it is then escaped as every label is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

from .model import KINDS, Edge, Graph, Node, Saved, Step

LONGEST_TEXT = 2000
MOST = {"nodes": 20_000, "edges": 60_000, "steps": 60_000, "roots": 1000, "notes": 100}


def packed(graph: Graph) -> dict[str, Any]:
    """The graph as dictionaries, lists, texts and numbers."""
    return asdict(graph)


def unpacked(data: Any) -> Graph:
    """The graph again; a ValueError says what is wrong with data that no drawing has made.

    >>> from minigrad.drawing.model import LEAF
    >>> g = Graph([Node(LEAF, name="x", shape=(2, 3))], [], [0])
    >>> unpacked(packed(g)) == g
    True
    """
    if not isinstance(data, dict) or not set(data) <= {f.name for f in fields(Graph)}:
        raise ValueError("a recorded graph is a dictionary with the fields of a graph, and no others")
    lists = {name: data.get(name, []) for name in MOST}
    for name, most in MOST.items():
        if not isinstance(lists[name], list) or len(lists[name]) > most:
            raise ValueError(f"a recorded graph needs '{name}' as a list of at most {most}")
    g = Graph(
        [built(Node, d) for d in lists["nodes"]],
        [built(Edge, d) for d in lists["edges"]],
        checked("list[int]", lists["roots"], "roots"),
        checked("str", data.get("title", ""), "title"),
        checked("list[str]", lists["notes"], "notes"),
        [built(Step, d) for d in lists["steps"]],
        checked("int | None", data.get("opens"), "opens"),
    )
    check_places(g)
    return g


def check_places(g: Graph) -> None:
    """Refuse a graph whose numbers lead outside it, or whose order is none."""
    places = [*g.roots, *(n.base for n in g.nodes), *(p for e in g.edges for p in (e.source, e.target))]
    places += [p for s in g.steps for p in (s.node, s.done, *s.queue, *s.gradients)]
    beyond = any(p is not None and not 0 <= p < len(g.nodes) for p in places)
    if g.opens is not None and not 0 <= g.opens <= len(g.steps):
        raise ValueError("a recorded graph opens at a step that it does not have")
    if beyond or any(s.edge is not None and not 0 <= s.edge < len(g.edges) for s in g.steps):
        raise ValueError("a recorded graph names a node or an edge that it does not have")
    if any(n.kind not in KINDS for n in g.nodes) or any(e.source >= e.target for e in g.edges):
        raise ValueError("a recorded graph has a node of no known kind, or inputs that come after their users")


def built(cls: type, data: Any) -> Any:
    """A dataclass from a dictionary: only its own fields, each of its own type."""
    kinds = {f.name: str(f.type) for f in fields(cls)}
    if not isinstance(data, dict) or not set(data) <= set(kinds):
        raise ValueError(f"a recorded graph has something else where a {cls.__name__} belongs")
    try:
        return cls(**{name: checked(kinds[name], value, name) for name, value in data.items()})
    except TypeError as error:
        raise ValueError(f"a recorded graph has a {cls.__name__} that is not complete") from error


def checked(kind: str, value: Any, name: str) -> Any:
    """`value`, if it is of the type that the field's annotation names."""
    if kind.endswith(" | None"):
        return None if value is None else checked(kind.removesuffix(" | None"), value, name)
    try:
        return READ[kind](value)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"a recorded graph has an unfit '{name}'") from error


def exactly(kind: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{type(value).__name__} instead of {kind.__name__}")
        return value[:LONGEST_TEXT] if kind is str else value

    return read


text, whole = exactly(str), exactly(int)
READ: dict[str, Callable[[Any], Any]] = {
    "str": text,
    "int": whole,
    "bool": exactly(bool),
    "list[int]": lambda v: [whole(k) for k in exactly(list)(v)],
    "list[str]": lambda v: [text(t) for t in exactly(list)(v)],
    "list[Saved]": lambda v: [built(Saved, s) for s in exactly(list)(v)],
    "tuple[int, ...]": lambda v: tuple(whole(k) for k in list(v)),
    "dict[int, str]": lambda v: {int(k): text(t) for k, t in exactly(dict)(v).items()},  # JSON's keys are texts
}
