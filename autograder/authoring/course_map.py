"""course/README.md: the map of the course, made from what each notebook says of itself.

A notebook's title, its time ("takes about two hours", which `minutes` checks), what it needs (its paragraph that begins
with "You need"), and the points of its exercises stand in the notebook; here they are only put side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from autograder.authoring import minutes
from autograder.source.cells import Source

FILE = "README.md"

_TITLE = re.compile(r"^# (.+)$", re.M)
_NEEDS = re.compile(r"^You need (.+?)(?:\.\s|\.?\Z|\n\n)", re.M | re.S)

TOP = """# The course

Notebooks, in order. In each you predict, run, look, and write code where a cell says so; the check below your answer
says what holds and what does not.

| notebook | time | points | you need |
|---|---|---|---|
"""

BOTTOM = """
The times are estimates, with reading, running and exercises in them, and further practice (marked +) too. A notebook of
more than an hour has a marked place to stop, and one of more than two hours has two.

## Check and hand in

Save the notebook; then, in a terminal, with its name:

    autograder check {example:<24}which visible checks hold, from a fresh start
    autograder handin {example:<23}writes one checked file to hand in

Points are given when it is graded: hidden tests then try other inputs of the same kind. Changes to test cells do not
count.

## Your engine

Some answers are parts of one engine, which grows from notebook to notebook. With your notebooks saved, type

    autograder gather                        writes my_tape.py: your engine in one file, which needs numpy only
    autograder gather --into 10              puts it into a cell of notebook 10, where you change and run it
    autograder gather --package NAME         writes it as a package to install, with tests and a drawing

It is yours to read, to import and to keep.
"""


def course_map(sources: Iterable[Source]) -> str:
    """The map as Markdown, one row a notebook."""
    sources = list(sources)
    example = sources[min(1, len(sources) - 1)].name  # the first with points
    return TOP + "".join(_row(source) for source in sources) + BOTTOM.format(example=example)


def _row(source: Source) -> str:
    text = "\n\n".join(cell.source for cell in source.by_role("text"))
    title = _TITLE.search(text)
    needs = _NEEDS.search(text)
    points = sum(cell.points or 0 for cell in source.cells)
    cells = (
        f"[{title[1] if title else source.name}]({source.name}/{source.name}.ipynb)",
        minutes.in_figures(minutes.shown(source)),
        f"{points:g}" if points else "not graded",
        " ".join(needs[1].split()) if needs else "nothing",
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"
