"""While a test runs, a learner's code does not look at the frames and objects of what calls it.

Frames lead to what our helpers have noted so far, and to how they note it, and so do the interpreter's own functions.
Whoever is kept from there still has its own errors, their text and their lines. While a cell runs frames are free.
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
INTERPRETER, PYTHONS = "ctypes.dlsym", ("Py", "_Py")  # the interpreter's functions, and how their names begin
WAYS_OUT = LISTS | {"mmap.__new__"}  # which makes memory that the interpreter does not know of
#: Modules that look for whoever called them, and functions of the others that do.
FOR_OTHERS = frozenset({"numpy", "threading", "concurrent", "functools", "inspect", "ctypes", "multiprocessing"})
WALKERS = frozenset({"currentframe", "<lambda>", "walk_tb", "walk_stack"})
REFUSED = "{} cannot be used where work is judged: it leads to what a test notes"


class Stack:
    """Is told by an audit hook where something asks for a way out of the learner's own code."""

    def __init__(self, watch: Watch):
        self._watch = watch
        self._looking: int | None = None  # the thread that asks for a frame here

    def refuse(self, event: str, args: tuple[Any, ...]) -> None:
        """Raise RuntimeError where it is the learner's code that asks."""
        asked = args[1] if event in (ATTRIBUTE, INTERPRETER) else event
        leads_out = str(asked).startswith(PYTHONS) if event == INTERPRETER else asked in FRAMES or event in WAYS_OUT
        if not leads_out or self._looking == get_ident():
            return
        self._looking = get_ident()
        try:
            caller = sys._getframe(2)
        finally:
            self._looking = None
        if self.is_for_learner(caller):
            raise RuntimeError(REFUSED.format(asked))

    def is_for_learner(self, caller: FrameType) -> bool:
        """Is it the learner's code that looks here, itself or by way of what looks for others?"""
        return self._watch.callers.is_for_learner(caller, _looks_for_itself)


def _looks_for_itself(home: str, frame: FrameType) -> bool:
    return home.partition(".")[0] not in FOR_OTHERS and frame.f_code.co_name not in WALKERS
