"""Names and addresses for the gradebook: from a roster, and never over what a person typed in formgrader."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from autograder.errors import OurFault
from autograder.paths import Paths
from autograder.runs.writes import whole

FIELDS = ("first_name", "last_name", "email")
Remembered = dict[str, dict[str, str]]


class Named(Protocol):
    """Whoever has an id, and as much of a name and an address as is known."""

    @property
    def learner(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...
    @property
    def email(self) -> str: ...


def name_people(paths: Paths, people: Iterable[Named], db: str | None = None) -> bool:
    """Enter these people into the course's gradebook, or that at `db`, whoever is new to it too; False where no
    nbgrader is set up.

    Raises OurFault when the gradebook cannot be written; then nothing in it has changed.
    """
    if not (paths.root / "nbgrader_config.py").is_file():
        return False
    from nbgrader.api import Gradebook
    from sqlalchemy.exc import DBAPIError

    from autograder.runs.database import Database, course_directory, one_line

    coursedir = course_directory(paths, db)
    Database(coursedir.db_url).check()
    try:
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            remembered = enter(gradebook.db(), people, recall(paths))
            gradebook.db.commit()
    except DBAPIError as error:
        raise OurFault(
            f"the names of the roster could not be written into the gradebook ({one_line(error.orig)}): close what "
            "else may be writing to it and run the same command again"
        ) from error
    remember(paths, remembered)
    return True


def enter(session: Any, people: Iterable[Named], remembered: Remembered) -> Remembered:
    """Set names and addresses in an open session of the gradebook; the caller commits, and then remembers the result.

    Only what is empty, or what came from a roster before, is set: anything else was typed by a person.
    """
    from nbgrader.api import Student

    students = {student.id: student for student in session.query(Student)}
    written = {learner: dict(fields) for learner, fields in remembered.items()}
    for person in people:
        student = students.get(person.learner)
        if student is None:
            student = students[person.learner] = Student(id=person.learner)
            session.add(student)
        ours = written.setdefault(person.learner, {})
        for name in FIELDS:
            new, now = getattr(person, name), getattr(student, name)
            if new and (not now or now == ours.get(name)):
                setattr(student, name, new)
                ours[name] = new
    return written


def recall(paths: Paths) -> Remembered:
    """What a roster has put into the gradebook, by learner and field."""
    try:
        kept = json.loads(_file(paths).read_text(encoding="utf-8"))
        return {str(learner): {str(k): str(v) for k, v in fields.items()} for learner, fields in kept.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def remember(paths: Paths, written: Remembered) -> None:
    """Keep what `enter` gave back."""
    if written != recall(paths):
        whole("people", _file(paths), json.dumps(written, ensure_ascii=False, indent=1) + "\n")


def _file(paths: Paths) -> Path:
    return paths.classroom / "people.json"
