"""A class graded on a real scheduler and real workers: the same marks, pages and kept results as on one machine."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import psutil
import pytest
from classes import RIGHT, WRONG, SmallClass

from autograder.judge.grader import Judge
from autograder.paths import Paths

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
LEARNERS = 12


def hand_in(small, learners=LEARNERS):
    """Right ones, wrong ones, one that nobody can read, and one with half a character in it."""
    for number in range(learners):
        answer = RIGHT if number % 3 else WRONG
        small.hand_in(f"learner{number:02}", f"{answer}\n# {number}", essay=f"Essay {number}")
    small.hand_in_file("zoe", b"no notebook")
    small.hand_in("yan", f"{RIGHT}\nprint(chr(0xd83d), '\N{SNOWMAN}')  # \ud83d")


def twin(small, root) -> SmallClass:
    """The same class, with the same secret, in another folder."""
    shutil.copytree(small.paths.root, root)
    return SmallClass(Paths(root))


def files(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def kept(small) -> dict[str, dict]:
    """What is kept, by file, but for how long it took."""
    found = {name: json.loads(content) for name, content in files(small.paths.classroom / "results").items()}
    return {name: dict(result, seconds=None) for name, result in found.items()}


def test_marks_pages_and_kept_results_are_those_of_one_machine(small, servers, tmp_path):
    hand_in(small)
    small.hand_in("learner00")
    (small.paths.classroom / "secret").write_text("5a" * 32 + "\n")
    other = twin(small, tmp_path / "other")
    here = small.grade(judge=Judge, jobs=2, require=0)
    there = other.grade(scheduler=servers.scheduler, require=0)
    assert not there.failed and there.level == here.level and there.entries.keys() == here.entries.keys()
    assert len(kept(small)) == LEARNERS + 2
    assert kept(other) == kept(small)
    assert files(other.paths.classroom / "autograded") == files(small.paths.classroom / "autograded")
    assert other.marks() == small.marks()
    assert other.marks("needs_manual_grade") == small.marks("needs_manual_grade")


def test_what_one_machine_has_judged_a_cluster_does_not_judge_again_and_the_other_way_round(small, servers):
    hand_in(small, learners=2)
    small.grade(judge=Judge, require=0)
    assert small.grade(scheduler=servers.scheduler, require=0).kept == 4
    small.hand_in("learner00")
    assert small.grade(scheduler=servers.scheduler, require=0).kept == 3
    assert small.grade(judge=Judge, require=0).kept == 4


def test_the_run_says_who_judges_and_where_dask_shows_it(small, servers, capfd):
    small.hand_in("ada")
    small.grade(scheduler=servers.scheduler, require=0)
    said = capfd.readouterr().err
    assert f"{servers.address}: workers: 2, judging at a time: 2; dashboard: http://127.0.0.1:" in said


def test_a_worker_with_three_threads_judges_three_at_a_time(small, servers, capfd):
    more = servers.worker(small.paths.root, "--nthreads", "3")
    servers.wait_for(3)
    hand_in(small)
    small.grade(scheduler=servers.scheduler, require=0)
    assert "workers: 3, judging at a time: 5" in capfd.readouterr().err
    assert small.tests()["learner01"] == 2.0
    servers.end(more)
    servers.wait_for(2)


def test_no_judge_outlives_its_worker(small, servers):
    more = servers.worker(small.paths.root)
    servers.wait_for(3)
    small.hand_in("ada")
    small.grade(scheduler=servers.scheduler, require=0)
    judges = psutil.Process(more.pid).children(recursive=True)
    assert judges
    servers.end(more)
    servers.wait_for(2)
    assert not psutil.wait_procs(judges, timeout=60)[1]
