"""Entering an assignment into the gradebook, so that grading works with a gradebook that knows nothing yet."""

from __future__ import annotations

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import SaveCells

from autograder.authoring.preprocessors import RELEASE_STEPS
from autograder.errors import OurFault
from autograder.master import Master
from autograder.paths import Paths


def ensure_registered(coursedir: CourseDirectory, paths: Paths, assignment_id: str, master: Master) -> None:
    """Do for the gradebook what `nbgrader generate_assignment` does, unless it knows this very notebook already."""
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        if _knows(gradebook, assignment_id, master):
            return
        gradebook.update_or_create_assignment(assignment_id)
    try:
        _save_cells(coursedir, paths, assignment_id, master.name)
    except RuntimeError as error:  # nbgrader's, when a cell came or went and submissions hang on the old ones
        raise OurFault(
            f"The gradebook has submissions for an older {master.name} with other cells ({error}). "
            f"Grade with the source they were made for, or run `nbgrader db assignment remove {assignment_id} --force` "
            "first, which removes all its marks, also those that a person gave: keep a copy of the gradebook."
        ) from error


def _knows(gradebook: Gradebook, assignment_id: str, master: Master) -> bool:
    try:
        notebook = gradebook.find_notebook(master.name, assignment_id)
    except MissingEntry:
        return False
    points = {cell.grade_id: float(cell.points) for cell in master.cells if cell.role == "test"}
    tests = {cell.grade_id: cell.source.strip() for cell in master.cells if cell.role == "test"}
    return (
        {cell.name for cell in notebook.source_cells} == {cell.grade_id for cell in master.cells if cell.grade_id}
        and {cell.name: cell.max_score for cell in notebook.grade_cells if cell.name in points} == points
        and {cell.name: cell.source.strip() for cell in notebook.source_cells if cell.name in tests} == tests
    )


def _save_cells(coursedir: CourseDirectory, paths: Paths, assignment_id: str, name: str) -> None:
    """The steps of the release up to the one that writes the gradebook, on a notebook in memory."""
    notebook = nbformat.read(paths.source / name / f"{name}.ipynb", as_version=4)
    resources = {
        "nbgrader": {"assignment": assignment_id, "notebook": name, "student": ".", "db_url": coursedir.db_url}
    }
    for step in RELEASE_STEPS:
        notebook, resources = step(parent=coursedir)(notebook, resources)
        if issubclass(step, SaveCells):
            return
