"""Workers, coordinators and schedulers that are killed while a class is judged: no mark is lost, and none is doubled.

Few kills, at seeded moments; tests/benchmarks/bench_cluster.py has twenty of workers and ten of coordinators.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from classes import NAME, RIGHT, WRONG
from killing import Round, die_at
from servers import Servers, replacing

from autograder.cluster import pool
from autograder.cluster.options import Scheduler
from autograder.errors import OurFault

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
LEARNERS = 16
DOCUMENT = Path(__file__).parents[3] / "docs" / "cluster.md"


def hand_in(small):
    for number in range(LEARNERS):
        small.hand_in(f"learner{number:02}", f"{RIGHT if number % 2 else WRONG}\n# {number}", essay="Essay")


def expected():
    return {f"learner{number:02}": 2.0 if number % 2 else 0.0 for number in range(LEARNERS)}


def test_what_lost_workers_were_judging_is_judged_by_others(small, servers):
    hand_in(small)
    moments = random.Random(17)
    with replacing(servers, small.paths.root, lambda: moments.uniform(0.2, 2.0)) as killed:
        for _ in range(20):
            found = small.grade(scheduler=servers.scheduler, require=0, fresh=True)
            assert not found.failed and small.tests() == expected()
            if len(killed) >= 2:
                break
    assert killed


def test_a_coordinator_that_is_killed_is_taken_up_by_the_next_one(course_of_one, servers, tmp_path):
    shutil.copytree(course_of_one.root, tmp_path / "course")
    made = Round(tmp_path / "course", 8, lambda small: small.grade(scheduler=servers.scheduler, require=0))
    made.grade_before()
    for name in ("result", "gradebook"):
        made.hand_in_anew()
        assert made.killed(partial(die_at, name, 3 if name == "result" else 1))
        assert list(made.findings()) == []


def test_without_its_scheduler_a_run_ends_with_a_sentence_and_the_next_one_has_what_was_judged(small, tmp_path):
    hand_in(small)
    with Servers(tmp_path / "dask") as servers:
        servers.worker(small.paths.root)
        servers.wait_for(1)
        results = small.paths.classroom / "results" / NAME

        def end_it():
            while len(list(results.glob("*/*.json"))) < 3:
                time.sleep(0.02)
            servers.end(servers.processes[0])

        ending = threading.Thread(target=end_it)
        ending.start()
        with pytest.raises(OurFault, match=r"connection to the scheduler .* was lost: nothing was written"):
            small.grade(scheduler=servers.scheduler, require=0)
        ending.join()
    assert not (small.paths.classroom / "gradebook.db").exists()
    with Servers(tmp_path / "other") as servers:
        servers.worker(small.paths.root)
        servers.wait_for(1)
        assert small.grade(scheduler=servers.scheduler, require=0).kept >= 3
    assert small.tests() == expected()


def test_without_any_worker_a_run_waits_for_the_next_one_and_then_ends(small, tmp_path, monkeypatch):
    hand_in(small)
    monkeypatch.setattr(pool, "NEXT_WORKER_SECONDS", 1.0)
    with Servers(tmp_path / "dask") as servers:
        worker = servers.worker(small.paths.root)
        servers.wait_for(1)
        threading.Timer(1.0, servers.end, [worker]).start()
        with pytest.raises(OurFault, match=r"no worker is left|all workers were lost"):
            while True:
                small.grade(scheduler=servers.scheduler, require=0, fresh=True)


# Workers that pass their examination and hang over somebody's work: the first so many that come to it.
HANGING = """
import json, os, time
from pathlib import Path
from autograder.cluster import desk
if not hasattr(desk, "honest"):  # Dask loads this twice
    desk.honest = desk.judge
def judge(job):
    for number in range(0 if json.loads(job)["verdict_only"] else {hanging}):
        try:
            os.close(os.open(Path({folder!r}) / str(number), os.O_CREAT | os.O_EXCL))
            time.sleep(600)
        except FileExistsError:
            pass
    return desk.honest(job)
desk.judge = judge
"""


@pytest.mark.parametrize("hanging", [1, 2])
def test_what_a_hanging_worker_has_is_judged_by_another_one_and_is_said_when_that_hangs_too(
    small, tmp_path, monkeypatch, capfd, hanging
):
    monkeypatch.setattr(pool, "job_seconds", lambda master: 20.0)
    preload = tmp_path / "preload.py"
    preload.write_text(HANGING.format(hanging=hanging, folder=str(tmp_path)))
    small.hand_in("ada")
    with Servers(tmp_path / "dask") as servers:
        for _ in range(3):
            servers.worker(small.paths.root, "--preload", str(preload))
        servers.wait_for(3)
        found = small.grade(scheduler=servers.scheduler, require=0)
    said = capfd.readouterr().err
    assert said.count("it did not answer within 20 s; look at it and start it again") == hanging
    if hanging == 1:
        assert small.tests() == {"ada": 2.0}
    else:
        assert "it was not judged within 20 s by the worker tcp://" in found.failed["ada"]
        assert not (small.paths.classroom / "gradebook.db").exists() and not found.entries


def test_a_deadline_leaves_a_judge_the_time_that_its_limits_give_it_and_one_before_it(small):
    usual, longer = small.master, replace(small.master, limits={"submission_seconds": 600})
    assert pool.job_seconds(usual) >= 2 * 3 * 120 and pool.job_seconds(longer) >= 2 * 3 * 600


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make certificates with")
def test_with_the_certificates_that_the_page_makes_nobody_without_one_is_let_in(small, tmp_path, monkeypatch):
    commands = re.search(r"(?m)^    openssl(.*\n    .*)*", DOCUMENT.read_text(encoding="utf-8"))[0]
    subprocess.run(["sh", "-ec", commands], cwd=tmp_path, check=True, capture_output=True)
    files = {"tls_ca_file": "ca.pem", "tls_cert": "grader.pem", "tls_key": "grader-key.pem"}
    mine = {name: tmp_path / file for name, file in files.items()}
    small.hand_in("ada")
    tls = [word for name, file in mine.items() for word in (f"--{name.replace('_', '-')}", str(file))]
    with Servers(tmp_path / "dask", tuple(tls)) as servers:
        servers.worker(small.paths.root)
        assert servers.address.startswith("tls://")
        small.grade(scheduler=Scheduler(servers.address, **mine), require=0)
        assert small.tests() == {"ada": 2.0}
        monkeypatch.setattr("autograder.cluster.link.PATIENCE", 2.0)
        for other in (Scheduler(servers.address), Scheduler(servers.address.replace("tls://", "tcp://"))):
            with pytest.raises(OurFault, match="no Dask scheduler answers"):
                small.grade(scheduler=other, require=0)
