"""A notebook of the course, read and run, for the tests that hold it to what it says.

A facts test names its notebook, `LESSON = Lesson.read("01_tensors")`, and asks for the fixture `names`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from autograder.authoring.masters import load_master
from autograder.master import Master
from autograder.paths import Paths
from autograder.sandbox.datafiles import write_files
from autograder.source.cells import Cell, Source, read_source
from autograder.source.marks import solved

PATHS = Paths(Path(__file__).resolve().parents[2])
NAMES = PATHS.names()
ASSIGNMENTS = PATHS.assignments()
THOROUGH = bool(os.environ.get("MINIGRAD_THOROUGH"))  # `make mutants` judges what takes too long for `make test`

_EXERCISE = re.compile(r"## (Exercise .*)")
_HEADER = re.compile(
    r"Exercise (?P<number>\d+\.\d+)(?P<further>\+?) · (?P<title>.+) "
    r"\((?P<kind>[a-z ]+), (?P<points>\d+) points?, about (?P<minutes>\d+) min, needs (?P<needs>nothing|[\d.]+)\)"
)


@dataclass(frozen=True)
class Exercise:
    """What the header of an exercise says, and its cells, as far as the next heading."""

    number: str
    further: bool
    kind: str
    points: int
    minutes: int
    needs: str | None
    cells: tuple[Cell, ...]

    @property
    def grade_id(self) -> str:
        return "ex" + self.number.replace(".", "_")

    @property
    def text(self) -> str:
        return "\n".join(cell.source for cell in self.cells if cell.role == "text")


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course."""

    source: Source

    @classmethod
    @cache
    def read(cls, name: str) -> Lesson:
        return cls(read_source(PATHS.solutions / f"{name}.py", PATHS.root))

    @property
    def name(self) -> str:
        return self.source.name

    @cached_property
    def text(self) -> str:
        """All prose."""
        return "\n".join(cell.source for cell in self.source.by_role("text"))

    @cached_property
    def flat(self) -> str:
        """All prose in one line, for sentences that go over two."""
        return " ".join(self.text.split())

    @cached_property
    def exercises(self) -> list[Exercise]:
        """In order; raises AssertionError for a header that is not written as all of them are."""
        found: list[tuple[str, list[Cell]]] = []
        inside = False
        for cell in self.source.cells:
            if cell.role == "text" and cell.source.startswith("## "):
                header = _EXERCISE.match(cell.source)
                inside = header is not None
                if header:
                    found.append((header[1], []))
            if inside:
                found[-1][1].append(cell)
        return [_exercise(header, cells) for header, cells in found]

    def run(self, folder: Path, at_test: Callable[[Cell, dict[str, Any]], None] | None = None) -> dict[str, Any]:
        """The names that the given cells and the reference's answers leave behind, run in `folder`.

        At each test cell, `at_test` is called with the cell and the names so far.
        """
        write_files(folder, load_master(PATHS, self.name).files)
        namespace: dict[str, Any] = {"__name__": "__main__"}
        before = Path.cwd()
        os.chdir(folder)
        try:
            for cell in self.source.by_role("given", "answer", "test"):
                if cell.role == "test":
                    if at_test:
                        at_test(cell, namespace)
                    continue
                exec(compile(solved(cell.source), f"{self.source.file}:{cell.line}", "exec"), namespace)
        finally:
            os.chdir(before)
        return namespace


def handed_in(master: Master, **answers: str) -> dict[str, Any]:
    """The released notebook with the reference's answers, some of them replaced."""
    return released(master, reference(master) | answers)


def reference(master: Master) -> dict[str, str]:
    """The instructor's own answers by grade_id."""
    return {str(cell.grade_id): solved(cell.source) for cell in master.cells if cell.role in ("answer", "manual")}


def released(master: Master, answers: Mapping[str, str]) -> dict[str, Any]:
    """The released notebook with these answers, and stubs for the rest."""
    document = json.loads(master.release_text)
    for cell in document["cells"]:
        cell["source"] = answers.get(cell["metadata"].get("nbgrader", {}).get("grade_id"), cell["source"])
    return document


def _exercise(header: str, cells: list[Cell]) -> Exercise:
    said = _HEADER.fullmatch(header)
    assert said, f"not written as `Exercise N.M · title (kind, P points, about M min, needs N.M)`: {header}"
    needs = None if said["needs"] == "nothing" else said["needs"]
    points, minutes = int(said["points"]), int(said["minutes"])
    return Exercise(said["number"], bool(said["further"]), said["kind"], points, minutes, needs, tuple(cells))
