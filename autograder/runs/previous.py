"""Autograded copies put aside while new ones are made, and a mark on every submission that is being graded.

A run can be killed between any two writes. nbgrader would take the folder it left for a finished one and skip that
submission for ever, or show old work beside new points. The mark says that it is neither: the next run puts the
old copy back and grades the submission again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


class PreviousCopies:
    """Everything lies below `store`; `destination(assignment, student)` says where a copy belongs."""

    def __init__(self, store: Path, destination: Callable[[str, str], Path]):
        self.store, self.destination = store, destination
        self._copies = store / "copies"
        self._begun = store / "begun"  # marks: what stands there may be half of a new copy
        self._cut_off = store / "cut-off"  # marks: what stands there is whole, and older than the gradebook may be

    def keep(self, assignment_id: str, student_id: str) -> None:
        """Put a copy of what stands there aside, if anything does."""
        standing = self.destination(assignment_id, student_id)
        if standing.is_dir():
            shutil.copytree(standing, self._copies / student_id / assignment_id, dirs_exist_ok=True)

    def begin(self, assignment_id: str, student_id: str) -> None:
        """Mark a submission: from here on, the gradebook and what stands in its folder may not agree."""
        mark = self._begun / student_id / assignment_id
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()

    def unfinished(self, assignment_id: str, student_id: str) -> bool:
        """Was its grading begun and not finished?"""
        return any((marks / student_id / assignment_id).exists() for marks in (self._begun, self._cut_off))

    def done(self, assignment_id: str, student_id: str) -> None:
        """It is graded and written: its marks and its old copy may go."""
        for marks in (self._begun, self._cut_off):
            (marks / student_id / assignment_id).unlink(missing_ok=True)
        shutil.rmtree(self._copies / student_id / assignment_id, ignore_errors=True)
        self._tidy(student_id)

    def restore_missing(self) -> None:
        """Bring back what was kept: all of it where grading was cut off, else every file without a successor."""
        for mark in sorted(self._begun.glob("*/*")):
            # Half of a new copy is worse than none: it would count as graded.
            shutil.rmtree(self.destination(mark.name, mark.parent.name), ignore_errors=True)
            self._restore(self._copies / mark.parent.name / mark.name)
            stays = self._cut_off / mark.parent.name / mark.name
            stays.parent.mkdir(parents=True, exist_ok=True)
            mark.replace(stays)
        for kept in sorted(self._copies.glob("*/*")):
            self._restore(kept)
        shutil.rmtree(self._copies, ignore_errors=True)
        self._tidy()

    def _restore(self, kept: Path) -> None:
        standing = self.destination(kept.name, kept.parent.name)
        for file in kept.rglob("*"):
            target = standing / file.relative_to(kept)
            if file.is_file() and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, target)

    def _tidy(self, student_id: str | None = None) -> None:
        """Remove what is empty, of all or of one learner: to look at all after each takes a large class minutes."""
        kinds = (self._begun, self._cut_off, self._copies)
        of_learners = [it for kind in kinds for it in (kind.glob("*") if student_id is None else [kind / student_id])]
        for folder in (*of_learners, *kinds, self.store):
            with suppress(OSError):  # not there, or not empty
                folder.rmdir()
