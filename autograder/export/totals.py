"""What each learner has in the gradebook for an assignment, as the platform is to have it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autograder.errors import UsageError
from autograder.paths import Paths
from autograder.runs.gradebook import opened

if TYPE_CHECKING:
    from nbgrader.api import Gradebook, SubmittedAssignment


@dataclass(frozen=True)
class Total:
    """A learner's mark.

    score: points with whatever late work costs already taken off
    penalty: that cost, in points
    waiting: is there an answer that a person has yet to read?
    late: handed in after the due date, by the time that the gradebook knows
    """

    learner: str
    score: float
    penalty: float = 0.0
    waiting: bool = False
    late: bool = False


@dataclass(frozen=True)
class Totals:
    """All marks of an assignment.

    most: the points that there are; ungraded: handed in, and nothing has been judged yet
    """

    assignment: str
    most: float
    marks: dict[str, Total]
    ungraded: tuple[str, ...] = ()


def totals(paths: Paths, assignment: str, db: str | None = None) -> Totals:
    """The marks in the gradebook that nbgrader_config.py names, or in that at `db`; UsageError where there are none."""
    with opened(paths, db) as gradebook:
        found = _totals(gradebook, assignment) if gradebook else None
    if found is None or not found.marks:
        raise UsageError(f"nobody has a mark for {assignment} yet: run `autograder grade {assignment[:2]}` first")
    handed_in = {file.parent.parent.name for file in (paths.classroom / "submitted").glob(f"*/{assignment}/*.ipynb")}
    return replace(found, ungraded=tuple(sorted(handed_in - found.marks.keys())))


def _totals(gradebook: Gradebook, assignment: str) -> Totals:
    from nbgrader.api import Assignment, Grade, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy import or_
    from sqlalchemy.orm import joinedload, undefer

    judged = {
        submission
        for (submission,) in gradebook.db.query(SubmittedNotebook.assignment_id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .filter(or_(Grade.auto_score.is_not(None), Grade.manual_score.is_not(None)))
        .distinct()
    }
    columns = (
        SubmittedAssignment.score,
        SubmittedAssignment.max_score,
        SubmittedAssignment.late_submission_penalty,
        SubmittedAssignment.needs_manual_grade,
    )
    found = (
        gradebook.db.query(SubmittedAssignment)
        .filter(SubmittedAssignment.assignment.has(Assignment.name == assignment))
        .options(*map(undefer, columns), joinedload(SubmittedAssignment.assignment))
        .order_by(SubmittedAssignment.student_id)
        .all()
    )
    marks = {it.student_id: _total(it) for it in found if it.id in judged}
    return Totals(assignment, float(found[0].max_score) if found else 0.0, marks)


def _total(submission: SubmittedAssignment) -> Total:
    penalty = float(submission.late_submission_penalty or 0.0)
    score = max(0.0, float(submission.score) - penalty)
    late = submission.total_seconds_late > 0
    return Total(submission.student_id, score, penalty, bool(submission.needs_manual_grade), late)
