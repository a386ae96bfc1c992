"""Python's parser and compiler of trees, for one thread at a time.

Before 3.11.9, CPython counts how deep a tree goes in one number for all threads (python/cpython#106905): where two
of them parse, one may get "SystemError: AST constructor recursion depth mismatch". Judges run in threads.
"""

from __future__ import annotations

import ast
import re
import threading
from types import CodeType

#: What reading somebody's cell may end in: it is no Python, or too deep, or too long.
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)

_NOT_PYTHON = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)
_ONE_AT_A_TIME = threading.RLock()  # a finalizer that runs meanwhile may parse, too


def parsed(source: str, filename: str = "<unknown>") -> ast.Module:
    """`ast.parse`, with its errors.

    >>> ast.unparse(parsed("x=1"))
    'x = 1'
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source, filename)


def parsed_cell(source: str) -> ast.Module:
    """The tree of a learner's cell, in which magics are lines that do nothing. UNREADABLE errors.

    >>> ast.unparse(parsed_cell("%matplotlib inline"))
    'pass'
    """
    return parsed(_NOT_PYTHON.sub(r"\1pass", source))


def compiled(tree: ast.Module, filename: str) -> CodeType:
    """The code of a module's tree."""
    with _ONE_AT_A_TIME:
        return compile(tree, filename, "exec")
