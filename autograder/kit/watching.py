"""Noticing which functions run, however they are reached: forbidden ones, and those whose calls are counted.

Every call of a counted function counts. A forbidden one counts when the learner's own code called it, directly or
through a package that has no use of its own for it (a thread, a decorator, `np.fromfunction` around the engine), and
not when a test, a given cell or a library for itself did. Of a forbidden module that is each function and class, but
not the methods of a value that was handed over: `g.sum()` is not a use of numpy by who was given an array.

A function that is written in Python tells of its calls itself (see `kit.telling`). A profile hook is set where that is
not enough: for builtins, for counting, where recursion is ruled out, and for a module that is loaded while it watches.

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
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from autograder.kit.called import (
    Callers,
    codes_of,
    find,
    first_argument,
    function_of,
    innermost,
    methods_of,
    overriding,
    what_it_does,
)
from autograder.kit.deep import RECURSION, Depth, left_before, ways_out
from autograder.kit.telling import TELLING, Telling, called_by_name

RUN, EVAL, SIDE = "<learner.run>", "<learner.eval>", "<@learner_side>"  # files of a test's code on the learner's side
WORTH_COPYING = 100  # bytes of code: shorter functions are alike by chance
getprofile = sys.getprofile  # a worker hides the hook, and what it leads to
C_FUNCTIONS = (type(len), type(str.join), type(vars(dict)["fromkeys"]))
SWITCH = "sys.setprofile"  # the name under which it is told that somebody switched the noticing off


class Watch:
    """Notes what is used from `begin` to `end`.

    counts: for each counted name, its calls so far
    callers: tells whose code a frame is of
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._used: dict[str, None] = {}
        self._modules: tuple[str, ...] = ()
        self._homes: dict[str, str | None] = {}  # the forbidden module that each module belongs to
        self._harmless: set[CodeType] = set()  # code seen before that is neither counted nor forbidden
        self.callers = Callers({}, ())
        self._functions: dict[FunctionType, str] = {}  # those that are forbidden by their own name
        self._codes: dict[CodeType, str] = {}  # of functions that are counted
        self._telling = Telling()
        self._builtins: dict[int, str] = {}  # by id, since not all that can be called can be hashed
        self._written_in_c: set[Any] = set()  # those of them that the profile hook is told of
        self._depth: Depth | None = None  # where recursion is ruled out
        self.on = self.hooked = False
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
        self.callers = Callers(names, (RUN, EVAL, SIDE, TELLING, *course))
        for name in forbidden:
            self._forbid(name, names)
        for function, name in self._functions.items():
            self._let_tell(name, function)
        for home in list(sys.modules) if self._modules else ():
            if module := self._module(home):
                self._watch_module(sys.modules[home], module)
        for name in counted:
            self.count(name, names)
        self.on = bool(forbidden) or self.hooked
        if self._modules and not self.hooked:
            sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Among the finders of modules: nobody can call what is not loaded."""
        if self._module(name):
            self._leave_finders()
            self._hook()

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
            self._hook()
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
        off = [SWITCH] if self.hooked and getprofile() is not self._notice else []
        return [*self._used, *off]

    def look_at_copies(self, codes: Iterable[CodeType]) -> None:
        """Codes that somebody made a function of, or put into one: those of what is forbidden count as calls."""
        large = [code for code in codes if len(code.co_code) >= WORTH_COPYING]
        if not large or not self.on:
            return
        code_of = self._telling.code_of
        forbidden = {what_it_does(code_of(function)): name for function, name in self._functions.items()}
        for home in list(sys.modules):
            if name := self._module(home):
                forbidden |= dict.fromkeys(map(what_it_does, codes_of(home, code_of)), name)
        self._used |= dict.fromkeys(forbidden[done] for done in map(what_it_does, large) if done in forbidden)

    def tells(self, function: FunctionType) -> bool:
        """Does a function tell of its calls? One that gets its code back, to tell no more, is found by that code."""
        return self._telling.tells(function)

    def switched_off(self) -> None:
        """Somebody put another hook in the place of this one, for a while at least."""
        self._used[SWITCH] = None

    def end(self) -> None:
        self._leave_finders()
        self._telling.stop()
        if self.hooked:
            sys.setprofile(self._before)
            threading.setprofile(self._before)
        self.on = self.hooked = False

    def _hook(self) -> None:
        if self.hooked:
            return
        self._before, self.on, self.hooked = getprofile(), True, True
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
            self._hook()
            return
        thing = find(name, names)
        for method in overriding(name, names):
            self._functions[method] = name
        if name in sys.modules or (thing is None and importlib.util.find_spec(name.partition(".")[0])):
            self._modules += (name,)
        elif thing is not None:
            function = function_of(thing)
            if isinstance(function, FunctionType):
                self._functions[function] = name
            elif isinstance(function, C_FUNCTIONS):
                self._add_builtin(function, name)
                self._hook()
            else:
                self._add_builtin(thing, name)

    def _watch_module(self, module: Any, name: str) -> None:
        """The functions of a module, forbidden as part of `name`, tell of calls; its builtins are looked out for."""
        if not isinstance(module, ModuleType):
            return
        for function in called_by_name(module, self._module):
            self._let_tell(name, function)
        if any(isinstance(each, C_FUNCTIONS) and each.__module__ == module.__name__ for each in vars(module).values()):
            self._hook()

    def _let_tell(self, name: str, function: FunctionType) -> None:
        """From here on the function tells of its calls; as part of a module, of those that no value makes of a method
        that it has."""
        of_a_module = function not in self._functions

        def tell(args: tuple[Any, ...]) -> None:
            if not self.callers.is_learners(sys._getframe(2), name):
                return
            if not (of_a_module and args and function in methods_of(type(args[0]))):
                self._used[name] = None

        self._telling.start(function, tell)

    def _add_builtin(self, thing: Any, name: str) -> None:
        self._builtins[id(thing)] = name
        if isinstance(thing, C_FUNCTIONS):
            self._written_in_c.add(thing)

    def _notice_calls(self, name: str, thing: Any) -> bool:
        """Look out for calls of a function; can they be noticed?"""
        function = function_of(thing)
        if isinstance(function, FunctionType):
            self._codes[function.__code__] = name
        elif isinstance(function, type(len)):
            self._add_builtin(function, name)
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
            if name is None:
                theirs = self._depth and not self.callers.home_of(frame) and not self.callers.is_courses(frame)
                (self._depth.codes if self._depth and theirs else self._harmless).add(frame.f_code)
                return
            if not self.callers.is_learners(frame.f_back, name) or self._is_method(frame):
                return
        self._note(name, frame, frame.f_back)

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
        elif name == SWITCH or self.callers.is_learners(caller, name):
            self._used[name] = None

    def _module(self, home: Any) -> str | None:
        """The forbidden module that a module is, or is part of."""
        if type(home) is not str:
            return None
        if home not in self._homes:
            self._homes[home] = next((name for name in self._modules if f"{home}.".startswith(f"{name}.")), None)
        return self._homes[home]

    def _is_method(self, frame: FrameType) -> bool:
        """Is this function of a module not called by its name, but by a value that has it as a method? What is private
        serves the methods of builtin classes."""
        code = frame.f_code
        if code.co_qualname.startswith(("_", "<")):
            return True
        first = first_argument(frame)
        if issubclass(type(first), BaseException):  # an error that was met, and not made by the learner
            return True
        methods = {function.__code__ for function in methods_of(type(first))}
        return code.co_name not in ("__init__", "__new__") and code in methods

    def _name_of(self, thing: Any) -> str | None:
        """The forbidden name of a thing that a test could call, if it has one."""
        of_a_value = isinstance(thing, MethodType) and not isinstance(thing.__self__, type)
        thing = innermost(thing)
        if not callable(thing):
            return None
        code = thing.__code__ if isinstance(thing, FunctionType) else None
        named = self._functions.get(thing) or self._codes.get(code) if code else self._builtins.get(id(thing))
        of = thing if isinstance(thing, type) or inspect.isroutine(thing) else type(thing)
        return named or (None if of_a_value else self._module(getattr(of, "__module__", None)))
