"""The judge's hand on the zygote: starts it, asks for workers, and sees them out."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from autograder.errors import OurFault
from autograder.limits import Limits
from autograder.sandbox import HIGHEST, namespaces
from autograder.sandbox.cores import starved

START_SECONDS = 60
NO_ANSWER = "the process that workers are forked from does not answer: {}"
CONFINED = 2  # the level from which on no worker can signal or look into another, or write into its folder
FIRST_BYTES = 1 << 16  # a descriptor travels with the first part of a message
OUTSIDE = "outside"  # a file that must not be seen from within namespaces
SPARE_BYTES = 16 << 20  # so that a full scratch folder is noticed as such, and told, before nothing can be written
ROOT = Path(__file__).resolve().parents[2]  # where `autograder` is imported from


def isolated(module: str, *args: object) -> list[str]:
    """The command that runs `module.main(*args)` in a Python that takes nothing from its surroundings."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; main(*{args!r})"
    return [sys.executable, "-I", "-X", "utf8", "-c", start]


def clean_environment() -> dict[str, str]:
    """All that a zygote may know of this machine.

    One thread of numpy's, so that a memory limit is not eaten by stacks, and one arena of glibc's: a learner's threads
    would else set aside 64 MB of addresses each, and code with a dozen of them would be out of memory it never used.
    """
    ones = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX")
    environment = dict.fromkeys(ones, "1")
    environment |= {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
    environment |= {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "MPLCONFIGDIR": str(_font_cache())}
    return environment


def _font_cache() -> Path:
    """matplotlib's list of fonts takes a second to make, so it is kept; a worker finds it in memory already."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "minigrad-course" / "matplotlib"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "minigrad-course-matplotlib"
    return folder


class Worker:
    """A running worker and its session; `made_for` are the limits and files that it has."""

    def __init__(self, zygote: Zygote, made_for: tuple[Limits, dict[str, str]], sock: socket.socket):
        from autograder.judge.session import Session  # numpy: not before it is needed

        self.zygote, self.made_for, self.session = zygote, made_for, Session(sock, self.starved)
        self._pid: int | None = None
        self._starved = starved(os.getpid())
        self.lost = 0.0  # all that `starved` has told so far

    @property
    def pid(self) -> int:
        while self._pid is None:
            self.zygote.read_pid()
        return self._pid

    def born(self, pid: int) -> None:
        self._pid = pid

    def stop(self) -> dict[str, Any]:
        """Kill it, and say how it ended; its scratch folder goes with it."""
        self._close()
        return self.zygote.ask({"do": "reap", "pid": self.pid})

    def leave(self) -> None:
        """The same, when nobody wants to know how it ended: nothing waits for it to be gone."""
        self._close()
        self.zygote.tell({"do": "reap", "pid": self.pid, "answer": False})

    def starved(self) -> float:
        """Seconds for which it has had no core, or the judge that it waits for, since the last time."""
        theirs = self.zygote.ask({"do": "starved", "pid": self.pid})["seconds"]
        before, self._starved = self._starved, theirs + starved(os.getpid())
        lost = max(self._starved - before, 0.0)  # of a process that is gone nothing is told
        self.lost += lost
        return lost

    def _close(self) -> None:
        self.session.end(ConnectionError("stopped"))
        self.session.channel.sock.close()


class Zygote:
    """The process that workers are forked from.

    level: the sandbox level that holds here, at most the one asked for
    reasons: for each higher level that was tried, why it does not hold
    way: at level 3, what made the namespaces
    """

    def __init__(self, limits: Limits, folder: Path, level: int | None = None, spared: Sequence[str] = ()):
        """Scratch folders are made in `folder`; `level` None takes the highest that holds here.

        spared: packages that its workers do without (see `room`)
        """
        self.limits, self.folder, self.spared = limits, folder, tuple(spared)
        self._rooms: dict[tuple[str, ...], Zygote] = {}
        self.reasons: dict[int, str] = {}
        self.way = ""
        self._plotting = False
        self._spare: Worker | None = None
        self._unborn: deque[Worker] = deque()  # asked for, and its number not read yet
        wanted = HIGHEST if level is None else min(level, HIGHEST)
        if wanted == HIGHEST:
            self._start_in_namespaces()
            wanted = HIGHEST - 1 if self.reasons else HIGHEST
        if wanted < HIGHEST:
            self._start([], wanted)

    def _start_in_namespaces(self) -> None:
        """Level 3 by the first way that holds, or the reasons why none does."""
        (self.folder / OUTSIDE).touch()
        reasons = []
        for way in namespaces.ways(self.folder, self.limits.scratch_bytes + SPARE_BYTES):
            reason = way.refusal() or self._start_by(way)
            if not reason:
                self.way = way.name
                return
            reasons.append(reason)
        self.reasons = {HIGHEST: "; ".join(dict.fromkeys(reasons))}

    def _start_by(self, way: namespaces.Way) -> str:
        """Start in namespaces; "" or why level 3 does not hold there."""
        try:
            self._start(list(way.command), HIGHEST)
        except OurFault as fault:
            return str(fault)
        if self.level == HIGHEST:
            return ""
        self.close()
        return self.reasons.pop(HIGHEST)

    def _start(self, command: list[str], wanted: int) -> None:
        """Start the process, under `command`, and find the level that holds there."""
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [*command, *self._program(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            cwd=self.folder,
            env=clean_environment(),
        )
        theirs.close()
        self.control = ours
        ours.settimeout(START_SECONDS)
        self._buffer = b""
        try:
            self._read()
            found = self.ask(self._job("probe", wanted=wanted, outside=str(self.folder / OUTSIDE)))
        except BaseException:
            self.close()
            raise
        self.level, self.writes_confined = found["level"], found["writes_confined"]
        self.reasons |= {int(level): reason for level, reason in found["reasons"].items()}

    def _program(self, descriptor: int) -> list[str]:
        if self.spared:
            return isolated("autograder.worker.room", descriptor, self.spared)
        return isolated("autograder.worker.zygote", descriptor)

    def room(self, spared: Sequence[str]) -> Zygote:
        """The process whose workers do without these packages: this one when there are none, else one that is started
        when it is first needed, and ends with this one."""
        wanted = tuple(sorted(spared))
        if wanted == self.spared:
            return self
        if wanted not in self._rooms:
            folder = Path(tempfile.mkdtemp(prefix="room-", dir=self.folder))
            room = Zygote(self.limits, folder, self.level, wanted)
            self._rooms[wanted] = room
            if room.level < self.level:
                raise OurFault(
                    f"a worker without {' and '.join(wanted)} is confined at level {room.level} only, others at level "
                    f"{self.level}: {'; '.join(room.reasons.values())}"
                )
        if self._plotting and "numpy" not in wanted:
            self._rooms[wanted].import_plotting()
        return self._rooms[wanted]

    def _job(self, do: str, limits: Limits | None = None, **more: Any) -> dict[str, Any]:
        return {"do": do, "folder": str(self.folder), "limits": (limits or self.limits).as_dict()} | more

    def spawn(self, limits: Limits, files: Mapping[str, str] | None = None, core: int | None = None) -> Worker:
        """A fresh worker in a fresh scratch folder, with the notebook's own files in it, to run on `core` only.

        Where workers cannot reach each other, the next one is made at once: it waits in its sandbox while this one
        works, and serves one submission as every worker does.
        """
        made_for = limits, dict(files or {})
        if self._spare and self._spare.made_for != made_for:
            self._drop_spare()
        worker, self._spare = self._spare or self._spawn(made_for), None
        if core is not None:
            self.tell({"do": "move", "pid": worker.pid, "core": core, "answer": False})
        if self.level >= CONFINED:
            self._spare = self._spawn(made_for, spare=True)
        return worker

    def import_plotting(self) -> None:
        """Let every worker from here on have it; it takes a third of a second, and makes each a little slower."""
        if not self._plotting:
            self.ask({"do": "plotting"})
            self._plotting = True
            self._drop_spare()

    def _drop_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare:
            spare.leave()

    def _spawn(self, made_for: tuple[Limits, dict[str, str]], spare: bool = False) -> Worker:
        limits, files = made_for
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        try:
            self.tell(self._job("spawn", limits, level=self.level, files=files, spare=spare), theirs.fileno())
        finally:
            theirs.close()
        worker = Worker(self, made_for, ours)
        self._unborn.append(worker)
        return worker

    def ask(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Its answer."""
        self.tell(job)
        while self._unborn:
            self.read_pid()
        return self._read()

    def demand_alive(self) -> None:
        """Raise OurFault now, not in the next submission, when code that could signal this process has killed it."""
        for zygote in (self, *self._rooms.values()) if self.level < CONFINED else ():
            zygote.ask({"do": "nothing"})

    def read_pid(self) -> None:
        """The answer to the first request for a worker that is still open."""
        self._unborn.popleft().born(self._read()["pid"])

    def tell(self, job: Mapping[str, Any], *descriptors: int) -> None:
        """Send a request and go on; the zygote takes one after the other."""
        message = json.dumps({"answer": True, **job}).encode() + b"\n"
        try:
            sent = socket.send_fds(self.control, [message[:FIRST_BYTES]], descriptors)
            self.control.sendall(message[sent:])
        except OSError as error:
            raise OurFault(NO_ANSWER.format(error)) from None

    def _read(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            try:
                part = self.control.recv(1 << 16)
            except OSError as error:
                raise OurFault(NO_ANSWER.format(error)) from None
            if not part:
                raise OurFault("the process that workers are forked from ended; run the command again")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        self.control.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
