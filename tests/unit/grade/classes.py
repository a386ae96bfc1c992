"""A small course, a class that hands in, and a judge that decides by reading: tested is what is done with it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest
from authoring_course import FIRST

from autograder.authoring.build import build
from autograder.authoring.masters import load_master
from autograder.grading.run import Graded, Settings, grade
from autograder.judge.verdict import CellResult, Result
from autograder.master import Master
from autograder.paths import Paths

ROOT = Path(__file__).parents[3]
NAME = "01_doubling"
RIGHT, WRONG = "def double(x):\n    return np.add(x, x)", "def double(x):\n    return np.multiply(x, x)"
ESSAY = """
# %% [markdown] nbgrader={"grade_id": "ex1_2", "grade": true, "solution": true, "points": 4} exercise={"kind": "X"}
# ### BEGIN SOLUTION
# A number that meets itself is twice as large as it was.
# ### END SOLUTION
"""
MUTANT = "# law: twice\ndef double(x):\n    squared_by_mistake = np.multiply(x, x)\n    return squared_by_mistake\n"


class ReadingJudge:
    """In the place of a judge: right when the answer adds. Fast, and the same on every machine."""

    level = 1
    calls = 0

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    close = __exit__

    def grade(self, master, cells, seed, problem=None, verdict_only=False, pictures=None):
        type(self).calls += 1
        answers = {cell.grade_id: cell.source for cell in cells}
        found = []
        for cell in master.cells:
            if cell.role == "manual":
                found.append(CellResult(cell.grade_id, "X", None, cell.points, "manual"))
            elif cell.role == "test":
                outcome, points = self.verdict(answers.get(cell.answers[0], ""), cell.points, problem)
                law = "" if outcome == "right" else "twice: double returns two times its argument"
                found.append(CellResult(cell.grade_id, "C", points, cell.points, outcome, None, law))
        shown = {"output_type": "stream", "name": "stdout", "text": "6\n"}
        return Result(self.level, seed.hex(), found, {cell.cell_id: [shown] for cell in cells if cell.kind == "given"})

    @staticmethod
    def verdict(answer, points, problem):
        if problem:
            return "refused", 0.0
        return ("right", points) if "np.add" in answer else ("wrong", 0.0)


def make_course(root: Path) -> Paths:
    """One notebook with a test of 2 points and an essay of 4, and its wrong answer."""
    paths = Paths(root)
    paths.solutions.mkdir(parents=True)
    (root / "pyproject.toml").write_text("")
    shutil.copy(ROOT / "nbgrader_config.py", root)
    (paths.solutions / f"{NAME}.py").write_text(FIRST + ESSAY)
    (paths.mutants / NAME).mkdir(parents=True)
    (paths.mutants / NAME / "ex1_1__squares.py").write_text(MUTANT)
    build(paths, [NAME], reference=lambda master, source: master, say=lambda line: None)
    return paths


@dataclass
class SmallClass:
    """Learners of one course: hand in, grade, look."""

    paths: Paths

    @property
    def master(self) -> Master:
        return load_master(self.paths, NAME)

    def hand_in(
        self, learner: str, answer: str = RIGHT, essay: str | None = None, timestamp: str | None = None
    ) -> Path:
        document = json.loads(self.master.release_text)
        texts = {"ex1_1": answer} | ({"ex1_2": essay} if essay else {})
        for cell in document["cells"]:
            grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
            cell["source"] = texts.get(grade_id, cell["source"])
        return self.hand_in_file(learner, json.dumps(document).encode(), timestamp)

    def hand_in_file(self, learner: str, content: bytes, timestamp: str = "") -> Path:
        file = self.paths.classroom / "submitted" / learner / NAME / f"{NAME}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        if timestamp:
            (file.parent / "timestamp.txt").write_text(timestamp)
        return file

    def grade(self, judge: type = ReadingJudge, **settings) -> Graded:
        with mock.patch("autograder.judge.pool.Judge", judge):
            return grade(self.paths, NAME, Settings(**{"jobs": 1, **settings}))

    def nbgrader(self, converter: str, judge: type = ReadingJudge, **options: object) -> None:
        """A command of nbgrader's by the name of its converter, as `Autograde`."""
        from nbgrader import converters
        from nbgrader.coursedir import CourseDirectory
        from traitlets.config import PyFileConfigLoader

        config = PyFileConfigLoader("nbgrader_config.py", path=str(self.paths.root)).load_config()
        coursedir = CourseDirectory(config=config, assignment_id=NAME)
        with mock.patch("autograder.judge.pool.Judge", judge), mock.patch("autograder.bridge.guard.Judge", judge):
            getattr(converters, converter)(coursedir=coursedir, config=config, **options).start()

    # ---- what came of it

    def query(self, text: str, *values: object) -> list[tuple]:
        with sqlite3.connect(self.paths.classroom / "gradebook.db") as database:
            return database.execute(text, values).fetchall()

    def marks(self, column: str = "auto_score") -> dict[tuple[str, str], float | None]:
        """By learner and cell."""
        rows = self.query(
            f"""select submitted_assignment.student_id, base_cell.name, grade.{column} from grade
            join base_cell on base_cell.id = grade.cell_id
            join submitted_notebook on submitted_notebook.id = grade.notebook_id
            join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id"""
        )
        assert len({row[:2] for row in rows}) == len(rows), "a mark is there twice"
        return {(learner, cell): value for learner, cell, value in rows}

    def tests(self, column: str = "auto_score") -> dict[str, float | None]:
        """Of the one exercise, by learner."""
        return {learner: value for (learner, cell), value in self.marks(column).items() if cell == "ex1_1_test"}

    def autograded(self, learner: str) -> dict:
        file = self.paths.classroom / "autograded" / learner / NAME / f"{NAME}.ipynb"
        return json.loads(file.read_text(encoding="utf-8"))

    def shown(self, learner: str) -> float:
        """The points that the autograded notebook shows."""
        return self.autograded(learner)["metadata"]["verdict"]["score"]


@pytest.fixture(scope="session")
def course_of_one(tmp_path_factory):
    """Built once: building takes longer than any test."""
    return make_course(tmp_path_factory.mktemp("small") / "course")


@pytest.fixture
def small(course_of_one, tmp_path):
    """A class of its own for each test."""
    shutil.copytree(course_of_one.root, tmp_path / "course")
    return SmallClass(Paths(tmp_path / "course"))
