"""Functions that tell of each call of theirs, however they are reached: their code is exchanged for a while.

A function written in Python is one object, whoever holds it under whatever name. What is to be noticed is put into its
code, so it costs nothing where it is not called; a profile hook would run at every call of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

PLACE = 0x7E11  # a constant in the code below, where that of a function says what it tells and what it did before


def _calling(*args, **named):
    this: Any = 0x7E11
    this[0](args)
    return this[1](*args, **named)


TELLING = _calling.__code__.co_filename


class Telling:
    """Which functions tell, from `start` to `stop`."""

    def __init__(self) -> None:
        self._before: dict[FunctionType, CodeType] = {}

    def tells(self, function: FunctionType) -> bool:
        return function in self._before

    def code_of(self, function: FunctionType) -> CodeType:
        """The code that a function has when it does not tell."""
        return self._before.get(function, function.__code__)

    def start(self, function: FunctionType, tell: Callable[[tuple[Any, ...]], None]) -> None:
        """From here on each call of `function` first calls `tell` with the arguments that have no names, in a frame
        whose `f_back` is that of the caller. One that tells already goes on as it does."""
        if function in self._before:
            return
        before = self._before[function] = function.__code__
        same = FunctionType(
            before, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        same.__kwdefaults__ = function.__kwdefaults__
        constants = tuple((tell, same) if each == PLACE else each for each in _calling.__code__.co_consts)
        # Python asks for as many variables from outside as there were; none of them is looked at.
        function.__code__ = _calling.__code__.replace(co_consts=constants, co_freevars=before.co_freevars)

    def stop(self) -> None:
        for function, code in self._before.items():
            function.__code__ = code
        self._before.clear()


def called_by_name(module: ModuleType, homes: Callable[[Any], Any]) -> list[FunctionType]:
    """The functions in a module that are called by their name, or by that of a class, and by no value as its method.

    homes: says of the name of a module whether its functions are meant too; what is private serves others
    """
    found: list[FunctionType] = []
    for thing in list(vars(module).values()):
        if isinstance(thing, FunctionType):
            if homes(thing.__globals__.get("__name__")) or homes(thing.__module__):
                found.append(thing)
        elif isinstance(thing, type) and thing.__module__ == module.__name__ and not issubclass(thing, BaseException):
            found += made_by(thing)  # but for errors, which are met
    return [function for function in found if not function.__qualname__.startswith(("_", "<"))]


def made_by(kind: type) -> Iterator[FunctionType]:
    """What makes values of a class, and its functions that need none."""
    for name, part in list(vars(kind).items()):
        if name in ("__init__", "__new__") or isinstance(part, staticmethod | classmethod):
            function = getattr(part, "__func__", part)
            if isinstance(function, FunctionType):
                yield function
