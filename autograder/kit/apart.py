"""Keeps the names of a test cell apart from the learner's, as they are in the judge, where a test has its own.

A learner may call a helper of an answer `found` or `case`, and a test that uses the same name must neither stumble over
it nor put its own thing in the helper's place. So what a test cell binds gets another name before the cell runs.
"""

from __future__ import annotations

import ast

from autograder.kit.cell_names import Scope, places

SUFFIX = "__of_the_test"  # an ending that nobody writes


def keep_apart(tree: ast.Module, keeper: str) -> ast.Module:
    """The test cell, changed in place: what it binds itself has a name of its own.

    keeper: the name of what has a method `called(name)`, which gives functions and classes their name in the source
    """
    found = places(tree)
    bound = {name for _, scope in found if scope.kind == "cell" for name in scope.bound}
    bound -= {name for node, _ in found if isinstance(node, ast.Import) for name in _packages(node)}
    for place, (node, scope) in enumerate(found):
        in_cell = scope.kind == "cell"
        match node:
            case ast.Name() if node.id in bound and _is_the_cells(node.id, scope, place, node.ctx):
                node.id += SUFFIX
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if in_cell and node.name in bound:
                called = ast.Call(ast.Attribute(ast.Name(keeper, ast.Load()), "called", ast.Load()), [], [])
                called.args = [ast.Constant(node.name)]
                node.decorator_list.append(called)
                node.name += SUFFIX
            case ast.Import() | ast.ImportFrom() if in_cell:
                for alias in node.names:
                    if (alias.asname or alias.name) in bound:
                        alias.asname = (alias.asname or alias.name) + SUFFIX
            case ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar() if in_cell and node.name in bound:
                node.name += SUFFIX
            case ast.MatchMapping() if in_cell and node.rest in bound:
                node.rest += SUFFIX
            case ast.Global():
                node.names = [name + SUFFIX if name in bound else name for name in node.names]
    return tree


def _packages(node: ast.Import) -> list[str]:
    """What `import a.b` binds is `a`, and no `as` gives that another name: it stays the notebook's."""
    return [alias.name.partition(".")[0] for alias in node.names if "." in alias.name and not alias.asname]


def _is_the_cells(name: str, scope: Scope, place: int, how: ast.expr_context) -> bool:
    """Is this name in this scope one that the cell binds, and not a function's own or the notebook's?"""
    if scope.kind == "cell" and not isinstance(how, ast.Load):
        return True
    owner = scope.owner(name, place)
    return owner is not None and owner.kind == "cell"
