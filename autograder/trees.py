"""Python's parser and compiler of trees, for one thread at a time.

Before 3.11.9, CPython counts how deep a tree goes in one number for all threads (python/cpython#106905): where two
of them parse, one may get "SystemError: AST constructor recursion depth mismatch". Judges run in threads.
"""

from __future__ import annotations

import ast
import threading
from types import CodeType

_ONE_AT_A_TIME = threading.RLock()  # a finalizer that runs meanwhile may parse, too


def parsed(source: str, filename: str = "<unknown>") -> ast.Module:
    """`ast.parse`, with its errors.

    >>> ast.unparse(parsed("x=1"))
    'x = 1'
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source, filename)


def compiled(tree: ast.Module, filename: str) -> CodeType:
    """The code of a module's tree."""
    with _ONE_AT_A_TIME:
        return compile(tree, filename, "exec")
