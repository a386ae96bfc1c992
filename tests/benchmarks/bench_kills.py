"""Grading runs of a hundred submissions, killed with -9 at each named write and at forty random moments.

What is lost is counted. The moments are seeded, and lie anywhere in a run with real judges; a run that is done before
its moment comes does not count, so it goes on until forty were killed. With three learners and a judge that decides by
reading, the named writes are tests/unit/grade/test_grade_killed.py.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from autograder.judge.grader import Judge
from autograder.runs.writes import NAMES
from tests.benchmarks.row import Row

ON_DEMAND = True  # ten minutes: `python -m tests.benchmarks kills`
HELPERS = Path(__file__).parents[1] / "unit"
KILLS, LEARNERS, SEED = 40, 100, 20260607
MAX_RUNS = 4 * KILLS


def die_after(delay: float) -> None:
    """In a child: be killed after so many seconds, whatever is going on."""

    def die() -> None:
        time.sleep(delay)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=die, daemon=True).start()


class Killing:
    """Rounds that all begin with the same class, which was graded before, and has handed in anew."""

    def __init__(self, made: Any, aside: Path):
        self.made, self.aside = made, aside
        self.classroom = made.small.paths.classroom
        self.found: list[str] = []
        made.grade_before()
        shutil.copytree(self.classroom, aside)

    def round(self, when: str, arrange: Callable[[], object]) -> tuple[bool, float]:
        """Was the run killed, and how long did it last? What does not hold afterwards is in `found`."""
        shutil.rmtree(self.classroom)
        shutil.copytree(self.aside, self.classroom)
        self.made.hand_in_anew()
        start = time.perf_counter()
        killed = self.made.killed(arrange)
        lasted = time.perf_counter() - start
        self.found += [f"killed {when}: {finding}" for finding in self.made.findings()]
        return killed, lasted


def measure() -> Iterator[Row]:
    sys.path[:0] = [str(HELPERS / "grade"), str(HELPERS / "authoring")]
    from classes import make_course
    from killing import Round, die_at

    moments = random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        root = make_course(Path(name) / "course").root
        killing = Killing(Round(root, LEARNERS, lambda small: small.grade(judge=Judge, jobs=2)), Path(name) / "aside")
        for write in NAMES:
            killed, _ = killing.round(f"at the write {write}", partial(die_at, write))
            assert killed, f"no run came to the write {write}"
        _, whole = killing.round("never", lambda: None)
        kills = runs = 0
        while kills < KILLS and runs < MAX_RUNS:
            delay = moments.random() * whole
            killed, lasted = killing.round(f"after {delay:.2f} s", partial(die_after, delay))
            kills, runs = kills + killed, runs + 1
            whole = whole if killed else lasted  # done before its moment: runs are shorter than was thought
        found = killing.found
    note = "; ".join([f"{kills} of {runs} runs of about {whole:.1f} s were killed before their end", *found[:5]])
    yield Row(f"marks lost or doubled, {KILLS} kills of {LEARNERS} submissions", float(len(found)), 0, "count", note)
