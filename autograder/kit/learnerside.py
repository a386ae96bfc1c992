"""What happens on the learner's side of a test: the kernel's `learner`, and the same few acts for the judge's worker.

In a learner's own kernel both sides are one process. When work is judged the worker does the same on its side, and only
values cross. Code that a test runs there sees names of its own and never those of the learner's answers.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, TypeVar

from autograder.kit.arrays import np
from autograder.kit.compare import plain_copy
from autograder.kit.turns import in_turn
from autograder.kit.watched import Watched
from autograder.kit.watching import EVAL, RUN, SIDE, Watch

T = TypeVar("T")
#: As they were when this was imported, which in a worker is before a learner's code can bind or patch one.
BUILTINS = dict(vars(builtins))
PLAIN_SCALARS = (type(None), bool, int, float, complex, str, bytes)


def as_plain(value: Any) -> Any:
    """`value` as plain numbers: a numpy copy of a tensor (also of one that requires grad) or array, lists item by item.

    What is a dictionary of another class becomes a plain one, and a number of a class of numpy's stays a number.

    Anything that is neither comes back as it is.
    """
    if type(value) in PLAIN_SCALARS:
        return value
    copy = plain_copy(value)
    value = value if copy is None else copy
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value] if isinstance(value, list) else tuple(map(as_plain, value))
    if type(value) is dict:
        return {key: as_plain(item) for key, item in value.items()}
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


def names_for(helpers: Iterable[str] = ()) -> dict[str, Any]:
    """Names for code of a test on the learner's side: builtins as they were, and helpers made anew from their source.

    None of them is the learner's: what a notebook binds, `len` among it, does not reach here.
    """
    names: dict[str, Any] = {"__builtins__": dict(BUILTINS), "__name__": "__test__"}
    for source in helpers:
        exec(compile(source, SIDE, "exec"), names)
    return names


ANY = "function_of_a_test"  # the name under which such a function is compiled


def run_in(names: dict[str, Any], source: str) -> None:
    """Execute `source` among `names`."""
    exec(compile(textwrap.dedent(source), RUN, "exec"), names)


def evaluate_in(names: dict[str, Any], expression: str) -> Any:
    """The value of `expression` among `names`."""
    return eval(compile(expression.strip(), EVAL, "eval"), names)


def define_in(names: dict[str, Any], source: str, name: str) -> Any:
    """The function or class that `source` defines among `names`.

    What a function defines does not tell by its `__qualname__` which of a test's functions has made it.
    """
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            node.name = ANY
    exec(compile(tree, SIDE, "exec"), names)
    if ANY in names:
        names[name] = names.pop(ANY)
        names[name].__name__ = names[name].__qualname__ = name
    return names[name]


def _kernel_names(notebook: Mapping[str, Any], passed: Mapping[str, Any]) -> dict[str, Any]:
    """The same in a kernel, where the notebook's names serve as helpers, but for those that hide a builtin."""
    kept = {name: value for name, value in notebook.items() if name not in BUILTINS}
    return {**kept, **names_for(), **passed}


class Learner:
    """The kernel's `learner`: what it runs, runs among the names of the cell that calls it.

    held: what `hold` keeps on the learner's side while a test cell runs
    """

    def __init__(self) -> None:
        self.held: list[Any] = []

    def run(self, source: str, **names: Any) -> None:
        """Run statements on the learner's side, among `names`, builtins and the notebook's given helpers."""
        run_in(_kernel_names(sys._getframe(1).f_globals, names), source)

    def eval(self, expression: str, **names: Any) -> Any:
        """The value of an expression on the learner's side, for identity, storage and whatever a copy would hide."""
        return evaluate_in(_kernel_names(sys._getframe(1).f_globals, names), expression)

    def put(self, **names: Any) -> None:
        """Bind names in the notebook."""
        sys._getframe(1).f_globals.update(names)

    def counting(self, name: str) -> Counting:
        """`with learner.counting("f") as calls:`; `calls.number` says how often the notebook's `f` was called in it."""
        return Counting(name, sys._getframe(1).f_globals)

    def hold(self, value: T) -> T:
        """Keep a list or an array on the learner's side, so that the test sees what the learner does to it."""
        self.held.append(value)
        return value

    def watched(self, function: Callable[..., Any]) -> Watched:
        """The function, watched for what it does to its arguments and to earlier results; `broken()` says it."""
        return Watched(function)

    in_turn = staticmethod(in_turn)

    def kit(self, name: str) -> Any:
        """A function of the kit's that runs on the learner's side: `learner.kit("function_runs.run_function")`."""
        module, _, function = name.partition(".")
        return getattr(importlib.import_module(f"autograder.kit.{module}"), function)


def learner_side(definition: T) -> T:
    """Marks a function or class of a test that lives on the learner's side, with names of its own: builtins, what given
    cells import and define, and its arguments. What it returns is the word of the learner's process, no evidence."""
    return definition


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
