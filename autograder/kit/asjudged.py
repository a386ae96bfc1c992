"""Changes a test cell so that it means in a learner's own kernel what it means in the judge.

Names: a learner may call a variable `sum`, `list` or `same` in some cell, and the test must not stumble over it. Names
of builtins and of the kit's checks that the cell reads, and does not bind itself, are read from a copy.

Arguments: between the judge and the learner's process only copies travel. So a list, dict, tuple or array that a test
gives to the learner's code is a copy here too, unless `learner.hold` keeps it on the learner's side: what an answer
does to its argument is not noticed by chance here and overlooked there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

from autograder.kit.arrays import np
from autograder.kit.cell_names import places
from autograder.kit.checks import Checks
from autograder.kit.laws import PRELUDE
from autograder.kit.learnerside import BUILTINS

OWN = "__own_names__"  # a name that nobody writes
#: `super` without arguments works under its own name only, and the kernel exchanges `input` from cell to cell.
READ_AS_THEY_ARE = frozenset({"super", "input", "display", "get_ipython"})
#: Packages on the learner's side; of all others the judge has copies of its own.
THEIRS = frozenset({"__main__", "minigrad", "tape"})
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Own:
    """Builtins and the kit's names, as they are before anybody gives these names to something else."""

    def __init__(self, kit: Any):
        self.kit, self.learner = kit, kit.learner
        self.checks: Checks = kit.close.__self__

    def __getattr__(self, name: str) -> Any:
        return BUILTINS[name] if name in BUILTINS else getattr(self.kit, name)

    def called(self, name: str) -> Callable[[Any], Any]:
        """A decorator: what a test defines has in messages the name that stands in its source."""

        def name_it(thing: Any) -> Any:
            thing.__name__ = thing.__qualname__ = name
            if isinstance(thing, FunctionType):
                thing.__code__ = thing.__code__.replace(co_name=name, co_qualname=name)
            return thing

        return name_it

    def lend(self, value: Any) -> Any:
        """The value as the learner's code gets it."""
        if any(value is each for each in self.learner.held):
            return value
        if type(value) is np.ndarray and value.dtype.kind in "biufc":
            return np.array(value, order="C")
        if type(value) is dict:
            return {key: self.lend(each) for key, each in value.items()}
        return type(value)(map(self.lend, value)) if type(value) in (list, tuple) else value


class AsJudged(ast.NodeTransformer):
    """Changes one test cell; `theirs` says of a name that the cell calls whether that is the learner's code."""

    def __init__(self, tree: ast.Module, theirs: Callable[[str], bool]):
        self.theirs, self.bound = theirs, set(_bound(tree))
        self.shipped = {node.name for node in ast.walk(tree) if isinstance(node, _DEFINITIONS) and _is_shipped(node)}
        # A parameter of one function says nothing about the notebook's name that another calls.
        self.notebooks = {id(n) for at, (n, s) in enumerate(places(tree)) if _reads(n) and not s.owner(n.id, at)}
        self.on_their_side = False  # in a definition that is shipped, from where nothing crosses

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name = node.id
        known = name in PRELUDE or (name in BUILTINS and name[0] != "_")
        if not known or name in self.bound | READ_AS_THEY_ARE or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(_own(name), node)

    def _definition(self, node: Any) -> ast.AST:
        before = self.on_their_side
        self.on_their_side = before or _is_shipped(node)
        self.generic_visit(node)
        self.on_their_side = before
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition

    def visit_Call(self, node: ast.Call) -> ast.AST:
        crosses = not self.on_their_side and self._crosses(node.func)
        self.generic_visit(node)
        if crosses:
            node.args = [_lent(each) for each in node.args]
            for keyword in node.keywords:
                keyword.value = _lent(keyword.value)
        return node

    def _crosses(self, called: ast.expr) -> bool:
        """Is this the learner's code, as far as can be told before it runs?"""
        if isinstance(called, ast.Attribute) and ast.unparse(called) in ("learner.run", "learner.eval"):
            return True
        while isinstance(called, ast.Attribute | ast.Subscript | ast.Call):
            called = called.func if isinstance(called, ast.Call) else called.value
        if not isinstance(called, ast.Name) or called.id in self.shipped:
            return isinstance(called, ast.Name)
        known = called.id in PRELUDE or called.id in BUILTINS
        return id(called) in self.notebooks and not known and self.theirs(called.id)


def is_theirs(names: Mapping[str, Any], name: str) -> bool:
    """Is what a notebook calls by this name on the learner's side in the judge?"""
    if name not in names:
        return False
    thing = names[name]
    home = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None)
    return not isinstance(home, str) or home.partition(".")[0] in THEIRS


def _own(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name(OWN, ast.Load()), name, ast.Load())


def _lent(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Starred):
        return ast.copy_location(ast.Starred(_lent(value.value), value.ctx), value)
    return value if isinstance(value, ast.Constant) else ast.copy_location(ast.Call(_own("lend"), [value], []), value)


def _is_shipped(node: Any) -> bool:
    return any(getattr(mark, "id", None) == "learner_side" for mark in node.decorator_list)


def _reads(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


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
