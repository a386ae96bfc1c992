"""What the gradebook knows: points that people gave, and what learners are called. It is read and never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nbgrader.api import Gradebook, Student
from sqlalchemy.exc import SQLAlchemyError

from autograder.errors import OurFault
from autograder.grading.book import Book, Mark
from autograder.paths import Paths
from autograder.runs.database import course_directory


@dataclass(frozen=True)
class Known:
    """marks: by notebook, learner and grade_id; people: everybody in the gradebook, with a name where it has one."""

    marks: Mapping[str, Mapping[str, Mapping[str, Mark]]] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)


def read_gradebook(paths: Paths, notebooks: Iterable[str], db: str | None = None) -> Known:
    """All of it, or of that at `db`; nothing where there is none yet. Raises OurFault when it cannot be read."""
    if not (paths.root / "nbgrader_config.py").is_file():
        return Known()
    coursedir = course_directory(paths, db)
    book = Book(coursedir)
    if not book.database.there:
        return Known()
    try:
        marks = {name: book.marks(name) for name in notebooks}
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            rows = gradebook.db.query(Student.id, Student.first_name, Student.last_name).all()
    except SQLAlchemyError as error:
        raise OurFault(
            f"the gradebook could not be read ({getattr(error, 'orig', error)}), and without it points that "
            "people gave would be missing: "
            "see that it is one, that you may read it and that nobody else is writing to it"
        ) from error
    return Known(marks, {learner: f"{first or ''} {last or ''}".strip() for learner, first, last in rows})
