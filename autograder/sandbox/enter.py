"""Putting a process into its sandbox, for good."""

from __future__ import annotations

from pathlib import Path

from autograder.limits import Limits, restrict_worker
from autograder.sandbox import capabilities, landlock, seccomp
from autograder.sandbox.libc import LINUX
from autograder.sandbox.reading import readable


def prepare() -> None:
    """Do once, in the process that workers are forked from, what every worker would do in the same way."""
    if LINUX:
        readable()
        capabilities.lower_bounds()
    if not seccomp.available():
        seccomp.prepare()


def enter(level: int, scratch: Path, limits: Limits) -> None:
    """Put the calling process into its sandbox; OSError where a part that the level promises is refused.

    The namespaces of level 3 are around the process that this one was forked from.
    """
    if level >= 2 and not landlock.confine(scratch, readable()):
        raise OSError("this kernel has no Landlock")
    if level == 1:
        landlock.confine(scratch)
    if level >= 1:
        restrict_worker(limits)
    if level >= 2:
        capabilities.drop()
        seccomp.install()
