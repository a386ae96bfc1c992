"""Judging each notebook of the course against the run of its own cells in a bare fork, less the 50 ms of safety."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.master import Master
from autograder.paths import Paths
from autograder.weave import ReplayCell
from tests.benchmarks.bare_copies import bare_seconds
from tests.benchmarks.row import Row, seconds

TURNS, AT_A_TIME = 3, 5
LIMIT, ALLOWED_MS = 1.5, 50


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    with Judge() as judge:
        for name in paths.names():
            judged, bare = compare(judge, load_master(paths, name))
            row = f"judge {name}, less {ALLOWED_MS} ms / its cells in a bare fork"
            note = f"{judged:.0f} ms, and {bare:.0f} ms in the bare fork"
            yield Row(row, max((judged - ALLOWED_MS) / bare, 0.0), LIMIT, note=note)


def compare(judge: Judge, master: Master) -> tuple[float, float]:
    """Milliseconds of both, of their least disturbed runs: a judge is several processes, and noise hits it more."""
    cells = reference_cells(master)
    judged, bare = [], []
    for turn in range(TURNS):
        seeds = [f"bench {turn} {number}".encode() for number in range(AT_A_TIME)]
        judged += [seconds(partial(once, judge, master, cells, seed)) for seed in seeds]
        bare += bare_seconds(master, [cells] * AT_A_TIME)
    return 1000 * min(judged), 1000 * min(bare)


def once(judge: Judge, master: Master, cells: list[ReplayCell], seed: bytes) -> None:
    result = judge.grade(master, cells, seed, verdict_only=True)
    assert {cell.outcome for cell in result.cells} <= {*FULL, "manual"}, result.cells
