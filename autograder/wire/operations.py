"""Operators by name: what a remote may ask for, and what the worker then does."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from typing import Any

BINARY: tuple[str, ...] = ("add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "pow")
BINARY += ("and_", "or_", "xor", "lshift", "rshift", "divmod")
IN_PLACE: tuple[str, ...] = ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "imatmul", "ipow")
IN_PLACE += ("iand", "ior", "ixor", "ilshift", "irshift")
UNARY: tuple[str, ...] = ("neg", "pos", "invert", "abs", "round")

_BUILTINS = (divmod, round, abs, len, iter, next, float, int, complex, repr, str, format, reversed, dir)
_ITEMS = (operator.getitem, operator.setitem, operator.delitem, operator.index)


def enter(manager: Any) -> Any:
    """As `with` does: looked up on the type."""
    return type(manager).__enter__(manager)


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in (*BINARY, *IN_PLACE, *UNARY) if hasattr(operator, name)},
    **{function.__name__: function for function in (*_BUILTINS, *_ITEMS, copy.copy, copy.deepcopy, enter)},
    "pow": pow,
}
