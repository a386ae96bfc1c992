"""What the sandbox costs a submission: the same work at level 0 and at the others, taken in turns.

From level 2 on the next worker is made while another one works, so a submission does not wait for it to enter its
sandbox; below, it waits for its fork.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from autograder.judge.grader import Judge
from autograder.sandbox import HIGHEST
from autograder.selftest.exercise import POINTS, RIGHT, master, submission
from tests.benchmarks.row import Row, seconds

ROUNDS = 80
LIMITS_MS = {1: None, 2: 5.0, 3: None}


def measure() -> Iterator[Row]:
    with ExitStack() as stack:
        judges = [stack.enter_context(Judge(level=level)) for level in range(HIGHEST + 1)]
        taken: list[list[float]] = [[] for _ in judges]
        for number in range(ROUNDS):
            for level, judge in enumerate(judges):
                # No two are the same text, as no two learners' are.
                taken[level].append(1000 * seconds(partial(once, judge, f"{RIGHT}\nmine = {number}")))
        yield Row("sandbox: a submission at level 0", statistics.median(taken[0][5:]), None, "ms")
        for level, limit in LIMITS_MS.items():
            name = f"sandbox: level {level} over level 0, a submission"
            if judges[level].level < level:
                yield Row(name, None, limit, "ms", judges[level].reasons.get(level, ""))
                continue
            more = [high - low for high, low in zip(taken[level][5:], taken[0][5:], strict=True)]
            yield Row(name, statistics.median(more), limit, "ms")


def once(judge: Judge, answer: str) -> None:
    assert judge.grade(master(), submission(answer), b"bench").score == POINTS
