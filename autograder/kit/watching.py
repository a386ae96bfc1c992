"""Noticing which functions run, however they are reached: forbidden ones, and those whose calls are counted.

It only notes, and raises nothing that could be caught. In a worker, a learner who looks for it can fool it; it is there
for those who did not mean to cheat, and for tricks that a look at the source misses. A count that must be beyond doubt
is made on the test's side, in a function that the test hands to the learner.
"""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections import Counter
from collections.abc import Collection, Mapping
from types import CodeType, FrameType, TracebackType
from typing import Any

SWITCH = "sys.setprofile"  # the name under which it is told that somebody switched the noticing off


class Watch:
    """Notes what is used from `begin` to `end`.

    counts: for each counted name, its calls so far
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._used: dict[str, None] = {}
        self._modules: tuple[str, ...] = ()
        self._codes: dict[CodeType, str] = {}
        self._builtins: dict[int, str] = {}
        self._on = False
        self._before: Any = None

    def begin(self, forbidden: Collection[str], counted: Collection[str], names: Mapping[str, Any]) -> None:
        """Start anew; TypeError when calls of one of the `counted` cannot be noticed. `names` are the notebook's."""
        self.end()
        self.__init__()  # type: ignore[misc]
        for name in forbidden:
            self._forbid(name, names)
        for name in counted:
            self.count(name, names)
        if forbidden or counted:
            self._switch_on()

    def count(self, name: str, names: Mapping[str, Any]) -> int:
        """Count calls of `name` from here on, if that was not so before; how many there were so far."""
        if name not in self.counts:
            thing = _find(name, names)
            if thing is not None and not self._notice_calls(name, thing):
                raise TypeError(f"calls of `{name}` cannot be counted: it is no Python function and no builtin")
            self.counts[name] = 0
            self._switch_on()
        return self.counts[name]

    @property
    def used(self) -> list[str]:
        """The forbidden names that were used, and SWITCH when somebody switched the noticing off."""
        off = [SWITCH] if self._on and sys.getprofile() != self._notice else []
        return [*self._used, *off]

    def end(self) -> None:
        if self._on:
            sys.setprofile(self._before)
            threading.setprofile(self._before)
            self._on = False

    def _switch_on(self) -> None:
        if self._on:
            return
        self._before, self._on = sys.getprofile(), True
        self._builtins[id(sys.setprofile)] = SWITCH
        sys.setprofile(self._notice)
        threading.setprofile(self._notice)

    def _forbid(self, name: str, names: Mapping[str, Any]) -> None:
        thing = _find(name, names)
        if name in sys.modules or (thing is None and importlib.util.find_spec(name.partition(".")[0])):
            self._modules += (name,)
        elif thing is not None and not self._notice_calls(name, thing):
            self._builtins[id(thing)] = name

    def _notice_calls(self, name: str, thing: Any) -> bool:
        """Look out for calls of a function; can they be noticed?"""
        thing = getattr(thing, "_implementation", thing)  # numpy's functions, below what dispatches them
        if isinstance(thing, type):
            thing = vars(thing).get("__init__")
        code = getattr(thing, "__code__", None) or getattr(vars(type(thing)).get("__call__"), "__code__", None)
        if isinstance(code, CodeType):
            self._codes[code] = name
        elif isinstance(thing, type(len)):
            self._builtins[id(thing)] = name
        else:
            return False
        return True

    def _notice(self, frame: FrameType, event: str, value: Any) -> None:
        if self._before is not None:
            self._before(frame, event, value)
        if event == "call":
            name = self._codes.get(frame.f_code)
            home = frame.f_globals.get("__name__")
            if name is None and self._modules and isinstance(home, str):
                name = next((m for m in self._modules if f"{home}.".startswith(f"{m}.")), None)
        else:
            name = self._builtins.get(id(value)) if event == "c_call" else None
        if name is None or (name == SWITCH and frame.f_globals is globals()):
            return
        if name in self.counts:
            self.counts[name] += 1
        else:
            self._used[name] = None


class Counting:
    """`with learner.counting("f") as calls:` counts the calls of a function of the notebook's in the block.

    number: the calls so far, and after the block those in it
    """

    def __init__(self, name: str, names: Mapping[str, Any]):
        self._name, self._names, self._watch = name, names, Watch()

    @property
    def number(self) -> int:
        return self._watch.counts[self._name]

    def __enter__(self) -> Counting:
        self._watch.begin((), (self._name,), self._names)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._watch.end()


def _find(name: str, names: Mapping[str, Any]) -> Any:
    """What a dotted name means in the notebook; None where it means nothing."""
    module, _, attribute = name.rpartition(".")
    if module in sys.modules:
        return getattr(sys.modules[module], attribute, None)
    first, *rest = name.split(".")
    thing = names.get(first)
    for part in rest:
        thing = getattr(thing, part, None)
    return thing
