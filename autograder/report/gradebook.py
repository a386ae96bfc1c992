"""What the gradebook knows: points that people gave, and what learners are called. It is read and never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nbgrader.api import Gradebook, Student
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import PyFileConfigLoader

from autograder.errors import OurFault
from autograder.grading.book import Book, Mark
from autograder.paths import Paths


@dataclass(frozen=True)
class Known:
    """marks: by notebook, learner and grade_id; people: everybody in the gradebook, with a name where it has one."""

    marks: Mapping[str, Mapping[str, Mapping[str, Mark]]] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)


def read_gradebook(paths: Paths, notebooks: Iterable[str]) -> Known:
    """All of it; nothing where there is no gradebook yet. Raises OurFault when there is one that cannot be read."""
    if not (paths.root / "nbgrader_config.py").is_file():
        return Known()
    coursedir = CourseDirectory(config=PyFileConfigLoader("nbgrader_config.py", path=str(paths.root)).load_config())
    book = Book(coursedir)
    if book.file and not book.file.exists():
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
