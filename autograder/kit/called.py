"""What a name means in a notebook, and what runs when it is called: the function below its wrappings, whose method."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Mapping
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any


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


def first_argument(frame: FrameType) -> Any:
    code = frame.f_code
    if code.co_argcount:
        return frame.f_locals.get(code.co_varnames[0])
    if code.co_flags & inspect.CO_VARARGS:
        more = frame.f_locals.get(code.co_varnames[code.co_kwonlyargcount])
        return more[0] if more else None
    return None


def methods_of(classes: tuple[type, ...]) -> set[CodeType]:
    """The code of all that is written in Python and is called as a method, or read as a property, of the classes."""
    found = [value for cls in classes for value in vars(cls).values()]
    found = [value.fget if isinstance(value, property) else value for value in found]
    return {value.__code__ for value in found if isinstance(value, FunctionType)}
