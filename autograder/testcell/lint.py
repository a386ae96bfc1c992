"""What a test cell must not do: idioms that mean one thing in a kernel and another in the judge, or prove nothing.

Each rule is a function of one cell that yields (node, sentence); the sentence says what to write instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from autograder.kit.laws import Check, find_checks, site_of
from autograder.source.cells import Cell, Source
from autograder.source.findings import Finding
from autograder.source.scope import imports, scope_before
from autograder.source.shape import parse_code
from autograder.testcell import lint_shipped, lint_values
from autograder.testcell.names import names_of_test, names_only_tests_define
from autograder.testcell.values import Values

Found = Iterator[tuple[ast.AST, str]]
Nodes = Sequence[ast.AST]  # all of a cell

TOO_BROAD = frozenset({"Exception", "BaseException", "AssertionError", "KeyboardInterrupt", "SystemExit"})
FORBIDDEN_CALLS = {
    "id": "an id is that of a copy here: use same(a, b, law) on the learner's values",
    "globals": "a test's globals are not the learner's: name what it needs",
    "locals": "name what the test needs",
    "vars": "name the attribute that matters",
    "open": "a test reads no files: put the data into the cell, or into a given cell",
    "eval": "use learner.eval(expression, name=value)",
    "exec": "use learner.run(source, name=value)",
    "compile": "use learner.run(source, name=value)",
    "input": "nobody is there to answer",
    "breakpoint": "take it out",
    "__import__": "write an import statement",
}
_LAW_NAME = re.compile(r"[^:\n]{2,60}: ")
_LAW = re.compile(r"[^:\n]{2,60}: \S.{9,}", re.S)


def lint(source: Source) -> list[Finding]:
    """Everything in the notebook's cells that would make its marks wrong; empty when the tests may be run."""
    found = [*_star_imports(source), *names_only_tests_define(source)]
    for cell in source.by_role("test"):
        names = names_of_test(source, cell)
        found += names.findings
        tree = parse_code(cell.source)
        values = Values(tree, names.exports, tensor_modules(source, cell))
        nodes, checks = [*ast.walk(tree)], find_checks(tree)  # asked for by every rule, and slow to find
        places = [
            *_parts(cell, checks),
            *_laws(nodes, checks),
            *_checking(nodes),
            *_writing(nodes),
            *_catching(nodes),
            *_scopes(nodes, tree),
        ]
        places += lint_values.findings(nodes, values)
        given = tuple(each.source for each in source.by_role("given") if each.index < cell.index)
        places += lint_shipped.findings(tree, len(cell.visible.split("\n")), given)
        found += [Finding(source.file, cell.line + line_of(node) - 1, message) for node, message in places]
    return sorted(set(found))


def line_of(node: ast.AST) -> int:
    return getattr(node, "lineno", 1)


def tensor_modules(source: Source, cell: Cell) -> set[str]:
    """The names under which the notebook knows minigrad."""
    known = scope_before(source, cell.index).imports.values()
    return {each.name for each in known if each.package == "minigrad" and each.attribute is None}


def _star_imports(source: Source) -> Iterator[Finding]:
    for cell in source.by_role("given", "answer"):
        for each in imports(parse_code(cell.source, magics=cell.role == "given")):
            if each.attribute == "*":
                message = f"from {each.module} import *: name what the notebook needs, tests are resolved by name"
                yield Finding(source.file, cell.line, message)


def _parts(cell: Cell, checks: Sequence[Check]) -> Found:
    """A part without a check gives its points away."""
    visible_lines = len(cell.visible.split("\n"))
    at_top, at_hidden = ast.Constant("", lineno=1), ast.Constant("", lineno=visible_lines + 1)
    if checks and not any(check.line <= visible_lines for check in checks):
        yield at_top, "the visible part checks nothing: add close, same, raises, gradcheck or assert"
    if cell.hidden.strip():
        if checks and not any(check.line > visible_lines for check in checks):
            yield at_hidden, "the hidden part checks nothing: add a property that every right answer has"
    elif not cell.commitment:
        yield at_top, "no hidden tests: add a property between ### BEGIN HIDDEN TESTS and ### END HIDDEN TESTS"


def _laws(nodes: Nodes, checks: Sequence[Check]) -> Found:
    named = {site_of(node) for node in nodes if isinstance(node, ast.Assert) and _begins_with_a_name(node.msg)}
    for check in checks:
        place = ast.Constant("", lineno=check.line)
        if check.law is None and check.site not in named:
            yield place, 'no law: say which one as a plain string, "name: what every right answer does"'
        elif check.law is not None and not _LAW.fullmatch(check.law):
            yield place, f'the law {check.law!r} is not of the form "name: a sentence about every right answer"'


def _begins_with_a_name(message: ast.AST | None) -> bool:
    """An f-string whose law is plain to read: f"commitment: {key} is one of {allowed}"."""
    match message:
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return _LAW_NAME.match(text) is not None
    return False


def _checking(nodes: Nodes) -> Found:
    for node in nodes:
        match node:
            case ast.Attribute(attr="testing") | ast.Name(id="assert_allclose" | "assert_array_equal"):
                yield node, "numpy.testing broadcasts and takes NaN for equal: use close(actual, expected, law)"
            case ast.ImportFrom(module="numpy.testing") | ast.Import(names=[ast.alias(name="numpy.testing"), *_]):
                yield node, "numpy.testing broadcasts and takes NaN for equal: use close(actual, expected, law)"
            case ast.Call(func=ast.Attribute(attr="allclose" | "isclose") | ast.Name(id="allclose")):
                yield node, "allclose broadcasts, and a learner's own proves nothing: use close(actual, expected, law)"
            case ast.Call(func=ast.Attribute(attr="gradcheck" | "gradgradcheck", value=ast.Name(id=owner))):
                yield node, f"{owner}.gradcheck is the learner's word: use gradcheck(f, arrays, law)"
            case ast.Call(func=ast.Name(id="zip"), keywords=keywords):
                if not any(k.arg == "strict" and getattr(k.value, "value", False) is True for k in keywords):
                    yield node, "zip stops at the shorter one, and so do the checks: write zip(..., strict=True)"
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield node, f"{name}() in a test: {FORBIDDEN_CALLS[name]}"


def _writing(nodes: Nodes) -> Found:
    """A test that writes through an attribute writes into a copy."""
    for node in nodes:
        match node:
            case ast.AugAssign(target=ast.Attribute() as target):
                name = ast.unparse(target)
                yield node, f"{name} is a copy here: write {name} = {name} + ..., or use learner.run"
            case ast.AugAssign(target=ast.Subscript(value=ast.Attribute() | ast.Call() | ast.Subscript())):
                yield node, "an item of a copy: use learner.run to change the learner's own"
            case ast.Assign(targets=places) | ast.Delete(targets=places):
                for place in places:
                    if isinstance(place, ast.Subscript) and isinstance(place.value, ast.Attribute | ast.Call):
                        yield node, "an item of a copy: use learner.run to change the learner's own"


def _catching(nodes: Nodes) -> Found:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="raises"), args=[ast.Name(id=kind), *_]) if kind in TOO_BROAD:
                yield node, f"raises({kind}) also holds for a slip of the pen: name the exception, and match= its text"
            case ast.Call(func=ast.Name(id="raises"), args=[ast.Name(id="TypeError"), *_], keywords=keywords):
                if not any(keyword.arg == "match" for keyword in keywords):
                    yield node, "raises(TypeError) also holds for a wrong number of arguments: add match="
            case ast.Call(func=ast.Name(id="raises"), args=[ast.Tuple(), *_]):
                yield node, "raises takes one exception: which of them is the law?"
            case ast.TryStar():
                yield node, "except* in a test: use raises(Type, law, match=...)"
            case ast.Try(handlers=[_, *_], orelse=[]) if not any(isinstance(s, ast.Raise) for s in node.body):
                yield node, "try without else passes when nothing is raised: use raises(Type, law, match=...)"
            case ast.ExceptHandler(type=kind) if kind is None or _names(kind) & (TOO_BROAD | {"TypeError"}):
                yield node, "too broad an except: use raises(Type, law, match=...)"


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _scopes(nodes: Nodes, tree: ast.Module) -> Found:
    theirs = lint_shipped.classes(tree)
    for node in nodes:
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node, f"{type(node).__name__.lower()} in a test: return the value, or append it to a list"
        elif isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith | ast.AsyncFunctionDef):
            yield node, "the judge runs tests without an event loop: use learner.run for what must be awaited"
        elif isinstance(node, ast.ClassDef) and node not in theirs and not _may_stay(node):
            yield node, "instances of a test's class cannot go to the learner: put @learner_side above the class"


def _may_stay(node: ast.ClassDef) -> bool:
    """An exception of the test's own."""
    return any(isinstance(b, ast.Name) and b.id.endswith(("Exception", "Error")) for b in node.bases)
