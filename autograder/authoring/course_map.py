"""course/README.md: the map of the course, made from what each notebook says of itself.

A notebook's title, its time ("takes about two hours", which `minutes` checks), what it needs (its paragraph that begins
with "You need"), and the points of its exercises stand in the notebook; here they are only put side by side. So are the
ways through the course: each goes through parts of notebooks, as far as a marked place to stop, its hours are those of
the parts, and what a notebook on it needs is on it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.authoring import minutes
from autograder.kit.tape.slots import slots
from autograder.source.cells import Cell, Source

FILE = "README.md"

_TITLE = re.compile(r"^# (.+)$", re.M)
_EXERCISE = re.compile(r"^## Exercise (\d+\.\d+)", re.M)
_NEEDS = re.compile(r"^You need (.+?)(?:\.\s|\.?\Z|\n\n)", re.M | re.S)

TOP = """# The course

Notebooks, in order. In each you predict, run, look, and write code where a cell says so; the check below your answer
says what holds and what does not.

| notebook | time | points | you need |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Way:
    """A way through the course.

    parts: of each notebook, by its number, how many parts are on the way; 0 for all. A part ends at a place to stop
    end: what runs at its end
    """

    parts: dict[str, int]
    end: str


STOP = "**A good place to stop.**"
SIX = Way(
    {"00": 0, "01": 2, "02": 1, "03": 2, "04": 1, "10": 1}, "a network that reads digits, trained on your own engine"
)
TWELVE = Way(
    {"00": 0, "01": 2, "02": 1, "03": 2, "04": 2, "05": 1, "07": 1, "08": 1, "09": 1, "10": 2},
    "the same, tests that catch bugs which nobody has shown you, and one larger thing of your choice",
)
ALL = Way(
    {f"{number:02}": 0 for number in range(11)},
    "your engine as a package of your own, held against recorded behaviours of PyTorch",
)

WAYS = """
## Three ways through

Each ends with something that runs. What you skip, the course fills in: a part of the engine that you have not written
is the course's, and says so.

"""

TIMES = """
The times are estimates, with reading, running and exercises in them, and further practice (marked +) too. A notebook of
more than an hour has a marked place to stop, and one of more than two hours has two.
"""

BOTTOM = """
## Check and hand in

Save the notebook; then, in a terminal, with its name:

    autograder check {example:<24}which visible checks hold, from a fresh start
    autograder handin {example:<23}writes one checked file to hand in

Points are given when it is graded: hidden tests then try other inputs of the same kind. Changes to test cells do not
count.

    autograder progress                      where you are: every exercise, the time left, what comes next

shows the same in a notebook: type `progress()` into a cell of your own, below the first one.
"""

ENGINE = """
## Your engine

Some answers are parts of one engine, which grows from notebook to notebook. With your notebooks saved, type

    autograder gather                        writes my_tape.py: your engine in one file, which needs numpy only
"""
CAPSTONE = "10"  # the notebook that measures the engine
WITH_CAPSTONE = """\
    autograder gather --into 10              puts it into a cell of notebook 10, where you change and run it
    autograder gather --package NAME         writes it as a package to install, with tests and a drawing
"""
YOURS = """
It is yours to read, to import and to keep.
"""


def course_map(sources: Iterable[Source]) -> str:
    """The map as Markdown, one row a notebook."""
    sources = list(sources)
    example = sources[min(1, len(sources) - 1)].name  # the first with points
    table = "".join(_row(source) for source in sources)
    return TOP + table + TIMES + ways(sources) + BOTTOM.format(example=example) + engine(sources)


def engine(sources: Sequence[Source]) -> str:
    """What can be done with the engine, where a notebook has a part of it."""
    there = {source.name[:2] for source in sources}
    if not any(slot.notebook in there for slot in slots()):
        return ""
    return ENGINE + (WITH_CAPSTONE if CAPSTONE in there else "") + YOURS


def ways(sources: Sequence[Source]) -> str:
    """The ways for which all notebooks are there, with their hours."""
    there = {source.name[:2]: source for source in sources}
    lines = [_way(way, there) for way in (SIX, TWELVE, ALL) if way.parts.keys() <= there.keys()]
    return WAYS + "".join(lines) if lines else ""


def hours(way: Way, there: dict[str, Source]) -> float:
    """How long it takes, by the same formula as a notebook."""
    return sum(minutes.minutes(_cells(there[number], parts)) for number, parts in way.parts.items()) / 60


def _way(way: Way, there: dict[str, Source]) -> str:
    if all(not parts for parts in way.parts.values()):
        steps = f"notebooks {min(way.parts)} to {max(way.parts)}, all of it"
    else:
        steps = "; ".join(_step(there[number], parts) for number, parts in way.parts.items())
    return f"- **About {round(hours(way, there))} hours**: {steps}. At the end: {way.end}.\n"


def _step(source: Source, parts: int) -> str:
    """A notebook, and as far as which exercise."""
    cells = _cells(source, parts)
    numbers = [each for cell in cells for each in _EXERCISE.findall(cell.source)]
    return source.name[:2] if len(cells) == len(source.cells) else f"{source.name[:2]} as far as exercise {numbers[-1]}"


def _cells(source: Source, parts: int) -> list[Cell]:
    """The cells before the place to stop that ends so many parts."""
    stops = [cell.index for cell in source.cells if cell.source.startswith(STOP)]
    return list(source.cells[: stops[parts - 1]] if parts else source.cells)


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
