"""The gradebook of a whole class: read in one query, written in one transaction by one writer, after a backup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    GradeCell,
    MissingEntry,
    Notebook,
    SolutionCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, selectinload

from autograder.bridge.late import Charge, LatePenalties, late_work_of
from autograder.bridge.save import Entry, write_verdicts
from autograder.errors import OurFault
from autograder.runs.database import Database, one_line
from autograder.runs.writes import reached

AT_ONCE = 200  # learners whose grades are in memory


@dataclass(frozen=True)
class Mark:
    """One cell of one learner in the gradebook."""

    auto: float | None
    manual: float | None


def marks_in(gradebook: Gradebook, assignment: str) -> dict[str, dict[str, Mark]]:
    """By learner and grade_id, in one query."""
    found: dict[str, dict[str, Mark]] = {}
    query = (
        gradebook.db.query(Student.id, BaseCell.name, Grade.auto_score, Grade.manual_score)
        .select_from(Grade)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Student, Student.id == SubmittedAssignment.student_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .filter(Notebook.name == assignment)
    )
    for learner, cell, auto, manual in query:
        found.setdefault(learner, {})[cell] = Mark(auto, manual)
    return found


class Book:
    """The gradebook that nbgrader_config.py names."""

    def __init__(self, coursedir: CourseDirectory):
        self.coursedir = coursedir
        self.database = Database(coursedir.db_url)

    def marks(self, assignment: str) -> dict[str, dict[str, Mark]]:
        """By learner and grade_id; a gradebook that is not there yet is not made."""
        if not self.database.there:
            return {}
        with self._open() as gradebook:
            return marks_in(gradebook, assignment)

    def due_date(self, assignment: str) -> datetime | None:
        """Everybody's, in UTC without saying so; None where the gradebook has none, and one is not made to find out."""
        if not self.database.there:
            return None
        with self._open() as gradebook:
            try:
                return gradebook.find_assignment(assignment).duedate
            except MissingEntry:
                return None

    def write(
        self, assignment: str, entries: Sequence[Entry], also: Callable[[Session], None] | None = None
    ) -> dict[str, Charge]:
        """All of it, or nothing; `also` is called with the session before all is committed.

        Gives back, by learner, what was late and what that costs.
        """
        with self._open() as gradebook:
            session = gradebook.db()
            try:
                with session.no_autoflush:
                    charges = self._write(gradebook, session, assignment, entries)
                    if also is not None:
                        session.flush()
                        also(session)
                reached("gradebook")
                session.commit()
                return charges
            except DBAPIError as error:
                session.rollback()
                raise OurFault(
                    f"the gradebook could not be written ({one_line(error.orig)}): nobody's mark was changed. What was "
                    "judged is kept; close what else may be writing to it and run the same command again"
                ) from error

    def _open(self) -> Gradebook:
        return Gradebook(self.coursedir.db_url, self.coursedir.course_id)

    def _write(
        self, gradebook: Gradebook, session: Session, assignment: str, entries: Sequence[Entry]
    ) -> dict[str, Charge]:
        late_work, penalties = late_work_of(self.coursedir), LatePenalties(config=self.coursedir.config)
        charges = {}
        for begin in range(0, len(entries), AT_ONCE):
            notebooks = dict(_entered(gradebook, session, assignment, entries[begin : begin + AT_ONCE]))
            session.flush()  # a penalty hangs on the score, which the database adds up
            for learner, notebook in notebooks.items():
                if charge := penalties.charge(late_work, notebook):
                    charges[learner] = charge
            session.flush()
            session.expunge_all()  # all grades of a class of thousands would not fit into memory
        return charges


def _entered(
    gradebook: Gradebook, session: Session, assignment: str, entries: Sequence[Entry]
) -> Iterator[tuple[str, Any]]:
    """By learner the submitted notebooks, with their verdicts in them."""
    known = gradebook.find_assignment(assignment)
    cells = {notebook.id: list(notebook._base_cells) for notebook in known.notebooks}
    learners = [entry.learner for entry in entries]
    submissions = {submission.student_id: submission for submission in _loaded(session, known.id, learners)}
    students = {student.id: student for student in session.query(Student).filter(Student.id.in_(learners))}
    for entry in entries:
        submission = submissions.get(entry.learner)
        if submission is None:
            submission = _new(session, known, students.get(entry.learner) or Student(id=entry.learner), cells)
        if entry.timestamp is not None:
            submission.timestamp = entry.timestamp
        notebook = next(it for it in submission.notebooks if it.notebook.name == entry.master.name)
        write_verdicts(notebook, entry)
        yield entry.learner, notebook


def _loaded(session: Session, assignment_id: str, learners: Sequence[str]) -> list[SubmittedAssignment]:
    """Their submissions with grades and comments, in as many queries as there are tables."""
    notebooks = selectinload(SubmittedAssignment.notebooks)
    query = session.query(SubmittedAssignment).filter(
        SubmittedAssignment.assignment_id == assignment_id, SubmittedAssignment.student_id.in_(learners)
    )
    return query.options(
        notebooks.selectinload(SubmittedNotebook.grades), notebooks.selectinload(SubmittedNotebook.comments)
    ).all()


def _new(session: Session, assignment: Any, student: Student, cells: Mapping[str, list[BaseCell]]) -> Any:
    """What nbgrader's `add_submission` makes, without its commit."""
    submission = SubmittedAssignment(assignment=assignment, student=student)
    for notebook in assignment.notebooks:
        mine = SubmittedNotebook(notebook=notebook, assignment=submission)
        for cell in cells[notebook.id]:
            if isinstance(cell, GradeCell | TaskCell):
                Grade(cell=cell, notebook=mine, needs_manual_grade=True)
            if isinstance(cell, SolutionCell | TaskCell):
                Comment(cell=cell, notebook=mine)
    session.add(submission)
    return submission
