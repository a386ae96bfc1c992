"""What a test has by the word of the learner's process alone, and may therefore not hang points on.

The learner's process can send any value. A number that must agree with data which the judge drew, counted or lent is
evidence all the same, since whoever makes it up has to do the exercise. What is evidence of nothing: that two names are
one object, how often a function of the notebook's was called, what a function of the test's that ran over there found.

    # word: that the list is the very one that was handed in
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace

from autograder.kit.laws import CHECKS, find_checks
from autograder.master import MasterCell
from autograder.sandbox.absent import SPARED
from autograder.source.cells import Cell, Source
from autograder.testcell.rewrite import Definition, is_learner_side
from autograder.testcell.values import assignments, closure
from autograder.trees import parsed

_EXCEPTION = re.compile(r"^[ \t]*# word: *(?P<reason>\S.*)$", re.M)
_DROPPED = "(lambda *a, **k: None)"  # what a check's name becomes in a test that is to do without it
DRAWN = frozenset({"rng", "ref"})
TOLD = ("eval", "counting", "hold", "in_turn", "kit")  # of `learner`; and `broken()` of what it watches


@dataclass(frozen=True)
class Word:
    """What in a test is the learner's process' word.

    checks: the sites of checks that hold such a value against one that anybody can know
    looked_for: the names that are only looked for, where they are ruled out or their calls are counted
    exception: the author's reason why points may hang on it; "" where none do
    """

    grade_id: str
    points: float
    checks: tuple[str, ...]
    looked_for: tuple[str, ...]
    exception: str

    def __bool__(self) -> bool:
        return bool(self.checks or self.looked_for)

    def __str__(self) -> str:
        """One line for whoever builds the course."""
        lines = ", ".join(site[1:].partition(":")[0] for site in self.checks)
        what = [f"line {lines} of the test"] if lines else []
        what += [f"that {', '.join(self.looked_for)} is not used"] if self.looked_for else []
        hangs = f"{self.points:g}, since it is about {self.exception}" if self.exception else "none"
        return f"{self.grade_id}: the worker's word: {'; '.join(what)}. Points that hang on it: {hangs}"


def words(source: Source) -> list[Word]:
    """For each test of a notebook that relies on it anywhere, in their order."""
    return [word for cell in source.by_role("test") if (word := word_of(cell))]


def word_of(cell: Cell | MasterCell) -> Word:
    """The same for one test."""
    found = _EXCEPTION.search(cell.source)
    looked_for = [name for name in cell.forbid if name not in SPARED] + list(cell.calls)
    reason = found["reason"].rstrip(".") if found else ""
    return Word(cell.grade_id or "", cell.points, _checks(cell.source), tuple(looked_for), reason)


def without_word(cell: MasterCell) -> MasterCell:
    """The test without what it has by the learner's process' word."""
    found = word_of(cell)
    lines = cell.source.split("\n")
    for site in sorted(found.checks, key=_place, reverse=True):
        line, column = _place(site)
        text = lines[line - 1].encode()  # columns count bytes
        name = next(name for name in CHECKS if text[column:].startswith(name.encode() + b"("))
        lines[line - 1] = (text[:column] + _DROPPED.encode() + text[column + len(name) :]).decode()
    sites = {site: count for site, count in cell.sites.items() if int(site[1:].partition(":")[0]) not in _lines(found)}
    forbid = tuple(name for name in cell.forbid if name in SPARED)
    return replace(cell, source="\n".join(lines), sites=sites, forbid=forbid, calls={})


def _lines(word: Word) -> set[int]:
    """Whose sites are not where they were."""
    return {_place(site)[0] for site in word.checks}


def _place(site: str) -> tuple[int, int]:
    line, _, column = site[1:].partition(":")
    return int(line), int(column)


def _checks(source: str) -> tuple[str, ...]:
    """The sites of checks whose value was found on the learner's side and whose expected one anybody can know."""
    tree = parsed(source)
    made = list(assignments(tree))
    shipped = {node.name for node in tree.body if isinstance(node, Definition) and is_learner_side(node)}
    said = closure(shipped, made, _mentions_word)
    drawn = closure(set(DRAWN) | _functions_over(tree, DRAWN), made, _mentions)
    sites = {(check.line, check.site): check.site for check in find_checks(tree)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("close", "same") and len(node.args) > 1:
            actual, expected = node.args[:2]
            if _mentions_word(actual, said) and not _mentions(expected, drawn):
                found.append(sites[node.lineno, f"L{node.lineno}:{node.col_offset}"])
    return tuple(sorted(found, key=_place))


def _functions_over(tree: ast.Module, names: frozenset[str]) -> set[str]:
    """Functions of the test's own that draw."""
    return {n.name for n in tree.body if isinstance(n, ast.FunctionDef) and _mentions(n, set(names))}


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))


def _mentions_word(node: ast.AST, names: set[str]) -> bool:
    """Is there something in it of which only the learner's process knows where it came from?"""
    return _mentions(node, names) or any(
        isinstance(each, ast.Attribute)
        and (each.attr == "broken" or (each.attr in TOLD and getattr(each.value, "id", "") == "learner"))
        for each in ast.walk(node)
    )
