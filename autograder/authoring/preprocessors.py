"""The steps that make a release out of an instructor's notebook.

RELEASE_STEPS is used by `autograder build` and, through nbgrader_config.py, by `nbgrader generate_assignment`: one
list, so that both write the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
    NbGraderPreprocessor,
    SaveCells,
)
from nbgrader.utils import is_grade, is_solution
from traitlets import default

from autograder.kit.reading import STAMP
from autograder.kit.shown import TEXT_STUB
from autograder.source.marks import DEFAULT_STUB, without_solutions


class StubSolutions(ClearSolutions):
    """nbgrader's step, with a stub that a check can recognise and regions that may bring a stub of their own."""

    @default("code_stub")
    def _default_code_stub(self) -> dict[str, str]:
        return {"python": DEFAULT_STUB}

    @default("text_stub")
    def _default_text_stub(self) -> str:
        return TEXT_STUB

    def _replace_solution_region(self, cell: NotebookNode, language: str) -> bool:
        stub = self.code_stub[language] if cell.cell_type == "code" else self.text_stub
        cell.source, replaced = without_solutions(cell.source, stub)
        return replaced


class TidySource(NbGraderPreprocessor):
    """Takes away the blank lines that a removed region leaves at the end of a cell."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, cell_index: int) -> tuple[NotebookNode, Any]:
        cell.source = cell.source.rstrip()
        return cell, resources


class FoldTests(NbGraderPreprocessor):
    """Folds test cells, as JupyterLab and Notebook 7 do by themselves when the learner does it; what they say shows.

    A learner goes from the text to the answer to what holds, and need not scroll through the test.
    """

    def preprocess_cell(self, cell: NotebookNode, resources: Any, cell_index: int) -> tuple[NotebookNode, Any]:
        if cell.cell_type == "code" and is_grade(cell) and not is_solution(cell):
            cell.metadata.setdefault("jupyter", NotebookNode())["source_hidden"] = True
        return cell, resources


class StampCells(NbGraderPreprocessor):
    """A digest over what learners see, beside the version: two versions with the same cells are known by it.

    No hidden test is in it, since it would let a learner confirm a guess.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        seen = [(cell.cell_type, cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source) for cell in nb.cells]
        digest = hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]
        nb.metadata[STAMP] = NotebookNode(nb.metadata.get(STAMP, {})) | {"cells": digest}
        return nb, resources


# The order of nbgrader's own list. SaveCells must see the hidden tests, and the second ComputeChecksums must not: a
# checksum over hidden tests would let a learner confirm a guess. Left out: InstantiateTests (it starts a kernel) and
# IncludeHeaderFooter (a release holds what its source holds).
RELEASE_STEPS = [
    LockCells,
    StubSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    SaveCells,
    ClearHiddenTests,
    ClearMarkScheme,
    TidySource,
    FoldTests,
    ComputeChecksums,
    CheckCellMetadata,
    StampCells,
]
