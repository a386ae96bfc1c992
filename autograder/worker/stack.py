"""While a helper of ours looks on, a learner's code does not look at the frames and objects of what calls it.

Frames lead to what the helper has noted so far, and to how it notes it. Whoever is kept from there still has its own
errors, their text and their lines. Elsewhere frames are free: an engine of the learner's asks for the line of a call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
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
REFUSED = "{} cannot be looked at in this test: it leads to the test's own frames and objects"


class Stack:
    """Told of what the interpreter tells an audit hook.

    closed: what keeps frames closed just now
    """

    def __init__(self, watch: Watch):
        self._watch = watch
        self.closed: list[object] = []
        self._looking: int | None = None  # the thread that asks for a frame here

    def close(self) -> Callable[[], None]:
        """Keep the learner's code from frames until what is returned is called, which nobody else can get at."""
        key = object()
        self.closed.append(key)
        return lambda: self.closed.remove(key)

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
        if self._watch.callers.is_for_learner(caller, _looks_for_itself):
            raise RuntimeError(REFUSED.format(asked))


def _looks_for_itself(home: str, frame: FrameType) -> bool:
    return home.partition(".")[0] not in FOR_OTHERS and frame.f_code.co_name not in WALKERS
