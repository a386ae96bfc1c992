"""Noticing which functions run, however they are reached: forbidden ones, and those whose calls are counted.

Every call of a counted function counts. A forbidden one counts when the learner's own code called it, directly or
through a package that has no use of its own for it (a thread, a decorator, `np.fromfunction` around the engine), and
not when a test, a given cell or a library for itself did. Of a forbidden module that is each function and class, but
not the methods of a value that was handed over: `g.sum()` is not a use of numpy by who was given an array.

It only notes, and raises nothing that could be caught. In a worker, a learner who looks for it can fool it; it is there
for those who did not mean to cheat, and for tricks that a look at the source misses. A count that must be beyond doubt
is made on the test's side, in a function that the test hands to the learner.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from autograder.kit.called import (
    codes_of,
    find,
    first_argument,
    has_a_use,
    home_of,
    innermost,
    methods_of,
    overriding,
    what_it_does,
)
from autograder.kit.deep import RECURSION, Depth, left_before, ways_out

RUN, EVAL, SIDE = "<learner.run>", "<learner.eval>", "<@learner_side>"  # files of a test's code on the learner's side
WORTH_COPYING = 100  # bytes of code: shorter functions are alike by chance
C_FUNCTIONS = (type(len), type(str.join), type(vars(dict)["fromkeys"]))
SWITCH = "sys.setprofile"  # the name under which it is told that somebody switched the noticing off


class Watch:
    """Notes what is used from `begin` to `end`.

    counts: for each counted name, its calls so far
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._used: dict[str, None] = {}
        self._modules: tuple[str, ...] = ()
        self._homes: dict[str, str | None] = {}  # the forbidden module that each module belongs to
        self._harmless: set[CodeType] = set()  # code seen before that is neither counted nor forbidden
        self._names: Mapping[str, Any] = {}
        self._course: tuple[str, ...] = ()
        self._codes: dict[CodeType, str] = {}
        self._copies: dict[tuple[Any, ...], str] | None = None  # by what a code does, where it is asked for
        self._builtins: dict[int, str] = {}  # by id, since not all that can be called can be hashed
        self._written_in_c: set[Any] = set()  # those of them that the profile hook is told of
        self._depth: Depth | None = None  # where recursion is ruled out
        self.on = False
        self._before: Any = None
        self._notice: Any = None

    def begin(
        self,
        forbidden: Collection[str],
        counted: Collection[str],
        names: Mapping[str, Any],
        course: Collection[str] = (),
    ) -> None:
        """Start anew; TypeError when calls of one of the `counted` cannot be noticed.

        names: the notebook's. course: how the files of code begin that runs among them and is not the learner's.
        """
        self.end()
        self.__init__()  # type: ignore[misc]
        self._names, self._course = names, (RUN, EVAL, SIDE, *course)
        for name in forbidden:
            self._forbid(name, names)
        for name in counted:
            self.count(name, names)
        if self._codes or self._builtins or any(name in sys.modules for name in self._modules):
            self._switch_on()
        elif self._modules:
            sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Among the finders of modules: nobody can call what is not loaded, and noticing calls is slow."""
        if self._module(name):
            self._leave_finders()
            self._switch_on()

    def count(self, name: str, names: Mapping[str, Any]) -> int:
        """Count calls of `name` from here on, if that was not so before; how many there were so far."""
        if name not in self.counts:
            self._harmless.clear()
            if self._depth:
                self._depth.codes.clear()
            thing = find(name, names)
            if thing is not None and not self._notice_calls(name, thing):
                raise TypeError(f"calls of `{name}` cannot be counted: it is no Python function and no builtin")
            self.counts[name] = 0
            self._switch_on()
        return self.counts[name]

    def look_at(self, taken: Mapping[str, Any]) -> None:
        """What a test takes from the notebook: a forbidden thing under another name would be called by the test."""
        for name, thing in taken.items() if self.on else ():
            found = self._name_of(thing)
            if found and found not in self.counts and found.partition(".")[0] != name:
                self._used[found] = None

    @property
    def used(self) -> list[str]:
        """The forbidden names that were used, and SWITCH when somebody switched the noticing off."""
        off = [SWITCH] if self.on and sys.getprofile() is not self._notice else []
        return [*self._used, *off]

    def switched_off(self) -> None:
        """Somebody put another hook in the place of this one, for a while at least."""
        self._used[SWITCH] = None

    def end(self) -> None:
        self._leave_finders()
        if self.on:
            sys.setprofile(self._before)
            threading.setprofile(self._before)
            self.on = False

    def _switch_on(self) -> None:
        if self.on:
            return
        self._before, self.on = sys.getprofile(), True
        self._add_builtin(sys.setprofile, SWITCH)
        self._notice = self._noticing()
        sys.setprofile(self._notice)
        threading.setprofile(self._notice)

    def _leave_finders(self) -> None:
        with suppress(ValueError):
            sys.meta_path.remove(self)  # type: ignore[arg-type]

    def _forbid(self, name: str, names: Mapping[str, Any]) -> None:
        if name == RECURSION:
            self._depth = Depth(sys._getframe())
            for way, function in ways_out():
                self._add_builtin(function, way)
            self._used |= dict.fromkeys(left_before())
            return
        thing = find(name, names)
        for method in overriding(name, names):
            self._notice_calls(name, method)
        if name in sys.modules or (thing is None and importlib.util.find_spec(name.partition(".")[0])):
            self._modules += (name,)
        elif thing is not None and not self._notice_calls(name, thing):
            self._add_builtin(thing, name)

    def _add_builtin(self, thing: Any, name: str) -> None:
        self._builtins[id(thing)] = name
        if isinstance(thing, C_FUNCTIONS):
            self._written_in_c.add(thing)

    def _notice_calls(self, name: str, thing: Any) -> bool:
        """Look out for calls of a function; can they be noticed?"""
        thing = innermost(thing)
        if isinstance(thing, type):
            thing = vars(thing).get("__init__")
        code = getattr(thing, "__code__", None) or getattr(vars(type(thing)).get("__call__"), "__code__", None)
        if isinstance(code, CodeType):
            self._codes[code] = name
        elif isinstance(thing, type(len)):
            self._add_builtin(thing, name)
        else:
            return False
        return True

    def _noticing(self) -> Callable[[FrameType, str, Any], None]:
        """What runs at each call and each return: nearly all of them are to cost as little as can be."""
        before, harmless, in_c, homes = self._before, self._harmless, self._written_in_c, self._homes

        def notice(frame: FrameType, event: str, value: Any) -> None:
            if before is not None:
                before(frame, event, value)
            if event == "call":
                if frame.f_code not in harmless:
                    self._notice_call(frame)
            elif event == "c_call":
                home = getattr(value, "__module__", None)  # None for the methods of builtin types, which most calls are
                # No `id` here: the interpreter tells an audit hook of each, which costs more than all the rest.
                if value in in_c or (home is not None and (type(home) is not str or homes.get(home, home))):
                    self._notice_builtin(frame, value)

        return notice

    def _notice_call(self, frame: FrameType) -> None:
        if self._depth and frame.f_code in self._depth.codes:
            self._used |= dict.fromkeys(self._depth.seen(frame))
            return
        name = self._codes.get(frame.f_code)
        if name is None:
            name = self._module(frame.f_globals.get("__name__"))
            if name is None and not home_of(frame, self._names) and (copied := self._copied(frame.f_code)):
                self._used[copied] = None
                return
            if name is None:
                theirs = self._depth and not home_of(frame, self._names) and not self._is_courses(frame)
                (self._depth.codes if self._depth and theirs else self._harmless).add(frame.f_code)
                return
            if not self._is_learners(frame.f_back, name) or self._is_method(frame):
                return
        self._note(name, frame, frame.f_back)

    def _copied(self, code: CodeType) -> str | None:
        """The forbidden name of the function whose code was taken for a function of the learner's own."""
        if len(code.co_code) < WORTH_COPYING:
            return None
        if self._copies is None:
            self._copies = {what_it_does(each): name for each, name in self._codes.items() if name not in self.counts}
            for home in list(sys.modules) if self._modules else ():
                if module := self._module(home):
                    self._copies |= dict.fromkeys(map(what_it_does, codes_of(home)), module)
        return self._copies.get(what_it_does(code))

    def _notice_builtin(self, frame: FrameType, value: Any) -> None:
        name = self._builtins.get(id(value)) or self._module(getattr(value, "__module__", None))
        if name is not None:
            self._note(name, frame, frame)

    def _note(self, name: str, frame: FrameType, caller: FrameType | None) -> None:
        """A function that is counted or forbidden is called."""
        if name == SWITCH and frame.f_globals is globals():
            return
        if name in self.counts:
            self.counts[name] += 1
        elif name == SWITCH or self._is_learners(caller, name):
            self._used[name] = None

    def _module(self, home: Any) -> str | None:
        """The forbidden module that a module is, or is part of."""
        if type(home) is not str:
            return None
        if home not in self._homes:
            self._homes[home] = next((name for name in self._modules if f"{home}.".startswith(f"{name}.")), None)
        return self._homes[home]

    def _is_learners(self, frame: FrameType | None, name: str) -> bool:
        """Does the learner's code call here, when this frame calls a forbidden `name`?

        Who has no use of its own for a module calls it for whoever called it, as `np.fromfunction` does with what it is
        handed. Numpy is used by many packages, and the standard library by itself but for a few parts. A thread that
        begins with such a call was started by a learner.
        """
        while frame is not None:
            home = home_of(frame, self._names)
            if home is None:
                return not self._is_courses(frame)
            if has_a_use(home, name):
                return False
            frame = frame.f_back
        return True

    def _is_courses(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(self._course)

    def _is_method(self, frame: FrameType) -> bool:
        """Is this function of a module not called by its name, but by a value that has it as a method? What is private
        serves the methods of builtin classes."""
        code = frame.f_code
        if code.co_qualname.startswith(("_", "<")):
            return True
        first = first_argument(frame)
        if issubclass(type(first), BaseException):  # an error that was met, and not made by the learner
            return True
        return code.co_name not in ("__init__", "__new__") and code in methods_of(type(first).__mro__)

    def _name_of(self, thing: Any) -> str | None:
        """The forbidden name of a thing that a test could call, if it has one."""
        of_a_value = isinstance(thing, MethodType) and not isinstance(thing.__self__, type)
        thing = innermost(thing)
        if not callable(thing):
            return None
        code = thing.__code__ if isinstance(thing, FunctionType) else None
        named = self._codes.get(code) if code else self._builtins.get(id(thing))
        of = thing if isinstance(thing, type) or inspect.isroutine(thing) else type(thing)
        return named or (None if of_a_value else self._module(getattr(of, "__module__", None)))
