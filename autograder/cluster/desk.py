"""What runs on a worker: functions from bytes to bytes, which Dask calls by name in the worker's threads.

Judges are made when they are first needed, one for each thread that asks at the same time, and kept for the life of
the worker. They end with it, however it ends: a judge process that nobody can ask any more closes itself.
"""

from __future__ import annotations

import atexit
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from autograder.authoring.masters import stored_master
from autograder.cluster.letters import cells_of, decoded, encoded
from autograder.errors import CommandError, OurFault
from autograder.judge.grader import Judge
from autograder.master import Master
from autograder.paths import Paths
from autograder.runs.results import as_json, deciding

_free: list[Judge] = []
_masters: dict[str, Master] = {}


def about(job: bytes) -> bytes:
    """Everything that verdicts on the notebook of this job would hang on here, after its sandbox was tried."""
    return _answer(job, _about)


def judge(job: bytes) -> bytes:
    """The result of judging this job, as it is kept."""
    return _answer(job, _judge)


def _answer(job: bytes, work: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """What `work` makes of a job, or a sentence about what stood in its way; no exception ever travels."""
    from distributed import get_worker

    try:
        found = work(decoded(job))
    except CommandError as error:
        found = {"fault": str(error)}
    except Exception as error:
        traceback.print_exc()
        found = {"fault": f"something that nobody thought of: {type(error).__name__}: {error}"}
    return encoded({"worker": get_worker().address, **found})


def _about(job: dict[str, Any]) -> dict[str, Any]:
    master = _master(job["notebook"], None)
    with _judge_at(job["require"]) as judge:
        return {"deciding": deciding(master, 0), "level": judge.level}


def _judge(job: dict[str, Any]) -> dict[str, Any]:
    master = _master(job["notebook"], job["digest"])
    seed, problem, verdict_only = bytes.fromhex(job["seed"]), job["problem"], job["verdict_only"]
    with _judge_at(job["require"]) as judge:
        return {"result": as_json(judge.grade(master, cells_of(job), seed, problem, verdict_only))}


@contextmanager
def _judge_at(require: int) -> Iterator[Judge]:
    """A judge that is free, and whose sandbox holds at this level; OurFault when none does here."""
    judge = _free.pop() if _free else None
    if judge is not None and judge.level < require:
        judge.close()
        judge = None
    if judge is None:
        judge = Judge(require=require).__enter__()
        atexit.register(judge.close)
    try:
        yield judge
    except OurFault:
        judge.close()  # it is started anew when it is asked next
        raise
    finally:
        _free.append(judge)


def _master(name: str, digest: str | None) -> Master:
    """The master that lies here. Raises OurFault when there is none, or another one than was asked for."""
    paths = Paths.find()
    master = _masters.get(name)
    if master is None or digest is None or master.digest != digest:
        master = stored_master(paths, name)
        if master is None:
            raise OurFault(
                f"{paths.root} has no master of {name} that fits its sources and the code that runs: "
                f"type `autograder build {name}` there, and start the worker again"
            )
        _masters[name] = master
    if digest is not None and master.digest != digest:
        raise OurFault(f"{paths.root} has another master of {name} now than when this run began")
    return master
