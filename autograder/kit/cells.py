"""Test cells in a learner's own kernel: they use names of their own, and say so when all that they check holds.

A learner may call a variable `sum`, `list` or `same` in some cell, and the test cell below must not stumble over it:
the judge does not. So each test cell is changed a little before it runs. The names of builtins and of the kit's checks
that it reads, and does not bind itself, are read from a copy; and a line at its end says that the checks hold.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autograder.kit.checks import Checks
from autograder.kit.laws import PRELUDE, Check, check_name, find_checks, law_name

KIT = "autograder.kit"
#: Names that a prepared cell uses; nobody writes them.
OWN, FINISH = "__own_names__", "__checks_hold__"
#: What Python's builtins are, however anybody's notebook changes them later.
BUILTINS = dict(vars(builtins))
#: `super` without arguments works under its own name only, and the kernel exchanges `input` from cell to cell.
READ_AS_THEY_ARE = frozenset({"super", "input", "display", "get_ipython"})
#: What checks of such laws show when they hold: that a value is one of those offered, and nothing more.
SET = {"commitment": "prediction", "choice": "letter"}
SAID = {
    "holds": "The visible checks in this cell hold.",
    "prediction": "Your prediction is set.",
    "letter": "Your letter is set.",
}

_COURSE = re.compile(r"ex\d+_\w+")  # the id of a cell of the course, where Jupyter tells it
_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


class TestCells(ast.NodeTransformer):
    """Looks at each cell before it runs and prepares those that are tests; IPython calls `visit`.

    checks: those of the cell that runs now, none when it is not a test cell
    cell_id: what Jupyter calls the cell that runs now, where it does
    """

    __test__ = False  # a name that pytest would otherwise try to collect

    def __init__(self, names: dict[str, Any]):
        self.names = names
        self.checks: tuple[Check, ...] = ()
        self.cell_id: str | None = None

    def begin(self, cell_id: str | None) -> None:
        """A cell is about to run; what it is called, where that is known."""
        self.cell_id, self.checks = cell_id, ()

    def visit(self, tree: Any) -> ast.Module:
        """The cell as it will run."""
        self.checks = ()
        if self.cell_id is not None and _COURSE.fullmatch(self.cell_id):
            return self.prepare(tree) if self.cell_id.endswith("_test") else tree
        return self.prepare(tree) if is_test(tree, self.names) else tree

    def prepare(self, tree: ast.Module) -> ast.Module:
        """A test cell as it will run, and what it needs put among the notebook's names."""
        self.checks = find_checks(tree)
        own = _Own()
        own.checks.failed = None
        said = SAID[what_holds(self.checks)]

        def finish() -> None:
            if own.checks.failed is not None:  # and somebody swallowed it
                raise own.checks.failed
            own.print(said)

        self.names[OWN], self.names[FINISH] = own, finish
        tree = _FromACopy(set(_bound(tree))).visit(tree)
        tree.body.append(ast.Expr(ast.Call(ast.Name(FINISH, ast.Load()), [], [])))
        return ast.fix_missing_locations(tree)


class _Own:
    """Builtins and the kit's names, as they are before anybody gives these names to something else."""

    def __init__(self) -> None:
        self.kit = sys.modules[KIT]
        self.checks: Checks = self.kit.close.__self__

    def __getattr__(self, name: str) -> Any:
        return BUILTINS[name] if name in BUILTINS else getattr(self.kit, name)


def is_test(tree: ast.Module, names: Mapping[str, Any]) -> bool:
    """Does the cell itself call one of the kit's checks, with a law that reads `"name: sentence"`?"""
    kit = sys.modules[KIT]
    called = set(_called_at_top(tree))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == KIT
        for alias in node.names
    }
    ours = any(name in imported or names.get(name) is getattr(kit, name) for name in called)
    return ours and any(":" in check.law for check in find_checks(tree) if check.law)


def what_holds(checks: Sequence[Check]) -> str:
    """What it shows that all these checks hold, a word of SAID."""
    laws = {law_name(check.law or "") for check in checks}
    return SET.get(laws.pop(), "holds") if len(laws) == 1 else "holds"


def _called_at_top(tree: ast.Module) -> Iterator[str]:
    """The checks that the cell calls itself, not in a function of its."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and check_name(node):
            yield check_name(node)
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, _SCOPES)]


class _FromACopy(ast.NodeTransformer):
    """Reads of such names become reads from the copy, unless the cell binds the name itself somewhere."""

    def __init__(self, bound: set[str]):
        self.taken = bound | READ_AS_THEY_ARE

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name = node.id
        known = name in PRELUDE or (name in BUILTINS and name[0] != "_")
        if not known or name in self.taken or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Attribute(ast.Name(OWN, ast.Load()), name, ast.Load()), node)


def _bound(tree: ast.AST) -> Iterator[str]:
    """Every name that is bound anywhere in the cell."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        else:
            # definitions, handlers and patterns keep the name that they bind in a field of this name
            name = getattr(node, "name", None) or getattr(node, "rest", None)
            if isinstance(name, str):
                yield name
