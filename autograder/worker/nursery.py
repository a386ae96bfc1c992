"""The zygote's care for its workers: forks them, watches what they use, and sees to it that nothing of them stays."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from autograder.limits import Limits
from autograder.sandbox import scratch
from autograder.sandbox.libc import adopt_orphans

ENDING_SECONDS = 5


@dataclass
class Child:
    """A running worker; a spare one has not been given any work. `over` is the limit that it was killed for."""

    scratch: Path
    limits: Limits
    spare: bool
    over: str = ""


class Nursery:
    """All workers of one zygote."""

    def __init__(self) -> None:
        self.children: dict[int, Child] = {}
        self.begun: dict[int, Path] = {}  # processes that have workers of their own, and the folder of each
        adopt_orphans()

    @property
    def watched(self) -> list[tuple[int, Child]]:
        """Those that may be running a learner's code."""
        return [(pid, child) for pid, child in self.children.items() if not child.spare]

    def fork(self, folder: Path, limits: Limits, become: Callable[[Path], object], spare: bool) -> int:
        """A new process that calls `become` and never returns from it; whichever was the spare one is so no more."""
        pid = _forked(folder, become)
        for child in self.children.values():
            child.spare = False
        self.children[pid] = Child(folder, limits, spare)
        return pid

    def begin(self, folder: Path, become: Callable[[Path], object]) -> None:
        """A new process that calls `become`, and whose workers are its own care; it ends when the judge lets it go."""
        for pid in list(self.begun):
            if os.waitpid(pid, os.WNOHANG)[0]:
                scratch.remove(self.begun.pop(pid))
        self.begun[_forked(folder, become)] = folder

    def watch(self) -> None:
        """Kill workers that use more than they may. What the operating system cannot fence is measured here."""
        for pid, child in self.watched:
            if child.over:
                continue
            if scratch.overfull(child.scratch, child.limits.scratch_bytes, child.limits.scratch_files):
                child.over = "scratch"
            elif _tasks(pid, child.limits.tasks) > child.limits.tasks:
                child.over = "tasks"
            if child.over:
                _kill(pid)

    def reap(self, pid: int) -> dict:
        """End a worker, everything that it started and its folder; how it ended."""
        child = self.children.pop(pid, None)
        _kill(pid)
        try:
            _, status, used = os.wait4(pid, 0)
        except ChildProcessError:
            return {"status": None}
        finally:
            self._end_orphans()
            if child:
                scratch.remove(child.scratch)
        ending = {"status": status, "peak_kb": used.ru_maxrss, "cpu_seconds": used.ru_utime + used.ru_stime}
        return ending | {"over": child.over if child else ""}

    def _end_orphans(self) -> None:
        """End what a worker left behind, in whatever session it hid.

        Orphans of ours become our children. They are stopped before they are killed: one that forks all the time
        would otherwise be gone, and have a successor, whenever we look.
        """
        until = time.monotonic() + ENDING_SECONDS
        ours = self.begun.keys() | self.children.keys()
        while (orphans := set(_children(os.getpid())) - ours) and time.monotonic() < until:
            stopped: set[int] = set()
            while fresh := {pid for orphan in orphans for pid in _family(orphan)} - stopped:
                stopped |= fresh
                for pid in fresh:
                    _signal(pid, signal.SIGSTOP)
                orphans |= set(_children(os.getpid())) - ours
            for pid in stopped:
                _signal(pid, signal.SIGKILL)
            for pid in stopped:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)


def _forked(folder: Path, become: Callable[[Path], object]) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            become(folder)
        finally:
            os._exit(70)
    return pid


def _kill(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _children(pid: int) -> list[int]:
    """The processes that a process started; none where the system does not tell."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():  # each thread has children of its own
            found += [int(word) for word in (task / "children").read_bytes().split()]
    return found


def _family(pid: int) -> Iterator[int]:
    """A process and all below it."""
    waiting = [pid]
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += _children(pid)


def _tasks(pid: int, enough: int) -> int:
    """The threads of a process and of all below it; counting stops when it is enough."""
    count = 0
    for member in _family(pid):
        with suppress(OSError):
            count += sum(1 for _ in Path(f"/proc/{member}/task").iterdir())
        if count > enough:
            break
    return count
