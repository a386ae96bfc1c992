"""The pictures of a report, as SVG that stands in the page: its colours are the page's, light or dark.

Only exercises' numbers and figures stand in them, no text of a learner's. The same class gives the same picture, letter
by letter. Every picture says in words what it shows, for those who cannot see it.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from autograder.report.exercises import FATES, Exercise

WIDE = 7.0  # inches of 96 pixels: as wide as a page is on a small screen, so that letters stay as large as the text's
BINS = 20
# Colours that no picture has, each of which becomes the page's colour of that name.
_NAMES = ("ink", "faint", "bar", *(f"fate-{fate}" for fate in FATES))
COLOURS = {name: f"#0101{number:02x}" for number, name in enumerate(_NAMES, 1)}
_FIXED: Any = {
    "font.size": 10.0,
    "font.family": "sans-serif",
    "svg.fonttype": "none",
    "svg.hashsalt": "autograder report",
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), COLOURS["ink"]),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), COLOURS["faint"]),
}


def points(name: str, scores: Sequence[float], most: float) -> str:
    """How many learners have so many points; a bar for each whole point, or for several where there are many."""
    step = max(1, round(most / BINS))
    edges = [step * k for k in range(int(most // step) + 2)]
    counts = [sum(low <= min(score, most) < low + step for score in scores) for low in edges[:-1]]
    told = f"Distribution of points: of {len(scores)} learners the most have {_range(edges, counts, step)}."

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.bar(edges[:-1], counts, width=0.9 * step, align="edge", color=COLOURS["bar"])
        axes.set(xlabel=f"points of {most:g}", ylabel="learners", xlim=(0, edges[-1]))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))

    return _svg(f"{name}-points", 2.6, told, draw)


def fates(name: str, exercises: Sequence[Exercise]) -> str:
    """What became of the answers to each exercise, as shares of the learners."""
    there = [fate for fate in FATES if any(each.counts.get(fate) for each in exercises)]
    told = "What became of the answers to each exercise; the table below has the numbers."

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        left = [0.0] * len(exercises)
        for fate in there:
            widths = [100 * each.counts.get(fate, 0) / max(1, each.n) for each in exercises]
            axes.barh(_labels(exercises), widths, left=left, height=0.72, color=COLOURS[f"fate-{fate}"], label=fate)
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set(xlim=(0, 100), xlabel="% of learners")
        axes.invert_yaxis()
        axes.tick_params(axis="y", length=0)
        figure.legend(loc="outside upper left", ncols=len(there), frameon=False, handlelength=1, columnspacing=1.2)

    return _svg(f"{name}-fates", 1.1 + 0.26 * len(exercises), told, draw)


def items(name: str, exercises: Sequence[Exercise]) -> str:
    """Difficulty and, where there is any, discrimination, with the intervals."""
    tried = [each for each in exercises if each.right]
    both = any(each.goes_with for each in tried)
    told = "Share of learners with all points and discrimination of each exercise, with intervals; see the table below."

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, 1 + both, sharey=True, squeeze=False)[0]
        shown = [("% with all points", 100, [each.right for each in tried])]
        shown += [("discrimination", 1, [each.goes_with for each in tried])] * both
        for axes, (label, scale, estimates) in zip(panels, shown, strict=True):
            for row, one in enumerate(estimates):
                if one:
                    ends = [scale * one.low, scale * one.high]
                    axes.plot(ends, [row, row], color=COLOURS["bar"], linewidth=2)
                    axes.plot([scale * one.value], [row], "o", color=COLOURS["bar"], markersize=5, clip_on=False)
            axes.set(xlabel=label, xlim=(0, 100) if scale == 100 else (-1, 1))
            axes.set_xticks((0, 25, 50, 75, 100) if scale == 100 else (-0.5, 0, 0.5))
            axes.grid(axis="x", linewidth=0.6)
            axes.tick_params(axis="y", length=0)
        if both:
            panels[1].axvline(0, color=COLOURS["faint"], linewidth=1.2)
        panels[0].set_yticks(range(len(tried)), _labels(tried))
        panels[0].set_ylim(len(tried) - 0.5, -0.5)

    return _svg(f"{name}-items", 0.8 + 0.26 * len(tried), told, draw)


def course(notebooks: Sequence[str], middles: Sequence[tuple[float, float, float] | None]) -> str:
    """The lower quartile, the median and the upper one of the shares of points, notebook after notebook."""
    told = "Median and quartiles of the share of points in each notebook."

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for column, three in enumerate(middles):
            if three:
                low, middle, high = (100 * each for each in three)
                axes.bar([column], [high - low], bottom=low, width=0.5, color=COLOURS["faint"])
                axes.plot([column - 0.25, column + 0.25], [middle, middle], color=COLOURS["ink"], linewidth=2)
        axes.set_xticks(range(len(notebooks)), [name.partition("_")[0] for name in notebooks])
        axes.set(ylim=(0, 103), xlim=(-0.6, len(notebooks) - 0.4), xlabel="notebook", ylabel="% of the points")

    return _svg("course", 2.6, told, draw)


def _labels(exercises: Sequence[Exercise]) -> list[str]:
    return [each.label for each in exercises]


def _range(edges: Sequence[float], counts: Sequence[int], step: int) -> str:
    low = edges[counts.index(max(counts))]
    return f"{low:g}" if step == 1 else f"{low:g} to {low + step - 1:g}"


def _svg(name: str, height: float, told: str, draw: Callable[[Figure], None]) -> str:
    """The picture as an element of an HTML page: nothing in it refers to anything outside itself."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the reader's own settings are
        matplotlib.rcParams.update(_FIXED)
        figure = Figure(figsize=(WIDE, height), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        file = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    return _inlined(file.getvalue(), re.sub(r"\W", "-", name), told)


def _inlined(text: str, name: str, told: str) -> str:
    """Without what only a file needs; names made the picture's own, since all pictures of a page share them."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<(style|metadata)\b.*?</\1>", "", text, flags=re.S)
    text = (
        re.sub(r' (xmlns(:xlink)?|width|height|version)="[^"]*"', "", text.partition(">")[0]) + text[text.index(">") :]
    )
    text = text.replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"font-family: [^;\"]*;?", "", text)
    for colour, value in COLOURS.items():
        text = text.replace(value, f"var(--{colour})")
    said = f'role="img" aria-label="{html.escape(told)}"'
    return text.replace("<svg", f"<svg {said}", 1)
