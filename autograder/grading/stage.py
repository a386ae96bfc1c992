"""Autograded folders, made ready beside the old ones and put in their place when the marks are in the gradebook."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.converters import Autograde

from autograder.bridge.links import remove_odd_marks
from autograder.bridge.notebook import as_file
from autograder.intake import MARKS
from autograder.paths import Paths
from autograder.runs.handed_in import Verdict
from autograder.runs.previous import PreviousCopies
from autograder.runs.writes import reached, whole


class Stage:
    """The autograded folders of one assignment; `converter` says where they belong and who may read them."""

    def __init__(self, paths: Paths, converter: Autograde, assignment: str):
        self.paths, self.converter, self.assignment = paths, converter, assignment
        self.folder = paths.classroom / ".staged"
        self.previous = PreviousCopies(paths.classroom / ".previous", self._destination)

    def clear(self) -> None:
        """Forget what a run before this one left: it is made again from the kept results."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def put(self, verdict: Verdict, notebook: NotebookNode) -> None:
        """Make the folder of one learner ready; notebook: the autograded one"""
        place = self.folder / verdict.handed_in.learner / self.assignment
        whole("staged", place / f"{verdict.master.name}.ipynb", as_file(notebook))
        for name, content in verdict.master.files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(base64.b64decode(content))
        remove_odd_marks(verdict.submission.path.parent)
        for mark in MARKS:
            if (file := verdict.submission.path.with_name(mark)).is_file():
                shutil.copyfile(file, place / mark)

    def publish(self, learner: str) -> None:
        """Put the folder of one learner in the place of the old one. Nothing is left to be done after this."""
        place, standing = self.folder / learner / self.assignment, self._destination(self.assignment, learner)
        standing.parent.mkdir(parents=True, exist_ok=True)
        reached("notebook")
        shutil.rmtree(standing, ignore_errors=True)
        place.replace(standing)
        self.converter.set_permissions(self.assignment, learner)
        reached("done")
        self.previous.done(self.assignment, learner)

    def standing(self, learner: str) -> Path:
        """The notebook that formgrader shows now."""
        return self._destination(self.assignment, learner) / f"{self.assignment}.ipynb"

    def _destination(self, assignment: str, learner: str) -> Path:
        return self.paths.root / self.converter._format_dest(assignment, learner)
