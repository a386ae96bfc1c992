"""Which names a cell binds at its top level, and which it takes from elsewhere; read off its syntax tree."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator


def bound_names(tree: ast.Module) -> list[str]:
    """The names that running the cell leaves behind, in the order in which they first appear."""
    found: dict[str, None] = {}
    for node in top_level(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.setdefault(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.setdefault(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                found.setdefault(alias.asname or alias.name.partition(".")[0])
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found.setdefault(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            found.setdefault(node.rest)
    return list(found)


def top_level(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run in the cell's own scope, in the order they are written."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # A comprehension keeps its own names, but a walrus inside it binds outside.
            yield from (walrus.target for walrus in ast.walk(child) if isinstance(walrus, ast.NamedExpr))
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from top_level(child)


def used_names(tree: ast.Module) -> set[str]:
    """The names that the cell reads from the notebook: those of its functions and classes included."""
    free: set[str] = set()

    def visit(table: symtable.SymbolTable) -> None:
        at_top = table.get_type() == "module"
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (at_top or symbol.is_global()):
                free.add(symbol.get_name())
        for child in table.get_children():
            visit(child)

    visit(symtable.symtable(ast.unparse(tree), "<cell>", "exec"))
    return free


def free_names(tree: ast.Module) -> set[str]:
    """The names that the cell needs from elsewhere: used, and never bound by the cell itself."""
    return used_names(tree) - set(bound_names(tree))
