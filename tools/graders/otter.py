"""Otter-Grader: `otter assign` makes the exercise, and each submission is graded in a container of its own.

`otter grade` starts a Docker container for each submission and calls `otter.run` in it. Here the box is the container,
and its documented interface `otter.api.grade_submission` is called in it: the same grading, without Docker.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from graders.adapter import Came, Grader
from graders.exercise import CLOSE, HIDDEN_PART, POINTS, RIGHT, VISIBLE_PART, shown_in

NAME = "gradients"
# Grades one submission; what its cells put out comes from the notebook that Otter has run. Cells that check quote the
# hidden test when it fails, for whoever looks at that notebook: no learner does.
GRADE = f"""
import glob, json
from otter.api import grade_submission
result = grade_submission("{NAME}.ipynb", glob.glob("*.zip")[0], quiet=True)
graded = not getattr(result, "has_catastrophic_failure", lambda: False)()
cells = [cell for cell in result.notebook.cells if "check(" not in cell.source] if result.notebook else []
told = {{"graded": graded, "points": result.total, "cells": [{{"outputs": cell.get("outputs", [])}} for cell in cells]}}
told["tests"] = [case.message for file in result.results.values() for case in file.test_case_results] if graded else []
open("told.json", "w").write(json.dumps(told))
"""


def master() -> nbformat.NotebookNode:
    """The exercise in Otter Assign's format: one question, all points or none, one visible and one hidden case."""
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    settings = "name: gradients\nexport_cell: false\ncheck_all_cell: false"
    hidden = '""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG'
    return new_notebook(
        cells=[
            new_raw_cell(f"# ASSIGNMENT CONFIG\n{settings}"),
            new_code_cell("import numpy as np"),
            new_raw_cell(f"# BEGIN QUESTION\nname: ex1\npoints: {POINTS:g}\nall_or_nothing: true"),
            new_markdown_cell("Write `gradients`."),
            new_raw_cell("# BEGIN SOLUTION"),
            new_code_cell(f"# BEGIN SOLUTION\n{RIGHT}\n# END SOLUTION"),
            new_raw_cell("# END SOLUTION"),
            new_raw_cell("# BEGIN TESTS"),
            new_code_cell(f"import numpy as np\n{CLOSE}\n{VISIBLE_PART}"),
            new_code_cell(f"{hidden}\nimport numpy as np\n{CLOSE}\n{HIDDEN_PART}"),
            new_raw_cell("# END TESTS"),
            new_raw_cell("# END QUESTION"),
        ],
        metadata=metadata,
    )


def raised(message: str) -> list[str]:
    """The exceptions in what Otter says of a test, without the test's own lines, which it quotes."""
    found, margin = [], None
    for line in message.splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() == "Traceback (most recent call last):":
            margin = indent
        elif margin is not None and line.strip() and indent <= margin:
            found.append(line.strip())
            margin = None
    return found


class Otter(Grader):
    name = "otter-grader"
    packages = ("otter-grader==7.0.0",)
    configured = (
        "each submission in a container of its own, as `otter grade` has it, but of bubblewrap's in the place of "
        "Docker's, without a network (`--no-network`) and with a time limit (`--timeout`); all points or none"
    )
    beside = False
    together = False
    kept = ("told.json",)

    def prepare(self) -> None:
        work = self.folder / "assign"
        for folder in (work, self.prepared):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        nbformat.write(master(), self.prepared / f"{NAME}.ipynb")
        self.run_python("-m", "otter", "assign", f"{NAME}.ipynb", str(work))
        (self.prepared / f"{NAME}.ipynb").unlink()
        shutil.copy(next((work / "autograder").glob("*.zip")), self.prepared / "autograder.zip")
        shutil.copy(work / "student" / f"{NAME}.ipynb", self.folder / "student.ipynb")
        (self.prepared / "grade.py").write_text(GRADE)

    def hand_in(self, folder: Path, answers: Mapping[str, tuple[str, str]]) -> None:
        ((before, answer),) = answers.values()
        notebook = nbformat.read(self.folder / "student.ipynb", as_version=4)
        place = next(i for i, cell in enumerate(notebook.cells) if cell.source.strip() == "...")
        notebook.cells[place].source = answer
        notebook.cells.insert(place, new_code_cell(before))
        nbformat.write(notebook, folder / f"{NAME}.ipynb")

    def command(self, learners: Sequence[str]) -> list[str]:
        return ["python", "grade.py"]

    def read(self, files: Mapping[str, bytes], learners: Sequence[str]) -> dict[str, Came]:
        if "told.json" not in files:
            return {}
        told = json.loads(files["told.json"])
        shown = "\n".join([shown_in(told["cells"]), *(line for said in told["tests"] for line in raised(said))])
        return {learners[0]: Came(float(told["points"]) if told["graded"] else None, shown)}
