"""Which checks a test cell makes, and which law is under test on a line of it.

The judge, the build and the learner's own kernel all ask this of the same text.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import CO_NEWLOCALS
from types import CodeType

#: Names that mean the checker's own in a test cell, whatever the notebook calls so.
PRELUDE = frozenset({"close", "same", "raises", "gradcheck", "plain", "rng", "ref", "learner", "learner_side"})
#: The checks, and where each takes its law.
CHECKS = {"close": 2, "same": 2, "raises": 1, "gradcheck": 2}
THE_CELL = 0
Place = tuple[int, int]  # where code of a cell is: the line on which its function begins, or THE_CELL, and its own line


@dataclass(frozen=True)
class Check:
    """One place in a test cell where something is compared. `law` is None where it is not a plain string.

    about: what it is tried with, as a plain string; about_name: the name of what says so, where that is a name
    about_line: the line above it on which that name was given its value
    within: the line on which the function begins that makes it, `THE_CELL` where the cell itself does
    """

    site: str
    line: int
    end_line: int
    law: str | None
    about: str | None = None
    about_name: str = ""
    about_line: int = 0
    within: int = THE_CELL


def find_checks(tree: ast.Module) -> tuple[Check, ...]:
    """Every place in a parsed cell that compares something, in the order of the source."""
    constants = {
        node.targets[0].id: _text(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    ends = {
        id(item.context_expr): node.end_lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.With)
        for item in node.items
    }
    lines: dict[str, list[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            lines.setdefault(node.id, []).append(node.lineno)
    found = []
    for node, within in _with_functions(tree):
        if isinstance(node, ast.Assert):
            law, about = node.msg, None
        elif isinstance(node, ast.Call) and check_name(node):
            law = _argument(node, "law", CHECKS[check_name(node)])
            about = next((keyword.value for keyword in node.keywords if keyword.arg == "about"), None)
        else:
            continue
        text = _text(law) or constants.get(getattr(law, "id", ""))
        end = ends.get(id(node)) or node.end_lineno or node.lineno
        name = getattr(about, "id", "")
        since = max((line for line in lines.get(name, ()) if line < node.lineno), default=0)
        found.append(Check(site_of(node), node.lineno, end, text, _text(about), name, since, within))
    return tuple(sorted(found, key=lambda check: (check.line, check.end_line)))


def law_at(checks: Sequence[Check], places: Sequence[Place]) -> str:
    """The law under test when something went wrong; `places` as in `check_at`."""
    check, _ = check_at(checks, places)
    return check.law or "" if check else ""


def check_at(checks: Sequence[Check], places: Sequence[Place]) -> tuple[Check | None, int]:
    """The check that was under way when something went wrong: the one there or the next one after. And which place
    that is seen from.

    places: where the cell was, and then each function of it that was running. A function of helpers, which has no check
        to come, works for the next check of whoever called it.
    """
    known = [check for check in checks if check.law]
    for number, (within, line) in reversed([*enumerate(places)]):
        after = [check for check in known if check.within == within and check.end_line >= line]
        if after:
            return min(after, key=lambda check: check.end_line), number
    return (known[-1] if known else None), 0


def place_of(code: CodeType, line: int) -> Place:
    """Where code of a test cell is that has come to `line`."""
    return (code.co_firstlineno if code.co_flags & CO_NEWLOCALS else THE_CELL), line


def _with_functions(tree: ast.Module) -> Iterator[tuple[ast.AST, int]]:
    """Each node, and the line on which the function begins that it stands in."""
    waiting: deque[tuple[ast.AST, int]] = deque([(tree, THE_CELL)])
    while waiting:
        node, within = waiting.popleft()
        yield node, within
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            within = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        waiting += ((each, within) for each in ast.iter_child_nodes(node))


def law_name(law: str) -> str:
    """The name of a law that is written `"name: sentence"`."""
    return law.partition(":")[0].strip()


def site_of(node: ast.stmt | ast.expr) -> str:
    """How a check's place is written in a master."""
    return f"L{node.lineno}:{node.col_offset}"


def check_name(node: ast.Call) -> str:
    """Which of the checks this calls; nothing when it calls something else."""
    name = getattr(node.func, "id", "")
    return name if name in CHECKS else ""


def _argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return named or (call.args[position] if len(call.args) > position else None)


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
