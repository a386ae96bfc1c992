"""The process that workers are forked from: everything imported, nothing known.

It is started with `python -I` and an empty environment, imports what learners' code will need, and then forks a
worker for each request. A forked child inherits its parent's memory, so no test, no expected value and no secret may
ever come here: requests name a scratch folder and limits, and bring the worker's end of a socket.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from autograder.judge import sandbox
from autograder.judge.channel import Channel
from autograder.judge.limits import Limits
from autograder.judge.outputs import Outputs
from autograder.judge.worker import Worker

#: Imported when there: what learners' cells use. A module that is missing is theirs to find out.
PRELOADED: tuple[str, ...] = (
    "numpy",
    "numpy.linalg",
    "numpy.random",
    "matplotlib.pyplot",
    "matplotlib_inline.backend_inline",
)
PRELOADED += ("minigrad", "autograder.kit", "autograder.kit.predict", "autograder.kit.lines", "autograder.kit.tape")
MAX_FD = 4096
KEPT_FD = 3  # the only descriptor that a worker has beside 0 to 2


def main(control_fd: int) -> None:
    """Serve requests, one JSON line each, until the judge closes the connection."""
    sandbox.die_with_parent()
    control = socket.socket(fileno=control_fd)
    control.set_inheritable(False)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    worker = _prepare()
    answers = control.makefile("w")
    _say(answers, {"ready": True})
    while True:
        request, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 1)
        if not request:
            os._exit(0)
        job = json.loads(request)
        _say(answers, _ACTIONS[job["do"]](job, descriptors, worker, control))


def _say(answers: Any, answer: dict) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _prepare() -> Worker:
    """Import, warm up and freeze, so that forked workers share as much memory as they can."""
    for name in PRELOADED:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    from autograder.judge.shell import make_shell

    outputs = Outputs()
    outputs.install()
    outputs.begin(1 << 20, 1 << 20)
    shell = make_shell(outputs)
    worker = Worker(outputs, shell)
    worker.do_cell("1 / 0", 1000, 1000)
    shell.reset(new_session=True)
    shell.user_ns["__name__"] = "__main__"
    outputs.take()
    gc.collect()
    gc.freeze()
    return worker


def _probe(job: dict, descriptors: list[int], worker: Worker, control: socket.socket) -> dict:
    level, writes_confined = sandbox.try_level(Path(job["scratch"]), Limits.of(job["limits"]))
    return {"level": level, "writes_confined": writes_confined}


def _spawn(job: dict, descriptors: list[int], worker: Worker, control: socket.socket) -> dict:
    child = os.fork()
    if child == 0:
        try:
            control.close()
            _become_worker(job, descriptors[0], worker)
        finally:
            os._exit(70)
    os.close(descriptors[0])
    return {"pid": child}


def _reap(job: dict, descriptors: list[int], worker: Worker, control: socket.socket) -> dict:
    """Kill a worker and everything that it started, and say how it ended."""
    for kill in (os.killpg, os.kill):
        try:
            kill(job["pid"], signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    try:
        _, status, used = os.wait4(job["pid"], 0)
    except ChildProcessError:
        return {"status": None}
    return {"status": status, "peak_kb": used.ru_maxrss, "cpu_seconds": used.ru_utime + used.ru_stime}


_ACTIONS = {"probe": _probe, "spawn": _spawn, "reap": _reap}


def _become_worker(job: dict, descriptor: int, worker: Worker) -> None:
    os.setsid()
    sandbox.die_with_parent()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    if descriptor != KEPT_FD:
        os.dup2(descriptor, KEPT_FD)
    os.closerange(KEPT_FD + 1, MAX_FD)
    scratch = Path(job["scratch"])
    os.chdir(scratch)
    os.environ.update(HOME=str(scratch), TMPDIR=str(scratch), IPYTHONDIR=str(scratch / ".ipython"))
    tempfile.tempdir = None  # forget the zygote's
    _reseed()
    sys.stdin = None
    sandbox.enter(job["level"], scratch, Limits.of(job["limits"]))
    worker.serve(Channel(socket.socket(fileno=KEPT_FD)))


def _reseed() -> None:
    """Forked processes would all draw the same random numbers."""
    import random

    import numpy as np

    random.seed()
    np.random.seed()
