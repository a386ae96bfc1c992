"""The checks of a test cell: `close`, `same`, `raises`, `gradcheck`.

They are written once. In a learner's kernel they act on the objects themselves; the judge has a subclass of `Checks`
that asks the learner's process for plain values and keeps a record. Both say the same about the same work.
"""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from types import CodeType, FrameType
from typing import Any

from autograder.kit.arrays import np
from autograder.kit.compare import not_close, not_same
from autograder.kit.gradients import Arrays, GradientCheck, gradients_at, values_at
from autograder.kit.learnerside import as_plain

Place = Sequence[str]  # two: where a check stands in its cell, and what it looks at


class CheckFailed(BaseException):
    """A check did not hold. Not an Exception, so that no `except Exception` of anybody's can hide it.

    law: "name: sentence"; about: the kind of input; detail: what was compared, as a sentence
    """

    def __init__(self, law: str, detail: str = "", about: str = ""):
        super().__init__(law, detail, about)
        self.law, self.detail, self.about = law, detail, about

    def __str__(self) -> str:
        return "\n".join(self._render_traceback_())

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows in place of a stack: two lines."""
        about = f" ({self.about})" if self.about else ""
        return [f"law: {self.law}", f"{self.detail}{about}"]


class Checks:
    """The four checks. A subclass says where values come from and what becomes of a failure.

    failed: the first check of the cell that did not hold, also where the learner's code swallowed the error
    """

    def __init__(self, rng: np.random.Generator):
        self.rng = rng
        self.failed: CheckFailed | None = None

    # ---- what the judge does otherwise

    def plain(self, value: Any) -> Any:
        """A read-only numpy copy of a tensor or array, also of one that requires grad; a plain value as it is."""
        copy = as_plain(value)
        if isinstance(copy, np.ndarray):
            copy.flags.writeable = False
        return copy

    def engine(self) -> Any:
        """The minigrad whose tensors the learner's code works on."""
        import minigrad

        return minigrad

    def values_at(self, f: Callable[..., Any], points: Sequence[Arrays], order: int) -> list[list[Any]]:
        return values_at(self.engine(), self.plain, f, points, order)

    def gradients_at(self, f: Callable[..., Any], point: Arrays, weights: Arrays, order: int) -> list[Any]:
        return gradients_at(self.engine(), self.plain, f, point, weights, order)

    def reach(self, place: Place | None) -> Place:
        """Note that a check is reached."""
        return place or _Here(sys._getframe(2))

    def counts(self, error: Exception) -> bool:
        """Did this exception come out of the learner's code?"""
        return True

    def fail(self, place: Place, law: str, detail: str, about: str = "", show: bool = False) -> None:
        """Report a check that does not hold."""
        failure = CheckFailed(law, detail, about)
        self.failed = self.failed or failure
        raise failure from None

    # ---- the checks

    def close(
        self,
        actual: Any,
        expected: Any,
        law: str,
        *,
        rtol: float = 1e-6,
        atol: float = 1e-9,
        about: str = "",
        show: bool = False,
        _at: Place | None = None,
    ) -> None:
        """`actual` has the shape and kind of `expected`, and its values within `atol + rtol * |expected|`.

        NaN is never close, and shapes do not broadcast. Lists of arrays are compared item by item.
        """
        place = self.reach(_at)
        end = not_close(self.plain(actual), expected, rtol, atol)
        if end:
            self.fail(place, law, f"`{place[1]}` {end}", about, show)

    def same(
        self, actual: Any, expected: Any, law: str, *, about: str = "", show: bool = False, _at: Place | None = None
    ) -> None:
        """Plain values are equal, a dictionary of any class counts as one; everything else is the very same object.

        What is expected says how exactly: `True` wants a truth value, `1` an integer of any kind, `1.0` any number.
        """
        place = self.reach(_at)
        end = not_same(actual, expected)
        if end:
            self.fail(place, law, f"`{place[1]}` {end}", about, show)

    def raises(
        self,
        types: type[Exception] | tuple[type[Exception], ...],
        law: str,
        *,
        match: str | None = None,
        about: str = "",
        _at: Place | None = None,
    ) -> Raises:
        """`with raises(RuntimeError, law, match="second time"):` the learner's code in the block raises just that."""
        place = self.reach(_at)
        return Raises(self, types, match, lambda detail: self.fail(place, law, f"`{place[1]}` {detail}", about))

    def gradcheck(
        self,
        f: Callable[..., Any],
        arrays: Sequence[Any],
        law: str,
        *,
        order: int = 1,
        eps: float = 1e-6,
        rtol: float = 1e-5,
        about: str = "",
        show: bool = False,
        _at: Place | None = None,
    ) -> None:
        """`f`, a function over tensors, has the gradients that central differences of its own values show.

        order=2 checks the gradients of the gradients, with respect to the upstream gradient too.
        """
        place = self.reach(_at)
        check = GradientCheck(partial(self.values_at, f), partial(self.gradients_at, f), self.rng, eps, rtol)
        end = check.mismatch(arrays if isinstance(arrays, list | tuple) else [arrays], order)
        if end:
            self.fail(place, law, f"`{place[1]}` {end}", about, show)


class Raises:
    """The block of a `raises`; `error` is what was raised, for a look at its attributes."""

    def __init__(self, checks: Checks, types: Any, match: str | None, fail: Callable[[str], None]):
        self.checks, self.types, self.match, self.fail = checks, types, match, fail
        self.error: Exception | None = None

    def __enter__(self) -> Raises:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: object) -> bool:
        types = self.types if isinstance(self.types, tuple) else (self.types,)
        wanted = " or ".join(t.__name__ for t in types)
        if error is None:
            self.fail(f"raised nothing, expected {wanted}")
        if not isinstance(error, Exception) or not self.checks.counts(error):
            return False
        said = f"raised {type(error).__name__}: {str(error)[:200]}"
        if not isinstance(error, types):
            self.fail(f"{said}; expected {wanted}")
        if self.match and not re.search(self.match, str(error)):
            self.fail(f"{said}; expected a message with {self.match!r} in it")
        self.error = error
        return True


class _Here(Sequence[str]):
    """Where a check stands that `frame` is just making: "", and what it looks at, found out only when it is asked."""

    def __init__(self, frame: FrameType):
        self._code, self._instruction, self._names = frame.f_code, frame.f_lasti // 2, frame.f_globals

    def __len__(self) -> int:
        return 2

    def __getitem__(self, number: Any) -> Any:
        return ("", _text_at(self._code, self._instruction, self._names))[number]


def _text_at(code: CodeType, instruction: int, names: dict[str, Any]) -> str:
    """What the check that this instruction of a cell makes looks at, from the cell's own text."""
    lines = linecache.getlines(code.co_filename, names)
    positions = list(code.co_positions())[instruction]
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return "..."
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            for item in node.items:
                if (item.context_expr.lineno, item.context_expr.col_offset) == (positions[0], positions[2]):
                    return "; ".join(map(ast.unparse, node.body))
        if isinstance(node, ast.Call) and (node.lineno, node.col_offset) == (positions[0], positions[2]) and node.args:
            return ast.unparse(node.args[0])
    return "..."
