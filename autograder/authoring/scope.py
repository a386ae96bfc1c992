"""Which names a cell binds at its top level, which it uses, and what the imports among them bring."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from autograder.authoring.check_source import parse_code
from autograder.authoring.source import Source


@dataclass(frozen=True)
class Import:
    """`import module as name` (attribute None) or `from module import attribute as name`, at a cell's top level."""

    name: str
    module: str
    attribute: str | None
    line: str

    @property
    def package(self) -> str:
        return self.module.partition(".")[0]


def bound_names(tree: ast.Module) -> list[str]:
    """The names that running the cell leaves behind, in the order in which they first appear."""
    found: dict[str, None] = {}
    for node in _top_level(tree):
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


def _top_level(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run in the cell's own scope, in the order they are written."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # A comprehension keeps its own names, but a walrus inside it binds outside.
            yield from (walrus.target for walrus in ast.walk(child) if isinstance(walrus, ast.NamedExpr))
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _top_level(child)


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


def imports(tree: ast.Module) -> Iterator[Import]:
    """The imports at a cell's top level, one for each name."""
    for node in _top_level(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                yield Import(name, alias.name, None, ast.unparse(ast.Import([alias])))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield Import(
                    alias.asname or alias.name,
                    node.module or "",
                    alias.name,
                    ast.unparse(ast.ImportFrom(node.module, [alias], 0)),
                )


@dataclass(frozen=True)
class Scope:
    """What stands in the notebook when a cell is reached, if every answer is the reference's."""

    names: frozenset[str]  # bound by given and answer cells above
    imports: dict[str, Import]  # those of `names` that an import of a given cell bound last


def scope_before(source: Source, index: int) -> Scope:
    """The scope in front of the cell at `index`: given and answer cells count, tests do not (a rule for authors)."""
    names: set[str] = set()
    imported: dict[str, Import] = {}
    for cell in source.cells[:index]:
        if cell.role not in ("given", "answer") or cell.cell_type != "code":
            continue
        tree = parse_code(cell.source, magics=cell.role == "given")
        bound = bound_names(tree)
        names.update(bound)
        imported = {name: each for name, each in imported.items() if name not in bound}
        if cell.role == "given":
            imported |= {each.name: each for each in imports(tree)}
    return Scope(frozenset(names), imported)


def import_lines(scopes: Iterable[Scope]) -> tuple[str, ...]:
    """The import statements of given cells, each once, in the order of the notebook."""
    return tuple(dict.fromkeys(each.line for scope in scopes for each in scope.imports.values()))
