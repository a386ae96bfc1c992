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
import random
import select
import socket
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from autograder.kit.arrays import HAS_NUMPY, np
from autograder.limits import Limits
from autograder.sandbox import cores, scratch
from autograder.sandbox.absent import hide
from autograder.sandbox.enter import enter, prepare
from autograder.sandbox.libc import closed_to_others, die_with_parent
from autograder.sandbox.probe import confines_writes, probe
from autograder.wire.channel import Channel
from autograder.worker.nursery import Nursery
from autograder.worker.outputs import Outputs
from autograder.worker.room import AsFarAsItGoes
from autograder.worker.worker import Worker

#: Imported when there: what learners' cells use. A module that is missing is theirs to find out.
PRELOADED: tuple[str, ...] = ("numpy", "numpy.linalg", "numpy.random", "minigrad", "autograder.kit")
PRELOADED += ("autograder.kit.predict", "autograder.kit.lines", "autograder.kit.tape")
PRELOADED += ("autograder.kit.function_runs", "autograder.kit.function_stories", "autograder.kit.rule_runs")
PRELOADED += ("autograder.kit.transform_stories", "autograder.kit.memory_runs")
PRELOADED += ("minigrad.drawing", "pygraphviz", "minigrad.printing")  # which minigrad imports on first use
PLOTTING = ("matplotlib.pyplot", "matplotlib_inline.backend_inline")
MAX_FD = 4096
WATCH_SECONDS = 0.05
KEPT_FD = 3  # the only descriptor that a worker has beside 0 to 2


def main(control_fd: int, spared: Sequence[str] = ()) -> None:
    """Serve requests, one JSON line each, until the judge closes the connection.

    spared: packages that workers do without, which `room` has kept from being imported
    """
    die_with_parent()
    closed_to_others()
    control = socket.socket(fileno=control_fd)
    control.set_inheritable(False)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    prepare()
    worker = warm_worker()
    if spared:
        worker.shell.ast_transformers.append(AsFarAsItGoes())
        hide(spared)
    Zygote(control, worker).serve({"ready": True})


def warm_worker() -> Worker:
    """Import, warm up and freeze, so that forked workers share as much memory as they can."""
    _import(PRELOADED)
    from autograder.worker.shell import WARM_UP, make_shell

    outputs = Outputs()
    outputs.install()
    outputs.begin(1 << 20, 1 << 20)
    worker = Worker(outputs, make_shell(outputs))
    worker.warm(WARM_UP)
    _close_loop()
    gc.collect()
    gc.freeze()
    return worker


def warm_plotting(worker: Worker) -> None:
    """The same for plots: a third of a second, so only where a notebook draws any."""
    from autograder.worker.shell import WARM_PLOT

    if "matplotlib.pyplot" not in sys.modules:
        with suppress(ImportError):  # first: the backend, once imported, goes on with the function that it found
            importlib.import_module("autograder.worker.pictures").install()
        _import(PLOTTING)
        worker.warm(WARM_PLOT)
        gc.collect()
        gc.freeze()


def _close_loop() -> None:
    """Its descriptors do not survive a fork; a worker makes its own when it needs one."""
    from IPython.core.async_helpers import get_asyncio_loop

    get_asyncio_loop().close()


def _import(names: Iterable[str]) -> None:
    for name in names:
        with suppress(ImportError):
            importlib.import_module(name)


class Zygote:
    """Does what the judge asks for, and in between watches the workers.

    drawn: where the worker has cells behind it, the state in which these left `random`, which Python seeds anew in
        every fork; numpy's stays as it is
    """

    def __init__(self, control: socket.socket, worker: Worker, drawn: tuple | None = None):
        self.control, self.worker, self.drawn = control, worker, drawn
        self.nursery = Nursery()
        self._unread = b""
        self._descriptors: list[int] = []  # that came with requests, in their order

    def serve(self, hello: dict) -> None:
        """Say hello, and answer requests until the judge is gone, which ends the process."""
        answers = self.control.makefile("w")

        def say(answer: dict) -> None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()

        say(hello)
        while True:
            job = self.next_job()
            answer = getattr(self, f"do_{job['do']}")(job)
            if job["answer"]:
                say(answer)

    def next_job(self) -> dict:
        """The next request; ends the process when the judge is gone."""
        while b"\n" not in self._unread:
            while self.nursery.watched and not select.select([self.control], [], [], WATCH_SECONDS)[0]:
                self.nursery.watch()
            part, descriptors, _, _ = socket.recv_fds(self.control, 1 << 18, 8)
            if not part:
                os._exit(0)
            self._unread += part
            self._descriptors += descriptors
        request, _, self._unread = self._unread.partition(b"\n")
        return json.loads(request)

    def do_probe(self, job: dict) -> dict:
        """Try levels, from the highest wanted one down to the first that holds; why the others do not."""
        limits = Limits.of(job["limits"])
        folder = scratch.make(Path(job["folder"]), {})
        reasons: dict[str, str] = {}
        level = job["wanted"]
        while level and (reason := probe(level, folder, limits, job["outside"])):
            reasons[str(level)] = reason
            level -= 1
        confined = bool(level) and confines_writes(folder, limits)
        scratch.remove(folder)
        return {"level": level, "writes_confined": confined, "reasons": reasons}

    def do_plotting(self, job: dict) -> dict:
        warm_plotting(self.worker)
        return {}

    def do_nothing(self, job: dict) -> dict:
        return {}

    def do_spawn(self, job: dict) -> dict:
        limits, descriptor = Limits.of(job["limits"]), self._descriptors.pop(0)
        folder = scratch.make(Path(job["folder"]), job["files"])

        def become(folder: Path) -> None:
            self.control.close()
            _become_worker(folder, job["level"], limits, descriptor, self.worker, self.drawn)

        pid = self.nursery.fork(folder, limits, become, job["spare"])
        os.close(descriptor)
        return {"pid": pid}

    def do_begin(self, job: dict) -> dict:
        """Fork a process like this one, in which a notebook's first cells have run."""
        descriptor = self._descriptors.pop(0)
        folder = scratch.make(Path(job["folder"]), job["files"])

        def become(folder: Path) -> None:
            self.control.close()
            _begin(folder, descriptor, job, self.worker, self.drawn)

        self.nursery.begin(folder, become)
        os.close(descriptor)
        return {}

    def do_move(self, job: dict) -> dict:
        cores.move(job["pid"], (job["core"],))
        return {}

    def do_starved(self, job: dict) -> dict:
        return {"seconds": cores.starved(job["pid"])}

    def do_reap(self, job: dict) -> dict:
        return self.nursery.reap(job["pid"])


def _become_worker(
    folder: Path, level: int, limits: Limits, descriptor: int, worker: Worker, drawn: tuple | None
) -> None:
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    sock = _at_home(folder, descriptor)
    _seed(drawn)
    sys.stdin = None
    enter(level, folder, limits)
    worker.serve(Channel(sock))


def _begin(folder: Path, descriptor: int, job: dict, worker: Worker, drawn: tuple | None) -> None:
    """Run cells that nobody but the course has written, and serve as a process that workers are forked from."""
    control = _at_home(folder, descriptor)
    _seed(drawn)
    for source, given in job["cells"]:
        worker.do_cell(source, 0, 0, given)
    worker.outputs.take()
    left = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    # Threads do not survive a fork, and files lie where no worker looks.
    fit = left == set(job["files"]) and threading.active_count() == 1
    _close_loop()
    gc.collect()
    Zygote(control, worker, drawn=random.getstate()).serve({"fit": fit})


def _at_home(folder: Path, descriptor: int) -> socket.socket:
    """Make a process that was just forked one of its own: in its folder, with this one of its parent's descriptors."""
    die_with_parent()
    if descriptor != KEPT_FD:
        os.dup2(descriptor, KEPT_FD)
    os.closerange(KEPT_FD + 1, MAX_FD)
    os.chdir(folder)
    os.environ.update(
        dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), str(folder)), IPYTHONDIR=str(folder / ".ipython")
    )
    tempfile.tempdir = None  # forget the parent's
    return socket.socket(fileno=KEPT_FD)


def _seed(drawn: tuple | None) -> None:
    """Forked processes would all draw the same random numbers; those that have cells behind them are to."""
    if drawn is not None:
        random.setstate(drawn)
        return
    random.seed()
    if HAS_NUMPY:
        np.random.seed()
