"""How long a drawing takes: against the layout alone, which is Graphviz's own work, and on the clock."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator

import minigrad as mg
from minigrad.drawing import Graph, draw, layout
from minigrad.drawing.svg import box_size, lines_of
from tests.benchmarks.row import Row, paired_ratio

SHARED = bool(os.environ.get("CI"))  # a shared machine says nothing about milliseconds


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
    large, small = tangled(350), tangled(11)
    drawing = draw(large, fold=None)
    source = layout_source(drawing.graph)

    def whole() -> dict:
        return draw(large, fold=None)._repr_mimebundle_()

    ratio = paired_ratio(whole, lambda: pygraphviz.AGraph(string=source).layout("dot"))
    yield Row("drawing: 350 nodes / pygraphviz layout alone", ratio, 2.5, note=f"({len(drawing.graph.nodes)} nodes)")
    yield Row("drawing: 350 nodes", milliseconds(whole), None if SHARED else 150, "ms")
    yield Row("drawing: 10 nodes", milliseconds(lambda: draw(small)._repr_mimebundle_()), None if SHARED else 15, "ms")
    yield Row("drawing: 350 nodes, folded", milliseconds(lambda: draw(large)._repr_mimebundle_()), None, "ms")


def milliseconds(run: Callable[[], object]) -> float:
    """Of this process's own time, which is the clock's on a machine that does nothing else; the quickest run."""

    def once() -> float:
        start = time.process_time()
        run()
        return time.process_time() - start

    once()
    return 1000 * min(once() for _ in range(15))


def layout_source(graph: Graph) -> str:
    """The DOT text that the layout of this graph gets."""
    sizes = [box_size(lines_of(graph, k, 0)) for k in range(len(graph.nodes))]
    return layout.source(sizes, [(e.source, e.target) for e in graph.edges], True)
