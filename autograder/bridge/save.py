"""In the place of nbgrader's `SaveAutoGrades`: points go by the verdict, never by what a cell printed."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.bridge.report import findings
from autograder.judge.verdict import FULL


class SaveVerdicts(NbGraderPreprocessor):
    """Writes one notebook's verdicts in one transaction; a person's scores and comments are never touched."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        judged = names["judged"]
        coursedir = self.parent.parent.coursedir
        with Gradebook(names["db_url"], coursedir.course_id) as gradebook:
            entry = gradebook.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
            try:
                self._write(entry, nb, judged)
                gradebook.db.commit()
            except BaseException:
                gradebook.db.rollback()
                raise
        return nb, resources

    def _write(self, entry: Any, nb: NotebookNode, judged: Any) -> None:
        grades = {grade.name: grade for grade in entry.grades}
        comments = {comment.name: comment for comment in entry.comments}
        for cell in nb.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in comments:
                comments[name].auto_comment = None
            if name in grades and utils.is_solution(cell):
                self._await_a_person(grades[name], comments[name], cell, judged.submission.problem)
        answered_by = {cell.grade_id: cell.answers for cell in judged.master.cells if cell.role == "test"}
        for verdict in judged.result.cells:
            if verdict.points is None:
                continue
            grade = grades[verdict.grade_id]
            grade.auto_score = min(float(verdict.points), float(grade.max_score))
            # As in stock nbgrader: a score that a person gave before is kept, and shown to that person again.
            grade.needs_manual_grade = grade.manual_score is not None
            # nbgrader has room for a comment beside an answer, not beside a test.
            for answer in answered_by.get(verdict.grade_id, ())[:1]:
                if answer in comments and verdict.outcome not in FULL:
                    comments[answer].auto_comment = f"{verdict.outcome}: {findings(verdict)}"

    @staticmethod
    def _await_a_person(grade: Any, comment: Any, cell: NotebookNode, problem: str | None) -> None:
        """An answer that a person reads: no points yet, unless it was left as it was handed out."""
        untouched = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
        # A file that could not be read says nothing about the answer, so it is not "no response" either.
        grade.auto_score = 0.0 if untouched and problem is None else None
        grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
        if problem is not None:
            comment.auto_comment = f"Not read: {problem}"
        elif untouched:
            comment.auto_comment = "No response."
