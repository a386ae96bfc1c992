"""`autograder grade` on a class, with gradebook and pages, against stock `nbgrader autograde` in the same run.

The notebook is the one with the least to compute, so that what grading itself takes is seen.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.demo import copy_course
from autograder.judge.grader import Judge
from autograder.judge.pool import OneJudge
from autograder.paths import Paths
from autograder.runs.canaries import demand_canaries
from tests.benchmarks.row import Row, seconds
from tests.benchmarks.stock import MORE, solved_copies, stock_seconds

NAME = "00_orientation"
LEARNERS = 200


def grade_all(copy: Paths, *options: str) -> None:
    """The command as an instructor types it."""
    command = [sys.executable, "-m", "autograder", "grade", NAME, "--require", "0", *options]
    done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{LEARNERS} submissions" in done.stdout and f"{LEARNERS} {'as before' if options else 'new'}" in done.stdout


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    master = load_master(paths, NAME)
    with Judge() as judge:  # asked once for a state of the course, whatever the number of learners
        demand_canaries(paths, master, OneJudge(judge))
    with tempfile.TemporaryDirectory() as name:
        copy = copy_course(paths, Path(name) / "course")
        solved_copies(master, copy.classroom / "submitted", LEARNERS)
        ours = seconds(lambda: grade_all(copy))
        again = seconds(lambda: grade_all(copy, "--dry-run"))
        theirs = stock_seconds(paths, master, Path(name) / "stock", LEARNERS)
    note = f"stock: {theirs:.0f} s, from runs of {MORE} and fewer"
    yield Row(f"autograder grade, {LEARNERS} submissions / stock nbgrader autograde", ours / theirs, 0.045, note=note)
    yield Row("autograder grade, one of them", 1000 * ours / LEARNERS, None, "ms")
    yield Row("the same with all results kept, one of them", 1000 * again / LEARNERS, None, "ms")
