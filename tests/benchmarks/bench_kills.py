"""Grading runs of a hundred submissions, forty of them killed with -9 at a random moment: what is lost is counted.

The moments are seeded, over the length of a whole run that was not killed; the judge is the real one. The short form,
a kill at each named write, is tests/unit/grade/test_grade_killed.py.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.row import Row, seconds

HELPERS = Path(__file__).parents[1] / "unit"
KILLS, LEARNERS, SEED = 40, 100, 20260607


def die_after(delay: float) -> None:
    """In a child: be killed after so many seconds, whatever is going on."""

    def die() -> None:
        time.sleep(delay)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=die, daemon=True).start()


def measure() -> Iterator[Row]:
    sys.path[:0] = [str(HELPERS / "grade"), str(HELPERS / "authoring")]
    from classes import make_course
    from killing import Round

    moments = random.Random(SEED)
    found, killed, runs = [], 0, 0
    with tempfile.TemporaryDirectory() as name:
        made = Round(make_course(Path(name) / "course").root, LEARNERS)
        made.prepare()
        whole = seconds(lambda: made.killed(lambda: None))  # a run in a child as the others are
        while killed < KILLS and runs < 2 * KILLS:  # some are done before their moment comes
            runs += 1
            made.prepare()
            delay = moments.uniform(0, whole)
            killed += made.killed(lambda delay=delay: die_after(delay))
            found += [f"killed after {delay:.2f} s: {finding}" for finding in made.findings()]
    note = "; ".join([f"{killed} of {runs} runs of about {whole:.1f} s were killed before their end", *found[:5]])
    yield Row(f"marks lost or doubled, {KILLS} kills of {LEARNERS} submissions", float(len(found)), 0, "count", note)
