"""What an answer may not use: looked for in its source, through the helpers that it calls and the names it imports.

    forbid: ("minigrad", "numpy.gradient", "backward")     modules, functions in them, names of the notebook's own
    forbid: ("recursion",)                                 a function that calls itself, alone or in a circle

Only the learner's own code counts. A parameter is not the notebook's thing of the same name; what a test or a given
function does when the answer calls it is the course's doing; a value that was handed over may be used by its methods.

Best effort, and said to be: Python can reach a function in more ways than a source shows. The worker looks as well
while a test runs (see `kit.watching`), and where it matters a test counts calls or asks for more than the forbidden
function can give.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

from autograder.judge.recursion import recursion_in
from autograder.kit.cell_names import Scope, bound_names, name_read, places, used_names
from autograder.kit.deep import LEADING_AWAY, OPEN, RECURSION
from autograder.kit.watching import SWITCH
from autograder.trees import UNREADABLE, parsed_cell

_MAKES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
_MAKES_NAMES = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_BY_TEXT = {
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "__import__",
    "import_module",
}  # reach names that no line reads
_SHOWS = ("print", "display")
_IMPORTERS = ("__import__", "import_module")


@dataclass(frozen=True)
class Use:
    """A forbidden name, the cell that uses it, and the line there."""

    name: str
    cell: str
    line: int

    def __str__(self) -> str:
        return f"This exercise is to be solved without `{self.name}`, and line {self.line} of {self.cell} uses it."


def law(forbidden: Sequence[str]) -> str:
    return "allowed names: this exercise is solved without " + ", ".join(forbidden)


def law_of_calls(allowed: Mapping[str, int]) -> str:
    return "allowed calls: " + ", ".join(f"at most {number} of {name}" for name, number in allowed.items())


def misuse(test: Mapping[str, Any], used: Any, counts: Any) -> tuple[str, str] | None:
    """Law and sentence when a test that held was passed by means that its exercise rules out; None otherwise.

    used, counts: what a `Watch` noted, or whatever a learner's process says that it noted.
    """
    forbidden, allowed = list(test.get("forbid") or ()), dict(test.get("calls") or {})
    used = used if isinstance(used, list) else []
    rule = law(forbidden) if forbidden else law_of_calls(allowed)
    if SWITCH in used:
        return rule, f"Your code called {SWITCH}, which this exercise needs to see by what means it is solved."
    if RECURSION in forbidden and (message := _not_with_loops(used)):
        return rule, message
    if name := next((name for name in forbidden if name in used), None):
        message = f"This exercise is to be solved without `{name}`, and your code called it while it was tested."
        return rule, message
    for name, limit in allowed.items():
        number = counts.get(name) if isinstance(counts, dict) else None
        if type(number) is not int or number > limit:
            said = f"{number} were" if type(number) is int else "nobody knows how many were"
            wanted = f"with at most {limit} calls of `{name}`"
            return law_of_calls(allowed), f"This exercise is to be solved {wanted}; {said} made while it was tested."
    return None


def _not_with_loops(used: Sequence[str]) -> str | None:
    """What to say where loops only are asked for, and something else was noted."""
    if away := next((name for name in used if name in LEADING_AWAY), None):
        return f"Your code called `{away}`: this exercise asks for loops only, and what is done there it cannot see."
    if RECURSION in used:
        how = f"a function came back to itself while it ran, or more than {OPEN} calls were open"
        return f"This exercise asks for loops only, and {how}."
    return None


def use_in(test: Mapping[str, Any], cells: Iterable[Mapping[str, Any]]) -> Use | None:
    """The first use of a name that a test's exercise forbids, in a notebook (cells as in a plan).

    Only what has run when the test is reached can be used.
    """
    answers, others, given = [], [], []
    for cell in takewhile(lambda cell: cell["grade_id"] != test["grade_id"], cells):
        if cell["kind"] == "answer" and cell["grade_id"] in test["answers"]:
            answers.append((cell["grade_id"], cell["source"]))
        elif cell["kind"] in ("answer", "extra"):
            others.append(cell["source"])
        elif cell["kind"] == "given":
            given.append(cell["source"])
    forbidden = test.get("forbid", ())
    use = find_use(forbidden, answers, others, given, test.get("takes"))
    if use is None and RECURSION in forbidden:
        found = recursion_in([(name, _parsed(source)) for name, source in answers], map(_parsed, others))
        use = Use(RECURSION, f"your cell {found[0]}", found[1]) if found else None
    return use


def find_use(
    forbidden: Sequence[str],
    answers: Sequence[tuple[str, str]],
    others: Iterable[str],
    given: Iterable[str] = (),
    takes: Iterable[str] | None = None,
) -> Use | None:
    """The first use of a forbidden name in the answers (name and source), or in what they use of the `others`.

    Those are the learner's, too. Of the given cells only imports and second names (`T = mg.tensor`) are looked at.

    takes: the names that the test takes from the notebook; where they are known, what none of them needs is left out
    """
    if not forbidden:
        return None
    aliases: dict[str, str] = {}
    defined: dict[str, tuple[str, ast.AST]] = {}  # where a name is made, in words and in the tree
    for source in given:
        imported, made = _top_of_given(source)
        aliases |= imported
        defined |= {name: (f"the cell with `{name}`", node) for name, node in made if _is_alias(node)}
    own = [_parsed(source) for source in others]
    wanted = None if takes is None else set(takes)
    trees = [(f"your cell {name}", _without_trials(_parsed(source), wanted)) for name, source in answers]
    imported = {}
    for tree in (*own, *(tree for _, tree in trees)):
        imported |= _top(tree)[0]
        for name in _made_anew(tree):
            aliases.pop(name, None)
    aliases |= imported
    for tree in own:
        defined |= {name: (f"your own cell with `{name}`", node) for name, node in _top(tree)[1]}
    return _first_use(forbidden, trees, aliases, defined)


def _first_use(
    forbidden: Sequence[str],
    trees: Iterable[tuple[str, ast.AST]],
    aliases: Mapping[str, str],
    defined: Mapping[str, tuple[str, ast.AST]],
) -> Use | None:
    """The first use in the trees (each with words for where it stands), or in what they use of the defined names."""
    waiting, seen = deque(trees), set()
    while waiting:
        cell, tree = waiting.popleft()
        for place, (node, scope) in enumerate(places(tree)):
            for dotted in _mentioned(node, _Names(scope, place, aliases)):
                if found := next((name for name in forbidden if f"{dotted}.".startswith(f"{name}.")), None):
                    return Use(found, cell, getattr(node, "lineno", 1))
            helper = defined.get(name_read(node))
            if helper and id(helper[1]) not in seen and scope.owner(name_read(node), place) is None:
                seen.add(id(helper[1]))
                waiting.append(helper)
    return None


def _parsed(source: str) -> ast.Module:
    """The tree of a cell; an empty one when it cannot be read, since it cannot run then either."""
    try:
        return parsed_cell(source)
    except UNREADABLE:
        return ast.Module([], [])


@dataclass(frozen=True)
class _Names:
    """What names mean at one place of a tree."""

    scope: Scope
    place: int
    aliases: Mapping[str, str]  # imported at the top of any cell

    def dotted(self, node: ast.AST) -> str:
        """`np.linalg.norm` as `numpy.linalg.norm`; "" for what is no plain chain of names, or begins with a name of a
        function's own."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        owner = self.scope.owner(node.id, self.place)
        if owner is not None and owner.keeps_its_names:
            first = owner.imported.get(node.id, "")
        else:
            first = self.aliases.get(node.id, node.id)
        return ".".join([first, *reversed(parts)]) if first else ""


def _top(tree: ast.Module) -> tuple[dict[str, str], list[tuple[str, ast.stmt]]]:
    """What the names stand for that the top of a cell imports, and which statement makes each other name."""
    imported: dict[str, str] = {}
    made: list[tuple[str, ast.stmt]] = []
    for statement in tree.body:
        scope = places(statement)[0][1]
        imported |= scope.imported
        made += [(name, statement) for name in scope.bound if name not in scope.imported]
    return imported, made


def _made_anew(tree: ast.Module) -> set[str]:
    """The names to which a learner's cell gives a meaning of its own before it reads them, whatever else happens.

    A given cell's thing of the same name is another one. What runs in between is watched all the same.
    """
    anew: set[str] = set()
    read: set[str] = set()
    for statement in tree.body:
        parts = places(statement)
        read |= {name_read(node) for node, scope in parts if scope.kind != "function"}
        if isinstance(statement, _MAKES):
            anew |= parts[0][1].bound.keys() - read
    return anew


@lru_cache(maxsize=256)
def _top_of_given(source: str) -> tuple[dict[str, str], list[tuple[str, ast.stmt]]]:
    """The same of a given cell, which is the same in every submission."""
    return _top(_parsed(source))


def _is_alias(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute)


def _without_trials(tree: ast.Module, wanted: set[str] | None) -> ast.Module:
    """A cell without what tries its answer out: `assert f(x) == np.exp(x)`, or `print(f(x), np.exp(x))`; and without
    what was made for that, and no `wanted` name needs."""
    body = [node for node in tree.body if not _is_trial(node)]
    if wanted is None:
        return ast.Module(body, [])
    parts = [(node, used_names(ast.Module([node], []))) for node in body]
    needed: set[str] = set()
    reached = wanted
    while reached - needed:
        needed |= reached
        reached = {name for node, used in parts if _serves(node, used, needed) for name in used}
    if needed & _BY_TEXT:
        return ast.Module(body, [])
    return ast.Module([node for node, used in parts if _serves(node, used, needed)], [])


def _serves(node: ast.stmt, used: set[str], needed: set[str]) -> bool:
    """Can a statement have to do with these names? Of what does more than to give names a meaning, nobody knows."""
    if isinstance(node, ast.Expr):
        return bool(used & needed)
    only_names = isinstance(node, _MAKES_NAMES) or (
        isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets)
    )
    return not only_names or bool(needed.intersection(bound_names(ast.Module([node], []))))


def _is_trial(node: ast.stmt) -> bool:
    """Does a statement look at values only, and leave nothing that an answer could use?"""
    if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
        return False
    shows = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and name_read(node.value.func) in _SHOWS
    return shows or isinstance(node, ast.Assert)


def _mentioned(node: ast.AST, names: _Names) -> Iterator[str]:
    """The dotted names that a node speaks of."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield names.dotted(node)
    elif isinstance(node, ast.Call):
        yield from _called(node, names)


def _called(node: ast.Call, names: _Names) -> Iterator[str]:
    """`import_module("name")` and `getattr(module, "name")`."""
    called = names.dotted(node.func).rpartition(".")[2]
    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if texts and called in _IMPORTERS:
        yield texts[0]
    elif texts and called == "getattr":
        yield f"{names.dotted(node.args[0])}.{texts[0]}"
