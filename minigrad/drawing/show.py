"""`draw` and `graph`: what everybody uses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import files
from . import names as naming
from .bundle import new_id, page_of
from .dot import digraph
from .fold import folded
from .layout import NoLayout
from .listing import called, listing, sentences
from .model import Graph
from .read import Reading
from .record import record
from .svg import flow, picture
from .transport import packed, unpacked

if TYPE_CHECKING:
    import graphviz

RECORDED = "application/vnd.minigrad.graph+json"


class Drawing:
    """A drawn graph. In a notebook it shows itself; `print` gives the listing; `.dot` and `.svg()` the other forms."""

    record_only = False  # where drawings are made by one process and rendered later by another

    def __init__(self, graph: Graph, whole: Graph | None = None, down: bool | None = None) -> None:
        self.graph = graph
        self.whole = whole or graph
        self.down = down

    def __str__(self) -> str:
        return listing(self.graph)

    __repr__ = __str__

    @property
    def dot(self) -> graphviz.Digraph:
        """The graph as a `graphviz.Digraph`: `print(draw(y).dot)` shows its source."""
        return digraph(self.graph, bool(self.down))

    def svg(self, uid: str | None = None) -> str:
        """The picture as SVG text. Its ids start with `uid`, by default one of its own for every call.

        >>> import minigrad as mg
        >>> from minigrad.drawing import draw
        >>> x = mg.tensor(3.0, requires_grad=True)
        >>> draw(x * x).svg()[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        return picture(self.graph, uid or new_id(), self.down)

    def save(self, path: Any, *, dark: bool = False, scale: float = 2.0, seconds: float = files.SECONDS) -> Path:
        """Write the drawing to a file, in the form that its name ends in; returns the path.

        .html   one page with the stepper, which asks no network for anything
        .svg    the picture; it follows the theme of the page that shows it
        .png    the picture as pixels, `scale` of them for each one of the SVG
        .gif    a recorded backward pass, `draw(..., backward=True)`, each step `seconds` long

        dark: in the dark theme, for .png and .gif. ValueError for another ending, or a picture that would be too large;
        ImportError with what to install where a layout or pixels cannot be made.

        >>> import minigrad as mg, tempfile, pathlib
        >>> from minigrad.drawing import draw
        >>> x = mg.tensor(3.0, requires_grad=True)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     draw(x * x, backward=True).save(pathlib.Path(folder, "square.html")).name
        'square.html'
        """
        makers = {
            ".html": lambda: files.page(live(self.graph, picture(self.graph, "mg", self.down), "mg"), self.graph.title),
            ".svg": lambda: self.svg("mg").encode(),
            ".png": lambda: files.pixels(self.svg("mg"), dark, scale),
            ".gif": lambda: files.film(files.frames(self.graph, self.down), dark, scale, seconds),
        }
        return files.save(path, makers)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        if self.record_only:
            return {RECORDED: packed(self.graph), "text/plain": str(self)}
        uid = new_id()
        try:
            svg = picture(self.graph, uid, self.down)
        except NoLayout as missing:
            return {"text/plain": f"{missing}\n\n{self}"}
        return {"text/html": live(self.graph, svg, uid), "image/svg+xml": svg, "text/plain": str(self)}


def rendered(recorded: dict[str, Any]) -> dict[str, Any]:
    """The mimebundle of a graph that another process recorded; it is checked first, and a ValueError refuses it."""
    return Drawing(folded(unpacked(recorded)))._repr_mimebundle_()


def live(graph: Graph, svg: str, uid: str) -> str:
    """The still as an image, which survives every sanitizer, and the script that puts the live view in its place."""
    data = {
        "root": graph.roots[-1] if graph.roots else 0,
        "nodes": sentences(graph),
        "names": [called(graph, k) for k in range(len(graph.nodes))],
        "edges": [(e.source, e.target) for e in graph.edges],
        "steps": [
            {"text": s.text, "node": s.node, "edge": s.edge, "gradients": s.gradients, "done": s.done, "queue": s.queue}
            for s in graph.steps
        ],
        "opens": graph.opens,
        "whole": [flow(n) for n in graph.nodes],
    }
    return page_of(svg, uid, listing(graph), data)


def draw(
    *tensors: Any,
    backward: bool = False,
    gradient: Any = None,
    step: int | None = None,
    saved: bool = True,
    names: dict[str, Any] | None = None,
    fold: int | None = 150,
    down: bool | None = None,
) -> Drawing:
    """The graph that made the given tensors, as a picture that can be walked.

    backward    run a backward pass, record it, and add a stepper. It is a real pass, hooks included; afterwards each
                `.grad` is what it was
    gradient    what this pass starts with, where the tensor is not a scalar
    step        where the stepper opens: 0 before the first step, with no gradient in sight, so that the picture does
                not answer what was asked above it; None at the whole pass, with all gradients in it
    saved       show what operations have saved and at which version, and who wrote in place; False leaves it out
    names       a dictionary of names to tensors; by default the caller's variables are looked through
    fold        repeated blocks are folded when there are more nodes than this; None: never
    down        draw from top to bottom (True) or from left to right (False); by default by length

    >>> import minigrad as mg
    >>> from minigrad.drawing import draw
    >>> x = mg.tensor(2.0, requires_grad=True)
    >>> y = x * 3
    >>> print(draw(y))
    The graph of y: 1 operation, 1 leaf, 1 constant
    %0  leaf x           2.0   requires_grad
    %1  constant         3
    %2  y = Mul(%0, %1)  6.0
    """
    if step is not None:
        check_step(step, backward)
    pairs = naming.given(names) if names is not None else naming.of_frame(sys._getframe(1))
    reading = Reading(roots_of(tensors), pairs)
    whole = reading.graph
    whole.mark_twins()
    found = [whole.nodes[k].name or called(whole, k) for k in whole.roots]
    whole.title = "The graph of " + ", ".join(found)
    if backward:
        if len(whole.roots) != 1:
            raise ValueError(f"backward=True records the pass from one tensor; {len(whole.roots)} were given")
        record(reading, roots_of(tensors)[0], gradient)
        if step is not None and whole.steps:
            whole.opens = min(step, len(whole.steps))
    if not saved:
        whole.without_saved()
    return Drawing(folded(whole, fold), whole, down)


def check_step(step: Any, backward: bool) -> None:
    """Refuse a step that cannot be meant."""
    if isinstance(step, bool) or not isinstance(step, int) or step < 0:
        raise ValueError(f"step is the number of the step at which the picture opens, 0, 1, 2 and so on, not {step!r}")
    if not backward:
        raise ValueError(f"step={step} is a step of the backward pass: write draw(..., backward=True, step={step})")


def graph(*tensors: Any, names: dict[str, Any] | None = None) -> dict[str, list]:
    """The graph as data that compares with `==`: what its nodes are, and the edges from input to user.

    Nodes come in the order in which a walk from the result meets them when it takes inputs before users and arguments
    in order; so two expressions of the same form give the same data, whatever made them and whenever. `x * x` has two
    edges. Leaves are told apart by `names`; the caller's variables play no part here.

    >>> import minigrad as mg
    >>> from minigrad.drawing import graph
    >>> a, b = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
    >>> graph(a * a + b, names={"a": a, "b": b})
    {'nodes': ['leaf a', 'Mul', 'leaf b', 'Add'], 'edges': [(0, 1), (0, 1), (1, 3), (2, 3)]}
    """
    return Reading(roots_of(tensors), naming.given(names or {})).graph.data()


def roots_of(tensors: tuple) -> tuple:
    """The tensors, given one by one or in a list."""
    if not tensors:
        raise TypeError("draw and graph take at least one tensor")
    return tuple(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
