"""What a person calls an exercise: its number and title, as the heading in the notebook says them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nbformat import NotebookNode

# "## Exercise 2.6+ · A derivative as a sum over paths (code, 3 points, about 10 min, needs 2.5)"
_HEADING = re.compile(r"## Exercise (\d+\.\d+)\+? · (.+?)(?: \([^()]*\))?\s*$", re.M)


@dataclass(frozen=True)
class Exercise:
    """One heading; `anchor` is how a page links to it."""

    number: str
    title: str

    @property
    def name(self) -> str:
        return f"{self.number} {self.title}"

    @property
    def anchor(self) -> str:
        return f"exercise-{self.number.replace('.', '-')}"


def exercise_in(text: str) -> Exercise | None:
    """The exercise that a Markdown cell begins, if it begins one."""
    found = _HEADING.match(text)
    return Exercise(found[1], found[2].replace("`", "")) if found else None


def exercises(cells: Iterable[tuple[str | None, str]]) -> dict[str, Exercise]:
    """By grade_id the exercise that a graded cell belongs to. `cells` are grade_id and text, in their order."""
    found: dict[str, Exercise] = {}
    current = None
    for grade_id, text in cells:
        current = exercise_in(text) or current
        if grade_id and current:
            found[grade_id] = current
    return found


def exercises_of(notebook: NotebookNode) -> dict[str, Exercise]:
    """The same of an autograded notebook, where a heading in a learner's own cell says nothing; marks each heading for
    the templates, which put an anchor there."""
    given = [cell for cell in notebook.cells if "learner" not in cell.metadata.get("tags", [])]
    for cell in given:
        if cell.cell_type == "markdown" and (exercise := exercise_in(cell.source)):
            cell.metadata["anchor"] = exercise.anchor
    return exercises((cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source) for cell in given)
