"""What stands in a notebook when a cell is reached, and what the imports in it bring."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from autograder.kit.cell_names import bound_names, top_level
from autograder.source.cells import Source
from autograder.source.shape import parse_code


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


def imports(tree: ast.Module) -> Iterator[Import]:
    """The imports at a cell's top level, one for each name."""
    for node in top_level(tree):
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
        bound, brought = _bound_by(cell.source, cell.role == "given")
        names |= bound
        imported = {name: each for name, each in imported.items() if name not in bound}
        imported |= {each.name: each for each in brought}
    return Scope(frozenset(names), imported)


@lru_cache(maxsize=1024)  # every test asks for all cells above it
def _bound_by(source: str, given: bool) -> tuple[frozenset[str], tuple[Import, ...]]:
    """The names that a cell binds, and the imports that a given one brings."""
    tree = parse_code(source, magics=given)
    return frozenset(bound_names(tree)), tuple(imports(tree)) if given else ()


def import_lines(scopes: Iterable[Scope]) -> tuple[str, ...]:
    """The import statements of given cells, each once, in the order of the notebook."""
    return tuple(dict.fromkeys(each.line for scope in scopes for each in scope.imports.values()))
