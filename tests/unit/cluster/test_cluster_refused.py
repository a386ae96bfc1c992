"""What no run may go on with: each is said in a sentence, and neither marks nor pages are written."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from classes import NAME, SmallClass
from servers import Servers

from autograder.authoring.build import build
from autograder.cluster import pool
from autograder.cluster.options import Scheduler
from autograder.errors import OurFault
from autograder.paths import Paths

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

# A worker that passes its examination, and answers otherwise when it is asked about somebody's work: as a file says.
TURNED = """
import json
from fractions import Fraction
from pathlib import Path
from autograder.cluster import desk
if not hasattr(desk, "honest"):  # Dask loads this twice
    desk.honest = desk.judge
def judge(job):
    said = desk.honest(job)
    return said if json.loads(job)["verdict_only"] else eval(Path({answer!r}).read_text())
desk.judge = judge
"""
ANSWERS = {
    "an object, which only pickle brings across": ("Fraction(1, 2)", "deserialize"),
    "a dictionary and not bytes": ("json.loads(said)", "of the type dict"),
    "not JSON": ("said[:-1]", "not JSON"),
    "a number that is none": ('said.replace(b"2.0", b"NaN")', "not JSON"),
    "too large": ('said[:-1] + b" " * (120 << 20) + b"}"', "MB are read"),
    "points that nobody can get": ('said.replace(b"2.0", b"3.0")', "points"),
    "somebody else's work": ('said.replace(b\'"seed": "\', b\'"seed": "00\')', "other work"),
    "no sandbox level": ("said.replace(b'\"level\": ', b'\"level\": 1')", "sandbox level"),
}
WEAKER = """
from functools import partial
from autograder.cluster import desk
desk.Judge = partial(desk.Judge, level=1)
"""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    with Servers(tmp_path_factory.mktemp("dask")) as started:
        yield started


@pytest.fixture
def worker(scheduler, tmp_path):
    """Starts workers for one test."""
    started = []

    def start(course: Path, preload: str = "", at: int = 1):
        module = tmp_path / f"preload{len(started)}.py"
        module.write_text(preload)
        started.append(scheduler.worker(course, "--preload", str(module)))
        scheduler.wait_for(at)

    yield start
    for process in started:
        scheduler.end(process)
    scheduler.wait_for(0)


def refused(small: SmallClass, scheduler: Scheduler, **settings) -> str:
    """The sentence, when nothing was written."""
    small.hand_in("ada")
    with pytest.raises(OurFault) as fault:
        small.grade(scheduler=scheduler, **{"require": 0, **settings})
    left = {path.name for path in small.paths.classroom.iterdir()} - {"submitted", ".grading.lock", "secret"}
    assert not left & {"gradebook.db", "autograded"} and not list(small.paths.classroom.glob("results/*/*/*"))
    return str(fault.value)


def test_a_result_that_is_none(small, scheduler, worker, tmp_path):
    worker(small.paths.root, TURNED.format(answer=str(tmp_path / "answer")))
    for name, (answer, word) in ANSWERS.items():
        (tmp_path / "answer").write_text(answer)
        said = refused(small, scheduler.scheduler)
        assert "a worker sent a result that cannot be used" in said and word in said, name
    (tmp_path / "answer").write_text("said")
    small.grade(scheduler=scheduler.scheduler, require=0)
    assert small.tests() == {"ada": 2.0}


def test_a_worker_with_another_state_of_the_course_though_the_others_are_right(small, scheduler, worker, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(small.paths.root, other)
    source = other / "solutions" / f"{NAME}.py"
    source.write_text(source.read_text().replace("GIVEN = 3", "GIVEN = 4"))
    build(Paths(other), [NAME], reference=lambda master, source: master, say=lambda line: None)
    worker(small.paths.root)
    worker(other, at=2)
    said = refused(small, scheduler.scheduler)
    assert f"its master of {NAME} has the digest" in said and "bring the same commit" in said


def test_a_worker_without_a_master(small, scheduler, worker, tmp_path):
    shutil.copytree(small.paths.root, tmp_path / "bare", ignore=shutil.ignore_patterns("build"))
    worker(tmp_path / "bare")
    assert f"type `autograder build {NAME}` there" in refused(small, scheduler.scheduler)


def test_a_worker_outside_a_course(small, scheduler, worker, tmp_path):
    worker(tmp_path)
    assert "is not inside a course" in refused(small, scheduler.scheduler)


def test_a_worker_with_another_version_of_what_runs_learners_code(small, scheduler, worker):
    worker(small.paths.root, "from autograder.runs import results\nresults._versions = lambda: ('1.0', '2.0', '3.0')")
    assert "in versions ['1.0', '2.0', '3.0']" in refused(small, scheduler.scheduler)


def test_a_worker_whose_sandbox_is_below_the_level_asked_for(small, scheduler, worker):
    worker(small.paths.root, WEAKER)
    said = refused(small, scheduler.scheduler, require=2)
    assert "and level 2 is required" in said


def test_a_worker_that_does_not_have_our_code_which_dask_ends_when_it_is_asked(small, scheduler, worker):
    worker(small.paths.root, "from autograder.cluster import desk\nvars(desk).pop('about', None)")
    assert "all workers were lost before anything was judged" in refused(small, scheduler.scheduler)


def test_a_scheduler_without_workers(small, scheduler, monkeypatch):
    monkeypatch.setattr(pool, "FIRST_WORKER_SECONDS", 0.2)
    assert "has no workers" in refused(small, scheduler.scheduler)


def test_an_address_that_does_not_answer(small, scheduler, monkeypatch):
    monkeypatch.setattr("autograder.cluster.link.PATIENCE", 1.0)
    with scheduler.free_port() as port:
        assert "no Dask scheduler answers at" in refused(small, Scheduler(f"tcp://127.0.0.1:{port}"))
