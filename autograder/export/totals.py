"""What each learner has in the gradebook for an assignment, as the platform is to have it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autograder.errors import UsageError
from autograder.paths import Paths
from autograder.runs.gradebook import opened

if TYPE_CHECKING:
    from nbgrader.api import Gradebook, SubmittedAssignment

    from autograder.bridge.late import Charge


@dataclass(frozen=True)
class Total:
    """A learner's mark.

    score: points with whatever late work costs already taken off
    penalty: that cost, in points
    waiting: is there an answer that a person has yet to read?
    late: handed in after the due date, or the extension, as far as anybody knows
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
    """The marks in the gradebook that nbgrader_config.py names, or in that at `db`; UsageError where there are none.

    What late work costs is worked out from the points that are there now, and written nowhere.
    """
    with opened(paths, db) as gradebook:
        found = _totals(paths, gradebook, assignment, db) if gradebook else None
    if found is None or not found.marks:
        raise UsageError(f"nobody has a mark for {assignment} yet: run `autograder grade {assignment[:2]}` first")
    handed_in = {file.parent.parent.name for file in (paths.classroom / "submitted").glob(f"*/{assignment}/*.ipynb")}
    return replace(found, ungraded=tuple(sorted(handed_in - found.marks.keys())))


def _totals(paths: Paths, gradebook: Gradebook, assignment: str, db: str | None) -> Totals:
    from nbgrader.api import Assignment, Grade, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy import or_
    from sqlalchemy.orm import joinedload, selectinload, undefer

    from autograder.bridge.late import LatePenalties, late_work_of
    from autograder.runs.database import course_directory

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
        SubmittedAssignment.needs_manual_grade,
    )
    found = (
        gradebook.db.query(SubmittedAssignment)
        .filter(SubmittedAssignment.assignment.has(Assignment.name == assignment))
        .options(
            *map(undefer, columns),
            joinedload(SubmittedAssignment.assignment),
            selectinload(SubmittedAssignment.notebooks),
        )
        .order_by(SubmittedAssignment.student_id)
        .all()
    )
    coursedir = course_directory(paths, db)
    late_work, penalties = late_work_of(coursedir), LatePenalties(config=coursedir.config)
    marks = {
        it.student_id: _total(it, [penalties.work_out(late_work, notebook) for notebook in it.notebooks])
        for it in found
        if it.id in judged
    }
    return Totals(assignment, float(found[0].max_score) if found else 0.0, marks)


def _total(submission: SubmittedAssignment, charges: list[Charge | None]) -> Total:
    late = [charge for charge in charges if charge is not None]
    penalty = sum(charge.points for charge in late)
    score = max(0.0, float(submission.score) - penalty)
    return Total(submission.student_id, score, penalty, bool(submission.needs_manual_grade), bool(late))
