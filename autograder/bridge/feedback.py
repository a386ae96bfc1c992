"""Feedback pages: one total, from the gradebook; what was found, exercise by exercise; and no hidden test."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import ClearHiddenTests, GetGrades

from autograder.bridge.clean import PageStep
from autograder.bridge.exercises import Exercise, exercises_of
from autograder.bridge.report import REPORT_ID, Row, block, markdown_cell, number
from autograder.judge.verdict import FULL

HIDDEN = "# hidden tests ran here"


class Marks(GetGrades):
    """nbgrader's step, with the table on top made anew from the gradebook: what a person gave counts in it.

    Where nothing in a file could be judged, the page has that table and what a person wrote, and not the same sentence
    at every exercise of a notebook that nobody handed in.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names, waiting = exercises_of(nb), 0.0
        nb, resources = super().preprocess(nb, resources)
        found, rows = nb.metadata.get("verdict", {}), []
        scores = resources["nbgrader"]["scores"] = []  # for whoever reads pages with a program
        nb.cells = [cell for cell in nb.cells if cell.get("id") != REPORT_ID]
        for cell in nb.cells:
            marks = cell.metadata.get("nbgrader", {})
            if "score" in marks:
                waiting += marks.points if marks.waits and not marks.scored else 0.0
                scores.append((marks.grade_id, marks.score, marks.points))
                rows.append(_row(cell, names.get(marks.grade_id)))
        if found.get("unread"):
            rows, waiting = [], 0.0
            nb.cells = [cell for cell in nb.cells if _by_a_person(cell.metadata.get("nbgrader", {}))]
        nb.cells.insert(0, markdown_cell(_report(resources["nbgrader"], rows, waiting, found)))
        return nb, resources

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        marks = cell.metadata.nbgrader
        grade = self.gradebook.find_grade(marks.grade_id, self.notebook_id, self.assignment_id, self.student_id)
        marks.update(score=grade.score, points=grade.max_score, waits=grade.needs_manual_grade)
        marks.scored = grade.manual_score is not None

    def _get_comment(self, cell: NotebookNode, resources: Any) -> None:
        marks = cell.metadata.nbgrader
        comment = self.gradebook.find_comment(marks.grade_id, self.notebook_id, self.assignment_id, self.student_id)
        marks.update(comment=comment.comment, commented=bool(comment.manual_comment))


def _row(cell: NotebookNode, exercise: Exercise | None) -> Row:
    marks, verdict = cell.metadata.nbgrader, cell.metadata.get("verdict", {})
    points = f"{number(marks.score)} of {number(marks.points)}"
    if utils.is_solution(cell):
        read = "read by a person" if marks.scored else "no answer"
        return Row(marks.grade_id, exercise, "waits for a person" if marks.waits else read, points)
    outcome = verdict.get("outcome", "")
    law = "" if outcome in FULL else verdict.get("law", "")
    said = f"{outcome}; points by a person".removeprefix("; ") if marks.scored else outcome
    return Row(marks.grade_id, exercise, said, points, law, verdict.get("message", ""))


def _by_a_person(marks: dict[str, Any]) -> bool:
    return bool(marks.get("scored") or marks.get("commented"))


def _report(marks: dict[str, Any], rows: list[Row], waiting: float, found: dict[str, Any]) -> str:
    """The table, under the one total of the page."""
    score = max(0.0, marks["score"])  # as in the export: lateness cannot cost more than there is
    title = f"{marks['notebook']}: {number(score)} of {number(marks['max_score'])} points"
    late = marks["late_penalty"]
    below = f"<p>Points taken off because it came late: {number(late)}.</p>" if late else ""
    below += f"<p>Points that a person has yet to give: {number(waiting)}.</p>" if waiting else ""
    return block(title, below, rows, found.get("remarks", []), found.get("seed", ""), found.get("level", 0))


class HideTests(PageStep, ClearHiddenTests):
    """nbgrader's own step for releases, on the autograded notebook, with a line in the place of what was removed."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, cell_index: int) -> tuple[NotebookNode, Any]:
        if not utils.is_grade(cell) or utils.is_solution(cell) or cell.cell_type != "code":
            return cell, resources
        if self._remove_hidden_test_region(cell):
            cell.source = f"{cell.source.rstrip()}\n{HIDDEN}"
        if "verdict" not in cell.metadata:
            # Graded by stock steps: a traceback quotes the line that failed, which may be a hidden one.
            failed = any(output.output_type == "error" for output in cell.outputs)
            cell.outputs = [new_output("stream", name="stdout", text="failed\n" if failed else "passed\n")]
        return cell, resources
