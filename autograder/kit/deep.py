"""Noticing that a function comes back to itself, or that work goes on where calls are not noticed.

An exercise that asks for loops only is looked at in its source, which tells who did not mean to cheat. While its test
runs, four more things tell: that a function of the learner's is called which is open already, by whatever way; how many
calls are open then; a thread or a process, whoever starts it; and, since the exercise rules it out by name, another
limit on open calls.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

RECURSION = "recursion"  # what an exercise rules out that asks for loops only
OPEN = 100  # calls that may be open inside the test's: an answer with loops has a few, and its helpers' few
ALIKE = 3  # functions of one code that may be open inside each other, when they are not one function
ALWAYS = 1000  # calls of the learner's functions that are all looked at
GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
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
    """Which calls are open when the learner's functions are called. To walk down a stack takes time, so after the first
    thousand calls it is done at one in seven; who comes back thousands of times is met all the same.

    codes: those of the learner's functions
    """

    def __init__(self, outside: FrameType):
        self.codes: set[CodeType] = set()
        self._most, self._calls = _open_calls(outside) + OPEN, 0

    def seen(self, frame: FrameType) -> list[str]:
        """What is to be said of a call."""
        self._calls += 1
        looks = self._calls <= ALWAYS or self._calls % 7 == 0
        return [RECURSION] if looks and _comes_back(frame, self._most) else []


def _comes_back(frame: FrameType, most: int) -> bool:
    """Is the function that begins here open already, or so many calls in all?

    Wrappers that one decorator makes have one code, and so do generators that one function makes and that read from
    one another: of those a few may be open.
    """
    code, alike, number = frame.f_code, 0, 1
    above = frame.f_back
    while above is not None and number < most:
        number += 1
        if above.f_code is code:
            alike += 1
            if alike == ALIKE or (not code.co_flags & GENERATORS and _same_outside(frame, above)):
                return True
        above = above.f_back
    return number >= most


def _same_outside(one: FrameType, other: FrameType) -> bool:
    """Are the variables from outside the same, so that these are two calls of one function?"""
    names = one.f_code.co_freevars
    if not names:
        return True
    here, there = one.f_locals, other.f_locals
    return all(here.get(name) is there.get(name) for name in names)


def _open_calls(frame: FrameType | None) -> int:
    """How many calls are open, this one included."""
    number = 0
    while frame is not None:
        frame, number = frame.f_back, number + 1
    return number
