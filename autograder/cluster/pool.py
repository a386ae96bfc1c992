"""The judges of a cluster, in the place of those of this machine: `Judges` whose work is done by workers elsewhere."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from autograder.cluster import desk, letters
from autograder.cluster.link import Late, Link, Lost, said
from autograder.cluster.options import Scheduler
from autograder.cluster.roll import Roll
from autograder.errors import OurFault
from autograder.judge.grader import GRACE_SECONDS, START_SECONDS, Judge
from autograder.judge.pictures import Pictures
from autograder.judge.pool import Done, Item, Judges
from autograder.judge.verdict import Result
from autograder.limits import LONGEST, Limits
from autograder.master import Master
from autograder.runs.canaries import problems_here
from autograder.runs.results import deciding, from_json
from autograder.weave import ReplayCell

AHEAD = 2  # submissions under way for each thread of a worker: one is judged, and the next one lies there already
MOST = 512  # under way at the same time, each with a thread here that waits for it
LOOK_SECONDS = 1.0  # between two looks at who is there
FIRST_WORKER_SECONDS = 10.0  # for one to be there when a run begins
NEXT_WORKER_SECONDS = 60.0  # for another one to come when none is left
EXAM_SECONDS = 180.0  # for each answer of an examination; the worker may be busy with somebody else's work


def job_seconds(master: Master) -> float:
    """The deadline of a job: a judge keeps to its limits, may have to be started, and may have as much before it."""
    return AHEAD * (START_SECONDS + LONGEST * Limits.of(master.limits).submission_seconds + GRACE_SECONDS)


class FarJudge(Judge):
    """A judge on whatever worker is free, or on the worker `only`; it is asked as a judge here is."""

    def __init__(self, cluster: Cluster, only: str | None = None):
        super().__init__()
        self._cluster, self._only = cluster, only
        self.level = cluster.level

    def grade(
        self,
        master: Master,
        cells: Sequence[ReplayCell],
        seed: bytes,
        problem: str | None = None,
        verdict_only: bool = False,
        pictures: Pictures | None = None,
    ) -> Result:
        """As `Judge.grade`; every picture is drawn where it is judged."""
        work = letters.submission(cells, seed, problem, verdict_only)
        return self._cluster.judged(master, seed, work, self._only)


class Cluster(Judges):
    """The judges behind a scheduler, for one notebook.

    Before a worker is asked about anybody's work, its master and versions must be those here, its sandbox must hold at
    `require`, and it must tell the reference from the stub. When a run begins, a worker that does not pass stops it;
    one that comes later is left out. `level` is the lowest among those that were there when the run began.
    """

    def __init__(self, scheduler: Scheduler, master: Master, require: int):
        super().__init__(MOST, require)
        self.scheduler, self.master, self.level = scheduler, master, require
        self._levels: dict[str, int] = {}
        self._over = threading.Event()
        self._end: OurFault | None = None  # why the whole run must stop

    def __enter__(self) -> Cluster:
        self.jobs = 0
        try:
            self._link = Link(self.scheduler)
            self._open.callback(self._link.close)
            self._roll = Roll(self._link.workers, self._examine)
            self._open.callback(self._roll.close)
            self._open.callback(self._over.set)  # before that, so that all who wait stop waiting
            self._begin()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        watch = threading.Thread(target=self._watch, daemon=True)
        watch.start()
        self._open.callback(watch.join)
        self._open.callback(self._over.set)
        return self

    def __exit__(self, *exception: object) -> None:
        if any(exception):
            self._over.set()
        super().__exit__(*exception)

    def run(self, work: Callable[[Judge, Item], Done], items: Iterable[Item]) -> Iterator[tuple[Item, Done | OurFault]]:
        """As `Judges.run`; raises OurFault as soon as the run as a whole cannot go on."""
        for item, done in super().run(work, items):
            if self._end is not None:
                raise self._end
            yield item, done

    # ---- who is there

    def _begin(self) -> None:
        """Have the workers examined that are there, and refuse to begin unless all of them pass."""
        until = time.monotonic() + FIRST_WORKER_SECONDS
        while not self._link.workers():
            if time.monotonic() > until:
                raise OurFault(
                    f"the scheduler {self.scheduler.address} has no workers: nothing was judged. In a checkout on each "
                    f"machine that is to judge, type `dask worker {self.scheduler.address}` (docs/cluster.md)"
                )
            time.sleep(0.1)
        told = self._roll.look()
        while self._roll.examining:
            time.sleep(0.05)
            told += self._roll.look()
        if told:
            more = f" (and {len(told) - 3} more)" if len(told) > 3 else ""
            raise OurFault(f"nothing was judged, for not every worker is fit to. {'; '.join(told[:3])}{more}")
        if not self._roll.passed:
            raise OurFault("all workers were lost before anything was judged: look at their logs, and start them again")
        self.level = min(self._levels.values())
        self._make_room()
        address, count, threads = self.scheduler.address, len(self._roll.passed), sum(self._roll.passed.values())
        dashboard = f"; dashboard: {self._link.dashboard}" if self._link.dashboard else ""
        print(f"{address}: workers: {count}, judging at a time: {threads}{dashboard}", file=sys.stderr, flush=True)

    def _watch(self) -> None:
        """Until the run is over, look who comes and goes."""
        since = time.monotonic()  # that somebody could be asked
        while not self._over.wait(LOOK_SECONDS):
            try:
                for sentence in self._roll.look():
                    print(f"left out: {sentence}", file=sys.stderr, flush=True)
            except OurFault as fault:
                self._stop(fault)
                return
            self._make_room()
            if self._roll.passed:
                since = time.monotonic()
            elif time.monotonic() - since > NEXT_WORKER_SECONDS:
                why = "".join(f"; {worker}: {reason}" for worker, reason in self._roll.left_out.items() if reason)
                self._stop(
                    OurFault(
                        f"no worker is left at {self.scheduler.address}{why}. Nothing was written, and what was judged "
                        "is kept: start workers, and run the same command again"
                    )
                )
                return

    def _make_room(self) -> None:
        """Keep as many submissions under way as keep all workers busy."""
        while self.jobs < min(MOST, AHEAD * sum(self._roll.passed.values())):
            self._free.put(FarJudge(self))
            self.jobs += 1

    def _stop(self, fault: OurFault) -> None:
        self._end = self._end or fault
        self._over.set()

    def _examine(self, worker: str) -> str | None:
        """Why this worker may not be asked about anybody's work, "" when it is gone, None when it may."""
        try:
            answer = self._ask_one(worker, desk.about, letters.job(self.master, self.level))
            level = answer.get("level")
            difference = _difference(answer.get("deciding"), json.loads(json.dumps(deciding(self.master, 0))))
            if difference:
                return difference
            if type(level) is not int or level < self.level:
                return f"its sandbox holds at level {level}, and level {self.level} is required"
            problems = problems_here(FarJudge(self, worker), self.master)
            self._levels[worker] = level
            return f"its tests do not tell right from wrong: {'; '.join(problems[:3])}" if problems else None
        except Lost:
            return "" if self._over.is_set() or worker not in self._link.workers() else "it did not answer in time"
        except OurFault as fault:
            return str(fault)
        except ValueError as error:
            return f"it sent an answer that cannot be used: {error}"
        except Exception as error:
            return (
                f"it cannot run the code that is here ({said(error)}): start scheduler and workers in checkouts of the "
                "same commit, from their own environments"
            )

    # ---- asking

    def judged(self, master: Master, seed: bytes, work: dict[str, Any], only: str | None = None) -> Result:
        """The result of a job. Raises OurFault when the worker's side failed, or its answer is none."""
        job = letters.job(master, self.level, **work)
        try:
            answer = self._ask_one(only, desk.judge, job) if only else self._ask_any(desk.judge, job)
            result = from_json(answer.get("result"), master, seed)
            if result.level < self.level:
                raise ValueError(f"it was judged at sandbox level {result.level}, and {self.level} is required")
        except ValueError as error:
            fault = OurFault(
                f"a worker sent a result that cannot be used: {error}. Nothing was written; what others judged before "
                "is kept. Look at the workers before you run the command again"
            )
            if only is None:
                self._stop(fault)
            raise fault from None
        if only is None:
            failed = result.ours and not work["verdict_only"]  # a canary is judged in part, and the rest of it is ours
            self._heard(answer, "the judge failed" if failed else "")
        return result

    def _ask_one(self, worker: str, function: Callable[[bytes], bytes], job: bytes) -> dict[str, Any]:
        def gone() -> bool:
            return self._over.is_set() or worker not in self._link.workers()

        data = self._link.ask(function, job, [worker], gone, EXAM_SECONDS)
        return self._read(data)

    def _ask_any(self, function: Callable[[bytes], bytes], job: bytes) -> dict[str, Any]:
        def gone(workers: frozenset[str]) -> bool:
            return self._over.is_set() or self._roll.gone(workers)

        while not self._over.is_set():
            workers = self._roll.may()
            try:
                if workers:
                    data = self._link.ask(function, job, workers, partial(gone, workers), job_seconds(self.master))
                    return self._read(data)
            except (OurFault, ValueError):
                raise
            except Late as late:
                raise self._too_late(late.worker) from None
            except Lost:
                pass
            except Exception as error:  # an answer that is no bytes, a worker that cannot run our code
                raise ValueError(said(error)) from None
            self._over.wait(LOOK_SECONDS / 5)
        raise self._end or OurFault("the run is over")

    def _too_late(self, worker: str) -> OurFault:
        """Leave out the worker that hangs: what is put behind its job would wait as long. The job has a second go."""
        most = f"{job_seconds(self.master):.0f} s"
        if sentence := self._roll.leave_out(worker, f"it did not answer within {most}; look at it and start it again"):
            print(f"left out: {sentence}", file=sys.stderr, flush=True)
        return OurFault(f"it was not judged within {most}{f' by the worker {worker}' if worker else ''}")

    def _read(self, data: Any) -> dict[str, Any]:
        answer = letters.decoded(data, letters.longest_answer(self.master))
        if "fault" in answer:
            self._heard(answer, fault := str(answer["fault"]))
            raise OurFault(fault)
        return answer

    def _heard(self, answer: dict[str, Any], fault: str) -> None:
        if sentence := self._roll.answered(str(answer.get("worker")), fault):
            print(f"left out: {sentence}", file=sys.stderr, flush=True)


def _difference(theirs: Any, ours: list[Any]) -> str:
    """What verdicts hang on that is another there; "" when nothing is. The level, which comes last, may be."""
    if type(theirs) is not list or len(theirs) != len(ours) or theirs[:2] != ours[:2]:
        return "it has another version of this program: bring the same commit there, and start it again"
    (name, digest, limits, versions), (their_digest, their_limits, their_versions) = ours[1:5], theirs[2:5]
    if (their_digest, their_limits) != (digest, limits):
        return (
            f"its master of {name} has the digest {str(their_digest)[:12]}, and the one here {digest[:12]}: bring the "
            f"same commit, Python and numpy there, type `autograder build {name}`, and start it again"
        )
    if their_versions != versions:
        return f"it has ipython, matplotlib and graphviz in versions {their_versions}, and here they are {versions}"
    return ""
