"""Computation graphs, drawn: `draw(x)` shows the graph that made x, `graph(x)` gives it as data.

`draw_memory(x, x.T)` shows what tensors read of their storage, `draw_broadcast(a, b)` how their shapes meet, and
`draw_jacobian(f, x)` which output depends on which input, and how much.

Everything here needs numpy only until a picture is wanted; then pygraphviz lays it out, graphviz gives `.dot`, and
matplotlib the plots. `docs/drawing.md` shows what the pictures mean, and what another engine must have to be drawn.
"""

from .draw_broadcast import draw_broadcast
from .draw_jacobian import draw_jacobian
from .draw_memory import draw_memory
from .model import Graph
from .plots import plot_descent, plot_gradcheck, plot_jacobian
from .read import NotAGraph
from .show import RECORDED, Drawing, draw, graph, rendered

__all__ = [
    "RECORDED",
    "Drawing",
    "Graph",
    "NotAGraph",
    "draw",
    "draw_broadcast",
    "draw_jacobian",
    "draw_memory",
    "graph",
    "plot_descent",
    "plot_gradcheck",
    "plot_jacobian",
    "rendered",
]
