"""Lint rules that need to know what is the learner's: truth, identity, storage, and values that are copies."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from autograder.testcell.values import Values

Found = Iterator[tuple[ast.AST, str]]

ABOUT_STORAGE = frozenset({"base", "strides", "flags", "ctypes", "data_ptr", "__array_interface__"})
ABOUT_THE_COPY = frozenset({"shares_memory", "may_share_memory", "getrefcount", "getsource"})
SHARED_STATE = frozenset({"seed", "manual_seed", "errstate", "seterr", "set_state"})
CHANGES = frozenset({"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "fill"})
_ORDER = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)


def findings(nodes: Sequence[ast.AST], values: Values) -> Found:
    """What is wrong with these, all the nodes of a cell."""
    for node in nodes:
        yield from _truth(node, values)
        yield from _comparison(node, values)
        yield from _copies(node, values)
        yield from _arguments(node, values)
    yield from _own_arrays(nodes, values)


def _truth(node: ast.AST, values: Values) -> Found:
    match node:
        case ast.Assert(test=test):
            for part in _truth_tested(test):
                if values.is_learners(part):
                    text = ast.unparse(part)
                    yield node, f"the truth of {text} is the learner's word: write same({text}, True, law)"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            for part in _truth_tested(test):
                sides = [part.left, *part.comparators] if isinstance(part, ast.Compare) else [part]
                if any(values.is_learners(side) for side in sides):
                    message = "a test that branches on what the learner returns lets the learner choose its checks"
                    yield node, f"{message}: check {ast.unparse(part)} with same(...) instead"


def _truth_tested(test: ast.AST) -> Iterator[ast.AST]:
    """The expressions of which `test` asks whether they are true."""
    match test:
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _truth_tested(part)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _truth_tested(inner)
        case _:
            yield test


def _comparison(node: ast.AST, values: Values) -> Found:
    if not isinstance(node, ast.Compare):
        return
    sides = [node.left, *node.comparators]
    for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
        text = ast.unparse(node)
        if isinstance(operator, _ORDER) and (values.is_tensor(left) or values.is_tensor(right)):
            yield node, f"{text} lets the learner's tensor be the judge: use close(actual, expected, law)"
        elif isinstance(operator, ast.Is | ast.IsNot):
            own = [side for side in (left, right) if isinstance(side, ast.Name) and side.id in values.own]
            if own and (values.is_learners(left) or values.is_learners(right)):
                yield node, f"{text}: the learner got a copy, so make {own[0].id} with learner.hold(...) first"
            elif _is_type_call(left) and isinstance(right, ast.Name) and right.id in ("list", "dict"):
                yield node, f"what comes back is a read-only {right.id} of another type: use isinstance"


def _is_type_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"


def _copies(node: ast.AST, values: Values) -> Found:
    match node:
        case ast.Attribute(attr=name) if name in ABOUT_STORAGE and values.is_learners(node.value):
            yield node, f'.{name} is that of a copy: use learner.eval("x.{name}", x=x)'
        case ast.Attribute(attr=name) | ast.Name(id=name) if name in ABOUT_THE_COPY:
            yield (
                node,
                f'{name} looks at copies here: use learner.eval("...", x=x); to prove sharing, write through one',
            )
        case ast.Attribute(attr=name) if name in SHARED_STATE:
            yield node, f'{name} in a test does not reach the learner: use learner.run("..."), and rng for the test'
        case ast.Import(names=aliases) if any(alias.name in ("weakref", "gc") for alias in aliases):
            yield node, "weakref and gc see the judge's stand-ins only: use learner.run"
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as value, attr=name)) if name in CHANGES:
            if values.is_learners(value):
                yield node, f"{ast.unparse(value)} is a copy here, so .{name} changes nothing: use learner.run"


def _arguments(node: ast.AST, values: Values) -> Found:
    match node:
        case ast.Call(func=ast.Name(id="close"), args=[_, expected, *_]) if values.is_tensor(expected):
            yield (
                node,
                f"{ast.unparse(expected)} is the learner's: an expected value is computed here, with numpy or ref",
            )
    if not isinstance(node, ast.Call) or not values.is_learners(node.func):
        return
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        match argument:
            case ast.GeneratorExp():
                yield node, "a generator cannot go to the learner: pass a list"
            case ast.Name(id="rng"):
                yield node, "rng cannot go to the learner: pass the numbers that it draws"
            case ast.Call(func=ast.Attribute(attr="default_rng" | "RandomState" | "Generator")):
                yield node, "a random generator cannot go to the learner: pass the numbers that it draws"


def _own_arrays(nodes: Sequence[ast.AST], values: Values) -> Found:
    """Arrays and lists that the test made and handed over: the learner works on a copy, so ours never changes."""
    handed: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, ast.Call) and values.is_learners(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Name) and argument.id in values.own:
                    handed[argument.id] = min(node.lineno, handed.get(argument.id, node.lineno))
    for node in nodes:
        name = _looked_at(node, values)
        if name in handed:
            message = f"the learner got a copy of {name}, so this says nothing: make it with learner.hold(...)"
            yield node, message + " and check plain(...) of what it holds"
        name = _changed(node)
        if name in handed and getattr(node, "lineno", 0) > handed[name]:
            yield node, f"the learner holds a copy of {name} and never sees this change: use learner.hold(...)"


def _looked_at(node: ast.AST, values: Values) -> str | None:
    """The test's own array or list that a check compares with something that is not the learner's either."""
    match node:
        case ast.Call(func=ast.Name(id="close" | "same"), args=[ast.Name(id=name), *_]):
            return name
        case ast.Assert(test=ast.Compare(left=left, comparators=[right])):
            if not values.is_learners(left) and not values.is_learners(right):
                return next((s.id for s in (left, right) if isinstance(s, ast.Name) and s.id in values.own), None)
    return None


def _changed(node: ast.AST) -> str | None:
    """The name whose value a statement changes in place."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in CHANGES:
            return name
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
            return name
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name))):
            return name
    return None
