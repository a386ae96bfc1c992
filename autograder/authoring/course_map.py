"""course/README.md: the map of the course, made from what each notebook says of itself.

A notebook's title, its minutes ("takes about 15 minutes"), what it needs (its paragraph that begins with "You need"),
and the points of its exercises stand in the notebook; here they are only put side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from autograder.source.cells import Source

FILE = "README.md"

_TITLE = re.compile(r"^# (.+)$", re.M)
_NEEDS = re.compile(r"^You need (.+?)(?:\.\s|\.?\Z|\n\n)", re.M | re.S)
_MINUTES = re.compile(r"\btakes? about (\d+)\s+minutes")

TOP = """# The course

Notebooks, in order. In each you predict, run, look, and write code where a cell says so; the check below your answer
says what holds and what does not.

| notebook | minutes | points | you need |
|---|---|---|---|
"""

BOTTOM = """
The minutes are estimates. A notebook of more than an hour has a marked stopping place.

## Check and hand in

Save the notebook; then, in a terminal, with its name:

    autograder check 05_custom_functions     which visible checks hold, from a fresh start
    autograder handin 05_custom_functions    writes one checked file to hand in

Points are given when it is graded: hidden tests then try other inputs of the same kind. Changes to test cells do not
count.
"""


def course_map(sources: Iterable[Source]) -> str:
    """The map as Markdown, one row a notebook."""
    return TOP + "".join(_row(source) for source in sources) + BOTTOM


def _row(source: Source) -> str:
    text = "\n\n".join(cell.source for cell in source.by_role("text"))
    title = _TITLE.search(text)
    needs = _NEEDS.search(text)
    minutes = _MINUTES.search(text)
    points = sum(cell.points or 0 for cell in source.cells)
    cells = (
        f"[{title[1] if title else source.name}]({source.name}/{source.name}.ipynb)",
        minutes[1] if minutes else "-",
        f"{points:g}" if points else "not graded",
        " ".join(needs[1].split()) if needs else "nothing",
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"
