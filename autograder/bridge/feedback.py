"""Feedback pages that show a learner what was found, and no hidden test."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import ClearHiddenTests

from autograder.bridge.clean import PageStep

HIDDEN = "# hidden tests ran here"
UNFOLDS = "summary { display: list-item; cursor: pointer; }"


class HideTests(PageStep, ClearHiddenTests):
    """nbgrader's own step for releases, on the autograded notebook, with a line in the place of what was removed."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, cell_index: int) -> tuple[NotebookNode, Any]:
        if not utils.is_grade(cell) or utils.is_solution(cell) or cell.cell_type != "code":
            return cell, resources
        if self._remove_hidden_test_region(cell):
            cell.source = f"{cell.source.rstrip()}\n{HIDDEN}"
        if "verdict" not in cell.metadata:
            # Graded by stock steps: a traceback quotes the line that failed, which may be a hidden one.
            failed = any(output.output_type == "error" for output in cell.outputs)
            cell.outputs = [new_output("stream", name="stdout", text="failed\n" if failed else "passed\n")]
        return cell, resources


class ShowUnfolding(PageStep):
    """The triangle before what can be unfolded: the page's Bootstrap takes it away. After CSSHTMLHeaderPreprocessor."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        resources["inlining"]["css"].append(UNFOLDS)
        return nb, resources
