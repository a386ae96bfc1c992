"""What grading a large class costs besides the judging.

    python -m tests.benchmarks.coordinator COURSE NAME FEW DISTINCT

A process of its own, so that its memory is that of a grading run. FEW hand-ins are judged for real, and measured. Then
the whole class is graded by `grading.run.grade` with a judge that remembers what came of each of the DISTINCT hand-ins:
it makes the plan that a judge would get, and gives the result at once. So everything runs but the learners' code.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any
from unittest import mock

from autograder.authoring.masters import load_master
from autograder.grading.handed_in import find_submissions
from autograder.grading.run import Settings, _Run, grade
from autograder.judge.grader import Judge
from autograder.judge.plans import make_plan
from autograder.judge.pool import Judges, cores
from autograder.judge.verdict import Result
from autograder.limits import Limits
from autograder.paths import Paths
from autograder.runs.canaries import remember
from autograder.runs.handed_in import HandedIn, read_handed_in
from autograder.runs.releases import Releases
from autograder.runs.results import Results
from tests.benchmarks.row import cpu_of_children, peak_megabytes

Known = dict[str, Result]


class Clock:
    """Seconds of computing by name, added up over all calls of what is watched.

    by_thread: those of the calling thread; the others are those of all threads of the process
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def watched(self, name: str, function: Callable[..., Any], by_thread: bool = True) -> Callable[..., Any]:
        now = time.thread_time if by_thread else time.process_time

        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            begun = now()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[name] = self.seconds.get(name, 0.0) + now() - begun

        return timed


class Remembering(Judge):
    """In the place of a judge; `known` and `clock` are set before the first is made."""

    known: Known = {}
    clock = Clock()
    at_level = 0

    def __enter__(self) -> Remembering:
        self.level = self.at_level
        return self

    def grade(self, master: Any, cells: Any, seed: bytes, problem: Any = None, verdict_only: bool = False) -> Result:
        plan = self.clock.watched("plan", make_plan)
        plan(master, cells, seed, Limits.of(master.limits), verdict_only)
        # A copy, since the results of a whole class share nothing either.
        return replace(copy.deepcopy(self.known[_key(cells)]), seed=seed.hex())


def _key(cells: Any) -> str:
    return json.dumps([(cell.kind, cell.grade_id, cell.source) for cell in cells])


def judged(paths: Paths, name: str, few: int, distinct: int) -> tuple[Known, int, float]:
    """What comes of the distinct hand-ins, at which level, and the seconds of computing that `few` of them take."""
    master = load_master(paths, name)
    files = list(find_submissions(paths, name).files.items())[: max(few, distinct)]
    known: Known = {}

    def one(judge: Judge, handed_in: HandedIn) -> Result:
        return handed_in.verdict_of(judge).result

    def all_of(work: list[HandedIn]) -> int:
        with Judges(cores(), 0) as judges:
            for handed_in, result in judges.run(one, work):
                assert isinstance(result, Result), result
                known.setdefault(_key(handed_in.replay), result)
            return judges.level

    work = [read_handed_in(paths, master, learner, file) for learner, file in files]
    begun = cpu_of_children()
    level = all_of(work[:few])
    used = cpu_of_children() - begun  # the judges have ended
    all_of([it for it in work[few:] if _key(it.replay) not in known])
    remember(paths, master, level)
    return known, level, used


@contextmanager
def watching(clock: Clock) -> Iterator[None]:
    """In the block, what a run does besides judging is timed."""
    with ExitStack() as stack:
        for owner, method, name in (
            (Releases, "read_handed_in", "plan"),
            (Results, "keep", "kept results"),
            (_Run, "_judge_all", "all but the writing"),
            (_Run, "_write", "writing"),
        ):
            timed = clock.watched(name, getattr(owner, method), by_thread=owner is not _Run)
            stack.enter_context(mock.patch.object(owner, method, timed))
        stack.enter_context(mock.patch("autograder.judge.pool.Judge", Remembering))
        stack.enter_context(mock.patch("autograder.grading.run.demand_canaries", lambda *_: None))
        yield


def main(course: str, name: str, few: str, distinct: str) -> None:
    paths, clock = Paths(Path(course)), Clock()
    known, level, used = judged(paths, name, int(few), int(distinct))
    Remembering.known, Remembering.clock, Remembering.at_level = known, clock, level
    with watching(clock):
        found = grade(paths, name, Settings(jobs=1, require=0))
    assert found.written and not found.failed and not found.left_out and not found.kept
    told = {"seconds": clock.seconds, "megabytes": peak_megabytes(), "level": level}
    print(json.dumps(told | {"judged": used, "graded": len(found.judged)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
