"""The picture: boxes and curves from the model and the layout, in one SVG that stands alone."""

from __future__ import annotations

import html
import textwrap
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .layout import place
from .listing import sentences
from .model import CONSTANT, LEAF, Graph, Node
from .palette import DARK, LIGHT, variables

WIDEST = 44  # characters in a box; the rest is in the label for screen readers and in the listing
ADVANCE = {"title": 7.9, "": 7.3, "small": 6.7}  # pixels a character of each class takes, for the widest usual font
LINE, PAD, GAP, MARGIN = 16, 11, 7, 14  # GAP: between what a node is and what it has saved
PAGE = 560  # pixels: what is left of a small window, or of half a large one
LEGEND = "Square: leaf. Round: operation and its result. Arrows: the way of the values; gradients go the other way."


@dataclass(frozen=True)
class Line:
    """One line of text in a box."""

    text: str
    kind: str = "dim"  # classes of the stylesheet
    room: int = 0  # characters to reserve: the stepper writes here

    @property
    def width(self) -> float:
        size = next((k for k in ("title", "small") if k in self.kind), "")
        return ADVANCE[size] * max(columns(self.text), min(self.room, WIDEST))


def columns(text: str) -> int:
    """How many columns a text takes in a monospaced font; East Asian letters take two."""
    return len(text) if text.isascii() else sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def clipped(text: str) -> str:
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def lines_of(graph: Graph, k: int, room: int) -> list[Line]:
    """What the box of a node says, pins last."""
    node = graph.nodes[k]
    lines = [Line(clipped(node.title), "title")]
    value = node.value or node.size
    if value and value != node.title:
        lines.append(Line(clipped(value)))
    lines += [Line(clipped(node.detail), "dim small")] if node.detail else []
    if node.kind == LEAF:
        lines.append(Line("requires_grad", "dim small"))
    if node.base is not None:
        base = graph.nodes[node.base]
        lines.append(Line(clipped(f"view of {base.name or base.operation or base.kind}{node.counted}"), "view small"))
    lines += [Line(clipped(f"in place: {w}"), "view small") for w in node.writes]
    if room:
        lines.append(Line(clipped(flow(node)), "flow", room))
    if node.grad is not None:
        lines.append(Line(clipped(f".grad {node.grad}"), "grad"))
    for s in node.saved:
        lines.append(Line(clipped(s.text), "pin bad small" if s.stale else "pin dim small"))
    return lines + ([Line("saved values let go", "pin dim small")] if node.freed else [])


def flow(node: Node) -> str:
    """What the recorded pass brought to a node, for the still picture."""
    turn = f"turn {node.turn}: " if node.turn else ""
    return f"{turn}gradient {node.gradient}" if node.gradient else ""


def rooms(graph: Graph) -> dict[int, int]:
    """How many characters the stepper will want in each box."""
    out = {k: len(flow(n)) for k, n in enumerate(graph.nodes) if n.gradient}
    for step in graph.steps:
        for k, text in step.gradients.items():
            out[k] = max(out.get(k, 0), len(text) + 9)
    return out if graph.steps else {}


def box_size(lines: list[Line]) -> tuple[float, float]:
    """Width and height of a box; a pin stands in its own strip, indented by its mark."""
    wide = max(line.width + (16 if "pin" in line.kind else 0) for line in lines)
    return round(max(wide + 2 * PAD, 56)), LINE * len(lines) + PAD + GAP * ("pin" in lines[-1].kind)


def goes_down(graph: Graph, sizes: list[tuple[float, float]]) -> bool:
    """Whether to draw from top to bottom: what would be wider than a page is read better downwards."""
    reach = [w for w, _ in sizes]
    for e in graph.edges:  # edges stand in the order of their targets, so that every source is settled
        reach[e.target] = max(reach[e.target], reach[e.source] + 36 + sizes[e.target][0])
    return max(reach, default=0) > PAGE


def picture(graph: Graph, uid: str, down: bool | None = None, marked: bool = False) -> str:
    """The SVG, with every id starting with `uid`.

    marked: show in colour what the stepper shows, whose turn it is at the step where the graph opens, and who waits
    """
    room = rooms(graph)  # also for what later steps write
    graph = graph.at_opening()
    marks, active = marks_of(graph) if marked else ({}, None)
    texts = [lines_of(graph, k, room.get(k, 0)) for k in range(len(graph.nodes))]
    sizes = [box_size(lines) for lines in texts]
    same = [(n.base, k) for k, n in enumerate(graph.nodes) if n.base is not None]
    edges = [(e.source, e.target) for e in graph.edges] + same
    down = goes_down(graph, sizes) if down is None else down
    laid = place(sizes, edges, down)
    foot = footer(graph, min(max(laid.width, 460), PAGE))
    head = f"{graph.title}: {graph.summary()}"
    width = max(laid.width, 8.0 * columns(head), *(6.8 * columns(text) for text, _ in foot)) + 2 * MARGIN
    height = laid.height + 3 * MARGIN + 18 + 15 * len(foot)
    dx, dy = (width - laid.width) / 2, MARGIN + 18 + MARGIN / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{uid}-g" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="group" aria-labelledby="{uid}-t {uid}-d">',
        f'<title id="{uid}-t">{html.escape(graph.title)}</title>'
        f'<desc id="{uid}-d">{html.escape(graph.summary())}</desc>',
        f"<style>{stylesheet(uid)}</style>",
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}" fill="{LIGHT["paper"]}"/>',
        text_at(MARGIN, MARGIN + 9, head, "title"),
        f'<g transform="translate({dx:.1f} {dy:.1f})">',
    ]
    several = {e.source for e in graph.edges if e.output}
    out += [
        edge_drawn(points, str(e.output) if e.source in several else "", down, k == active)
        for k, (e, points) in enumerate(zip(graph.edges, laid.curves, strict=False))  # those of views come after
    ]
    out += [f'<path class="same" d="{spline(points)}"/>' for points in laid.curves[len(graph.edges) :]]
    roots, labels = set(graph.roots), sentences(graph)
    out += [
        node_drawn(n, k in roots, labels[k], texts[k], sizes[k], laid.centres[k], marks.get(k, ""))
        for k, n in enumerate(graph.nodes)
    ]
    out.append("</g>")
    top = dy + laid.height + MARGIN + 9
    out += [text_at(MARGIN, top + 15 * i, text, kind) for i, (text, kind) in enumerate(foot)]
    return "".join(out) + "</svg>"


def marks_of(graph: Graph) -> tuple[dict[int, str], int | None]:
    """The classes of nodes after the last step of a pass, and the edge on which a gradient travels then."""
    if not graph.steps:
        return {}, None
    last, done = graph.steps[-1], {step.done for step in graph.steps}
    marks = {k: "done" for k in done if k is not None}
    for k in (*last.queue, *([] if last.node is None else [last.node])):
        marks[k] = "done " * (k in done) + ("active" if k == last.node else "waiting")
    return marks, last.edge


@cache
def package_text(name: str) -> str:
    """A file that lies beside this module, without its comments."""
    text = (files(__package__) / name).read_text("utf8")
    return "\n".join(
        line
        for line in text[text.find("*/") + 2 if text.startswith("/*") else 0 :].splitlines()
        if not line.lstrip().startswith("//")
    )


def stylesheet(uid: str) -> str:
    """The rules of one picture, scoped to its id."""
    return (
        package_text("style.css")
        .replace("LIGHT", variables(LIGHT))
        .replace("DARK", variables(DARK))
        .replace("ID", uid)
        .replace("\n", "")
    )


def footer(graph: Graph, width: float) -> list[tuple[str, str]]:
    """What must be said in words below, as lines with their classes: stale values, notes, how to read it."""
    says = [
        f"STALE: {s.what} was written after {n.title} had saved it"
        + (f" ({s.changed})" if s.changed else "")
        + "; backward() will refuse."
        for n in graph.nodes
        for s in n.saved
        if s.stale
    ]
    kinds = {n.kind for n in graph.nodes}
    legend = LEGEND + (" Dashed: constant." if CONSTANT in kinds else "")
    if any(n.base is not None for n in graph.nodes):
        legend += " Dotted line: same memory."
    if any(e.output for e in graph.edges):
        legend += " Number at an arrow: which output."
    if any(n.turn for n in graph.nodes):
        legend += " Turns are numbered as backward took them."
    wrap = max(int(width / 6.8), 50)
    texts = [(text, "bad small") for text in dict.fromkeys(says)] + [(t, "dim small") for t in (*graph.notes, legend)]
    return [(line, kind) for text, kind in texts for line in textwrap.wrap(text, wrap)]


def text_at(x: float, y: float, text: str, kind: str, anchor: str = "") -> str:
    anchor = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{anchor}>{html.escape(text)}</text>'


def spline(points: list[tuple[float, float]]) -> str:
    """Graphviz's B-spline control points as an SVG path."""
    flat = [f"{x:.1f} {y:.1f}" for x, y in points]
    return f"M{flat[0]}C{' '.join(flat[1:])}"


def arrow(tip: tuple[float, float], behind: tuple[float, float]) -> str:
    """A triangle at `tip`, pointing away from `behind`."""
    (x, y), (bx, by) = tip, behind
    length = ((x - bx) ** 2 + (y - by) ** 2) ** 0.5 or 1.0
    ux, uy = (x - bx) / length * 8, (y - by) / length * 8
    return (
        f"M{x:.1f} {y:.1f}L{x - ux - uy * 0.45:.1f} {y - uy + ux * 0.45:.1f} "
        f"{x - ux + uy * 0.45:.1f} {y - uy - ux * 0.45:.1f}z"
    )


def edge_drawn(points: list[tuple[float, float]], output: str, down: bool, active: bool = False) -> str:
    """One edge: the curve, its tip, and the tip at the other end that a travelling gradient gets."""
    x, y = points[0]
    label = text_at(x + 3, y + 12, output, "dim small") if down else text_at(x + 4, y - 3, output, "dim small")
    label = label if output else ""
    return (
        f'<g class="edge{" active" * active}"><path class="curve" d="{spline(points)}"/>'
        f'<path class="tip" d="{arrow(points[-1], points[-2])}"/>'
        f'<path class="back" d="{arrow(points[0], points[1])}"/>{label}</g>'
    )


def node_drawn(
    node: Node,
    root: bool,
    label: str,
    lines: list[Line],
    size: tuple[float, float],
    centre: tuple[float, float],
    mark: str = "",
) -> str:
    """One box with its lines and its label for screen readers."""
    w, h = size
    x, y = centre[0] - w / 2, centre[1] - h / 2
    classes = f"node {node.kind}" + " root" * root + " stale" * node.stale + f" {mark}" * bool(mark)
    label = html.escape(label)
    out = [
        f'<g class="{classes}" tabindex="0" role="img" aria-label="{label}"><title>{label}</title>'
        f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{radius(node)}"/>'
    ]
    for i, line in enumerate(lines):
        base = y + PAD / 2 + LINE * i + 12 + GAP * ("pin" in line.kind)
        if "pin" not in line.kind:
            out.append(text_at(centre[0], base, line.text, line.kind, "middle"))
            continue
        if "bad" in line.kind:
            out.append(
                f'<rect class="badfill" x="{x + 4:.1f}" y="{base - 12:.1f}" width="{w - 8:.1f}" '
                f'height="{LINE - 1}" rx="3"/>'
            )
        if "pin" not in lines[i - 1].kind:
            out.append(f'<path class="rule" d="M{x:.1f} {base - 15:.1f}h{w:.1f}"/>')
        out.append(f'<circle class="pin" cx="{x + PAD + 2:.1f}" cy="{base - 4:.1f}" r="2.6"/>')
        out.append(text_at(x + PAD + 11, base, line.text, line.kind.replace("pin ", "")))
    return "".join(out) + "</g>"


def radius(node: Node) -> int:
    """Operations are round; leaves and constants are not."""
    return 3 if node.kind in (LEAF, CONSTANT) else 13
