"""What a test sends to the learner's process to be run there.

It can be read there, so no hidden test may be in it, and it has no names but its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.testcell.errors import AuthorError
from autograder.testcell.helpers import sources_for
from autograder.testcell.rewrite import Definition, is_learner_side, without_marker

SHIPPING = ("run", "eval")


def findings(tree: ast.Module, visible_lines: int, given: tuple[str, ...]) -> Iterator[tuple[ast.AST, str]]:
    """Sources that travel from the hidden part, and names in them that the learner's process would not find.

    given: the sources of the given cells before the test
    """
    for node, source, passed in _shipped(tree):
        if getattr(node, "lineno", 1) > visible_lines:
            yield (
                node,
                "what runs on the learner's side can be read there, so it may not stand among hidden tests: define it "
                "in the visible part with @learner_side, and call it from here",
            )
        if source is not None:
            try:
                sources_for(source, passed, given)
            except AuthorError as error:
                yield node, str(error)


def classes(tree: ast.Module) -> set[ast.ClassDef]:
    """The classes that are made on the learner's side, also those within a function that is."""
    shipped = [node for node in tree.body if isinstance(node, Definition) and is_learner_side(node)]
    return {inner for node in shipped for inner in ast.walk(node) if isinstance(inner, ast.ClassDef)}


def _shipped(tree: ast.Module) -> Iterator[tuple[ast.AST, str | None, frozenset[str]]]:
    """Each place with the source that it sends (None where that is not a plain text) and the names that go with it."""
    texts = {
        node.targets[0].id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, Definition) and is_learner_side(node):
            yield node, ast.unparse(without_marker(node)), frozenset()
        elif isinstance(node, ast.Call) and _is_shipping(node.func):
            first = node.args[0] if node.args else None
            text = first.value if isinstance(first, ast.Constant) else texts.get(getattr(first, "id", ""))
            passed = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
            yield node, text.strip() if isinstance(text, str) else None, passed


def _is_shipping(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr in SHIPPING
        and isinstance(function.value, ast.Name)
        and function.value.id == "learner"
    )
