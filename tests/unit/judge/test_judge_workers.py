"""Workers: one for each submission, also where the next one stands ready; and the time that they get."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from judging import make_master, submission

from autograder.judge import forking
from autograder.judge.answering import alarm
from autograder.judge.forking import CONFINED, Worker
from autograder.judge.grader import _result
from autograder.judge.plans import make_plan
from autograder.judge.replay import Replay
from autograder.judge.session import Session, TimedOut
from autograder.judge.workers import Zygote, clean_environment
from autograder.limits import LONGEST, Limits
from autograder.sandbox import cores
from autograder.sandbox.libc import LINUX

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")


@pytest.fixture(scope="module")
def zygote(tmp_path_factory):
    made = Zygote(Limits(), tmp_path_factory.mktemp("zygote"))
    yield made
    made.close()


def ask(worker, expression):
    worker.session.begin(20)
    return worker.session.request("eval", expression, {}, [])


def test_no_worker_serves_two_submissions(zygote):
    pids = set()
    for _ in range(4):
        worker = zygote.spawn(Limits(), {"given.txt": "eA=="})
        worker.session.begin(20)
        worker.session.request(
            "cell", "import os; was_here = globals().get('mine'); mine = 1; files = os.listdir()", 0, 0
        )
        assert worker.session.request("names", ["was_here", "files"]) == {"was_here": None, "files": ["given.txt"]}
        worker.session.request("cell", "open('left behind', 'w').close()", 0, 0)
        pids.add(worker.pid)
        worker.leave()
    assert len(pids) == 4


def test_a_worker_that_stood_ready_has_the_limits_and_files_of_its_own_notebook(zygote):
    zygote.spawn(Limits(), {"old.txt": "eA=="}).leave()
    worker = zygote.spawn(Limits(open_files=33), {"new.txt": "eQ=="})
    assert ask(worker, "__import__('os').listdir()") == ["new.txt"]
    if zygote.level:
        assert ask(worker, "(lambda r: r.getrlimit(r.RLIMIT_NOFILE)[0])(__import__('resource'))") == 33
    worker.leave()


def test_a_room_has_the_plots_that_its_notebook_draws_ready(zygote):
    """Else every submission imports them anew, which takes longer than all that is judged."""
    zygote.import_plotting()
    worker = zygote.room(["graphlib"]).spawn(Limits())
    assert ask(worker, "'matplotlib.pyplot' in __import__('sys').modules")
    worker.leave()


def test_a_worker_that_stands_ready_is_in_its_sandbox_already(zygote):
    if zygote.level < CONFINED:
        pytest.skip("at this level none stands ready")
    zygote.spawn(Limits()).leave()
    worker = zygote.spawn(Limits())
    for attempt in ("__import__('os').fork()", "open('/etc/passwd')", "__import__('os').listdir('..')"):
        with pytest.raises(OSError):
            ask(worker, attempt)
    worker.leave()


def late_session(waited):
    ours, theirs = socket.socketpair()
    return Session(ours, iter(waited).__next__), theirs


def test_time_that_other_processes_took_is_given_back():
    session, _theirs = late_session([0.3, 0.0])
    session.begin(0.2)
    start = time.monotonic()
    with pytest.raises(TimedOut):
        session.request("eval", "1", {}, [])
    assert time.monotonic() - start >= 0.5


def test_but_not_without_end():
    session, _theirs = late_session([1000.0, 1000.0])
    session.begin(0.1)
    start = time.monotonic()
    with pytest.raises(TimedOut):
        session.request("eval", "1", {}, [])
    assert 0.1 * LONGEST <= time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("taken", "told", "late"),
    [
        ([0.0], True, False),
        ([0.01, 0.0], True, False),  # all of it was given back
        ([9.0, 0.0], True, True),  # more than the deadline may be put off
        ([0.02, 0.02, 9.0], True, True),
        ([0.0], False, True),  # nobody knows, so it may have been
    ],
)
def test_the_machine_was_late_where_it_took_time_that_was_not_given_back(monkeypatch, taken, told, late):
    monkeypatch.setattr("autograder.judge.session.WORTH_WAITING", 0.005)
    monkeypatch.setattr("autograder.judge.session.told", lambda: told)
    session, _theirs = late_session(taken)
    session.begin(0.02)
    with pytest.raises(TimedOut) as ended:
        session.request("eval", "1", {}, [])
    assert ended.value.late is late


def test_a_result_is_late_when_a_cell_ran_out_of_time_while_the_machine_was():
    master = make_master("close(f(1), 1.0, 'one: f returns one')")
    plan = make_plan(master, submission(master, "f = float"), b"seed", Limits(), False)
    for late in (True, False):
        ended = {"outputs": [], "ended": ["timeout", "too long"], "late": late}
        records = [{"outputs": []}, ended, {"outcome": "timeout", "visible": False, "late": False}]
        assert _result(master, plan, records, [], 2).late is late


@pytest.mark.parametrize(("lost", "late"), [(0.0, False), (11.0, False), (13.0, True)])
def test_of_the_time_for_all_cells_a_tenth_may_be_taken(lost, late):
    master = make_master("close(f(1), 1.0, 'one: f returns one')")
    plan = make_plan(master, submission(master, "f = float"), b"seed", Limits(submission_seconds=120.0), False)
    replay = Replay(None, plan, alarm)
    replay.line._lost = lost
    assert replay._machine_was_late() is late
    replay.line.late = True
    assert replay._machine_was_late()


@pytest.mark.skipif(not LINUX, reason="only Linux lets a process choose its cores")
def test_judge_and_worker_share_a_core_while_they_judge_and_no_longer(zygote):
    everywhere = cores.allowed()
    core = cores.stay()
    try:
        worker = zygote.spawn(Limits(), core=core)
        # The zygote moves it while it is already at work, so at first it may still be anywhere.
        end = time.monotonic() + 10
        while ask(worker, "sorted(__import__('os').sched_getaffinity(0))") != [core]:
            assert time.monotonic() < end
        assert sorted(cores.allowed()) == [core]
        worker.leave()
    finally:
        cores.move(0, everywhere)
    worker = zygote.spawn(Limits())
    assert cores.allowed() == everywhere
    assert ask(worker, "len(__import__('os').sched_getaffinity(0))") == len(everywhere)
    worker.leave()


def test_an_alarm_that_rings_in_the_very_last_moment_leaves_none_to_ring_later(monkeypatch):
    set_timer, rung = signal.setitimer, []

    def ringing(timer, seconds):
        if not seconds and not rung:
            rung.append(timer)
            signal.raise_signal(signal.SIGPROF)
        return set_timer(timer, seconds)

    monkeypatch.setattr(signal, "setitimer", ringing)
    with pytest.raises(TimedOut), alarm(5):
        pass
    assert rung and signal.getitimer(signal.ITIMER_PROF)[0] == signal.getitimer(signal.ITIMER_REAL)[0] == 0


THREADS = """
import threading
from pathlib import Path

def addresses():
    return int(Path("/proc/self/statm").read_text().split()[0]) * 4096

def hold():
    held.append(bytes(100_000))
    wait.wait()

before, held, wait = addresses(), [], threading.Event()
threading.stack_size(1 << 18)
threads = [threading.Thread(target=hold) for _ in range(16)]
for thread in threads:
    thread.start()
while len(held) < 16:
    pass
print(addresses() - before)
wait.set()
"""


@pytest.mark.skipif(not LINUX, reason="the C library with an arena for each thread")
def test_a_thread_of_a_learner_sets_aside_little_memory():
    """Or a dozen of them would be "out of memory" under a limit on addresses."""
    done = subprocess.run(
        [sys.executable, "-c", THREADS], env=clean_environment(), capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 100 << 20


def test_what_the_judge_waits_for_a_core_counts_as_much_as_what_the_worker_waits(monkeypatch):
    waits = iter([5.0, 7.5, 7.5])
    monkeypatch.setattr(forking, "starved", lambda pid: next(waits))
    zygote = SimpleNamespace(ask=lambda job: {"seconds": 1.0})
    here, there = socket.socketpair()
    with here, there:
        worker = Worker(zygote, (Limits(), {}), here)
        worker.born(1)
        assert worker.starved() == 1.0 + (7.5 - 5.0)
        assert worker.starved() == 0.0
