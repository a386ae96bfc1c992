"""How long a drawing takes: against the layout alone, which is Graphviz's own work, and on the clock."""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Iterator

import minigrad as mg
from minigrad.drawing import draw
from minigrad.drawing.svg import box_size, lines_of
from tests.benchmarks.row import Row, paired_ratio, seconds

PATIENT = None if os.environ.get("CI") else 1.0  # a shared machine says nothing about milliseconds


def tangled(nodes: int, seed: int = 3) -> mg.Tensor:
    """A graph of about `nodes` nodes in which nothing repeats, so that nothing could be folded."""
    pick = random.Random(seed)
    values = [mg.tensor(0.5 + k / 99, requires_grad=True) for k in range(max(2, nodes // 12))]
    loose = list(values)
    while len(values) + len(loose) < nodes:  # near ones are used, as in programs: few values live long
        a, b = loose.pop(pick.randrange(max(0, len(loose) - 6), len(loose))), pick.choice(values[-8:])
        values.append(pick.choice([a * b, a + b, mg.tanh(a), mg.sin(a)]))
        loose.append(values[-1])
    total = loose.pop()
    while loose:
        total = total + loose.pop()
    return total


def measure() -> Iterator[Row]:
    try:
        import pygraphviz
    except ImportError:
        yield Row("drawing: 350 nodes / pygraphviz layout alone", None, 2.5, note="pygraphviz is not here")
        return
    large, small = tangled(350), tangled(10)
    drawing = draw(large, fold=None)
    source = layout_source(drawing.graph)
    whole = lambda: draw(large, fold=None)._repr_mimebundle_()  # noqa: E731  named for the row below
    ratio = paired_ratio(whole, lambda: pygraphviz.AGraph(string=source).layout("dot"))
    yield Row("drawing: 350 nodes / pygraphviz layout alone", ratio, 2.5, note=f"({len(drawing.graph.nodes)} nodes)")
    yield Row("drawing: 350 nodes", milliseconds(whole), PATIENT and 150, "ms")
    yield Row("drawing: 10 nodes", milliseconds(lambda: draw(small)._repr_mimebundle_()), PATIENT and 15, "ms")
    yield Row("drawing: 350 nodes, folded", milliseconds(lambda: draw(large)._repr_mimebundle_()), None, "ms")


def milliseconds(run) -> float:
    run()
    return 1000 * statistics.median(seconds(run) for _ in range(9))


def layout_source(graph) -> str:
    """The DOT text that the layout of this graph gets."""
    from minigrad.drawing import layout

    sizes = [box_size(lines_of(graph, k, 0)) for k in range(len(graph.nodes))]
    return layout.source(sizes, [(e.source, e.target) for e in graph.edges], True)
