"""Test cells in a learner's own kernel: they mean what they mean in the judge, and say so when what they check holds.

Each test cell is changed a little before it runs (`autograder.kit.asjudged`), and a line at its end says that the
checks hold.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from autograder.kit.apart import keep_apart
from autograder.kit.asjudged import OWN, AsJudged, Own, is_theirs
from autograder.kit.laws import Check, check_name, find_checks, law_name

KIT = "autograder.kit"
FINISH = "__checks_hold__"  # a name that nobody writes
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
        self.provide(find_checks(tree))
        return translated(tree, lambda name: is_theirs(self.names, name))

    def provide(self, checks: tuple[Check, ...]) -> None:
        """Put among the notebook's names what a translated test cell needs, which makes these checks."""
        self.checks = checks
        its_names = Own(sys.modules[KIT])
        its_names.checks.failed = None
        its_names.learner.held.clear()
        said = SAID[what_holds(self.checks)]

        def finish() -> None:
            if its_names.checks.failed is not None:  # and somebody swallowed it
                raise its_names.checks.failed
            its_names.print(said)

        self.names[OWN], self.names[FINISH] = its_names, finish


def translated(tree: ast.Module, theirs: Callable[[str], bool]) -> ast.Module:
    """A test cell as it will run; `theirs` says of a name that it calls whether that is the learner's code."""
    tree = keep_apart(AsJudged(tree, theirs).visit(tree), OWN)
    tree.body.append(ast.Expr(ast.Call(ast.Name(FINISH, ast.Load()), [], [])))
    return ast.fix_missing_locations(tree)


def is_test(tree: ast.Module, names: Mapping[str, Any]) -> bool:
    """Does the cell call one of the kit's checks, also in a function of its own, with a law that reads `"a: b"`?"""
    kit = sys.modules[KIT]
    called = set(_called(tree))
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


def _called(tree: ast.Module) -> Iterator[str]:
    """The checks that the cell calls, itself or in a function of its own that it calls."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and check_name(node):
            yield check_name(node)
        elif isinstance(node, ast.Call):
            function = functions.pop(getattr(node.func, "id", ""), None)  # each once: it may call itself
            waiting += [each for each in getattr(function, "body", []) if not isinstance(each, _SCOPES)]
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, _SCOPES)]
