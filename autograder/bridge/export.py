"""`nbgrader export`: the table that instructors open in a spreadsheet, where a cell can be a program.

nbgrader's own exporter writes values with commas between them and nothing around them. Ids and names come from
learners and from platforms: one with a comma moves every later column, one that begins with `=` is run.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.plugins import ExportPlugin

from autograder.bridge.late import charge_again
from autograder.learners import unreadable

COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score", "sandbox_level"),
)
HANDED_IN = ("timestamp", "raw_score", "late_submission_penalty", "score")  # blank for whoever handed in nothing
# What a spreadsheet takes for the beginning of a formula, also in full width as East Asian keyboards write it.
_FORMULA = re.compile(r"\s*[=+\-@|%＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")


def guarded(value: Any) -> str:
    """A value as text that no spreadsheet runs: an apostrophe before what would be a formula, no unseen letters."""
    text = "" if value is None else str(value)
    if unreadable(text):
        text = "".join(" " if letter in "\t\r\n" else letter for letter in text)
        text = "".join(letter if not unreadable(letter) else "\ufffd" for letter in text)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


class GuardedExport(ExportPlugin):
    """The columns of nbgrader's CSV exporter and the sandbox level; quoted and guarded. nbgrader_config.py names it."""

    def export(self, gradebook: Gradebook) -> None:
        charge_again(gradebook, self.parent.coursedir)
        target = Path(self.to or "grades.csv")
        self.log.info("Exporting grades to %s", target)
        with target.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_MINIMAL, lineterminator="\n")
            writer.writerow(COLUMNS)
            for row in self._rows(gradebook):
                writer.writerow([guarded(row[column]) for column in COLUMNS])

    def _rows(self, gradebook: Gradebook) -> Iterator[dict[str, Any]]:
        """Every learner for every assignment; blank where nothing was handed in and nbgrader's own has 0.0.

        A zero is a mark that somebody was given. Without a hand-in there is none yet, and averages leave blanks out.
        """
        assignments, learners = {str(name) for name in self.assignment}, {str(name) for name in self.student}
        for assignment in gradebook.assignments:
            if assignments and assignment.name not in assignments:
                continue
            for student in gradebook.students:
                if not learners or student.id in learners:
                    level = self._level(assignment.name, student.id)
                    yield _row(gradebook, assignment, student) | {"sandbox_level": level}

    def _level(self, assignment: str, student: str) -> int | None:
        """The lowest level at which this was judged, as the autograded notebooks say; the gradebook has no room."""
        coursedir = self.parent.coursedir
        folder = Path(coursedir.format_path(coursedir.autograded_directory, student, assignment))
        levels = (_level_in(file) for file in folder.glob("*.ipynb"))
        return min((level for level in levels if level is not None), default=None)


def _level_in(file: Path) -> int | None:
    try:
        return json.loads(file.read_text(encoding="utf-8"))["metadata"]["verdict"]["level"]
    except (OSError, ValueError, KeyError, TypeError):  # graded by stock nbgrader, or by a person alone
        return None


def _row(gradebook: Gradebook, assignment: Any, student: Any) -> dict[str, Any]:
    row = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "max_score": assignment.max_score,
        **dict.fromkeys(HANDED_IN),
    }
    try:
        submission = gradebook.find_submission(assignment.name, student.id)
    except MissingEntry:
        return row
    penalty = submission.late_submission_penalty
    return row | {
        "timestamp": submission.timestamp,
        "raw_score": submission.score,
        "late_submission_penalty": penalty,
        "score": max(0.0, submission.score - penalty),
    }
