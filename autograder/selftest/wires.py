"""Trip-wires: things outside the sandbox that an attack would change, or that would notice it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from autograder.sandbox import scratch

GRADES = "ada: 100\nben: 55\n"
THEN = 1_000_000_000


class TripWires:
    """A dummy gradebook, listening sockets and a process that must live; a context manager."""

    def __enter__(self) -> TripWires:
        self._stack = ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="course-"))
        self._stack.callback(scratch.remove, self.folder)
        self.gradebook = self.folder / "gradebook.db"
        self.gradebook.write_text(GRADES)
        os.utime(self.gradebook, (THEN, THEN))
        self.gradebook.chmod(0o640)
        self._sockets = [
            self._listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            self._listen(socket.AF_UNIX, socket.SOCK_STREAM, str(self.folder / "socket")),
            self._listen(socket.AF_UNIX, socket.SOCK_DGRAM, str(self.folder / "datagrams")),
        ]
        self.abstract = f"selftest-{os.getpid()}-{os.urandom(4).hex()}"
        if sys.platform.startswith("linux"):
            self._sockets.append(self._listen(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + self.abstract))
        self.sentinel = subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE)
        self._stack.callback(self._end_sentinel)
        self._before = self._state()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    @property
    def names(self) -> tuple:
        """Where they are, in the order of `cases.PRELUDE`."""
        port = self._sockets[0].getsockname()[1]
        return (
            str(self.gradebook),
            str(self.folder),
            port,
            str(self.folder / "socket"),
            self.abstract,
            self.sentinel.pid,
        )

    def sprung(self) -> list[str]:
        """What was changed or touched since the beginning."""
        found = [what for what, value in self._state().items() if value != self._before[what]]
        for sock in self._sockets:
            with suppress(BlockingIOError):
                sock.accept() if sock.type == socket.SOCK_STREAM else sock.recv(1)
                found.append(f"a message on the socket {sock.getsockname()}")
        return found

    def _listen(self, family: int, kind: int, address: tuple[str, int] | str) -> socket.socket:
        sock = self._stack.enter_context(socket.socket(family, kind))
        sock.bind(address)
        sock.setblocking(False)
        if kind == socket.SOCK_STREAM:
            sock.listen()
        return sock

    def _end_sentinel(self) -> None:
        self.sentinel.kill()
        self.sentinel.communicate()

    def _state(self) -> dict[str, object]:
        pid = self.sentinel.pid
        gradebook = self.gradebook.stat() if self.gradebook.exists() else None
        return {
            "the gradebook": gradebook and self.gradebook.read_text(),
            "the gradebook's mode, owner or times": gradebook
            and (gradebook.st_mode, gradebook.st_uid, gradebook.st_mtime, gradebook.st_nlink),
            "the folder's files": sorted(path.name for path in self.folder.iterdir()),
            "the process beside": self.sentinel.poll(),
            "its priority": os.getpriority(os.PRIO_PROCESS, pid) if self.sentinel.poll() is None else None,
            "its processors": hasattr(os, "sched_getaffinity")
            and self.sentinel.poll() is None
            and os.sched_getaffinity(pid),
        }
