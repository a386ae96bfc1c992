"""Autograded copies put aside while nbgrader makes new ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path


class PreviousCopies:
    """Copies under `store/STUDENT/ASSIGNMENT`; `destination(assignment, student)` says where they belong."""

    def __init__(self, store: Path, destination: Callable[[str, str], Path]):
        self.store, self.destination = store, destination

    def keep(self, assignment_id: str, student_id: str) -> None:
        """Put a copy of what stands there aside, if anything does."""
        standing = self.destination(assignment_id, student_id)
        if standing.is_dir():
            shutil.copytree(standing, self.store / student_id / assignment_id, dirs_exist_ok=True)

    def restore_missing(self) -> None:
        """Bring back every kept file that has no successor, and let go of the others."""
        for kept in sorted(self.store.glob("*/*")):
            standing = self.destination(kept.name, kept.parent.name)
            for file in kept.rglob("*"):
                target = standing / file.relative_to(kept)
                if file.is_file() and not target.exists():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(file, target)
        shutil.rmtree(self.store, ignore_errors=True)
