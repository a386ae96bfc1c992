"""The gradebook that nbgrader_config.py names, for those who only read it: it is never made by looking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.paths import Paths

if TYPE_CHECKING:
    from nbgrader.api import Gradebook

SQLITE = "sqlite:///"


@contextmanager
def opened(paths: Paths) -> Iterator[Gradebook | None]:
    """The gradebook of a course; None where nbgrader is not set up, or nobody has made a gradebook yet."""
    if not (paths.root / "nbgrader_config.py").is_file():
        yield None
        return
    from nbgrader.api import Gradebook
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    coursedir = CourseDirectory(config=PyFileConfigLoader("nbgrader_config.py", path=str(paths.root)).load_config())
    url = coursedir.db_url
    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).exists():
        yield None
        return
    with Gradebook(url, coursedir.course_id) as gradebook:
        yield gradebook
