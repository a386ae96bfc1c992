"""Judging a notebook against the run of its own cells in a bare fork, less the 50 ms that safety may cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.master import Master
from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.paths import Paths
from autograder.weave import ReplayCell
from tests.benchmarks.bare import BareFork
from tests.benchmarks.row import Row, seconds

ROUNDS = 15
LIMIT, ALLOWED_MS = 1.5, 50
# What a learner wrote and what was given to it; to run the tests is the judge's own work, and counts against it.
OWN = ("given", "answer")


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    with Judge() as judge:
        for name in paths.names():
            master = Master.load(paths, name)
            judged, bare = compare(judge, master)
            row = f"judge {name}, less {ALLOWED_MS} ms / its cells in a bare fork"
            note = f"{judged:.0f} ms, and {bare:.0f} ms in the bare fork"
            yield Row(row, max((judged - ALLOWED_MS) / bare, 0.0), LIMIT, note=note)


def compare(judge: Judge, master: Master) -> tuple[float, float]:
    """Milliseconds of both, of their least disturbed runs: a judge is several processes, and noise hits it more."""
    cells = reference_cells(master)
    judged, bare = [], []
    with BareFork(master, OWN) as fork:
        for number in range(ROUNDS):
            seed = f"bench {number}".encode()
            judged.append(1000 * seconds(lambda seed=seed: once(judge, master, cells, seed)))
            bare.append(1000 * seconds(fork.run))
    return min(judged), min(bare)


def once(judge: Judge, master: Master, cells: list[ReplayCell], seed: bytes) -> None:
    result = judge.grade(master, cells, seed, verdict_only=True)
    assert {cell.outcome for cell in result.cells} <= {*FULL, "manual"}, result.cells
