"""In the place of nbgrader's `Execute`: the judge has run the cells already, here its outputs are put in."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.bridge.report import findings, sentences_on, unread, verdict_line
from autograder.judge.verdict import FULL, CellResult
from autograder.runs.handed_in import Verdict


class JudgeExecute(NbGraderPreprocessor):
    """Gives each cell of the learner its own output, and each test its outcome and message."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        put_outputs(nb, self.parent.verdict(resources))
        return nb, resources


def put_outputs(nb: NotebookNode, verdict: Verdict) -> None:
    """Set what the judge saw into a rebuilt notebook, and how it was judged into its metadata."""
    result, nothing_in_it = verdict.result, unread(verdict) is not None
    graded = {cell.grade_id: cell for cell in result.cells}
    nb.metadata["verdict"] = {
        "level": result.level,
        "seed": result.seed,
        "score": result.score,
        "max_score": result.max_score,
        "manual": result.manual,
        "unread": nothing_in_it,
        "remarks": sentences_on(verdict),
    }
    for cell in nb.cells:
        found = graded.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
        if found is not None:
            cell.metadata["verdict"] = asdict(found)
        if cell.cell_type != "code":
            continue
        cell.execution_count = None
        if found is not None and found.outcome != "manual":
            # Why a whole file counts for nothing stands on top of the page, once.
            cell.outputs = [verdict_output(replace(found, message="") if nothing_in_it else found)]
        else:
            cell.outputs = [NotebookNode(output) for output in result.outputs.get(cell.id, [])]


def verdict_output(verdict: CellResult) -> NotebookNode:
    """What stands under a test: never the output of the test itself, which could hold a hidden value."""
    line = verdict_line(verdict)
    if verdict.outcome in FULL:
        return new_output("stream", name="stdout", text=line + "\n")
    # An error output, so that it is red in formgrader, and so that stock nbgrader too would take it for a failure.
    return new_output("error", ename=verdict.outcome, evalue=findings(verdict), traceback=[line])
