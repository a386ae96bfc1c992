"""A class on a real Dask scheduler and two workers, on loopback: what it costs, what it says, and what kills do.

The class is the demo's three learners under a hundred names. Both ways are measured as typed, after one another in the
same run. Kills are seeded, and lie anywhere in a run with real judges: twenty of a worker, ten of a coordinator.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from autograder.authoring.masters import load_master
from autograder.cluster.options import Scheduler
from autograder.cluster.pool import Cluster
from autograder.demo import NAME, copy_course, hand_in_all, nbgrader
from autograder.judge.grader import Judge
from autograder.paths import Paths
from autograder.runs.canaries import remember
from tests.benchmarks.bench_kills import Killing, die_after
from tests.benchmarks.row import Row, seconds

ON_DEMAND = True  # ten minutes: `python -m tests.benchmarks cluster`
HELPERS = Path(__file__).parents[1] / "unit"
LEARNERS, TASKS = 100, 100
KILLED_WORKERS, KILLED_COORDINATORS, SMALL, SEED = 20, 10, 40, 20261124
MAX_RUNS = 60
SHARE = 0.85  # of what `--jobs 2` does in a second, at least


def measure() -> Iterator[Row]:
    for folder in ("cluster", "grade", "authoring"):
        sys.path.insert(0, str(HELPERS / folder))
    with tempfile.TemporaryDirectory() as name:
        yield from _same_class(Path(name))
        yield from _kills(Path(name))


def _same_class(folder: Path) -> Iterator[Row]:
    from servers import Servers

    paths = Paths.find(Path(__file__))
    master = load_master(paths, NAME)
    with Judge() as judge:
        level = judge.level
    here, there = (copy_course(paths, folder / name) for name in ("here", "there"))
    for copy in (here, there):
        remember(copy, master, level)
        _hand_in(copy, master)
    with Servers(folder / "dask") as servers:
        for _ in range(2):
            servers.worker(there.root)
        servers.wait_for(2)
        cluster = seconds(partial(_grade, there, "--scheduler", servers.address))
        local = seconds(partial(_grade, here, "--jobs", "2"))
        same = _export(here) == _export(there)
        yield Row(f"{LEARNERS} submissions with another mark than by --jobs", 0.0 if same else 1.0, 0, "count")
        note = f"{LEARNERS / cluster:.2f} submissions a second, --jobs 2 {LEARNERS / local:.2f}"
        yield Row("grade --scheduler with two workers / grade --jobs 2, seconds", cluster / local, 1 / SHARE, note=note)
        with Cluster(Scheduler(servers.address), master, 0) as judges:
            each = seconds(partial(_unread, judges, master)) / TASKS
        yield Row(
            "overhead of a task, two workers", 1000 * each, None, "ms", "a file that nobody can read: no code runs"
        )


def _hand_in(copy: Paths, master: Any) -> None:
    """The demo's class under a hundred names, in the order ada, ben, eve, ada, ..."""
    hand_in_all(copy, master, guarded=False)
    submitted = copy.classroom / "submitted"
    for number in range(LEARNERS):
        shutil.copytree(submitted / ("ada", "ben", "eve")[number % 3], submitted / f"learner{number:03}")
    for learner in ("ada", "ben", "eve"):
        shutil.rmtree(submitted / learner)
    (copy.classroom / "secret").write_text("5a" * 32 + "\n")


def _grade(copy: Paths, *options: str) -> None:
    command = [sys.executable, "-m", "autograder", "grade", NAME, "--require", "0", *options]
    done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True)
    assert done.returncode == 0 and f"{LEARNERS} new" in done.stdout, done.stderr


def _export(copy: Paths) -> bytes:
    nbgrader(copy, ["export", "--to", "classroom/grades.csv"])
    return (copy.classroom / "grades.csv").read_bytes()


def _unread(judges: Cluster, master: Any) -> None:
    """As many tasks as can be under way at a time, and nothing to judge in them."""

    def ask(judge: Judge, number: int) -> float:
        return judge.grade(master, [], number.to_bytes(32, "big"), problem="not JSON").score

    for _, score in judges.run(ask, range(TASKS)):
        assert score == 0.0


def _kills(folder: Path) -> Iterator[Row]:
    from classes import make_course
    from killing import Round
    from servers import Servers, replacing

    root, moments = make_course(folder / "small").root, random.Random(SEED)
    with Servers(folder / "other") as servers:
        for _ in range(2):
            servers.worker(root)
        servers.wait_for(2)
        made = Round(root, SMALL, lambda small: small.grade(scheduler=servers.scheduler, require=0))
        killing = Killing(made, folder / "aside")
        _, whole = killing.round("never", lambda: None)
        kills = runs = 0
        while kills < KILLED_COORDINATORS and runs < MAX_RUNS:
            delay = moments.random() * whole
            killed, lasted = killing.round(f"after {delay:.2f} s", partial(die_after, delay))
            kills, runs = kills + killed, runs + 1
            whole = whole if killed else lasted
        yield _row("coordinator", kills, runs, killing.found)
        killing.found = []
        runs = 0
        with replacing(servers, root, lambda: moments.uniform(0.1, whole)) as lost:
            while len(lost) < KILLED_WORKERS and runs < MAX_RUNS:
                killing.round(f"after {len(lost)} workers", lambda: None)
                runs += 1
        yield _row("worker", len(lost), runs, killing.found)


def _row(what: str, kills: int, runs: int, found: list[str]) -> Row:
    note = "; ".join([f"in {runs} runs", *found[:5]])
    return Row(f"marks lost or doubled, {kills} kills of a {what}", float(len(found)), 0, "count", note)
