"""The names of a test cell, settled while the course is built: each has exactly one meaning, or the build fails."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass

from autograder.kit.cell_names import bound_names, free_names
from autograder.source.cells import Cell, Source
from autograder.source.findings import Finding
from autograder.source.scope import Scope, import_lines, scope_before
from autograder.source.shape import parse_code
from autograder.testcell.cell import PRELUDE, Resolution, judge_names, resolve


@dataclass(frozen=True)
class TestNames:
    """What a test takes from the learner's side, and what else was wrong with its names."""

    exports: tuple[str, ...]
    imports: tuple[str, ...]
    findings: tuple[Finding, ...]

    __test__ = False  # pytest would take the class for a test


def names_of_test(source: Source, cell: Cell) -> TestNames:
    """Resolve a test's names: its own, the prelude, builtins, the judge's modules, and then the notebook's."""
    scope = scope_before(source, cell.index)
    resolution: Resolution = resolve(
        cell.source, given_imports=judge_imports(scope), filename=source.file, line=cell.line
    )
    findings = [Finding(source.file, problem.line, problem.message) for problem in resolution.problems]
    for name in resolution.exports:
        if name not in scope.names:
            findings.append(Finding(source.file, _line_of(cell, name), _unknown(source, cell, name)))
    exports = tuple(name for name in resolution.exports if name in scope.names)
    return TestNames(exports, resolution.imports, tuple(findings))


def judge_imports(scope: Scope) -> tuple[str, ...]:
    """The import statements above a test of which the judge has copies of its own."""
    return tuple(line for line in import_lines([scope]) if judge_names(line))


def notebook_imports(source: Source) -> tuple[str, ...]:
    """The same for the notebook as a whole."""
    return judge_imports(scope_before(source, len(source.cells)))


def names_only_tests_define(source: Source) -> list[Finding]:
    """Given and answer cells that would miss a name: the judge runs tests elsewhere, so nothing may need them."""
    found = []
    by_tests: dict[str, int] = {}
    for cell in source.cells:
        if cell.cell_type != "code":
            continue
        tree = parse_code(cell.source, magics=cell.role == "given")
        if cell.role == "test":
            by_tests |= dict.fromkeys(bound_names(tree), cell.line)
            continue
        known = scope_before(source, cell.index).names | set(dir(builtins)) | PRELUDE
        for name in sorted(free_names(tree) - known):
            if name in by_tests:
                message = f"{name!r} is defined by the test in line {by_tests[name]} only: define it in a given cell"
                found.append(Finding(source.file, _line_of(cell, name), message))
    return found


def _unknown(source: Source, cell: Cell, name: str) -> str:
    later = [
        other
        for other in source.by_role("given", "answer")
        if other.index > cell.index and name in bound_names(parse_code(other.source, magics=other.role == "given"))
    ]
    if later:
        return f"{name!r} is defined below this test, in line {later[0].line}: move that cell up, or the test down"
    if any(name in bound_names(parse_code(other.source)) for other in source.by_role("test") if other is not cell):
        return f"{name!r} belongs to another test: each test stands alone, so define it here too"
    return f"unknown name {name!r}: no given or answer cell above defines it, and it is neither builtin nor a check"


def _line_of(cell: Cell, name: str) -> int:
    """The first line of the cell that reads `name`."""
    tree = parse_code(cell.source, magics=cell.role == "given")
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    return cell.line + min(lines, default=1) - 1
