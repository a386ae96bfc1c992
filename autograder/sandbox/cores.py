"""Judge and worker on one core.

They never work at the same time: each waits for the other's answer, some hundred times a submission. Woken on the same
core that takes a few microseconds, on another one, which has gone to sleep meanwhile, many times that. The core is
chosen anew for each submission, since it may have been a bad choice: something else may be busy there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from autograder.sandbox.libc import LINUX, current_core


def allowed() -> frozenset[int]:
    """The cores that this process may run on; none where the system does not tell."""
    return frozenset(os.sched_getaffinity(0)) if LINUX else frozenset()


def stay() -> int | None:
    """Keep this process on the core it runs on now; which that is, None where it cannot be had."""
    if not LINUX:
        return None
    core = current_core()
    return core if move(0, (core,)) else None


def move(pid: int, cores: Iterable[int]) -> bool:
    """Let a process run on these cores only (0: this one); False where it could not be."""
    with suppress(OSError, AttributeError):
        os.sched_setaffinity(pid, cores)
        return True
    return False


def told() -> bool:
    """Does the system tell for how long a process had no core?"""
    return Path("/proc/self/schedstat").exists()


def starved(pid: int) -> float:
    """For how many seconds a process was ready to run and had no core; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
