"""Right answers in forms that a test must not mind: other types of numbers, names of one's own, more cells, comments.

A program makes them of the reference and of every alternative, so that nobody need think of them. What a function
returns is passed through a converter, and so is a plain answer; a list stays a list, a tuple a tuple, and objects (a
tensor, a node, what a class of the answer makes) stay what they are. The entries of a tuple are numbers like others,
so a shape may hold numpy's. True and False become numpy's where numbers do, and never numbers.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from autograder.authoring.mutants.answers import as_code, is_in_order, looked_at
from autograder.authoring.mutants.variants import as_far_as, own_tests, with_answer
from autograder.intake import ReplayCell
from autograder.kit.cell_names import bound_names, used_names
from autograder.master import Master, MasterCell
from autograder.testcell.rewrite import Definition, is_learner_side

CONVERTER = """

from collections import {dictionary}
{imports}
def _converted(value):
    if type(value).__name__ == "function":
        return lambda *args, **kwargs: _converted(value(*args, **kwargs))
    if type(value) in (list, tuple):
        items = [_converted(item) for item in value]
        changed = any(new is not old for new, old in zip(items, value))
        return type(value)(items) if changed else value
    if type(value) is dict:
        return {made}({{key: _converted(item) for key, item in value.items()}})
{numbers}
    return value

"""
WHOLE = """
    if type(value) is float and value.is_integer() and str(value) != "-0.0":
        return int(value)
"""
NUMPYS = """
    if type(value) is bool:
        return _numpy.bool_(value)
    if type(value) is int and abs(value) < 2**63:
        return _numpy.int64(value)
    if type(value) is float:
        return _numpy.float64(value)
"""
OWN_NAMES = (
    *("abs", "all", "any", "bin", "bytes", "chr", "dict", "dir", "divmod", "enumerate", "filter", "float", "format"),
    *("frozenset", "hash", "hex", "id", "input", "int", "iter", "len", "list", "map", "max", "min", "next", "object"),
    *("open", "ord", "pow", "range", "repr", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple"),
    *("type", "vars", "zip"),
)
ITSELF = "_itself"
AS_IT_STANDS = "as it stands"


@dataclass(frozen=True)
class Form:
    """A right answer in one form. `base` is the name of the answer: ex2_4 for the reference, or its variant's."""

    base: str
    answer: str
    how: str
    cells: list[ReplayCell]

    @property
    def name(self) -> str:
        return f"{self.base}, {self.how}"


def forms(master: Master, answer: str, base: str, source: str) -> Iterator[Form]:
    """A right answer as it stands, and in every form that can be made of it."""
    its_tests = own_tests(master, answer)
    tests = [test for test in master.tests if test.grade_id in its_tests]
    cells = as_far_as(with_answer(master, answer, source), its_tests)
    names = looked_at(source, tests)
    yield Form(base, answer, AS_IT_STANDS, cells)
    for how, changed in _converted(source, names, {name for test in tests for name in test.forbid}):
        yield Form(base, answer, how, _put(cells, answer, changed))
    if taken := builtins_to_take(cells, answer, tests):
        own_cell = f"{' = '.join(taken)} = 0"
        yield Form(base, answer, "names of builtins taken", _before(cells, lambda cell: cell.kind == "test", own_cell))
    if split := in_two_cells(source, names):
        first, second = split
        changed_cells = _before(cells, lambda cell: cell.grade_id == answer, first)
        yield Form(base, answer, "in two cells", _put(changed_cells, answer, second))
    yield Form(base, answer, "comments and blank lines", _put(cells, answer, commented(source, tests)))


def _put(cells: list[ReplayCell], answer: str, source: str) -> list[ReplayCell]:
    return [ReplayCell(c.kind, c.grade_id, c.cell_id, source) if c.grade_id == answer else c for c in cells]


def _before(cells: list[ReplayCell], here: Callable[[ReplayCell], bool], source: str) -> list[ReplayCell]:
    """The cells, with one of the learner's own in front of the first that fits."""
    place = next(index for index, cell in enumerate(cells) if here(cell))
    return [*cells[:place], ReplayCell("extra", None, "own", source), *cells[place:]]


# -------------------------------------------------------------------------------------------------- other types


def _converted(source: str, names: list[str], forbidden: set[str]) -> Iterator[tuple[str, str]]:
    """The answer with what it gives in other types; classes and texts stay as they are."""
    others = {name for node in ast.parse(source).body if _has_no_other_type(node) for name in _bound(node)}
    bound = [name for name in names if name not in others]
    if not bound or "recursion" in forbidden:  # the converter calls itself
        return
    end = "".join(f"{name} = _converted({name})\n" for name in bound)
    whole = CONVERTER.format(dictionary="OrderedDict", imports="", made="OrderedDict", numbers=WHOLE)
    yield "whole numbers as int, OrderedDict", source + whole + end
    numpys = "numpy" not in forbidden
    converter = CONVERTER.format(
        dictionary="defaultdict",
        imports="import numpy as _numpy\n" if numpys else "",
        made="(lambda entries: defaultdict(float, entries))",
        numbers=NUMPYS if numpys else "",
    )
    yield ("numpy's numbers, defaultdict" if numpys else "defaultdict"), source + converter + end


def _has_no_other_type(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.ClassDef | ast.Import | ast.ImportFrom)


def _bound(node: ast.stmt) -> list[str]:
    return bound_names(ast.Module([node], []))


# -------------------------------------------------------------------------------------------- names of builtins


def builtins_to_take(cells: Iterable[ReplayCell], answer: str, tests: Iterable[MasterCell] = ()) -> list[str]:
    """The builtins whose names a learner may take for something else: neither the answer nor what it uses reads them.

    Given classes count as used: a test hands their objects to the answer. So do given functions that the visible part
    of a test calls as the notebook's own: whoever breaks one of them sees it.
    """
    reads: dict[str, set[str]] = {}  # by the name that a statement binds
    waiting: list[str] = []
    for cell in cells:
        if cell.kind not in ("given", "answer"):
            continue
        tree = ast.parse(_plain_python(as_code(cell.source) if cell.kind == "answer" else cell.source))
        for node in tree.body:
            used = used_names(ast.Module([node], []))
            for name in _bound(node):
                reads.setdefault(name, set()).update(used)
            if isinstance(node, ast.ClassDef) or cell.grade_id == answer:
                waiting += used
    waiting += [name for test in tests for name in _called_as_the_notebooks(test) if name in reads]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += reads.get(name, ())
    return [name for name in OWN_NAMES if name not in needed and name not in reads and hasattr(builtins, name)]


def _called_as_the_notebooks(test: MasterCell) -> set[str]:
    """What the visible part of a test reads; what it ships to the learner's side has names of its own there."""
    body = [
        node for node in ast.parse(test.visible).body if not (isinstance(node, Definition) and is_learner_side(node))
    ]
    return used_names(ast.Module(body, []))


def _plain_python(source: str) -> str:
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager().transform_cell(source)


# ------------------------------------------------------------------------------------------- cells and comments


def in_two_cells(source: str, names: list[str]) -> tuple[str, str] | None:
    """The answer with its helpers, and what its functions do, in a cell of the learner's own before it."""
    before: list[ast.stmt] = []
    after: list[ast.stmt] = []
    body = ast.parse(source).body
    decorators = {name for node in body if isinstance(node, ast.FunctionDef) for name in _now(node)}
    for node in body:
        made = _bound(node)
        kept = {name for each in after for name in _bound(each)}
        name = made[0] if len(made) == 1 else ""
        if any(name in names for name in made) and not decorators.intersection(made):
            if isinstance(node, ast.FunctionDef):
                before.append(_renamed(node))
                after += ast.parse(f"def {name}(*args, **kwargs):\n    return {name}{ITSELF}(*args, **kwargs)").body
            elif isinstance(node, ast.Assign) and name and not is_in_order(node) and not _now(node) & kept:
                before += [node, *ast.parse(f"{name}{ITSELF} = {name}").body]
                after += ast.parse(f"{name} = {name}{ITSELF}").body
            else:
                after.append(node)
        elif _now(node) & kept:
            after.append(node)
        else:
            before.append(node)
    if not before:
        return None
    first, second = (ast.unparse(ast.fix_missing_locations(ast.Module(part, []))) for part in (before, after))
    return first, second


def _renamed(node: ast.FunctionDef) -> ast.FunctionDef:
    node.name += ITSELF
    return node


def _now(node: ast.stmt) -> set[str]:
    """The names that a statement reads when it runs; the body of a function runs later."""
    if isinstance(node, ast.FunctionDef):
        early = [*node.decorator_list, *node.args.defaults, *(each for each in node.args.kw_defaults if each)]
        return used_names(ast.Module([ast.Expr(each) for each in early], []))
    return used_names(ast.Module([node], []))


def commented(source: str, tests: Iterable[MasterCell]) -> str:
    """The answer with a comment and a blank line above every statement; what is ruled out is mentioned in words."""
    without = sorted({name for test in tests for name in test.forbid})
    comment = f"# In my own words, done without {', '.join(without) or 'any help'}: sum = x[0]"
    lines = source.split("\n")
    for number in sorted(_beginnings(ast.parse(source)), reverse=True):
        indent = lines[number - 1][: len(lines[number - 1]) - len(lines[number - 1].lstrip())]
        lines[number - 1 : number - 1] = ["", indent + comment]
    return "\n".join(["", *lines, "", comment, ""])


def _beginnings(tree: ast.Module) -> set[int]:
    """The lines on which a statement begins, and nothing else before it."""
    first: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            first[node.lineno] = min(first.get(node.lineno, node.col_offset), node.col_offset)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    starts = [(getattr(node, "decorator_list", None) or [node])[0] for node in statements]
    return {node.lineno for node in starts if first[node.lineno] == node.col_offset}
