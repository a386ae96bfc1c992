"""What grading a large class costs besides the judging.

    python -m tests.benchmarks.coordinator COURSE NAME FEW KNOWN

A process of its own, so that its memory is that of a grading run. Unless the file KNOWN is there, FEW hand-ins are
judged for real, which is measured, and what came of them is written into it. Then the whole class is graded by
`grading.run.grade` with a judge that knows this: it makes the plan that a judge would get, and gives the result at
once. So everything runs but the learners' code.
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
from autograder.runs.results import Results, as_json, from_json
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

    def grade(
        self,
        master: Any,
        cells: Any,
        seed: bytes,
        problem: Any = None,
        verdict_only: bool = False,
        pictures: Any = None,
    ) -> Result:
        plan = self.clock.watched("plan", make_plan)
        plan(master, cells, seed, Limits.of(master.limits), verdict_only)
        # A copy, since the results of a whole class share nothing either.
        return replace(copy.deepcopy(self.known[_key(cells)]), seed=seed.hex())


def _key(cells: Any) -> str:
    return json.dumps([(cell.kind, cell.grade_id, cell.source) for cell in cells])


def judged(paths: Paths, name: str, few: int) -> tuple[Known, float]:
    """What comes of the first few hand-ins, by what is in them, and the seconds of computing that judging takes."""
    master, known = load_master(paths, name), {}
    files = list(find_submissions(paths, name).files.items())[:few]
    work = [read_handed_in(paths, master, learner, file) for learner, file in files]

    def one(judge: Judge, handed_in: HandedIn) -> Result:
        return handed_in.verdict_of(judge).result

    begun = cpu_of_children()
    with Judges(cores(), 0) as judges:
        for handed_in, result in judges.run(one, work):
            assert isinstance(result, Result), result
            known[_key(handed_in.replay)] = result
    return known, cpu_of_children() - begun  # the judges have ended


def write(known: Known, file: Path) -> None:
    file.write_text(json.dumps({key: as_json(result) for key, result in known.items()}), encoding="utf-8")


def read(paths: Paths, name: str, file: Path) -> Known:
    master, kept = load_master(paths, name), json.loads(file.read_text(encoding="utf-8"))
    return {key: from_json(one, master, bytes.fromhex(one["seed"])) for key, one in kept.items()}


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
        stack.enter_context(mock.patch("autograder.runs.pictures.AFTER", 0))  # the reference's result is not known here
        yield


def main(course: str, name: str, few: str, known: str) -> None:
    paths, file, clock = Paths(Path(course)), Path(known), Clock()
    used = None
    if not file.is_file():
        found, used = judged(paths, name, int(few))
        write(found, file)
    Remembering.known, Remembering.clock = read(paths, name, file), clock
    Remembering.at_level = next(iter(Remembering.known.values())).level
    remember(paths, load_master(paths, name), Remembering.at_level)
    with watching(clock):
        graded = grade(paths, name, Settings(jobs=1, require=0))
    assert graded.written and not graded.failed and not graded.left_out and not graded.kept
    told = {"seconds": clock.seconds, "megabytes": peak_megabytes(), "judging": used, "graded": len(graded.entries)}
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
