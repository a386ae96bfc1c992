"""While a test runs, a learner's code does not look at the frames and objects of the code that calls it.

Frames lead to what our helpers have noted so far, and to how they note it. Whoever is led away from there has still
all that Python has to look at itself: its own errors, their text and their lines.
"""

from __future__ import annotations

import sys
from threading import get_ident
from types import FrameType
from typing import Any

from autograder.kit.watching import Watch

ATTRIBUTE = "object.__getattr__"
FRAMES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
LISTS = frozenset({"sys._getframe", "sys._current_frames", "sys._current_exceptions"})
LISTS |= {"gc.get_objects", "gc.get_referrers", "gc.get_referents"}
#: Modules that look for whoever called them, and functions of the others that do.
FOR_OTHERS = frozenset({"numpy", "threading", "concurrent", "functools", "inspect"})
WALKERS = frozenset({"currentframe", "<lambda>", "walk_tb", "walk_stack"})
REFUSED = "{} cannot be looked at while a test runs: it leads to the test's own frames and objects"


class Stack:
    """Told of what the interpreter tells an audit hook."""

    def __init__(self, watch: Watch):
        self._watch = watch
        self._looking: int | None = None  # the thread that asks for a frame here

    def refuse(self, event: str, args: tuple[Any, ...]) -> None:
        """Raise RuntimeError where the learner's code looks for frames or objects."""
        asked = args[1] if event == ATTRIBUTE else event
        if (asked not in FRAMES and event not in LISTS) or self._looking == get_ident():
            return
        self._looking = get_ident()
        try:
            caller = sys._getframe(2)
        finally:
            self._looking = None
        if self._is_learners(caller):
            raise RuntimeError(REFUSED.format(asked))

    def _is_learners(self, frame: FrameType | None) -> bool:
        callers = self._watch.callers
        while frame is not None:
            home = callers.home_of(frame)
            if home is None:
                return not callers.is_courses(frame)
            if home.partition(".")[0] not in FOR_OTHERS and frame.f_code.co_name not in WALKERS:
                return False
            frame = frame.f_back
        return True
