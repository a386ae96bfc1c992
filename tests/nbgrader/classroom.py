"""A course folder with a classroom of its own, and nbgrader's real commands on it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.paths import Paths
from tests.notebooks.lesson import handed_in

# The one that is judged in a second: what is tried here is the line around the judge. All are in test_nbgrader_course.
NAME = "01_tensors"


class Classroom:
    """One course folder: submissions go in, commands run, marks and pages come out."""

    def __init__(self, paths: Paths, name: str = NAME):
        self.paths, self.name = paths, name
        self.master = load_master(paths, name)

    # --- handing in

    def submission(self, learner: str) -> Path:
        return self._copy("submitted", learner)

    def hand_in(self, learner: str, content: bytes | dict) -> Path:
        path = self.submission(learner)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    def notebook(self, **answers: str) -> dict:
        """The reference's answers in the released notebook, some replaced."""
        return handed_in(self.master, **answers)

    # --- grading

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the developer's own Jupyter configuration, and a home of its own."""
        home = self.paths.root / "home"
        jupyter = {"JUPYTER_CONFIG_DIR": str(home / "jupyter"), "JUPYTER_RUNTIME_DIR": str(home)}
        return {**os.environ, "HOME": str(home), **jupyter}

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess:
        """`nbgrader ...` from the root of the course."""
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=self.paths.root,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert not check or done.returncode == 0, done.stderr[-4000:]
        return done

    # --- what came out

    def scores(self, learner: str, column: str = "auto_score") -> dict[str, float | None]:
        query = f"""
            select base_cell.name, grade.{column} from grade
            join grade_cells on grade_cells.id = grade.cell_id
            join base_cell on base_cell.id = grade_cells.id
            join submitted_notebook on submitted_notebook.id = grade.notebook_id
            join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
            join notebook on notebook.id = base_cell.notebook_id
            where submitted_assignment.student_id = ? and notebook.name = ?
        """
        with sqlite3.connect(self.paths.classroom / "gradebook.db") as database:
            return dict(database.execute(query, [learner, self.name]))

    @property
    def points(self) -> dict[str, float]:
        """What can be had."""
        return {cell.grade_id: cell.points for cell in self.master.tests}

    @property
    def most(self) -> float:
        """All of these."""
        return sum(self.points.values())

    @property
    def of_most(self) -> str:
        """How a page goes on after the points of a learner."""
        return f"of {self.most:g} points"

    @property
    def full_marks(self) -> str:
        """How a page says that everything was right."""
        return f"{self.most:g} {self.of_most}"

    def autograded(self, learner: str) -> dict:
        return json.loads(self._copy("autograded", learner).read_text(encoding="utf-8"))

    def outcomes(self, learner: str) -> dict[str, str]:
        cells = self.autograded(learner)["cells"]
        verdicts = [cell["metadata"]["verdict"] for cell in cells if "verdict" in cell["metadata"]]
        return {verdict["grade_id"]: verdict["outcome"] for verdict in verdicts}

    def report(self, learner: str) -> str:
        """The cell on top of the autograded notebook."""
        return "".join(self.autograded(learner)["cells"][0]["source"])

    def feedback(self, learner: str) -> str:
        return self._copy("feedback", learner).with_suffix(".html").read_text(encoding="utf-8")

    def _copy(self, step: str, learner: str) -> Path:
        return self.paths.classroom / step / learner / self.name / f"{self.name}.ipynb"
