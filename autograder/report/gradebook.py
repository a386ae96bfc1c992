"""What the gradebook knows: points that people gave, and what learners are called. It is read and never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nbgrader.api import Student
from sqlalchemy.exc import SQLAlchemyError

from autograder.errors import OurFault
from autograder.grading.book import Mark, marks_in
from autograder.paths import Paths
from autograder.runs.gradebook import opened


@dataclass(frozen=True)
class Known:
    """marks: by notebook, learner and grade_id; people: everybody in the gradebook, with a name where it has one."""

    marks: Mapping[str, Mapping[str, Mapping[str, Mark]]] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)


def read_gradebook(paths: Paths, notebooks: Iterable[str], db: str | None = None) -> Known:
    """All of it, or of that at `db`; nothing where there is none yet. Raises OurFault when it cannot be read."""
    try:
        with opened(paths, db) as gradebook:
            if gradebook is None:
                return Known()
            marks = {name: marks_in(gradebook, name) for name in notebooks}
            rows = gradebook.db.query(Student.id, Student.first_name, Student.last_name).all()
    except SQLAlchemyError as error:
        raise OurFault(
            f"the gradebook could not be read ({getattr(error, 'orig', error)}), and without it points that "
            "people gave would be missing: "
            "see that it is one, that you may read it and that nobody else is writing to it"
        ) from error
    return Known(marks, {learner: f"{first or ''} {last or ''}".strip() for learner, first, last in rows})
