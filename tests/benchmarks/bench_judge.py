"""Judging against stock nbgrader: distinct solved notebooks, nothing kept, one judge, the verdict alone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.master import Master
from autograder.intake import read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.paths import Paths
from tests.benchmarks.row import Row, seconds
from tests.benchmarks.stock import solved_copies, stock_seconds

NAME = "05_custom_functions"
COPIES = 50
FIVE_CELLS = """\
# %% [markdown]
# # 01 · Five cells

# %%
import numpy as np

# %% nbgrader={"grade_id": "ex1_1", "solution": true}
def softplus(x):
    ### BEGIN SOLUTION
    return np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0.0)
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex1_1_test", "grade": true, "points": 2} exercise={"kind": "C"}
close(softplus(np.array([0.0, 1.0])), np.log1p(np.exp([0.0, 1.0])), "value: softplus is log(1 + exp(x))")
### BEGIN HIDDEN TESTS
far = rng.normal(size=(3, 4)) * 300
close(softplus(far), np.logaddexp(0.0, far), "far out: softplus does not overflow", about="large numbers")
### END HIDDEN TESTS

# %%
print(softplus(np.linspace(-2, 2, 5)))
"""


def judge_all(master: Master, files: list[Path]) -> None:
    """What `autograder judge` does to each, with one judge for all."""
    with Judge() as judge:
        for number, file in enumerate(files):
            submission = read_submission(file)
            result = judge.grade(
                master, rebuild(master, submission), number.to_bytes(32), submission.problem, verdict_only=True
            )
            assert result.score == result.max_score, (file, [cell for cell in result.cells if not cell.points])


def against_stock(paths: Paths, master: Master, folder: Path) -> tuple[float, float]:
    """The ratio, and our milliseconds for each."""
    files = solved_copies(master, folder / "submitted", COPIES)
    ours = seconds(lambda: judge_all(master, files))
    return ours / stock_seconds(paths, master, folder / "stock", COPIES), 1000 * ours / COPIES


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ratio, each = against_stock(paths, Master.load(paths, NAME), folder / "05")
        yield Row(f"judge {COPIES} of 05 / stock nbgrader autograde", ratio, 0.06)
        yield Row("judge one of 05", each, None, "ms")
        small = Paths(folder / "course")
        small.solutions.mkdir(parents=True)
        (small.solutions / "01_five_cells.py").write_text(FIVE_CELLS)
        ratio, each = against_stock(small, Master.load(small, "01_five_cells"), folder / "five")
        yield Row(f"judge {COPIES} notebooks of five cells / stock nbgrader autograde", ratio, 0.03)
        yield Row("judge one notebook of five cells", each, None, "ms")
