"""Judging: distinct solved notebooks, nothing kept, one judge, the verdict alone.

A small notebook against stock nbgrader says what judging costs. 05's tests compute for two seconds in any kernel, so
that there the peer is a bare fork in which the same cells run: what is more is watching whose functions call what.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.intake import read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.master import Master
from autograder.paths import Paths
from tests.benchmarks.bare_copies import bare_seconds
from tests.benchmarks.row import Row
from tests.benchmarks.stock import solved_copies, stock_seconds

NAME, FEW = "05_custom_functions", 10
COPIES = 50
AT_A_TIME = 5  # of the copies that are judged and run in a bare fork by turns
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
# no inputs: dimensions, same, values, aliasing, unchanged, again: nobody solves this one
# no inputs: order, size, block, asked, example: nobody solves this one
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


def by_turns(master: Master, files: list[Path], judge: Judge) -> Iterator[tuple[float, float]]:
    """The seconds of each with the judge and in a bare fork, so that a slow moment of the machine meets both."""
    for part in range(0, len(files), AT_A_TIME):
        some = files[part : part + AT_A_TIME]
        ours = judge_each(master, some, judge)
        yield from zip(
            ours, bare_seconds(master, [rebuild(master, read_submission(file)) for file in some]), strict=True
        )


def small(folder: Path) -> Iterator[Row]:
    """All copies with the start of the judge over stock nbgrader, and each over a bare fork."""
    paths = Paths(folder / "course")
    paths.solutions.mkdir(parents=True)
    (paths.solutions / "01_five_cells.py").write_text(FIVE_CELLS)
    master = load_master(paths, "01_five_cells")
    files = solved_copies(master, folder / "submitted", COPIES)
    start = time.perf_counter()
    with Judge() as judge:
        ready = time.perf_counter() - start
        each = judge_each(master, files, judge)
        whole = time.perf_counter() - start
        stock = stock_seconds(paths, master, folder / "stock", COPIES)
        over = [ours - bare for ours, bare in by_turns(master, files, judge)]
    note = f"{1000 * statistics.median(each):.1f} ms each after a start of {1000 * ready:.0f} ms"
    yield Row(f"judge {COPIES} of five cells / stock nbgrader autograde", whole / stock, 0.03, note=note)
    yield Row("judge one of five cells over its cells in a bare fork", 1000 * statistics.median(over), 25, "ms")


def large(paths: Paths, folder: Path) -> Iterator[Row]:
    """Each copy of 05 over a bare fork of the same cells."""
    master = load_master(paths, NAME)
    with Judge() as judge:
        pairs = list(by_turns(master, solved_copies(master, folder / "submitted", FEW), judge))
    note = f"{statistics.median(ours for ours, _ in pairs):.2f} s each"
    yield Row("judge one of 05 / its cells in a bare fork", statistics.median(a / b for a, b in pairs), 2.5, note=note)


def measure() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        yield from small(Path(name) / "five")
        yield from large(Paths.find(Path(__file__)), Path(name) / "05")
