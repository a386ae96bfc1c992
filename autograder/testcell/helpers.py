"""What a test's code on the learner's side may use: the notebook's own helpers, as the course wrote them.

In the learner's process a name may mean anything: `len`, a given function, or a class may have been bound anew. So code
of a test runs there among names of its own: builtins, what the given cells import, and copies of given functions,
classes and constants, made anew from the source of the cells that define them. The learner's functions and classes
reach it as arguments, and in no other way.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from functools import lru_cache

from autograder.kit.cell_names import bound_names, free_names
from autograder.testcell.errors import AuthorError
from autograder.trees import parsed

BUILTINS = frozenset(dir(builtins))
DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)


@lru_cache(maxsize=512)
def sources_for(code: str, passed: frozenset[str], given: tuple[str, ...]) -> tuple[str, ...]:
    """The given cells' statements that define what `code` uses, in their order; `passed` are names that it is handed.

    Raises AuthorError for a name that is neither handed over nor defined by a given cell.
    """
    statements = _defined(given)
    needed: dict[int, str] = {}
    waiting = [(name, "it") for name in _free(code) - passed]
    while waiting:
        name, user = waiting.pop()
        if name not in statements:
            raise AuthorError(
                f"code on the learner's side uses `{name}` ({user} does), which no given cell defines: if it is the "
                "learner's, pass it in as an argument"
            )
        place, source = statements[name]
        if place not in needed:
            needed[place] = source
            waiting += [(inner, f"`{name}`") for inner in _free(source)]
    return tuple(source for _, source in sorted(needed.items()))


@lru_cache(maxsize=64)
def _defined(given: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    """The names that given cells define at their top, each with the place and the source of the last that does."""
    found: dict[str, tuple[int, str]] = {}
    for cell in given:
        for statement in _statements(_parsed(cell).body):
            made = ast.Module([statement], [])
            where = len(found), ast.unparse(statement)
            found.update(dict.fromkeys(bound_names(made), where))
    return found


def _statements(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """Those that define something: imports one by one, since each name is needed alone, also those in a `try`."""
    for statement in body:
        if isinstance(statement, ast.Import):
            yield from (ast.Import([name]) for name in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield from (ast.ImportFrom(statement.module, [name], statement.level) for name in statement.names)
        elif isinstance(statement, ast.Try):
            yield from _statements(statement.body)
        elif isinstance(statement, DEFINING):
            yield statement


def _free(code: str) -> set[str]:
    return free_names(_parsed(code)) - BUILTINS


def _parsed(code: str) -> ast.Module:
    """The tree of a cell; magics are lines of their own, and define nothing that a test could use."""
    lines = ("" if line.lstrip().startswith(("%", "!")) else line for line in code.splitlines())
    try:
        return parsed("\n".join(lines))
    except SyntaxError:
        return ast.Module([], [])
