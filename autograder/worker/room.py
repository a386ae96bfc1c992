"""A room: a process that workers are forked from, without the packages that an exercise is to be solved without.

What a notebook does there with an absent package fails, name by name and statement by statement, and the rest goes on:
who wrote `import numpy as np` for a plot of their own has a right answer all the same.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Sequence

from autograder.sandbox.absent import keep_out


def main(control_fd: int, spared: Sequence[str]) -> None:
    """As `zygote.main`, without some packages: kept out before anything can import them."""
    keep_out(spared)
    importlib.import_module("autograder.worker.zygote").main(control_fd, spared)


class AsFarAsItGoes(ast.NodeTransformer):
    """Rewrites a cell so that an import of what is absent is passed over, and a statement that needs a name from it."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self.generic_visit(node)
        node.body = [_passing_over(statement, "NameError") for statement in node.body]
        return ast.fix_missing_locations(node)

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        return [_passing_over(ast.copy_location(ast.Import([name]), node), "ImportError") for name in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | list[ast.stmt]:
        if node.module == "__future__":
            return node
        parts = [ast.ImportFrom(node.module, [name], node.level) for name in node.names]
        return [_passing_over(ast.copy_location(part, node), "ImportError") for part in parts]


def _passing_over(statement: ast.stmt, error: str) -> ast.stmt:
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return statement  # which must be a cell's first, and imports nothing
    handler = ast.ExceptHandler(ast.Name(error, ast.Load()), None, [ast.Pass()])
    return ast.copy_location(ast.Try([statement], [handler], [], []), statement)
