"""What is wrong in a course's source: a place and a sentence, and the error that carries several of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError


@dataclass(frozen=True, order=True)
class Finding:
    """One thing to mend. `file` is written as the author would type it; line 0 means the file as a whole."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}"


class CourseErrors(CourseError):
    """Everything that was found wrong at once, so that an author mends a notebook in one round."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings = sorted(set(findings))
        first = self.findings[0]
        super().__init__(first.message, first.file, first.line or None)
        if len(self.findings) > 1:
            self.args = ("\n" + "\n".join(f"  {finding}" for finding in self.findings),)


def shown(path: Path, root: Path | None) -> str:
    """`path` relative to the course where it lies in it: short, and the same on every machine."""
    if root is not None and path.resolve().is_relative_to(root.resolve()):
        return path.resolve().relative_to(root.resolve()).as_posix()
    return str(path)
