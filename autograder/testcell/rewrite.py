"""The rewriting of a test cell that lets the judge count its checks.

`assert` becomes a call that records a failure before raising it, each check is told where it stands and what it looks
at, and definitions marked @learner_side become requests to make them on the learner's side.
"""

from __future__ import annotations

import ast
import copy

from autograder.kit.laws import check_name, site_of

#: The rewritten cell calls this in place of `assert`; not a name that anyone writes.
ASSERT = "__assert__"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


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
        if check_name(node):
            node.keywords.append(ast.keyword("_at", _place(node, text)))
        return node

    def visit_With(self, node: ast.With) -> ast.AST:
        text = "; ".join(ast.unparse(statement) for statement in node.body)
        self.generic_visit(node)
        for item in node.items:
            if isinstance(item.context_expr, ast.Call) and check_name(item.context_expr) == "raises":
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
