"""Judging against stock nbgrader: distinct solved notebooks, nothing kept, one judge, the verdict alone."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.master import Master
from autograder.intake import read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.paths import Paths
from tests.benchmarks.bare_copies import bare_seconds
from tests.benchmarks.row import Row
from tests.benchmarks.stock import solved_copies, stock_seconds

NAME = "05_custom_functions"
COPIES = 50
AT_A_TIME = 10  # of the copies that are judged and run in a bare fork by turns
FIVE_CELLS = """\
# %% [markdown]
# # 01 · Five cells

# %%
import numpy as np
from autograder.kit import close, rng

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


def judge_each(master: Master, files: list[Path], judge: Judge) -> list[float]:
    """What `autograder judge` does to each, with one judge for all; the seconds of each."""
    taken = []
    for number, file in enumerate(files):
        start = time.perf_counter()
        submission = read_submission(file)
        result = judge.grade(
            master, rebuild(master, submission), number.to_bytes(32), submission.problem, verdict_only=True
        )
        taken.append(time.perf_counter() - start)
        assert result.score == result.max_score, (file, [cell for cell in result.cells if not cell.points])
    return taken


def rows(paths: Paths, master: Master, folder: Path, what: str, limit: float) -> Iterator[Row]:
    """One master: all copies with the start of the judge over stock nbgrader, and each over a bare fork."""
    files = solved_copies(master, folder / "submitted", COPIES)
    start = time.perf_counter()
    with Judge() as judge:
        ready = time.perf_counter() - start
        each = judge_each(master, files, judge)
        whole = time.perf_counter() - start
        stock = stock_seconds(paths, master, folder / "stock", COPIES)
        # Again and by turns, so that a slow moment of the machine meets both.
        over = []
        for part in range(0, COPIES, AT_A_TIME):
            some = files[part : part + AT_A_TIME]
            bare = bare_seconds(master, [rebuild(master, read_submission(file)) for file in some])
            over += [ours - theirs for ours, theirs in zip(judge_each(master, some, judge), bare, strict=True)]
    note = f"{1000 * statistics.median(each):.1f} ms each after a start of {1000 * ready:.0f} ms"
    yield Row(f"judge {COPIES} of {what} / stock nbgrader autograde", whole / stock, limit, note=note)
    yield Row(f"judge one of {what} over its cells in a bare fork", 1000 * statistics.median(over), 25, "ms")


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from rows(paths, Master.load(paths, NAME), folder / "05", "05", 0.06)
        small = Paths(folder / "course")
        small.solutions.mkdir(parents=True)
        (small.solutions / "01_five_cells.py").write_text(FIVE_CELLS)
        yield from rows(small, Master.load(small, "01_five_cells"), folder / "five", "five cells", 0.03)
