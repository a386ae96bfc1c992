"""Reading solutions/NN_name.py: percent-format Python into cells that know their role and their lines.

jupytext decides what a cell contains, so that the file also opens in JupyterLab; it does not say where the cell stood.
The lines come from a scan of the same text, and the two must agree cell by cell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from autograder.source.findings import CourseErrors, Finding, shown
from autograder.source.marks import HIDDEN, find_regions, regions_of

# P predict, J put in order, F complete, C write code, B bug hunt, A adversarial, D graph as data, M modify, K make,
# X explain (a person reads it).
KINDS = frozenset("PJFCBADMKX")

_MARKER = re.compile(r"^#\s*%%(?:%*)(?:\s|$)")
_MARKDOWN = re.compile(r"^#\s*%%+.*\[(?:markdown|md)\]")


@dataclass(frozen=True)
class Cell:
    """One cell of the source. `line` is the line in the file of the first line of `source`."""

    index: int
    cell_type: str
    role: str  # text, given, answer, test or manual
    source: str
    line: int
    nbgrader: dict[str, Any] = field(default_factory=dict)
    exercise: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)  # the rest of the cell's header

    @property
    def grade_id(self) -> str | None:
        return self.nbgrader.get("grade_id")

    @property
    def kind(self) -> str | None:
        return self.exercise.get("kind")

    @property
    def points(self) -> float:
        return float(self.nbgrader.get("points", 0))

    @property
    def forbid(self) -> tuple[str, ...]:
        """Names that an answer may not use: modules, functions in them, names of the notebook's own."""
        return tuple(self.exercise.get("forbid") or ())

    @property
    def calls(self) -> dict[str, int]:
        """Functions whose calls are counted while the test runs, and how many there may be."""
        return dict(self.exercise.get("calls") or {})

    @property
    def claims(self) -> tuple[str, ...]:
        """What people say about autograd and a run of this cell settles, by number."""
        return tuple(self.metadata.get("claims") or ())

    @property
    def commitment(self) -> bool:
        return bool(self.exercise.get("commitment", False))

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The answer cells that a test is about."""
        if self.role != "test":
            return ()
        return tuple(self.exercise.get("answers") or [(self.grade_id or "").removesuffix("_test")])

    @property
    def hidden(self) -> str:
        return "\n".join(regions_of(self.source, HIDDEN))

    @property
    def visible(self) -> str:
        """A test cell up to its hidden part."""
        hidden = [region for region in find_regions(self.source)[0] if region.kind == HIDDEN]
        lines = self.source.split("\n")
        return "\n".join(lines[: hidden[0].begin] if hidden else lines)


@dataclass(frozen=True)
class Source:
    """A notebook as its author wrote it."""

    name: str
    file: str  # as messages show it
    text: str
    cells: tuple[Cell, ...]

    @property
    def limits(self) -> dict[str, float]:
        """What a submission may use, as the title's header says: `# %% [markdown] limits={"cell_seconds": 40}`."""
        return dict(self.cells[0].metadata.get("limits") or {}) if self.cells else {}

    def by_role(self, *roles: str) -> list[Cell]:
        return [cell for cell in self.cells if cell.role in roles]

    def find(self, grade_id: str) -> Cell | None:
        return next((cell for cell in self.cells if cell.grade_id == grade_id), None)


def read_source(path: Path, root: Path | None = None) -> Source:
    """The notebook in `path`; raises CourseErrors, with every line that is wrong, when it cannot be built."""
    from autograder.source.shape import problems

    source = parse(path.read_text(encoding="utf-8"), path.stem, shown(path, root))
    if found := problems(source):
        raise CourseErrors(found)
    return source


@lru_cache(maxsize=16)  # a notebook with the learner's engine asks for those of earlier slots, one by one
def parse(text: str, name: str, file: str) -> Source:
    """The cells of a source text, their roles not yet checked."""
    lines = text.splitlines()
    markers = [number for number, line in enumerate(lines, 1) if _MARKER.match(line)]
    above = _below_header(lines[: markers[0] - 1] if markers else lines)
    if not markers or any(line.strip() for line in above):
        raise CourseErrors([Finding(file, 1, "text above the first cell: begin the file with `# %% [markdown]`")])
    import jupytext  # half a second, which whoever reads masters only need not wait

    cells = [cell for cell in jupytext.reads(text, fmt="py:percent").cells if cell.cell_type != "raw"]
    located = []
    for index, (start, end) in enumerate(zip(markers, [*markers[1:], len(lines) + 1], strict=True)):
        line = None
        if index < len(cells) and (cells[index].cell_type == "markdown") == bool(_MARKDOWN.match(lines[start - 1])):
            line = _first_line(cells[index].source, lines, start, end)
        if line is None:
            message = "this cell marker is not read as one: it may stand inside a string or behind an unclosed quote"
            raise CourseErrors([Finding(file, start, message)])
        located.append(_cell(index, cells[index], line))
    return Source(name, file, text, tuple(located))


def _cell(index: int, cell: Any, line: int) -> Cell:
    metadata = {key: value for key, value in cell.metadata.items() if key != "lines_to_next_cell"}
    nbgrader, exercise = metadata.pop("nbgrader", None) or {}, metadata.pop("exercise", None) or {}
    nbgrader, exercise = (dict(each) if isinstance(each, dict) else {} for each in (nbgrader, exercise))
    return Cell(index, cell.cell_type, _role(cell.cell_type, nbgrader), cell.source, line, nbgrader, exercise, metadata)


def _role(cell_type: str, nbgrader: dict[str, Any]) -> str:
    grade, solution = nbgrader.get("grade", False), nbgrader.get("solution", False)
    if grade and solution:
        return "manual"
    if grade:
        return "test"
    if solution:
        return "answer"
    return "text" if cell_type == "markdown" else "given"


def _below_header(lines: list[str]) -> list[str]:
    """The lines below a YAML header, which JupyterLab writes when the file is paired with a notebook."""
    if lines and lines[0] == "# ---" and "# ---" in lines[1:]:
        return lines[lines.index("# ---", 1) + 1 :]
    return lines


def _first_line(source: str, lines: list[str], start: int, end: int) -> int | None:
    """Where `source` begins between the marker in line `start` and the next marker: blank lines may come first."""
    first = source.split("\n")[0].strip().lstrip("# ")
    numbers = range(start + 1, end)
    return next((n for n in numbers if lines[n - 1].strip().lstrip("# ") == first), None if first else start + 1)
