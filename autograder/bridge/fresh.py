"""The exporter that makes feedback pages: it makes a page anew when what stands in it has changed.

nbgrader keeps a page that is there, unless a newer hand-in was graded or `--force` is given. So after a regrade, or
after a person's marks, a learner would get the old page, and nobody would be told.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException

from autograder.bridge.late import charge_again
from autograder.errors import CommandError

_TAIL = 200  # bytes at the end of a page, in which it says what it was made of


class FeedbackExporter(HTMLExporter):
    """Stands in front of `nbgrader generate_feedback` for one run; nbgrader_config.py names it."""

    def __init__(self, parent: GenerateFeedback, **settings: Any):
        super().__init__(parent=parent, **settings)
        self.converter = parent
        self._prepare, self._convert = parent.init_destination, parent.convert_notebooks
        parent.init_destination, parent.convert_notebooks = self.init_destination, self.convert_notebooks
        self._gradebook: Gradebook | None = None

    def convert_notebooks(self) -> None:
        """nbgrader's loop over the pages, with one connection for all questions about marks.

        What late work costs is worked out first: who read an essay since gave points that can be taken off.
        """
        coursedir = self.converter.coursedir
        with Gradebook(coursedir.db_url, coursedir.course_id) as self._gradebook:
            try:
                charge_again(self._gradebook, coursedir)
            except CommandError as error:
                self.converter.log.error(str(error))
                raise NbGraderException(str(error)) from error
            self._convert()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """nbgrader's question whether a learner's page is to be made, as if forced where the old one is out of date."""
        forced = self.converter.force
        outdated = not forced and self._is_outdated(assignment_id, student_id)
        if outdated:
            self.converter.log.info("Making the feedback of %s anew: it has changed since the last time", student_id)
        self.converter.force = forced or outdated
        try:
            return self._prepare(assignment_id, student_id)
        finally:
            self.converter.force = forced

    def from_filename(self, filename: str, resources: Any = None, **settings: Any) -> tuple[Any, Any]:
        """The page, which says at its end what it was made of."""
        names = resources["nbgrader"]
        made_of = self._made_of(Path(filename), names["assignment"], names["student"])
        page, resources = super().from_filename(filename, resources=resources, **settings)
        return f"{page}\n<!-- made of {made_of} -->\n", resources

    def _is_outdated(self, assignment_id: str, student_id: str) -> bool:
        folder = Path(self.converter._format_dest(assignment_id, student_id))
        for notebook in map(Path, self.converter.notebooks):
            page = folder / f"{notebook.stem}{self.file_extension}"
            made_of = self._made_of(notebook, assignment_id, student_id)
            if page.exists() and made_of and made_of.encode() not in page.read_bytes()[-_TAIL:]:
                return True
        return False

    def _made_of(self, notebook: Path, assignment_id: str, student_id: str) -> str:
        """A digest of the autograded notebook and of all that the gradebook has to say about it."""
        assert self._gradebook is not None, "asked for outside of a run"
        try:
            entry = self._gradebook.find_submission_notebook(notebook.stem, assignment_id, student_id)
        except MissingEntry:  # nbgrader will say so itself
            return ""
        self._gradebook.db.refresh(entry)
        marks = [[it.name, it.score, it.max_score, it.manual_score, it.needs_manual_grade] for it in entry.grades]
        said = [[it.name, it.comment, it.manual_comment] for it in entry.comments]
        whole = json.dumps([sorted(marks), sorted(said), entry.late_submission_penalty])
        return hashlib.sha256(notebook.read_bytes() + whole.encode()).hexdigest()
