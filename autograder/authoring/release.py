"""nbgrader's own `generate_assignment`, run in this process, quietly, without a database and away from course/."""

from __future__ import annotations

import logging
from pathlib import Path

from autograder.errors import CommandError, OurFault


def generate(root: Path, name: str) -> Path:
    """Turn root/source/NAME into root/release/NAME, and return that folder."""
    # Imported here because nbgrader takes most of a second, which the rest of the package need not pay.
    from nbgrader.converters import GenerateAssignment
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    from autograder.authoring.preprocessors import RELEASE_STEPS

    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.source_directory = "source"
    config.CourseDirectory.release_directory = "release"
    config.CourseDirectory.assignment_id = name
    config.GenerateAssignment.preprocessors = RELEASE_STEPS
    # What `nbgrader generate_assignment --no-db` sets: the step that fills the gradebook changes no notebook, and a
    # build must never touch a class's gradebook.
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False

    log = _Recorder()
    converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config, log=log.logger)
    try:
        converter.start()
    except CommandError:
        raise
    except Exception as error:
        said = "\n".join(log.lines) or repr(error)
        raise OurFault(f"nbgrader could not make the release of {name}:\n{said}") from error
    return root / "release" / name


class _Recorder(logging.Handler):
    """Keeps nbgrader's warnings and errors for the one case in which somebody wants to read them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []
        self.logger = logging.Logger("release", logging.WARNING)
        self.logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
