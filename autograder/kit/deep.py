"""Noticing that calls are open inside each other by the dozen, or that work goes on where calls are not noticed.

An exercise that asks for loops only is looked at in its source, which tells who did not mean to cheat. While its test
runs, three more things tell: how many calls are open when one of the learner's functions is called; a thread or a
process, whoever starts it; and, since the exercise rules it out by name, another limit on open calls.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

RECURSION = "recursion"  # what an exercise rules out that asks for loops only
OPEN = 100  # calls that may be open inside the test's: an answer with loops has a few, and its helpers' few
_THREAD = "_thread.start_new_thread"
_LEADING_AWAY = {
    "_thread": ("start_new_thread", "start_new", "start_joinable_thread"),
    "posix": ("fork", "forkpty", "posix_spawn", "posix_spawnp"),
    "_posixsubprocess": ("fork_exec",),
    "_xxsubinterpreters": ("run_string",),
}
LEADING_AWAY = frozenset(f"{module}.{name}" for module, names in _LEADING_AWAY.items() for name in names)
#: What no library calls for itself while a learner's answer runs.
FOR_THE_CALLER = LEADING_AWAY | {"sys.setrecursionlimit"}


def ways_out() -> Iterator[tuple[str, Any]]:
    """Each builtin function by which something is done where calls are not noticed, and its name."""
    for module, names in _LEADING_AWAY.items():
        with suppress(ImportError):
            there = importlib.import_module(module)
            yield from ((f"{module}.{name}", getattr(there, name)) for name in names if hasattr(there, name))


def left_before() -> list[str]:
    """How work that is going on elsewhere already was begun: nothing when there is none."""
    return [_THREAD] if len(sys._current_frames()) > 1 else []


class Depth:
    """How many calls are open when the learner's functions are called. To walk down a stack takes time, so it is done
    at one call in eight; who recurses thousands of times is met all the same.

    codes: those of the learner's functions
    """

    def __init__(self, outside: FrameType):
        self.codes: set[CodeType] = set()
        self._most, self._calls = _open_calls(outside, sys.maxsize) + OPEN, 0

    def seen(self, frame: FrameType) -> list[str]:
        """What is to be said of a call."""
        self._calls += 1
        return [RECURSION] if self._calls % 8 == 0 and _open_calls(frame, self._most) == self._most else []


def _open_calls(frame: FrameType | None, enough: int) -> int:
    """How many calls are open, this one included; counting stops when it is enough."""
    number = 0
    while frame is not None and number < enough:
        frame, number = frame.f_back, number + 1
    return number
