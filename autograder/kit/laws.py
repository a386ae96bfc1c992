"""Which checks a test cell makes, and which law is under test on a line of it.

The judge, the build and the learner's own kernel all ask this of the same text.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

#: Names that mean the checker's own in a test cell, whatever the notebook calls so.
PRELUDE = frozenset({"close", "same", "raises", "gradcheck", "plain", "rng", "ref", "learner", "learner_side"})
#: The checks, and where each takes its law.
CHECKS = {"close": 2, "same": 2, "raises": 1, "gradcheck": 2}


@dataclass(frozen=True)
class Check:
    """One place in a test cell where something is compared. `law` is None where it is not a plain string.

    about: what it is tried with, as a plain string; about_name: the name of what says so, where that is a name
    """

    site: str
    line: int
    end_line: int
    law: str | None
    about: str | None = None
    about_name: str = ""


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
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            law, about = node.msg, None
        elif isinstance(node, ast.Call) and check_name(node):
            law = _argument(node, "law", CHECKS[check_name(node)])
            about = next((keyword.value for keyword in node.keywords if keyword.arg == "about"), None)
        else:
            continue
        text = _text(law) or constants.get(getattr(law, "id", ""))
        end = ends.get(id(node)) or node.end_lineno or node.lineno
        found.append(Check(site_of(node), node.lineno, end, text, _text(about), getattr(about, "id", "")))
    return tuple(sorted(found, key=lambda check: (check.line, check.end_line)))


def law_at(checks: Sequence[Check], line: int) -> str:
    """The law under test when something went wrong on `line`."""
    check = check_at(checks, line)
    return check.law or "" if check else ""


def check_at(checks: Sequence[Check], line: int) -> Check | None:
    """The check that was under way when something went wrong on `line`: the one there or the next one after."""
    known = [check for check in checks if check.law]
    after = [check for check in known if check.end_line >= line]
    return min(after, key=lambda check: check.end_line) if after else known[-1] if known else None


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
