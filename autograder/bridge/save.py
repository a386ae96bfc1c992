"""In the place of nbgrader's `SaveAutoGrades`: points go by the verdict, never by what a cell printed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.bridge.report import remark, unread
from autograder.judge.verdict import FULL
from autograder.runs.handed_in import Verdict


class SaveVerdicts(NbGraderPreprocessor):
    """Writes one notebook's verdicts in one transaction; a person's scores and comments are never touched."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        judged, same = self.parent.judged(resources), self.parent.same(resources)
        coursedir = self.parent.parent.coursedir
        with Gradebook(names["db_url"], coursedir.course_id) as gradebook:
            entry = gradebook.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
            try:
                write_verdicts(entry, nb, judged, same)
                gradebook.db.commit()
            except BaseException:
                gradebook.db.rollback()
                raise
        return nb, resources


def write_verdicts(entry: Any, nb: NotebookNode, judged: Verdict, same: Collection[str] = ()) -> None:
    """Set the scores and comments of a submitted notebook; the caller commits.

    same: answers that are known to be the ones which a person may have marked. A person's score always stays; it is
    shown to that person again unless nothing that it was given for has changed.
    """
    grades = {grade.name: grade for grade in entry.grades}
    comments = {comment.name: comment for comment in entry.comments}
    for cell in nb.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in comments:
            comments[name].auto_comment = None
        if name in grades and utils.is_solution(cell):
            _await_a_person(grades[name], comments[name], cell, judged.submission.problem, name in same)
    nothing_in_it = unread(judged) is not None  # its page says so once
    answered_by = {cell.grade_id: cell.answers for cell in judged.master.cells if cell.role == "test"}
    for verdict in judged.result.cells:
        if verdict.points is None:
            continue
        grade, answers = grades[verdict.grade_id], answered_by.get(verdict.grade_id, ())
        score = min(float(verdict.points), max_score(judged, verdict.grade_id))
        known = score == grade.auto_score and set(answers) <= set(same)
        grade.auto_score = score
        grade.needs_manual_grade = grade.manual_score is not None and (grade.needs_manual_grade or not known)
        # nbgrader has room for a comment beside an answer, not beside a test.
        for answer in answers[:1]:
            if answer in comments and verdict.outcome not in FULL and not nothing_in_it:
                comments[answer].auto_comment = remark(verdict)


def max_score(judged: Verdict, grade_id: str) -> float:
    """What the gradebook has as the most for a cell: the registered points are those of the master."""
    found = judged.master.find(grade_id)
    return float(found.points) if found else 0.0


def _await_a_person(grade: Any, comment: Any, cell: NotebookNode, problem: str | None, known: bool) -> None:
    """An answer that a person reads: no points yet, unless it was left as it was handed out."""
    untouched = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
    # A file that could not be read says nothing about the answer, so it is not "no response" either.
    grade.auto_score = 0.0 if untouched and problem is None else None
    if grade.manual_score is None:
        grade.needs_manual_grade = grade.auto_score is None
    else:
        grade.needs_manual_grade = grade.needs_manual_grade or not known
    if problem is not None:
        comment.auto_comment = f"Not read: {problem}"
    elif untouched:
        comment.auto_comment = "No response."
