"""What an answer may not use: looked for in its source, through the helpers that it calls and the names it imports.

    forbid: ("minigrad", "numpy.gradient", "backward")     modules, functions in them, names of the notebook's own

Best effort, and said to be: Python can reach a function in more ways than a source shows. The worker looks as well
while a test runs (see `kit.watching`), and where it matters a test counts calls or asks for more than the forbidden
function can give.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.kit.watching import SWITCH

_IMPORTERS = ("__import__", "import_module")
_NOT_PYTHON = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)


@dataclass(frozen=True)
class Use:
    """A forbidden name, the cell that uses it, and the line there."""

    name: str
    cell: str
    line: int

    def __str__(self) -> str:
        return f"This exercise is to be solved without `{self.name}`, and line {self.line} of {self.cell} uses it."


def law(forbidden: Sequence[str]) -> str:
    return "allowed names: this exercise is solved without " + ", ".join(forbidden)


def law_of_calls(allowed: Mapping[str, int]) -> str:
    return "allowed calls: " + ", ".join(f"at most {number} of {name}" for name, number in allowed.items())


def misuse(test: Mapping[str, Any], used: Any, counts: Any) -> tuple[str, str] | None:
    """Law and sentence when a test that held was passed by means that its exercise rules out; None otherwise.

    used, counts: what a `Watch` noted, or whatever a learner's process says that it noted.
    """
    forbidden, allowed = list(test.get("forbid") or ()), dict(test.get("calls") or {})
    used = used if isinstance(used, list) else []
    rule = law(forbidden) if forbidden else law_of_calls(allowed)
    if SWITCH in used:
        return rule, f"Your code called {SWITCH}, which this exercise needs to see by what means it is solved."
    if name := next((name for name in forbidden if name in used), None):
        message = f"This exercise is to be solved without `{name}`, and your code called it while it was tested."
        return rule, message
    for name, limit in allowed.items():
        number = counts.get(name) if isinstance(counts, dict) else None
        if type(number) is not int or number > limit:
            said = f"{number} were" if type(number) is int else "nobody knows how many were"
            wanted = f"with at most {limit} calls of `{name}`"
            return law_of_calls(allowed), f"This exercise is to be solved {wanted}; {said} made while it was tested."
    return None


def use_in(test: Mapping[str, Any], cells: Iterable[Mapping[str, Any]]) -> Use | None:
    """The first use of a name that a test's exercise forbids, in a notebook (cells as in a plan)."""
    cells = list(cells)
    answers = {cell["grade_id"]: cell["source"] for cell in cells if cell["kind"] == "answer"}
    own = [(name, answers.pop(name)) for name in test["answers"] if name in answers]
    others = [cell["source"] for cell in cells if cell["kind"] in ("given", "extra")]
    return find_use(test.get("forbid", ()), own, [*others, *answers.values()])


def find_use(forbidden: Sequence[str], answers: Sequence[tuple[str, str]], others: Iterable[str]) -> Use | None:
    """The first use of a forbidden name in the answers (name and source), or in what they use of the other cells."""
    if not forbidden:
        return None
    trees = [(f"your cell {name}", _parsed(source)) for name, source in answers]
    helpers = [_parsed(source) for source in others]
    aliases = dict(pair for tree in [*helpers, *(tree for _, tree in trees)] for pair in _imports(tree))
    defined = {name: node for tree in helpers for node in tree.body for name in _names_made(node)}
    waiting: list[tuple[str, ast.AST]] = list(trees)
    seen: set[str] = set()
    while waiting:
        cell, tree = waiting.pop(0)
        for node in _nodes(tree):
            for dotted in _mentioned(node, aliases):
                if name := next((name for name in forbidden if f"{dotted}.".startswith(f"{name}.")), None):
                    return Use(name, cell, getattr(node, "lineno", 1))
            if isinstance(node, ast.Name) and node.id in defined and node.id not in seen:
                seen.add(node.id)
                waiting.append((f"your own cell with `{node.id}`", defined[node.id]))
    return None


def _parsed(source: str) -> ast.Module:
    """The tree of a cell; an empty one when it cannot be read, since it cannot run then either."""
    try:
        return ast.parse(_NOT_PYTHON.sub(r"\1pass", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, but of a chain of attributes only the outermost, which speaks for the others, and its start."""
    waiting = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        if isinstance(node, ast.Attribute):
            while isinstance(node, ast.Attribute):
                node = node.value
            waiting.append(node)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What each imported name stands for."""
    for node in _nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _names_made(node: ast.stmt) -> Iterator[str]:
    """The names that a statement at the top of a cell defines; imports are followed as aliases."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif not isinstance(node, ast.Import | ast.ImportFrom):
        yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _mentioned(node: ast.AST, aliases: dict[str, str]) -> Iterator[str]:
    """The dotted names that a node speaks of."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield _dotted(node, aliases)
    elif isinstance(node, ast.Call):
        yield from _called(node, aliases)


def _called(node: ast.Call, aliases: dict[str, str]) -> Iterator[str]:
    """`import_module("name")` and `getattr(module, "name")`."""
    called = _dotted(node.func, aliases).rpartition(".")[2]
    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if texts and called in _IMPORTERS:
        yield texts[0]
    elif texts and called == "getattr":
        yield f"{_dotted(node.args[0], aliases)}.{texts[0]}"


def _dotted(node: ast.AST, aliases: dict[str, str]) -> str:
    """`np.linalg.norm` as `numpy.linalg.norm`; "" for what is no plain chain of names."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([aliases.get(node.id, node.id), *reversed(parts)])
