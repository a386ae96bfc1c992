"""The gradebook that nbgrader_config.py names, for those who only read it: it is never made by looking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autograder.paths import Paths

if TYPE_CHECKING:
    from nbgrader.api import Gradebook


@contextmanager
def opened(paths: Paths, db: str | None = None) -> Iterator[Gradebook | None]:
    """The gradebook of a course, or that at `db`; None where nbgrader is not set up, or nobody has made one yet."""
    if not (paths.root / "nbgrader_config.py").is_file():
        yield None
        return
    from nbgrader.api import Gradebook

    from autograder.runs.database import Database, course_directory

    coursedir = course_directory(paths, db)
    if not Database(coursedir.db_url).there:
        yield None
        return
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        yield gradebook
