"""Judging against stock nbgrader: the same fifty solved notebooks, each different, in one run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat

from autograder.authoring.master import Master
from autograder.intake import read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.paths import Paths
from tests.benchmarks.row import Row, seconds

NAME = "05_custom_functions"
COPIES = 50

STOCK_CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = "sqlite:///{root}/gradebook.db"
c.Application.log_level = "ERROR"
"""


def solved_copies(paths: Paths, folder: Path) -> list[Path]:
    """Solved notebooks under `submitted/LEARNER/NAME/`, each with a cell of its own that makes it distinct."""
    solved = nbformat.read(paths.source / NAME / f"{NAME}.ipynb", as_version=4)
    files = []
    for number in range(COPIES):
        notebook = nbformat.from_dict(solved)
        own = nbformat.v4.new_code_cell(f"my_constant = {number} * 0.5", id=f"own-{number}")
        notebook.cells = [*solved.cells[:3], own, *solved.cells[3:]]
        file = folder / "submitted" / f"learner{number:02}" / NAME / f"{NAME}.ipynb"
        file.parent.mkdir(parents=True)
        nbformat.write(notebook, file)
        files.append(file)
    return files


def judge_all(paths: Paths, files: list[Path]) -> None:
    """What `autograder judge` does to each, with one judge for all."""
    master = Master.load(paths, NAME)
    with Judge() as judge:
        for number, file in enumerate(files):
            submission = read_submission(file)
            result = judge.grade(
                master, rebuild(master, submission), number.to_bytes(32), submission.problem, verdict_only=True
            )
            assert result.score == result.max_score, (file, [cell for cell in result.cells if not cell.points])


def stock_all(paths: Paths, folder: Path) -> None:
    """`nbgrader autograde` with its own steps, in one command."""
    (folder / "nbgrader_config.py").write_text(STOCK_CONFIG.format(root=str(folder)), "utf8")
    shutil.copytree(paths.source / NAME, folder / "source" / NAME)
    environment = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    for command in (["generate_assignment", NAME], ["autograde", NAME]):
        subprocess.run(
            [sys.executable, "-m", "nbgrader", *command], cwd=folder, env=environment, check=True, capture_output=True
        )
    graded = list((folder / "autograded").glob(f"*/{NAME}/{NAME}.ipynb"))
    assert len(graded) == COPIES, f"stock nbgrader graded {len(graded)} of {COPIES}"


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    Master.load(paths, NAME)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = solved_copies(paths, folder)
        ours = seconds(lambda: judge_all(paths, files))
        theirs = seconds(lambda: stock_all(paths, folder))
    yield Row(f"judge {COPIES} solved notebooks / stock nbgrader autograde", ours / theirs, 0.1)
    yield Row("judge one solved notebook", 1000 * ours / COPIES, None, "ms")
