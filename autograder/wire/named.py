"""Things that cross the wire by name, because both ends have a copy of their own: types, ufuncs, functions of math.

Going to the learner all of them may; coming back only types do, since a name that came back is the judge's own object
and runs in the judge: a ufunc there could write into the test's arrays, by its `out`.
"""

from __future__ import annotations

import builtins
import math
from typing import Any

from autograder.kit.arrays import HAS_NUMPY, np

Name = tuple[str, str]

_BUILTINS = (
    "int float bool complex str bytes list tuple dict set frozenset slice range object type "
    "len sum min max abs sorted zip map enumerate print repr round pow any all divmod"
)
_NUMPY = (
    "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128 ndarray "
    "generic number floating integer sum mean prod dot stack concatenate max min var std where zeros ones eye array "
    "asarray transpose reshape cumsum sort outer trace diag roll clip"
)


def _collect() -> dict[Name, Any]:
    exceptions = [n for n, e in vars(builtins).items() if isinstance(e, type) and issubclass(e, Exception)]
    functions = [n for n in dir(math) if callable(getattr(math, n)) and not n.startswith("_")]
    named = {("builtins", n): getattr(builtins, n) for n in [*_BUILTINS.split(), *exceptions]}
    named[("builtins", "NoneType")] = type(None)
    if HAS_NUMPY:
        ufuncs = sorted(n for n, found in vars(np).items() if isinstance(found, np.ufunc))  # getattr would import f2py
        named |= {("numpy", n): getattr(np, n) for n in [*_NUMPY.split(), *ufuncs]}
    named |= {("math", n): getattr(math, n) for n in functions}
    return named


NAMED = _collect()
_NAMES = {id(value): name for name, value in reversed(NAMED.items())}  # the first of several names wins


def name_of(value: Any) -> Name | None:
    """The name under which a value crosses, if it has one; by identity, so that no learner's `__eq__` is asked."""
    return _NAMES.get(id(value))


def may_return(value: Any) -> bool:
    """Is this one of the named things that the learner's side may send?"""
    return isinstance(value, type) and id(value) in _NAMES


def is_name(group: Any, name: Any) -> bool:
    return type(group) is str and type(name) is str and (group, name) in NAMED


def builtin_exception(name: Any) -> type[Exception] | None:
    """The builtin exception of this name, or None."""
    found = NAMED.get(("builtins", name)) if type(name) is str else None
    return found if isinstance(found, type) and issubclass(found, Exception) else None
