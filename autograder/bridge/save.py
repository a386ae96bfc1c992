"""In the place of nbgrader's `SaveAutoGrades`: points go by the verdict, never by what a cell printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.bridge.report import remark, unread
from autograder.judge.verdict import FULL, Result
from autograder.master import Master
from autograder.runs.handed_in import Verdict


class SaveVerdicts(NbGraderPreprocessor):
    """Writes one notebook's verdicts in one transaction; a person's scores and comments are never touched."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        entry = Entry.of(self.parent.verdict(resources), nb, self.parent.same(resources))
        coursedir = self.parent.parent.coursedir
        with Gradebook(names["db_url"], coursedir.course_id) as gradebook:
            submitted = gradebook.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
            try:
                write_verdicts(submitted, entry)
                gradebook.db.commit()
            except BaseException:
                gradebook.db.rollback()
                raise
        return nb, resources


@dataclass(frozen=True)
class Entry:
    """What is written about one learner's notebook, and nothing else of it: a class of thousands waits in memory."""

    learner: str
    master: Master
    result: Result  # without what the learner's cells showed
    problem: str | None  # why the file could not be read
    nothing_in_it: bool  # to judge: its page says so once
    untouched: frozenset[str]  # answers that a person reads, and that are as they were handed out
    same: frozenset[str]  # answers that are known to be the ones which a person may have marked
    timestamp: datetime | None = None

    @classmethod
    def of(
        cls, verdict: Verdict, notebook: NotebookNode, same: frozenset[str], timestamp: datetime | None = None
    ) -> Entry:
        """notebook: the autograded one"""
        untouched = frozenset(
            cell.metadata.nbgrader.grade_id
            for cell in notebook.cells
            if utils.is_grade(cell) and utils.is_solution(cell)
            if cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
        )
        return cls(
            verdict.handed_in.learner,
            verdict.master,
            replace(verdict.result, outputs={}, sites={}),
            verdict.submission.problem,
            unread(verdict) is not None,
            untouched,
            same,
            timestamp,
        )


def write_verdicts(submitted: Any, entry: Entry) -> None:
    """Set the scores and comments of a submitted notebook in the gradebook; the caller commits.

    A person's score always stays; it is shown to that person again unless nothing that it was given for has changed.
    """
    grades = {grade.name: grade for grade in submitted.grades}
    comments = {comment.name: comment for comment in submitted.comments}
    for cell in entry.master.cells:
        if cell.grade_id in comments:
            comments[cell.grade_id].auto_comment = None
        if cell.grade_id in grades and cell.role == "manual":
            _await_a_person(grades[cell.grade_id], comments[cell.grade_id], entry)
    answered_by = {cell.grade_id: cell.answers for cell in entry.master.cells if cell.role == "test"}
    for verdict in entry.result.cells:
        if verdict.points is None:
            continue
        grade, answers = grades[verdict.grade_id], answered_by.get(verdict.grade_id, ())
        score = min(float(verdict.points), max_score(entry.master, verdict.grade_id))
        known = score == grade.auto_score and entry.same.issuperset(answers)
        grade.auto_score = score
        grade.needs_manual_grade = grade.manual_score is not None and (grade.needs_manual_grade or not known)
        # nbgrader has room for a comment beside an answer, not beside a test.
        for answer in answers[:1]:
            if answer in comments and verdict.outcome not in FULL and not entry.nothing_in_it:
                comments[answer].auto_comment = remark(verdict)


def max_score(master: Master, grade_id: str) -> float:
    """What the gradebook has as the most for a cell: the registered points are those of the master."""
    found = master.find(grade_id)
    return float(found.points) if found else 0.0


def _await_a_person(grade: Any, comment: Any, entry: Entry) -> None:
    """An answer that a person reads: no points yet, unless it was left as it was handed out."""
    untouched = grade.name in entry.untouched
    # A file that could not be read says nothing about the answer, so it is not "no response" either.
    grade.auto_score = 0.0 if untouched and entry.problem is None else None
    if grade.manual_score is None:
        grade.needs_manual_grade = grade.auto_score is None
    else:
        grade.needs_manual_grade = grade.needs_manual_grade or grade.name not in entry.same
    if entry.problem is not None:
        comment.auto_comment = f"Not read: {entry.problem}"
    elif untouched:
        comment.auto_comment = "No response."
