"""The autograded notebook in one go: the same that nbgrader's steps with ours in them write, without a gradebook."""

from __future__ import annotations

from functools import lru_cache

import nbformat
from nbformat import NotebookNode
from nbgrader import utils

from autograder.bridge.clean import clean_cell
from autograder.bridge.execute import put_outputs
from autograder.bridge.exporter import rebuilt_notebook
from autograder.runs.handed_in import Verdict


def autograded_notebook(verdict: Verdict) -> NotebookNode:
    """What formgrader shows and feedback is made from."""
    notebook = rebuilt_notebook(verdict)
    tests = tuple((cell.grade_id, cell.source) for cell in verdict.master.tests)
    checksums = _registered_checksums(verdict.master.release_text, tests)
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        if marks.get("grade_id") in checksums:
            marks["checksum"] = checksums[marks["grade_id"]]
    put_outputs(notebook, verdict)
    for cell in notebook.cells:
        clean_cell(cell)
    return notebook


def as_file(notebook: NotebookNode) -> str:
    """As nbformat writes it, without its validation, which takes longer than everything else."""
    return nbformat.v4.writes(notebook) + "\n"


@lru_cache(maxsize=4)
def _registered_checksums(release_text: str, tests: tuple[tuple[str | None, str], ...]) -> dict[str, str]:
    """What nbgrader's OverwriteCells would put in: checksums of the cells as registered, tests with hidden parts."""
    found = {}
    for cell in nbformat.reads(release_text, as_version=4).cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id:
            cell.source = dict(tests).get(grade_id, cell.source)
            found[grade_id] = utils.compute_checksum(cell)
    return found
