"""The names in a cell, read off its syntax tree: which it binds, which it reads, and where each of these comes from.

The judge looks through learners' sources with this: one pass without recursion, whatever the tree.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

Place = tuple[ast.AST, "Scope"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEFT_OUT = ("ctx", "op", "ops")  # fields that hold no names
_FOR = ("iter", "target", "body", "orelse")
_EVALUATED: dict[type[ast.AST], tuple[str, ...]] = {  # fields in the order in which they run, where it is another
    ast.Assign: ("value", "targets"),
    ast.AugAssign: ("value", "target"),
    ast.AnnAssign: ("annotation", "value", "target"),
    ast.For: _FOR,
    ast.AsyncFor: _FOR,
}


class Scope:
    """A cell, or a class, function or comprehension in it.

    bound: the names that it binds, each with the place at which it first does
    imported: those that an import binds, with the dotted name that they stand for
    """

    __slots__ = ("_globals", "_nonlocals", "bound", "imported", "kind", "outer")

    def __init__(self, kind: str, outer: Scope | None = None):
        self.kind, self.outer = kind, outer
        self.bound: dict[str, int] = {}
        self.imported: dict[str, str] = {}
        self._globals: set[str] = set()
        self._nonlocals: set[str] = set()

    @property
    def keeps_its_names(self) -> bool:
        """Are its names seen by nobody outside?"""
        return self.kind in ("function", "comprehension")

    def owner(self, name: str, place: int) -> Scope | None:
        """The scope that a name read here at `place` belongs to; None when it is from outside the cell.

        A function runs later, so it sees all that the cell binds; the cell itself only what was bound before.
        """
        scope: Scope | None = self
        late = False
        while scope is not None:
            late |= scope.kind == "function"
            if name in scope._globals:
                scope = scope._cell()
            first = scope.bound.get(name)
            if first is not None:
                early_enough = first < place and (scope is self or scope.kind == "cell")
                if scope.keeps_its_names or early_enough or (late and scope.kind == "cell"):
                    return scope
            scope = scope.outer
        return None

    def _cell(self) -> Scope:
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        return scope

    def _bind(self, name: str, place: int, stands_for: str | None = None) -> None:
        if stands_for:
            (self._cell() if name in self._globals else self).imported[name] = stands_for
        if name not in self._globals and name not in self._nonlocals:  # which are bound elsewhere, or perhaps never
            self.bound.setdefault(name, place)


def places(tree: ast.AST) -> list[Place]:
    """All nodes in the order in which they run, each with its scope; of a chain of attributes only the outermost, which
    speaks for the others, and its start. A node's number in the list is its place."""
    found: list[Place] = []
    waiting: list[tuple[ast.AST | str, Scope]] = [(tree, Scope("cell"))]
    while waiting:
        node, scope = waiting.pop()
        if isinstance(node, str):  # a function or class that is made now
            scope._bind(node, len(found))
            continue
        for name, stands_for in _binds(node):
            scope._bind(name, len(found), stands_for)
        found.append((node, scope))
        if isinstance(node, ast.Attribute):
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute):
                inner = inner.value
            waiting.append((inner, scope))
        elif not isinstance(node, ast.Name | ast.Constant):
            waiting.extend(reversed(list(_parts(node, scope))))
    return found


def _binds(node: ast.AST) -> Iterator[tuple[str, str | None]]:
    """The names that a node itself binds, and what an imported one stands for."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id, None
    elif isinstance(node, ast.Import):
        for alias in node.names:
            first = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (first, first)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}" if node.module else None
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name, None
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest, None


def _parts(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST | str, Scope]]:
    """The children of a node in the order in which they run, each with its scope, and the name of what it defines."""
    if isinstance(node, _FUNCTIONS):
        yield from _parts_of_function(node, scope)
    elif isinstance(node, ast.ClassDef):
        inner = Scope("class", scope)
        for outside in (node.decorator_list, node.bases, node.keywords):
            yield from ((part, scope) for part in outside)
        yield from ((part, inner) for part in node.body)
        yield node.name, scope
    elif isinstance(node, _COMPREHENSIONS):
        inner = Scope("comprehension", scope)
        yield node.generators[0].iter, scope
        for number, each in enumerate(node.generators):
            yield from ((part, inner) for part in ([each.iter] if number else []) + [each.target, *each.ifs])
        yield from ((part, inner) for part in _children(node, [f for f in node._fields if f != "generators"]))
    elif isinstance(node, ast.NamedExpr):
        yield node.value, scope
        while scope.kind == "comprehension" and scope.outer:  # a walrus in a comprehension binds outside
            scope = scope.outer
        yield node.target, scope
    else:
        if isinstance(node, ast.Global):
            scope._globals.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            scope._nonlocals.update(node.names)
        yield from ((part, scope) for part in _children(node, _EVALUATED.get(type(node), node._fields)))


def _parts_of_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope
) -> Iterator[tuple[ast.AST | str, Scope]]:
    inner = Scope("function", scope)
    given = node.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [each for each in (given.vararg, given.kwarg) if each]
    for each in [*parameters, *getattr(node, "type_params", ())]:
        inner._bind(getattr(each, "arg", "") or each.name, -1)
    outside: list[ast.expr | None] = [*given.defaults, *given.kw_defaults, *(each.annotation for each in parameters)]
    body: list[ast.AST] = []
    if isinstance(node, ast.Lambda):
        body = [node.body]
    else:
        outside = [*node.decorator_list, *outside, node.returns]
        body = list(node.body)
    yield from ((part, scope) for part in outside if part is not None)
    if not isinstance(node, ast.Lambda):
        yield node.name, scope
    yield from ((part, inner) for part in body)


def _children(node: ast.AST, fields: tuple[str, ...] | list[str]) -> Iterator[ast.AST]:
    for field in fields:
        value = getattr(node, field, None) if field not in _LEFT_OUT else None
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST):
            yield value


def name_read(node: ast.AST) -> str:
    """The name that a node reads, or ""; `x += 1` reads x."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else ""


def top_level(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run in the cell's own scope, in the order in which they run."""
    return (node for node, scope in places(tree) if scope.kind == "cell")


def bound_names(tree: ast.Module) -> list[str]:
    """The names that running the cell leaves behind, in the order in which they are first bound."""
    found: dict[str, None] = {}
    for node in top_level(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.setdefault(node.name)
        elif not isinstance(node, ast.ExceptHandler) and not isinstance(getattr(node, "ctx", None), ast.Del):
            found.update(dict.fromkeys(name for name, _ in _binds(node) if name not in found))
    return list(found)


def used_names(tree: ast.Module) -> set[str]:
    """The names that the cell reads from the notebook: those of its functions and classes included."""
    found = set()
    for place, (node, scope) in enumerate(places(tree)):
        if name := name_read(node):
            owner = scope.owner(name, place)
            if owner is None or owner.kind == "cell":
                found.add(name)
    return found


def free_names(tree: ast.Module) -> set[str]:
    """The names that the cell needs from elsewhere: used, and never bound by the cell itself."""
    return used_names(tree) - set(bound_names(tree))
