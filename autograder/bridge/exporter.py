"""The exporter that `nbgrader autograde` reads submissions with: it never parses what a learner wrote."""

from __future__ import annotations

import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.converters import Autograde
from traitlets import Integer

from autograder.bridge.clean import clean_attachments
from autograder.bridge.guard import Guard
from autograder.bridge.report import report_cell
from autograder.runs.handed_in import Verdict
from autograder.sandbox import GRADING
from autograder.weave import ReplayCell


class RebuildExporter(NotebookExporter):
    """Gives nbgrader the released notebook with the learner's answers in it, instead of the file handed in.

    nbgrader makes one exporter for each run, before it touches anything, which makes this the place where the
    guard takes its post. It converts each submission twice, the second time from its own autograded copy: that
    one is ours and is read as it is.
    """

    require = Integer(GRADING, help="Refuse to grade below this sandbox level (0 to 3).").tag(config=True)

    def __init__(self, parent: Autograde, **settings: Any):
        super().__init__(parent=parent, **settings)
        self.converter = parent
        self.guard = Guard(parent, self.require)

    def from_filename(self, filename: str, resources: Any = None, **settings: Any) -> tuple[Any, Any]:
        """The rebuilt notebook on the first pass, the autograded copy on the second."""
        if not self.converter._sanitizing:
            return super().from_filename(filename, resources=resources, **settings)
        resources = self._init_resources(resources)
        resources["metadata"]["name"] = Path(filename).stem
        return self.from_notebook_node(rebuilt_notebook(self.verdict(resources)), resources=resources, **settings)

    def verdict(self, resources: dict) -> Verdict:
        """What the judge said about the notebook that is being converted."""
        return self.guard.verdicts[resources["nbgrader"]["student"], resources["nbgrader"]["notebook"]]

    def same(self, resources: dict) -> frozenset[str]:
        """The answers in it that are those of the last time."""
        return self.guard.same[resources["nbgrader"]["student"], resources["nbgrader"]["notebook"]]


def rebuilt_notebook(verdict: Verdict) -> NotebookNode:
    """The notebook that a person will look at: released cells in their order, answers and own cells of the learner."""
    notebook = copy.deepcopy(_release(verdict.master.release_text))
    released = {cell.id: cell for cell in notebook.cells}
    tests = {cell.cell_id: cell.source for cell in verdict.master.cells if cell.role == "test"}
    notebook.cells = [report_cell(verdict)]
    for woven in verdict.woven:
        cell = released.get(woven.cell_id) or _own_cell(woven)
        # The gradebook knows tests with their hidden part, and a person who grades by hand wants to see it.
        cell.source = tests.get(woven.cell_id, woven.source)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        elif woven.attachments and (pictures := clean_attachments(woven.attachments)):
            cell.attachments = from_dict(pictures)
        notebook.cells.append(cell)
    return notebook


@lru_cache(maxsize=4)
def _release(text: str) -> NotebookNode:
    """Parsing and validating takes a tenth of a second, once for a class instead of once for each learner."""
    return nbformat.reads(text, as_version=4)


def _own_cell(woven: ReplayCell) -> NotebookNode:
    make = new_code_cell if woven.kind == "extra" else new_markdown_cell
    return make(id=woven.cell_id, metadata={"tags": ["learner"]})
