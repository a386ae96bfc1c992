"""Where the parts of a course lie, relative to its root."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError

_GRADED = re.compile(r'^# %%.*"grade": *true', re.M)  # the header of a test, also of one without points


@dataclass(frozen=True)
class Paths:
    """The folders of one checkout; nothing here is created, only named."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> Paths:
        """The course that `start` (the current folder by default) lies in."""
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "pyproject.toml").is_file() and (folder / "solutions").is_dir():
                return cls(folder)
        raise UsageError(f"{start} is not inside a course: go to the folder that has pyproject.toml and solutions/")

    @property
    def solutions(self) -> Path:
        return self.root / "solutions"

    @property
    def mutants(self) -> Path:
        return self.solutions / "mutants"

    @property
    def course(self) -> Path:
        return self.root / "course"

    @property
    def docs(self) -> Path:
        return self.root / "docs"

    @property
    def build(self) -> Path:
        return self.root / "build"

    @property
    def source(self) -> Path:
        """Instructor notebooks: what nbgrader calls the source directory."""
        return self.build / "source"

    @property
    def master(self) -> Path:
        """What the judge knows of each notebook: tests, exported names, limits."""
        return self.build / "master"

    @property
    def classroom(self) -> Path:
        """Everything about learners, and the course secret; never in git."""
        return self.root / "classroom"

    def names(self) -> list[str]:
        """The notebooks of the course, in order."""
        return sorted(path.stem for path in self.solutions.glob("[0-9][0-9]_*.py"))

    def assignments(self) -> list[str]:
        """Those that are handed in: a notebook without a test, which one only reads, is not."""
        texts = {name: (self.solutions / f"{name}.py").read_text(encoding="utf-8") for name in self.names()}
        return [name for name, text in texts.items() if _GRADED.search(text)]
