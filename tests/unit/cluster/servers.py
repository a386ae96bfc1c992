"""A real Dask scheduler and real workers, as processes on free loopback ports, ended whatever happens."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.cluster.options import Scheduler

PATIENCE = 120  # seconds for a process to be there, on a machine that is busy with other tests
QUIET = ("--host", "127.0.0.1", "--no-dashboard")


class Servers:
    """A scheduler, and the workers that `worker` starts.

    tls: options with certificates for both, and for whoever asks
    """

    def __init__(self, folder: Path, tls: tuple[str, ...] = ()):
        self.folder, self.tls = folder, tls
        self.processes: list[subprocess.Popen] = []
        self.address = ""
        folder.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> Servers:
        contact = self.folder / "scheduler.json"
        where = ["--host", f"{'tls' if self.tls else 'tcp'}://127.0.0.1", "--port", "0"]
        try:
            self.start("scheduler", *where, "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(contact))
            until = time.monotonic() + PATIENCE
            while not self.address:
                assert time.monotonic() < until and self.processes[0].poll() is None, self.said()
                time.sleep(0.1)
                with suppress(OSError, ValueError):
                    self.address = json.loads(contact.read_text())["address"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        for process in reversed(self.processes):
            self.end(process)

    @property
    def scheduler(self) -> Scheduler:
        """For `Settings`."""
        return Scheduler(self.address)

    def worker(self, course: Path, *options: str) -> subprocess.Popen:
        """Start a worker with one thread in the folder of a course; it is there when `wait_for` says so."""
        place = ["--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder), *QUIET]
        return self.start("worker", self.address, *place, *options, course=course)

    def start(self, *command: str, course: Path | None = None) -> subprocess.Popen:
        log = (self.folder / f"{len(self.processes)}.log").open("w")
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *command, *self.tls],
            cwd=course or self.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        log.close()
        self.processes.append(process)
        return process

    def wait_for(self, count: int) -> None:
        """Until so many workers are there."""
        from autograder.cluster.link import Link

        link = Link(self.scheduler)
        try:
            until = time.monotonic() + PATIENCE
            while len(link.workers()) != count:
                assert time.monotonic() < until, self.said()
                time.sleep(0.1)
        finally:
            link.close()

    @contextmanager
    def free_port(self) -> Iterator[int]:
        """A port that is taken, and where nobody listens."""
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            yield taken.getsockname()[1]

    def end(self, process: subprocess.Popen) -> None:
        """Kill it; a scheduler or worker has nothing to write down."""
        process.kill()
        process.wait()

    def said(self) -> str:
        return "\n".join(file.read_text()[-2000:] for file in sorted(self.folder.glob("*.log")))


@contextmanager
def replacing(servers: Servers, course: Path, pause: Callable[[], float]) -> Iterator[list[subprocess.Popen]]:
    """In the block: after each pause (seconds), kill the oldest worker and start another one. Gives those killed."""
    over, killed = threading.Event(), []

    def kill() -> None:
        while not over.wait(pause()):
            alive = [process for process in servers.processes[1:] if process.poll() is None]
            servers.end(alive[0])
            killed.append(alive[0])
            servers.worker(course)
            servers.wait_for(len(alive))

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()
