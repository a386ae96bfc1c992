"""`autograder pack --answers NN`: notebooks with worked answers, for a class whose due date has passed.

Such a notebook is the release, and runs from top to bottom with the reference's answers. Below each test, folded, stand
other right ways and the wrong answers that have a name, under the law that catches them. It has no hidden test, and
nothing of what makes a cell an answer or a test to nbgrader, so it cannot be handed in by mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.authoring.notebook import GOES_ON, as_text
from autograder.errors import CourseError, UsageError
from autograder.handout.worked import worked
from autograder.late.lateness import LateWork
from autograder.learner.place import release_files
from autograder.learner.worked import Worked, folds, heading
from autograder.paths import Paths
from autograder.runs.gradebook import opened
from autograder.source.cells import Source, read_source

FOLDER = "worked-answers"
MARKS = ("nbgrader", "exercise", "deletable", "editable")


def demand_due(paths: Paths, names: Sequence[str], now: datetime | None = None) -> list[str]:
    """Raise UsageError while a due date, or an extension of it, lies ahead; sentences about what is not known."""
    now, odd = now or datetime.now(UTC), []
    for name in names:
        due = last_due(paths, name)
        if due is None:
            odd.append(f"{name} has no due date in the gradebook: nothing says that everybody has handed in")
        elif due > now:
            raise UsageError(
                f"{name} can be handed in until {due:%Y-%m-%d %H:%M} UTC, so its answers are not handed out yet; to "
                "make them all the same, for somebody who keeps them: --before-due. Nothing was written"
            )
    return odd


def last_due(paths: Paths, name: str) -> datetime | None:
    """The moment until which the last learner may hand in, by the gradebook and the file of extensions.

    None where the gradebook says nothing.
    """
    with opened(paths) as gradebook:
        if gradebook is None:
            return None
        from nbgrader.api import Assignment

        assignment = gradebook.db.query(Assignment).filter(Assignment.name == name).one_or_none()
        if assignment is None or assignment.duedate is None:
            return None
        everybody = assignment.duedate.replace(tzinfo=UTC)
        granted = [it.duedate.replace(tzinfo=UTC) for it in assignment.submissions if it.extension]
    extensions = [it for it in LateWork.read(paths).extensions.values() if it.assignment == name]
    return max([everybody, *granted, *(it.due or everybody + it.hours for it in extensions)]).astimezone(UTC)


def answer_files(paths: Paths, names: Sequence[str]) -> dict[str, bytes]:
    """Everything that the zip holds for these notebooks, by its path below the course folder."""
    found = {}
    for name in names:
        source = read_source(paths.solutions / f"{name}.py", paths.root)
        folder = f"my-course/{FOLDER}/{name}"
        found[f"{folder}/{name}_answers.ipynb"] = as_text(answers_notebook(paths, source)).encode()
        for file in release_files(paths.course / name):
            if file.suffix != ".ipynb":
                found[f"{folder}/{file.relative_to(paths.course / name).as_posix()}"] = file.read_bytes()
    return found


def answers_notebook(paths: Paths, source: Source) -> NotebookNode:
    """The release with the reference's answers, and below the tests of an exercise what else there is to say of it."""
    release = paths.course / source.name / f"{source.name}.ipynb"
    if not release.is_file():
        raise CourseError("there is no release: run `autograder build` first", release)
    notebook = nbformat.read(release, as_version=4)
    answers = worked(paths, source)
    references = {it.grade_id: it.reference for it in answers}
    below = _below(source, answers)
    cells: list[NotebookNode] = []
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        cell.source = references.get(grade_id, cell.source)
        _make_plain(cell)
        cells.append(cell)
        cells += [
            new_markdown_cell(f"{heading(it)}\n\n{folds(it)}", id=f"{it.grade_id}-ways")
            for it in below.get(grade_id, [])
        ]
    cells.insert(1, new_markdown_cell(_opening(source.name), id="worked-answers"))
    notebook.cells = cells
    return notebook


def _below(source: Source, answers: Sequence[Worked]) -> dict[str, list[Worked]]:
    """The answers that have more to show, by the cell below which they show it: their last test, or they themselves."""
    last = {str(cell.grade_id): str(cell.grade_id) for cell in source.by_role("answer", "manual")}
    for test in source.by_role("test"):
        last |= dict.fromkeys(test.answers, str(test.grade_id))
    found: dict[str, list[Worked]] = {}
    for it in answers:
        if it.right or it.wrong:
            found.setdefault(last[it.grade_id], []).append(it)
    return found


def _make_plain(cell: NotebookNode) -> None:
    """Take away what makes a cell an answer or a test, and the mark of those that may fail: here none does."""
    for mark in MARKS:
        cell.metadata.pop(mark, None)
    tags = [tag for tag in cell.metadata.pop("tags", []) if tag != GOES_ON]
    if tags:
        cell.metadata["tags"] = tags


def _opening(name: str) -> str:
    return (
        f"> **Worked answers to {name}.** Each exercise holds one right answer, and the notebook runs from top to "
        "bottom. Folded below the tests are other right ways, and wrong answers that people give, each under the law "
        "that catches it. Copy one into the answer cell and run the test to see how. This copy cannot be handed in."
    )


def archive_name(names: Sequence[str]) -> Path:
    """The zip in dist/."""
    return Path("dist", f"minigrad-course-answers-{'-'.join(name[:2] for name in sorted(names))}.zip")
