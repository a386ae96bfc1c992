"""Pictures that are not graphs: titled parts below one another, each of cells, words and hops, in one SVG."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import files
from .bundle import new_id, page_of
from .palette import LIGHT
from .svg import ADVANCE, MARGIN, PAGE, arrow, columns, stylesheet, text_at

ROW = 22  # pixels: the height of a cell
HINT = "Click a part, or reach it with Tab and the arrow keys, and read about it here."


@dataclass
class Part:
    """A frame with a title; what is in it is drawn by pieces at places within the frame."""

    title: str
    sentence: str  # what a screen reader says
    pieces: list[str] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0

    def cell(self, x: float, y: float, text: str, kind: str, wide: float) -> None:
        """A box with a text in its middle; kind is a class of the stylesheet: '', 'number', 'empty', 'again'."""
        box = f'<rect class="cell {kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{ROW}" rx="2"/>'
        self.pieces.append(box + (text_at(x + wide / 2, y + 15, text, "", "middle") if text else ""))
        self.reach(x + wide, y + ROW)

    def words(self, x: float, y: float, text: str, kind: str = "dim small", anchor: str = "") -> None:
        """A line of text whose letters stand on `y`."""
        self.pieces.append(text_at(x, y, text, kind, anchor))
        self.reach(x + (0 if anchor else wide_as(text, kind)), y + 4)

    def hop(self, start: float, end: float, y: float) -> None:
        """A way from one column to another, below the cells that end at `y`."""
        if start == end:  # goes nowhere: a loop
            path, tip, behind = f"M{start - 5:.1f} {y + 3}v12h10v-9", (start + 5, y + 3), (start + 5, y + 11)
        else:
            path, tip, behind = f"M{start:.1f} {y + 3}v12H{end:.1f}v-9", (end, y + 3), (end, y + 11)
        self.pieces.append(f'<path class="hop" d="{path}"/><path class="hoptip" d="{arrow(tip, behind)}"/>')
        self.reach(max(start, end) + 6, y + 18)

    def reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)


def wide_as(text: str, kind: str = "") -> float:
    """The pixels that a text takes."""
    size = next((k for k in ("title", "small") if k in kind), "")
    return ADVANCE[size] * columns(text)


def cell_width(texts: list[str]) -> float:
    """What the widest of these texts wants of a cell."""
    return max(34.0, 8 + max(map(wide_as, texts), default=0.0))


class Panel:
    """A picture of parts. In a notebook it shows itself; `print` gives its words; `.svg()` is the picture as text."""

    def __init__(self, title: str, parts: list[Part], foot: str, words: str) -> None:
        self.title, self.parts, self.foot, self.text = title, parts, foot, words

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def svg(self, uid: str | None = None) -> str:
        """The picture as SVG text. Its ids start with `uid`, by default one of its own for every call."""
        uid = uid or new_id()
        wide = max([wide_as(self.title, "title"), *(part.width for part in self.parts)])
        foot = textwrap.wrap(self.foot, int(max(wide, PAGE / 2) / ADVANCE["small"]))
        wide = max([wide, *(wide_as(line, "small") for line in foot)]) + 2 * MARGIN
        out, y = [], 2.0 * MARGIN + 10
        for part in self.parts:
            out.append(framed(part, MARGIN / 2, y, wide - MARGIN))
            y += part.height + MARGIN
        out += [text_at(MARGIN, y + 8 + 15 * k, line, "dim small") for k, line in enumerate(foot)]
        high = y + 15 * len(foot) + MARGIN / 2
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{uid}-g" width="{wide:.0f}" height="{high:.0f}" '
            f'viewBox="0 0 {wide:.0f} {high:.0f}" role="group" aria-labelledby="{uid}-t {uid}-d">'
            f'<title id="{uid}-t">{html.escape(self.title)}</title><desc id="{uid}-d">{html.escape(self.foot)}</desc>'
            f"<style>{stylesheet(uid)}</style>"
            f'<rect class="paper" width="{wide:.0f}" height="{high:.0f}" fill="{LIGHT["paper"]}"/>'
        )
        return head + text_at(MARGIN, MARGIN + 9, self.title, "title") + "".join(out) + "</svg>"

    def save(self, path: Any, *, dark: bool = False, scale: float = 2.0) -> Path:
        """Write the picture to a file, in the form that its name ends in, .html, .svg or .png; returns the path.

        As `Drawing.save`.
        """
        makers = {
            ".html": lambda: files.page(self.live("mg"), self.title),
            ".svg": lambda: self.svg("mg").encode(),
            ".png": lambda: files.pixels(self.svg("mg"), dark, scale),
        }
        return files.save(path, makers)

    def live(self, uid: str) -> str:
        """The picture and the script that lets it be walked through."""
        data = {"root": 0, "nodes": [part.sentence for part in self.parts], "edges": [], "steps": [], "hint": HINT}
        return page_of(self.svg(uid), uid, self.text, data)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        uid = new_id()
        return {"text/html": self.live(uid), "image/svg+xml": self.svg(uid), "text/plain": self.text}


def framed(part: Part, x: float, y: float, wide: float) -> str:
    """A part at its place in the picture, with its sentence for screen readers."""
    label = html.escape(part.sentence)
    return (
        f'<g class="node part" tabindex="0" role="img" aria-label="{label}"><title>{label}</title>'
        f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{part.height + MARGIN / 2:.1f}" rx="3"/>'
        f'<g transform="translate({x + MARGIN / 2:.1f} {y:.1f})">{"".join(part.pieces)}</g></g>'
    )
