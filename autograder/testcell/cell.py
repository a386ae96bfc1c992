"""What a test cell says: which names it takes from the learner, which checks it makes, and what it becomes.

A name in a test cell is looked up in this order: the cell's own, the checker's prelude, builtins, modules that the
judge has copies of, and only then the learner's side. The order is settled here, before anything runs, from Python's
own symbol table: whatever is left after the first four is an *export*, and the judge puts exactly those into the
cell's globals. Looking names up while running (a dict with `__missing__`) would put the learner before builtins, so
that a learner's `abs` would judge the learner, and is not consulted in class bodies.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FrameType

from autograder.kit.laws import PRELUDE, Check, Place, find_checks, law_at
from autograder.testcell.rewrite import ASSERT, Definition, Rewriter, is_learner_side, without_marker
from autograder.trees import compiled, parsed

#: Modules a test may import; the judge's own copies, which a learner cannot patch. Never minigrad: tensors that a
#: test makes must live with the learner.
JUDGE_MODULES = frozenset(
    ("numpy", "math", "cmath", "itertools", "functools", "contextlib", "warnings", "operator", "collections", "re")
    + ("copy", "random", "string", "statistics", "io", "inspect", "typing", "dataclasses", "fractions", "decimal")
    + ("time", "types", "textwrap")
)
MAIN = "<test cell>"


@dataclass(frozen=True)
class Problem:
    """Something in a test cell that its author must change; `line` counts in the source file."""

    line: int
    message: str


@dataclass(frozen=True)
class Resolution:
    """What the build must know of a test cell.

    exports: names that must exist on the learner's side, sorted
    imports: the given cells' import statements that the judge repeats with its own copies
    problems: what the author must change first
    """

    exports: tuple[str, ...]
    imports: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class TestCode:
    """A test cell ready to run in the judge."""

    code: CodeType
    checks: tuple[Check, ...]
    exports: tuple[str, ...]
    imports: tuple[str, ...]

    __test__ = False  # a name that pytest would otherwise try to collect

    def law_at(self, places: Sequence[Place]) -> str:
        """The law under test when something went wrong: that of the check there or the next one after."""
        return law_at(self.checks, places)


@lru_cache(maxsize=256)  # the build asks twice for each cell
def resolve(source: str, *, given_imports: tuple[str, ...] = (), filename: str = MAIN, line: int = 1) -> Resolution:
    """Work out the names of a test cell whose first line is line `line` of `filename`.

    `given_imports` are the import statements of the notebook's given cells, one string each. Never raises for a bad
    cell: what is wrong with it is in `problems`.
    """
    try:
        tree = parsed(source, filename)
    except SyntaxError as error:
        wrong = line + (error.lineno or 1) - 1
        return Resolution((), (), (Problem(wrong, f"the test cell is not Python: {error.msg}"),))
    problems = [Problem(line + number - 1, message) for number, message in sorted(_problems(tree))]
    exports, imports = _names(Rewriter().visit(tree), given_imports)
    return Resolution(exports, imports, tuple(problems))


def compile_test(source: str, given_imports: Iterable[str] = (), filename: str = MAIN) -> TestCode:
    """Turn a test cell into the code that the judge runs: asserts recorded, each check told its place and its text."""
    tree = parsed(source, filename)
    checks = find_checks(tree)
    rewritten = ast.fix_missing_locations(Rewriter().visit(tree))
    exports, imports = _names(rewritten, given_imports)
    return TestCode(compiled(rewritten, filename), checks, exports, imports)


@lru_cache(maxsize=256)
def compiled_test(source: str, given_imports: tuple[str, ...]) -> TestCode:
    """The same, made once for all submissions."""
    return compile_test(source, given_imports)


def line_reached(frame: FrameType | None, filename: str = MAIN) -> int:
    """The line that the cell itself has come to, whatever function of it is running; 0 outside of the cell.

    A function that stands in the visible part and is called from the hidden one works on hidden values.
    """
    while frame is not None:
        if frame.f_code.co_filename == filename and frame.f_code.co_name == "<module>":
            return frame.f_lineno
        frame = frame.f_back
    return 0


def hidden_from(source: str, visible: str) -> int:
    """The first line of a test cell that learners do not see."""
    for number, text in enumerate(source.splitlines(), 1):
        if "BEGIN HIDDEN TESTS" in text:
            return number
    return len(visible.splitlines()) + 1 if visible.strip() != source.strip() else len(source.splitlines()) + 1


# ---------------------------------------------------------------------------------------------------- names


def _names(tree: ast.Module, given_imports: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Exports and judge imports of a rewritten cell: its global names, less its own, the prelude's and builtins'."""
    free = _free_names(ast.unparse(tree)) - PRELUDE - {ASSERT} - set(dir(builtins))
    of_the_judge = {name: text for text in given_imports for name in judge_names(text)}
    imports = {of_the_judge[name] for name in free if name in of_the_judge}
    return tuple(sorted(free - set(of_the_judge))), tuple(sorted(imports))


def judge_names(statement: str) -> list[str]:
    """The names that an import statement binds to modules of which the judge has copies of its own."""
    names = []
    for node in parsed(statement.strip()).body:
        if isinstance(node, ast.Import):
            names += [(a.asname or a.name.partition(".")[0]) for a in node.names if _top(a.name) in JUDGE_MODULES]
        elif isinstance(node, ast.ImportFrom) and not node.level and _top(node.module) in JUDGE_MODULES:
            names += [a.asname or a.name for a in node.names]
    return names


def _free_names(source: str) -> set[str]:
    """Names that a module reads and never binds, in any of its scopes."""
    top = symtable.symtable(source, MAIN, "exec")
    read, bound = set(), set()
    scopes = [top]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        for symbol in scope.get_symbols():
            if scope is not top and not symbol.is_global():
                continue
            if symbol.is_referenced():
                read.add(symbol.get_name())
            if symbol.is_assigned() or symbol.is_imported() or (scope is top and symbol.is_namespace()):
                bound.add(symbol.get_name())
    return read - bound


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]


# ------------------------------------------------------------------------------------------------- problems


def _problems(tree: ast.Module) -> Iterable[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _import_problems(node)
        for name in _bound_here(node):
            if name in PRELUDE:
                yield (
                    getattr(node, "lineno", 1),
                    f"`{name}` is the checker's own name: give the test's variable another",
                )
    if not find_checks(tree):
        yield 1, "the test compares nothing: use close, same, raises, gradcheck or assert"
    bound = _bound_at_top(tree)
    for node in tree.body:
        if isinstance(node, Definition) and is_learner_side(node):
            alone = ast.Module([without_marker(node)], [])
            for name in sorted(_free_names(ast.unparse(alone)) & (bound - {node.name})):
                yield (
                    node.lineno,
                    (
                        f"@learner_side code runs with the learner and cannot see the test's `{name}`: "
                        "pass it as an argument, and never an expected value"
                    ),
                )


def _import_problems(node: ast.Import | ast.ImportFrom) -> Iterable[tuple[int, str]]:
    if isinstance(node, ast.ImportFrom):
        if any(alias.name == "*" for alias in node.names):
            yield node.lineno, "a test may not import *: name what it needs"
        modules = ["." * node.level + (node.module or "")]
        if _top(modules[0]) == "autograder":
            return  # the kernel's twins; the judge brings its own
    else:
        modules = [alias.name for alias in node.names]
    for module in modules:
        if _top(module) not in JUDGE_MODULES:
            what = "import it in a given cell, so that its tensors live with the learner"
            tail = what if _top(module) == "minigrad" else f"the judge has {', '.join(sorted(JUDGE_MODULES))}"
            yield node.lineno, f"a test may not import {module}: {tail}"


def _bound_here(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        yield node.id
    elif isinstance(node, Definition) or (isinstance(node, ast.ExceptHandler) and node.name):
        yield str(node.name)
    elif isinstance(node, ast.Import):
        yield from (alias.asname or _top(alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and _top(node.module) != "autograder":
        yield from (alias.asname or alias.name for alias in node.names)


def _bound_at_top(tree: ast.Module) -> set[str]:
    top = symtable.symtable(ast.unparse(tree), MAIN, "exec")
    return {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
