"""What functions and frames carry, kept from a learner's code: the variables around a function, and those in a frame.

A test's function that an answer is handed leads through `__closure__` to what it notes, and through `__globals__` to
all that our helpers go by; so does the frame of whatever called a cell. An answer may read these of its own functions
and frames, and of anybody's but ours. Classes of ours are not found among a class's subclasses either.

Python has no switch for this, so the descriptors of its own types are exchanged once, before anything of a learner's
runs. What they ask then is the guard of the process.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType, FunctionType
from typing import Any

#: What is asked before something is read: (a function or a frame, who asks); whether to keep it back.
Keeps = Callable[[FunctionType | FrameType, FrameType], bool]


def _nothing(carrier: FunctionType | FrameType, asking: FrameType) -> bool:
    return False


keeps: Keeps = _nothing  # a worker's guard sets it

KEPT_BACK = "{} of a function that is not yours cannot be used where work is judged"


def exchange() -> None:
    """Have `keeps` asked from here on. Once for a process and all that are forked from it."""
    if type(vars(FunctionType)["__closure__"]) is property:
        return
    for name in ("__closure__", "__globals__"):
        _replace(FunctionType, name, partial(_of_function, name))
    for name in ("__defaults__", "__kwdefaults__"):
        _replace(FunctionType, name, _of_defaults)
    _replace(FrameType, "f_locals", _of_frame)
    _replace(type, "__subclasses__", _subclasses)


def _replace(kind: type, name: str, made: Callable[[Any], Any]) -> None:
    """Put something made of it in the place of what a type of Python's own has under a name."""
    (names,) = (each for each in gc.get_referents(vars(kind)) if type(each) is dict)
    names[name] = made(names[name])
    ctypes.PyDLL(None).PyType_Modified(ctypes.py_object(kind))


def _of_function(name: str, there: Any) -> property:
    read = there.__get__

    def reading(function: FunctionType) -> Any:
        asking = sys._getframe(1)
        if not keeps(function, asking):
            return read(function)
        if name == "__globals__" and asking.f_code.co_name == "get_annotations":  # for a signature, which is no secret
            return {}
        raise RuntimeError(KEPT_BACK.format(name))

    return property(reading)


def _of_defaults(there: Any) -> property:
    """Which parameters have a default is no secret: signatures are made from that."""

    def reading(function: FunctionType) -> Any:
        found = there.__get__(function)
        if not found or not keeps(function, sys._getframe(1)):
            return found
        return dict.fromkeys(found) if type(found) is dict else (None,) * len(found)

    def writing(function: FunctionType, value: Any) -> None:
        there.__set__(function, value)

    return property(reading, writing)


def _of_frame(there: Any) -> property:
    read = there.__get__

    def reading(frame: FrameType) -> Any:
        return {} if keeps(frame, sys._getframe(1)) else read(frame)

    return property(reading)


def _subclasses(there: Any) -> Any:
    def __subclasses__(kind: type) -> list[type]:
        """Return a list of immediate subclasses."""
        asking = sys._getframe(1)
        return [each for each in there(kind) if not any(keeps(part, asking) for part in _functions(each))]

    return __subclasses__


def _functions(kind: type) -> list[FunctionType]:
    return [each for each in vars(kind).values() if type(each) is FunctionType]
