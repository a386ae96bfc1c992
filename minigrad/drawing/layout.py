"""Where boxes and edges go: Graphviz's `dot`, run inside this process through the pygraphviz wheel."""

from __future__ import annotations

import threading
from dataclasses import dataclass

INCH = 72.0
ONE_AT_A_TIME = threading.Lock()  # the Graphviz library keeps global state
MISSING = (
    "Only the listing is shown, since no layout engine is here. For the picture, run:  pip install pygraphviz"
    "  and run the cell again."
)


class NoLayout(ImportError):
    """pygraphviz is not installed; the message is the sentence to show."""


@dataclass(frozen=True)
class Layout:
    """Sizes in pixels, y downwards: the whole, the centre of each box, the spline points of each edge."""

    width: float
    height: float
    centres: list[tuple[float, float]]
    curves: list[list[tuple[float, float]]]


def place(sizes: list[tuple[float, float]], edges: list[tuple[int, int]], down: bool = False) -> Layout:
    """Lay out boxes of the given sizes; several edges between the same two boxes get a curve each."""
    try:
        import pygraphviz
    except ImportError as error:
        raise NoLayout(MISSING) from error
    with ONE_AT_A_TIME:
        text = pygraphviz.AGraph(string=source(sizes, edges, down)).draw(format="plain", prog="dot").decode()
    return parse(text, len(sizes), edges)


def source(sizes: list[tuple[float, float]], edges: list[tuple[int, int]], down: bool) -> str:
    """The DOT text that Graphviz gets: boxes without labels, so that no font is looked for."""
    # Small: the first argument above the second, at the price of crossings. Large: good enough, sooner.
    order = "ordering=in," if len(sizes) <= 40 else "nslimit=1,mclimit=0.3," if len(sizes) > 100 else ""
    lines = [
        f"digraph{{graph[{order}rankdir={'TB' if down else 'LR'},nodesep=0.26,ranksep={0.4 if down else 0.5}]",
        'node[shape=box,fixedsize=true,label=""]edge[arrowsize=0.01]',
    ]
    lines += [f"{k}[width={w / INCH:.3f},height={h / INCH:.3f}]" for k, (w, h) in enumerate(sizes)]
    lines += [f"{a}->{b}" for a, b in edges]
    return "\n".join(lines) + "}"


def parse(plain: str, boxes: int, edges: list[tuple[int, int]]) -> Layout:
    """Graphviz's 'plain' output. It groups edges by their tail; parallel ones keep their order."""
    centres: list[tuple[float, float]] = [(0.0, 0.0)] * boxes
    waiting: dict[tuple[int, int], list[int]] = {}
    for k, pair in enumerate(edges):
        waiting.setdefault(pair, []).append(k)
    curves: list[list[tuple[float, float]]] = [[] for _ in edges]
    width = height = 0.0
    for line in plain.splitlines():
        kind, *rest = line.split()
        if kind == "graph":
            width, height = float(rest[1]) * INCH, float(rest[2]) * INCH
        elif kind == "node":
            centres[int(rest[0])] = (float(rest[1]) * INCH, height - float(rest[2]) * INCH)
        elif kind == "edge":
            count = int(rest[2])
            numbers = [float(v) * INCH for v in rest[3 : 3 + 2 * count]]
            points = [(numbers[i], height - numbers[i + 1]) for i in range(0, 2 * count, 2)]
            curves[waiting[int(rest[0]), int(rest[1])].pop(0)] = points
    return Layout(width, height, centres, curves)
