"""What the cases stand on that hand in a file, an archive or a name, and not only an answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.collect.command import Report, collect
from autograder.collect.origins import Origins
from autograder.collect.place import Places
from autograder.collect.roster import Roster
from autograder.intake import Submission, read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.judge.verdict import CellResult, Result
from autograder.master import Master
from autograder.sandbox import scratch
from autograder.selftest.exercise import POINTS, RIGHT, master
from autograder.selftest.exercise import submission as answered
from autograder.selftest.wires import TripWires

NAME = "selftest"
Content = bytes | str | dict[str, Any] | Path  # of a notebook file, or where it lies
WRONG = "def gradients(a, b, c):\n    return a, b, c"


@dataclass(frozen=True)
class Handed:
    """What came of a file that was handed in."""

    submission: Submission
    result: Result

    @property
    def verdict(self) -> CellResult:
        return self.result.cell("ex1_test")


@dataclass
class Stage:
    """A judge, trip-wires, and a folder that is thrown away.

    It counts what honest work got its due: a case in which nothing did proves nothing.
    """

    judge: Judge
    wires: TripWires
    folder: Path
    honest: int = 0

    def document(self, answer: str = RIGHT, **changes: Any) -> dict[str, Any]:
        """The notebook as JupyterLab saves it, with this answer; `changes` replace parts of the document."""
        sources = {cell.cell_id: cell.release_source for cell in master().cells} | {"ex1": answer}
        cells: list[dict[str, Any]] = [
            {"cell_type": "code", "id": cell.cell_id, "source": sources[cell.cell_id], "metadata": _marks(cell)}
            | {"outputs": [], "execution_count": None}
            for cell in master().cells
        ]
        return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells} | changes

    def hand_in(self, content: Content, asked: Master | None = None) -> Handed:
        """Read, rebuild and judge a notebook file, as grading does; `asked`, where it is not the usual exercise."""
        path = content if isinstance(content, Path) else self.folder / f"{NAME}.ipynb"
        if isinstance(content, dict):
            content = json.dumps(content)
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogatepass")
        if isinstance(content, bytes):
            path.write_bytes(content)
        submission = read_submission(path)
        asked = asked or master()
        cells = rebuild(asked, submission)
        handed = Handed(submission, self.judge.grade(asked, cells, b"handed in", submission.problem))
        self.honest += handed.verdict.outcome == "right"
        return handed

    def grade(self, asked: Master, answer: str) -> CellResult:
        """The verdict on an answer to another exercise than the usual one."""
        verdict = self.judge.grade(asked, answered(answer), b"another exercise").cell("ex1_test")
        self.honest += verdict.outcome == "right"
        return verdict

    def collect(self, *sources: Path) -> Report:
        """Take in archives and folders; what is taken lies in `submitted`."""
        places = Places(self.submitted, self.folder / "replaced", Origins(self.folder / "origins"), {})
        report = collect(places, list(sources), [NAME], Roster())
        self.honest += len(report.taken)
        return report

    @property
    def submitted(self) -> Path:
        return self.folder / "submitted"

    def unfair(self, what: str, content: Content, asked: Master | None = None) -> Iterator[str]:
        """A fault when honest work in an odd file does not get its points, or gets more."""
        handed = self.hand_in(content, asked)
        verdict, score = handed.verdict, handed.result.score
        if verdict.outcome != "right" or not score == verdict.max_points == POINTS:
            yield f"{what}: {score:g} points, {verdict.outcome} instead of right ({verdict.message})"

    def unearned(self, what: str, around: Callable[[str], Content], outcome: str = "wrong") -> Iterator[str]:
        """A fault when a wrong answer does not end in `outcome` without points, or a right one loses its own.

        around: the same attack around an answer
        """
        yield from self.worthless(what, around(WRONG), outcome)
        yield from self.unfair(f"{what}, around a right answer", around(RIGHT))

    def worthless(
        self, what: str, content: Content, outcome: str = "wrong", asked: Master | None = None
    ) -> Iterator[str]:
        """A fault when something gets points, or ends otherwise than in `outcome`."""
        verdict = self.hand_in(content, asked).verdict
        if (verdict.points, verdict.outcome) != (0, outcome):
            yield f"{what}: {verdict.points} points, {verdict.outcome} instead of {outcome} ({verdict.message})"

    def refused(self, what: str, content: Content) -> Iterator[str]:
        """A fault when a file is taken, or refused without a sentence, or makes the judge fail."""
        handed = self.hand_in(content)
        if not (handed.submission.problem or "").endswith(".") or handed.verdict.outcome != "refused":
            yield f"{what}: {handed.verdict.outcome}, {handed.submission.problem!r} instead of a sentence"


@contextmanager
def staged(judge: Judge, wires: TripWires) -> Iterator[Stage]:
    folder = Path(tempfile.mkdtemp(prefix="selftest-"))
    try:
        yield Stage(judge, wires, folder)
    finally:
        scratch.remove(folder)


def _marks(cell: Any) -> dict[str, Any]:
    if cell.grade_id is None:
        return {}
    test = cell.role == "test"
    marks = {"grade_id": cell.grade_id, "solution": not test, "grade": test, "locked": test, "schema_version": 3}
    return {"nbgrader": marks | ({"points": cell.points} if test else {})}
