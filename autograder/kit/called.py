"""What a name means in a notebook, and what runs when it is called: the function below its wrappings, whose method."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from autograder.kit.deep import FOR_THE_CALLER

CALLING_FOR_OTHERS = frozenset({"threading", "concurrent", "functools"})  # parts of the standard library
OURS = ("minigrad", "autograder")  # packages whose files have all of their code
IN_CELLS = ("<ipython-input-", "<string>")  # files of code that no module brought along


def find(name: str, names: Mapping[str, Any]) -> Any:
    """What a dotted name means in the notebook; None where it means nothing."""
    module, _, attribute = name.rpartition(".")
    if module in sys.modules:
        return getattr(sys.modules[module], attribute, None)
    first, *rest = name.split(".")
    thing = names.get(first)
    for part in rest:
        thing = getattr(thing, part, None)
    return thing


def innermost(thing: Any) -> Any:
    """The function in a partial one, in a method, and below what dispatches numpy's."""
    for _ in range(9):
        if isinstance(thing, functools.partial):
            thing = thing.func
        elif isinstance(thing, MethodType):
            thing = thing.__func__
    return thing._implementation if "_implementation" in vars(type(thing)) else thing


def function_of(thing: Any) -> Any:
    """What runs when a thing is called: a function below its wrappings, what begins a class's values, a `__call__`."""
    thing = innermost(thing)
    if isinstance(thing, type):
        return vars(thing).get("__init__")
    if not isinstance(getattr(thing, "__code__", None), CodeType):
        call = vars(type(thing)).get("__call__")
        return call if isinstance(call, FunctionType) else thing
    return thing


def overriding(name: str, names: Mapping[str, Any]) -> list[FunctionType]:
    """The methods that classes below have in the place of the method of a class that a dotted name means."""
    above, _, attribute = name.rpartition(".")
    waiting = [find(above, names)] if above else []
    found = []
    for kind in waiting:
        if isinstance(kind, type):
            waiting += type.__subclasses__(kind)
            found += [each for each in [vars(kind).get(attribute)] if isinstance(each, FunctionType)]
    return found


def what_it_does(code: CodeType) -> tuple[Any, ...]:
    """A code without its name and place: equal for a function and for one that was made of its code."""
    constants = tuple(repr(each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_code, code.co_names, code.co_varnames, constants


def codes_of(module: str, code_of: Callable[[FunctionType], CodeType]) -> frozenset[CodeType]:
    """The codes of a module's functions and methods, and of the functions inside these."""
    things = list(vars(sys.modules[module]).values())
    waiting = [code_of(each) for each in things if isinstance(each, FunctionType) and each.__module__ == module]
    waiting += [code_of(each) for kind in things if isinstance(kind, type) for each in methods_of(kind)]
    for code in waiting:
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return frozenset(waiting)


def first_argument(frame: FrameType) -> Any:
    code = frame.f_code
    if code.co_argcount:
        return frame.f_locals.get(code.co_varnames[0])
    if code.co_flags & inspect.CO_VARARGS:
        more = frame.f_locals.get(code.co_varnames[code.co_kwonlyargcount])
        return more[0] if more else None
    return None


def methods_of(kind: type) -> list[FunctionType]:
    """All that is written in Python and is called as a method, or read as a property, of a class's values."""
    found = [value for cls in kind.__mro__ for value in vars(cls).values()]
    found = [value.fget if isinstance(value, property) else value for value in found]
    return [value for value in found if isinstance(value, FunctionType)]


def has_a_use(module: str, name: str) -> bool:
    """Does a module that calls what has this name do so for itself?"""
    caller, package = module.partition(".")[0], name.partition(".")[0]
    ours = caller == "autograder" and not module.startswith("autograder.kit.")  # the kit is handed out, with `outcome`
    if name in FOR_THE_CALLER:
        return ours
    if package in sys.stdlib_module_names:
        return caller not in CALLING_FOR_OTHERS
    if package == "numpy":
        return caller not in sys.stdlib_module_names
    return ours or caller == package


class Callers:
    """Whose code a frame is of.

    names: the notebook's. course: how the files of code begin that runs among them and is not the learner's.
    """

    def __init__(self, names: Mapping[str, Any], course: tuple[str, ...]):
        self._names, self._course = names, course

    def home_of(self, frame: FrameType) -> str | None:
        """The module that a frame's code is of; None where it is of the notebook, or of no module that there is."""
        around, file = frame.f_globals, frame.f_code.co_filename
        if file.startswith(IN_CELLS):  # whatever globals it was given
            return None
        home = around.get("__name__") if around is not self._names else None
        module = sys.modules.get(home) if type(home) is str else None
        if not isinstance(module, ModuleType) or module.__dict__ is not around:
            return None
        ours = module.__name__.partition(".")[0] in OURS and not self.is_courses(frame)
        return None if ours and file != module.__file__ else module.__name__

    def is_courses(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(self._course)

    def is_learners(self, frame: FrameType | None, name: str) -> bool:
        """Does the learner's code call here, when this frame calls a forbidden `name`?

        Who has no use of its own for a module calls it for whoever called it, as `np.fromfunction` does with what it is
        handed. Numpy is used by many packages, and the standard library by itself but for a few parts. A thread that
        begins with such a call was started by a learner.
        """
        return self.is_for_learner(frame, lambda home, _: has_a_use(home, name))

    def is_for_learner(self, frame: FrameType | None, for_itself: Callable[[str, FrameType], bool]) -> bool:
        """Is it the learner's code that something is done for in this frame, itself or by way of others?

        for_itself: does a module, in this frame of its code, do so for itself and not for its caller?
        """
        while frame is not None:
            home = self.home_of(frame)
            if home is None:
                return not self.is_courses(frame)
            if for_itself(home, frame):
                return False
            frame = frame.f_back
        return True
