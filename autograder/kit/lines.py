"""Exercises in which lines are put in order: the kit builds the function, the checks run it.

    swap = in_order('''
        A | def swap(pair):
        B |     return second, first
        C |     first, second = pair
        ''', "A C B")

Every line brings its own indentation, so that only the choice and the order are the learner's.
"""

from __future__ import annotations

import linecache
import re
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from autograder.kit.shown import STUB, name_stub

_LINE = re.compile(r"\s*(?P<label>\w+) \|(?: (?P<code>.*))?$")
_FUNCTION = re.compile(r"def (?P<name>\w+)\(")
_FILE = "<your lines>"


class Unordered(Exception):
    """The lines as they were put do not make a function; the text says why."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def in_order(pool: str, order: str) -> Callable[..., Any]:
    """The function that the lines of `pool` make when they are put as `order` says: labels, with spaces between.

    Shows what was put together. An order that makes no function is said at once, and again by the function that comes
    back when it is called; so the checks below still run, and name the law.
    """
    try:
        code = put_together(pool, order)
        print(code)
        return _made(code, sys._getframe(1).f_globals)
    except NotImplementedError as stub:
        problem: Exception = stub
        name_stub(stub, _name(pool))
    except Unordered as reason:
        print(reason)
        problem = reason

    def not_a_function(*args: Any, **kwargs: Any) -> Any:
        raise problem.with_traceback(None)

    return not_a_function


def put_together(pool: str, order: str) -> str:
    """The code; raises Unordered with a sentence, or NotImplementedError for an order with nothing in it yet."""
    lines = read(pool)
    labels = [_label(word, lines) for word in order.replace(",", " ").split()]
    if not labels:
        raise NotImplementedError(STUB)
    for label in labels:
        if label not in lines:
            raise Unordered(f"There is no line {label!r}; the lines are {' '.join(lines)}.")
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice:
        raise Unordered(f"Used twice: {' '.join(twice)}. Each line is used once, or not at all.")
    code = "\n".join(lines[label] for label in labels)
    try:
        compile(code, _FILE, "exec")
    except SyntaxError as error:
        number = min(error.lineno or 1, len(labels))
        raise Unordered(f"{code}\nThis is not Python, line {labels[number - 1]}: {error.msg}.") from None
    if not _FUNCTION.match(code):
        raise Unordered(f"{code}\nThe first line is the one that begins with def.")
    return code


def _label(word: str, lines: Mapping[str, str]) -> str:
    """The label that is meant: small letters do as well as capitals, where that leaves no doubt."""
    meant = [label for label in lines if label.lower() == word.lower()]
    return meant[0] if word not in lines and len(meant) == 1 else word


def read(pool: str) -> dict[str, str]:
    """The lines of a pool by their labels; what stands behind `| ` is code, its indentation too."""
    lines = {}
    for text in textwrap.dedent(pool).strip("\n").split("\n"):
        found = _LINE.match(text.rstrip())
        if found:
            lines[found["label"]] = found["code"] or ""
        elif text.strip():
            raise ValueError(f"a line of the pool looks like `A | code`, not like {text!r}")
    return lines


def _made(code: str, around: dict[str, Any]) -> Callable[..., Any]:
    """Run the definition among the notebook's names, without adding one to them."""
    namespace = dict(around)
    # A stack shows these lines, and folds a recursion without end only where it has them.
    linecache.cache[_FILE] = (len(code), None, code.splitlines(keepends=True), _FILE)
    try:
        exec(compile(code, _FILE, "exec"), namespace)
    except Exception as error:  # a default value or a decorator that needs what is not there
        raise Unordered(f"These lines cannot be run: {type(error).__name__}: {error}.") from None
    return namespace[_name(code)]


def _name(code: str) -> str:
    """The name of the first function that is defined in it."""
    found = _FUNCTION.search(code)
    return found["name"] if found else ""
