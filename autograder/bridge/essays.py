"""Reading essays in formgrader: beside each answer its model, its rubric with buttons, and comments used before.

The model answer is read where nbgrader has it, in the instructor's notebook, and only when a page is shown: no file of
a learner's, and no feedback page, ever holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory

from autograder.bridge.clean import PageStep, markdown_html
from autograder.bridge.exercises import exercises_of
from autograder.bridge.report import number
from autograder.source.marks import solved

_RUBRIC = re.compile(r"^\*\*Rubric\.?\*\*:? *$", re.M)
_STEP = re.compile(r"^[-*] \*\*(\d+(?:\.\d+)?) points?\.?\*\*(.*?)(?=^[-*] \*\*|\Z)", re.M | re.S)
MAX_COMMENTS = 12


def model_of(source: str) -> tuple[str, list[tuple[float, str]]]:
    """What an instructor wrote into an essay's cell: the model answer, and the rubric as points and text."""
    answer = solved(source)
    model, *rubric = _RUBRIC.split(answer, maxsplit=1)
    steps = [(float(points), " ".join(text.split())) for points, text in _STEP.findall("".join(rubric))]
    return (model.strip(), steps) if steps else (answer.strip(), [])


class BesideEssays(PageStep):
    """Puts into an essay's metadata what formgrader's template shows beside it. Other pages it leaves alone."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        if "submission_id" not in resources:
            return nb, resources
        exercises_of(nb)
        essays = [cell for cell in nb.cells if utils.is_grade(cell) and utils.is_solution(cell)]
        if essays:
            desk = _Desk(CourseDirectory(config=self.config), resources)
            for cell in essays:
                cell.metadata["essay"] = desk.beside(cell.metadata.nbgrader.grade_id)
        return nb, resources


class _Desk:
    """All that is known about the essays of one notebook while one submission is read."""

    def __init__(self, coursedir: CourseDirectory, resources: Any):
        self.coursedir, self.here = coursedir, resources["submission_id"]
        self.assignment, self.notebook = resources["assignment_id"], resources["notebook_id"]
        self.models = self._models()
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            self.waiting = list(self._waiting(gradebook))
            self.comments = list(self._comments(gradebook))

    def beside(self, grade_id: str) -> dict[str, Any]:
        model, rubric = self.models.get(grade_id, ("", []))
        others = sorted({there for there, name in self.waiting if name == grade_id and there != self.here})
        after = [there for there in others if there > self.here] or others  # as formgrader orders them, round and round
        return {
            "model": markdown_html(model) if model else "",
            "rubric": [(number(points), markdown_html(text)) for points, text in rubric],
            "comments": _most_used(text for name, text in self.comments if name == grade_id),
            "waiting": len(others),
            "next": after[0] if after else None,
        }

    def _models(self) -> dict[str, tuple[str, list[tuple[float, str]]]]:
        folder = self.coursedir.format_path(self.coursedir.source_directory, ".", self.assignment)
        file = Path(folder, f"{self.notebook}.ipynb")
        if not file.is_file():  # `autograder build` has not run here; the rest of the page does without it
            return {}
        cells = nbformat.read(file, as_version=4).cells
        essays = [cell for cell in cells if utils.is_grade(cell) and utils.is_solution(cell)]
        return {cell.metadata.nbgrader.grade_id: model_of(cell.source) for cell in essays}

    def _waiting(self, gradebook: Gradebook) -> Iterable[tuple[str, str]]:
        """Submissions that formgrader can show, with the name of each cell that waits for a person."""
        query = gradebook.db.query(SubmittedNotebook.id, SubmittedAssignment.student_id, BaseCell.name)
        query = self._of_this_notebook(query.select_from(Grade), Grade).filter(Grade.needs_manual_grade)
        for there, learner, name in query:
            folder = self.coursedir.format_path(self.coursedir.autograded_directory, learner, self.assignment)
            if Path(folder, f"{self.notebook}.ipynb").is_file():
                yield there, name

    def _comments(self, gradebook: Gradebook) -> Iterable[tuple[str, str]]:
        query = gradebook.db.query(BaseCell.name, Comment.manual_comment).select_from(Comment)
        return self._of_this_notebook(query, Comment).filter(Comment.manual_comment.isnot(None))

    def _of_this_notebook(self, query: Any, table: Any) -> Any:
        query = query.join(BaseCell, BaseCell.id == table.cell_id)
        query = query.join(SubmittedNotebook, SubmittedNotebook.id == table.notebook_id)
        query = query.join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        query = query.join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        query = query.join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        return query.filter(Notebook.name == self.notebook, Assignment.name == self.assignment)


def _most_used(comments: Iterable[str]) -> list[str]:
    """Different comments, those first that were given most often."""
    counts: dict[str, int] = {}
    for text in filter(None, (comment.strip() for comment in comments)):
        counts[text] = counts.get(text, 0) + 1
    return sorted(counts, key=lambda text: (-counts[text], text))[:MAX_COMMENTS]
