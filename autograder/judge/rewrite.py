"""A test cell's checks, and the rewriting that lets the judge count them.

`assert` becomes a call that records a failure before raising it, each check is told where it stands and what it looks
at, and definitions marked @learner_side become requests to make them on the learner's side.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass

#: The prelude's checks, and where each takes its law.
CHECKS = {"close": 2, "same": 2, "raises": 1, "gradcheck": 2}
#: The rewritten cell calls this in place of `assert`; not a name that anyone writes.
ASSERT = "__assert__"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Check:
    """One place in a test cell where something is compared. `law` is None where it is not a plain string."""

    site: str
    line: int
    end_line: int
    law: str | None


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
            law = node.msg
        elif isinstance(node, ast.Call) and _check_name(node):
            law = _argument(node, "law", CHECKS[_check_name(node)])
        else:
            continue
        text = _text(law) or constants.get(getattr(law, "id", ""))
        found.append(Check(site_of(node), node.lineno, ends.get(id(node)) or node.end_lineno or node.lineno, text))
    return tuple(sorted(found, key=lambda check: (check.line, check.end_line)))


def site_of(node: ast.stmt | ast.expr) -> str:
    """How a check's place is written in a master."""
    return f"L{node.lineno}:{node.col_offset}"


def line_of(site: str) -> int:
    return int(site[1:].partition(":")[0])


class Rewriter(ast.NodeTransformer):
    """asserts become recorded calls, checks learn their place and text, @learner_side definitions are shipped."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        text = ast.unparse(node.test)
        self.generic_visit(node)
        law = ast.Lambda(ast.arguments([], [], None, [], [], None, []), node.msg or ast.Constant(""))
        call = ast.Call(ast.Name(ASSERT, ast.Load()), [node.test, law, _place(node, text)], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        text = check_text(node)
        self.generic_visit(node)
        if _check_name(node):
            node.keywords.append(ast.keyword("_at", _place(node, text)))
        return node

    def visit_With(self, node: ast.With) -> ast.AST:
        text = "; ".join(ast.unparse(statement) for statement in node.body)
        self.generic_visit(node)
        for item in node.items:
            if isinstance(item.context_expr, ast.Call) and _check_name(item.context_expr) == "raises":
                item.context_expr.keywords[-1].value = _place(item.context_expr, text)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        # the kernel's twins of the prelude: the judge brings its own
        ours = (node.module or "").partition(".")[0] == "autograder"
        return ast.copy_location(ast.Pass(), node) if ours else node

    def _definition(self, node: Definition) -> ast.AST:
        if not is_learner_side(node):
            return self.generic_visit(node)
        define = ast.Attribute(ast.Name("learner", ast.Load()), "define", ast.Load())
        call = ast.Call(define, [ast.Constant(ast.unparse(without_marker(node))), ast.Constant(node.name)], [])
        return ast.copy_location(ast.Assign([ast.Name(node.name, ast.Store())], call), node)

    visit_FunctionDef = visit_ClassDef = visit_AsyncFunctionDef = _definition


def check_text(call: ast.Call) -> str:
    """What a check looks at, as the author wrote it."""
    return ast.unparse(call.args[0]) if call.args else ""


def is_learner_side(node: Definition) -> bool:
    """Is this definition to be made on the learner's side?"""
    return any(getattr(mark, "id", None) == "learner_side" for mark in node.decorator_list)


def without_marker(node: Definition) -> Definition:
    """A copy of the definition without its marker, which does not exist on the learner's side."""
    bare = copy.copy(node)
    bare.decorator_list = [mark for mark in node.decorator_list if getattr(mark, "id", None) != "learner_side"]
    return bare


def _place(node: ast.stmt | ast.expr, text: str) -> ast.expr:
    return ast.Tuple([ast.Constant(site_of(node)), ast.Constant(text)], ast.Load())


def _check_name(node: ast.Call) -> str:
    name = getattr(node.func, "id", "")
    return name if name in CHECKS else ""


def _argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return named or (call.args[position] if len(call.args) > position else None)


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
