"""nbgrader as it is: `generate_assignment`, `autograde`, `export`."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from graders.adapter import Came, Grader
from graders.exercise import CLOSE, HIDDEN_PART, POINTS, RIGHT, VISIBLE_PART, shown_in

NAME = "gradients"
PAGE = f"autograded/{{}}/{NAME}/{NAME}.ipynb"
CONFIG = """
c = get_config()
c.Application.log_level = "ERROR"
"""
TEST = f"import numpy as np\n{CLOSE}\n{VISIBLE_PART}\n### BEGIN HIDDEN TESTS\n{HIDDEN_PART}\n### END HIDDEN TESTS"


def notebook(answer: str, before: str = "") -> nbformat.NotebookNode:
    """The exercise with this answer."""
    test = {"grade": True, "locked": True, "points": POINTS}
    return new_notebook(
        cells=[
            new_code_cell("import numpy as np", id="given"),
            *([new_code_cell(before, id="own")] if before else []),
            new_code_cell(answer, id="ex1", metadata=_marks("ex1", {"solution": True})),
            new_code_cell(TEST, id="ex1_test", metadata=_marks("ex1_test", test)),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def _marks(grade_id: str, marks: dict[str, Any]) -> dict[str, Any]:
    usual = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": usual | {"grade_id": grade_id} | marks}


class StockNbgrader(Grader):
    name = "stock nbgrader"
    packages = ("nbgrader==0.9.6",)
    configured = "as installed: no option but the log's level; 30 s a cell, one kernel after the other"
    kept = (PAGE.format("*"), "grades.csv")

    def prepare(self) -> None:
        shutil.rmtree(self.prepared, ignore_errors=True)
        source = self.prepared / "source" / NAME / f"{NAME}.ipynb"
        source.parent.mkdir(parents=True)
        (self.prepared / "nbgrader_config.py").write_text(CONFIG)
        nbformat.write(notebook(f"### BEGIN SOLUTION\n{RIGHT}\n### END SOLUTION"), source)
        self.run_python("-m", "nbgrader", "generate_assignment", NAME)

    def hand_in(self, folder: Path, answers: Mapping[str, tuple[str, str]]) -> None:
        for learner, (before, answer) in answers.items():
            file = folder / "submitted" / learner / NAME / f"{NAME}.ipynb"
            file.parent.mkdir(parents=True)
            nbformat.write(notebook(answer, before), file)

    def command(self, learners: Sequence[str]) -> list[str]:
        nbgrader = f"{self.python} -m nbgrader"
        return ["/bin/sh", "-c", f"{nbgrader} autograde {NAME}; {nbgrader} export --to grades.csv"]

    def read(self, files: Mapping[str, bytes], learners: Sequence[str]) -> dict[str, Came]:
        """Where there is no autograded notebook, nobody has graded: the export says 0 all the same."""
        found = {}
        for row in csv.DictReader(files.get("grades.csv", b"").decode(errors="replace").splitlines()):
            page = files.get(PAGE.format(row["student_id"]))
            if page is not None:
                found[row["student_id"]] = Came(float(row["raw_score"]), shown_in(json.loads(page)["cells"]))
        return found
