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

from autograder.kit.watching import EVAL, RUN, SIDE, Counting

T = TypeVar("T")
PLAIN_SCALARS = (type(None), bool, int, float, complex, str, bytes)


def as_plain(value: Any) -> Any:
    """`value` as plain numbers: a numpy copy of a tensor (also of one that requires grad) or array, lists item by item.

    Anything that is neither comes back as it is.
    """
    if type(value) in PLAIN_SCALARS:
        return value
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value] if isinstance(value, list) else tuple(map(as_plain, value))
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return np.array(value)
    if hasattr(value, "detach") and hasattr(value, "numpy"):
        return np.array(value.detach().numpy())
    if hasattr(value, "__array__"):
        return np.array(value)
    return value


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
