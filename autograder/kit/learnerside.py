"""What happens on the learner's side of a test: the kernel's `learner`, and the same few acts for the judge's worker.

In a learner's own kernel both sides are one process, so these act on the notebook's names directly. When work is
judged the worker does the same on its side, and only values cross.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from autograder.kit.compare import plain_dict
from autograder.kit.watching import EVAL, RUN, SIDE, Counting

T = TypeVar("T")
PLAIN_SCALARS = (type(None), bool, int, float, complex, str, bytes)


def as_plain(value: Any) -> Any:
    """`value` as plain numbers: a numpy copy of a tensor (also of one that requires grad) or array, lists item by item.

    What is a dictionary of another class becomes a plain one, and a number of a class of numpy's stays a number.

    Anything that is neither comes back as it is.
    """
    if type(value) in PLAIN_SCALARS:
        return value
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value] if isinstance(value, list) else tuple(map(as_plain, value))
    if issubclass(type(value), dict):
        return {key: as_plain(item) for key, item in plain_dict(value).items()}
    if isinstance(value, np.generic):
        return _common(np.array(value))[()]
    if isinstance(value, np.ndarray):
        return _common(np.array(value))
    if hasattr(value, "detach") and hasattr(value, "numpy"):
        return np.array(value.detach().numpy())
    if hasattr(value, "__array__"):
        return _common(np.array(value))
    return value


def _common(array: np.ndarray) -> np.ndarray:
    """Numbers that few machines have alike, extended ones and those in another order of bytes, as common ones."""
    if array.dtype.kind in "fc" and array.dtype.type in (np.longdouble, np.clongdouble):
        return array.astype(np.float64 if array.dtype.kind == "f" else np.complex128)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def run_in(namespace: dict[str, Any], source: str, names: Mapping[str, Any]) -> None:
    """Execute `source` among the notebook's names, with `names` added while it runs."""
    missing = object()
    before = {name: namespace.get(name, missing) for name in names}
    namespace.update(names)
    try:
        exec(compile(textwrap.dedent(source), RUN, "exec"), namespace)
    finally:
        for name, value in before.items():
            if value is missing:
                namespace.pop(name, None)
            else:
                namespace[name] = value


def evaluate_in(namespace: Mapping[str, Any], expression: str, names: Mapping[str, Any]) -> Any:
    """The value of `expression` among the notebook's names and `names`."""
    return eval(compile(expression.strip(), EVAL, "eval"), {**namespace, **names})


def define_in(namespace: dict[str, Any], source: str, name: str) -> Any:
    """Make the function or class that `source` defines, without leaving its name behind."""
    missing = object()
    before = namespace.get(name, missing)
    exec(compile(source, SIDE, "exec"), namespace)
    made = namespace[name]
    if before is missing:
        del namespace[name]
    else:
        namespace[name] = before
    return made


class Learner:
    """The kernel's `learner`: what it runs, runs among the names of the cell that calls it.

    held: what `hold` keeps on the learner's side while a test cell runs
    """

    def __init__(self) -> None:
        self.held: list[Any] = []

    def run(self, source: str, **names: Any) -> None:
        """Run statements on the learner's side; `names` are there while they run."""
        run_in(sys._getframe(1).f_globals, source, names)

    def eval(self, expression: str, **names: Any) -> Any:
        """The value of an expression on the learner's side, for identity, storage and whatever a copy would hide."""
        return evaluate_in(sys._getframe(1).f_globals, expression, names)

    def counting(self, name: str) -> Counting:
        """`with learner.counting("f") as calls:`; `calls.number` says how often the notebook's `f` was called in it."""
        return Counting(name, sys._getframe(1).f_globals)

    def hold(self, value: T) -> T:
        """Keep a list or an array on the learner's side, so that the test sees what the learner does to it."""
        self.held.append(value)
        return value


def learner_side(definition: T) -> T:
    """Marks a function or class of a test that lives on the learner's side, where it may use the learner's names."""
    return definition
