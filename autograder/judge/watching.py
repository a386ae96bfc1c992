"""In the worker: noticing that forbidden code runs while a test does, however it was reached.

It only notes, and raises nothing that could be caught. A learner who looks for it can switch it off; it is there for
those who did not mean to cheat, and for tricks that a look at the source misses.
"""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType
from typing import Any


class Watch:
    """Notes the forbidden names that are used from `begin` to `end`."""

    def __init__(self) -> None:
        self.used: list[str] = []
        self._modules: tuple[str, ...] = ()
        self._codes: dict[CodeType, str] = {}
        self._builtins: dict[int, str] = {}

    def begin(self, forbidden: Sequence[str], names: Mapping[str, Any]) -> None:
        self.end()
        self.used, self._modules, self._codes, self._builtins = [], (), {}, {}
        for name in forbidden:
            self._add(name, names)
        if forbidden:
            sys.setprofile(self._notice)
            threading.setprofile(self._notice)

    def end(self) -> list[str]:
        """What was used since `begin`."""
        if sys.getprofile() is not None:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]
        return self.used

    def _add(self, name: str, names: Mapping[str, Any]) -> None:
        module, _, attribute = name.rpartition(".")
        thing = names.get(name)
        if module and module in sys.modules:
            thing = getattr(sys.modules[module], attribute, None)
        if name in sys.modules or (thing is None and importlib.util.find_spec(name.partition(".")[0])):
            self._modules += (name,)
            return
        thing = getattr(thing, "_implementation", thing)  # numpy's functions, below what dispatches them
        code = getattr(thing, "__code__", None)
        if isinstance(code, CodeType):
            self._codes[code] = name
        elif thing is not None:
            self._builtins[id(thing)] = name

    def _notice(self, frame: FrameType, event: str, value: Any) -> None:
        if event == "call":
            name = self._codes.get(frame.f_code)
            home = frame.f_globals.get("__name__")
            if name is None and self._modules and isinstance(home, str):
                name = next((m for m in self._modules if f"{home}.".startswith(f"{m}.")), None)
        else:
            name = self._builtins.get(id(value)) if event == "c_call" else None
        if name is not None and name not in self.used:
            self.used.append(name)
